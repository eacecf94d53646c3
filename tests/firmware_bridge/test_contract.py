"""States and commands on the wire: what goes in comes out, and one bad value refuses the whole.

Not covered: limits, order and lease of commands (test_inbox); operator messages have their own.
"""

import math
from typing import Any

import msgpack
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config import ScansorError
from firmware_bridge.contract import (
    WIRE_MODES,
    Command,
    MessageError,
    Safety,
    State,
    require_compiled_msgpack,
)
from firmware_bridge.driver import EffortQuality, HardwareState, Health, Mode, SensorReading

JOINTS = ("hip", "knee", "ankle")

finite = st.floats(allow_nan=False, allow_infinity=False)
maybe = st.none() | finite
counts = st.integers(min_value=0, max_value=2**64 - 1)


def one_each(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.tuples(*[values] * len(JOINTS))


states = st.builds(
    State,
    session=st.text(),
    seq=counts,
    t=finite,
    timestamp=finite,
    safety=st.sampled_from(Safety),
    joints=st.just(JOINTS),
    hardware=st.builds(
        HardwareState,
        position=one_each(maybe),
        velocity=one_each(maybe),
        effort=one_each(maybe),
        effort_quality=one_each(st.sampled_from(EffortQuality)),
        load=one_each(maybe),
        voltage=one_each(maybe),
        temperature=one_each(maybe),
        fault=one_each(counts),
        health=one_each(st.sampled_from(Health)),
        ages=st.dictionaries(st.text(), one_each(maybe), max_size=3),
        sensors=st.dictionaries(
            st.text(), st.builds(SensorReading, maybe, st.text(), maybe), max_size=3
        ),
    ),
    faults=st.lists(st.text(), max_size=3).map(tuple),
    command_seq=st.none() | counts,
    command_age=maybe,
    refused_seq=st.none() | counts,
    refused_reason=st.none() | st.text(),
)
commands = st.builds(
    Command,
    session=st.text(),
    seq=counts,
    state_seq=counts,
    t=finite,
    token=st.binary(),
    joints=st.just(JOINTS),
    mode=one_each(st.sampled_from(WIRE_MODES)),
    position=one_each(finite),
    velocity=one_each(finite),
    effort=one_each(finite),
)


def a_command(**changes: Any) -> Command:
    values: dict[str, Any] = {
        "session": "s",
        "seq": 7,
        "state_seq": 6,
        "t": 0.5,
        "token": b"secret",
        "joints": JOINTS,
        "mode": (Mode.POSITION, Mode.VELOCITY, Mode.EFFORT),
        "position": (0.1, None, None),
        "velocity": (None, -0.2, None),
        "effort": (None, None, 0.3),
    }
    return Command(**(values | changes))


def a_state(**changes: Any) -> State:
    hardware: dict[str, Any] = {
        "position": (0.1, 0.2, None),
        "velocity": (0.0, -1.0, None),
        "effort": (0.5, None, None),
        "effort_quality": (EffortQuality.MEASURED, EffortQuality.FROM_LOAD, EffortQuality.UNKNOWN),
        "load": (0.1, None, None),
        "voltage": (12.0, 11.9, None),
        "temperature": (40.0, None, None),
        "fault": (0, 32, 0),
        "health": (Health.OK, Health.LIMP, Health.STALE),
        "ages": {"position": (0.0, 0.001, None)},
        "sensors": {"suction_pressure": SensorReading(5000.0, "Pa", 0.01)},
    }
    hardware |= {key: changes.pop(key) for key in list(changes) if key in hardware}
    values: dict[str, Any] = {
        "session": "s",
        "seq": 6,
        "t": 0.5,
        "timestamp": 1.7e9,
        "safety": Safety.RUNNING,
        "joints": JOINTS,
        "hardware": HardwareState(**hardware),
        "faults": ("joint_limp: knee",),
        "command_seq": 5,
        "command_age": 0.002,
        "refused_seq": 4,
        "refused_reason": "late",
    }
    return State(**(values | changes))


GOOD = {"command": a_command().encode(), "state": a_state().encode()}
DECODE = {
    "command": lambda frame: Command.decode(frame, JOINTS),
    "state": lambda frame: State.decode(frame, JOINTS),
}


def tampered(kind: str, key: str, value: Any) -> bytes:
    """A good frame with one value replaced; the path `ages.position.1` leads into it."""
    message = msgpack.unpackb(GOOD[kind])
    *way, last = key.split(".")
    here = message
    for part in way:
        here = here[int(part) if isinstance(here, list) else part]
    here[int(last) if isinstance(here, list) else last] = value
    return msgpack.packb(message)


def refusal(kind: str, frame: bytes) -> MessageError:
    with pytest.raises(MessageError) as caught:
        DECODE[kind](frame)
    return caught.value


# What goes in comes out


@settings(max_examples=80, deadline=None)
@given(states)
def test_a_state_survives_the_wire(state: State):
    assert State.decode(state.encode(), JOINTS) == state


@settings(max_examples=80, deadline=None)
@given(commands)
def test_a_command_survives_the_wire(command: Command):
    assert Command.decode(command.encode(), JOINTS) == command


@pytest.mark.parametrize("kind", GOOD)
def test_unknown_keys_are_ignored_so_that_versions_can_live_together(kind: str):
    message = msgpack.unpackb(GOOD[kind]) | {"new": {"thing": [1]}}
    assert DECODE[kind](msgpack.packb(message)) == DECODE[kind](GOOD[kind])


@pytest.mark.parametrize("kind", GOOD)
def test_keys_may_come_in_any_order(kind: str):
    message = dict(reversed(msgpack.unpackb(GOOD[kind]).items()))
    assert DECODE[kind](msgpack.packb(message)) == DECODE[kind](GOOD[kind])


def test_a_joint_that_is_off_needs_no_value():
    command = a_command(
        mode=(Mode.OFF,) * 3, position=(None,) * 3, velocity=(None,) * 3, effort=(None,) * 3
    )
    assert Command.decode(command.encode(), JOINTS) == command


def test_a_state_may_leave_out_what_does_not_apply():
    message = msgpack.unpackb(GOOD["state"])
    for key in ("faults", "command_seq", "command_age", "refused_seq", "refused_reason"):
        del message[key]
    state = State.decode(msgpack.packb(message), JOINTS)
    assert (state.faults, state.command_seq, state.refused_reason) == ((), None, None)


# Every field wrong in turn

NOT_TEXT = (None, 1, b"s", ["s"])
NOT_A_NUMBER = (True, "0.5", math.nan, math.inf, -math.inf, b"1", [1.0], {})
NOT_A_COUNT = (None, True, -1, 1.0, "1", [1])
NOT_A_COLUMN = (None, 1.0, "abc", [], [0.0, 0.0], [0.0] * 4, {})


def bad(kind: str, fields: dict[str, tuple[Any, ...]]) -> list[Any]:
    return [
        pytest.param(kind, key, value, id=f"{kind}-{key}-{value!r}")
        for key, values in fields.items()
        for value in values
    ]


BAD = [
    *bad("command", {
        "session": NOT_TEXT,
        "seq": NOT_A_COUNT,
        "state_seq": NOT_A_COUNT,
        "t": (None, *NOT_A_NUMBER),
        "token": (None, 1, "secret", [], True),
        "mode": NOT_A_COLUMN,
        "position": NOT_A_COLUMN,
        "velocity": NOT_A_COLUMN,
        "effort": NOT_A_COLUMN,
    }),
    *bad("state", {
        "session": NOT_TEXT,
        "seq": NOT_A_COUNT,
        "t": (None, *NOT_A_NUMBER),
        "timestamp": (None, *NOT_A_NUMBER),
        "safety": (None, 3, "flying", ["running"], b"running"),
        "position": NOT_A_COLUMN,
        "velocity": NOT_A_COLUMN,
        "effort": NOT_A_COLUMN,
        "effort_quality": NOT_A_COLUMN,
        "load": NOT_A_COLUMN,
        "voltage": NOT_A_COLUMN,
        "temperature": NOT_A_COLUMN,
        "fault": NOT_A_COLUMN,
        "health": NOT_A_COLUMN,
        "ages": (None, [], 1.0, "a"),
        "ages.position": NOT_A_COLUMN,
        "sensors": (None, [], 1.0),
        "sensors.suction_pressure": (None, 5000.0, [5000.0, "Pa"]),
        "sensors.suction_pressure.value": NOT_A_NUMBER,
        "sensors.suction_pressure.unit": NOT_TEXT,
        "sensors.suction_pressure.age": NOT_A_NUMBER,
        "faults": (None, 1, "fault", {"a": 1}),
        "command_seq": NOT_A_COUNT[1:],
        "command_age": NOT_A_NUMBER,
        "refused_seq": NOT_A_COUNT[1:],
        "refused_reason": NOT_TEXT[1:],
    }),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "key", "value"), BAD)
