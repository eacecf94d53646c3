"""What happened in a recorded run, and when: its states, its events, how it ended."""

from typing import NamedTuple

import numpy as np

from firmware_bridge.contract import Safety
from telemetry.plain_text import plain
from telemetry.recording import Recording

_SAFETIES = list(Safety)
_ASKED_TO_STOP = "stopped"  # the node's event; a run that completes stops without it


class Span(NamedTuple):
    """A time in which the safety state stayed the same, s on the recording's clock."""

    safety: str
    start: float
    end: float


class Happening(NamedTuple):
    """An event; `t` in s on the recording's clock."""

    t: float
    level: str
    source: str
    name: str
    message: str
    remedy: str


def span(recording: Recording) -> tuple[float, float]:
    """The first and the last time of anything but events, s; zeros if there is nothing."""
    streams = {topic.rpartition("/")[2] for topic in recording.topics} - {"event"}
    times = np.concatenate([np.zeros(0), *(recording.column(name, "t") for name in streams)])
    times = times[np.isfinite(times)]
    return (float(times.min()), float(times.max())) if len(times) else (0.0, 0.0)


def safety_spans(recording: Recording) -> list[Span]:
    """The safety states in their order, without gaps; the last one ends with the recording."""
    t, code = recording.column("state", "t"), recording.column("state", "safety_code")
    there = np.isfinite(t) & np.isin(code, range(len(_SAFETIES)))
    t, code = t[there], code[there].astype(int)
    if not len(t):
        return []
    starts = np.concatenate([[0], np.flatnonzero(np.diff(code)) + 1])
    ends = np.append(t[starts[1:]], t[-1])
    return [
        Span(_SAFETIES[code[start]].value, float(t[start]), float(end))
        for start, end in zip(starts, ends, strict=True)
    ]


def happenings(recording: Recording) -> list[Happening]:
    """The events by time, their words safe to show."""
    return sorted(
        (
            Happening(
                _number(event.get("t")),
                *(plain(event.get(key) or "") for key in Happening._fields[1:]),
            )
            for event in recording.stream("event")
        ),
        key=lambda event: event.t,
    )


def outcome(recording: Recording) -> str:
    """How the run ended, in a word, as far as the recording shows it."""
    spans = safety_spans(recording)
    if not spans:
        return "unknown"
    last = spans[-1].safety
    if last == Safety.STOPPED:
        asked = any(event.name == _ASKED_TO_STOP for event in happenings(recording))
        return "stopped" if asked else "completed"
    if last == Safety.FAULTED:
        return "faulted"
    return f"still {last}"


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else 0.0
