"""Commands as they come in: what stands, what is refused, and what feeds the watchdog.

Not covered: the shape of a command (test_contract), and what happens when none comes
(test_supervisor).
"""

from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import Mode
from firmware_bridge.inbox import Inbox
from firmware_bridge.lease import Lease

LATE_AFTER = 10  # ticks
TICK = 100
HERE = (0.0, 0.0)


class Sender:
    """A holder of the lease that talks to an inbox."""

    def __init__(self, joints: Any) -> None:
        self.lease = Lease()
        token = self.lease.acquire("tester")
        assert token
        self.token = token
        self.inbox = Inbox("now", joints, self.lease, LATE_AFTER)
        self.refuse_far = False

    def frame(self, seq: int, answers: int = TICK, **changes: Any) -> bytes:
        values: dict[str, Any] = {
            "session": "now",
            "t": 1.0,
            "token": self.token,
            "joints": ("right_wheel", "left_wheel"),
            "mode": (Mode.VELOCITY,) * 2,
            "position": (None, None),
            "velocity": (1.0, 1.0),
            "effort": (None, None),
        }
        return Command(seq=seq, state_seq=answers, **(values | changes)).encode()

    def take(self, frame: bytes, now: float = 1.0, position: Any = HERE) -> bool:
        return self.inbox.take(frame, TICK, now, position, self._admit)

    def _admit(self, command: Command) -> None:
        if self.refuse_far:
            raise MessageError("velocity[right_wheel]", "too far")


@pytest.fixture
def sender(two_joints: Callable[..., Any]) -> Sender:
    return Sender(two_joints())


def test_a_valid_command_stands_and_feeds_the_watchdog(sender: Sender):
    assert sender.take(sender.frame(0), now=3.5)
    assert sender.inbox.standing is not None
    assert (sender.inbox.standing.seq, sender.inbox.accepted_at) == (0, 3.5)
    assert sender.inbox.answered == TICK


def test_the_newest_of_several_stands(sender: Sender):
    assert all(sender.take(sender.frame(seq)) for seq in (1, 2, 5))
    assert sender.inbox.standing is not None
    assert sender.inbox.standing.seq == 5


BAD = {
    "late": lambda s: s.frame(9, answers=TICK - LATE_AFTER - 1),
    "ahead of the tick": lambda s: s.frame(9, answers=TICK + 1),
    "replayed": lambda s: s.frame(4, velocity=(2.0, 2.0)),
    "same number": lambda s: s.frame(5, velocity=(2.0, 2.0)),
    "stale session": lambda s: s.frame(9, session="before"),
    "too fast": lambda s: s.frame(9, velocity=(1.0, 7.01)),
    "too strong": lambda s: s.frame(9, effort=(-1.51, None)),
    "far": lambda s: s.frame(9),
    "garbage": lambda s: b"\xc1garbage",
    "empty": lambda s: b"",
    "other version": lambda s: msgpack.packb({"v": 2}),
    "nan": lambda s: s.frame(9).replace(
        msgpack.packb(1.0) * 2, msgpack.packb(float("nan")) + msgpack.packb(1.0)
    ),
    "unknown joint": lambda s: s.frame(9).replace(b"left_wheel", b"last_wheel"),
}
REASONS = {
    "late": "late: it answers tick 89 at tick 100",
    "ahead of the tick": "101 lies ahead of tick 100",
    "replayed": "seq: 4 is not after 5",
    "same number": "seq: 5 is not after 5",
    "stale session": "'before' is not this run's",
    "too fast": "velocity[left_wheel]: 7.01 is beyond ±7",
    "too strong": "effort[right_wheel]: -1.51 is beyond ±1.5",
    "far": "too far",
    "garbage": "not MessagePack",
    "empty": "not MessagePack",
    "other version": "version 2",
    "nan": "velocity[right_wheel]: nan is not finite",
    "unknown joint": "unknown joint 'last_wheel'",
}


