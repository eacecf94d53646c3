"""Numbers by column against the messages themselves. Does not cover how much memory is saved."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from telemetry.columns import Columns

values = st.floats(allow_nan=False) | st.booleans() | st.text(max_size=2) | st.none()
messages = st.lists(
    st.dictionaries(
        st.sampled_from("abc"), values | st.dictionaries(st.sampled_from("xy"), values), max_size=3
    ),
    max_size=20,
)


@given(messages)
def test_every_column_is_what_the_messages_say(stream: list[dict[str, object]]) -> None:
    columns = Columns()
    for message in stream:
        columns.add(message)
    for keys in [("a",), ("b",), ("a", "x"), ("c", "y"), ("none",), ("a", "x", "z")]:
        expected = []
        for message in stream:
            value: object = message
            for key in keys:
                value = value.get(key) if isinstance(value, dict) else None
            expected.append(float(value) if isinstance(value, int | float) else math.nan)
        assert np.array_equal(columns.get(keys), expected, equal_nan=True)


def test_an_integer_of_hundreds_of_digits_is_no_number() -> None:
    columns = Columns()
    columns.add({"a": 10**400})
    columns.add({"a": 2})
    assert np.array_equal(columns.get(("a",)), [math.nan, 2.0], equal_nan=True)


def test_it_goes_on_after_it_was_read() -> None:
    columns = Columns()
    columns.add({"a": 1})
    assert list(columns.get(("a",))) == [1.0]
    assert np.isnan(columns.get(("b",))).all()
    columns.add({"b": 2})
    assert np.array_equal(columns.get(("a",)), [1.0, math.nan], equal_nan=True)
    assert np.array_equal(columns.get(("b",)), [math.nan, 2.0], equal_nan=True)
