"""Eq. 30 as a filter: what it takes away, and the offset that it never does.

Not covered: use inside a controller, where the projected velocity is not the robot's.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from dynamics import constraint_rows, project_velocity, solve

MASS = np.diag([5.0, 5.0, 0.33])


def test_nearest_velocity_in_the_norm_of_the_mass():
    """Sharing 1 between a light and a heavy coordinate costs the least in the light one."""
    projected = project_velocity(np.diag([1.0, 4.0]), [0.0, 0.0], [[1.0, 1.0]], [1.0])
    assert projected == pytest.approx([0.8, 0.2])


def test_a_velocity_that_agrees_is_left_alone():
    velocity = [1.0, -2.0, 0.3]
    assert project_velocity(MASS, velocity, np.eye(2, 3), velocity[:2]) == pytest.approx(velocity)


def end(paper_path, start, *, projected, duration=2.0):
    """Ideal motion on the paper's ellipse; weight and friction drop out of the acceleration."""

    def rates(t, state):
        q, v = state[:3], state[3:]
        flat = paper_path.motion(t)
        A, b = constraint_rows(q[2], v, paper_path.derivative(2, t), flat.omega_dot)
        rate = v
        if projected:
            demand = [*paper_path.derivative(1, t), 0.0, flat.omega]
            rate = project_velocity(MASS, v, A, demand)
        return [*rate, *solve(MASS, np.zeros(3), A, b).acceleration]

    run = solve_ivp(rates, (0, duration), start, "DOP853", rtol=1e-10, atol=1e-10)
    return run.y[:2, -1] - paper_path.derivative(0, duration)


def test_removes_an_error_of_velocity(paper_path):
    """0.03 m/s, the paper's 0.6 m in 20 s."""
    start = [0.0, -6.0, 0.0, 10.03, 0.0, 0.6]
    assert np.linalg.norm(end(paper_path, start, projected=False)) > 0.05
    assert np.linalg.norm(end(paper_path, start, projected=True)) < 1e-7


@pytest.mark.parametrize("projected", [False, True])
def test_keeps_an_offset_for_ever(paper_path, projected):
    start = [0.0, -6.5, 0.0, 10.0, 0.0, 0.6]
    assert end(paper_path, start, projected=projected) == pytest.approx([0.0, -0.5], abs=1e-7)
