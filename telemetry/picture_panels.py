"""The panels of a run's picture. Each draws on its axes what it finds, and says what is missing."""

from typing import Any

import numpy as np

from telemetry.picture_style import (
    BELIEVED,
    FAINT,
    INK,
    INTENDED,
    LEVEL,
    LIMIT,
    SAFETY,
    TRUE,
)
from telemetry.recording import Recording
from telemetry.run_story import happenings, safety_spans
from telemetry.tracking import Array, track

Axes = Any  # matplotlib has no types

_LEAST_SHARE_OF_LIMIT = 0.25  # torques below it would shrink to a line if limits were drawn
_DECADES = 3.5  # of error below its peak; what is smaller is the rounding of a standstill


def draw_path(axes: Axes, recording: Recording) -> None:
    """Where the robot was, where it thought it was, and where it should have been; m."""
    axes.set_title("Path")
    axes.set_xlabel("x, m")
    axes.set_ylabel("y, m")
    axes.set_aspect("equal", adjustable="datalim")
    lines = (
        ("pose", "reference_x", "reference_y", "reference", INTENDED, "--", 1.2, 4),
        ("truth", "x", "y", "true", TRUE, "-", 2.6, 2),
        ("pose", "x", "y", "estimated", BELIEVED, "-", 1.2, 3),
    )
    drawn = False
    for stream, x, y, label, colour, dash, width, order in lines:
        xs, ys = recording.column(stream, x), recording.column(stream, y)
        if _anything(xs):
            axes.plot(
                xs, ys, dash, color=colour, label=label, linewidth=width, zorder=order,
            )  # fmt: skip
            drawn = True
    for stream in ("truth", "pose"):
        xs, ys = recording.column(stream, "x"), recording.column(stream, "y")
        if _anything(xs):
            axes.plot(xs[0], ys[0], "o", color=INK, markersize=5, zorder=5)
            axes.annotate("start", (xs[0], ys[0]), (0, -15), textcoords="offset points",
                          ha="center", color=INK, fontsize=10)  # fmt: skip
            break
    _finish(axes, drawn, "no pose recorded", loc="upper right")


def draw_error(axes: Axes, recording: Recording, zero: float) -> None:
    """Distance from the reference and of the estimate from the truth, mm, logarithmic."""
    axes.set_title("Error")
    axes.set_ylabel("mm")
    tracking = track(recording)
    if len(tracking.t):
        lines = [
            ("path, true", tracking.t, tracking.path_error, TRUE),
            ("estimate", tracking.t, tracking.estimate_error, BELIEVED),
        ]
    else:
        t, error = recording.column("pose", "t"), np.abs(recording.column("pose", "error"))
        lines = [("path, by its own estimate", t, error, BELIEVED)]
    peak = max((_peak(error) for _, _, error, _ in lines), default=0.0)
    for label, t, error, colour in lines:
        if _anything(error):
            shown = np.where(error > 0.0, error, np.nan) * 1e3
            axes.plot(t - zero, shown, color=colour, label=label, linewidth=1.2)
    if peak > 0.0:
        axes.set_yscale("log")
        axes.set_ylim(peak * 1e3 * 10**-_DECADES, peak * 1e3 * 2)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    _finish(axes, peak > 0.0, "no path error recorded")


def draw_torque(axes: Axes, recording: Recording, joint: str, zero: float) -> None:
    """Predicted, commanded and measured torque of a joint against its limit, N m."""
    axes.set_title(joint.replace("_", " ").capitalize() + " torque")
    axes.set_ylabel("N m")
    t = recording.column("torque", "t") - zero
    lines = (
        ("measured", BELIEVED, "-", 0.8, 2),
        ("commanded", TRUE, "-", 1.4, 3),
        ("feed_forward", INTENDED, "--", 1.1, 4),
    )
    peak = 0.0
    for key, colour, dash, width, order in lines:
        torque = recording.column("torque", joint, key)
        if _anything(torque):
            peak = max(peak, _peak(torque))
            label = "predicted" if key == "feed_forward" else key
            axes.plot(t, torque, dash, color=colour, label=label, linewidth=width, zorder=order)
    limit = recording.column("torque", joint, "limit")
    if _anything(limit):
        if peak >= _LEAST_SHARE_OF_LIMIT * _peak(limit):
            for sign in (1.0, -1.0):
                axes.plot(t, sign * limit, color=LIMIT, linewidth=0.9,
                          label="limit" if sign > 0 else None)  # fmt: skip
        else:
            axes.set_ylabel(f"N m\n(limit ±{_peak(limit):g})")
    _finish(axes, len(t) > 0, "no torque recorded")