@pytest.mark.parametrize("kind", BAD)
def test_a_refused_command_leaves_the_last_valid_one_and_feeds_nothing(sender: Sender, kind: str):
    assert sender.take(sender.frame(5), now=1.0)
    sender.refuse_far = kind == "far"
    assert not sender.take(BAD[kind](sender), now=2.0)
    inbox = sender.inbox
    assert inbox.standing is not None
    assert (inbox.standing.seq, inbox.accepted_at) == (5, 1.0)
    assert inbox.counts == {"refused": 1}
    assert REASONS[kind] in (inbox.refused_reason or "")


def test_a_command_exactly_at_the_limit_is_not_late(sender: Sender):
    assert sender.take(sender.frame(0, answers=TICK - LATE_AFTER))


def test_the_number_of_a_refused_command_is_told_where_it_can_be_read(sender: Sender):
    sender.take(sender.frame(8, session="before"))
    assert sender.inbox.refused_seq == 8
    sender.take(b"garbage")
    assert sender.inbox.refused_seq is None


def test_a_refused_number_may_be_used_again(sender: Sender):
    """Only what stands counts for the order: one bad value must not lock the sender out."""
    assert not sender.take(sender.frame(6, velocity=(99.0, 0.0)))
    assert sender.take(sender.frame(6))


def test_a_byte_identical_repeat_is_counted_and_feeds_nothing(sender: Sender):
    frame = sender.frame(0)
    assert sender.take(frame, now=1.0)
    assert not any(sender.take(frame, now=2.0) for _ in range(3))
    assert sender.inbox.counts == {"repeat": 3}
    assert (sender.inbox.accepted_at, sender.inbox.refused_reason) == (1.0, None)


def test_reordered_commands_end_with_the_newest(sender: Sender):
    first, second, third = (sender.frame(seq, velocity=(0.1 * seq, 0.0)) for seq in range(3))
    assert [sender.take(frame) for frame in (first, third, second)] == [True, True, False]
    assert sender.inbox.standing is not None
    assert sender.inbox.standing.seq == 2


def test_answered_never_goes_back(sender: Sender):
    sender.take(sender.frame(0, answers=TICK))
    sender.take(sender.frame(1, answers=TICK - 1))
    assert sender.inbox.answered == TICK


def test_a_refused_answer_is_an_answer(sender: Sender):
    """Lockstep must not wait for a second one."""
    sender.take(sender.frame(0, velocity=(99.0, 0.0)))
    assert (sender.inbox.answered, sender.inbox.standing) == (TICK, None)


@pytest.mark.parametrize("token", [b"", b"wrong", b"\0" * 16], ids=["missing", "wrong", "zeros"])
def test_without_the_token_a_frame_commands_nothing_and_gets_no_publicity(sender: Sender, token):
    assert sender.take(sender.frame(5))
    assert not sender.take(sender.frame(6, token=token), now=2.0)
    inbox = sender.inbox
    assert inbox.counts == {"no_lease": 1}
    assert (inbox.refused_seq, inbox.refused_reason) == (None, None)
    assert (inbox.accepted_at, inbox.standing.seq) == (1.0, 5)


def test_a_left_over_control_of_an_earlier_run_with_the_same_session_commands_nothing(sender):
    left_over = sender.frame(500)
    sender.lease.end()
    sender.inbox.forget()
    token = sender.lease.acquire("the new one")
    assert not sender.take(left_over)
    assert sender.inbox.answered == -1
    assert sender.take(sender.frame(0, token=token))


def test_without_a_holder_nothing_commands(sender: Sender):
    sender.lease.end()
    assert not sender.take(sender.frame(0))
    assert not sender.take(sender.frame(1, token=b""))


def test_a_new_holder_starts_its_own_numbers(sender: Sender):
    assert sender.take(sender.frame(900))
    sender.inbox.forget()
    assert sender.inbox.standing is None
    assert sender.inbox.accepted_at is None
    assert sender.take(sender.frame(0))


def test_the_same_frame_after_the_lease_changed_is_no_repeat(sender: Sender):
    frame = sender.frame(0)
    assert sender.take(frame)
    sender.inbox.forget()
    assert sender.take(frame)
