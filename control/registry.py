"""Which controller a robot gets, by its kind."""

from collections.abc import Mapping

from config import Robot
from control.climber import ClimberController
from control.controller import Controller
from control.path_check import check_path


def make_controller(
    robot: Robot, facts: Mapping[str, str], *, allow_infeasible_grip: bool = False
) -> Controller:
    """The controller of a robot, once its job is known to be possible.

    `facts` is what the node says of its hardware (`contact`: how its wheels hold, if simulated).

    Raises:
        InfeasiblePath: the path asks for more than the robot has.
    """
    check_path(
        robot, contact=facts.get("contact", "real"), allow_infeasible_grip=allow_infeasible_grip
    )
    return ClimberController(robot)
