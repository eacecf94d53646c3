"""The report that a node leaves behind.

Not covered: the run's summary, which is computed from the record (tests/telemetry).
"""

from pathlib import Path

import pytest

from firmware_bridge.node_report import FILE, NodeReport, read_report


def test_a_report_is_read_as_it_was_written(tmp_path: Path):
    report = NodeReport("rover", "sim", "lockstep", "s", outcome="faulted", faults=["x"], ticks=3)
    report.latencies([0.001] * 99 + [0.1])
    report.write(tmp_path)
    found = read_report(tmp_path)
    assert found is not None
    assert (found["robot"], found["outcome"], found["faults"]) == ("rover", "faulted", ["x"])
    assert found["command_latency_s"]["p50"] == pytest.approx(0.001)
    assert found["command_latency_s"]["p99"] > 0.001


@pytest.mark.parametrize("seconds", [[], [0.001]])
def test_without_answers_there_is_no_latency(seconds: list[float]):
    report = NodeReport("rover", "sim", "lockstep", "s")
    report.latencies(seconds)
    assert report.command_latency_s == {"p50": None, "p99": None}


@pytest.mark.parametrize("text", [None, "", "{", "\0"])
def test_a_missing_or_broken_report_is_none(tmp_path: Path, text: str | None):
    if text is not None:
        (tmp_path / FILE).write_text(text)
    assert read_report(tmp_path) is None
