"""Constrained motion, solved once for every robot: M a = Q + Qc with A a = b.

Udwadia and Kalaba (1992) write the answer with the symmetric root of the mass matrix,
Qc = M^(1/2) (A M^(-1/2))^+ (b - A M^-1 Q). Any factor M = L L^T gives the same Qc, because two
factors differ by a rotation and a pseudo-inverse turns with it; the Cholesky factor is the cheap
one. A M^-1 A^T is never formed: it squares the condition number, and it is singular as soon as two
rows say the same thing.

All of this is true for symmetric M only. A matrix whose rows already hold input maps or constraint
rows (eq. 19 of the wheeled climber's paper) is no mass matrix and is refused.
"""

from math import isfinite
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg.lapack import dgelsy, dpotrf, dtrtrs

from dynamics.errors import InvalidMassMatrix, InvalidProblem, UndeterminedMotion

_Array: TypeAlias = NDArray[np.float64]

# A symmetric matrix summed up in floating point is symmetric to a few roundings, not exactly.
_SYMMETRY_TOLERANCE = 1e-12
# A Cholesky pivot that lost this much of its own diagonal entry is a zero seen through rounding.
# Measured against its own entry, because kg and kg m² may differ by many orders of magnitude.
_PIVOT_TOLERANCE = 1e-14


class ConstrainedMotion(NamedTuple):
    """The motion and the force that the constraints demand."""

    acceleration: _Array
    """The acceleration a, unit of Q over M. Shape (n,)."""
    constraint_force: _Array
    """The force Qc = M a - Q, unit of Q. Shape (n,)."""
    rank: int
    """Number of independent constraint rows."""
    residual: _Array
    """A a - b, unit of b. Rounding where the rows agree with each other. Shape (p,)."""

    @property
    def residual_norm(self) -> float:
        """Euclidean length of the residual: the test for contradicting rows."""
        return float(np.linalg.norm(self.residual))


class FactoredMass:
    """A mass matrix, checked and factored once: for a robot whose M does not change.

    Attributes
    ----------
    matrix
        M. Shape (n, n).
    factor
        Lower Cholesky factor L, M = L L^T; None if M is only semidefinite. Shape (n, n).

    Raises
    ------
    InvalidProblem
        Wrong shape, NaN or infinity.
    InvalidMassMatrix
        M is not symmetric.
    """

    def __init__(self, mass_matrix: ArrayLike) -> None:
        M = np.asarray(mass_matrix, dtype=np.float64)
        if M.ndim != 2 or M.shape[0] != M.shape[1] or not M.size:
            raise InvalidProblem("mass_matrix", M, f"has shape {M.shape}, expected (n, n)")
        _require_finite("mass_matrix", M)
        asymmetry = np.abs(M - M.T).max()
        if asymmetry > _SYMMETRY_TOLERANCE * np.abs(M).max():
            raise InvalidMassMatrix(
                M,
                f"differs from its transpose by {asymmetry:.6g}: no mass matrix. Input maps and "
                "constraint rows do not belong into M; write them as Q and A",
            )
        L, failed = dpotrf(M, lower=1)
        singular = failed or (L.diagonal() ** 2 <= _PIVOT_TOLERANCE * M.diagonal()).any()
        self.matrix: _Array = M
        self.factor: _Array | None = None if singular else L


def solve(
    mass_matrix: ArrayLike | FactoredMass,
    force: ArrayLike,
    constraint_matrix: ArrayLike,
    constraint_rhs: ArrayLike,
    *,
    rank_tolerance: float = 1e-10,
) -> ConstrainedMotion:
    """Solve M a = Q + Qc, A a = b for the acceleration and the ideal constraint force.

    Of all accelerations that come nearest to A a = b, the one nearest to the free motion M^-1 Q in
    the norm of M (Gauss' principle). Rows may repeat or depend on each other. Rows that contradict
    each other are met in the least-squares sense, all rows weighted equally as written, and the
    residual tells by how much: a caller that expects consistent rows must look at it.

    Parameters
    ----------
    mass_matrix
        M, symmetric positive definite; or semidefinite, if the constraints move everything that
        has no inertia. Shape (n, n). One that stays the same is best given as `FactoredMass`.
    force
        Q, applied and velocity-dependent forces. Shape (n,).
    constraint_matrix
        A. Shape (p, n), p may be 0.
    constraint_rhs
        b. Shape (p,).
    rank_tolerance
        Rows whose contribution to A L^-T is smaller than this share of the largest one are
        dependent.

    Raises
    ------
    InvalidProblem
        Wrong shapes, NaN or infinity.
    InvalidMassMatrix
        M is not symmetric, or has a negative eigenvalue.
    UndeterminedMotion
        M is singular and [M; A] has not full column rank.

    References
    ----------
    Udwadia and Kalaba, "A new perspective on constrained motion", Proc. R. Soc. A 439 (1992).
    Udwadia and Phohomsiri, "Explicit equations of motion for constrained mechanical systems with
    singular mass matrices", Proc. R. Soc. A 462 (2006): the condition on [M; A].
    """
    mass = mass_matrix if isinstance(mass_matrix, FactoredMass) else FactoredMass(mass_matrix)
    Q, A, b = _checked(len(mass.matrix), force, constraint_matrix, constraint_rhs)
    L = mass.factor
    if L is None:
        return _solve_semidefinite(mass.matrix, Q, A, b, rank_tolerance)

    rows = dtrtrs(L, A.T, lower=1)[0].T if len(A) else A  # A L^-T
    free = _column(dtrtrs(L, Q, lower=1)[0])  # L^T M^-1 Q
    change, rank = _least_squares(rows, b - rows @ free, rank_tolerance)
    acceleration = _column(dtrtrs(L, free + change, lower=1, trans=1)[0])
    return ConstrainedMotion(acceleration, L @ change, rank, A @ acceleration - b)


