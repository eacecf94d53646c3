"""The reference's clock. Not covered: nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.soft_start import soft_start


@given(t=st.floats(0.01, 3.99), duration=st.just(4.0))
def test_rate_and_its_derivative_are_derivatives(t: float, duration: float):
    h = 1e-5
    before, now, after = (soft_start(t + k * h, duration) for k in (-1, 0, 1))
    assert (after.time - before.time) / (2 * h) == pytest.approx(now.rate, abs=1e-8)
    assert (after.rate - before.rate) / (2 * h) == pytest.approx(now.rate_dot, abs=1e-8)


def test_begins_at_rest_and_ends_at_unit_rate_without_a_jump():
    assert soft_start(-1.0, 2.0) == soft_start(0.0, 2.0) == (0.0, 0.0, 0.0)
    just_before = soft_start(2.0 - 1e-6, 2.0)
    assert just_before == pytest.approx((1.0, 1.0, 0.0), abs=2e-6)
    assert soft_start(2.0, 2.0) == (1.0, 1.0, 0.0)
    assert soft_start(5.0, 2.0).time == 4.0  # half the soft start is lost


def test_without_duration_it_runs_from_the_first_moment():
    assert soft_start(0.0, 0.0) == (0.0, 1.0, 0.0)
    assert soft_start(3.0, 0.0) == (3.0, 1.0, 0.0)
