"""M a = Q + Qc, A a = b, against two independent dense oracles and cases known by hand.

Not covered: rows of very different size (the rank tolerance is relative to the largest row), more
than eight coordinates, and speed.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config import ScansorError
from dynamics import FactoredMass, InvalidMassMatrix, InvalidProblem, UndeterminedMotion, solve

problems = settings(max_examples=60, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def random_problem(seed: int, rank: int | None = None):
    """SPD mass of condition up to 1e4, rows of the given rank (p up to n + 2), consistent b."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    rank = int(rng.integers(0, n + 1)) if rank is None else rank
    p = rank + (int(rng.integers(0, 3)) if rank else 0)
    axes = np.linalg.qr(rng.normal(size=(n, n)))[0]
    M = axes @ np.diag(10.0 ** rng.uniform(-2, 2, n)) @ axes.T
    rows = np.linalg.qr(rng.normal(size=(n, n)))[0][:rank]
    A = np.linalg.qr(rng.normal(size=(p, p)))[0][:, :rank] @ rows if p else np.zeros((0, n))
    return 0.5 * (M + M.T), rng.normal(size=n), A, A @ rng.normal(size=n), rank


def udwadia_kalaba(M, Q, A, b):
    """The formula as published, with the symmetric root by eigen-decomposition."""
    eigenvalues, axes = np.linalg.eigh(M)
    root = axes @ np.diag(np.sqrt(eigenvalues)) @ axes.T
    inverse_root = axes @ np.diag(1.0 / np.sqrt(eigenvalues)) @ axes.T
    return root @ np.linalg.pinv(A @ inverse_root, rcond=1e-10) @ (b - A @ np.linalg.solve(M, Q))


@problems
@given(seeds)
def test_equals_the_published_formula(seed):
    M, Q, A, b, rank = random_problem(seed)
    motion = solve(M, Q, A, b)
    expected = udwadia_kalaba(M, Q, A, b)
    assert motion.rank == rank
    assert motion.constraint_force == pytest.approx(expected, rel=1e-8, abs=1e-8)
    assert M @ motion.acceleration == pytest.approx(Q + motion.constraint_force, abs=1e-9)
    assert motion.residual_norm < 1e-9


@problems
@given(seeds)
def test_equals_lagrange_multipliers(seed):
    M, Q, A, b, _ = random_problem(seed)
    n, p = len(M), len(A)
    kkt = np.block([[M, A.T], [A, np.zeros((p, p))]])
    # Least squares, since repeated rows leave the multipliers open, though not the acceleration.
    expected = np.linalg.lstsq(kkt, np.concatenate([Q, b]), rcond=1e-11)[0][:n]
    assert solve(M, Q, A, b).acceleration == pytest.approx(expected, rel=1e-7, abs=1e-7)


@problems
@given(seeds)
def test_redundant_rows_change_nothing(seed):
    M, Q, A, b, rank = random_problem(seed)
    mix = np.random.default_rng(seed).normal(size=(3, len(A)))
    plain, redundant = solve(M, Q, A, b), solve(M, Q, np.vstack([A, mix @ A]), [*b, *(mix @ b)])
    assert redundant.rank == rank
    assert redundant.acceleration == pytest.approx(plain.acceleration, rel=1e-8, abs=1e-8)


@problems
@given(seeds)
def test_contradicting_rows_are_met_in_the_least_squares_sense(seed):
    M, Q, A, b, _ = random_problem(seed)
    b = b + np.random.default_rng(seed).normal(size=len(b))
    motion = solve(M, Q, A, b)
    best = np.linalg.lstsq(A, b, rcond=1e-10)[0] if len(A) else np.zeros(len(M))
    assert motion.residual == pytest.approx(A @ best - b, abs=1e-8)
    # Gauss: no way along the constraints comes nearer to the free motion.
    free_directions = np.eye(len(M)) - np.linalg.pinv(A, rcond=1e-10) @ A
    assert free_directions @ motion.constraint_force == pytest.approx(0.0, abs=1e-8)


