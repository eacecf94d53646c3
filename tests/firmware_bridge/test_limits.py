"""Limits of each joint: modes it has, magnitudes, and the way back into its range.

Not covered: where the limits come from (the driver's JointInfo).
"""

from typing import Any

import pytest

from firmware_bridge.contract import Command, MessageError
from firmware_bridge.driver import JointInfo, Mode
from firmware_bridge.limits import check_limits

SHOULDER = JointInfo(
    "shoulder", "servo", frozenset({Mode.POSITION, Mode.EFFORT}), 5.0, 1.0, -2.0, 1.5
)


def command(mode: Mode, **goals: float) -> Command:
    values: dict[str, Any] = {key: (goals.get(key),) for key in ("position", "velocity", "effort")}
    return Command("s", 0, 0, 0.0, b"", ("shoulder",), (mode,), **values)


def check(mode: Mode, measured: float | None = 0.0, **goals: float) -> None:
    check_limits(command(mode, **goals), [SHOULDER], [measured])


@pytest.mark.parametrize(
    ("measured", "goal"),
    [(0.0, -2.0), (0.0, 1.5), (-2.09, -1.9), (-2.09, -2.05), (1.6, 1.55), (None, 1.0)],
)
def test_b28_a_goal_in_range_or_on_the_way_back_is_fine(measured: float | None, goal: float):
    check(Mode.POSITION, measured, position=goal)


@pytest.mark.parametrize(
    ("measured", "goal"),
    [(-2.09, -2.2), (-2.09, 1.6), (0.0, -2.001), (0.0, 1.501), (1.6, 1.7), (1.6, -2.1),
     (None, -2.1), (None, 1.6), (-2.09, -2.09)],
)  # fmt: skip
def test_b28_a_goal_further_out_is_refused_with_joint_value_and_range(measured, goal):
    with pytest.raises(MessageError) as caught:
        check(Mode.POSITION, measured, position=goal)
    assert caught.value.field == "position[shoulder]"
    assert f"{goal:.6g} is beyond -2 to 1.5" in str(caught.value)


@pytest.mark.parametrize("key", ["velocity", "effort"])
@pytest.mark.parametrize("sign", [-1, 1])
def test_magnitudes_are_limited_on_both_sides(key: str, sign: int):
    limit = {"velocity": 5.0, "effort": 1.0}[key]
    check(Mode.EFFORT, effort=0.0, **({} if key == "effort" else {key: sign * limit}))
    with pytest.raises(MessageError) as caught:
        check(Mode.EFFORT, **({"effort": 0.0} | {key: sign * limit * 1.001}))
    assert caught.value.field == f"{key}[shoulder]"


def test_values_that_the_mode_does_not_use_are_limited_too():
    with pytest.raises(MessageError):
        check(Mode.POSITION, position=0.0, effort=99.0)


def test_a_mode_that_the_joint_lacks_is_refused_with_those_it_has():
    with pytest.raises(MessageError, match="this joint has: effort, position") as caught:
        check(Mode.VELOCITY, velocity=0.0)
    assert caught.value.field == "mode[shoulder]"


def test_off_is_had_by_every_joint():
    check(Mode.OFF)


def test_a_joint_without_range_takes_any_position():
    wheel = JointInfo("wheel", "servo", frozenset({Mode.POSITION}), 5.0, 1.0)
    check_limits(command(Mode.POSITION, position=1e6), [wheel], [None])
