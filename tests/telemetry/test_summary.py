"""Run summaries against figures worked out by hand. Does not cover where a node gets its report."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from telemetry.recorder import Recorder
from telemetry.recording import Recording
from telemetry.sample import Sample
from telemetry.summary import FIGURES, REPORTED, summarise
from telemetry.tracking import track

NAN = math.nan
REPORT = {
    "robot": "rover",
    "outcome": "completed",
    "faults": [],
    "command_latency_s": {"p50": 1.0, "p99": 2.0},
    "refused": 3,
}


def recording(path: Path, streams: dict[str, list[dict[str, Any]]]) -> Recording:
    recorder = Recorder(path / "a.mcap", {}, lockstep=True)
    for stream, messages in streams.items():
        for seq, message in enumerate(messages):
            whole = {"timestamp": 0.0, "t": 0.0, "seq": seq, **message}
            recorder.write(Sample(f"rover/{stream}", 0.0, 0.0, whole["seq"], whole))
    recorder.close()
    return Recording.open(path / "a.mcap")


def pose(path_time: float, x: float, reference: float) -> dict[str, float]:
    return {"path_time": path_time, "x": x, "y": 0.0, "reference_x": reference, "reference_y": 0.0}


@pytest.fixture
def four_ticks(tmp_path: Path) -> Recording:
    return recording(
        tmp_path,
        {
            "truth": [
                {"x": 9.0, "y": 0.0, "grip_use": 0.1, "slip_right": 0.0, "slip_left": 0.0},
                {"x": 1.0, "y": 0.3, "grip_use": 0.7, "slip_right": -0.02, "slip_left": 0.01},
                {"x": 2.0, "y": 0.0, "grip_use": 0.2, "slip_right": 0.0, "slip_left": 0.0},
                {"x": 3.1, "y": 0.0, "grip_use": 0.2, "slip_right": 0.0, "slip_left": 0.0},
            ],
            "pose": [
                pose(NAN, 9.0, NAN),  # before the path begins nothing is off it
                pose(0.0, 1.0, 1.4),
                pose(3.0, 2.2, 2.0),
                pose(3.5, 3.1, 3.0),
                pose(4.0, 99.0, 4.0),  # no truth of this tick
            ],
            "torque": [
                {"right_wheel": {"commanded": 0.2}, "left_wheel": {"commanded": -0.9}},
                {"right_wheel": {"commanded": NAN}, "left_wheel": {"commanded": NAN}},
            ],
            "loop": [{"latency": 0.001}, {"latency": NAN}, {"latency": 0.003}],
        },
    )


def test_figures_are_those_of_the_definition(four_ticks: Recording) -> None:
    summary = summarise(REPORT, four_ticks)
    assert summary["path_error_max_m"] == pytest.approx(0.5)  # hypot(0.4, 0.3)
    assert summary["path_error_rms_m"] == pytest.approx(math.sqrt((0.25 + 0.0 + 0.01) / 3))
    assert summary["path_error_max_after_3s_m"] == pytest.approx(0.1)
    assert summary["path_error_rms_after_3s_m"] == pytest.approx(math.sqrt(0.01 / 2))
    assert summary["estimate_error_max_m"] == pytest.approx(0.3)
    assert summary["torque_max_nm"] == 0.9
    assert summary["grip_use_max"] == 0.7
    assert summary["slip_max_mps"] == 0.02
    assert summary["command_latency_s"] == pytest.approx({"p50": 0.002, "p99": 0.00298})
    assert summary["recording"] == {"file": str(four_ticks.path), "cut": False}


def test_streams_are_joined_by_seq_not_by_place(tmp_path: Path) -> None:
    shifted = recording(
        tmp_path,
        {
            "truth": [{"seq": 7, "x": 1.0, "y": 0.0}, {"seq": 5, "x": 2.0, "y": 0.0}],
            "pose": [{"seq": 5, **pose(0.0, 2.0, 2.0)}, {"seq": 7, **pose(0.1, 1.0, 1.0)}],
        },
    )
    assert list(track(shifted).path_error) == [0.0, 0.0]


def test_without_truth_figures_that_need_it_are_null(tmp_path: Path) -> None:
    summary = summarise(
        REPORT,
        recording(
            tmp_path,
            {"pose": [pose(0.0, 1.0, 1.0)], "torque": [{"left_wheel": {"commanded": 0.5}}]},
        ),
    )
    assert {key for key in FIGURES if summary[key] is not None} == {"torque_max_nm"}
    assert summary["command_latency_s"] == REPORT["command_latency_s"]


def test_without_a_recording_the_report_stands(tmp_path: Path) -> None:
    summary = summarise(REPORT, None)
    assert all(summary[key] is None for key in FIGURES)
    assert set(REPORTED) <= set(summary)
    assert summary["outcome"] == "completed"
    assert summary["refused"] == 3  # what else the node says is kept
    assert summary["recording"] is None
    assert summary == summarise(REPORT, recording(tmp_path, {})) | {"recording": None}


def test_it_is_plain_json(climb: Callable[..., Path]) -> None:
    summary = summarise(REPORT, Recording.open(climb(6.0)))
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary
    assert 0.0 < summary["path_error_rms_after_3s_m"] < summary["path_error_rms_m"]