def test_repeated_rows():
    """Field fault B47 (pinocchio#501, crocoddyl#829): repeated rows broke the solve."""
    motion = solve(np.diag([1.0, 4.0]), [0.0, 0.0], [[1, 1], [2, 2], [3, 3]], [1, 2, 3])
    single = solve(np.diag([1.0, 4.0]), [0.0, 0.0], [[1, 1]], [1])
    assert motion.rank == 1
    assert motion.acceleration == pytest.approx([0.8, 0.2], abs=1e-14)
    assert motion.acceleration == pytest.approx(single.acceleration, abs=1e-14)
    assert motion.residual_norm < 1e-14


def test_contradiction_is_reported_row_by_row():
    motion = solve(np.diag([1.0, 4.0]), [0.0, 0.0], [[1, 0], [1, 0]], [1, 2])
    assert motion.acceleration == pytest.approx([1.5, 0.0])
    assert motion.residual == pytest.approx([0.5, -0.5])
    assert motion.residual_norm == pytest.approx(np.sqrt(0.5))


def test_without_rows_the_motion_is_free():
    motion = solve(np.diag([1.0, 4.0]), [1.0, 2.0], np.zeros((0, 2)), [])
    assert motion.acceleration == pytest.approx([1.0, 0.5])
    assert motion.constraint_force == pytest.approx([0.0, 0.0])
    assert (motion.rank, motion.residual_norm) == (0, 0.0)


class TestSemidefiniteMass:
    @problems
    @given(seeds)
    def test_equals_the_limit_of_small_inertia(self, seed):
        rng = np.random.default_rng(seed)
        n, massless = 5, 2
        axes = np.linalg.qr(rng.normal(size=(n, n)))[0]
        light, heavy = axes[:, :massless], axes[:, massless:]
        M, Q = heavy @ heavy.T, rng.normal(size=n)
        A = rng.normal(size=(3, n))
        b = A @ rng.normal(size=n)
        motion = solve(M, Q, A, b)
        assert motion.residual_norm < 1e-8
        # Newton's law holds with a force that the rows can give, and with no other.
        multipliers = np.linalg.lstsq(A.T, motion.constraint_force, rcond=None)[0]
        assert A.T @ multipliers == pytest.approx(motion.constraint_force, abs=1e-6)
        nearly = solve(M + 1e-9 * light @ light.T, Q, A, b)
        assert motion.acceleration == pytest.approx(nearly.acceleration, rel=1e-3, abs=1e-3)

    def test_the_constraint_moves_what_has_no_mass(self):
        motion = solve(np.diag([2.0, 0.0]), [4.0, 5.0], [[0.0, 1.0]], [3.0])
        assert motion.acceleration == pytest.approx([2.0, 3.0])
        assert motion.constraint_force == pytest.approx([0.0, -5.0])

    def test_a_light_coordinate_beside_a_heavy_one_is_not_massless(self):
        motion = solve(np.diag([1e4, 1e-12, 0.0]), [1e4, 1e-12, 0.0], [[0.0, 0.0, 1.0]], [1.0])
        assert motion.acceleration == pytest.approx([1.0, 1.0, 1.0])

    def test_zero_hidden_by_rounding(self):
        """The second pivot is 0 in exact arithmetic and 1e-18 in floating point."""
        M = np.outer([1.0, 0.1, 0.3], [1.0, 0.1, 0.3])
        with pytest.raises(UndeterminedMotion):
            solve(M, [1.0, 0.1, 0.3], [[0.0, 1.0, 0.0]], [1.0])

    def test_refused_where_something_has_neither_mass_nor_constraint(self):
        with pytest.raises(UndeterminedMotion, match=r"rank 1 of 2") as refused:
            solve(np.diag([1.0, 0.0]), [0.0, 0.0], [[1.0, 0.0]], [0.0])
        assert abs(refused.value.directions[:, 0]) == pytest.approx([0.0, 1.0])
        assert isinstance(refused.value, ScansorError)


