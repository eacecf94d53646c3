"""How much a seal ring can resist: a limit of force and moment together.

A ring that slides with a velocity v and a rim velocity u = omega R gives the force D and the moment
R T (over its normal load) that `ring_friction` says. All these pairs lie on a convex limit curve,
to which (v, u) is normal: friction dissipates as much as it can. A solver that has to find motion
and friction at once needs the curve, not the pair; here it is the ellipse through (D, T) with the
normal (v, u) at the velocities now,

    A² = D (D v + T u) / v,    B² = T (D v + T u) / u.

It gives the exact friction while the ratio v : u lasts, errs in second order as that changes in a
step, and stops what it can stop. Straight ahead A = mu and B = 0.71 mu; at v = u both are 0.90 mu.
"""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from dynamics import ring_friction

_LEAST_RATIO = 1e-3  # of the slower to the faster velocity: what the limits v, u -> 0 are taken at
_LEAST_AXIS = 0.05  # of B to A or A to B: a steep Stribeck curve can make the smaller one vanish


class SealLimit(NamedTuple):
    """Half-axes of the limit, as coefficients on the normal load."""

    force: float
    moment: float
    """Over the ring's radius."""


def seal_limit(
    coefficient: Callable[[float], float], velocity: float, rim_velocity: float
) -> SealLimit:
    """The limit at a velocity and a rim velocity (both >= 0, m/s), one of them above 0.

    `coefficient` is the sliding friction of a point at its speed, m/s.

    At rest, where there is no direction to slide in, use the static coefficient for both axes: a
    pure force or moment is held exactly to its limit, a pair of both to at most 1 / 0.90 of it.
    """
    v = max(velocity, _LEAST_RATIO * rim_velocity)
    u = max(rim_velocity, _LEAST_RATIO * velocity)
    drag, moment = ring_friction(coefficient, v, u)
    power = drag * v + moment * u
    force_axis = sqrt(max(drag, 0.0) * power / v)
    moment_axis = sqrt(max(moment, 0.0) * power / u)
    return SealLimit(
        max(force_axis, _LEAST_AXIS * moment_axis), max(moment_axis, _LEAST_AXIS * force_axis)
    )
