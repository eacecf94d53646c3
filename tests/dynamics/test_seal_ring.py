"""The ring's drag and moment against elliptic integrals and adaptive quadrature.

Not covered: an uneven load on the ring, and a ring that is not a circle.
"""

from math import cos, exp, pi, sqrt, tanh
from timeit import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import ellipe, ellipkm1

from dynamics import ring_friction

speeds = st.floats(1e-4, 10.0)


def one(speed):
    return 1.0


def stribeck(speed):
    return (0.2 + 0.06 * exp(-((speed / 0.02) ** 2))) * tanh(speed / 0.002)


def elliptic(v, u):
    """(drag, moment) of a constant coefficient 1: derivatives of (2/pi) (v + u) E(m)."""
    rest = ((v - u) / (v + u)) ** 2  # 1 - m, without its cancellation at v = u
    K, E = ellipkm1(rest), ellipe(1 - rest)
    return ((v - u) * K + (v + u) * E) / (pi * v), ((u - v) * K + (v + u) * E) / (pi * u)


def adaptive(coefficient, v, u):
    def mean(a, b):
        def integrand(psi):
            speed = sqrt(v * v + u * u - 2 * v * u * cos(psi))
            return coefficient(speed) * (a - b * cos(psi)) / speed / pi

        near = min(1.0, abs(v - u) / sqrt(v * u) + 1e-3)
        return quad(integrand, 1e-12, pi, points=(near, 3 * near), limit=500, epsabs=1e-9)[0]

    return mean(v, u), mean(u, v)


@pytest.mark.parametrize(
    ("v", "omega", "drag", "arm_mm"), [(0.1, 0.24, 0.991, 7.72), (0.06, 0.667, 0.754, 41.1)]
)
def test_reference_numbers(v, omega, drag, arm_mm):
    """A ring of 80 mm; the arm is the moment over the full friction mu N."""
    ring = ring_friction(one, v, 0.08 * omega)
    assert ring.drag == pytest.approx(drag, abs=5e-4)
    assert 80.0 * ring.moment == pytest.approx(arm_mm, abs=0.06)


@given(speeds, speeds)
def test_constant_coefficient_is_elliptic_integrals(v, u):
    if v != u:
        assert ring_friction(one, v, u) == pytest.approx(elliptic(v, u), abs=1.5e-4)


@pytest.mark.parametrize("v", [0.003, 0.02, 0.06, 0.3])
@pytest.mark.parametrize("ratio", [0.05, 0.5, 0.95, 1.02, 1.5, 20.0])
def test_stribeck_curve_is_averaged_point_by_point(v, ratio):
    ring = ring_friction(stribeck, v, v * ratio)
    assert ring == pytest.approx(adaptive(stribeck, v, v * ratio), abs=1.5e-4 * 0.26)


def test_where_one_point_of_the_ring_stands_still():
    assert ring_friction(one, 0.05, 0.05) == pytest.approx((2 / pi, 2 / pi), abs=1e-4)


def test_limits():
    assert ring_friction(one, 0.1, 0.0) == (1.0, 0.0)
    assert ring_friction(one, 0.0, 0.1) == (0.0, 1.0)
    assert ring_friction(stribeck, 0.0, 0.0) == (0.0, 0.0)
    drag, moment = ring_friction(one, 0.1, 1e-5)
    assert drag == pytest.approx(1.0, abs=1e-7)
    assert moment == pytest.approx(1e-5 / (2 * 0.1), rel=1e-6)  # mu N R² omega / (2 v)


@given(st.floats(-10.0, 10.0), st.floats(-10.0, 10.0))
def test_it_takes_power_from_the_motion_and_follows_its_signs(v, u):
    drag, moment = ring_friction(stribeck, v, u)
    assert drag * v >= -1.5e-4 * abs(v)
    assert moment * u >= -1.5e-4 * abs(u)
    assert drag * v + moment * u >= 0.0
    assert max(abs(drag), abs(moment)) <= 0.26 + 1.5e-4
    mirrored = ring_friction(stribeck, -v, -u)
    assert (mirrored.drag, mirrored.moment) == (-drag, -moment)


def test_it_is_fast_enough_for_a_feed_forward():
    """20 us asked of it; 5 times that here, for busy machines."""
    assert min(repeat(lambda: ring_friction(stribeck, 0.06, 0.05), number=200)) / 200 < 100e-6
