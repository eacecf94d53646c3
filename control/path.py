"""Path references: where the robot shall be, and with which velocities and accelerations."""

from math import atan2, cos, sin, tau
from typing import NamedTuple

from config.robot import Ellipse
from control.soft_start import soft_start
from dynamics import flat_motion


class PathPoint(NamedTuple):
    """The reference at one time; the robot's middle on the path, its heading along the tangent."""

    x: float
    """m"""
    y: float
    """m"""
    heading: float
    """Tangent angle, unwrapped: it grows by 2 pi per lap, and is defined at standstill, rad."""
    v: float
    """m/s"""
    omega: float
    """rad/s"""
    v_dot: float
    """m/s²"""
    omega_dot: float
    """rad/s²; it takes the path's third derivative."""


class EllipsePath:
    """x = a sin(phase), y = -b cos(phase), phase = phase0 + rate s(t), counter-clockwise.

    Args:
        ellipse: semi-axes (m), rate (rad/s) and duration of the soft start (s).
        phase: where on the ellipse it begins, rad.
    """

    def __init__(self, ellipse: Ellipse, phase: float = 0.0) -> None:
        self._a, self._b = ellipse.semi_axis_x, ellipse.semi_axis_y
        self._rate, self._soft_start = ellipse.rate, ellipse.soft_start
        self._phase = phase

    @property
    def duration(self) -> float:
        """From rest until the ellipse is closed, s."""
        return tau / self._rate + 0.5 * self._soft_start

    def phase(self, t: float) -> float:
        """The phase at time `t` (s) after the start, rad."""
        return self._phase + self._rate * soft_start(t, self._soft_start).time

    def at(self, t: float) -> PathPoint:
        """The reference at time `t` (s) after the start, by the chain rule over the phase."""
        run = soft_start(t, self._soft_start)
        phase = self._phase + self._rate * run.time
        a, b, c, s = self._a, self._b, cos(phase), sin(phase)
        motion = flat_motion(
            (a * c, b * s),
            (-a * s, b * c),
            (-a * c, -b * s),
            self._rate * run.rate,
            self._rate * run.rate_dot,
        )
        return PathPoint(
            x=a * s,
            y=-b * c,
            heading=phase + atan2((b - a) * s * c, a * c * c + b * s * s),
            v=motion.v,
            omega=motion.omega,
            v_dot=motion.v_dot,
            omega_dot=motion.omega_dot,
        )
