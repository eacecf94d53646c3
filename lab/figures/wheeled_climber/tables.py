"""The numbers behind the figures, as the terminal shows them."""

from collections.abc import Sequence

import numpy as np
from rich.table import Table

from lab.figures.wheeled_climber.friction import FrictionCase
from lab.figures.wheeled_climber.off_path import Return
from lab.figures.wheeled_climber.runs import PaperRuns, Torques
from lab.figures.wheeled_climber.tolerance import ToleranceStudy


def paths(runs: PaperRuns) -> Table:
    """Largest errors of the two runs."""
    table = _table("Largest error over 20 s", "run", "x, m", "y, m", "θ, rad", "slip, m/s", "steps")
    for name, run in (("numeric, eq. 26", runs.numeric), ("modified, eq. 30", runs.modified)):
        errors = np.abs(run.error[:3]).max(axis=1).tolist()
        slip = float(np.abs(run.slip).max())
        table.add_row(name, *(f"{size:.1e}" for size in (*errors, slip)), str(len(run.t) - 1))
    return table


def torques(rows: Sequence[Torques]) -> Table:
    """The torques at single times of the path, N m."""
    table = _table(
        "Torques, N m", "t, s", "exact R", "exact L", "solve R", "solve L",
        "eq. 25 R", "eq. 25 L", "Im Qc",
    )  # fmt: skip
    for row in rows:
        values = (*row.exact, *row.run, *row.printed, row.imaginary)
        table.add_row(f"{row.t:g}", *(f"{value:.6f}" for value in values))
    return table


def tolerances(study: ToleranceStudy) -> Table:
    """Largest errors of every model at the default tolerance and at its finest."""
    table = _table(
        "Largest error over 20 s, m", "model", "integrator", "eq. 30", "x at 1e-3", "y at 1e-3",
        "finest", "x", "y",
    )  # fmt: skip
    for curve in study.curves:
        coarse, fine = curve.errors[0], curve.errors[-1]
        table.add_row(
            curve.model, curve.integrator, "yes" if curve.modified else "",
            f"{coarse.x:.1e}", f"{coarse.y:.1e}",
            f"{curve.tolerances[-1]:.0e}", f"{fine.x:.1e}", f"{fine.y:.1e}",
        )  # fmt: skip
    drift = study.velocity_error
    table.caption = (
        f"{drift.added:g} m/s too much in y: {drift.numeric.y:.3f} m off after 20 s, "
        f"with eq. 30 {drift.modified.y:.0e} m"
    )
    return table


def returns(study: Sequence[Return]) -> Table:
    """How each law brought the robot back."""
    table = _table(
        "Started 0.5 m off the path", "law", "to 1 cm, s", "left, m", "torque, N m",
        "lateral, N", "ω_dot, rad/s²", "slip, m/s",
    )  # fmt: skip
    for one in study:
        settled = "never" if one.settled is None else f"{one.settled:.2f}"
        most = one.most
        table.add_row(
            one.name, settled, f"{one.left:.0e}", f"{most.torque:.3f}", f"{most.lateral:.1f}",
            f"{most.yaw_acceleration:.1f}", f"{most.slip:.2g}",
        )  # fmt: skip
    return table


def friction(study: Sequence[FrictionCase]) -> Table:
    """Path errors of each feed-forward on each plant."""
    table = _table(
        "Path error, mm", "feed-forward", "plant", "observer", "rms", "largest", "after 3 s"
    )
    for case in study:
        errors = (case.run.rms, float(case.run.error.max()), case.run.largest_after_3_s)
        pole = f"{case.observer:g} / s" if case.observer else ""
        table.add_row(case.feed_forward, case.plant, pole, *(f"{1e3 * e:.2f}" for e in errors))
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", caption_justify="left")
    for column in columns:
        words = column in ("run", "law", "model", "integrator", "feed-forward", "plant")
        table.add_column(column, justify="left" if words else "right")
    return table
