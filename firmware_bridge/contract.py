"""The messages on the wire: MessagePack maps in SI units, checked where they enter.

Missing is nil here. Every message is checked for version, names, lengths and finite numbers; one
bad value refuses the whole message and names the field. Unknown keys are ignored, so that versions
can live together.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Real
from typing import Any, TypeVar

import msgpack

from config import ScansorError
from firmware_bridge.driver import EffortQuality, HardwareState, Health, Mode, SensorReading

VERSION = 1
WIRE_MODES = (Mode.POSITION, Mode.VELOCITY, Mode.EFFORT, Mode.OFF)

_T = TypeVar("_T")


class MessageError(ScansorError):
    """A message that is refused as a whole.

    Attributes:
        field: the key at fault, as `effort[1]`.
    """

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        super().__init__(f"{field}: {problem}")


class Safety(StrEnum):
    """The node's safety states, in the order of their codes on telemetry."""

    OFF = "off"
    READY = "ready"
    ARMED = "armed"
    RUNNING = "running"
    STOPPED = "stopped"
    FAULTED = "faulted"

    @property
    def code(self) -> int:
        """The integer that stands beside the name on telemetry."""
        return list(Safety).index(self)

    @property
    def moves(self) -> bool:
        """Whether commands may move the robot in this state."""
        return self in (Safety.ARMED, Safety.RUNNING)


