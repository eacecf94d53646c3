"""The live view of a run: it watches the relay, as any viewer does, and costs the robot nothing."""

import math
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import zmq
from rich.console import Console
from rich.live import Live

from firmware_bridge.links import Links
from telemetry.progress_panel import EventView, RunView, TorqueView, line, panel
from telemetry.sample import MalformedSample, read_sample

REFRESH = 0.125  # s between looks of a person
LINE_INTERVAL = 2.0  # s between lines in a pipe

# Truth and pose of one tick do not arrive together: of a few ticks, the one that has both is shown.
_KEPT = {"truth": 8, "pose": 8}
_STREAMS = ("state", "loop", "torque", "contact", "event", *_KEPT)
_MOVING = ("armed", "running")
_MOST_A_POLL = 5000  # frames


class Progress:
    """Shows a run on a terminal as a panel, in a pipe as one line every `LINE_INTERVAL`.

    Call `poll` often; it never waits. Only the newest messages of a refresh are decoded.

    Args:
        address: where the hub relays.
        robot: the first half of its topics.
        joints: whose torques are shown, in this order.
        duration: of the run, s.
        console: where to show it.
    """

    def __init__(
        self, address: str, robot: str, joints: Sequence[str], duration: float, console: Console
    ) -> None:
        self._address = address
        self._robot = robot
        self._joints = tuple(joints)
        self._duration = duration
        self._console = console
        self._frames = {
            stream: deque[list[bytes]](maxlen=_KEPT.get(stream, 1)) for stream in _STREAMS
        }
        self._began = math.nan
        self._shown = time.monotonic()
        self._links: Links | None = None
        self._live: Live | None = None

    def __enter__(self) -> Self:
        self._links = Links()
        self._socket = self._links.connect(zmq.SUB, self._address, RCVHWM=_MOST_A_POLL)
        for stream in _STREAMS:
            self._socket.subscribe(f"{self._robot}/{stream}")
        if self._console.is_terminal:
            self._live = Live(console=self._console, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.poll()
            self._show()
        finally:
            if self._live is not None:
                self._live.stop()
            if self._links is not None:
                self._links.close()

    def poll(self) -> None:
        """Take what has arrived, and show it if it is time to."""
        with suppress(zmq.Again):
            for _ in range(_MOST_A_POLL):
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
                kept = self._frames.get(frames[0].rpartition(b"/")[2].decode("ascii", "replace"))
                if kept is not None:
                    kept.append(frames)
        now = time.monotonic()
        if now - self._shown >= (LINE_INTERVAL if self._live is None else REFRESH):
            self._shown = now
            self._show()

    def view(self) -> RunView:
        """What is known of the run now."""
        state, loop, event = self._newest("state"), self._newest("loop"), self._newest("event")
        safety, t = str(state.get("safety", "waiting")), _value(state, "t")
        if math.isnan(self._began) and safety in _MOVING:
            self._began = t
        elapsed = t - self._began
        error, true = self._path_error()
        torque = self._newest("torque")
        return RunView(
            robot=self._robot,
            elapsed=0.0 if math.isnan(elapsed) else elapsed,
            duration=self._duration,
            safety=safety,
            path_error=error,
            error_is_true=true,
            torques=tuple(
                TorqueView(
                    joint, _value(torque, joint, "commanded"), _value(torque, joint, "limit")
                )
                for joint in self._joints
            ),
            grip_use=_value(self._newest("contact"), "grip_use"),
            command_age=_value(state, "command_age"),
            overruns=int(loop.get("overruns", 0)),
            dropped=int(loop.get("dropped", 0)),
            event=EventView(
                str(event.get("level")), str(event.get("message")), str(event.get("remedy") or "")
            )
            if event
            else None,
        )

    def _show(self) -> None:
        view = self.view()
        if self._live is None:
            self._console.print(line(view), markup=False, highlight=False, soft_wrap=True)
        else:
            ascii_only = self._console.options.ascii_only
            self._live.update(panel(view, ascii_only=ascii_only), refresh=True)

    def _newest(self, stream: str) -> dict[str, Any]:
        kept = self._frames[stream]
        return _decoded(kept[-1]) if kept else {}

    def _path_error(self) -> tuple[float, bool]:
        """Distance from the reference, m, and whether it is the true position's."""
        truths = {message.get("seq"): message for message in map(_decoded, self._frames["truth"])}
        if not truths:
            return abs(_value(self._newest("pose"), "error")), False
        for frames in reversed(self._frames["pose"]):
            pose = _decoded(frames)
            if (truth := truths.get(pose.get("seq"))) is not None:
                return (
                    math.hypot(
                        _value(truth, "x") - _value(pose, "reference_x"),
                        _value(truth, "y") - _value(pose, "reference_y"),
                    ),
                    True,
                )
        return math.nan, True


def _decoded(frames: Sequence[bytes]) -> dict[str, Any]:
    try:
        return read_sample(frames).message
    except MalformedSample:  # no hub relays one; another program may sit at the address
        return {}


def _value(message: Any, *keys: str) -> float:
    for key in keys:
        message = message.get(key) if isinstance(message, dict) else None
    return float(message) if isinstance(message, int | float) else math.nan
