"""Turning a schema's findings into sentences: where, what was found, what is allowed, remedy."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Annotated, Any, get_args, get_origin

import annotated_types as bounds
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from config.quantity import COMMON_UNITS, Unit
from config.toml_file import line_of

_NUMBER_WITH_UNIT = re.compile(r"^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*$")
_LONGEST_SHOWN = 80

# What a number too large for its unit was probably written in: SI unit -> (name, symbol).
_BEYOND = ("greater_than", "greater_than_equal", "less_than", "less_than_equal")
_SLIPS = {"rad": ("degrees", "deg"), "s": ("milliseconds", "ms")}
_LARGEST_SLIP = 10_000  # beyond this nobody meant degrees or milliseconds


def problems(error: ValidationError, model: type[BaseModel], text: str) -> list[str]:
    """One sentence for each finding of `error`, in the order of the file's lines."""
    found = []
    for item in error.errors(include_url=False):
        path = item["loc"]
        line = line_of(text, path)
        key = _dotted(path) or "the file"
        where = f"line {line}, {key}" if line else key
        found.append((line or 0, f"{where}: {_sentence(item, model, path)}"))
    return [sentence for _, sentence in sorted(found, key=lambda pair: pair[0])]


def _dotted(path: Sequence[str | int]) -> str:
    parts = ""
    for part in path:
        parts += f"[{part}]" if isinstance(part, int) else f".{part}" if parts else str(part)
    return parts


def _sentence(item: Mapping[str, Any], model: type[BaseModel], path: Sequence[str | int]) -> str:
    kind, value = item["type"], item["input"]
    if kind == "extra_forbidden":
        siblings = _keys(model, path[:-1])
        close = difflib.get_close_matches(str(path[-1]), siblings, n=1, cutoff=0.5)
        hint = f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(siblings)}"
        return f"unknown key{hint}"
    field = _field(model, path)
    unit, allowed = _allowed(field) if field else (None, "")
    if kind == "missing":
        return f"missing; add it ({allowed})" if allowed else "missing; add it"
    if kind == "value_error":
        return str(item["ctx"]["error"])
    if isinstance(value, str) and kind in ("float_type", "int_type"):
        return f"{_shown(value)} is text; {_number_meant(value, unit)}{_in(allowed)}"
    if kind == "finite_number":
        return f"{_shown(value)} is not a finite number{_in(allowed)}"
    if kind == "int_type" and isinstance(value, float) and value.is_integer():
        return f"{value!r} is not a whole number; write {value:.0f}{_in(allowed)}"
    if kind in _BEYOND and unit in _SLIPS and 1.0 < abs(value) <= _LARGEST_SLIP:
        meant, symbol = _SLIPS[unit]
        remedy = f"if {meant} were meant, write {value * COMMON_UNITS[symbol][1]:.6g}"
        return f"{value!r} {unit}{_in(allowed)}; {remedy}"
    return f"{_shown(value)}{_in(allowed)}" if allowed else f"{_shown(value)}: {item['msg']}"


def _number_meant(text: str, unit: str | None) -> str:
    """The remedy for a number written as text: '1e6' and '5 kPa' both have a plain form."""
    match = _NUMBER_WITH_UNIT.match(text)
    if match:
        symbol = match[2]
        target, factor = COMMON_UNITS.get(symbol, (unit, 1.0 if not symbol else 0.0))
        number = float(match[1]) * factor
        if factor and target == unit and isfinite(number):
            plain = f"{number:.12g}" if abs(number) < 1e12 else repr(number)
            return f"write {plain}"
    return f"write a number in {unit}" if unit else "write a number"


def _shown(value: object) -> str:
    """The value as its author wrote it, cut short where it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of too many digits, tables nested too deeply
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _in(allowed: str) -> str:
    return f" (allowed: {allowed})" if allowed else ""


def _allowed(field: FieldInfo | Any) -> tuple[str | None, str]:
    """The unit and the allowed values of a field, as text."""
    unit, low, high, parts = None, None, None, []
    for mark in _metadata(field):
        match mark:
            case Unit(symbol):
                unit = symbol
            case bounds.Gt(gt):
                low = f"> {gt:.6g}"
            case bounds.Ge(ge):
                low = f">= {ge:.6g}"
            case bounds.Lt(lt):
                high = f"< {lt:.6g}"
            case bounds.Le(le):
                high = f"<= {le:.6g}"
    annotation = field.annotation if isinstance(field, FieldInfo) else field
    choices = _choices(annotation)
    if choices:
        return unit, "one of " + ", ".join(choices)
    parts = [part for part in (low, high) if part]
    text = " and ".join(parts)
    if unit and unit != "1":
        text = f"{text}, in {unit}" if text else f"in {unit}"
    return unit, text


def _choices(annotation: Any) -> list[str]:
    if hasattr(annotation, "__members__"):
        return [str(member.value) for member in annotation]
    if getattr(get_origin(annotation), "__name__", str(get_origin(annotation))).endswith("Literal"):
        return [str(choice) for choice in get_args(annotation)]
    return []


def _metadata(field: Any) -> Iterator[Any]:
    """The annotations of a field, with pydantic's packed constraints unpacked."""
    marks = field.metadata if isinstance(field, FieldInfo) else get_args(field)[1:]
    for mark in marks:
        inner = getattr(mark, "metadata", None)
        if isinstance(inner, list):
            yield from inner
        else:
            yield mark


def _model(annotation: Any) -> type[BaseModel] | None:
    """The model behind a type, seen through list, dict and Annotated."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    origin = get_origin(annotation)
    if origin in (list, dict, Annotated):
        arguments = get_args(annotation)
        return _model(arguments[0] if origin is Annotated else arguments[-1])
    return None


def _field(model: type[BaseModel], path: Sequence[str | int]) -> FieldInfo | None:
    """The schema field at `path`, or None where the path leaves the schema."""
    field: FieldInfo | None = None
    here: type[BaseModel] | None = model
    for part in path:
        if here is not None and isinstance(part, str) and part in here.model_fields:
            field = here.model_fields[part]
            here = _model(field.annotation)
        elif isinstance(part, int) or here is not None:
            continue  # an index, or a free name in a dict of tables
        else:
            return None
    return field


def _keys(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    field = _field(model, path) if path else None
    here = _model(field.annotation) if field else model
    return list(here.model_fields) if here else []
