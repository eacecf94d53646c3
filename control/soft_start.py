"""Running a path from rest: how far along it, and how fast, at a time."""

from typing import NamedTuple


class Run(NamedTuple):
    """Progress σ(t) along a path and its time derivatives; σ has the unit of time."""

    progress: float
    rate: float
    rate_derivative: float


def soft_start(t: float, duration: float) -> Run:
    """σ with σ_t rising from 0 to 1 within `duration` s by the quintic 10u³ - 15u⁴ + 6u⁵.

    σ_tt is 0 at both ends and σ_ttt is finite, so a path's jerk stays finite. Before t = 0 the robot
    stands; with duration 0 it runs at full rate from the start.
    """
    if t < 0.0:
        return Run(0.0, 0.0, 0.0)
    if t >= duration:
        return Run(t - 0.5 * duration, 1.0, 0.0)
    u = t / duration
    return Run(
        progress=duration * u**4 * (2.5 + u * (u - 3.0)),
        rate=u**3 * (10.0 + u * (6.0 * u - 15.0)),
        rate_derivative=30.0 * (u * (1.0 - u)) ** 2 / duration,
    )
