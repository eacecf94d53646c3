"""The summary of a run, computed from its recording afterwards: nobody grades his own work."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from telemetry.recording import Recording
from telemetry.tracking import Array, track

SETTLED = 3.0  # s on the path after which the start no longer counts

# What only the node and the command line know; null where they do not say.
REPORTED = (
    "robot", "hardware", "clock", "plant", "seed", "duration_s", "wall_s", "ticks", "overruns",
    "outcome", "faults",
)  # fmt: skip


def summarise(report: Mapping[str, Any], recording: Recording | None) -> dict[str, Any]:
    """The node's own `report`, completed by what the recording shows.

    Every key is always there: null where nothing was recorded, and where a figure needs truth and
    there is none (real hardware). Lengths in m, times in s, torques in N m, slip in m/s; grip use
    is the share of the wheels' grip that was taken, 1 at the point of slipping.
    """
    summary: dict[str, Any] = {**dict.fromkeys(REPORTED), **report}
    summary.setdefault("command_latency_s", None)
    summary["recording"] = None
    summary.update(dict.fromkeys(FIGURES))
    if recording is not None:
        summary["recording"] = {"file": str(recording.path), "cut": recording.cut}
        summary["command_latency_s"] = latency(recording) or summary["command_latency_s"]
        summary.update(figures(recording))
    return summary


def latency(recording: Recording) -> dict[str, float] | None:
    """Median and 99th percentile of the time from state to command, s, of the ticks answered."""
    answered = _finite(recording.column("loop", "latency"))
    if not len(answered):
        return None
    p50, p99 = np.quantile(answered, (0.5, 0.99))
    return {"p50": float(p50), "p99": float(p99)}


FIGURES = (
    "path_error_rms_m",
    "path_error_max_m",
    "path_error_rms_after_3s_m",
    "path_error_max_after_3s_m",
    "estimate_error_max_m",
    "torque_max_nm",
    "grip_use_max",
    "slip_max_mps",
)


def figures(recording: Recording) -> dict[str, float | None]:
    """How well the path was kept and at what cost, under the names of `FIGURES`."""
    tracking = track(recording)
    error, settled = tracking.path_error, tracking.path_time >= SETTLED
    torques = [recording.column("torque", joint, "commanded") for joint in joints(recording)]
    slips = [recording.column("truth", key) for key in ("slip_right", "slip_left")]
    values = (
        _rms(error),
        _largest(error),
        _rms(error[settled]),
        _largest(error[settled]),
        _largest(tracking.estimate_error),
        _largest(*torques),
        _largest(recording.column("truth", "grip_use")),
        _largest(*slips),
    )
    return dict(zip(FIGURES, values, strict=True))


def joints(recording: Recording) -> tuple[str, ...]:
    """The joints that have torques, in the order the robot declares them."""
    first = recording.first("torque")
    return tuple(name for name, value in first.items() if isinstance(value, Mapping))


def _finite(values: Array) -> Array:
    return values[np.isfinite(values)]


def _rms(values: Array) -> float | None:
    measured = _finite(values)
    return float(np.sqrt(np.mean(measured**2))) if len(measured) else None


def _largest(*columns: Array) -> float | None:
    measured = [np.abs(_finite(column)) for column in columns]
    return max((float(column.max()) for column in measured if len(column)), default=None)
