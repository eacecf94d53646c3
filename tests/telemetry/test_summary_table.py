"""The summary in words. Does not cover colours."""

from collections.abc import Mapping
from io import StringIO
from typing import Any

from rich.console import Console

from telemetry.summary import summarise
from telemetry.summary_table import summary_table

REPORT = {
    "robot": "rover", "hardware": "sim", "clock": "lockstep", "plant": "nominal", "seed": 7,
    "duration_s": 20.0, "wall_s": 4.25, "ticks": 10_000, "overruns": 2, "outcome": "faulted",
    "faults": ["control silent"],
}  # fmt: skip


def text(summary: Mapping[str, Any]) -> str:
    out = StringIO()
    Console(file=out, width=100).print(summary_table(summary))
    return out.getvalue()


def test_it_speaks_in_the_units_of_people() -> None:
    shown = text(
        summarise(REPORT, None)
        | {"path_error_rms_m": 0.00123, "grip_use_max": 0.57, "torque_max_nm": 0.6}
        | {"command_latency_s": {"p50": 0.0012, "p99": 0.0031}}
        | {"recording": {"file": "a.mcap", "cut": True}}
    )
    for words in (
        "faulted", "control silent", "sim, plant nominal, clock lockstep, seed 7",
        "10000, 20.0 s of robot time, 4.2 s on the wall, 2 overruns", "1.23 mm", "57 %", "0.6 N m",
        "1.20 ms median, 3.10 ms 99th percentile", "a.mcap (cut: unfinished or damaged)",
    ):  # fmt: skip
        assert words in shown


def test_what_is_null_is_left_out() -> None:
    shown = text(
        summarise({"robot": "rover", "command_latency_s": {"p50": None, "p99": None}}, None)
    )
    assert "unknown" in shown
    assert "None" in shown.splitlines()[1]  # hardware nobody named
    for words in ("path error", "latency", "recording", "plant"):
        assert words not in shown


def test_markup_in_a_name_is_only_text() -> None:
    assert "[red]x[/red]" in text(summarise({**REPORT, "faults": ["[red]x[/red]"]}, None))
