"""The JSON schema of a topic, derived from its first message.

Viewers need it to offer paths before they read data; both Foxglove and PlotJuggler require
`type: object` at the top.
"""

import json
from collections.abc import Mapping
from typing import Any

_ALWAYS_THERE = ("timestamp", "t", "seq")
_UNITS = {
    "timestamp": "Unix time, s",
    "t": "the sender's monotonic or simulated time, s",
    "seq": "the message's number, the tick's where there is one",
}


def schema_of(stream: str, message: Mapping[str, Any]) -> bytes:
    """The schema of `stream`, as UTF-8 JSON, from a message with every key (NaN where unmeasured).

    Every number is a `number`: a first value that happens to be whole promises nothing of the next.
    Only the three keys that no message lacks are required.
    """
    schema = _describe(message)
    schema["title"] = stream
    for key in _ALWAYS_THERE:
        schema["properties"].setdefault(key, {"type": "number"})["description"] = _UNITS[key]
    schema["required"] = list(_ALWAYS_THERE)
    return json.dumps(schema, separators=(",", ":")).encode()


def _describe(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, int | float):
        return {"type": "number"}
    if isinstance(value, str | bytes):
        return {"type": "string"}
    if isinstance(value, Mapping):
        return {
            "type": "object",
            "properties": {str(key): _describe(inner) for key, inner in value.items()},
        }
    if isinstance(value, list | tuple):
        return {"type": "array", "items": _describe(value[0]) if value else {}}
    return {}  # nil: its type is not known yet
