"""How well the robot kept to its path: truth, estimate and reference at the same ticks."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from telemetry.recording import Recording

Array = NDArray[np.float64]


class Tracking(NamedTuple):
    """Positions in m at the ticks that have both truth and pose. Shape (ticks,) each.

    `t` is the time of the run and `path_time` the time on the path, both in s; `path_time` and the
    reference are NaN before the path began.
    """

    t: Array
    path_time: Array
    true_x: Array
    true_y: Array
    estimated_x: Array
    estimated_y: Array
    reference_x: Array
    reference_y: Array

    @property
    def path_error(self) -> Array:
        """Distance of the true position from the reference at the same time, m."""
        return np.hypot(self.true_x - self.reference_x, self.true_y - self.reference_y)

    @property
    def estimate_error(self) -> Array:
        """Distance of the estimated position from the true one, m."""
        return np.hypot(self.estimated_x - self.true_x, self.estimated_y - self.true_y)


def track(recording: Recording) -> Tracking:
    """Truth and pose joined by `seq`; empty where either stream is missing."""
    _, pose, truth = np.intersect1d(
        recording.column("pose", "seq"), recording.column("truth", "seq"), return_indices=True
    )

    def estimated(key: str) -> Array:
        return recording.column("pose", key)[pose]

    def true(key: str) -> Array:
        return recording.column("truth", key)[truth]

    return Tracking(
        t=true("t"),
        path_time=estimated("path_time"),
        true_x=true("x"),
        true_y=true("y"),
        estimated_x=estimated("x"),
        estimated_y=estimated("y"),
        reference_x=estimated("reference_x"),
        reference_y=estimated("reference_y"),
    )
