"""Reactions as set-points.

Not covered: what a servo or board makes of a mode (the drivers' tests).
"""

from collections.abc import Callable
from typing import Any

import pytest

from config import Reaction
from firmware_bridge.driver import Mode, Setpoints
from firmware_bridge.reactions import present_setpoints, reaction_setpoints

POSITION, BRAKE = Mode.POSITION, Mode.BRAKE
WHEELS = frozenset({Mode.VELOCITY, Mode.EFFORT, Mode.OFF})


def goals(*values: float, mode: Mode = POSITION) -> Setpoints:
    return Setpoints((mode,) * 2, values, (None, None), (None, None))


@pytest.mark.parametrize(
    ("reaction", "mode"),
    [
        (Reaction.BRAKE, Mode.BRAKE),
        (Reaction.DAMP, Mode.DAMP),
        (Reaction.COAST, Mode.COAST),
        (Reaction.OFF, Mode.OFF),
    ],
)
@pytest.mark.parametrize("before", [None, goals(1.0, 1.0)], ids=["nothing before", "goal before"])
def test_all_but_hold_are_a_mode_of_their_own_without_values(
    two_joints: Callable[..., Any], measured, reaction, mode, before
):
    written = reaction_setpoints(reaction, two_joints(), measured(), before)
    assert written.mode == (mode, mode)
    assert {*written.position, *written.velocity, *written.effort} == {None}


def test_hold_keeps_the_last_goal_not_the_present_place(two_joints, measured):
    sagging = measured(position=(0.9, -0.9))
    written = reaction_setpoints(Reaction.HOLD, two_joints(), sagging, goals(1.0, -1.0))
    assert (written.mode, written.position) == ((POSITION,) * 2, (1.0, -1.0))


def test_hold_without_a_goal_keeps_the_measured_place(two_joints, measured):
    state = measured(position=(0.4, -0.4))
    for before in (None, Setpoints.all(Mode.VELOCITY, 2)):
        written = reaction_setpoints(Reaction.HOLD, two_joints(), state, before)
        assert (written.mode, written.position) == ((POSITION,) * 2, (0.4, -0.4))


def test_hold_does_not_follow_a_joint_that_gives_way(two_joints, measured):
    joints = two_joints()
    first = reaction_setpoints(Reaction.HOLD, joints, measured(position=(0.4, 0.4)), None)
    later = reaction_setpoints(Reaction.HOLD, joints, measured(position=(0.1, 0.1)), first)
    assert later.position == (0.4, 0.4)


def test_hold_brakes_a_joint_that_cannot_hold_a_position(two_joints, measured):
    written = reaction_setpoints(Reaction.HOLD, two_joints(WHEELS), measured(), None)
    assert (written.mode, written.position) == ((BRAKE,) * 2, (None, None))


def test_b07_hold_never_takes_an_unknown_place_for_zero(two_joints, measured):
    state = measured(position=(None, 0.3))
    written = reaction_setpoints(Reaction.HOLD, two_joints(), state, None)
    assert (written.mode, written.position) == ((BRAKE, POSITION), (None, 0.3))


def test_b19_present_setpoints_are_the_measured_place(two_joints, measured):
    written = present_setpoints(two_joints(), measured(position=(0.613, -0.2)))
    assert (written.mode, written.position) == ((POSITION,) * 2, (0.613, -0.2))