def _least_squares(rows: _Array, rhs: _Array, tolerance: float) -> tuple[_Array, int]:
    """The shortest of the least-squares solutions, by a complete orthogonal decomposition."""
    p, n = rows.shape
    if p == 0:
        return np.zeros(n), 0
    padded = np.zeros(max(p, n))  # room for both the right-hand side and the answer
    padded[:p] = rhs
    pivots = np.zeros(n, dtype=np.int32)
    _, x, _, rank, _ = dgelsy(rows, padded, pivots, tolerance, 32 * (p + n))
    return _column(x)[:n], int(rank)


def _solve_semidefinite(
    M: _Array, Q: _Array, A: _Array, b: _Array, tolerance: float
) -> ConstrainedMotion:
    """Meet the constraints first, then apply Newton's law in the directions they leave free."""
    # Coordinates of unit inertia: else a light one beside a heavy one looks like a massless one.
    diagonal = M.diagonal()
    scale = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
    inertia = scale[:, None] * M * scale
    eigenvalues = np.linalg.eigvalsh(inertia)
    if eigenvalues[0] < -_SYMMETRY_TOLERANCE * len(M):
        raise InvalidMassMatrix(M, f"has a negative eigenvalue: {np.linalg.eigvalsh(M)[0]:.6g}")

    U, singular, Vt = np.linalg.svd(A * scale)
    rank = int((singular > tolerance * singular.max(initial=0.0)).sum())
    held = Vt[:rank].T @ ((U[:, :rank].T @ b) / singular[:rank])
    free = Vt[rank:].T  # basis of the null space of A

    free_inertia, axes = np.linalg.eigh(free.T @ inertia @ free)
    axes = free @ axes
    massless = free_inertia <= tolerance
    if massless.any():
        raise UndeterminedMotion(M, A, scale[:, None] * axes[:, massless])
    acceleration = held + axes @ (axes.T @ (scale * Q - inertia @ held) / free_inertia)
    acceleration *= scale
    return ConstrainedMotion(acceleration, M @ acceleration - Q, rank, A @ acceleration - b)


def _checked(
    n: int, force: ArrayLike, constraint_matrix: ArrayLike, rhs: ArrayLike
) -> tuple[_Array, _Array, _Array]:
    Q = np.asarray(force, dtype=np.float64)
    A = np.asarray(constraint_matrix, dtype=np.float64)
    b = np.asarray(rhs, dtype=np.float64)
    if Q.shape != (n,):
        raise InvalidProblem("force", Q, f"has shape {Q.shape}, expected ({n},)")
    if A.ndim != 2 or A.shape[1] != n:
        raise InvalidProblem("constraint_matrix", A, f"has shape {A.shape}, expected (p, {n})")
    if b.shape != (len(A),):
        raise InvalidProblem("constraint_rhs", b, f"has shape {b.shape}, expected ({len(A)},)")
    # This runs every tick: one sum shows NaN or infinity (or overflows), and then we look closer.
    if not isfinite(Q.sum() + A.sum() + b.sum()):
        for name, array in (("force", Q), ("constraint_matrix", A), ("constraint_rhs", b)):
            _require_finite(name, array)
    return Q, A, b


def _require_finite(name: str, array: _Array) -> None:
    if not np.isfinite(array).all():
        raise InvalidProblem(name, array, f"holds NaN or infinity: {array.tolist()}")


def _column(x: _Array) -> _Array:
    """LAPACK's wrappers answer a vector as a one-column matrix."""
    return x.reshape(-1)
