"""Meeting the first command: refused when too far, else ramped from what the joint does.

Not covered: when a command is a first one again (test_supervisor: after arming).
"""

from collections.abc import Callable
from typing import Any

import pytest

from config.robot import Approach
from firmware_bridge.approach import Ramp
from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import HardwareState, Mode

APPROACH = Approach(duration=0.1, refuse_distance=0.5, refuse_speed=2.0, refuse_effort=1.0)
POSITION, VELOCITY, EFFORT, OFF = Mode.POSITION, Mode.VELOCITY, Mode.EFFORT, Mode.OFF


@pytest.fixture
def ramp(two_joints: Callable[..., Any]) -> Ramp:
    return Ramp(APPROACH, two_joints())


@pytest.fixture
def here(measured: Callable[..., HardwareState]) -> HardwareState:
    return measured(position=(1.0, -1.0), velocity=(0.5, -0.5))


def command(modes: Any, **goals: Any) -> Command:
    values: dict[str, Any] = {
        key: goals.get(key, (None, None)) for key in ("position", "velocity", "effort")
    }
    modes = modes if isinstance(modes, tuple) else (modes, modes)
    return Command("s", 0, 0, 0.0, b"", ("right_wheel", "left_wheel"), modes, **values)


@pytest.mark.parametrize(
    ("mode", "goals"),
    [
        (POSITION, {"position": (1.5, -1.5)}),
        (VELOCITY, {"velocity": (2.5, -2.5)}),
        (EFFORT, {"effort": (1.0, -1.0)}),
        (OFF, {}),
    ],
)
def test_a_first_command_within_the_distance_is_met(ramp: Ramp, here, mode, goals):
    ramp.admit(command(mode, **goals), here)


@pytest.mark.parametrize(
    ("mode", "goals", "field"),
    [
        (POSITION, {"position": (1.51, -1.0)}, "position[right_wheel]"),
        (POSITION, {"position": (1.0, -1.51)}, "position[left_wheel]"),
        (VELOCITY, {"velocity": (0.5, 1.51)}, "velocity[left_wheel]"),
        (VELOCITY, {"velocity": (-1.51, -0.5)}, "velocity[right_wheel]"),
        (EFFORT, {"effort": (0.0, -1.01)}, "effort[left_wheel]"),
        (EFFORT, {"effort": (1.01, 0.0)}, "effort[right_wheel]"),
    ],
)
def test_a_first_command_beyond_it_is_refused_by_name(ramp: Ramp, here, mode, goals, field):
    with pytest.raises(MessageError, match="a first command of") as caught:
        ramp.admit(command(mode, **goals), here)
    assert caught.value.field == field


@pytest.mark.parametrize("mode", [POSITION, VELOCITY])
def test_what_was_never_measured_cannot_be_approached(ramp: Ramp, measured, mode):
    blind = measured(position=(None, 0.0), velocity=(None, 0.0))
    with pytest.raises(MessageError, match="never measured"):
        ramp.admit(command(mode, position=(0.0, 0.0), velocity=(0.0, 0.0)), blind)


def test_an_effort_needs_no_measurement(ramp: Ramp, measured):
    ramp.admit(command(EFFORT, effort=(0.5, 0.5)), measured(position=(None, None)))


@pytest.mark.parametrize(
    ("mode", "key", "start", "goal"),
    [
        (POSITION, "position", (1.0, -1.0), (1.4, -0.8)),
        (VELOCITY, "velocity", (0.5, -0.5), (-0.5, 1.5)),
        (EFFORT, "effort", (0.0, 0.0), (0.8, -0.4)),
    ],
)
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0, 2.0])
def test_the_blend_is_linear_from_what_is_to_what_is_asked(
    ramp: Ramp, here, mode, key, start, goal, share
):
    asked = command(mode, **{key: goal})
    ramp.apply(asked, here, 10.0)
    written = ramp.apply(asked, here, 10.0 + share * APPROACH.duration)
    blend = min(share, 1.0)
    expected = tuple(a + blend * (b - a) for a, b in zip(start, goal, strict=True))
    assert getattr(written, key) == pytest.approx(expected)
    assert written.mode == (mode, mode)


def test_the_ramp_starts_where_the_robot_was_not_where_it_has_got_to(ramp: Ramp, here, measured):
    asked = command(POSITION, position=(1.4, -1.0))
    ramp.apply(asked, here, 0.0)
    moved = measured(position=(1.3, -1.0))
    assert ramp.apply(asked, moved, 0.05).position[0] == pytest.approx(1.2)


def test_after_the_ramp_commands_pass_unchanged_and_unjudged(ramp: Ramp, here):
    ramp.apply(command(EFFORT, effort=(0.1, 0.1)), here, 0.0)
    far = command(EFFORT, effort=(1.4, -1.4))
    ramp.admit(far, here)
    assert ramp.apply(far, here, 0.2).effort == (1.4, -1.4)


def test_off_is_no_first_command(ramp: Ramp, here):
    """A commander must not get round the approach by saying off first."""
    off = command(OFF)
    assert ramp.apply(off, here, 0.0).mode == (OFF, OFF)
    ramp.apply(off, here, 1.0)
    with pytest.raises(MessageError):
        ramp.admit(command(EFFORT, effort=(1.4, 0.0)), here)
    assert ramp.apply(command(EFFORT, effort=(0.8, 0.8)), here, 1.0).effort == (0.0, 0.0)


def test_a_joint_that_was_off_is_met_anew_and_the_other_goes_on(ramp: Ramp, here):
    both = command(EFFORT, effort=(0.8, 0.8))
    ramp.apply(both, here, 0.0)
    ramp.apply(command((OFF, EFFORT), effort=(None, 0.8)), here, 1.0)
    assert ramp.apply(both, here, 2.0).effort == (0.0, 0.8)


def test_a_reset_makes_the_next_command_a_first_one(ramp: Ramp, here):
    asked = command(EFFORT, effort=(0.8, 0.8))
    ramp.apply(asked, here, 0.0)
    ramp.reset()
    assert ramp.apply(asked, here, 5.0).effort == (0.0, 0.0)
    ramp.reset()
    with pytest.raises(MessageError):
        ramp.admit(command(EFFORT, effort=(1.4, 0.0)), here)


def test_a_value_that_is_missing_stays_missing(ramp: Ramp, here):
    written = ramp.apply(command(EFFORT, effort=(0.8, 0.8)), here, 0.0)
    assert (written.position, written.velocity) == ((None, None), (None, None))
