"""What pushes the robot that the model does not know: mostly friction that is not as believed."""

from math import expm1
from typing import NamedTuple


class Bias(NamedTuple):
    """An unmodelled force along the heading, N, and an unmodelled yaw moment, N m."""

    force: float = 0.0
    moment: float = 0.0


class DisturbanceObserver:
    """Generalized-momentum observer of the reduced equations (m_eff v, J_eff omega).

    With momentum p = M nu and the known force f, p_dot = f + d: the estimate r follows d as a
    first-order lag, r_dot = L (p_dot - f - r), without differentiating anything (De Luca and
    Mattone, ICRA 2003). For a d that is constant over a step this is exact:

        r <- r + (1 - exp(-L h)) ((p - p_before) / h - f - r).

    f is what was really applied, after saturation; a motor at its limit therefore does not wind the
    estimate up. The estimate is kept within `limit`: a stuck wheel looks like a disturbance as
    large as whatever pushes it.

    Args:
        mass, yaw_inertia: the diagonal of M, kg and kg m².
        pole: L, 1/s; 0 switches it off.
        limit: the largest estimate (N, N m).
    """

    def __init__(self, mass: float, yaw_inertia: float, pole: float, limit: Bias) -> None:
        self._mass, self._yaw_inertia = mass, yaw_inertia
        self._pole, self._limit = pole, limit
        self.reset()

    def reset(self) -> None:
        """Forget everything, as at rest: friction at rest is no disturbance."""
        self.bias = Bias()
        self._before: tuple[float, float] | None = None

    def skip(self) -> None:
        """Keep the estimate over a time in which the velocities are unknown."""
        self._before = None

    def update(self, v: float, omega: float, force: float, moment: float, h: float) -> Bias:
        """Take in what happened in the last `h` s, and estimate.

        Args:
            v: velocity now, m/s.
            omega: yaw rate now, rad/s.
            force: all along the heading that the model knows to have acted in that time, N.
            moment: likewise, N m.
            h: s.
        """
        if self._before is not None and h > 0.0:
            gain = -expm1(-self._pole * h)
            before_v, before_omega = self._before
            net_force = self._mass * (v - before_v) / h
            net_moment = self._yaw_inertia * (omega - before_omega) / h
            r_force, r_moment = self.bias
            self.bias = Bias(
                _clip(r_force + gain * (net_force - force - r_force), self._limit.force),
                _clip(r_moment + gain * (net_moment - moment - r_moment), self._limit.moment),
            )
        self._before = (v, omega)
        return self.bias


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
