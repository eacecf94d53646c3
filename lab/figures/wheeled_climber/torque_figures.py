"""The paper's figures 12 and 13: torques of our run, of the closed form, and of eq. 24/25."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dynamics import WheelTorques
from lab.figures.drawing import EXACT, legend, sheet
from lab.figures.wheeled_climber import models
from lab.figures.wheeled_climber.runs import Torques
from lab.figures.wheeled_climber.setting import Array, paper_setting
from telemetry.picture_style import INTENDED, LIMIT, TRUE

_COMPLEX = "#f6dcd9"
_PANELS: tuple[tuple[str, Callable[[WheelTorques], float]], ...] = (
    ("Fig. 12: Qc1 = sum of the torques", lambda torques: torques.right + torques.left),
    ("Fig. 12: Qc2 = difference of the torques", lambda torques: torques.right - torques.left),
    ("Fig. 13: right motor", lambda torques: torques.right),
    ("Fig. 13: left motor", lambda torques: torques.left),
)


def draw(torques: list[Torques], directory: Path) -> list[Path]:
    """Draw figures 12 and 13, with eq. 25 as printed among them."""
    file = directory / "torques.png"
    t = np.array([at.t for at in torques])
    beyond = np.degrees(models.printed_formulation(paper_setting()).complex_beyond())
    with sheet(
        file,
        "Figures 12 and 13: the torques",
        "Eq. 24/25 as printed: right sum, wrong difference, and complex (real part drawn) where "
        f"|θ| > {beyond:.1f}° (shaded).",
        (11.0, 9.0),
    ) as figure:
        rows = figure.subplots(4, 1, sharex=True)
        for axes, (title, value) in zip(rows, _PANELS, strict=True):
            _panel(axes, title, t, torques, value)
        legend(rows[0])
        rows[-1].set_xlabel("time, s")
        rows[-1].set_xlim(0.0, t[-1])
        figure.align_ylabels()
    return [file]


def _panel(
    axes: Any, title: str, t: Array, torques: list[Torques], value: Callable[[WheelTorques], float]
) -> None:
    axes.set_title(title)
    axes.set_ylabel("N m")
    imaginary = np.array([at.imaginary for at in torques])
    axes.fill_between(
        t, 0.0, 1.0, where=imaginary > 1e-6, step="mid", color=_COMPLEX, linewidth=0.0,
        transform=axes.get_xaxis_transform(), label="eq. 24 complex",
    )  # fmt: skip
    exact = np.array([value(at.exact) for at in torques])
    axes.plot(t, exact, color=EXACT, linewidth=5.0, label="exact")
    axes.plot(t, [value(at.printed) for at in torques], color=LIMIT, linewidth=1.2,
              label="eq. 25 as printed")  # fmt: skip
    axes.plot(t, [value(at.run) for at in torques], color=TRUE, linewidth=1.4, label="our run")
    axes.text(0.995, 0.96, f"exact: {exact.min():.3f} to {exact.max():.3f}", ha="right", va="top",
              color=INTENDED, fontsize=10, transform=axes.transAxes)  # fmt: skip
