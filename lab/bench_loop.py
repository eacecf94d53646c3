"""How well the real-time loop keeps time, from the recording of a run: `scansor bench loop`."""

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from telemetry.recording import Recording

ON_TIME = 0.1  # a tick is on time if it begins within this share of the period after its deadline

_Array = NDArray[np.float64]


@dataclass(frozen=True)
class LoopFigures:
    """Figures of one run; times in s, quantiles as (p50, p99, max).

    `on_time` is the share of all deadlines whose tick began on time; a missed one is not.
    """

    period: float
    ticks: int
    missed: int
    on_time: float
    lateness: tuple[float, float, float]
    latency: tuple[float, float, float]
    work: tuple[float, float, float]
    unanswered: int


def loop_figures(recording: Recording, period: float) -> LoopFigures:
    """The figures of the ticks on which the robot moved."""
    moving = recording.column("state", "safety_code") == 3.0  # running
    seq = recording.column("loop", "seq")
    running = set(recording.column("state", "seq")[moving])
    chosen = np.array([number in running for number in seq], dtype=bool)
    lateness = recording.column("loop", "lateness")[chosen]
    missed = recording.column("loop", "missed")[chosen]
    skipped = int(missed[-1] - missed[0]) if len(missed) else 0
    latency = recording.column("loop", "latency")[chosen]
    ticks = len(lateness)
    on_time = float(np.count_nonzero(lateness < ON_TIME * period)) / max(1, ticks + skipped)
    return LoopFigures(
        period=period,
        ticks=ticks,
        missed=skipped,
        on_time=on_time,
        lateness=_quantiles(lateness),
        latency=_quantiles(latency[np.isfinite(latency)]),
        work=_quantiles(recording.column("loop", "work")[chosen]),
        unanswered=int(np.count_nonzero(~np.isfinite(latency))),
    )


def loop_table(figures: LoopFigures) -> Table:
    """The figures for people, with what they were measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    table = Table(title=f"{1 / figures.period:.0f} Hz loop on {cores} cores", title_justify="left")
    for column in ("", "p50", "p99", "max"):
        table.add_column(column, justify="left" if not column else "right")
    for name, quantiles in (
        ("node → control → node, ms", figures.latency),
        ("tick after its deadline, ms", figures.lateness),
        ("whole tick, ms", figures.work),
    ):
        table.add_row(name, *(f"{value * 1e3:.3f}" for value in quantiles))
    table.add_section()
    table.add_row(f"on time (within {ON_TIME:.0%} of the period)", f"{figures.on_time:.2%}")
    table.add_row("ticks", str(figures.ticks))
    table.add_row("deadlines missed", str(figures.missed))
    table.add_row("ticks without an answer in time", str(figures.unanswered))
    return table


def _quantiles(values: _Array) -> tuple[float, float, float]:
    if not len(values):
        return (float("nan"),) * 3
    p50, p99 = np.quantile(values, (0.5, 0.99))
    return float(p50), float(p99), float(values.max())
