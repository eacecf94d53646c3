"""The four rows: they hold the paper's robot on its ellipse and ask for the closed-form torques.

Not covered: staying there with errors in state or model, which is control's work, and whether the
wheels' friction suffices (for this robot it does not; see test_adhesion).
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from dynamics import constraint_rows, flat_torques, solve

PRESSURE = 2500.0


def constrained_motion(climber, path, t, q, q_dot):
    rows = constraint_rows(q[2], q_dot, path.derivative(2, t), path.motion(t).omega_dot)
    force = climber.unconstrained_force(q[2], q_dot, PRESSURE)
    return solve(climber.mass_matrix(q[2]), force, *rows)


def test_holds_the_paper_ellipse_without_stabilisation(paper, paper_path):
    def rates(t, state):
        q, q_dot = state[:3], state[3:]
        return [*q_dot, *constrained_motion(paper, paper_path, t, q, q_dot).acceleration]

    start = [0.0, -6.0, 0.0, 10.0, 0.0, 0.6]
    times = np.linspace(0.0, 20.0, 41)
    run = solve_ivp(rates, (0, 20), start, "DOP853", times, rtol=1e-12, atol=1e-12)
    for t, state in zip(times, run.y.T, strict=True):
        q, q_dot = state[:3], state[3:]
        assert q[:2] == pytest.approx(paper_path.derivative(0, t), abs=1e-9)
        slip = np.sin(q[2]) * q_dot[0] - np.cos(q[2]) * q_dot[1]
        assert slip == pytest.approx(0.0, abs=1e-9)

        motion = constrained_motion(paper, paper_path, t, q, q_dot)
        split = paper.torque_split(motion.constraint_force, q[2])
        expected = flat_torques(paper, paper_path.motion(t), PRESSURE)
        assert split.tau_right == pytest.approx(expected.tau_right, abs=1e-8)
        assert split.tau_left == pytest.approx(expected.tau_left, abs=1e-8)
        assert split.lateral_force == pytest.approx(expected.lateral, abs=1e-7)


def test_error_falls_with_tolerance(paper, paper_path):
    """The paper reports 0.6 m of drift: an integrator's, not the equation's."""

    def rates(t, state):
        q, q_dot = state[:3], state[3:]
        return [*q_dot, *constrained_motion(paper, paper_path, t, q, q_dot).acceleration]

    def error(tolerance):
        start = [0.0, -6.0, 0.0, 10.0, 0.0, 0.6]
        run = solve_ivp(rates, (0, 20), start, "RK45", rtol=tolerance, atol=tolerance)
        return np.linalg.norm(run.y[:2, -1] - paper_path.derivative(0, 20.0))

    errors = [error(tolerance) for tolerance in (1e-3, 1e-5, 1e-7)]
    assert errors[0] > 0.3
    assert errors[0] > 20 * errors[1] > 400 * errors[2]


@pytest.mark.parametrize("t", np.linspace(0.0, 6.0, 13))
def test_four_rows_of_rank_three_agree_on_the_path(paper, paper_path, t):
    flat = paper_path.motion(t)
    q_dot = [*paper_path.derivative(1, t), flat.omega]
    motion = constrained_motion(paper, paper_path, t, [0.0, 0.0, flat.theta], q_dot)
    assert motion.rank == 3
    assert motion.residual_norm < 1e-12
    assert motion.acceleration[2] == pytest.approx(flat.omega_dot)


def test_without_the_heading_row_the_heading_is_left_open(paper, paper_path):
    flat = paper_path.motion(1.0)
    q_dot = [*paper_path.derivative(1, 1.0), flat.omega]
    A, b = constraint_rows(flat.theta, q_dot, paper_path.derivative(2, 1.0), flat.omega_dot)
    motion = solve(paper.mass_matrix(flat.theta), [0.0, -49.05, 0.0], A[:3], b[:3])
    assert motion.rank == 2
    assert motion.residual_norm < 1e-12
    assert motion.acceleration[2] == pytest.approx(0.0, abs=1e-12)  # instead of 1.17 rad/s²


def test_stabilising_x_and_y_off_the_path_contradicts_no_slip(paper, paper_path):
    """0.5 m below the start, x, y Baumgarte asks 2 m/s² sideways; wheels cannot do that."""
    flat, alpha = paper_path.motion(0.0), 2.0
    q_dot = [*paper_path.derivative(1, 0.0), flat.omega]
    error = np.array([0.0, -0.5])
    acceleration = paper_path.derivative(2, 0.0) - alpha**2 * error
    rows = constraint_rows(flat.theta, q_dot, acceleration, flat.omega_dot)
    motion = solve(paper.mass_matrix(flat.theta), [0.0, -49.05, 0.0], *rows)
    assert motion.residual == pytest.approx([0.0, -1.0, -1.0, 0.0], abs=1e-12)
    assert motion.residual_norm == pytest.approx(np.sqrt(2.0))
