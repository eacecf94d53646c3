"""The paper's own equations (19-25), as printed: a trap, documented here and used nowhere.

Its M is not symmetric, so M^(1/2) (A M^(-1/2))^+ is not the least constraint force: the sum of the
torques comes out right, their difference does not. Not covered: other readings of the root (element
by element, or delta^+ first), which leave the path altogether.
"""

from math import cos, sin

import numpy as np
import pytest
from scipy.linalg import sqrtm

from dynamics import InvalidMassMatrix, solve

m, J, r, d, f, g = 5.0, 0.33, 0.027, 0.3, 56.4, 9.81
A = np.eye(2, 3)
DELTA = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 0.0]])
HEADINGS = np.radians(np.linspace(-180, 180, 73))


def mass_matrix(theta):
    """Eq. 19."""
    c, s = cos(theta), sin(theta)
    return np.array([[m * r * c, m * r * s, 0.0], [0.0, 0.0, J * r / d], [s, -c, 0.0]])


def force(theta, x_dot, y_dot, theta_dot):
    """Eq. 20."""
    c, s = cos(theta), sin(theta)
    inertial = m * r * theta_dot * (s * x_dot - c * y_dot)
    return np.array([inertial - f * r - m * g * r * s, 0.0, -theta_dot * (c * x_dot + s * y_dot)])


def constraint_force(theta, velocity, acceleration):
    """Eq. 24 with the principal root. Complex where the root is."""
    M, Q = mass_matrix(theta), force(theta, *velocity)
    root = sqrtm(M)
    weighted = np.linalg.pinv(A @ np.linalg.inv(root))
    return root @ weighted @ (acceleration - A @ np.linalg.solve(M, Q))


def test_eq_25_at_the_exact_state(paper_path, reference):
    for row in reference("wheeled_paper_eq25")["rows"]:
        flat = paper_path.motion(row["t"])
        velocity = [*paper_path.derivative(1, row["t"]), flat.omega]
        Qc = constraint_force(flat.theta, velocity, paper_path.derivative(2, row["t"]))
        assert np.abs(Qc.imag).max() == pytest.approx(row["paper_Qc_imag_max"], abs=1e-9)
        tau = np.linalg.pinv(DELTA) @ Qc.real
        assert tau == pytest.approx(row["paper_tau"], abs=1e-9)
        assert sum(tau) == pytest.approx(sum(row["exact_tau"]), abs=1e-9)

        M, Q = mass_matrix(flat.theta), force(flat.theta, *velocity)
        theta_ddot = np.linalg.solve(M, Q + Qc).real[2]
        assert theta_ddot == pytest.approx(row["paper_thetadd"], abs=1e-7)
        assert flat.omega_dot == pytest.approx(row["exact_thetadd"], abs=1e-9)


def test_difference_of_torques_is_wrong(reference):
    at_two = next(row for row in reference("wheeled_paper_eq25")["rows"] if row["t"] == 2)
    right, left = at_two["paper_tau"]
    assert right - left == pytest.approx(2.7314, abs=1e-4)
    right, left = at_two["exact_tau"]
    assert right - left == pytest.approx(-0.0389, abs=1e-4)


@pytest.mark.parametrize(("degrees", "is_complex"), [(170.1, False), (170.3, True), (180, True)])
def test_root_is_complex_beyond_170_2_degrees(degrees, is_complex):
    for sign in (-1, 1):
        M = mass_matrix(np.radians(sign * degrees))
        eigenvalues = np.linalg.eigvals(M)
        negative = (np.abs(eigenvalues.imag) < 1e-12) & (eigenvalues.real < 0.0)
        assert negative.any() == is_complex
        assert (np.abs(sqrtm(M).imag).max() > 1e-3) == is_complex


def test_regular_at_every_heading_all_the_same():
    for theta in HEADINGS:
        M = mass_matrix(theta)
        assert abs(np.linalg.det(M)) == pytest.approx(m * J * r**2 / d)
        assert np.linalg.cond(M) == pytest.approx(33.67, abs=0.005)


def test_eq_29_can_be_evaluated_at_no_heading():
    """A M^-1 A^T = [[c, 0], [s, 0]] / (m r) is singular, so its inverse does not exist."""
    for theta in HEADINGS:
        product = A @ np.linalg.inv(mass_matrix(theta)) @ A.T
        expected = np.array([[cos(theta), 0.0], [sin(theta), 0.0]]) / (m * r)
        assert product == pytest.approx(expected, abs=1e-12)


def test_is_refused_as_a_mass_matrix():
    for theta in HEADINGS:
        with pytest.raises(InvalidMassMatrix, match="Input maps and constraint rows"):
            solve(mass_matrix(theta), np.zeros(3), A, np.zeros(2))
