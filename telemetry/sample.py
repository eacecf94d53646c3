"""One telemetry message as it travels: two frames, a topic in ASCII and a MessagePack map."""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgpack

from config import ScansorError

_TOPIC = re.compile(rb"[A-Za-z0-9_]+/[A-Za-z0-9_]+")
_LATEST = 2**63 / 1e9  # s; beyond it, nanoseconds do not fit a file's 64 bits


class MalformedSample(ScansorError):
    """Frames that are no telemetry: says what is wrong with them."""


class Sample(NamedTuple):
    """A checked message of the topic `<robot>/<stream>`.

    `t` is the sender's monotonic or simulated time and `timestamp` Unix seconds, both in s.
    """

    topic: str
    t: float
    timestamp: float
    seq: int
    message: dict[str, Any]

    @property
    def stream(self) -> str:
        """The topic without the robot's name."""
        return self.topic.partition("/")[2]


def read_sample(frames: Sequence[bytes]) -> Sample:
    """The message in two frames.

    Raises:
        MalformedSample: they are not two, or not a topic and a map with `timestamp`, `t`, `seq`.
    """
    if len(frames) != 2:
        raise MalformedSample(f"{len(frames)} frames; a topic and a map are two")
    topic, body = frames
    if not _TOPIC.fullmatch(topic):
        raise MalformedSample(f"topic {topic[:60]!r}; robot/stream in ASCII is expected")
    name = topic.decode("ascii")
    try:
        message = msgpack.unpackb(body)
    except Exception as error:  # msgpack raises a different kind for every way to be broken
        raise MalformedSample(f"{name}: not MessagePack ({type(error).__name__})") from None
    if not isinstance(message, dict):
        raise MalformedSample(f"{name}: a map is expected, not {type(message).__name__}")
    return Sample(
        name,
        _seconds(message, "t", name),
        _seconds(message, "timestamp", name),
        _count(message, name),
        message,
    )


def _seconds(message: dict[str, Any], key: str, topic: str) -> float:
    value = message.get(key)
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0.0 <= value < _LATEST
    ):
        raise MalformedSample(f"{topic}: {key} is {value!r}; seconds from 0 are expected")
    return float(value)


def _count(message: dict[str, Any], topic: str) -> int:
    value = message.get("seq")
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise MalformedSample(f"{topic}: seq is {value!r}; a whole number from 0 is expected")
    return value
