"""One picture of a run, from its recording: path, error, torques, grip, safety and events."""

import warnings
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from config import ScansorError
from telemetry import picture_panels as panels
from telemetry.picture_style import FAINT, STYLE
from telemetry.recording import Recording
from telemetry.run_story import span
from telemetry.summary import figures, joints

_SIZE = (16.0, 10.0)  # inches at 100 dots each
_MOST_EVENTS = 9
_MOST_JOINTS = 4
_WORDS = (
    ("path_error_rms_m", "path error {:.3g} mm rms", 1e3),
    ("path_error_max_m", "{:.3g} mm at most", 1e3),
    ("torque_max_nm", "torque up to {:.3g} N m", 1.0),
    ("grip_use_max", "grip up to {:.0f} %", 1e2),
)


class PictureError(ScansorError):
    """The picture cannot be written: names the file and the reason."""


def draw(recording: Recording, file: Path) -> None:
    """Draw a run as a PNG of 1600 x 1000 points; what was not recorded is said in its place.

    Raises:
        PictureError: the file cannot be written.
    """
    with matplotlib.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # then the picture has a box there
        spacing = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.06, wspace=0.03, hspace=0.02)
        figure = Figure(figsize=_SIZE, dpi=100, layout=spacing)
        FigureCanvasAgg(figure)
        _lay_out(figure, recording)
        try:
            figure.savefig(file, format="png")
        except OSError as error:
            raise PictureError(f"{file} cannot be written: {error.strerror}") from None


def _lay_out(figure: Any, recording: Recording) -> None:
    figure.suptitle(_title(recording), x=0.008, ha="left", fontsize=15, fontweight="bold")
    head, body = figure.subfigures(2, 1, height_ratios=(0.3, 9.7))
    head.text(0.008, 0.6, _figures_in_words(recording), va="center", color=FAINT, fontsize=12)
    left, right = body.subfigures(1, 2, width_ratios=(0.82, 1.0))
    zero, last = span(recording)

    path, events = left.subplots(2, 1, height_ratios=(2.7, 1.0))
    panels.draw_path(path, recording)
    panels.list_events(events, recording, zero, _MOST_EVENTS)

    named = joints(recording)[:_MOST_JOINTS] or ("joint",)
    rows = right.subplots(
        4 + len(named), 1, sharex=True, height_ratios=(0.28, 1.3, *(1.0 for _ in named), 0.8, 0.6)
    )
    panels.draw_safety(rows[0], recording, zero)
    panels.draw_error(rows[1], recording, zero)
    for axes, joint in zip(rows[2:], named, strict=False):
        panels.draw_torque(axes, recording, joint, zero)
    panels.draw_grip(rows[-2], recording, zero)
    panels.draw_pressure(rows[-1], recording, zero)
    for axes in rows:
        panels.mark_events(axes, recording, zero)
    right.align_ylabels(rows)
    rows[-1].set_xlabel("time, s")
    rows[-1].set_xlim(0.0, max(last - zero, 1e-3))


def _title(recording: Recording) -> str:
    robot = recording.topics[0].partition("/")[0] if recording.topics else "nothing recorded"
    cut = "  (cut: unfinished or damaged)" if recording.cut else ""
    return f"{robot.replace('_', ' ')} · {recording.path.name}{cut}"


def _figures_in_words(recording: Recording) -> str:
    found = figures(recording)
    return " · ".join(
        words.format(value * factor)
        for key, words, factor in _WORDS
        if (value := found[key]) is not None
    )
