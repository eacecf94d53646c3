"""The operator channel beside a live view: looks at the node, and stops it, without holding it up.

Asking may have to wait for an answer; a display may not. So a thread of its own asks.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from config import ScansorError
from firmware_bridge.links import Links
from firmware_bridge.operator_client import NodeSilent, OperatorClient
from firmware_bridge.run_directory import RunDirectory

LOOK_INTERVAL = 0.3  # s between snapshots
STOP_LIMIT = 30.0  # s after which a stop that nobody answers is given up, and said so
STOPPED = ("stopped", "faulted")

_LOOK_PATIENCE = 0.3  # s for an answer to a snapshot
_STOP_PATIENCE = 0.5  # s for each attempt to stop


@dataclass(frozen=True)
class Stop:
    """A stop that was asked for: since when (s, monotonic), how often, and what came of it.

    `seen` is the safety state in which the node said to be; empty until it is stopped or faulted.
    It was `ended` when it was seen, or given up.
    """

    asked: float
    ended: float = 0.0
    attempts: int = 0
    seen: str = ""
    given_up: bool = False

    @property
    def pending(self) -> bool:
        """Whether it is still being asked for."""
        return not self.seen and not self.given_up


class OperatorWatch:
    """Asks a node for snapshots until left, and to stop once told to.

    Attributes:
        snapshot: the node's last answer; empty before the first.
        heard: when it came, s on the monotonic clock; None before the first.
        stop: the last stop that was asked for.
    """

    def __init__(self, run: RunDirectory, robot: str) -> None:
        self.snapshot: Mapping[str, Any] = {}
        self.heard: float | None = None
        self.stop: Stop | None = None
        self._run, self._robot = run, robot
        self._error: Exception | None = None
        self._leave = threading.Event()
        self._wake = threading.Event()
        self._looked = threading.Event()
        self._thread = threading.Thread(target=self._work, name="operator channel", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave.set()
        self._wake.set()
        self._thread.join()

    def ask_to_stop(self) -> None:
        """Ask the node to stop, again and again until its state shows it; returns at once."""
        if self.stop is None or not self.stop.pending:
            self.stop = Stop(time.monotonic())
        self._wake.set()

    def wait_for_look(self, seconds: float) -> None:
        """Wait for the first look at the node to end, whatever it saw."""
        self._looked.wait(seconds)

    def check(self) -> None:
        """Raise what ended the asking, if anything did.

        Raises:
            ScansorError: the sockets could not be made.
        """
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        try:
            with Links() as links:
                client = OperatorClient(links, self._run, self._robot, "watch")
                while not self._leave.is_set():
                    self._wake.clear()
                    self._stop_once(client)
                    self._look(client)
                    self._looked.set()
                    if self.stop is None or not self.stop.pending:
                        self._wake.wait(LOOK_INTERVAL)
        except ScansorError as error:
            self._error = error
            self._looked.set()

    def _stop_once(self, client: OperatorClient) -> None:
        stop = self.stop
        if stop is None or not stop.pending:
            return
        stop = replace(stop, attempts=stop.attempts + 1)
        try:
            client.stop(_STOP_PATIENCE)
            self._look(client)
            seen = str(self.snapshot.get("safety", ""))
            # A node that leaves once it has stopped tells no more than that it has.
            stop = replace(stop, seen=seen if seen in STOPPED else "stopped")
        except NodeSilent:
            stop = replace(stop, given_up=time.monotonic() - stop.asked > STOP_LIMIT)
        self.stop = replace(stop, ended=time.monotonic())

    def _look(self, client: OperatorClient) -> None:
        try:
            self.snapshot = client.snapshot(_LOOK_PATIENCE)
        except NodeSilent:
            return
        self.heard = time.monotonic()
