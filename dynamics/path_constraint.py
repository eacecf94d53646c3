"""The four rows that hold a wheeled climber on a path.

Three of them are independent: on the path, the no-slip row follows from the first two. Without the
fourth the heading's acceleration would be undetermined, although no-slip and path together fix the
heading itself: heading = atan2(y', x'). Its acceleration therefore takes the path's third
derivative (`flat_output`), which the two path rows alone do not know.
"""

from math import cos, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class ConstraintRows(NamedTuple):
    """Rows A a = b on the accelerations of x, y, heading."""

    matrix: NDArray[np.float64]
    """A. Shape (4, 3)."""
    rhs: NDArray[np.float64]
    """b, m/s² and rad/s². Shape (4,)."""


def constraint_rows(
    heading: float,
    velocity: ArrayLike,
    path_acceleration: ArrayLike,
    heading_acceleration: float,
) -> ConstraintRows:
    """Rows x, y (path), no-slip (physical) and heading (servo), in this order.

    No-slip is s x' - c y' = 0 differentiated: s x'' - c y'' = -heading' (c x' + s y').

    The rows agree with each other on the path only. A stabilising term added to the path's
    acceleration off the path is in part a lateral command that wheels cannot follow: the residual
    of `solve` then tells how much of no-slip was broken. Steer a point ahead of the axle instead.

    Parameters
    ----------
    heading
        rad
    velocity
        Rates of x, y, heading, m/s and rad/s. Shape (3,).
    path_acceleration
        Reference acceleration of x and y, m/s². Shape (2,).
    heading_acceleration
        Reference acceleration of the heading, rad/s².
    """
    c, s = cos(heading), sin(heading)
    x_dot, y_dot, omega = np.asarray(velocity, dtype=np.float64).tolist()
    x_ddot, y_ddot = np.asarray(path_acceleration, dtype=np.float64).tolist()
    matrix = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [s, -c, 0.0], [0.0, 0.0, 1.0]])
    rhs = np.array([x_ddot, y_ddot, -omega * (c * x_dot + s * y_dot), heading_acceleration])
    return ConstraintRows(matrix, rhs)