def test_a_wrong_field_refuses_the_message_and_is_named(kind: str, key: str, value: Any):
    assert refusal(kind, tampered(kind, key, value)).field == key


@pytest.mark.parametrize(
    ("kind", "key", "values"),
    [
        ("command", "position", NOT_A_NUMBER),
        ("command", "velocity", NOT_A_NUMBER),
        ("command", "effort", NOT_A_NUMBER),
        ("command", "mode", (None, 1, "fly", ["off"], {}, b"off")),
        ("state", "position", NOT_A_NUMBER),
        ("state", "temperature", NOT_A_NUMBER),
        ("state", "ages.position", NOT_A_NUMBER),
        ("state", "effort_quality", (None, 1, "guessed", [])),
        ("state", "health", (None, 1, "fine", {})),
        ("state", "fault", NOT_A_COUNT),
    ],
)
def test_b43_a_wrong_value_in_a_column_names_its_joint(kind: str, key: str, values: Any):
    for value in values:
        error = refusal(kind, tampered(kind, f"{key}.1", value))
        assert error.field == f"{key}[knee]", value


def test_a_wrong_name_of_a_fault_is_counted_out():
    assert refusal("state", tampered("state", "faults", ["a", 2])).field == "faults[1]"


def test_a_key_of_a_map_that_is_not_text_is_refused():
    assert "sensors" in refusal("state", tampered("state", "sensors", {b"x": {}})).field


