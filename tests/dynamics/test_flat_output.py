"""Torques from the path alone: reference tables, and a plant written apart that they drive.

Not covered: the feedback that the open loop needs (95 m of error per rad of initial heading).
"""

from math import cos, pi, sin

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from dynamics import UndefinedHeading, flat_motion, flat_torques


def assert_row(row, motion, torques):
    turn = (motion.theta - row["theta"] + pi) % (2 * pi) - pi
    assert turn == pytest.approx(0.0, abs=1e-12)
    assert motion.v == pytest.approx(row["v"], abs=1e-12)
    assert motion.omega == pytest.approx(row["omega"], abs=1e-12)
    assert motion.v_dot == pytest.approx(row["vdot"], abs=1e-12)
    assert motion.omega_dot == pytest.approx(row["omegadot"], abs=1e-12)
    assert torques.tau_right == pytest.approx(row["tau_R"], abs=1e-12)
    assert torques.tau_left == pytest.approx(row["tau_L"], abs=1e-12)
    assert torques.traction == pytest.approx(row["traction"], abs=1e-10)
    assert torques.lateral == pytest.approx(row["lateral"], abs=1e-10)


def test_paper_robot_on_its_ellipse(paper, paper_path, reference):
    rows = reference("wheeled_flat_reference")["rows"]
    assert {0.0, 1.0, 2.0, 5.0, 10.0, 20.0} <= {row["t"] for row in rows}
    for row in rows:
        motion = paper_path.motion(row["t"])
        assert_row(row, motion, flat_torques(paper, motion, 2500.0))


def test_bench_robot_on_the_small_ellipse(bench, bench_path, reference):
    rows = reference("wheeled_bench_reference")["bench_robot"]
    assert len(rows) > 5
    for row in rows:
        motion = bench_path.motion(row["t"])
        assert_row(row, motion, flat_torques(bench, motion, 5000.0))


def test_paper_robot_on_the_small_ellipse(paper, bench_path, reference):
    for row in reference("wheeled_bench_reference")["paper_robot"]:
        motion = bench_path.motion(row["t"])
        assert_row(row, motion, flat_torques(paper, motion, 2500.0))


def test_open_loop_torques_keep_an_independent_plant_on_the_path(paper, paper_path):
    """Plant in (x, y, theta, v, omega) with the paper's numbers written out: no code in common."""
    m, J, r, d, friction, gravity = 5.0, 0.33, 0.027, 0.3, 56.4, 9.81

    def rates(t, state):
        _, _, theta, v, omega = state
        torques = flat_torques(paper, paper_path.motion(t), 2500.0)
        push = (torques.tau_right + torques.tau_left) / r
        yaw = (torques.tau_right - torques.tau_left) * d / r
        v_dot = (push - friction - m * gravity * sin(theta)) / m
        return [v * cos(theta), v * sin(theta), omega, v_dot, yaw / J]

    times = np.linspace(0.0, 20.0, 41)
    start = [0.0, -6.0, 0.0, 10.0, 0.6]
    run = solve_ivp(rates, (0, 20), start, "DOP853", times, rtol=1e-13, atol=1e-13)
    expected = np.array([paper_path.derivative(0, t) for t in times])
    assert np.abs(run.y[:2].T - expected).max() < 1e-9


class TestPathParameter:
    """Derivatives by a path parameter, run along at any rate, forwards, backwards or not at all."""

    def test_equals_derivatives_by_time(self, paper_path):
        """σ = t + 0.1 t², the chain rule done by hand."""
        t = 1.3
        sigma, rate, rate_derivative = t + 0.1 * t**2, 1 + 0.2 * t, 0.2
        first, second, third = (paper_path.derivative(order, sigma) for order in (1, 2, 3))
        by_time = flat_motion(
            first * rate,
            second * rate**2 + first * rate_derivative,
            third * rate**3 + 3 * second * rate * rate_derivative,
        )
        by_parameter = flat_motion(first, second, third, rate, rate_derivative)
        assert by_parameter == pytest.approx(by_time, rel=1e-13)

    def test_standing_start(self, paper_path):
        motion = flat_motion(*(paper_path.derivative(k, 0.0) for k in (1, 2, 3)), 0.0, 0.5)
        assert motion == pytest.approx((0.0, 0.0, 0.0, 5.0, 0.3))

    def test_backwards(self, paper_path):
        derivatives = [paper_path.derivative(k, 1.0) for k in (1, 2, 3)]
        forth, back = flat_motion(*derivatives, 1.0), flat_motion(*derivatives, -1.0)
        assert (back.theta, back.v, back.omega) == (forth.theta, -forth.v, -forth.omega)
        assert (back.v_dot, back.omega_dot) == (forth.v_dot, forth.omega_dot)

    @pytest.mark.parametrize("velocity", [(0.0, 0.0), (1e-12, 0.0), (float("nan"), 0.0)])
    def test_no_tangent_no_heading(self, velocity):
        with pytest.raises(UndefinedHeading, match="path parameter") as refused:
            flat_motion(velocity, (1.0, 0.0), (0.0, 0.0))
        assert refused.value.velocity == pytest.approx(velocity, nan_ok=True)


def test_accelerations_are_the_velocities_derivatives(bench_path):
    t, h = 2.7, 1e-5
    before, now, after = (bench_path.motion(at) for at in (t - h, t, t + h))
    assert (after.theta - before.theta) / (2 * h) == pytest.approx(now.omega, rel=1e-7)
    assert (after.v - before.v) / (2 * h) == pytest.approx(now.v_dot, rel=1e-6)
    assert (after.omega - before.omega) / (2 * h) == pytest.approx(now.omega_dot, rel=1e-6)
