"""The hub: one process that takes every record of a robot, relays it to viewers and keeps it.

The recording comes first. A viewer that does not keep up loses messages of its own (the relay drops
at its high-water mark); it never slows the recording. A malformed message is counted, reported as
an event and skipped.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgpack
import zmq

from firmware_bridge.links import LinkError, Links
from firmware_bridge.run_directory import RunDirectory
from telemetry.ready import announce, withdraw
from telemetry.recorder import Recorder, RecorderError
from telemetry.sample import MalformedSample, Sample, read_sample

DRAIN_QUIET = 0.3  # s without a message after which nothing sent earlier can still be under way
DRAIN_LIMIT = 10.0  # s after which senders that never fall quiet are left

_POLL_MS = 50
_BATCH = 500  # messages between looks at the clock
_ROOM = 10_000  # messages that wait for the hub, and for each viewer
_COMPLAINT_INTERVAL = 1.0  # s between events about malformed messages


def run_hub(
    robot_name: str,
    run: RunDirectory,
    *,
    record: Path | None,
    telemetry_address: str,
    metadata: Mapping[str, Mapping[str, str]],
    lockstep: bool,
    should_stop: Callable[[], bool],
) -> None:
    """Relay and record until `should_stop`, then drain what was sent before, and finish the file.

    Ready when `await_hub` returns. A disk that fills up ends a lockstep hub at once, for nothing
    may be lost there; in real time the relay goes on, and the error is raised at the end.

    Raises:
        RunDirectoryError: another hub serves this run directory.
        LinkError: the telemetry address is taken, or not private.
        RecorderError: the recording cannot be written.
    """
    with run.lock("hub"), Links() as links:
        withdraw(run)
        hub = Hub(robot_name, links, run, telemetry_address, keep_relaying=not lockstep)
        if record is not None:
            hub.recorder = Recorder(record, metadata, lockstep=lockstep)
        try:
            announce(run, hub.address)
            while not should_stop():
                hub.serve(_POLL_MS)
            hub.drain()
        finally:
            withdraw(run)
            hub.finish()


class Hub:
    """The sockets of the hub, and what passes through them.

    Attributes:
        address: where the relay is bound (the port that was chosen, if port 0 was asked for).
        malformed: messages skipped because they were none.
    """

    def __init__(
        self, robot: str, links: Links, run: RunDirectory, address: str, *, keep_relaying: bool
    ) -> None:
        self.recorder: Recorder | None = None
        self.malformed = 0
        self._robot = robot
        self._keep_relaying = keep_relaying
        self._failure: RecorderError | None = None
        self._events = 0
        self._complained = 0.0
        self._latest: Sample | None = None
        self._tick = 0
        try:
            self._relay = links.bind(zmq.XPUB, address, SNDHWM=_ROOM)
        except LinkError as error:
            raise LinkError(f"{error}; choose another with --telemetry") from None
        self._intake = links.bind(zmq.PULL, run.address("record"), RCVHWM=_ROOM)
        self.address = self._relay.get_string(zmq.LAST_ENDPOINT).rstrip("\0")

    def serve(self, timeout_ms: int) -> int:
        """Wait for messages, take a batch of them, and return how many there were.

        Raises:
            RecorderError: the recording cannot go on, and must not be lost.
        """
        taken = 0
        if self._intake.poll(timeout_ms):
            with suppress(zmq.Again):
                while taken < _BATCH:
                    self._take(self._intake.recv_multipart(zmq.NOBLOCK))
                    taken += 1
        with suppress(zmq.Again):
            while True:  # subscriptions, which XPUB keeps until they are read
                self._relay.recv(zmq.NOBLOCK)
        if self.recorder is not None:
            try:
                self.recorder.flush_if_due()
            except RecorderError as error:
                self._lose_recorder(error)
        return taken

    def drain(self) -> None:
        """Take all that was sent before now: until nothing comes for `DRAIN_QUIET`."""
        limit = time.monotonic() + DRAIN_LIMIT
        while time.monotonic() < limit:
            if not self.serve(int(DRAIN_QUIET * 1e3)):
                return

    def finish(self) -> None:
        """Finish the recording.

        Raises:
            RecorderError: now, or on the way, it could not be written.
        """
        if self.recorder is not None:
            self.recorder.close()
        if self._failure is not None:
            raise self._failure

    def _take(self, frames: Sequence[bytes]) -> None:
        try:
            sample = read_sample(frames)
            if sample.topic.partition("/")[0] != self._robot:
                raise MalformedSample(f"topic {sample.topic!r} is not of {self._robot}")
        except MalformedSample as error:
            self.malformed += 1
            self._complain(error)
            return
        self._latest = sample
        if sample.stream == "state":
            self._tick = sample.seq
        self._pass_on(sample, frames)

    def _pass_on(self, sample: Sample, frames: Sequence[bytes]) -> None:
        self._relay.send_multipart(frames, flags=zmq.NOBLOCK)  # drops, never blocks
        if self.recorder is not None:
            try:
                self.recorder.write(sample)
            except RecorderError as error:
                self._lose_recorder(error)

    def _complain(self, error: MalformedSample) -> None:
        now = time.monotonic()
        if self._complained and now - self._complained < _COMPLAINT_INTERVAL:
            return
        self._complained = now
        self._event(
            "warning",
            "malformed telemetry",
            f"{error} ({self.malformed} so far)",
            "find the process that pushes it to the run directory's record socket",
        )

    def _lose_recorder(self, error: RecorderError) -> None:
        recorder, self.recorder = self.recorder, None
        self._failure = error
        with suppress(RecorderError):
            if recorder is not None:
                recorder.close()
        self._event("error", "recording lost", str(error), "stop the run and make room")
        if not self._keep_relaying:
            raise error

    def _event(self, level: str, name: str, message: str, remedy: str) -> None:
        """An event of the hub's own, in the stream that nodes use, at the latest time seen."""
        body = {
            "timestamp": self._latest.timestamp if self._latest else time.time(),
            "t": self._latest.t if self._latest else 0.0,
            "seq": self._events,
            "level": level,
            "source": "hub",
            "name": name,
            "message": message,
            "remedy": remedy,
            "tick": self._tick,
        }
        self._events += 1
        frames = [f"{self._robot}/event".encode("ascii"), msgpack.packb(body)]
        self._pass_on(read_sample(frames), frames)
