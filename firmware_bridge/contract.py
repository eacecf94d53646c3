"""The messages on the wire: MessagePack maps in SI units, checked where they enter.

Missing is nil here. Every message is checked for version, names, lengths and finite numbers; one
bad value refuses the whole message and names the field. Unknown keys are ignored, so that versions
can live together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgpack

from config import ScansorError
from firmware_bridge import fields as f
from firmware_bridge.driver import EffortQuality, HardwareState, Health, Mode, SensorReading
from firmware_bridge.fields import VERSION, MessageError
from firmware_bridge.operator_messages import Reply, Request

__all__ = [
    "VERSION",
    "WIRE_MODES",
    "Command",
    "MessageError",
    "Reply",
    "Request",
    "Safety",
    "State",
    "require_compiled_msgpack",
]

WIRE_MODES = (Mode.POSITION, Mode.VELOCITY, Mode.EFFORT, Mode.OFF)
_CHANNELS = ("position", "velocity", "effort", "load", "voltage", "temperature")
_GOALS = ("position", "velocity", "effort")


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


_SAFETY, _MODE = f.member(Safety), f.member(Mode)
_QUALITY, _HEALTH = f.member(EffortQuality), f.member(Health)


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
        """The frame of this state.

        Raises:
            MessageError: naming the value that is no finite number.
        """
        hardware, names = self.hardware, self.joints
        return f.pack(
            {
                "session": self.session,
                "seq": f.count_out(self.seq, "seq"),
                "t": f.number_out(self.t, "t"),
                "timestamp": f.number_out(self.timestamp, "timestamp"),
                "safety": self.safety.value,
                "joints": names,
                **{
                    channel: f.column_out(
                        getattr(hardware, channel), names, channel, f.optional_out
                    )
                    for channel in _CHANNELS
                },
                "effort_quality": [quality.value for quality in hardware.effort_quality],
                "fault": f.column_out(hardware.fault, names, "fault", f.count_out),
                "health": [health.value for health in hardware.health],
                "ages": {
                    group: f.column_out(ages, names, f"ages.{group}", f.optional_out)
                    for group, ages in hardware.ages.items()
                },
                "sensors": {
                    name: {
                        "value": f.optional_out(reading.value, f"sensors.{name}.value"),
                        "unit": reading.unit,
                        "age": f.optional_out(reading.age, f"sensors.{name}.age"),
                    }
                    for name, reading in hardware.sensors.items()
                },
                "faults": self.faults,
                "command_seq": f.optional_count_out(self.command_seq, "command_seq"),
                "command_age": f.optional_out(self.command_age, "command_age"),
                "refused_seq": f.optional_count_out(self.refused_seq, "refused_seq"),
                "refused_reason": self.refused_reason,
            }
        )

    @classmethod
    def decode(cls, frame: bytes, joints: Sequence[str]) -> "State":
        """The state in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = f.unpack(frame)
        names = f.joint_names(message.get("joints"), joints)
        reason = message.get("refused_reason")
        faults = f.row(message.get("faults", []), "faults")
        return cls(
            session=f.text(message.get("session"), "session"),
            seq=f.count(message.get("seq"), "seq"),
            t=f.number(message.get("t"), "t"),
            timestamp=f.number(message.get("timestamp"), "timestamp"),
            safety=_SAFETY(message.get("safety"), "safety"),
            joints=names,
            hardware=_hardware(message, names),
            faults=tuple(f.text(name, f"faults[{index}]") for index, name in enumerate(faults)),
            command_seq=f.optional_count(message.get("command_seq"), "command_seq"),
            command_age=f.optional(message.get("command_age"), "command_age"),
            refused_seq=f.optional_count(message.get("refused_seq"), "refused_seq"),
            refused_reason=None if reason is None else f.text(reason, "refused_reason"),
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
        """The frame of this command.

        Raises:
            MessageError: naming the joint whose value is no finite number.
        """
        names = self.joints
        return f.pack(
            {
                "session": self.session,
                "seq": f.count_out(self.seq, "seq"),
                "state_seq": f.count_out(self.state_seq, "state_seq"),
                "t": f.number_out(self.t, "t"),
                "token": self.token,
                "joints": names,
                "mode": [mode.value for mode in self.mode],
                **{
                    goal: f.column_out(getattr(self, goal), names, goal, f.optional_out)
                    for goal in _GOALS
                },
            }
        )

    @classmethod
    def decode(cls, frame: bytes, joints: Sequence[str]) -> "Command":
        """The command in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = f.unpack(frame)
        names = f.joint_names(message.get("joints"), joints)
        modes = f.column(message.get("mode"), names, "mode", _MODE)
        goals = {goal: f.column(message.get(goal), names, goal, f.optional) for goal in _GOALS}
        for index, (name, mode) in enumerate(zip(names, modes, strict=True)):
            if mode not in WIRE_MODES:
                allowed = ", ".join(WIRE_MODES)
                raise MessageError(f"mode[{name}]", f"{mode.value!r} (allowed: {allowed})")
            if mode is not Mode.OFF and goals[mode.value][index] is None:
                raise MessageError(f"{mode}[{name}]", f"missing, but its mode is {mode}")
        return cls(
            session=f.text(message.get("session"), "session"),
            seq=f.count(message.get("seq"), "seq"),
            state_seq=f.count(message.get("state_seq"), "state_seq"),
            t=f.number(message.get("t"), "t"),
            token=f.secret(message.get("token"), "token"),
            joints=names,
            mode=modes,
            position=goals["position"],
            velocity=goals["velocity"],
            effort=goals["effort"],
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


def _hardware(message: Mapping[str, Any], names: Sequence[str]) -> HardwareState:
    """The measurements in a state's message."""
    channels = {
        channel: f.column(message.get(channel), names, channel, f.optional) for channel in _CHANNELS
    }
    ages = f.table(message.get("ages"), "ages")
    sensors = f.table(message.get("sensors"), "sensors")
    return HardwareState(
        **channels,
        effort_quality=f.column(message.get("effort_quality"), names, "effort_quality", _QUALITY),
        fault=f.column(message.get("fault"), names, "fault", f.count),
        health=f.column(message.get("health"), names, "health", _HEALTH),
        ages={
            group: f.column(values, names, f"ages.{group}", f.optional)
            for group, values in ages.items()
        },
        sensors={name: _sensor(value, f"sensors.{name}") for name, value in sensors.items()},
    )


def _sensor(value: object, key: str) -> SensorReading:
    reading = f.table(value, key)
    return SensorReading(
        value=f.optional(reading.get("value"), f"{key}.value"),
        unit=f.text(reading.get("unit"), f"{key}.unit"),
        age=f.optional(reading.get("age"), f"{key}.age"),
    )
