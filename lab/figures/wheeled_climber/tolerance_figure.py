"""Error against tolerance: what the paper's figures 4 and 5 can have shown."""

from pathlib import Path
from typing import Any

from lab.figures.drawing import legend, sheet
from lab.figures.wheeled_climber.tolerance import REPORTED, Curve, ToleranceStudy
from telemetry.picture_style import BELIEVED, FAINT, INTENDED, LIMIT, TRUE

_COLOURS = {
    ("four rows", "RK45"): (TRUE, "s"),
    ("four rows", "ode45"): ("#6b9bd1", "o"),
    ("no yaw moment", "ode45"): (BELIEVED, "o"),
    ("as printed", "ode45"): (LIMIT, "D"),
    ("open loop", "RK45"): (FAINT, "s"),
}


def draw(study: ToleranceStudy, directory: Path) -> list[Path]:
    """Draw the largest error over 20 s in x and y, on logarithmic axes."""
    file = directory / "tolerance.png"
    with sheet(
        file,
        "The reported errors are the integrator's",
        "Largest error over 20 s, at the steps, absolute tolerance a thousandth of the relative. "
        "Dashed: with eq. 30.",
        (11.0, 5.6),
    ) as figure:
        x_axes, y_axes = figure.subplots(1, 2, sharey=True)
        for axes, row in ((x_axes, 0), (y_axes, 1)):
            for curve in study.curves:
                _line(axes, curve, row)
            axes.axhline(REPORTED[row], color=INTENDED, linewidth=1.0, linestyle=":")
            axes.text(0.02, REPORTED[row] * 1.35, f"the paper: {REPORTED[row]:g} m", fontsize=10,
                      color=INTENDED, transform=axes.get_yaxis_transform())  # fmt: skip
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlabel("relative tolerance")
        x_axes.set_title("Error of x")
        y_axes.set_title("Error of y")
        x_axes.set_ylabel("m")
        legend(y_axes, loc="lower right")
    return [file]


def _line(axes: Any, curve: Curve, row: int) -> None:
    colour, marker = _COLOURS[curve.model, curve.integrator]
    axes.plot(
        curve.tolerances,
        [error[row] for error in curve.errors],
        "--" if curve.modified else "-",
        color=colour,
        marker=marker,
        markersize=5,
        markerfacecolor="white" if curve.modified else colour,
        linewidth=1.4,
        label=None if curve.modified else f"{curve.model}, {curve.integrator}",
    )