@pytest.mark.parametrize("mode", ["brake", "damp", "coast"])
def test_only_wire_modes_travel(mode: str):
    """The others are reactions: the node's own, never a commander's."""
    error = refusal("command", tampered("command", "mode.0", mode))
    assert error.field == "mode[hip]"
    assert "position, velocity, effort, off" in str(error)


@pytest.mark.parametrize("index", range(3), ids=JOINTS)
def test_the_value_that_a_mode_uses_must_be_there(index: int):
    key = ("position", "velocity", "effort")[index]
    error = refusal("command", tampered("command", f"{key}.{index}", None))
    assert error.field == f"{key}[{JOINTS[index]}]"


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (["hip", "knee", "toe"], "unknown joint 'toe'"),
        (["knee", "hip", "ankle"], "in this order, hip, knee, ankle"),
        (["hip", "knee"], "in this order"),
        (["hip", "knee", "ankle", "ankle"], "in this order"),
        (None, "None"),
        ("hip", "'hip'"),
        ([["hip"], 1, None], "unknown joint"),
    ],
    ids=["unknown", "other order", "too few", "too many", "none", "text", "no names"],
)
def test_joints_must_be_the_robots_in_declared_order(kind: str, names: Any, hint: str):
    error = refusal(kind, tampered(kind, "joints", names))
    assert error.field == "joints"
    assert hint in str(error)


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.0], ids=repr)
def test_another_version_is_refused(kind: str, version: Any):
    error = refusal(kind, tampered(kind, "v", version))
    assert error.field == "v"
    assert "this side speaks 1" in str(error)


def test_a_refusal_stays_short_however_long_the_value():
    """It goes into every state: a sender must not be able to fill the wire with it."""
    assert len(str(refusal("command", tampered("command", "position.0", "x" * 10**6)))) < 300
    assert len(str(refusal("command", tampered("command", "joints", ["x" * 10**6])))) < 300


def test_a_token_of_the_wrong_type_is_not_shown():
    assert "secret" not in str(refusal("command", tampered("command", "token", "secret")))


# Anything at all


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize(
    "frame",
    [b"", b"\x00", b"\xc0", b"\xc1", b"\x93\x01\x02\x03", b"\xdf\xff\xff\xff\xff", b"\x81" * 2000,
     b"\x91" * 100_000, msgpack.packb({1: 2}), msgpack.packb({}), b"\x81\xa1v\xc7\x00\x05"],
    ids=["empty", "zero", "nil", "reserved", "list", "false length", "deep map", "deep list",
         "number for a key", "empty map", "extension"],
)  # fmt: skip
def test_no_frame_does_worse_than_be_refused(kind: str, frame: bytes):
    refusal(kind, frame)


