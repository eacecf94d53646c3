"""A long column in few points, honestly: no spike is lost, and no gap is bridged."""

from typing import NamedTuple

import numpy as np

from telemetry.tracking import Array

_GAP = 10.0  # times the usual step between samples: further apart, something is missing between


class Line(NamedTuple):
    """A piece of a curve without gaps. Shape (points,) each."""

    x: Array
    y: Array


def envelope(x: Array, y: Array, begin: float, end: float, columns: int) -> list[Line]:
    """The curve y(x) from `begin` to `end` in at most four points for each of `columns`.

    Of each column the first, the lowest, the highest and the last sample stay, in their order, so
    that a line through them covers the same pixels as a line through all of them (the "M4" rule of
    Jugel et al., VLDB 2014). Where y is not finite for a whole column, or x makes a leap, the line
    ends and another begins.
    """
    inside = np.isfinite(x) & (x >= begin) & (x <= end)
    x, y = x[inside], y[inside]
    if np.any(np.diff(x) < 0.0):  # a clock that began anew
        order = np.argsort(x, kind="stable")
        x, y = x[order], y[order]
    if not len(x):
        return []
    width = (end - begin) / columns
    column = np.minimum((x - begin) // width, columns - 1) if width > 0.0 else np.zeros(len(x))
    finite = np.isfinite(y)
    empty = np.setdiff1d(column, column[finite])  # visited, and nothing measured
    breaks = _leaps(x) | _passed(column, empty)
    kept = np.flatnonzero(finite)[_first_low_high_last(column[finite], y[finite])]
    piece = np.cumsum(breaks)[kept]
    cuts = np.flatnonzero(np.diff(piece)) + 1
    return [Line(x[part], y[part]) for part in np.split(kept, cuts) if len(part)]


def thin(x: Array, y: Array, distance: float) -> list[Line]:
    """A path through the plane without the points within `distance` of the last one kept.

    The last point before a gap stays, so that the path ends where it ended.
    """
    lines: list[list[tuple[float, float]]] = []
    points: list[tuple[float, float]] = []
    last = (np.nan, np.nan)
    current = last
    for px, py in zip(x.tolist(), y.tolist(), strict=True):
        if not (np.isfinite(px) and np.isfinite(py)):
            if points:
                lines.append([*points, current])
            points = []
            continue
        current = (px, py)
        if not points or max(abs(px - last[0]), abs(py - last[1])) > distance:
            points.append(current)
            last = current
    if points:
        lines.append([*points, current])
    return [Line(*np.array(line).T) for line in lines]


def _first_low_high_last(column: Array, y: Array) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """Indices of the samples that stay, in order; `column` does not fall."""
    if not len(y):
        return np.zeros(0, dtype=np.intp)
    place = np.arange(len(y))
    starts = np.concatenate([[0], np.flatnonzero(np.diff(column)) + 1])
    lasts = np.append(starts[1:], len(y)) - 1
    by_height = np.lexsort((place, y, column))
    return np.unique(np.concatenate([starts, lasts, by_height[starts], by_height[lasts]]))


def _leaps(x: Array) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Where the step from the sample before is far more than usual."""
    steps = np.diff(x)
    usual = float(np.median(steps)) if len(steps) else 0.0
    return np.concatenate([[False], steps > _GAP * usual if usual > 0.0 else steps > np.inf])


def _passed(column: Array, empty: Array) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Where an empty column is entered or left."""
    within = np.isin(column, empty)
    return np.concatenate([[False], within[1:] != within[:-1]])
