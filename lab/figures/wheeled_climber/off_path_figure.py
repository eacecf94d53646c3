"""Starts off the path: which law brings the robot back."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lab.figures.drawing import legend, sheet
from lab.figures.wheeled_climber.off_path import ARRIVED, Return
from lab.figures.wheeled_climber.setting import paper_setting
from telemetry.picture_style import BELIEVED, FAINT, INK, INTENDED, LIMIT, TRUE

_SHOWN = 5.0  # s
_LINES = (
    (FAINT, "-"),
    (INTENDED, ":"),
    (LIMIT, "-"),
    ("#6b9bd1", "-"),
    (TRUE, "-"),
    (TRUE, "--"),
    (BELIEVED, "-"),
    (BELIEVED, "--"),
)


def draw(returns: Sequence[Return], directory: Path) -> list[Path]:
    """Draw the ways back and the error over time."""
    file = directory / "off_path.png"
    with sheet(
        file,
        "Started 0.5 m off the path",
        "Ideal model without slip. Eq. 30 leaves the error where it is; x, y Baumgarte breaks "
        f"no-slip by {returns[2].most.slip:.2f} m/s.",
        (12.0, 4.6),
    ) as figure:
        way, error = figure.subplots(1, 2, width_ratios=(0.9, 1.1))
        for one, (colour, dash) in zip(returns, _LINES, strict=True):
            early = one.t <= _SHOWN
            way.plot(*one.position[:, one.t <= 0.75], dash, color=colour, linewidth=1.6)
            error.plot(one.t[early], np.maximum(one.error[early], 1e-5), dash, color=colour,
                       linewidth=1.6, label=one.name)  # fmt: skip
        setting = paper_setting()
        path = np.array([setting.position(t) for t in np.linspace(0.0, 0.75, 100).tolist()])
        way.plot(*path.T, color=INK, linewidth=3.0, alpha=0.25)
        way.text(2.2, -5.72, "path", color=INTENDED, fontsize=10)
        way.set_title("The first 0.75 s")
        way.set_xlabel("x, m")
        way.set_ylabel("y, m")
        error.set_title("Distance from the reference")
        error.set_xlabel("time, s")
        error.set_ylabel("m")
        error.set_yscale("log")
        error.set_ylim(3e-4, 1.0)
        error.set_xlim(0.0, _SHOWN)
        error.axhline(ARRIVED, color=INTENDED, linewidth=0.9, linestyle=":")
        error.text(4.95, ARRIVED * 1.1, "1 cm", color=INTENDED, fontsize=10, ha="right")
        legend(error, loc="center left", bbox_to_anchor=(1.02, 0.5))
    return [file]
