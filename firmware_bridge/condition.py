"""The condition of a robot, judged from one measurement: what is stale, lost, low or at rest."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from config import Robot
from firmware_bridge.driver import HardwareInfo, HardwareState, Health, SensorReading

AT_REST = 0.02  # rad/s: below this a joint stands
PRESSURE_STALE = 0.5  # s after which a suction pressure that is not read again counts as unknown

_CHANNELS = ("position", "velocity", "effort", "load", "voltage", "temperature")
_MOTION = ("position", "velocity")  # the register groups whose silence makes a joint stale


class Loss(NamedTuple):
    """Something lost or low: its line in the reaction table, the joint (or ""), and the words."""

    line: str
    joint: str
    message: str
    remedy: str


def judged(hardware: HardwareState, stale_after: float) -> HardwareState:
    """The measurement with NaN and infinity made missing, and silent joints marked stale."""
    hardware = _finite(hardware)
    health = tuple(
        Health.STALE if state is Health.OK and _silent(hardware, index, stale_after) else state
        for index, state in enumerate(hardware.health)
    )
    return hardware if health == hardware.health else replace(hardware, health=health)


def stands(hardware: HardwareState) -> bool:
    """Whether every joint is known to stand: a stale joint may do anything."""
    return all(
        speed is not None and abs(speed) < AT_REST and health is not Health.STALE
        for speed, health in zip(hardware.velocity, hardware.health, strict=True)
    )


def losses(robot: Robot, info: HardwareInfo, hardware: HardwareState) -> Iterator[Loss]:
    """What a judged measurement shows to be lost or low."""
    for joint, health in zip(info.joint_names, hardware.health, strict=True):
        if health is Health.STALE:
            silence = f"{joint} has not answered for {robot.node.joint_stale_after:g} s"
            yield Loss("joint_stale", joint, silence, "look at its cable, power and id")
        elif health is Health.LIMP:
            remedy = "remove the cause of the overload, then clear"
            yield Loss("joint_limp", joint, f"{joint} has shut itself down", remedy)
    low = low_pressure(robot, hardware)
    if low:
        yield Loss("low_pressure", "", low, "look at pump, hose and seal; then clear and arm")


def low_pressure(robot: Robot, hardware: HardwareState) -> str | None:
    """What is wrong with the suction pressure; None if nothing is, or nothing measures it."""
    reading = hardware.sensors.get("suction_pressure")
    least = robot.suction.minimum_pressure
    if reading is None:
        return None
    if reading.value is None:
        return "the suction pressure was never read"
    if reading.age is None or reading.age > PRESSURE_STALE:
        return f"the suction pressure was not read for {PRESSURE_STALE:g} s"
    if reading.value < least:
        left = hold_time(robot, reading.value)
        held = f"it still holds for about {left:.1f} s" if left > 0.0 else "it may slide now"
        return f"suction pressure is {reading.value:.0f} Pa, below {least:.0f} Pa: {held}"
    return None


def hold_time(robot: Robot, pressure: float) -> float:
    """How long a braked robot still holds if its pump is off from now on, s; 0 if it may slide.

    P exp(-t / decay_time) falls to the holding pressure at t = decay_time ln(P / P_hold), with the
    worst decay time that the robot file assumes.
    """
    if pressure <= robot.holding_pressure:
        return 0.0
    return float(robot.suction.decay_time) * math.log(pressure / robot.holding_pressure)


def why_not_arm(robot: Robot, info: HardwareInfo, hardware: HardwareState) -> str | None:
    """What in the robot's condition forbids torque; None if nothing does."""
    cycle, limit = info.bus_cycle, robot.node.command_timeout / 3
    if cycle is not None and cycle > limit:
        return (
            f"one bus cycle takes {cycle * 1e3:.1f} ms, more than a third of the command "
            f"time-out ({limit * 1e3:.1f} ms); raise the baud rate or the time-out"
        )
    measured = zip(info.joint_names, hardware.position, hardware.velocity, strict=True)
    unread = [name for name, *values in measured if None in values]
    if unread:
        return f"never read: {', '.join(unread)}; look at cables, power and ids"
    for loss in losses(robot, info, hardware):
        return f"{loss.message}; {loss.remedy}"
    return None


def _silent(hardware: HardwareState, index: int, stale_after: float) -> bool:
    ages = [hardware.ages[group][index] for group in _MOTION if group in hardware.ages]
    return any(age is None or age > stale_after for age in ages)


def _finite(hardware: HardwareState) -> HardwareState:
    """A driver that measures NaN has measured nothing."""
    found: dict[str, Any] = {}
    for channel in _CHANNELS:
        values = getattr(hardware, channel)
        if not all(value is None or math.isfinite(value) for value in values):
            found[channel] = tuple(map(_known, values))
    sensors = {
        name: SensorReading(_known(reading.value), reading.unit, _known(reading.age))
        for name, reading in hardware.sensors.items()
    }
    ages = {group: tuple(map(_known, ages)) for group, ages in hardware.ages.items()}
    return replace(hardware, sensors=sensors, ages=ages, **found)


def _known(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
