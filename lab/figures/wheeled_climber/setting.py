"""The paper's robot on the paper's ellipse: what figures 2 to 13 are drawn of."""

from dataclasses import dataclass, replace
from functools import cache
from math import cos, pi, sin
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from config import load_robot
from control.climber_model import climber_dynamics
from control.path import EllipsePath, PathPoint
from dynamics import WheeledClimber

Array: TypeAlias = NDArray[np.float64]

DURATION = 20.0  # s, as in the paper


@dataclass(frozen=True)
class Setting:
    """x = a sin t, y = -b cos t (eq. 21), run at full speed from t = 0."""

    climber: WheeledClimber
    pressure: float
    """Pa below ambient, constant."""
    semi_axes: tuple[float, float]
    """a and b, m."""
    path: EllipsePath

    def position(self, t: float, order: int = 0) -> Array:
        """Point (x, y), or its derivative of an order (eq. 22: order 2), m and s. Shape (2,)."""
        phase = t + order * pi / 2.0
        a, b = self.semi_axes
        return np.array([a * sin(phase), -b * cos(phase)])

    def at(self, t: float) -> PathPoint:
        """Heading, velocities and accelerations that no-slip leaves on the path."""
        return self.path.at(t)

    def start(self) -> tuple[Array, Array]:
        """The paper's q and q_dot at t = 0: (0, -b, 0), (a, 0, b/a). They are consistent."""
        point = self.at(0.0)
        q = np.array([point.x, point.y, point.heading])
        return q, np.array([point.v, 0.0, point.omega])


@cache
def paper_setting() -> Setting:
    """The robot file `wheeled_climber`, without the soft start that a real stack needs."""
    robot = load_robot("wheeled_climber")
    ellipse = robot.path.model_copy(update={"soft_start": 0.0})
    return Setting(
        # Eq. 11 and assumption 5: the seal's friction acts at the robot's middle, without moment.
        climber=replace(climber_dynamics(robot), seal_radius=0.0),
        pressure=robot.suction.pressure,
        semi_axes=(ellipse.semi_axis_x, ellipse.semi_axis_y),
        path=EllipsePath(ellipse),
    )