@settings(max_examples=300, deadline=None)
@given(kind=st.sampled_from([*GOOD]), frame=st.binary(max_size=200))
def test_random_bytes_do_no_worse_than_be_refused(kind: str, frame: bytes):
    refusal(kind, frame)


@settings(max_examples=500, deadline=None)
@given(kind=st.sampled_from([*GOOD]), place=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_frame_with_one_byte_changed_is_taken_or_refused(kind: str, place: int, byte: int):
    frame = bytearray(GOOD[kind])
    frame[place % len(frame)] = byte
    try:
        DECODE[kind](bytes(frame))
    except MessageError as error:
        assert error.field


@settings(max_examples=100, deadline=None)
@given(kind=st.sampled_from([*GOOD]), length=st.integers(0, 10_000))
def test_a_frame_cut_short_is_refused(kind: str, length: int):
    refusal(kind, GOOD[kind][: length % len(GOOD[kind])])


anything = st.recursive(
    st.none() | st.booleans() | counts | st.floats() | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(kind=st.sampled_from([*GOOD]), data=st.data(), value=anything)
def test_any_value_in_any_field_is_taken_or_refused(kind: str, data: Any, value: Any):
    key = data.draw(st.sampled_from(sorted(msgpack.unpackb(GOOD[kind]))))
    try:
        DECODE[kind](tampered(kind, key, value))
    except MessageError as error:
        assert error.field


# What must not go out


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_not_sent(value: float):
    with pytest.raises(MessageError) as caught:
        a_command(effort=(None, None, value)).encode()
    assert caught.value.field == "effort[ankle]"
    with pytest.raises(MessageError) as caught:
        a_command(t=value).encode()
    assert caught.value.field == "t"
    with pytest.raises(MessageError) as caught:
        a_state(sensors={"gyro": SensorReading(value, "rad/s", 0.0)}).encode()
    assert caught.value.field == "sensors.gyro.value"
    with pytest.raises(MessageError) as caught:
        a_state(command_age=value).encode()
    assert caught.value.field == "command_age"


@pytest.mark.parametrize("value", [np.float32(0.25), np.float64(0.25), np.array(0.25)[()]])
def test_b42_numpys_numbers_are_numbers(value: Any):
    command = a_command(position=(value, None, None), t=value)
    assert Command.decode(command.encode(), JOINTS).position[0] == 0.25


def test_b42_numpys_integers_are_counts_and_numbers():
    command = a_command(seq=np.int64(3), position=(np.int64(2), None, None))
    decoded = Command.decode(command.encode(), JOINTS)
    assert (decoded.seq, decoded.position[0]) == (3, 2.0)
    state = State.decode(a_state(seq=np.uint32(9), fault=np.array([0, 1, 2])).encode(), JOINTS)
    assert (state.seq, state.hardware.fault) == (9, (0, 1, 2))


def test_b42_a_whole_array_is_a_column():
    command = a_command(mode=(Mode.EFFORT,) * 3, effort=np.array([0.1, 0.2, 0.3]))
    assert Command.decode(command.encode(), JOINTS).effort == (0.1, 0.2, 0.3)


@pytest.mark.parametrize(
    "value",
    [np.bool_(True), True, np.array([0.5]), "0.5", 0.5 + 0j, object()],
    ids=["np.bool_", "True", "ndarray", "text", "complex", "object"],
)
def test_b42_other_types_are_refused_by_name_and_never_turned_into_text(value: Any):
    with pytest.raises(MessageError) as caught:
        a_command(velocity=(None, value, None)).encode()
    assert caught.value.field == "velocity[knee]"
    with pytest.raises(MessageError) as caught:
        a_command(seq=value).encode()
    assert caught.value.field == "seq"


def test_a_column_of_the_wrong_length_is_not_sent():
    with pytest.raises(MessageError) as caught:
        a_command(position=(0.0,)).encode()
    assert caught.value.field == "position"


def test_a_value_without_a_form_on_the_wire_is_refused():
    with pytest.raises(MessageError, match="cannot be packed"):
        a_command(session=object()).encode()


def test_msgpack_must_be_the_compiled_one(monkeypatch: pytest.MonkeyPatch):
    require_compiled_msgpack()
    monkeypatch.setattr(msgpack, "Packer", type("Packer", (), {"__module__": "msgpack.fallback"}))
    with pytest.raises(ScansorError, match="without MSGPACK_PUREPYTHON"):
        require_compiled_msgpack()
