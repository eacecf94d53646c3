"""The node's telemetry: every key in every message, the last good value where one is missing.

Not covered: what the hub makes of it (tests/telemetry).
"""

import math
from typing import Any

import pytest

from firmware_bridge.contract import Safety, State
from firmware_bridge.driver import Health, Mode, SensorReading, Setpoints
from firmware_bridge.node_streams import StateStream, command_message

JOINTS = ("right_wheel", "left_wheel")


def state(hardware: Any, **changes: Any) -> State:
    values: dict[str, Any] = {"session": "s", "seq": 0, "t": 0.0, "timestamp": 0.0,
                              "safety": Safety.READY, "joints": JOINTS}  # fmt: skip
    return State(**(values | changes), hardware=hardware)


def keys(message: Any, path: str = "") -> set[str]:
    if not isinstance(message, dict):
        return {path}
    return {key for name in message for key in keys(message[name], f"{path}/{name}")}


def test_an_integer_stands_beside_every_state_word(measured):
    message = StateStream().message(state(measured(), safety=Safety.FAULTED))
    joint = message["joints"]["right_wheel"]
    assert (message["safety"], message["safety_code"]) == ("faulted", 5)
    assert (joint["health"], joint["health_code"]) == ("ok", 0)
    assert (joint["effort_quality"], joint["effort_quality_code"]) == ("from current", 1)


def test_a_missing_value_is_the_last_good_one_and_not_valid(measured):
    stream = StateStream()
    stream.message(state(measured(position=(0.7, 0.0))))
    joint = stream.message(state(measured(position=(None, 0.0))))["joints"]["right_wheel"]
    assert (joint["position"], joint["valid"]) == (0.7, 0)


def test_any_channel_that_was_there_and_is_gone_makes_the_joint_invalid(measured):
    stream = StateStream()
    stream.message(state(measured(effort=(0.3, 0.1))))
    joints = stream.message(state(measured(effort=(None, 0.1))))["joints"]
    assert (joints["right_wheel"]["effort"], joints["right_wheel"]["valid"]) == (0.3, 0)
    assert joints["left_wheel"]["valid"] == 1


def test_what_was_never_measured_is_nan_and_harms_no_one(measured):
    joint = StateStream().message(state(measured()))["joints"]["right_wheel"]
    assert math.isnan(joint["temperature"])
    assert joint["valid"] == 1


@pytest.mark.parametrize("health", [Health.STALE, Health.LIMP])
def test_a_joint_that_is_not_well_is_not_valid(measured, health):
    joints = StateStream().message(state(measured(health=(health, Health.OK))))["joints"]
    assert [joint["valid"] for joint in joints.values()] == [0, 1]


def test_every_key_is_in_every_message(measured):
    stream = StateStream()
    full = stream.message(
        state(measured(), faults=("a", "b"), command_seq=1, command_age=0.1, refused_seq=2,
              refused_reason="late")
    )  # fmt: skip
    never = (None, None)
    poor = stream.message(
        state(measured(position=never, velocity=never, effort=never, load=never, voltage=never,
                       ages={}, pressure=None))
    )  # fmt: skip
    assert keys(full) == keys(poor)
    assert (full["faults"], full["fault_count"], full["command_seq"]) == ("a, b", 2, 1)
    assert (poor["faults"], poor["command_seq"], poor["refused_reason"]) == ("", -1, "")


def test_sensors_come_with_unit_age_and_validity(measured):
    stream = StateStream()
    stream.message(state(measured(sensors={"gyro": SensorReading(0.5, "rad/s", 0.01)})))
    lost = stream.message(state(measured(sensors={"gyro": SensorReading(None, "rad/s", 2.0)})))
    assert lost["sensors"]["gyro"] == {"value": 0.5, "unit": "rad/s", "age": 2.0, "valid": 0}


def test_the_command_stream_shows_what_was_written():
    written = Setpoints((Mode.EFFORT, Mode.BRAKE), (None, None), (None, None), (0.5, None))
    message = command_message(JOINTS, written, 7, 6)
    right, left = message["joints"].values()
    assert (right["mode"], right["mode_code"], right["effort"]) == ("effort", 2, 0.5)
    assert (left["mode"], left["mode_code"]) == ("brake", 4)
    assert math.isnan(left["effort"])
    assert (message["command_seq"], message["state_seq"]) == (7, 6)


def test_while_nothing_is_written_the_command_stream_has_the_same_keys():
    written = Setpoints.all(Mode.VELOCITY, 2)
    nothing = command_message(JOINTS, None, None, None)
    assert keys(nothing) == keys(command_message(JOINTS, written, 1, 1))
    assert (nothing["command_seq"], nothing["joints"]["left_wheel"]["mode"]) == (-1, "off")