def draw_grip(axes: Axes, recording: Recording, zero: float) -> None:
    """The share of the wheels' grip in use; at 1 they slip."""
    axes.set_title("Grip in use")
    axes.set_ylabel("share")
    drawn = False
    for stream, label, colour in (
        ("contact", "by the controller's model", BELIEVED),
        ("truth", "true", TRUE),
    ):
        grip = recording.column(stream, "grip_use")
        if _anything(grip):
            t = recording.column(stream, "t") - zero
            axes.plot(t, grip, color=colour, label=label, linewidth=1.2)
            drawn = True
    if drawn:
        axes.axhline(1.0, color=LIMIT, linewidth=0.9)
        axes.set_ylim(0.0, 1.1)
    _finish(axes, drawn, "no contact recorded")


def draw_pressure(axes: Axes, recording: Recording, zero: float) -> None:
    """Suction pressure below ambient, kPa."""
    axes.set_title("Suction")
    axes.set_ylabel("kPa")
    drawn = False
    for stream, label, colour in (("contact", "measured", BELIEVED), ("truth", "true", TRUE)):
        pressure = recording.column(stream, "pressure") / 1e3
        if _anything(pressure):
            t = recording.column(stream, "t") - zero
            axes.plot(t, pressure, color=colour, label=label, linewidth=1.2)
            drawn = True
    if drawn:
        axes.set_ylim(0.0, axes.get_ylim()[1] * 1.1)
    _finish(axes, drawn, "no pressure recorded")


def draw_safety(axes: Axes, recording: Recording, zero: float) -> None:
    """The safety state as a band along the time, each state named once where it has room."""
    axes.set_title("Safety state")
    axes.set_yticks([])
    axes.grid(False)
    axes.spines["left"].set_visible(False)
    spans = safety_spans(recording)
    if not spans:
        _finish(axes, False, "no state recorded")
        return
    began, end = spans[0].start - zero, spans[-1].end - zero
    for safety, start, stop in spans:
        start, stop = start - zero, stop - zero
        axes.axvspan(start, stop, color=SAFETY.get(safety, FAINT), linewidth=0)
        if stop - start > 0.06 * max(end - began, 1e-9):
            axes.text((start + stop) / 2, 0.5, safety, ha="center", va="center", fontsize=10,
                      transform=axes.get_xaxis_transform())  # fmt: skip
    axes.set_ylim(0.0, 1.0)


def mark_events(axes: Axes, recording: Recording, zero: float) -> None:
    """A hair line where something happened, coloured by its level."""
    for event in happenings(recording):
        colour = LEVEL.get(event.level, FAINT)
        axes.axvline(event.t - zero, color=colour, linewidth=0.7, alpha=0.7, zorder=1)


def list_events(axes: Axes, recording: Recording, zero: float, most: int) -> None:
    """The events in words: when, what. Faults and warnings stay when there are too many."""
    axes.set_title("Events")
    axes.axis("off")
    events = happenings(recording)
    grave = [event for event in events if event.level in LEVEL]
    shown = events if len(events) <= most else (grave or events)[:most]
    for line, event in enumerate(shown):
        height = 1.0 - (line + 0.7) / most
        colour = LEVEL.get(event.level, INK)
        text = event.message or event.name
        axes.text(0.09, height, f"{event.t - zero:.2f} s", ha="right", va="center",
                  color=FAINT, fontsize=10, transform=axes.transAxes)  # fmt: skip
        axes.text(0.11, height, text if len(text) <= 78 else text[:75] + "…", va="center",
                  color=colour, fontsize=10, transform=axes.transAxes)  # fmt: skip
    if len(shown) < len(events):
        axes.set_title(f"Events ({len(shown)} of {len(events)})")
    if not events:
        axes.text(0.0, 0.9, "none", color=FAINT, fontsize=10, transform=axes.transAxes)


def _finish(axes: Axes, drawn: bool, otherwise: str, **legend: Any) -> None:
    if drawn:
        place = legend or {"loc": "lower right", "bbox_to_anchor": (1.0, 0.97), "ncols": 4}
        drawn_legend = axes.legend(borderaxespad=0.0, handlelength=1.6, columnspacing=1.4, **place)
        for line in drawn_legend.get_lines():
            line.set_linewidth(2.0)  # a hair line's colour cannot be told in so short a piece
    else:
        axes.text(0.5, 0.5, otherwise, ha="center", va="center", color=FAINT,
                  transform=axes.transAxes)  # fmt: skip


def _anything(values: Array) -> bool:
    return bool(np.isfinite(values).any())


def _peak(values: Array) -> float:
    return float(np.nanmax(np.abs(values))) if _anything(values) else 0.0
