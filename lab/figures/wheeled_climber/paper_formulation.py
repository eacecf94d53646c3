"""The paper's equations 19 to 25 exactly as printed: a trap, kept here to be looked at.

Nothing that moves a robot uses this file; `dynamics` holds the formulation that does.

Eq. 19 writes one row of Newton's law, the momentum balance and the no-slip row into one matrix and
calls it M. It is regular at every heading (|det M| = m J r²/d) but not symmetric, so it is no mass
matrix: eq. 8, which needs M^(1/2) of a symmetric positive definite M, gives some force that meets
A q_ddot = b with it, not the least one. What follows:

- the sum of the torques is right, because row 1 is exact once heading and A q_ddot = b are;
- their difference is wrong, because nothing in the two rows of A determines theta_ddot;
- where M has a negative eigenvalue, |theta| > 170.2 degrees, the principal root is complex;
- A M^-1 A^T = [[c, 0], [s, 0]] / (m r) is singular at every heading: eq. 29 cannot be evaluated.
"""

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import sqrtm
from scipy.optimize import brentq

from dynamics import WheeledClimber
from lab.figures.wheeled_climber.setting import Array

A = np.eye(2, 3)  # eq. 23
DELTA = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 0.0]])  # eq. 19: Qc = delta (tau_R, tau_L)


@dataclass(frozen=True)
class PrintedFormulation:
    """Eq. 19 to 25 for one robot and one seal drag f (N), which the paper holds constant."""

    climber: WheeledClimber
    drag: float

    def mass_matrix(self, theta: float) -> Array:
        """The printed M of eq. 19: rows in N m, N m and m/s². Shape (3, 3)."""
        c, s = cos(theta), sin(theta)
        mr = self.climber.mass * self.climber.wheel_radius
        jr_d = self.climber.yaw_inertia * self.climber.wheel_radius / self.climber.half_track
        return np.array([[mr * c, mr * s, 0.0], [0.0, 0.0, jr_d], [s, -c, 0.0]])

    def force(self, theta: float, velocity: ArrayLike) -> Array:
        """The printed Q of eq. 20. Shape (3,)."""
        c, s = cos(theta), sin(theta)
        x_dot, y_dot, theta_dot = np.asarray(velocity, dtype=np.float64).tolist()
        m, r, g = self.climber.mass, self.climber.wheel_radius, self.climber.gravity
        first = m * r * theta_dot * (s * x_dot - c * y_dot) - self.drag * r - m * g * r * s
        return np.array([first, 0.0, -theta_dot * (c * x_dot + s * y_dot)])

    def constraint_force(
        self, theta: float, velocity: ArrayLike, acceleration: ArrayLike
    ) -> NDArray[np.complex128]:
        """Eq. 24, Qc = M^(1/2) (A M^(-1/2))^+ (b - A M^-1 Q), with the principal root. Shape (3,).

        Parameters
        ----------
        theta
            rad
        velocity
            Rates of x, y, theta, m/s and rad/s. Shape (3,).
        acceleration
            b of eq. 22, m/s². Shape (2,).
        """
        M, Q = self.mass_matrix(theta), self.force(theta, velocity)
        root = np.asarray(sqrtm(M), dtype=np.complex128)
        weighted = np.linalg.pinv(A @ np.linalg.inv(root))
        missing = np.asarray(acceleration, dtype=np.float64) - A @ np.linalg.solve(M, Q)
        return root @ (weighted @ missing)

    def acceleration(self, theta: float, velocity: ArrayLike, acceleration: ArrayLike) -> Array:
        """Eq. 10, q_ddot = M^-1 (Q + Qc), real part: x and y exact, theta not. Shape (3,)."""
        Qc = self.constraint_force(theta, velocity, acceleration).real
        motion: Array = np.linalg.inv(self.mass_matrix(theta)) @ (self.force(theta, velocity) + Qc)
        return motion

    def complex_beyond(self) -> float:
        """The heading from which on M has negative eigenvalues and its root is complex, rad.

        There a complex pair of eigenvalues meets on the negative axis: the discriminant of the
        characteristic cubic changes sign.
        """
        return float(brentq(self._discriminant, 0.9 * pi, pi, xtol=1e-14))

    def _discriminant(self, theta: float) -> float:
        _, b, c, d = np.poly(self.mass_matrix(theta)).tolist()
        return float(18 * b * c * d - 4 * b**3 * d + b * b * c * c - 4 * c**3 - 27 * d * d)


def torques(constraint_force: ArrayLike) -> Array:
    """Eq. 25, tau = delta^+ Qc, real part: right and left, N m. Drops Qc_3. Shape (2,)."""
    tau: Array = np.linalg.pinv(DELTA) @ np.asarray(constraint_force).real
    return tau
