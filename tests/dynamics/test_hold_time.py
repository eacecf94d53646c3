"""The time left while the suction decays.

Not covered: a decay that is not exponential, as of a pump whose rotor runs down.
"""

from math import exp, inf, log

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dynamics import hold_margin, hold_time, least_pressure_parked


def test_bench_robot_at_nominal_pressure(bench):
    """Weight 14.715 N against (0.8 · 0.53 + 0.2 · 0.47) · 0.02 m² · 5000 Pa = 51.8 N."""
    assert hold_time(bench, 5000.0, 1.0) == pytest.approx(log(51.8 / 14.715))
    assert hold_time(bench, 5000.0, 2.0, 1.5) == pytest.approx(log(51.8 / 14.715 / 1.5) / 2.0)


@given(
    pressure=st.floats(2000.0, 50_000.0),
    rate=st.floats(1e-3, 1e3),
    safety_factor=st.floats(0.1, 1.4),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # it is immutable
def test_the_margin_has_fallen_to_the_safety_factor_by_then(bench, pressure, rate, safety_factor):
    left = hold_time(bench, pressure, rate, safety_factor)
    then = pressure * exp(-rate * left)
    assert hold_margin(bench, then) == pytest.approx(safety_factor, rel=1e-9)


@pytest.mark.parametrize("rate", [0.0, -0.5])
def test_for_ever_while_the_pressure_does_not_fall(bench, rate):
    assert hold_time(bench, 5000.0, rate) == inf


@pytest.mark.parametrize("rate", [1.0, 0.0])
def test_no_time_where_it_slides_already(bench, rate):
    assert hold_time(bench, 0.999 * least_pressure_parked(bench), rate) == 0.0
    assert hold_time(bench, 0.0, rate) == hold_time(bench, -50.0, rate) == 0.0
