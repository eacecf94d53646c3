"""The summary of a run as a table for people, in the units people think in."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

_OUTCOME_STYLE = {"completed": "green", "stopped": "yellow", "faulted": "bold red"}

# Key, words, factor from SI, unit.
FIGURE_WORDS = (
    ("path_error_rms_m", "path error, rms", 1e3, "mm"),
    ("path_error_max_m", "path error, largest", 1e3, "mm"),
    ("path_error_rms_after_3s_m", "path error after 3 s, rms", 1e3, "mm"),
    ("path_error_max_after_3s_m", "path error after 3 s, largest", 1e3, "mm"),
    ("estimate_error_max_m", "estimate off by at most", 1e3, "mm"),
    ("torque_max_nm", "largest torque", 1.0, "N m"),
    ("grip_use_max", "grip used at most", 1e2, "%"),
    ("slip_max_mps", "fastest slip", 1e3, "mm/s"),
)


def summary_table(summary: Mapping[str, Any]) -> Table:
    """Two columns, what and how much; figures that are null are left out."""
    table = Table(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    outcome = str(summary.get("outcome") or "unknown")
    table.add_row(str(summary.get("robot")), Text(outcome, _OUTCOME_STYLE.get(outcome, "bold")))
    for fault in summary.get("faults") or ():
        table.add_row("fault", Text(str(fault), "red"))
    table.add_row("hardware", _setting(summary))
    table.add_row("ticks", _ticks(summary))
    latency = summary.get("command_latency_s") or {}
    if latency.get("p50") is not None and latency.get("p99") is not None:
        p50, p99 = latency["p50"] * 1e3, latency["p99"] * 1e3
        table.add_row("command latency", f"{p50:.2f} ms median, {p99:.2f} ms 99th percentile")
    for key, words, factor, unit in FIGURE_WORDS:
        if (value := summary.get(key)) is not None:
            table.add_row(words, f"{value * factor:.4g} {unit}")
    if recording := summary.get("recording"):
        cut = " (cut: unfinished or damaged)" if recording["cut"] else ""
        table.add_row("recording", Text(f"{recording['file']}{cut}"))
    return table


def _setting(summary: Mapping[str, Any]) -> str:
    words = [str(summary.get("hardware"))]
    words += [f"{key} {summary[key]}" for key in ("plant", "clock", "seed") if _there(summary, key)]
    return ", ".join(words)


def _ticks(summary: Mapping[str, Any]) -> str:
    words = [f"{summary.get('ticks') or 0}"]
    if _there(summary, "duration_s"):
        words.append(f"{summary['duration_s']:.1f} s of robot time")
    if _there(summary, "wall_s"):
        words.append(f"{summary['wall_s']:.1f} s on the wall")
    words.append(f"{summary.get('overruns') or 0} overruns")
    return ", ".join(words)


def _there(summary: Mapping[str, Any], key: str) -> bool:
    return summary.get(key) is not None
