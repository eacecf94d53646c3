"""Commands as they come in: checked whole, the newest valid one stands, the others are counted."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import JointInfo
from firmware_bridge.lease import Lease
from firmware_bridge.limits import check_limits


@dataclass
class Inbox:
    """The command side of a node.

    `late_after` is in ticks. `standing` is the newest valid command, `accepted_at` its time of
    arrival (s, the node's clock); both feed the watchdog. `answered` is the newest tick that the
    holder answered at all, be it with a refused command. `counts` holds what was not accepted, by
    kind: refused, no_lease, repeat.
    """

    session: str
    joints: tuple[JointInfo, ...]
    lease: Lease
    late_after: int
    standing: Command | None = None
    accepted_at: float | None = None
    answered: int = -1
    refused_seq: int | None = None
    refused_reason: str | None = None
    counts: Counter[str] = field(default_factory=Counter)
    _last_frame: bytes | None = None
    _last_seq: int = -1

    def __post_init__(self) -> None:
        self._names = tuple(joint.name for joint in self.joints)

    def take(
        self,
        frame: bytes,
        tick: int,
        now: float,
        position: tuple[float | None, ...],
        admit: Callable[[Command], None],
    ) -> bool:
        """Check a frame that arrived during `tick`; True if it is the standing command now.

        `position` is the measured one, rad; `admit` may raise `MessageError` to refuse a command
        that is well formed but too far from what the robot does.
        """
        if frame == self._last_frame:
            self.counts["repeat"] += 1
            return False
        seq = None
        try:
            command = Command.decode(frame, self._names)
            seq = command.seq
            if command.session != self.session:
                raise MessageError("session", f"{command.session!r} is not this run's")
            if not self.lease.holds(command.token):
                # A left-over of an earlier run: ignored, and not worth a refusal's publicity.
                self.counts["no_lease"] += 1
                return False
            self._check_order(command, tick)
            self.answered = max(self.answered, command.state_seq)
            check_limits(command, self.joints, position)
            admit(command)
        except MessageError as refusal:
            self.counts["refused"] += 1
            self.refused_seq, self.refused_reason = seq, str(refusal)
            return False
        self._last_frame, self._last_seq = frame, command.seq
        self.standing, self.accepted_at = command, now
        return True

    def forget(self) -> None:
        """The lease ended: what stood commands nothing any more."""
        self.standing, self.accepted_at, self.answered = None, None, -1
        self._last_frame, self._last_seq = None, -1

    def _check_order(self, command: Command, tick: int) -> None:
        if command.seq <= self._last_seq:
            raise MessageError("seq", f"{command.seq} is not after {self._last_seq}")
        if command.state_seq > tick:
            raise MessageError("state_seq", f"{command.state_seq} lies ahead of tick {tick}")
        if tick - command.state_seq > self.late_after:
            raise MessageError(
                "state_seq",
                f"late: it answers tick {command.state_seq} at tick {tick}, "
                f"more than {self.late_after} ticks ago",
            )
