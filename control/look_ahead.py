"""The path law: a point ahead of the axle follows the same point of the reference.

A wheeled robot cannot be pushed sideways, so its own x and y must not be stabilised as if they were
free. The point p = (x + l cos, y + l sin) can move in any direction at once, and taking its
reference l ahead along the reference heading leaves no bias. The heading follows by itself as long
as the reference drives forward: its error decays with v / l.
"""

from math import cos, hypot, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from config.robot import Controller
from control.path import PathPoint


class ServoRows(NamedTuple):
    """Rows A (v_dot, omega_dot) = b that hold the look-ahead point on its reference."""

    matrix: NDArray[np.float64]
    """A = [[c, -l s], [s, l c]], det A = l. Shape (2, 2)."""
    rhs: NDArray[np.float64]
    """b, m/s². Shape (2,)."""


class LookAhead:
    """Servo constraint e_dd + 2 alpha e_d + alpha² e = 0 on e = p - p_r, with limits.

    Two limits keep a large error from asking for more than grip and motors have. The error's part
    is cut to the size at which the point closes in with `max_closing_speed` w:
    -2 alpha (e_d + alpha/2 e) drives e_d towards -alpha/2 e, so |e| counts up to 2 w / alpha. The
    whole correction is cut to `max_correction`. Both keep the direction.
    """

    def __init__(self, gains: Controller) -> None:
        self._l = gains.look_ahead
        self._alpha = gains.stabilisation
        self._max_correction = gains.max_correction
        self._reach = 2.0 * gains.max_closing_speed / gains.stabilisation

    def rows(
        self, x: float, y: float, heading: float, v: float, omega: float, reference: PathPoint
    ) -> ServoRows:
        """The rows at a pose (m, m, rad) and velocities (m/s, rad/s).

        p_dd = R(heading) (v_dot - l omega², l omega_dot + v omega); what does not hold the
        accelerations goes to the right-hand side.
        """
        l, alpha = self._l, self._alpha  # noqa: E741 - the paper's symbol
        c, s = cos(heading), sin(heading)
        c_r, s_r = cos(reference.heading), sin(reference.heading)
        v_r, omega_r = reference.v, reference.omega
        forward = reference.v_dot - l * omega_r * omega_r
        across = l * reference.omega_dot + v_r * omega_r

        e_x = x + l * c - reference.x - l * c_r
        e_y = y + l * s - reference.y - l * s_r
        rate_x = v * c - l * omega * s - v_r * c_r + l * omega_r * s_r
        rate_y = v * s + l * omega * c - v_r * s_r - l * omega_r * c_r
        near = _share(hypot(e_x, e_y), self._reach)
        u_x = -alpha * (2.0 * rate_x + alpha * near * e_x)
        u_y = -alpha * (2.0 * rate_y + alpha * near * e_y)
        within = _share(hypot(u_x, u_y), self._max_correction)
        return ServoRows(
            np.array(((c, -l * s), (s, l * c))),
            np.array(
                (
                    forward * c_r - across * s_r + within * u_x + omega * (l * omega * c + v * s),
                    forward * s_r + across * c_r + within * u_y + omega * (l * omega * s - v * c),
                )
            ),
        )


def _share(size: float, limit: float) -> float:
    """The factor that cuts a vector of this size to the limit."""
    return limit / size if size > limit else 1.0
