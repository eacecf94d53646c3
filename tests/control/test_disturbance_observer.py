"""The observer against its closed form. Not covered: its part in the loop (test_tracking)."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.disturbance_observer import Bias, DisturbanceObserver

WIDE = Bias(1e9, 1e9)


def observed(
    disturbance: Bias, seconds: float, *, pole: float = 12.0, limit: Bias = WIDE, h: float = 0.002
) -> Bias:
    """The estimate after a constant disturbance, with a known force that varies."""
    mass, inertia = 12.0, 0.08
    observer = DisturbanceObserver(mass, inertia, pole, limit)
    v = omega = 0.0
    observer.update(v, omega, 0.0, 0.0, h)
    for i in range(round(seconds / h)):
        force, moment = 3.0 * (-1) ** i, 0.1 * i
        v += h * (force + disturbance.force) / mass
        omega += h * (moment + disturbance.moment) / inertia
        observer.update(v, omega, force, moment, h)
    return observer.bias


@given(t=st.sampled_from((0.02, 0.1, 0.3)), force=st.floats(-50, 50), moment=st.floats(-5, 5))
def test_follows_a_step_as_a_first_order_lag(t: float, force: float, moment: float):
    share = 1.0 - exp(-12.0 * t)
    expected = (force * share, moment * share)
    assert observed(Bias(force, moment), t) == pytest.approx(expected, abs=1e-6)


def test_sign_a_brake_is_negative_and_a_push_positive():
    assert observed(Bias(-2.0, 0.0), 1.0).force < 0.0 < observed(Bias(2.0, 0.0), 1.0).force
    assert observed(Bias(0.0, -0.1), 1.0).moment < 0.0 < observed(Bias(0.0, 0.1), 1.0).moment


def test_knows_nothing_where_the_model_is_right():
    assert observed(Bias(), 1.0) == pytest.approx((0.0, 0.0), abs=1e-9)


def test_stays_within_its_limit_and_leaves_it_at_once():
    observer = DisturbanceObserver(1.0, 1.0, 10.0, Bias(2.0, 0.5))
    for _ in range(500):  # stuck: all that pushes is lost
        observer.update(0.0, 0.0, 30.0, -30.0, 0.01)
    assert observer.bias == (-2.0, 0.5)
    observer.update(0.0, 0.0, 0.0, 0.0, 0.01)
    assert observer.bias == pytest.approx((-2.0 * exp(-0.1), 0.5 * exp(-0.1)))


def test_pole_zero_switches_it_off():
    assert observed(Bias(5.0, 1.0), 1.0, pole=0.0) == (0.0, 0.0)


def test_a_gap_keeps_the_estimate_and_is_not_taken_for_an_acceleration():
    observer = DisturbanceObserver(1.0, 1.0, 10.0, WIDE)
    observer.update(0.0, 0.0, 0.0, 0.0, 0.01)
    observer.update(0.01, 0.0, 0.0, 0.0, 0.01)
    before = observer.bias
    observer.skip()
    assert observer.update(7.0, -7.0, 0.0, 0.0, 0.01) == before


def test_reset_forgets():
    observer = DisturbanceObserver(1.0, 1.0, 10.0, WIDE)
    observer.update(0.0, 0.0, 0.0, 0.0, 0.01)
    observer.update(1.0, 0.0, 0.0, 0.0, 0.01)
    observer.reset()
    assert observer.bias == (0.0, 0.0)
