"""The node's safety states: off, ready, armed, running, and the latched stopped and faulted.

A pure state machine: it decides, it moves nothing. Only an operator's `clear` and `arm` lead on
from a latched state.
"""

from dataclasses import dataclass

from config import Reaction, ReactionTable
from firmware_bridge.contract import Safety


@dataclass(frozen=True)
class Fault:
    """What went wrong, for people: its name, what was seen, and what to do about it."""

    name: str
    message: str
    remedy: str


class SafetyMachine:
    """Holds the state, the latched faults and the reaction that the joints follow.

    `reaction` is None while commands (or torque off) rule, else what every joint does now.
    """

    def __init__(self, table: ReactionTable) -> None:
        self.state = Safety.OFF
        self.reaction: Reaction | None = None
        self.faults: dict[str, Fault] = {}
        self._table = table
        self._tolerated: set[str] = set()  # what the table lets go on, told once

    def found(self) -> None:
        """Every actuator was found, checked and read."""
        if self.state is Safety.OFF:
            self.state = Safety.READY

    def arm(self) -> str | None:
        """Torque may go on. None if done, else why not."""
        if self.state is Safety.READY:
            self.state = Safety.ARMED
            self.reaction = None
            self._tolerated.clear()
            return None
        if self.state.moves:
            return f"the robot is {self.state} already"
        if self.state is Safety.OFF:
            return "the robot's actuators were not found yet"
        return f"the robot is {self.state}; clear it first"

    def first_command(self) -> None:
        """A valid command arrived while armed."""
        if self.state is Safety.ARMED:
            self.state = Safety.RUNNING

    def stop(self) -> None:
        """Stop, from any state; a faulted robot stays faulted."""
        if self.state.moves:
            self._react(self._table.stop)
        if self.state is not Safety.FAULTED:
            self.state = Safety.STOPPED

    def fault(self, fault: Fault, loss: str, *, final: bool = False) -> bool:
        """Latch a fault whose line in the reaction table is `loss`; True if it is a new one.

        A table that says `continue` makes it an event and nothing more (unless it is `final`: the
        run cannot go on). Of several faults the first reaction rules: a later one must not release
        what an earlier one holds.
        """
        reaction: Reaction = getattr(self._table, loss)
        if reaction is Reaction.CONTINUE and not final:
            new = fault.name not in self._tolerated
            self._tolerated.add(fault.name)
            return new
        new = fault.name not in self.faults
        self.faults[fault.name] = fault
        if self.state.moves:
            self._react(reaction)
        self.state = Safety.FAULTED
        return new

    def clear(self) -> str | None:
        """Forget the latched state and its faults; the joints go on with their reaction.

        None if done, else why not.
        """
        if self.state not in (Safety.STOPPED, Safety.FAULTED):
            return f"the robot is {self.state}; there is nothing to clear"
        self.state = Safety.READY
        self.faults.clear()
        return None

    def released(self) -> None:
        """Torque is off: no reaction holds the joints any more."""
        self.reaction = None

    def exit(self) -> None:
        """The node is about to leave: the table's exit behaviour, unless one rules already."""
        if self.reaction is None:
            self._react(self._table.exit)
        if self.state is not Safety.FAULTED:
            self.state = Safety.STOPPED

    def _react(self, reaction: Reaction) -> None:
        # "continue" where the run ends would leave the robot moving with no one in command.
        self.reaction = Reaction.BRAKE if reaction is Reaction.CONTINUE else reaction
