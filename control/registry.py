"""The controller of each kind of robot."""

from collections.abc import Mapping

from config import Robot
from config.robot import Start
from control.climber import ClimberController
from control.controller import Controller
from control.path_check import check_path


def make_controller(
    robot: Robot,
    facts: Mapping[str, str],
    *,
    allow_infeasible_grip: bool = False,
    start: Start | None = None,
) -> Controller:
    """The controller for a robot, after its path was found feasible.

    Args:
        robot: as its file says.
        facts: of the hardware, as its driver found them; `contact` is "no_slip" on ideal wheels.
        allow_infeasible_grip: drive a path beyond the wheels' grip, where wheels cannot slip.
        start: where the operator says it stands, if not where the file says.

    Raises:
        InfeasiblePath: naming what the path asks for and what there is.
    """
    check_path(
        robot,
        allow_infeasible_grip=allow_infeasible_grip,
        contact=facts.get("contact", "real"),
    )
    return ClimberController(robot, start)
