"""Few points that tell no lie. Does not cover how they look: see the report."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from telemetry.downsample import envelope, thin
from telemetry.tracking import Array

numbers = st.floats(-1e6, 1e6) | st.just(math.nan)
curves = st.lists(numbers, min_size=1, max_size=400)


def joined(lines: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    if not lines:
        return np.zeros(0), np.zeros(0)
    return np.concatenate([x for x, _ in lines]), np.concatenate([y for _, y in lines])


@given(curves, st.integers(1, 50))
def test_extremes_of_every_column_are_kept(values: list[float], columns: int) -> None:
    y = np.array(values)
    x = np.arange(len(y), dtype=float)
    end = max(float(x[-1]), 1.0)
    kept_x, kept_y = joined(envelope(x, y, 0.0, end, columns))
    column = np.minimum(x // (end / columns), columns - 1)
    kept_column = np.minimum(kept_x // (end / columns), columns - 1)
    for number in np.unique(column):
        there = y[(column == number) & np.isfinite(y)]
        found = kept_y[kept_column == number]
        assert (len(there) == 0) == (len(found) == 0)
        if len(there):
            assert (found.min(), found.max()) == (there.min(), there.max())
            assert (found[0], found[-1]) == (there[0], there[-1])
            assert len(found) <= 4


@given(curves, st.integers(1, 50))
def test_it_invents_nothing_and_keeps_the_order(values: list[float], columns: int) -> None:
    y = np.array(values)
    x = np.arange(len(y), dtype=float)
    kept_x, kept_y = joined(envelope(x, y, 0.0, max(float(x[-1]), 1.0), columns))
    assert np.all(np.diff(kept_x) > 0)
    assert np.array_equal(y[kept_x.astype(int)], kept_y)


def test_one_spike_in_a_million_stays() -> None:
    x, y = np.linspace(0.0, 600.0, 1_000_000), np.zeros(1_000_000)
    y[777_777] = 1.0
    (line,) = envelope(x, y, 0.0, 600.0, 900)
    assert line.y.max() == 1.0
    assert len(line.y) <= 3600


def test_what_is_missing_is_a_gap() -> None:
    x = np.arange(1000.0)
    y = np.where((x > 400) & (x < 600), np.nan, 1.0)
    first, second = envelope(x, y, 0.0, 1000.0, 100)
    assert (first.x[-1], second.x[0]) == (400.0, 600.0)
    leap = np.concatenate([np.arange(100.0), np.arange(500.0, 600.0)])
    assert [len(line.x) > 0 for line in envelope(leap, leap, 0.0, 600.0, 50)] == [True, True]


def test_single_missing_samples_do_not_break_a_line() -> None:
    x = np.arange(1000.0)
    y = np.where(x % 10 == 0, np.nan, 1.0)
    assert len(envelope(x, y, 0.0, 1000.0, 50)) == 1


def test_a_clock_that_began_anew_is_put_in_order() -> None:
    x = np.array([5.0, 6.0, 0.0, 1.0])
    (line,) = envelope(x, x, 0.0, 6.0, 4)
    assert list(line.x) == sorted(line.x)


def test_nothing_gives_nothing() -> None:
    none = np.zeros(0)
    assert envelope(none, none, 0.0, 1.0, 10) == []
    assert envelope(np.array([np.nan]), np.array([1.0]), 0.0, 1.0, 10) == []
    assert thin(none, none, 0.1) == []


@given(st.lists(st.tuples(numbers, numbers), max_size=200), st.floats(0.0, 1e5))
def test_a_thinned_path_stays_within_the_distance(
    points: list[tuple[float, float]], distance: float
) -> None:
    x, y = np.array(points).reshape(-1, 2).T
    kept = {(px, py) for line in thin(x, y, distance) for px, py in zip(*line, strict=True)}
    last = None
    for point in zip(x.tolist(), y.tolist(), strict=True):
        if not all(map(math.isfinite, point)):
            last = None
            continue
        last = point if point in kept else last
        assert last is not None
        assert max(abs(point[0] - last[0]), abs(point[1] - last[1])) <= distance
