"""The robot's condition, judged from one measurement.

Not covered: what follows from a loss (test_supervisor).
"""

import math
from typing import Any

import pytest

from firmware_bridge import condition
from firmware_bridge.driver import HardwareInfo, Health, SensorReading

LIMIT = 0.1
OK, STALE, LIMP = Health.OK, Health.STALE, Health.LIMP


def info(joints: Any, state: Any, bus_cycle: float | None = None) -> HardwareInfo:
    return HardwareInfo("fake", joints, state, bus_cycle=bus_cycle)


@pytest.mark.parametrize("group", ["position", "velocity"])
@pytest.mark.parametrize(
    ("age", "health"), [(0.0, OK), (0.1, OK), (0.1001, STALE), (None, STALE), (math.nan, STALE)]
)
def test_a_joint_silent_past_its_limit_is_stale(measured, group, age, health):
    fresh = {"position": (0.0, 0.0), "velocity": (0.0, 0.0)}
    state = condition.judged(measured(ages=fresh | {group: (0.0, age)}), LIMIT)
    assert state.health == (OK, health)


def test_slow_groups_do_not_make_a_joint_stale(measured):
    ages = {"position": (0.0, 0.0), "temperature": (5.0, None)}
    assert condition.judged(measured(ages=ages), LIMIT).health == (OK, OK)


def test_a_driver_that_gives_no_ages_is_believed(measured):
    assert condition.judged(measured(ages={}), LIMIT).health == (OK, OK)


def test_what_the_driver_says_of_a_joint_is_kept(measured):
    state = measured(health=(LIMP, STALE), age=0.0)
    assert condition.judged(state, LIMIT).health == (LIMP, STALE)


@pytest.mark.parametrize("channel", ["position", "velocity", "effort", "load", "temperature"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_was_not_measured(measured, channel: str, value: float):
    state = condition.judged(measured(**{channel: (value, 1.0)}), LIMIT)
    assert getattr(state, channel) == (None, 1.0)


def test_a_sensor_that_reads_nan_has_read_nothing(measured):
    sensors = {"suction_pressure": SensorReading(math.nan, "Pa", math.nan)}
    state = condition.judged(measured(sensors=sensors), LIMIT)
    assert state.sensors["suction_pressure"] == SensorReading(None, "Pa", None)


@pytest.mark.parametrize(
    ("changes", "stands"),
    [
        ({}, True),
        ({"velocity": (0.019, -0.019)}, True),
        ({"velocity": (0.0, 0.02)}, False),
        ({"velocity": (-0.5, 0.0)}, False),
        ({"velocity": (0.0, None)}, False),
        ({"health": (OK, STALE)}, False),
        ({"health": (OK, LIMP)}, True),
    ],
    ids=str,
)
def test_a_robot_stands_only_if_every_joint_is_known_to(measured, changes, stands):
    assert condition.stands(measured(**changes)) is stands


@pytest.mark.parametrize(
    ("reading", "problem"),
    [
        (SensorReading(5000.0, "Pa", 0.0), None),
        (SensorReading(3000.0, "Pa", 0.0), None),
        (SensorReading(2999.0, "Pa", 0.0), "suction pressure is 2999 Pa, below 3000 Pa"),
        (SensorReading(-1.0, "Pa", 0.0), "below 3000 Pa"),
        (SensorReading(None, "Pa", None), "never read"),
        (SensorReading(5000.0, "Pa", 0.51), "not read for 0.5 s"),
        (SensorReading(5000.0, "Pa", None), "not read for 0.5 s"),
    ],
    ids=str,
)
def test_low_pressure(bench_robot, measured, reading, problem):
    found = condition.low_pressure(bench_robot, measured(sensors={"suction_pressure": reading}))
    assert found is None if problem is None else problem in str(found)


def test_a_robot_without_the_sensor_has_no_pressure_to_lose(bench_robot, measured):
    assert condition.low_pressure(bench_robot, measured(sensors={})) is None


def test_losses_name_line_joint_and_remedy(bench_robot, two_joints, measured):
    state = measured(health=(STALE, LIMP), pressure=100.0)
    found = list(condition.losses(bench_robot, info(two_joints(), state), state))
    assert [(loss.line, loss.joint) for loss in found] == [
        ("joint_stale", "right_wheel"),
        ("joint_limp", "left_wheel"),
        ("low_pressure", ""),
    ]
    assert all(loss.message and loss.remedy for loss in found)


def test_a_well_robot_has_lost_nothing(bench_robot, two_joints, measured):
    state = measured()
    assert not list(condition.losses(bench_robot, info(two_joints(), state), state))
    assert condition.why_not_arm(bench_robot, info(two_joints(), state), state) is None


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"position": (None, None)}, "never read: right_wheel, left_wheel"),
        ({"velocity": (0.0, None)}, "never read: left_wheel"),
        ({"health": (STALE, OK)}, "right_wheel has not answered for 0.1 s"),
        ({"health": (OK, LIMP)}, "left_wheel has shut itself down"),
        ({"pressure": 100.0}, "below 3000 Pa"),
        ({"pressure": None}, "never read"),
    ],
    ids=str,
)
def test_what_forbids_torque_is_named(bench_robot, two_joints, measured, changes, reason):
    state = measured(**changes)
    assert reason in str(condition.why_not_arm(bench_robot, info(two_joints(), state), state))


@pytest.mark.parametrize(("cycle", "refused"), [(None, False), (0.0333, False), (0.0334, True)])
def test_a_bus_cycle_above_a_third_of_the_time_out_forbids_torque(
    bench_robot, two_joints, measured, cycle, refused
):
    found = condition.why_not_arm(bench_robot, info(two_joints(), measured(), cycle), measured())
    assert found is None if not refused else "more than a third of the command time-out" in found
