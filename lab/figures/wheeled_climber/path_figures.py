"""The paper's figures 2 to 11: our run and its eq. 30 version beside the exact ellipse."""

from pathlib import Path
from typing import Any

import numpy as np

from lab.figures.drawing import EXACT, legend, sheet
from lab.figures.wheeled_climber.runs import PaperRuns, PathRun
from telemetry.picture_style import BELIEVED, INK, INTENDED, TRUE

_PICO = 1e12  # pm


def draw(runs: PaperRuns, directory: Path) -> list[Path]:
    """Draw figures 2-5 and 7-10 as one sheet, 6 and 11 as another."""
    files = [directory / "coordinates.png", directory / "trajectories.png"]
    worst = max(float(np.abs(run.error[:2]).max()) for run in runs) * _PICO
    with sheet(
        files[0],
        "Figures 2–5 and 7–10: x and y",
        "Udwadia-Kalaba with four consistent rows, tolerance 1e-12. "
        f"Errors stay within {worst:.1f} pm; the paper reports 1.8 mm and 0.6 m.",
        (11.0, 9.5),
    ) as figure:
        axes = figure.subplots(4, 2, sharex=True)
        for column, name in enumerate("xy"):
            _coordinate(axes[0][column], runs.numeric, column, f"Fig. {2 + column}: {name}", TRUE)
            _errors(axes[1][column], f"Fig. {4 + column}: error of {name}", column,
                    (("numeric", runs.numeric, TRUE),))  # fmt: skip
            _coordinate(axes[2][column], runs.modified, column,
                        f"Fig. {7 + column}: {name}, eq. 30", BELIEVED)  # fmt: skip
            _errors(axes[3][column], f"Fig. {9 + column}: errors of {name}", column,
                    (("numeric", runs.numeric, TRUE), ("eq. 30", runs.modified, BELIEVED)),
                    )  # fmt: skip
            axes[3][column].set_xlabel("time, s")
            axes[3][column].set_xlim(0.0, runs.numeric.t[-1])
        figure.align_ylabels()
    with sheet(
        files[1],
        "Figures 6 and 11: the trajectory",
        "20 s are 3.2 laps of 20 m x 12 m at 6 to 10 m/s.",
        (11.0, 4.6),
    ) as figure:
        left, right = figure.subplots(1, 2, sharey=True)
        _trajectory(left, runs.numeric, "Fig. 6", "numeric", TRUE)
        _trajectory(right, runs.modified, "Fig. 11", "eq. 30", BELIEVED)
        left.set_ylabel("y, m")
    return files


def _coordinate(axes: Any, run: PathRun, row: int, title: str, colour: str) -> None:
    axes.set_title(title)
    axes.set_ylabel("m")
    axes.plot(run.t, run.exact[row], color=EXACT, linewidth=5.0, label="exact")
    axes.plot(run.t, run.state[row], color=colour, linewidth=1.4, label="numeric")
    legend(axes)


def _errors(axes: Any, title: str, row: int, lines: tuple[tuple[str, PathRun, str], ...]) -> None:
    axes.set_title(title)
    axes.set_ylabel("pm")
    for label, run, colour in lines:
        axes.plot(run.t, run.error[row] * _PICO, color=colour, linewidth=1.2, label=label)
    legend(axes)


def _trajectory(axes: Any, run: PathRun, title: str, label: str, colour: str) -> None:
    axes.set_title(title)
    axes.set_xlabel("x, m")
    axes.set_aspect("equal")
    axes.plot(*run.exact[:2], color=EXACT, linewidth=5.0, label="exact")
    axes.plot(*run.state[:2], color=colour, linewidth=1.4, label=label)
    axes.plot(*run.state[:2, 0], "o", color=INK, markersize=5)
    axes.annotate("start →", run.state[:2, 0], (0, 9), textcoords="offset points", fontsize=10)
    furthest = float(np.hypot(*run.error[:2]).max()) * _PICO
    axes.text(0.0, 0.0, f"never further than\n{furthest:.1f} pm from the path",
              ha="center", va="center", color=INTENDED, fontsize=10)  # fmt: skip
    legend(axes)
