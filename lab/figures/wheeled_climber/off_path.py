"""The paper's first future work: a start that violates the constraint, 0.5 m off the path."""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from lab.figures.wheeled_climber import off_path_laws as laws
from lab.figures.wheeled_climber.setting import DURATION, Array, Setting, paper_setting

OFFSET = (0.0, -0.5)  # m: below the path's lowest point, with the path's velocity
ARRIVED = 0.01  # m
_SPACING = 0.0025  # s between samples
_EVERY = 4  # of these samples has its efforts computed


@dataclass(frozen=True)
class Return:
    """How one law brought the robot back, or did not."""

    name: str
    t: Array
    position: Array
    """x and y, m. Shape (2, n)."""
    error: Array
    """Distance from the reference, m. Shape (n,)."""
    most: laws.Efforts
    """The largest of each effort over the run."""

    @property
    def settled(self) -> float | None:
        """From when on the error stays below 1 cm, s; None: never."""
        above = np.flatnonzero(self.error >= ARRIVED)
        if not len(above):
            return 0.0
        return None if above[-1] == len(self.t) - 1 else float(self.t[above[-1] + 1])

    @property
    def left(self) -> float:
        """The error at the end, m."""
        return float(self.error[-1])


def study() -> tuple[Return, ...]:
    """The table of laws, worst first: 20 s each."""
    setting, offset = paper_setting(), np.array(OFFSET)
    return tuple(
        _return(setting, law)
        for law in (
            laws.no_stabilisation(setting, offset),
            laws.velocity_projection(setting, offset),
            laws.xy_baumgarte(setting, offset, alpha=2.0),
            laws.look_ahead(setting, offset, length=0.3, alpha=2.0),
            laws.look_ahead(setting, offset, length=1.0, alpha=2.0),
            laws.look_ahead(setting, offset, length=1.0, alpha=3.0),
            laws.dynamic_feedback_linearisation(setting, offset, pole=2.0),
            laws.dynamic_feedback_linearisation(setting, offset, pole=3.0),
        )
    )


def _return(setting: Setting, law: laws.Law) -> Return:
    t = np.arange(0.0, DURATION + _SPACING / 2.0, _SPACING)
    run = solve_ivp(
        law.rates, (0.0, t[-1]), law.start, method="DOP853", t_eval=t, rtol=1e-10, atol=1e-12
    )
    reference = np.array([setting.position(time) for time in t.tolist()]).T
    efforts = np.array([law.efforts(float(t[i]), run.y[:, i]) for i in range(0, len(t), _EVERY)])
    return Return(
        law.name,
        t,
        run.y[:2],
        np.hypot(*(run.y[:2] - reference)),
        laws.Efforts(*efforts.max(axis=0).tolist()),
    )
