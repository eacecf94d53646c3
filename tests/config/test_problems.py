"""The error texts hold for any input at all: whatever a file says, the answer is sentences.

Not covered: the wording, which the tests of robots and plants hold.
"""

import copy
import datetime
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from config import load_robot, plant_file, robot_file
from config.plant import Plant
from config.problems import problems
from config.robot import WheeledClimber

ROBOT_TEXT = robot_file("wheeled_climber_bench").read_text(encoding="utf-8")
PLANT_TEXT = plant_file("wheeled_climber_bench", "nominal").read_text(encoding="utf-8")

keys = st.text(max_size=12) | st.sampled_from(
    ["mass", "joints", "node", "sign", "[key]", "__root__"]
)
scalars = (
    st.booleans()
    | st.integers()
    | st.integers(min_value=10**20, max_value=10**40)
    | st.floats()
    | st.text(max_size=20)
    | st.from_regex(r"[-+]?[0-9.]{1,6}(e[0-9]{1,4})? ?(kPa|deg|kg·cm|)", fullmatch=True)
    | st.datetimes()
    | st.dates()
    | st.times()
)
toml_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)


def places(table: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path in a nested table, that of tables included."""
    if path:
        yield path
    inside = table.items() if isinstance(table, dict) else enumerate(table)
    for key, value in inside if isinstance(table, dict | list) else ():
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))
        else:
            yield (*path, key)


def replaced(table: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    table = copy.deepcopy(table)
    here: Any = table
    for part in path[:-1]:
        here = here[part]
    here[path[-1]] = value
    return table


def sentences(model: type, table: dict[str, Any], text: str) -> list[str]:
    try:
        model.model_validate(table, context=load_robot("wheeled_climber_bench"))
    except ValidationError as error:
        found = problems(error, model, text)
        assert found
        assert all(": " in sentence and len(sentence) < 1000 for sentence in found)
        return found
    return []


@settings(max_examples=150, deadline=None)
@given(data=st.data(), value=toml_values)
def test_any_value_at_any_place_of_a_robot_is_taken_or_answered(data, value):
    table = tomllib.loads(ROBOT_TEXT)
    path = data.draw(st.sampled_from(sorted(places(table), key=str)))
    sentences(WheeledClimber, replaced(table, path, value), ROBOT_TEXT)


@settings(max_examples=80, deadline=None)
@given(data=st.data(), value=toml_values)
def test_any_value_at_any_place_of_a_plant_is_taken_or_answered(data, value):
    table = tomllib.loads(PLANT_TEXT)
    path = data.draw(st.sampled_from(sorted(places(table), key=str)))
    sentences(Plant, replaced(table, path, value), PLANT_TEXT)


@settings(max_examples=60, deadline=None)
@given(table=st.dictionaries(keys, toml_values, max_size=5), text=st.text(max_size=80))
def test_any_table_with_any_text_is_answered(table, text):
    assert sentences(WheeledClimber, table, text)


@pytest.mark.parametrize(
    "value",
    [int("f" * 5000, 16), "x" * 100_000, [[0] * 10_000], datetime.date(2026, 1, 1), "\udc80"],
    ids=["huge integer", "long text", "long list", "date", "lone surrogate"],
)
def test_monstrous_values_are_answered_shortly(value):
    table = replaced(tomllib.loads(ROBOT_TEXT), ("body", "mass"), value)
    assert len(sentences(WheeledClimber, table, ROBOT_TEXT)) == 1
