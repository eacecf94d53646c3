"""Every robot file reacts to low pressure while it still holds, and holds long enough to stop.

Not covered: how long a robot takes to stop; the runs with failing pumps show that.
"""

import pytest

from config import load_robot, robot_names
from control.climber_model import climber_dynamics
from dynamics import hold_time, least_pressure_parked

SAFETY = 1.5
SECONDS_LEFT = {"wheeled_climber": 0.53, "wheeled_climber_bench": 0.59}  # as the files say


@pytest.mark.parametrize("name", robot_names())
def test_low_pressure_is_met_before_the_hold_is_gone(name):
    robot = load_robot(name)
    suction = robot.suction
    assert suction.minimum_pressure > least_pressure_parked(climber_dynamics(robot), SAFETY)
    left = hold_time(climber_dynamics(robot), suction.minimum_pressure, 1.0 / suction.decay_time)
    assert left == pytest.approx(SECONDS_LEFT[name], abs=0.01)
    assert left > 4.0 * robot.node.command_timeout
