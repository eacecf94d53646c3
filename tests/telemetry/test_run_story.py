"""What happened in a run, from its recording. Does not cover runs of several sessions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from telemetry.recorder import Recorder
from telemetry.recording import Recording
from telemetry.run_story import Span, happenings, outcome, safety_spans, span
from telemetry.sample import Sample


def record(path: Path, **streams: list[dict[str, Any]]) -> Recording:
    recorder = Recorder(path / "a.mcap", {}, lockstep=True)
    for stream, messages in streams.items():
        for seq, message in enumerate(messages):
            whole = {"timestamp": 0.0, "t": 10.0 + seq, "seq": seq, **message}
            recorder.write(Sample(f"rover/{stream}", whole["t"], 0.0, seq, whole))
    recorder.close()
    return Recording.open(path / "a.mcap")


def states(*codes: int) -> list[dict[str, Any]]:
    return [{"safety_code": code} for code in codes]


def test_states_follow_each_other_without_gaps(tmp_path: Path) -> None:
    recording = record(tmp_path, state=states(1, 1, 3, 3, 3, 4))
    assert safety_spans(recording) == [
        Span("ready", 10.0, 12.0), Span("running", 12.0, 15.0), Span("stopped", 15.0, 15.0),
    ]  # fmt: skip
    assert span(recording) == (10.0, 15.0)


@pytest.mark.parametrize(
    ("codes", "events", "ended"),
    [
        ((3, 4), [], "completed"),
        ((3, 4), ["armed", "stopped"], "stopped"),
        ((3, 5), ["stopped"], "faulted"),
        ((2, 3), [], "still running"),
        ((), [], "unknown"),
        ((9,), [], "unknown"),
    ],
)
def test_how_it_ended(tmp_path: Path, codes: Any, events: list[str], ended: str) -> None:
    recording = record(tmp_path, state=states(*codes), event=[{"name": name} for name in events])
    assert outcome(recording) == ended


def test_events_are_in_order_and_safe_to_show(climb: Callable[..., Path], tmp_path: Path) -> None:
    times = [event.t for event in happenings(Recording.open(climb()))]
    assert times == sorted(times)
    (event,) = happenings(record(tmp_path, event=[{"message": "\x1b[2J", "remedy": None}]))
    assert (event.message, event.remedy, event.level) == ("\\x1b[2J", "", "")


def test_nothing_has_no_extent(tmp_path: Path) -> None:
    assert span(record(tmp_path)) == (0.0, 0.0)
