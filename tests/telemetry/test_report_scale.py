"""Axes for whatever values there are. Does not cover what people find pretty."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from telemetry.report_scale import bounds, even, logarithmic, number

finite = st.floats(-1e90, 1e90)


@given(finite, finite)
def test_an_even_scale_holds_all_values_and_has_few_round_ticks(a: float, b: float) -> None:
    low, high = min(a, b), max(a, b)
    scale = even(low, high, 150.0, 0.0)
    assert scale.low <= low <= high <= scale.high
    assert scale.low < scale.high
    places = scale.place(np.array([low, high]))
    assert ((places >= 0.0) & (places <= 150.0)).all()
    assert 1 <= len(scale.ticks(4)) <= 6


@given(st.floats(1e-12, 1e12))
def test_a_logarithmic_scale_has_ticks(peak: float) -> None:
    scale = logarithmic(peak, 150.0, 0.0)
    ticks = scale.ticks(4)
    assert 2 <= len(ticks) <= 12
    assert all(scale.low <= tick <= scale.high for tick in ticks)
    assert scale.at(0.0) == 150.0  # what is too small for it stands at its foot


def test_numbers_for_people() -> None:
    assert [number(value) for value in (-0.0, -1.23456, math.nan, math.inf, 1e-9)] == [
        "0", "−1.235", "–", "–", "1e−09",
    ]  # fmt: skip


def test_bounds_of_what_is_measured() -> None:
    nan = math.nan
    assert bounds([np.array([nan, 2.0]), np.array([nan]), np.array([-1.0])]) == (-1.0, 2.0)
    assert bounds([np.array([nan])]) is None
