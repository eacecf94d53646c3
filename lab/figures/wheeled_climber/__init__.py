"""Seed 000, "Concise method to the dynamic modeling of climbing robot", drawn from our own runs."""

from pathlib import Path

from lab.figures.group import Drawn, Group
from lab.figures.wheeled_climber import (
    friction,
    friction_figure,
    off_path,
    off_path_figure,
    path_figures,
    runs,
    tables,
    tolerance,
    tolerance_figure,
    torque_figures,
)


def _paths(directory: Path) -> Drawn:
    done = runs.paper_runs()
    return Drawn(path_figures.draw(done, directory), tables.paths(done))


def _torques(directory: Path) -> Drawn:
    along = runs.torques_along(runs.paper_runs().numeric)
    return Drawn(torque_figures.draw(along, directory), tables.torques(runs.torques_on_path()))


def _tolerance(directory: Path) -> Drawn:
    done = tolerance.study()
    return Drawn(tolerance_figure.draw(done, directory), tables.tolerances(done))


def _off_path(directory: Path) -> Drawn:
    done = off_path.study()
    return Drawn(off_path_figure.draw(done, directory), tables.returns(done))


def _friction(directory: Path) -> Drawn:
    done = friction.study()
    return Drawn(friction_figure.draw(done, directory), tables.friction(done))


GROUPS = (
    Group("figures 2 to 11: coordinates, errors, trajectory", _paths),
    Group("figures 12 and 13: torques, eq. 25", _torques),
    Group("error against tolerance", _tolerance),
    Group("starts off the path", _off_path),
    Group("friction", _friction),
)
