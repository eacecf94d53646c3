"""What can be wrong with a problem of motion; every error keeps the offending data."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from config import ScansorError


class InvalidProblem(ScansorError, ValueError):
    """An array of the wrong shape, or one that holds NaN or infinity.

    Attributes
    ----------
    name
        The argument.
    value
        What was passed.
    """

    def __init__(self, name: str, value: Any, reason: str) -> None:
        super().__init__(f"{name} {reason}")
        self.name = name
        self.value = value


class InvalidMassMatrix(InvalidProblem):
    """A matrix that no kinetic energy belongs to: not symmetric, or with a negative eigenvalue."""

    def __init__(self, value: NDArray[np.float64], reason: str) -> None:
        super().__init__("mass_matrix", value, reason)


class UndeterminedMotion(ScansorError):
    """Directions that have neither inertia nor constraint: Newton's law leaves them open.

    Attributes
    ----------
    mass_matrix, constraint_matrix
        The problem. Shapes (n, n) and (p, n).
    directions
        Basis of what is undetermined. Shape (n, k).
    """

    def __init__(
        self,
        mass_matrix: NDArray[np.float64],
        constraint_matrix: NDArray[np.float64],
        directions: NDArray[np.float64],
    ) -> None:
        n, k = directions.shape
        super().__init__(
            f"[M; A] has column rank {n - k} of {n}: {k} direction(s) have neither inertia nor "
            f"constraint, the first is {np.round(directions[:, 0], 6).tolist()}; give it a mass "
            "or a constraint row"
        )
        self.mass_matrix = mass_matrix
        self.constraint_matrix = constraint_matrix
        self.directions = directions


class UndefinedHeading(ScansorError):
    """A path whose derivative vanishes has no tangent, so no heading can be read from it.

    Attributes
    ----------
    velocity
        The path's first derivative. Shape (2,).
    """

    def __init__(self, velocity: tuple[float, float]) -> None:
        super().__init__(
            f"the path's first derivative is {velocity}: its direction is undefined. To start or "
            "stop on the path, differentiate by a path parameter (arc length, phase), whose "
            "tangent never vanishes, and pass the parameter's rate"
        )
        self.velocity = velocity


class InsufficientGrip(ScansorError):
    """No pressure is enough: suction loads the seal's drag as fast as the wheels' grip, or faster.

    Attributes
    ----------
    grip_per_pascal, drag_per_pascal
        What one pascal adds to the wheels' grip and to the seal's drag, N/Pa.
    """

    def __init__(self, grip_per_pascal: float, drag_per_pascal: float) -> None:
        super().__init__(
            f"no suction pressure suffices: each pascal adds {drag_per_pascal:.4g} N of seal drag "
            f"and only {grip_per_pascal:.4g} N of wheel grip (after the safety factor); lower the "
            "seal's friction or carry a larger share of the load on the wheels"
        )
        self.grip_per_pascal = grip_per_pascal
        self.drag_per_pascal = drag_per_pascal
