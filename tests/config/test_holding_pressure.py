"""The holding pressure of a robot file is the number that dynamics derives.

Does not cover when a plant really slides: tests/sim does.
"""

import pytest

from config import load_robot, robot_names
from control.climber_model import climber_dynamics
from dynamics import least_pressure_parked


@pytest.mark.parametrize("name", robot_names())
def test_holding_pressure_is_that_of_dynamics(name: str) -> None:
    robot = load_robot(name)
    assert robot.holding_pressure == pytest.approx(least_pressure_parked(climber_dynamics(robot)))
    assert robot.holding_pressure < robot.suction.minimum_pressure


def test_paper_robot_by_hand() -> None:
    assert load_robot("wheeled_climber").holding_pressure == pytest.approx(1021.875)
