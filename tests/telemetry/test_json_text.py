"""Maps as JSON text. Does not cover which keys a stream has."""

import json
import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from telemetry.json_text import to_json

numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**63), 2**64 - 1)
maps = st.recursive(
    numbers | st.booleans() | st.text(),
    lambda inner: st.dictionaries(st.text(), inner, max_size=4) | st.lists(inner, max_size=4),
)


@given(st.dictionaries(st.text(), maps, max_size=6))
def test_measured_values_come_back_bit_for_bit(message: dict[str, Any]) -> None:
    assert json.loads(to_json(message)) == message


def test_what_was_never_measured_is_absent_at_every_depth() -> None:
    message = {"a": math.nan, "b": {"c": math.inf, "d": 1.0, "e": None}, "f": -math.inf}
    assert json.loads(to_json(message)) == {"b": {"d": 1.0}}


def test_places_in_a_list_stay() -> None:
    assert json.loads(to_json({"a": [1.0, math.nan, {"b": math.nan}]})) == {"a": [1.0, None, {}]}


def test_text_that_names_nan_stays() -> None:
    message = {"message": "NaN in null at Infinity", "x": 1.0}
    assert json.loads(to_json(message)) == message


def test_what_json_has_no_form_for_becomes_text() -> None:
    assert json.loads(to_json({"raw": b"\x01\xff"})) == {"raw": "01ff"}
