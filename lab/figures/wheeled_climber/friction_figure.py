"""Friction fed forward, wrongly fed forward, and observed."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lab.figures.drawing import legend, sheet
from lab.figures.wheeled_climber.friction import FrictionCase
from telemetry.picture_style import BELIEVED, FAINT, INTENDED, LIMIT, TRUE

_PLANT_COLOURS = {"as believed": TRUE, "+20 %": LIMIT, "−20 %": BELIEVED}
_FEED_FORWARD_COLOURS = {"none": FAINT, "Coulomb only": INTENDED}


def draw(cases: Sequence[FrictionCase], directory: Path) -> list[Path]:
    """Draw the path error without and with the observer, mm, logarithmic."""
    file = directory / "friction.png"
    with sheet(
        file,
        "Friction on the bench ellipse",
        "Reduced model, 500 Hz, from rest. Feed-forward at the reference speed, on plants whose "
        "dry friction is as believed, a fifth more, a fifth less.",
        (11.0, 4.6),
    ) as figure:
        without, observed = figure.subplots(1, 2, sharey=True)
        for case in cases:
            axes = observed if case.observer else without
            colour = _FEED_FORWARD_COLOURS.get(case.feed_forward, _PLANT_COLOURS[case.plant])
            label = f"{case.feed_forward}, {case.plant}"
            shown = np.where(case.run.error > 0.0, case.run.error, np.nan) * 1e3
            axes.plot(case.run.t, shown, color=colour, linewidth=1.4, label=label)
        poles = {case.observer for case in cases if case.observer}
        without.set_title("Feed-forward alone")
        observed.set_title(f"With the disturbance observer, pole {max(poles):g} / s")
        without.set_ylabel("path error, mm")
        for axes in (without, observed):
            axes.set_xlabel("time, s")
            axes.set_yscale("log")
            axes.set_ylim(1e-2, 1e3)
            axes.set_xlim(0.0, cases[0].run.t[-1])
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        legend(without, loc="center right", bbox_to_anchor=(1.0, 0.42), ncols=2)
        legend(observed, loc="upper right")
    return [file]
