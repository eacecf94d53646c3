"""A numerical filter against drift: integrate the velocity that meets the constraint."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynamics.constrained import solve


def project_velocity(
    mass_matrix: ArrayLike,
    velocity: ArrayLike,
    constraint_matrix: ArrayLike,
    constraint_rhs: ArrayLike,
    *,
    rank_tolerance: float = 1e-10,
) -> NDArray[np.float64]:
    """The velocity nearest to `velocity`, in the norm of M, with A velocity = b_q. Shape (n,).

    q_dot = v + M^(-1/2) (A M^(-1/2))^+ (b_q - A v), the first line of eq. 30 of "Concise method to
    the dynamic modeling of climbing robot"; its second line is `solve`. Integrate q with the
    projected velocity and v with the constrained acceleration.

    What it does not do: bring a robot back. It removes the part of the error that grows because
    integration has put a small wrong velocity into the state. An error of position it keeps for
    ever: started 0.5 m off the path, it ends 0.5 m off. Nor is it a controller: the rate of q is
    no longer the velocity that the force produced.

    Parameters
    ----------
    mass_matrix
        M, as for `solve`. Shape (n, n).
    velocity
        v, as integrated. Shape (n,).
    constraint_matrix
        A, the same rows as on the accelerations. Shape (p, n).
    constraint_rhs
        b_q, what the rows demand of the velocity. Shape (p,).
    rank_tolerance
        As for `solve`.

    Raises
    ------
    InvalidProblem, InvalidMassMatrix, UndeterminedMotion
        As `solve` does.
    """
    # Nearest velocity and nearest acceleration are one problem: the "free motion" is v itself.
    momentum = np.asarray(mass_matrix, dtype=np.float64) @ np.asarray(velocity, dtype=np.float64)
    return solve(
        mass_matrix, momentum, constraint_matrix, constraint_rhs, rank_tolerance=rank_tolerance
    ).acceleration
