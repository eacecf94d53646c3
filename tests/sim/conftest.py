"""Robots, plants changed at one place, a clock of whole ticks and a publisher that keeps it all."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from config import Plant, Robot, load_plant, load_robot
from sim.climber_parameters import ClimberParameters
from sim.climber_plant import ClimberPlant

STEP = 0.5e-3


class Ticks:
    """Simulated time in whole periods."""

    def __init__(self, period: float) -> None:
        self.period, self.ticks = period, 0

    def now(self) -> float:
        return self.ticks * self.period

    def unix(self) -> float:
        return self.now()


class Kept:
    """Stands for `links.Publisher` and keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, float, float, Mapping[str, Any], int | None]] = []

    def send(
        self, stream: str, t: float, timestamp: float, message: Mapping[str, Any],
        seq: int | None = None,
    ) -> None:  # fmt: skip
        self.sent.append((stream, t, timestamp, message, seq))


@pytest.fixture(scope="session")
def robot() -> Robot:
    return load_robot("wheeled_climber_bench")


@pytest.fixture(scope="session")
def nominal(robot: Robot) -> Plant:
    return load_plant(robot)


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def ticks(robot: Robot) -> Ticks:
    return Ticks(robot.node.period)


@pytest.fixture(scope="session")
def vary() -> Callable[..., Plant]:
    """`vary(plant, motor={"resistance": 1.0}, contact="no_slip")`: a plant that differs there."""

    def varied(plant: Plant, **changes: Any) -> Plant:
        update = {
            name: getattr(plant, name).model_copy(update=change)
            if isinstance(change, dict) and name != "mounting"
            else change
            for name, change in changes.items()
        }
        return plant.model_copy(update=update)

    return varied


@pytest.fixture(scope="session")
def stand(robot: Robot, nominal: Plant) -> Callable[..., ClimberPlant]:
    """`stand(heading, mass=2.0)`: bench mechanics with parameters changed, at the origin."""

    def standing(heading: float = 0.0, **changes: Any) -> ClimberPlant:
        parameters = replace(ClimberParameters.of(robot, nominal), **changes)
        return ClimberPlant(parameters, STEP, 0.0, 0.0, heading)

    return standing
