"""Friction of a ring that turns while it moves: it drags less, and resists the turn."""

from collections.abc import Callable
from math import copysign, sqrt
from typing import NamedTuple

import numpy as np

_NODES = 12
_STILL = 1e-12  # m/s: below that nothing moves


class RingFriction(NamedTuple):
    """What a ring's friction amounts to, as coefficients on its normal load N."""

    drag: float
    """Force against the travel over N; it has the sign of the velocity."""
    moment: float
    """Moment against the turn over N R; it has the sign of the yaw rate."""


def _graded_nodes() -> tuple[tuple[float, float], ...]:
    """(2 sin²(psi/2), weight) of psi = pi t², t the Gauss-Legendre nodes of [0, 1]."""
    points, weights = np.polynomial.legendre.leggauss(_NODES)
    t = 0.5 * (points + 1.0)
    factors = 2.0 * np.sin(0.5 * np.pi * t * t) ** 2
    return tuple(zip(factors.tolist(), (weights * t).tolist(), strict=True))


_RING = _graded_nodes()


def ring_friction(
    coefficient: Callable[[float], float], velocity: float, rim_velocity: float
) -> RingFriction:
    """The mean of dry friction around a ring under an even load.

    The ring's middle moves with v, and it turns with omega; u = omega R is its rim velocity. At the
    angle psi from the point where the two oppose each other a point slides with

        s² = v² + u² - 2 v u cos psi = (v - u)² + 4 v u sin²(psi/2),

    and the drag over N is the mean of mu(s) (v - u cos psi) / s, the moment over N R that of
    mu(s) (u - v cos psi) / s. For a constant mu these are complete elliptic integrals; two limits
    are drag mu and moment mu u / (2 v) where u << v, and drag 0 and moment mu in a pure spin.

    Where v is near u one point of the ring nearly stands still, and the integrand turns sharply
    there. Evenly spaced points miss that by 1 % however smooth it is elsewhere; these are crowded
    towards it, psi = pi t² at 12 Gauss-Legendre nodes: within 1.5e-4 of mu for any v and u.

    Parameters
    ----------
    coefficient
        mu of a sliding speed >= 0 (m/s), as a Stribeck curve gives it.
    velocity
        v, m/s.
    rim_velocity
        u, m/s.
    """
    v, u = abs(velocity), abs(rim_velocity)
    if u < _STILL:
        return RingFriction(copysign(coefficient(v), velocity), 0.0)
    if v < _STILL:
        return RingFriction(0.0, copysign(coefficient(u), rim_velocity))
    apart, product = v - u, 2.0 * v * u
    drag = moment = 0.0
    for factor, weight in _RING:
        speed = sqrt(apart * apart + product * factor)
        share = weight * coefficient(speed) / speed
        drag += share * (apart + u * factor)
        moment += share * (v * factor - apart)
    # Not copysign: under a steep Stribeck curve either may drive instead of braking.
    return RingFriction(
        drag if velocity > 0.0 else -drag, moment if rim_velocity > 0.0 else -moment
    )