@dataclass(frozen=True, slots=True)
class State:
    """What the node measured at tick `seq`, and what it made of the commands so far.

    `t` is the node's monotonic (or simulated) time in s, `timestamp` Unix seconds for people.
    `command_seq` is the command that stands, `command_age` its age in s; `refused_seq` and
    `refused_reason` tell of the last one refused.
    """

    session: str
    seq: int
    t: float
    timestamp: float
    safety: Safety
    joints: tuple[str, ...]
    hardware: HardwareState
    faults: tuple[str, ...] = ()
    command_seq: int | None = None
    command_age: float | None = None
    refused_seq: int | None = None
    refused_reason: str | None = None

    def encode(self) -> bytes:
        """The frame of this state."""
        hardware = self.hardware
        return _pack(
            {
                "v": VERSION,
                "session": self.session,
                "seq": self.seq,
                "t": self.t,
                "timestamp": self.timestamp,
                "safety": self.safety.value,
                "joints": self.joints,
                "position": _numbers(hardware.position, "position"),
                "velocity": _numbers(hardware.velocity, "velocity"),
                "effort": _numbers(hardware.effort, "effort"),
                "effort_quality": [quality.value for quality in hardware.effort_quality],
                "load": _numbers(hardware.load, "load"),
                "voltage": _numbers(hardware.voltage, "voltage"),
                "temperature": _numbers(hardware.temperature, "temperature"),
                "fault": hardware.fault,
                "health": [health.value for health in hardware.health],
                "ages": {
                    group: _numbers(ages, f"ages.{group}") for group, ages in hardware.ages.items()
                },
                "sensors": {
                    name: {
                        "value": _number(reading.value, f"sensors.{name}"),
                        "unit": reading.unit,
                        "age": _number(reading.age, f"sensors.{name}.age"),
                    }
                    for name, reading in hardware.sensors.items()
                },
                "faults": self.faults,
                "command_seq": self.command_seq,
                "command_age": self.command_age,
                "refused_seq": self.refused_seq,
                "refused_reason": self.refused_reason,
            }
        )

    @classmethod
    def decode(cls, frame: bytes, joints: Sequence[str]) -> "State":
        """The state in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = _unpack(frame)
        names = _joints(message, joints)
        count = len(names)

        def column(key: str) -> tuple[float | None, ...]:
            return _column(message, key, count, _optional)

        hardware = HardwareState(
            position=column("position"),
            velocity=column("velocity"),
            effort=column("effort"),
            effort_quality=_column(message, "effort_quality", count, _enum(EffortQuality)),
            load=column("load"),
            voltage=column("voltage"),
            temperature=column("temperature"),
            fault=_column(message, "fault", count, _count),
            health=_column(message, "health", count, _enum(Health)),
            ages={
                group: _column(_map(message, "ages"), group, count, _optional)
                for group in _map(message, "ages")
            },
            sensors={
                name: SensorReading(
                    value=_optional(reading.get("value"), f"sensors.{name}.value"),
                    unit=_text(reading.get("unit"), f"sensors.{name}.unit"),
                    age=_optional(reading.get("age"), f"sensors.{name}.age"),
                )
                for name, reading in _map(message, "sensors").items()
            },
        )
        command_seq, refused_seq = message.get("command_seq"), message.get("refused_seq")
        reason = message.get("refused_reason")
        return cls(
            session=_text(message.get("session"), "session"),
            seq=_count(message.get("seq"), "seq"),
            t=_finite(message.get("t"), "t"),
            timestamp=_finite(message.get("timestamp"), "timestamp"),
            safety=_enum(Safety)(message.get("safety"), "safety"),
            joints=names,
            hardware=hardware,
            faults=tuple(_text(name, "faults") for name in message.get("faults", ())),
            command_seq=None if command_seq is None else _count(command_seq, "command_seq"),
            command_age=_optional(message.get("command_age"), "command_age"),
            refused_seq=None if refused_seq is None else _count(refused_seq, "refused_seq"),
            refused_reason=None if reason is None else _text(reason, "refused_reason"),
        )


@dataclass(frozen=True, slots=True)
class Command:
    """What each joint shall do, as the answer to the state of tick `state_seq`.

    `token` is the command lease's; frames without the right one command nothing. The value that a
    joint's mode uses must be there (position rad, velocity rad/s, effort N m); others may be nil.
    """

    session: str
    seq: int
    state_seq: int
    t: float
    token: bytes
    joints: tuple[str, ...]
    mode: tuple[Mode, ...]
    position: tuple[float | None, ...]
    velocity: tuple[float | None, ...]
    effort: tuple[float | None, ...]

    def encode(self) -> bytes:
        """The frame of this command."""
        return _pack(
            {
                "v": VERSION,
                "session": self.session,
                "seq": self.seq,
                "state_seq": self.state_seq,
                "t": self.t,
                "token": self.token,
                "joints": self.joints,
                "mode": [mode.value for mode in self.mode],
                "position": _numbers(self.position, "position"),
                "velocity": _numbers(self.velocity, "velocity"),
                "effort": _numbers(self.effort, "effort"),
            }
        )

    @classmethod
    def decode(cls, frame: bytes, joints: Sequence[str]) -> "Command":
        """The command in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = _unpack(frame)
        names = _joints(message, joints)
        count = len(names)
        modes = _column(message, "mode", count, _enum(Mode))
        values = {
            key: _column(message, key, count, _optional)
            for key in ("position", "velocity", "effort")
        }
        for index, (name, mode) in enumerate(zip(names, modes, strict=True)):
            if mode not in WIRE_MODES:
                allowed = ", ".join(mode.value for mode in WIRE_MODES)
                raise MessageError(f"mode[{name}]", f"{mode.value!r} (allowed: {allowed})")
            if mode is not Mode.OFF and values[mode.value][index] is None:
                raise MessageError(
                    f"{mode.value}[{name}]", f"missing, but its mode is {mode.value}"
                )
        token = message.get("token")
        if not isinstance(token, bytes):
            raise MessageError("token", f"{token!r} is not bytes; acquire the command lease first")
        return cls(
            session=_text(message.get("session"), "session"),
            seq=_count(message.get("seq"), "seq"),
            state_seq=_count(message.get("state_seq"), "state_seq"),
            t=_finite(message.get("t"), "t"),
            token=token,
            joints=names,
            mode=modes,
            position=values["position"],
            velocity=values["velocity"],
            effort=values["effort"],
        )


