"""What every controller is: a function of the sequence of states."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Protocol

from firmware_bridge.contract import State
from firmware_bridge.driver import Setpoints

Streams = Mapping[str, Mapping[str, object]]


class Decision:
    """The answer to one state: set-points for the joints, and what viewers may know about them.

    What to tell is worked out when it is asked for: the answer is sent first, and waits for none.

    Args:
        setpoints: for the joints.
        tell: works out the streams; it may look only at what no later state changes.
    """

    def __init__(self, setpoints: Setpoints, tell: Callable[[], Streams]) -> None:
        self.setpoints = setpoints
        self._tell = tell

    @cached_property
    def streams(self) -> Streams:
        """A message per telemetry stream: numbers, or maps of numbers by joint or side.

        Every key is in every message; a number that is missing is NaN.
        """
        return self._tell()


class Controller(Protocol):
    """Decides by the states it was given, in their order, and by nothing else.

    No clock is read and nothing is sent: the same states give the same decisions, so that a
    recorded run can be played through control again.
    """

    def step(self, state: State) -> Decision:
        """Answer the newest state."""
        ...
