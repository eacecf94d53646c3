"""Which readings count. Not covered: nothing."""

from dataclasses import replace

import pytest

from control.estimation.wheel_readings import sensor_value, wheel_readings
from firmware_bridge.driver import Health, SensorReading


def test_angles_become_distances_at_the_rim(bench_robot, readings):
    turned = replace(readings, position=(2.0, -1.0), velocity=(0.5, 0.25))
    found = wheel_readings(bench_robot, turned)
    assert found == pytest.approx((0.054, -0.027, 0.0135, 0.00675))


@pytest.mark.parametrize(
    "change",
    [
        {"position": (None, 0.0)},
        {"velocity": (0.0, None)},
        {"health": (Health.OK, Health.STALE)},
        {"ages": {"position": (0.0, 0.05), "velocity": (0.0, 0.0)}},
        {"ages": {"position": (0.0, 0.0), "velocity": (0.05, 0.0)}},
    ],
)
def test_one_that_is_missing_or_old_takes_both(bench_robot, readings, change):
    assert wheel_readings(bench_robot, replace(readings, **change)) is None


def test_a_limp_joint_still_has_an_encoder(bench_robot, readings):
    assert wheel_readings(bench_robot, replace(readings, health=(Health.LIMP, Health.OK)))


def test_a_driver_without_ages_is_believed(bench_robot, readings):
    assert wheel_readings(bench_robot, replace(readings, ages={}))


@pytest.mark.parametrize(
    ("reading", "value"),
    [
        (SensorReading(3.0, "Pa", 0.0), 3.0),
        (SensorReading(0.0, "Pa", None), 0.0),
        (SensorReading(3.0, "Pa", 0.05), None),
        (SensorReading(None, "Pa", None), None),
    ],
)
def test_sensors(bench_robot, readings, reading, value):
    assert sensor_value(bench_robot, replace(readings, sensors={"p": reading}), "p") == value
    assert sensor_value(bench_robot, replace(readings, sensors={}), "p") is None