@dataclass(frozen=True, slots=True)
class Request:
    """An operator's request: snapshot, stop, lease, release, arm, clear, park.

    Every request but snapshot and stop carries a `nonce` that a snapshot returned: it is good once
    and for 1 s, so that nothing queued or repeated by accident moves a robot.
    """

    id: int
    request: str
    name: str
    nonce: bytes = b""
    token: bytes = b""

    def encode(self) -> bytes:
        """The frame of this request."""
        return _pack(
            {
                "v": VERSION,
                "id": self.id,
                "request": self.request,
                "name": self.name,
                "nonce": self.nonce,
                "token": self.token,
            }
        )

    @classmethod
    def decode(cls, frame: bytes) -> "Request":
        """The request in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = _unpack(frame)
        secrets = {}
        for key in ("nonce", "token"):
            secrets[key] = message.get(key, b"")
            if not isinstance(secrets[key], bytes):
                raise MessageError(key, f"{secrets[key]!r} is not bytes")
        return cls(
            id=_count(message.get("id"), "id"),
            request=_text(message.get("request"), "request"),
            name=_text(message.get("name"), "name"),
            nonce=secrets["nonce"],
            token=secrets["token"],
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """The node's answer to a request: whether it was done, why not, and what was asked for."""

    id: int
    done: bool
    reason: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def encode(self) -> bytes:
        """The frame of this reply."""
        return _pack(
            {"v": VERSION, "id": self.id, "done": self.done, "reason": self.reason,
             "data": dict(self.data)}
        )  # fmt: skip

    @classmethod
    def decode(cls, frame: bytes) -> "Reply":
        """The reply in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = _unpack(frame)
        return cls(
            id=_count(message.get("id"), "id"),
            done=bool(message.get("done")),
            reason=_text(message.get("reason"), "reason"),
            data=_map(message, "data"),
        )


def require_compiled_msgpack() -> None:
    """Refuse to start on msgpack's pure-Python fall-back: it costs milliseconds a message.

    Raises:
        ScansorError: with the remedy.
    """
    if msgpack.Packer.__module__ != "msgpack._cmsgpack":
        raise ScansorError(
            "msgpack runs in pure Python, too slow for the control loop; "
            "reinstall it with its compiled extension and without MSGPACK_PUREPYTHON"
        )


def _pack(message: Mapping[str, Any]) -> bytes:
    packed: bytes = msgpack.packb(message)
    return packed


def _unpack(frame: bytes) -> dict[str, Any]:
    try:
        message = msgpack.unpackb(frame)
    except Exception as error:  # msgpack raises a different kind for every way to be broken
        raise MessageError("frame", f"not MessagePack ({type(error).__name__})") from None
    if not isinstance(message, dict):
        raise MessageError("frame", f"a map is expected, not {type(message).__name__}")
    if message.get("v") != VERSION:
        raise MessageError("v", f"version {message.get('v')!r}, but this side speaks {VERSION}")
    return message


def _number(value: object, key: str) -> float | None:
    """A number that packs: numpy's become floats, NaN and other types are refused by name."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise MessageError(key, f"{value!r} is not a number")
    number = float(value)
    if not math.isfinite(number):
        raise MessageError(key, f"{number} is not finite")
    return number


def _numbers(values: Sequence[object], key: str) -> list[float | None]:
    return [_number(value, f"{key}[{index}]") for index, value in enumerate(values)]


def _optional(value: object, key: str) -> float | None:
    return None if value is None else _finite(value, key)


def _finite(value: object, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MessageError(key, f"{value!r} is not a number")
    if not math.isfinite(value):
        raise MessageError(key, f"{value} is not finite")
    return float(value)


def _count(value: object, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise MessageError(key, f"{value!r} is not a whole number from 0")
    return value


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise MessageError(key, f"{value!r} is not text")
    return value


def _enum(kind: type[_T]) -> Callable[[object, str], _T]:
    def read(value: object, key: str) -> _T:
        try:
            return kind(value)  # type: ignore[call-arg]
        except ValueError:
            allowed = ", ".join(str(member) for member in kind)  # type: ignore[attr-defined]
            raise MessageError(key, f"{value!r} (allowed: {allowed})") from None

    return read


def _map(message: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = message.get(key)
    if not isinstance(value, dict):
        raise MessageError(key, f"a map is expected, not {value!r}")
    return value


def _joints(message: Mapping[str, Any], joints: Sequence[str]) -> tuple[str, ...]:
    names = message.get("joints")
    if not isinstance(names, list) or names != list(joints):
        unknown = [name for name in names if name not in joints] if isinstance(names, list) else []
        what = f"unknown joint {unknown[0]!r}" if unknown else f"{names!r}"
        raise MessageError("joints", f"{what}; the robot has, in this order, {', '.join(joints)}")
    return tuple(joints)


def _column(
    message: Mapping[str, Any], key: str, count: int, read: Callable[[object, str], _T]
) -> tuple[_T, ...]:
    values = message.get(key)
    if not isinstance(values, list) or len(values) != count:
        raise MessageError(key, f"{count} values are expected, not {values!r}")
    return tuple(read(value, f"{key}[{index}]") for index, value in enumerate(values))
