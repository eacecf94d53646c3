"""Single fields of a message: packing, unpacking, and checks that name the field at fault."""

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, TypeVar

import msgpack

from config import ScansorError

VERSION = 1
_LONGEST_SHOWN = 80  # a refusal goes into every state: a sender must not make it long

_T = TypeVar("_T")


class MessageError(ScansorError):
    """A message that is refused as a whole.

    Attributes:
        field: the key at fault, as `effort[left_wheel]`.
    """

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        super().__init__(f"{field}: {problem}")


def shown(value: object) -> str:
    """A received value for a message to people, cut short where it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


# The whole frame


def pack(message: Mapping[str, Any]) -> bytes:
    """The frame of a message of this version.

    Raises:
        MessageError: a value is of a type that has no form on the wire.
    """
    try:
        frame: bytes = msgpack.packb({"v": VERSION, **message})
    except (TypeError, ValueError, OverflowError) as error:
        raise MessageError("frame", f"cannot be packed: {error}") from None
    return frame


def unpack(frame: bytes) -> dict[str, Any]:
    """The map in a frame, of this version; its fields are not checked yet."""
    try:
        message = msgpack.unpackb(frame)
    except Exception as error:  # msgpack raises a different kind for every way to be broken
        raise MessageError("frame", f"not MessagePack ({type(error).__name__})") from None
    if not isinstance(message, dict):
        raise MessageError("frame", f"a map is expected, not {type(message).__name__}")
    version = message.get("v")
    if type(version) is not int or version != VERSION:
        raise MessageError("v", f"version {shown(version)}, but this side speaks {VERSION}")
    return message


# Values on their way out: numpy's become plain ones, anything else is refused by name


def number_out(value: object, key: str) -> float:
    """A finite number that packs."""
    if type(value) is float:
        return _finite(value, key)
    if isinstance(value, bool) or not isinstance(value, Real):
        raise MessageError(key, f"{shown(value)} is not a number")
    return _finite(float(value), key)


def optional_out(value: object, key: str) -> float | None:
    """A finite number that packs, or nil for a missing one."""
    return None if value is None else number_out(value, key)


def count_out(value: object, key: str) -> int:
    """A whole number from 0 that packs."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not 0 <= int(value) < 2**64:
        raise MessageError(key, f"{shown(value)} is not a whole number from 0 to 2⁶⁴ - 1")
    return int(value)


def optional_count_out(value: object, key: str) -> int | None:
    """A whole number from 0 that packs, or nil."""
    return None if value is None else count_out(value, key)


def column_out(
    values: Sequence[object], names: Sequence[str], key: str, write: Callable[[object, str], _T]
) -> list[_T]:
    """One value a joint.

    Raises:
        MessageError: naming the joint, or the key if there is not one value a joint.
    """
    if len(values) != len(names):
        raise MessageError(key, f"{len(names)} values are expected, not {len(values)}")
    try:
        return [write(value, key) for value in values]
    except MessageError:  # names are spelled out only for a refusal: this is done every tick
        return [write(value, f"{key}[{name}]") for value, name in zip(values, names, strict=True)]


# Values on their way in


def number(value: object, key: str) -> float:
    """A finite number; neither True nor text is one."""
    if type(value) is float:
        return _finite(value, key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MessageError(key, f"{shown(value)} is not a number")
    return _finite(float(value), key)


def optional(value: object, key: str) -> float | None:
    """A finite number, or None for a missing one."""
    return None if value is None else number(value, key)


def count(value: object, key: str) -> int:
    """A whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise MessageError(key, f"{shown(value)} is not a whole number from 0")
    return value


def optional_count(value: object, key: str) -> int | None:
    """A whole number from 0, or None."""
    return None if value is None else count(value, key)


def text(value: object, key: str) -> str:
    """Text."""
    if not isinstance(value, str):
        raise MessageError(key, f"{shown(value)} is not text")
    return value


def secret(value: object, key: str) -> bytes:
    """Bytes that no message to people may show."""
    if not isinstance(value, bytes):
        raise MessageError(key, f"{type(value).__name__} instead of bytes")
    return value


def member(kind: type[_T]) -> Callable[[object, str], _T]:
    """A reader of an enum's values."""
    members: dict[object, _T] = {one.value: one for one in kind}  # type: ignore[attr-defined]

    def read(value: object, key: str) -> _T:
        try:
            return members[value]
        except (KeyError, TypeError):  # unknown, or of a type that cannot even be looked up
            allowed = ", ".join(map(str, members))
            raise MessageError(key, f"{shown(value)} (allowed: {allowed})") from None

    return read


def table(value: object, key: str) -> dict[str, Any]:
    """A map with text for keys."""
    if not isinstance(value, dict):
        raise MessageError(key, f"a map is expected, not {shown(value)}")
    for name in value:
        text(name, f"a key of {key}")
    return value


def row(value: object, key: str) -> list[object]:
    """A list of anything."""
    if not isinstance(value, list):
        raise MessageError(key, f"a list is expected, not {shown(value)}")
    return value


def column(
    value: object, names: Sequence[str], key: str, read: Callable[[object, str], _T]
) -> tuple[_T, ...]:
    """One value a joint, in declared order."""
    if not isinstance(value, list) or len(value) != len(names):
        raise MessageError(key, f"{len(names)} values are expected, not {shown(value)}")
    if read is optional and _plain(value):
        return tuple(value)  # the usual case, every tick: nothing to convert or to refuse
    try:
        return tuple([read(one, key) for one in value])
    except MessageError:
        return tuple(read(one, f"{key}[{name}]") for one, name in zip(value, names, strict=True))


def joint_names(value: object, joints: Sequence[str]) -> tuple[str, ...]:
    """The joints of a message, which must be the robot's in declared order."""
    if not isinstance(value, list) or value != list(joints):
        unknown = [name for name in value if name not in joints] if isinstance(value, list) else []
        what = f"unknown joint {shown(unknown[0])}" if unknown else shown(value)
        raise MessageError("joints", f"{what}; the robot has, in this order, {', '.join(joints)}")
    return tuple(joints)


def _plain(values: Sequence[object]) -> bool:
    """Whether all are finite floats or missing."""
    for one in values:
        if one is not None and not (type(one) is float and math.isfinite(one)):
            return False
    return True


def _finite(value: float, key: str) -> float:
    if not math.isfinite(value):
        raise MessageError(key, f"{value} is not finite")
    return value
