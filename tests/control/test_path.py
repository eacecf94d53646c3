"""The ellipse as a reference: exact at the sources' numbers, and consistent in itself."""

from itertools import pairwise
from math import cos, pi, sin, tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.robot import Ellipse
from control.path import EllipsePath

BENCH = Ellipse(kind="ellipse", semi_axis_x=0.25, semi_axis_y=0.15, rate=0.4, soft_start=2.0)
SHAPES = st.builds(
    lambda a, ratio, rate, soft_start: Ellipse(
        kind="ellipse", semi_axis_x=a, semi_axis_y=a * ratio, rate=rate, soft_start=soft_start
    ),
    a=st.floats(0.1, 10.0),
    ratio=st.floats(0.4, 2.5),
    rate=st.floats(0.1, 2.0),
    soft_start=st.sampled_from((0.0, 2.0)),
)


@given(ellipse=SHAPES, t=st.floats(0.01, 30.0), phase=st.floats(-4.0, 4.0))
def test_every_quantity_is_the_derivative_of_the_one_before(
    ellipse: Ellipse, t: float, phase: float
):
    path, h = EllipsePath(ellipse, phase), 1e-4
    before, now, after = path.at(t - h), path.at(t), path.at(t + h)
    size = ellipse.semi_axis_x * ellipse.rate

    def slope(key: str) -> float:
        return float(getattr(after, key) - getattr(before, key)) / (2 * h)

    assert slope("x") == pytest.approx(now.v * cos(now.heading), abs=1e-6 * size)
    assert slope("y") == pytest.approx(now.v * sin(now.heading), abs=1e-6 * size)
    assert slope("heading") == pytest.approx(now.omega, abs=1e-5)
    assert slope("v") == pytest.approx(now.v_dot, abs=1e-5 * size)
    assert slope("omega") == pytest.approx(now.omega_dot, abs=1e-5)


def test_running_start_is_the_papers_reference(reference):
    paper = Ellipse(kind="ellipse", semi_axis_x=10.0, semi_axis_y=6.0, rate=1.0, soft_start=0.0)
    for row in reference("wheeled_flat_reference")["rows"]:
        point = EllipsePath(paper).at(row["t"])
        expected = [row[key] for key in ("x", "y", "theta", "v", "omega", "vdot", "omegadot")]
        assert point == pytest.approx(expected, abs=1e-12)


def test_soft_start_stands_with_a_heading():
    start = EllipsePath(BENCH).at(0.0)
    assert start == pytest.approx((0.0, -0.15, 0.0, 0.0, 0.0, 0.0, 0.0))


def test_jerk_is_finite_where_the_soft_start_begins_and_ends():
    path, h = EllipsePath(BENCH), 1e-6
    for t in (0.0, 2.0):
        assert abs(path.at(t + h).v_dot - path.at(t - h).v_dot) < 1e-5
        assert abs(path.at(t + h).omega_dot - path.at(t - h).omega_dot) < 1e-5


def test_heading_grows_by_a_turn_per_lap():
    path, lap = EllipsePath(BENCH), tau / BENCH.rate
    headings = [path.at(3.0 + 0.01 * i * lap).heading for i in range(301)]
    assert all(b > a for a, b in pairwise(headings))
    assert headings[-1] - headings[0] == pytest.approx(3 * tau)


def test_duration_closes_the_ellipse():
    path = EllipsePath(BENCH)
    assert path.phase(path.duration) == pytest.approx(tau)


def test_a_path_may_begin_elsewhere():
    point = EllipsePath(BENCH, pi / 2).at(0.0)
    assert (point.x, point.y, point.heading) == pytest.approx((0.25, 0.0, pi / 2))
