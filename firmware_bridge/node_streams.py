"""The node's telemetry, shaped for viewers: keyed by joint name, every key in every message.

A missing value is the last good one with `valid` 0; NaN if it was never measured.
"""

from collections.abc import Sequence
from typing import Any

from firmware_bridge.contract import State
from firmware_bridge.driver import EffortQuality, Health, Mode, Setpoints

_NAN = float("nan")
_CHANNELS = ("position", "velocity", "effort", "load", "voltage", "temperature")
_MODES, _QUALITIES, _HEALTHS = list(Mode), list(EffortQuality), list(Health)


class StateStream:
    """Shapes states as telemetry, and remembers the last good value of everything."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], float] = {}

    def message(self, state: State) -> dict[str, Any]:
        """The `state` stream's message."""
        hardware = state.hardware
        joints: dict[str, Any] = {}
        for index, name in enumerate(state.joints):
            joint: dict[str, Any] = {}
            lost = hardware.position[index] is None
            for channel in _CHANNELS:
                value = getattr(hardware, channel)[index]
                lost = lost or (value is None and (name, channel) in self._last)
                joint[channel] = self._good(name, channel, value)
            quality, health = hardware.effort_quality[index], hardware.health[index]
            ages = hardware.ages.get("position", ())
            joint |= {
                "effort_quality": quality.value,
                "effort_quality_code": _QUALITIES.index(quality),
                "fault": hardware.fault[index],
                "health": health.value,
                "health_code": _HEALTHS.index(health),
                "age": _or_nan(ages[index] if ages else None),
                "valid": int(health is Health.OK and not lost),
            }
            joints[name] = joint
        return {
            "safety": state.safety.value,
            "safety_code": state.safety.code,
            "joints": joints,
            "sensors": {
                name: {
                    "value": self._good(name, "value", reading.value),
                    "unit": reading.unit,
                    "age": _or_nan(reading.age),
                    "valid": int(reading.value is not None),
                }
                for name, reading in hardware.sensors.items()
            },
            "faults": ", ".join(state.faults),
            "fault_count": len(state.faults),
            "command_seq": -1 if state.command_seq is None else state.command_seq,
            "command_age": _or_nan(state.command_age),
            "refused_seq": -1 if state.refused_seq is None else state.refused_seq,
            "refused_reason": state.refused_reason or "",
        }

    def _good(self, name: str, channel: str, value: float | None) -> float:
        if value is not None:
            self._last[name, channel] = value
            return value
        return self._last.get((name, channel), _NAN)


def command_message(
    names: Sequence[str],
    setpoints: Setpoints | None,
    command_seq: int | None,
    state_seq: int | None,
) -> dict[str, Any]:
    """The `command` stream's message: what was written to the joints, None if nothing was."""
    joints = {}
    for index, name in enumerate(names):
        mode = setpoints.mode[index] if setpoints else Mode.OFF
        joints[name] = {
            "mode": mode.value,
            "mode_code": _MODES.index(mode),
            "position": _or_nan(setpoints.position[index] if setpoints else None),
            "velocity": _or_nan(setpoints.velocity[index] if setpoints else None),
            "effort": _or_nan(setpoints.effort[index] if setpoints else None),
        }
    return {
        "joints": joints,
        "command_seq": -1 if command_seq is None else command_seq,
        "state_seq": -1 if state_seq is None else state_seq,
    }


def _or_nan(value: float | None) -> float:
    return _NAN if value is None else value
