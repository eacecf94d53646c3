"""The newest telemetry of a robot as the relay sends it, and how old each of it is."""

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import zmq
from zmq.utils.monitor import recv_monitor_message

from firmware_bridge.links import Links
from telemetry.sample import MalformedSample, read_sample

# Truth and pose of one tick do not arrive together: of some ticks, the one that has both counts.
_KEPT = {"truth": 32, "pose": 32, "loop": 2048, "event": 64}
_STREAMS = ("state", "loop", "torque", "contact", "event", "truth", "pose")
_MOST_A_TIME = 5000  # frames
_UNIX = 1e8  # s: a timestamp above it is of a day since 1973, one below it of a simulation
_TIMING = 4.0  # s for which the loop's timing is judged


class _Arrival(NamedTuple):
    frames: list[bytes]
    monotonic: float
    unix: float


class Feed:
    """Watches one robot. Call `take` often; it never waits, and decodes nothing.

    Only what is asked for is decoded, so that a viewer costs little however fast the robot ticks.
    """

    def __init__(self, links: Links, address: str, robot: str) -> None:
        self.connected = False
        self._topics = {f"{robot}/{stream}".encode(): stream for stream in _STREAMS}
        self._kept = {stream: deque[_Arrival](maxlen=_KEPT.get(stream, 1)) for stream in _STREAMS}
        self._socket = links.connect(zmq.SUB, address, RCVHWM=_MOST_A_TIME)
        for topic in self._topics:
            self._socket.subscribe(topic)
        self._monitor = self._socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
        )

    def close(self) -> None:
        """Stop watching the connection; the sockets close with their links."""
        self._socket.disable_monitor()

    def take(self) -> None:
        """Take what has arrived."""
        monotonic, unix = time.monotonic(), time.time()
        with suppress(zmq.Again):
            for _ in range(_MOST_A_TIME):
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
                stream = self._topics.get(frames[0])
                if stream is not None:
                    self._kept[stream].append(_Arrival(frames, monotonic, unix))
        with suppress(zmq.Again):
            while True:
                event = recv_monitor_message(self._monitor, zmq.NOBLOCK)["event"]
                self.connected = event == zmq.EVENT_HANDSHAKE_SUCCEEDED

    def newest(self, stream: str) -> dict[str, Any]:
        """The newest message of a stream; empty if there was none."""
        kept = self._kept[stream]
        return _decoded(kept[-1].frames) if kept else {}

    def number(self, stream: str, *keys: str) -> float:
        """A number of the newest message, NaN if it is not there."""
        return number(self.newest(stream), *keys)

    def age(self, stream: str) -> float:
        """How long ago the newest message of a stream was sent, s; infinite if there was none.

        In real time the sender's stamp counts, so that what waited on its way is not taken for
        fresh. A simulated clock says nothing of now: there it is the time since it arrived.
        """
        kept = self._kept[stream]
        if not kept:
            return math.inf
        stamp = number(_decoded(kept[-1].frames), "timestamp")
        on_its_way = max(0.0, kept[-1].unix - stamp) if stamp > _UNIX else 0.0
        return time.monotonic() - kept[-1].monotonic + on_its_way

    def events(self) -> list[dict[str, Any]]:
        """The last events, the newest first."""
        return [_decoded(arrival.frames) for arrival in reversed(self._kept["event"])]

    def latencies(self) -> list[float]:
        """Latencies of the answers in the last seconds, s; unanswered ticks are left out."""
        since = time.monotonic() - _TIMING
        found = (
            number(_decoded(arrival.frames), "latency")
            for arrival in self._kept["loop"]
            if arrival.monotonic >= since
        )
        return [latency for latency in found if math.isfinite(latency)]

    def path_error(self) -> tuple[float, bool]:
        """Distance from the reference, m, and whether it is the true position's or the estimate's.

        The estimate's counts where there is no truth, or none of a tick whose pose is here.
        """
        truths = {message.get("seq"): message for message in self._all("truth")}
        for pose in self._all("pose"):
            truth = truths.get(pose.get("seq"))
            if truth is not None:
                return (
                    math.hypot(
                        number(truth, "x") - number(pose, "reference_x"),
                        number(truth, "y") - number(pose, "reference_y"),
                    ),
                    True,
                )
        return abs(self.number("pose", "error")), False

    def _all(self, stream: str) -> Iterator[dict[str, Any]]:
        """What is kept of a stream, the newest first."""
        return (_decoded(arrival.frames) for arrival in reversed(self._kept[stream]))


def number(message: Any, *keys: str) -> float:
    """A number in a message, NaN if it is not there."""
    for key in keys:
        message = message.get(key) if isinstance(message, dict) else None
    return float(message) if isinstance(message, int | float) else math.nan


def _decoded(frames: Sequence[bytes]) -> dict[str, Any]:
    try:
        return read_sample(frames).message
    except MalformedSample:  # no hub relays one; another program may sit at the address
        return {}
