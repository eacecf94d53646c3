"""Axes of the report's charts: from a value to a place, and where the ticks stand."""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from telemetry.tracking import Array

_STEPS = (1.0, 2.0, 5.0, 10.0)
_TINY = 1e-250  # below it a step between ticks would be no number
DECADES = 3.5  # below its peak an error is the rounding of a standstill


class Scale(NamedTuple):
    """Maps `low` to the place `start` and `high` to `stop`, evenly or by decades."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def place(self, value: Array) -> Array:
        """Where values stand; what lies outside stands at the edge."""
        clipped = np.clip(value, self.low, self.high)
        if self.log:
            share = np.log(clipped / self.low) / math.log(self.high / self.low)
        else:
            share = (clipped - self.low) / (self.high - self.low)
        return np.asarray(self.start + share * (self.stop - self.start), dtype=float)

    def at(self, value: float) -> float:
        """Where one value stands."""
        return float(self.place(np.array([value]))[0])

    def ticks(self, most: int) -> list[float]:
        """Round values within the scale, at most `most` of them."""
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            every = max(1, math.ceil((last - first + 1) / most))
            powers = [10.0**power for power in range(first - 1, last + 1, every)]
            steps = _STEPS[:3] if last - first < 2 else _STEPS[:1]
            ticks = [step * power for power in powers for step in steps]
            return [tick for tick in ticks if self.low <= tick <= self.high]
        step = _round_step((self.high - self.low) / most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def even(low: float, high: float, start: float, stop: float, margin: float = 0.06) -> Scale:
    """An even scale around values from `low` to `high`, with some air; never of no extent."""
    extent = high - low
    largest = max(abs(low), abs(high))
    if not extent > max(1e-9 * largest, _TINY):
        extent = largest if largest > _TINY else 1.0
        low, high = low - 0.5 * extent, high + 0.5 * extent
    return Scale(low - margin * extent, high + margin * extent, start, stop)


def logarithmic(peak: float, start: float, stop: float) -> Scale:
    """The `DECADES` below a positive peak."""
    return Scale(peak * 10.0**-DECADES, peak * 1.6, start, stop, log=True)


def bounds(columns: Iterable[Array]) -> tuple[float, float] | None:
    """The least and the greatest finite value, None if there is none."""
    finite = [found for column in columns if len(found := column[np.isfinite(column)])]
    if not finite:
        return None
    return min(float(c.min()) for c in finite), max(float(c.max()) for c in finite)


def number(value: float, digits: int = 4) -> str:
    """A number for people, with a real minus sign; `–` if it is none."""
    if not math.isfinite(value):
        return "–"
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in _STEPS if power * step >= least * (1.0 - 1e-9))
