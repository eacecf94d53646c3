"""The diff of recordings. Does not cover whether a robot repeats itself: that is a test of runs."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from lab.diff import ABSENT, Difference, diff, report
from telemetry.recorder import Recorder
from telemetry.recording import Recording, RecordingError
from telemetry.sample import Sample

Messages = Iterable[tuple[str, dict[str, Any]]]


def write(path: Path, messages: Messages, seed: str = "1") -> Path:
    recorder = Recorder(path, {"run": {"seed": seed}}, lockstep=True)
    for topic, message in messages:
        whole = {"timestamp": 0.0, "t": 0.0, **message}
        recorder.write(Sample(topic, 0.0, 0.0, whole["seq"], whole))
    recorder.close()
    return path


def run(**changes: Any) -> list[tuple[str, dict[str, Any]]]:
    """Five ticks of two streams, and `changes` to the third tick's pose."""
    messages = []
    for seq in range(5):
        pose = {"seq": seq, "x": 0.1 * seq, "path_time": math.nan, "wheel": {"limit": 1.5}}
        messages.append(("rover/pose", pose | changes if seq == 3 else pose))
        messages.append(("rover/loop", {"seq": seq, "latency": 0.001}))
    return messages


def compare(tmp_path: Path, a: Messages, b: Messages) -> list[Difference]:
    return diff(write(tmp_path / "a.mcap", a), write(tmp_path / "b.mcap", b))


def test_equal_runs_have_no_difference(tmp_path: Path) -> None:
    assert compare(tmp_path, run(), run()) == []
    assert list(report([])) == ["no difference"]


def test_open_recordings_are_taken_too(tmp_path: Path) -> None:
    a = write(tmp_path / "a.mcap", run())
    assert diff(Recording.open(a), a) == []


def test_one_last_bit_is_a_difference(tmp_path: Path) -> None:
    x = 0.1 * 3
    (found,) = compare(tmp_path, run(), run(x=math.nextafter(x, 1.0)))
    assert found == Difference("rover/pose", 3, "x", x, math.nextafter(x, 1.0))
    assert str(found) == "rover/pose #3 x: 0.30000000000000004 != 0.3000000000000001"


def test_nested_values_are_named_by_their_path(tmp_path: Path) -> None:
    (found,) = compare(tmp_path, run(), run(wheel={"limit": 2.0}))
    assert (found.path, found.a, found.b) == ("wheel/limit", 1.5, 2.0)


@pytest.mark.parametrize(
    ("changes", "path", "a", "b"),
    [
        ({"path_time": 0.5}, "path_time", ABSENT, 0.5),  # NaN against a number
        ({"wheel": {}}, "wheel/limit", 1.5, ABSENT),
        ({"wheel": 1.0}, "wheel", {"limit": 1.5}, 1.0),
        ({"more": [1, 2]}, "more", ABSENT, [1, 2]),
        ({"more": "absent"}, "more", ABSENT, "absent"),  # a text is no missing key
    ],
)
def test_keys_of_one_side_only(
    tmp_path: Path, changes: dict[str, Any], path: str, a: Any, b: Any
) -> None:
    assert compare(tmp_path, run(), run(**changes)) == [Difference("rover/pose", 3, path, a, b)]


def test_lists_are_compared_by_place(tmp_path: Path) -> None:
    (found,) = compare(tmp_path, run(faults=["a", "b"]), run(faults=["a", "c"]))
    assert (found.path, found.a, found.b) == ("faults/1", "b", "c")


def test_lists_of_other_lengths_differ_as_wholes(tmp_path: Path) -> None:
    (found,) = compare(tmp_path, run(faults=["a"]), run(faults=[]))
    assert (found.path, found.a, found.b) == ("faults", ["a"], [])


def test_a_missing_message(tmp_path: Path) -> None:
    shorter = [item for item in run() if item[1]["seq"] != 2]
    (found,) = compare(tmp_path, run(), shorter)
    assert found == Difference("rover/pose", 2, "", "a message", ABSENT)
    assert str(found) == "rover/pose #2: a message != absent"


def test_a_missing_topic(tmp_path: Path) -> None:
    extra = [*run(), ("rover/truth", {"seq": 0})]
    (found,) = compare(tmp_path, run(), extra)
    assert str(found) == "rover/truth: absent != 1 messages"


def test_a_repeated_number_is_a_message_of_its_own(tmp_path: Path) -> None:
    repeated = [*run(), ("rover/pose", {"seq": 4, "x": 7.0})]
    (found,) = compare(tmp_path, run(), repeated)
    assert (found.seq, found.a, found.b) == (4, ABSENT, "a message")


def test_what_tells_of_the_machine_is_left_out(tmp_path: Path) -> None:
    others = [(f"rover/{stream}", {"seq": 0}) for stream in ("loop", "bus", "event")]
    assert compare(tmp_path, run(), [*run(), *others]) == []


def test_metadata_is_not_compared(tmp_path: Path) -> None:
    a, b = write(tmp_path / "a.mcap", run(), "1"), write(tmp_path / "b.mcap", run(), "2")
    assert diff(a, b) == []


def test_the_report_shows_the_first_and_counts_all(tmp_path: Path) -> None:
    moved = [(topic, message | {"t": 1.0}) for topic, message in run()]
    lines = list(report(compare(tmp_path, run(), moved), first=2))
    assert lines == [
        "rover/pose #0 t: 0.0 != 1.0",
        "rover/pose #1 t: 0.0 != 1.0",
        "... and 3 more",
        "rover/pose: 5",
    ]


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.mcap").write_text("text")
    with pytest.raises(RecordingError):
        diff(tmp_path / "a.mcap", tmp_path / "a.mcap")
