"""Which tolerance gives the errors that the paper reports: 1.8e-3 m in x, 0.6 m in y."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from scipy.integrate import solve_ivp

from lab.figures.wheeled_climber import models
from lab.figures.wheeled_climber.ode45 import Steps, ode45
from lab.figures.wheeled_climber.setting import DURATION, Array, Setting, paper_setting

TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12)
ABSOLUTE = 1e-3  # absolute over relative tolerance: ode45's defaults are 1e-6 and 1e-3
REPORTED = (1.8e-3, 0.6)  # m: x and y, the paper's figures 4 and 5
_ROUNDING = 1e-10  # with eq. 30 finer runs show rounding only
_COARSE = TOLERANCES[:1]  # the printed theta races: finer runs take longer than all others

Integrator: TypeAlias = Callable[[models.Rates, Array, float], Steps]


class WorstError(NamedTuple):
    """The largest |error| over 20 s at the integrator's own steps, m."""

    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """One model under one integrator, from coarse to fine."""

    model: str
    integrator: str
    modified: bool
    """With eq. 30."""
    tolerances: tuple[float, ...]
    errors: tuple[WorstError, ...]


@dataclass(frozen=True)
class VelocityError:
    """Errors at 20 s of a run that is exact but for a constant 0.03 m/s too much in y."""

    added: float
    """m/s"""
    numeric: WorstError
    modified: WorstError


@dataclass(frozen=True)
class ToleranceStudy:
    """All that the figure draws."""

    curves: tuple[Curve, ...]
    velocity_error: VelocityError

    def curve(self, model: str, integrator: str, *, modified: bool = False) -> Curve:
        """The curve of these names."""
        wanted = (model, integrator, modified)
        for curve in self.curves:
            if (curve.model, curve.integrator, curve.modified) == wanted:
                return curve
        raise KeyError(wanted)


def scipy_rk45(rates: models.Rates, start: Array, tolerance: float) -> Steps:
    """RK45 of scipy: root-mean-square error norm."""
    absolute = ABSOLUTE * tolerance
    run = solve_ivp(rates, (0.0, DURATION), start, method="RK45", rtol=tolerance, atol=absolute)
    return Steps(run.t, run.y)


def like_ode45(rates: models.Rates, start: Array, tolerance: float) -> Steps:
    """MATLAB's step control: largest component of the error."""
    return ode45(rates, DURATION, start, tolerance, ABSOLUTE * tolerance)


def study(tolerances: Sequence[float] = TOLERANCES) -> ToleranceStudy:
    """Run every model at every tolerance."""
    setting = paper_setting()
    q, velocity = setting.start()
    start = np.concatenate((q, velocity))
    coarse = [tolerance for tolerance in tolerances if tolerance in _COARSE]
    curves = []
    for name, acceleration, integrators, asked in (
        ("four rows", models.four_rows(setting), ("RK45", "ode45"), tolerances),
        ("no yaw moment", models.no_yaw_moment(setting), ("ode45",), tolerances),
        ("as printed", models.as_printed(setting), ("ode45",), coarse),
    ):
        versions = (models.numeric(acceleration), models.modified(acceleration, setting))
        for integrator, (eq_30, rates) in product(integrators, enumerate(versions)):
            run_at = [tolerance for tolerance in asked if not eq_30 or tolerance >= _ROUNDING]
            errors = tuple(
                worst_error(setting, _INTEGRATORS[integrator](rates, start, tolerance))
                for tolerance in run_at
            )
            curves.append(Curve(name, integrator, bool(eq_30), tuple(run_at), errors))
    plant, plant_start = models.open_loop(setting), np.array([*q, velocity[0], velocity[2]])
    errors = tuple(
        worst_error(setting, scipy_rk45(plant, plant_start, tolerance)) for tolerance in tolerances
    )
    curves.append(Curve("open loop", "RK45", False, tuple(tolerances), errors))
    return ToleranceStudy(tuple(curves), constant_velocity_error(0.03))


def worst_error(setting: Setting, steps: Steps) -> WorstError:
    """The largest error of x and y over the accepted steps."""
    exact = np.array([setting.position(t) for t in steps.t.tolist()]).T
    x, y = np.abs(steps.y[:2] - exact).max(axis=1).tolist()
    return WorstError(x, y)


def constant_velocity_error(added: float) -> VelocityError:
    """Start with y_dot too large by `added` (m/s): nothing in eq. 26 takes it away again.

    It needs no loose tolerance, only a start that does not meet eq. 27; the error is added * t.
    """
    setting = paper_setting()
    start = np.concatenate(setting.start())
    start[4] += added
    plain = models.no_yaw_moment(setting)
    ends = []
    for rates in (models.numeric(plain), models.modified(plain, setting)):
        end = ode45(rates, DURATION, start, 1e-12, 1e-12).y[:2, -1]
        x, y = np.abs(end - setting.position(DURATION)).tolist()
        ends.append(WorstError(x, y))
    return VelocityError(added, *ends)


_INTEGRATORS: dict[str, Integrator] = {"RK45": scipy_rk45, "ode45": like_ode45}
