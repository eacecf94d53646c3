"""The clock of a reference that starts from rest."""

from typing import NamedTuple


class Run(NamedTuple):
    """How far along its path a reference is: run time s in s, its first and second derivative."""

    time: float
    rate: float
    rate_dot: float


def soft_start(t: float, duration: float) -> Run:
    """From rest to unit rate in `duration` T s.

    With z = t / T: rate = z³ (10 - 15 z + 6 z²), so that rate, its first and its second derivative
    are continuous and the jerk of the reference is finite. It costs T / 2 of path. T = 0 is a
    running start.
    """
    if t >= duration:
        return Run(t - 0.5 * duration, 1.0, 0.0)
    if t <= 0.0:
        return Run(0.0, 0.0, 0.0)
    z = t / duration
    return Run(
        time=duration * z**4 * (2.5 - 3.0 * z + z * z),
        rate=z**3 * (10.0 - 15.0 * z + 6.0 * z * z),
        rate_dot=30.0 * (z * (1.0 - z)) ** 2 / duration,
    )
