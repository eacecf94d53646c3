"""Frames to samples. Does not cover what the hub does with a malformed one (test_hub)."""

import math
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from telemetry.sample import MalformedSample, read_sample

WHOLE = {"timestamp": 1.7e9, "t": 2.5, "seq": 3, "x": 1.0}


def frames(topic: bytes = b"rover/pose", **changes: Any) -> list[bytes]:
    return [topic, msgpack.packb({**WHOLE, **changes})]


def test_a_whole_message_is_read() -> None:
    sample = read_sample(frames())
    assert sample.topic == "rover/pose"
    assert sample.stream == "pose"
    assert (sample.t, sample.timestamp, sample.seq) == (2.5, 1.7e9, 3)
    assert sample.message == WHOLE


def test_nan_is_a_value_not_a_flaw() -> None:
    assert math.isnan(read_sample(frames(x=math.nan)).message["x"])


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ([], "0 frames"),
        ([b"rover/pose"], "1 frames"),
        ([*frames(), b"more"], "3 frames"),
        (frames(topic=b"pose"), "robot/stream"),
        (frames(topic="rover/größe".encode()), "ASCII"),
        (frames(topic=b""), "robot/stream"),
        ([b"rover/pose", b"\xc1"], "not MessagePack"),
        ([b"rover/pose", b""], "not MessagePack"),
        ([b"rover/pose", msgpack.packb(WHOLE) + b"\x00"], "not MessagePack"),
        ([b"rover/pose", msgpack.packb({1: 2})], "not MessagePack"),
        ([b"rover/pose", msgpack.packb([1, 2])], "a map is expected, not list"),
        (frames(timestamp=math.nan), "timestamp is nan"),
        (frames(timestamp="now"), "timestamp is 'now'"),
        (frames(t=-1.0), "t is -1.0"),
        (frames(t=math.inf), "t is inf"),
        (frames(t=None), "t is None"),
        (frames(t=1e30), "t is 1e"),
        (frames(seq=1.0), "seq is 1.0"),
        (frames(seq=-1), "seq is -1"),
        (frames(seq=True), "seq is True"),
    ],
)
def test_each_flaw_is_named(broken: list[bytes], complaint: str) -> None:
    with pytest.raises(MalformedSample, match=complaint):
        read_sample(broken)


@given(st.lists(st.binary(max_size=40), max_size=4))
def test_noise_is_malformed_and_nothing_else(noise: list[bytes]) -> None:
    with pytest.raises(MalformedSample):
        read_sample(noise)