class TestRefused:
    def test_unsymmetric(self):
        with pytest.raises(InvalidMassMatrix, match="transpose by 1:") as refused:
            solve([[2.0, 1.0], [0.0, 2.0]], [0.0, 0.0], [[1.0, 0.0]], [0.0])
        assert refused.value.value.tolist() == [[2.0, 1.0], [0.0, 2.0]]

    def test_indefinite(self):
        with pytest.raises(InvalidMassMatrix, match="negative eigenvalue: -1"):
            solve(np.diag([1.0, -1.0]), [0.0, 0.0], [[0.0, 1.0]], [0.0])

    @pytest.mark.parametrize("bad", [np.nan, np.inf])
    @pytest.mark.parametrize("argument", range(4))
    def test_not_finite(self, bad, argument):
        arguments = [np.eye(2), np.zeros(2), np.ones((1, 2)), np.zeros(1)]
        arguments[argument].flat[0] = bad
        with pytest.raises(InvalidProblem, match="NaN or infinity"):
            solve(*arguments)

    @pytest.mark.parametrize(
        ("M", "Q", "A", "b", "name"),
        [
            (np.ones((2, 3)), [0, 0], [[1, 0]], [0], "mass_matrix"),
            (np.zeros((0, 0)), [], np.zeros((0, 0)), [], "mass_matrix"),
            (np.eye(2), [0], [[1, 0]], [0], "force"),
            (np.eye(2), [0, 0], [[1, 0, 0]], [0], "constraint_matrix"),
            (np.eye(2), [0, 0], [[1, 0]], [0, 0], "constraint_rhs"),
        ],
    )
    def test_shapes(self, M, Q, A, b, name):
        with pytest.raises(InvalidProblem, match=f"{name} has shape") as refused:
            solve(M, Q, A, b)
        assert refused.value.name == name


class TestPendulum:
    """Field fault B49 (pinocchio#1731, pydy#558): a unit pendulum as a particle in x and y."""

    WEIGHT = np.array([0.0, -9.81])

    def acceleration(self, position, velocity, gain=0.0):
        drift = position @ position - 1.0
        rhs = -velocity @ velocity - 2 * gain * position @ velocity - 0.5 * gain**2 * drift
        return solve(np.eye(2), self.WEIGHT, [position], [rhs])

    def test_at_the_bottom(self):
        motion = self.acceleration(np.array([0.0, -1.0]), np.array([2.0, 0.0]))
        assert motion.acceleration == pytest.approx([0.0, 4.0], abs=1e-14)
        assert motion.constraint_force == pytest.approx([0.0, 13.81], abs=1e-14)

    @pytest.mark.parametrize(("gain", "expected"), [(0.0, 0.324), (10.0, 0.0025)])
    def test_drift_of_semi_implicit_euler(self, gain, expected):
        position, velocity = np.array([1.0, 0.0]), np.zeros(2)
        for _ in range(1000):
            velocity = velocity + 0.01 * self.acceleration(position, velocity, gain).acceleration
            position = position + 0.01 * velocity
        assert abs(np.linalg.norm(position) - 1.0) == pytest.approx(expected, rel=0.05)


def test_a_factored_mass_is_the_same_matrix():
    rng = np.random.default_rng(5)
    root = rng.normal(size=(4, 4))
    M, A = root @ root.T + np.eye(4), rng.normal(size=(2, 4))
    Q, b = rng.normal(size=4), rng.normal(size=2)
    factored = FactoredMass(M)
    for _ in range(2):  # using it does not use it up
        for ours, theirs in zip(solve(factored, Q, A, b), solve(M, Q, A, b), strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_a_factored_semidefinite_mass_still_goes_through_the_null_space():
    M, A = np.diag([1.0, 0.0]), np.array([[0.0, 1.0]])
    assert FactoredMass(M).factor is None
    motion = solve(FactoredMass(M), np.array([3.0, 0.0]), A, np.array([2.0]))
    np.testing.assert_allclose(motion.acceleration, [3.0, 2.0], atol=1e-12)
