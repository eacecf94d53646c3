"""Schemas from first messages. Does not cover how the viewers draw from them."""

import json
import math

from telemetry.json_schema import schema_of

FIRST = {
    "timestamp": 1.7e9,
    "t": 0.0,
    "seq": 0,
    "safety": "off",
    "valid": True,
    "latency": math.nan,
    "unknown": None,
    "left": {"force": 1, "name": "l"},
    "faults": ["a"],
    "empty": [],
}


def test_each_kind_is_described() -> None:
    properties = json.loads(schema_of("state", FIRST))["properties"]
    assert properties["safety"] == {"type": "string"}
    assert properties["valid"] == {"type": "boolean"}
    assert properties["latency"] == {"type": "number"}  # NaN first, measured later
    assert properties["unknown"] == {}
    assert properties["left"] == {
        "type": "object",
        "properties": {"force": {"type": "number"}, "name": {"type": "string"}},
    }
    assert properties["faults"] == {"type": "array", "items": {"type": "string"}}
    assert properties["empty"] == {"type": "array", "items": {}}


def test_the_top_is_an_object_with_a_numeric_timestamp() -> None:
    schema = json.loads(schema_of("state", FIRST))
    assert schema["type"] == "object"
    assert schema["title"] == "state"
    assert schema["properties"]["timestamp"]["type"] == "number"
    assert schema["required"] == ["timestamp", "t", "seq"]


def test_whole_numbers_promise_nothing() -> None:
    assert json.loads(schema_of("loop", {"work": 0}))["properties"]["work"] == {"type": "number"}
