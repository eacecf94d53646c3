"""What every controller is: a function of the sequence of states."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from firmware_bridge.contract import State
from firmware_bridge.driver import Setpoints


class Decision(NamedTuple):
    """The answer to one state: set-points for the joints, and what viewers may know about them.

    `streams` holds a message per telemetry stream: numbers, or maps of numbers by joint or side.
    Every key is in every message; a number that is missing is NaN.
    """

    setpoints: Setpoints
    streams: Mapping[str, Mapping[str, object]]


class Controller(Protocol):
    """Decides by the states it was given, in their order, and by nothing else.

    No clock is read and nothing is sent: the same states give the same decisions, so that a
    recorded run can be played through control again.
    """

    def step(self, state: State) -> Decision:
        """Answer the newest state."""
        ...
