"""The loop's figures, from made-up recordings whose figures are known.

Does not cover how well any machine keeps time: nothing here asserts a duration that was measured.
"""

import math
from pathlib import Path

import pytest
from rich.console import Console

from lab.bench_loop import loop_figures, loop_table
from telemetry.recorder import Recorder
from telemetry.recording import Recording
from telemetry.sample import Sample

PERIOD = 0.002
RUNNING, READY = 3, 1


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    """100 running ticks among 110: five late, one unanswered, two deadlines missed."""
    recorder = Recorder(tmp_path / "loop.mcap", {}, lockstep=True)
    for seq in range(110):
        running = 5 <= seq < 105
        k = seq - 5
        state = {"seq": seq, "safety_code": RUNNING if running else READY}
        loop = {
            "seq": seq,
            "latency": math.nan if k == 50 else 0.0004 + 1e-6 * max(0, k),
            "lateness": 0.0005 if k in (10, 20, 30, 40, 60) else 2e-5,
            "work": 0.001 if running else 0.5,
            "missed": 7 if k < 60 else 9,
        }
        for stream, message in (("state", state), ("loop", loop)):
            whole = {"timestamp": 0.0, "t": seq * PERIOD, **message}
            recorder.write(Sample(f"rover/{stream}", seq * PERIOD, 0.0, seq, whole))
    recorder.close()
    return Recording.open(tmp_path / "loop.mcap")


def test_only_running_ticks_count(recording: Recording) -> None:
    figures = loop_figures(recording, PERIOD)
    assert figures.ticks == 100
    assert figures.work == (0.001, 0.001, 0.001)


def test_missed_deadlines_are_not_on_time(recording: Recording) -> None:
    figures = loop_figures(recording, PERIOD)
    assert figures.missed == 2
    assert figures.on_time == pytest.approx(95 / 102)
    assert figures.lateness[2] == 0.0005


def test_unanswered_ticks_have_no_latency(recording: Recording) -> None:
    figures = loop_figures(recording, PERIOD)
    assert figures.unanswered == 1
    assert figures.latency[2] == pytest.approx(0.0004 + 99e-6)
    assert all(math.isfinite(value) for value in figures.latency)


def test_a_run_that_never_moved_has_figures_of_nothing(tmp_path: Path) -> None:
    Recorder(tmp_path / "empty.mcap", {}, lockstep=True).close()
    figures = loop_figures(Recording.open(tmp_path / "empty.mcap"), PERIOD)
    assert figures.ticks == 0
    assert math.isnan(figures.latency[0])


def test_the_table_says_what_was_measured(recording: Recording) -> None:
    console = Console(width=100, record=True)
    console.print(loop_table(loop_figures(recording, PERIOD)))
    text = console.export_text()
    assert "500 Hz loop" in text
    assert "deadlines missed" in text
