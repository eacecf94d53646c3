"""The robots, gains changed at one place, and states made by hand."""

import os

# Matrices of 2 x 2: BLAS threads only make them wait for each other. As in the control process.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from config import Robot, load_robot
from firmware_bridge.contract import Safety, State
from firmware_bridge.driver import EffortQuality, HardwareState, Health, SensorReading

_DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="session")
def paper_robot() -> Robot:
    return load_robot("wheeled_climber")


@pytest.fixture(scope="session")
def vary() -> Callable[..., Robot]:
    """`vary(robot, path={"soft_start": 0.0})`: a robot that differs there."""

    def varied(robot: Robot, **changes: dict[str, Any]) -> Robot:
        return robot.model_copy(
            update={
                table: getattr(robot, table).model_copy(update=change)
                for table, change in changes.items()
            }
        )

    return varied


@pytest.fixture(scope="session")
def reference() -> Callable[[str], Any]:
    """`reference("wheeled_flat_reference")`: the numbers of tests/data."""
    return lambda name: json.loads((_DATA / f"{name}.json").read_text())


@pytest.fixture(scope="session")
def readings() -> HardwareState:
    """A bench robot at rest with all its sensors; change it with `dataclasses.replace`."""
    zero, fresh = (0.0, 0.0), (0.0, 0.0)
    return HardwareState(
        position=zero,
        velocity=zero,
        effort=zero,
        effort_quality=(EffortQuality.FROM_CURRENT,) * 2,
        load=zero,
        voltage=(12.0, 12.0),
        temperature=(None, None),
        fault=(0, 0),
        health=(Health.OK,) * 2,
        ages={"position": fresh, "velocity": fresh},
        sensors={
            "suction_pressure": SensorReading(5000.0, "Pa", 0.0),
            "gyro_yaw_rate": SensorReading(0.0, "rad/s", 0.0),
        },
    )


@pytest.fixture(scope="session")
def make_state(bench_robot: Robot, readings: HardwareState) -> Callable[..., State]:
    """`make_state(tick, Safety.RUNNING, velocity=(1.0, 1.0))`: a state of the bench robot."""

    def made(tick: int, safety: Safety = Safety.RUNNING, **changes: Any) -> State:
        t = tick * bench_robot.node.period
        hardware = replace(readings, **changes)
        return State("test", tick, t, t, safety, bench_robot.joint_names, hardware)

    return made
