"""Not covered: a Stribeck curve measured on a real seal."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.friction import on_disc, on_ellipse, stribeck

positive = st.floats(1e-3, 1e3)
number = st.floats(-1e3, 1e3)


def test_stribeck_falls_from_static_to_coulomb():
    assert stribeck(0.0, 9.4, 12.2, 0.02) == 12.2
    assert stribeck(0.02, 9.4, 12.2, 0.02) == pytest.approx(9.4 + 2.8 * 0.36787944117)
    assert stribeck(1.0, 9.4, 12.2, 0.02) == 9.4


@given(number, number, positive, positive, positive)
def test_the_slip_left_is_opposite_to_friction_on_the_rim(p_x, p_y, a_x, a_y, bound):
    x, y = on_disc(p_x, p_y, a_x, a_y, bound)
    if hypot(p_x, p_y) <= bound:
        assert (x, y) == (p_x, p_y)
        return
    assert hypot(x, y) == pytest.approx(bound)
    slip_x, slip_y = a_x * (x - p_x), a_y * (y - p_y)
    size = hypot(slip_x, slip_y)
    assert slip_x * x + slip_y * y == pytest.approx(-size * bound, rel=1e-6, abs=1e-9 * bound)


def test_without_a_normal_force_there_is_no_friction():
    assert on_disc(1.0, -2.0, 1.0, 2.0, 0.0) == (0.0, 0.0)


@given(number, number, positive, positive, positive, st.floats(0.01, 100.0))
def test_an_ellipse_is_a_disc_of_other_units(p_x, p_y, a_x, a_y, bound, scale):
    """Slip left against the ellipse's normal, and the impulse on its rim."""
    x, y = on_ellipse(p_x, p_y, a_x, a_y, bound, bound * scale)
    if hypot(p_x, p_y / scale) <= bound:
        assert (x, y) == pytest.approx((p_x, p_y))
        return
    assert hypot(x, y / scale) == pytest.approx(bound)
    slip = (a_x * (p_x - x), a_y * (p_y - y))
    normal = (x, y / scale**2)
    cross = slip[0] * normal[1] - slip[1] * normal[0]
    assert abs(cross) <= 1e-6 * hypot(*slip) * hypot(*normal) + 1e-9
    assert slip[0] * x + slip[1] * y >= 0.0


@given(number, number)
def test_a_half_axis_of_nothing_leaves_an_interval(p_x, p_y):
    assert on_ellipse(p_x, p_y, 1.0, 2.0, 3.0, 0.0) == (max(-3.0, min(3.0, p_x)), 0.0)
    assert on_ellipse(p_x, p_y, 1.0, 2.0, 0.0, 0.0) == (0.0, 0.0)
