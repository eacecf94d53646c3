"""The numeric and the modified numeric run at tolerance 1e-12, with their torques along the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from dynamics import FlatMotion, WheelTorques, constraint_rows, flat_torques, solve
from lab.figures.wheeled_climber import models
from lab.figures.wheeled_climber.ode45 import ode45
from lab.figures.wheeled_climber.paper_formulation import torques
from lab.figures.wheeled_climber.setting import DURATION, Array, Setting, paper_setting

_TABLE = (0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # s
TOLERANCE = 1e-12  # relative and absolute, as in the paper


@dataclass(frozen=True)
class PathRun:
    """One integrated run beside the exact path, at the integrator's steps."""

    t: Array
    state: Array
    """x, y, theta and their rates. Shape (6, n)."""
    exact: Array
    """The same, from the path alone. Shape (6, n)."""

    @property
    def error(self) -> Array:
        """State minus exact. Shape (6, n)."""
        return self.state - self.exact

    @property
    def slip(self) -> Array:
        """Sideways velocity s x_dot - c y_dot, 0 without slip, m/s. Shape (n,)."""
        theta, x_dot, y_dot = self.state[2:5]
        sideways: Array = np.sin(theta) * x_dot - np.cos(theta) * y_dot
        return sideways


class PaperRuns(NamedTuple):
    """Figures 2 to 11."""

    numeric: PathRun
    """Eq. 26."""
    modified: PathRun
    """Eq. 30."""


@cache
def paper_runs() -> PaperRuns:
    """Integrate the four rows, as eq. 26 and as eq. 30; the second call costs nothing."""
    setting = paper_setting()
    acceleration = models.four_rows(setting)
    return PaperRuns(
        _integrate(setting, models.numeric(acceleration)),
        _integrate(setting, models.modified(acceleration, setting)),
    )


def _integrate(setting: Setting, rates: models.Rates) -> PathRun:
    start = np.concatenate(setting.start())
    steps = ode45(rates, DURATION, start, TOLERANCE, TOLERANCE)
    exact = []
    for t in steps.t.tolist():
        velocity = setting.position(t, order=1)
        point = setting.at(t)
        exact.append((*setting.position(t), point.heading, *velocity, point.omega))
    return PathRun(steps.t, steps.y, np.array(exact).T)


class Torques(NamedTuple):
    """Torques of three origins at one time of the run."""

    t: float
    run: WheelTorques
    """`solve` and `torque_split` at the state that was integrated."""
    exact: WheelTorques
    """The closed form `flat_torques`."""
    printed: WheelTorques
    """Eq. 25 as printed at the exact state, real part."""
    imaginary: float
    """Largest imaginary part of the printed Qc: 0 where eq. 24 has a real root."""


def torques_at(t: float, q: Array, velocity: Array) -> Torques:
    """Figures 12 and 13 at one time; q and its rates as integrated, shape (3,) each."""
    setting = paper_setting()
    climber, pressure = setting.climber, setting.pressure
    point, acceleration = setting.at(t), setting.position(t, order=2)
    heading = float(q[2])
    rows = constraint_rows(heading, velocity, acceleration, point.omega_dot)
    force = climber.unconstrained_force(heading, velocity, pressure)
    motion = solve(climber.mass_matrix(heading), force, rows.matrix, rows.rhs)
    right, left, _ = climber.torque_split(motion.constraint_force, heading)

    flat = FlatMotion(point.heading, point.v, point.omega, point.v_dot, point.omega_dot)
    exact = flat_torques(climber, flat, pressure)
    exact_velocity = [*setting.position(t, order=1), point.omega]
    Qc = models.printed_formulation(setting).constraint_force(
        point.heading, exact_velocity, acceleration
    )
    return Torques(
        t,
        run=WheelTorques(right, left),
        exact=WheelTorques(exact.tau_right, exact.tau_left),
        printed=WheelTorques(*torques(Qc).tolist()),
        imaginary=float(np.abs(Qc.imag).max()),
    )


def torques_on_path(times: Sequence[float] = _TABLE) -> list[Torques]:
    """`torques_at` where the robot is exactly on the path: the table beside figure 13."""
    setting, rows = paper_setting(), []
    for t in times:
        point = setting.at(t)
        q = np.array([point.x, point.y, point.heading])
        rows.append(torques_at(t, q, np.append(setting.position(t, order=1), point.omega)))
    return rows


def torques_along(run: PathRun, spacing: float = 0.02) -> list[Torques]:
    """`torques_at` about every `spacing` seconds of a run, at steps of the integrator."""
    wanted = np.arange(0.0, DURATION + spacing / 2.0, spacing)
    nearest = np.unique(np.clip(np.searchsorted(run.t, wanted), 0, len(run.t) - 1))
    return [
        torques_at(float(run.t[i]), run.state[:3, i], run.state[3:, i]) for i in nearest.tolist()
    ]
