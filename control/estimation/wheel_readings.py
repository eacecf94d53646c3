"""What of a state the estimator may believe: readings that are there and fresh."""

from typing import NamedTuple

from config.robot import WheeledClimber
from firmware_bridge.driver import HardwareState, Health

_FRESH = 2.0  # periods: a reading repeated for longer would look like a robot that stood still


class WheelReadings(NamedTuple):
    """Both sides at once, as distances at the rim: right and left, m and m/s."""

    right: float
    left: float
    right_speed: float
    left_speed: float


def wheel_readings(robot: WheeledClimber, hardware: HardwareState) -> WheelReadings | None:
    """The wheels' readings, or None unless both sides have a fresh position and speed.

    A joint that shut itself down (limp) is still read: its encoder works.
    """
    limit = _FRESH * robot.node.period
    positions, speeds = hardware.ages.get("position"), hardware.ages.get("velocity")
    for side in range(2):
        if hardware.health[side] is Health.STALE:
            return None
        if positions and (positions[side] or 0.0) > limit:
            return None
        if speeds and (speeds[side] or 0.0) > limit:
            return None
    right, left = hardware.position
    right_speed, left_speed = hardware.velocity
    if right is None or left is None or right_speed is None or left_speed is None:
        return None
    radius = robot.wheels.radius
    return WheelReadings(radius * right, radius * left, radius * right_speed, radius * left_speed)


def sensor_value(robot: WheeledClimber, hardware: HardwareState, name: str) -> float | None:
    """A sensor's value, or None if it is missing, was never read, or is stale."""
    reading = hardware.sensors.get(name)
    if reading is None or reading.value is None:
        return None
    if reading.age is not None and reading.age > _FRESH * robot.node.period:
        return None
    return reading.value
