"""Telemetry maps as JSON text: what was never measured is absent, for JSON knows no NaN."""

import json
import math
from collections.abc import Mapping
from typing import Any


def _plain(value: object) -> str:
    """What JSON has no form for: bytes as hexadecimal, anything else by its own text."""
    return value.hex() if isinstance(value, bytes) else str(value)


_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=_plain).encode


def to_json(message: Mapping[str, Any]) -> bytes:
    """The map as UTF-8 JSON. Keys of NaN, infinite and nil values are left out, at every depth.

    Floats are written so that they read back as the same bits.
    """
    text = _encode(message)
    # Nearly every message is whole; three searches in its text cost less than a walk through it.
    if "NaN" in text or "null" in text or "Infinity" in text:
        text = _encode(_measured(message))
    return text.encode()


def _measured(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _measured(inner) for key, inner in value.items() if not _missing(inner)}
    if isinstance(value, list | tuple):
        # A place in a list has a meaning: it stays, as null.
        return [None if _missing(inner) else _measured(inner) for inner in value]
    return value


def _missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and not math.isfinite(value))
