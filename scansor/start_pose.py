"""The `--start` option: where the operator says that the robot stands."""

from config import Robot, ScansorError
from config.robot import Start


def with_start(robot: Robot, start: str | None) -> Robot:
    """The robot, standing where the operator says (`X,Y,HEADING` in m, m, rad)."""
    if start is None:
        return robot
    try:
        x, y, heading = (float(part) for part in start.split(","))
        pose = Start(x=x, y=y, heading=heading)
    except ValueError:
        raise ScansorError(
            f"--start {start!r} is not a pose; write X,Y,HEADING in m, m, rad, as 0,-0.175,0"
        ) from None
    return robot.model_copy(update={"start": pose})
