"""What differs between two recordings: value for value, by topic and sequence number.

The same seed in lockstep gives the same streams, to the last bit. What tells of the machine rather
than of the robot (`loop`, `bus`, `event`) is left out, and so is metadata.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from telemetry.recording import Recording

LEFT_OUT = ("loop", "bus", "event")


class Words(str):
    """Stands in for a message, not for a value: shown without quotes."""

    __slots__ = ()


ABSENT = Words("absent")  # stands for a message, key or topic that only the other recording has


class Difference(NamedTuple):
    """One value that differs: in message `seq` of `topic`, at `path` as `left_wheel/limit`.

    `seq` is -1 where a whole topic is missing, `path` empty where a whole message is. `a` and `b`
    are the values of either side; a thing that is missing is `ABSENT`.
    """

    topic: str
    seq: int
    path: str
    a: Any
    b: Any

    def __str__(self) -> str:
        place = " ".join(
            part
            for part in (self.topic, f"#{self.seq}" if self.seq >= 0 else "", self.path)
            if part
        )
        return f"{place}: {_show(self.a)} != {_show(self.b)}"


def diff(a: Recording | Path, b: Recording | Path) -> list[Difference]:
    """Every difference between two recordings, topic by topic in order of sequence numbers.

    Numbers are equal only if every digit is; NaN equals NaN (a recording leaves its key out).

    Raises:
        RecordingError: a path holds no recording.
    """
    a, b = _opened(a), _opened(b)
    found: list[Difference] = []
    for topic in sorted({*_compared(a), *_compared(b)}):
        if topic not in a.topics:
            found.append(Difference(topic, -1, "", ABSENT, _count(b, topic)))
        elif topic not in b.topics:
            found.append(Difference(topic, -1, "", _count(a, topic), ABSENT))
        elif a.texts(topic) != b.texts(
            topic
        ):  # equal runs are equal to the letter: none is decoded
            found += _diff_topic(topic, _by_seq(a, topic), _by_seq(b, topic))
    return found


def report(differences: list[Difference], first: int = 20) -> Iterator[str]:
    """Lines for people: the first differences, then how many each topic has."""
    if not differences:
        yield "no difference"
        return
    yield from map(str, differences[:first])
    if len(differences) > first:
        yield f"... and {len(differences) - first} more"
    counts: dict[str, int] = {}
    for difference in differences:
        counts[difference.topic] = counts.get(difference.topic, 0) + 1
    yield ", ".join(f"{topic}: {count}" for topic, count in counts.items())


def _opened(recording: Recording | Path) -> Recording:
    return Recording.open(recording) if isinstance(recording, Path) else recording


def _count(recording: Recording, topic: str) -> Words:
    return Words(f"{len(recording.messages(topic))} messages")


def _compared(recording: Recording) -> Iterable[str]:
    return (topic for topic in recording.topics if topic.rpartition("/")[2] not in LEFT_OUT)


# A repeated number is a message of its own: (seq, 0), (seq, 1) ...
_Numbered = dict[tuple[int, int], dict[str, Any]]


def _by_seq(recording: Recording, topic: str) -> _Numbered:
    numbered: _Numbered = {}
    times: dict[int, int] = {}
    for message in recording.messages(topic):
        seq = int(message.get("seq", 0))
        time = times[seq] = times.get(seq, -1) + 1
        numbered[seq, time] = message
    return numbered


def _diff_topic(topic: str, a: _Numbered, b: _Numbered) -> Iterator[Difference]:
    for number in sorted(a.keys() | b.keys()):
        if number not in a:
            yield Difference(topic, number[0], "", ABSENT, Words("a message"))
        elif number not in b:
            yield Difference(topic, number[0], "", Words("a message"), ABSENT)
        elif a[number] != b[number]:
            for path, left, right in _diff_values((), a[number], b[number]):
                yield Difference(topic, number[0], "/".join(path), left, right)


def _diff_values(
    path: tuple[str, ...], a: Any, b: Any
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for key in dict.fromkeys((*a, *b)):
            yield from _diff_values((*path, key), a.get(key, ABSENT), b.get(key, ABSENT))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (left, right) in enumerate(zip(a, b, strict=True)):
            yield from _diff_values((*path, str(index)), left, right)
    elif a is ABSENT or b is ABSENT or (a != b and not (_is_nan(a) and _is_nan(b))):
        yield path, a, b


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _show(value: Any) -> str:
    return value if isinstance(value, Words) else repr(value)
