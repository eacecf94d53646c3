"""The ellipse that stands for the ring's limit curve.

Not covered: the pair of force and moment at rest, which the ellipse lets be up to 11 % too large.
"""

from math import hypot, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ellipe

from sim.friction import stribeck
from sim.seal_limit import seal_limit

speeds = st.floats(1e-3, 5.0)


def falling(speed):
    return stribeck(speed, 0.2, 0.26, 0.02)


def one(speed):
    return 1.0


@given(speeds, speeds)
def test_dissipation_along_the_motion_is_the_rings(v, u):
    """Support of the ellipse in (v, u) = mean of the sliding speed = (2/pi) (v + u) E(m)."""
    limit = seal_limit(one, v, u)
    ring = 2 / pi * (v + u) * ellipe(1 - ((v - u) / (v + u)) ** 2)
    assert hypot(limit.force * v, limit.moment * u) == pytest.approx(ring, rel=2e-4)


@given(speeds, speeds)
def test_stribeck_axes_stay_within_the_curve(v, u):
    limit = seal_limit(falling, v, u)
    for axis in limit:
        assert 0.1 < axis <= 0.27


def test_axes_at_the_limits():
    straight, spin, even = (seal_limit(one, *pair) for pair in ((1, 0), (0, 1), (1, 1)))
    assert straight == pytest.approx((1.0, sqrt(0.5)), abs=1e-4)
    assert spin == pytest.approx((sqrt(0.5), 1.0), abs=1e-4)
    assert even == pytest.approx((0.9003, 0.9003), abs=1e-3)


def test_a_steep_curve_leaves_a_limit_to_stop_with():
    """A coefficient that falls faster than 1/s would drive the turn instead of braking it."""
    limit = seal_limit(lambda speed: 1.0 / speed**3, 1.0, 0.01)
    assert limit.moment == pytest.approx(0.05 * limit.force)
