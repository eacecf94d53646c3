"""The nearest point of the ellipse. Not covered: which of two equally near points is taken."""

from math import cos, hypot, sin, tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.robot import Ellipse
from control.nearest_phase import nearest_phase

ELLIPSE = Ellipse(kind="ellipse", semi_axis_x=0.25, semi_axis_y=0.15, rate=0.4, soft_start=2.0)


def distance(phase: float, x: float, y: float) -> float:
    return hypot(0.25 * sin(phase) - x, -0.15 * cos(phase) - y)


@given(x=st.floats(-0.5, 0.5), y=st.floats(-0.5, 0.5))
def test_no_point_is_nearer(x: float, y: float):
    found = distance(nearest_phase(ELLIPSE, x, y), x, y)
    assert found <= min(distance(tau * i / 997, x, y) for i in range(997)) + 1e-9


@given(phase=st.floats(-3.1, 3.1))
def test_a_point_on_it_is_its_own_nearest(phase: float):
    found = nearest_phase(ELLIPSE, 0.25 * sin(phase), -0.15 * cos(phase))
    assert found == pytest.approx(phase, abs=1e-7)
