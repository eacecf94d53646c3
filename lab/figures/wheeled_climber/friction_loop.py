"""The bench climber under its path law at 500 Hz, with a seal that drags otherwise than believed.

The reduced model: no slip, sensors and motors without fault, gears without friction and inertia,
a seal without yaw moment. What is left is the paper's second future work, friction, by itself. Real
gears make the robot's inertia eight times as large, and the errors as much smaller.
"""

from collections.abc import Callable
from dataclasses import replace
from math import cos, hypot, sin
from typing import NamedTuple, TypeAlias

import numpy as np

from config import Robot, load_robot
from control.climber_model import climber_dynamics
from control.disturbance_observer import Bias, DisturbanceObserver
from control.path import EllipsePath
from dynamics import SealFriction, WheeledClimber, solve
from lab.figures.wheeled_climber.servo import Servo
from lab.figures.wheeled_climber.setting import Array

DURATION = 17.0  # s: the soft start and a lap
_SUBSTEPS = 4  # of a tick; the seal's rounded sign is stiff near standstill
_UNLIMITED = 1e9

_State: TypeAlias = tuple[float, float, float, float, float]  # x, y, heading, v, omega


class FrictionRun(NamedTuple):
    """Errors of one run."""

    t: Array
    error: Array
    """Distance of the robot's middle from its reference, m. Shape (n,)."""
    position: Array
    """x and y, m. Shape (2, n)."""

    @property
    def rms(self) -> float:
        """Root mean square of the error, m."""
        return float(np.sqrt(np.mean(self.error**2)))

    @property
    def largest_after_3_s(self) -> float:
        """The largest error once the start is over, m."""
        return float(self.error[self.t >= 3.0].max())


def bench() -> tuple[Robot, WheeledClimber]:
    """The bench robot and its equations, with ideal gears and a point-like seal."""
    robot = load_robot("wheeled_climber_bench")
    return robot, replace(climber_dynamics(robot), wheel_inertia=0.0, seal_radius=0.0)


def follow(
    believed: SealFriction,
    actual: SealFriction,
    *,
    observer: float = 0.0,
    look_ahead: float | None = None,
) -> FrictionRun:
    """Run the ellipse from rest.

    Parameters
    ----------
    believed, actual
        The seal in the feed-forward, taken at the reference speed, and the one that drags.
    observer
        Pole of the disturbance observer, 1/s; 0 is none.
    look_ahead
        m; None is the robot file's.
    """
    robot, climber = bench()
    pressure, h = robot.suction.pressure, robot.node.period
    gains = robot.controller
    law = Servo(gains, look_ahead or gains.look_ahead, gains.stabilisation)
    model = replace(climber, seal=believed)
    mass_matrix = model.reduced_mass_matrix()
    mass, inertia = mass_matrix.diagonal().tolist()
    watch = DisturbanceObserver(mass, inertia, observer, Bias(_UNLIMITED, _UNLIMITED))
    path = EllipsePath(robot.path)
    plant = _plant(replace(climber, seal=actual), pressure)

    start = path.at(0.0)
    state: _State = (start.x, start.y, start.heading, 0.0, 0.0)
    known = Bias()
    ticks = round(DURATION / h)
    kept = np.empty((4, ticks))
    for tick in range(ticks):
        t = tick * h
        reference = path.at(t)
        x, y, heading, v, omega = state
        kept[:, tick] = t, hypot(x - reference.x, y - reference.y), x, y
        watch.update(v, omega, known.force, known.moment, h)
        rows = law.rows(state, reference)
        bias = model.reduced_force(heading, reference.v, pressure)
        force, moment = solve(mass_matrix, bias, *rows).constraint_force.tolist()
        force, moment = force - watch.bias.force, moment - watch.bias.moment
        known = Bias(force + float(bias[0]), moment + float(bias[1]))
        for _ in range(_SUBSTEPS):
            state = _runge_kutta(plant, state, force, moment, h / _SUBSTEPS)
    return FrictionRun(kept[0], kept[1], kept[2:])


def _plant(climber: WheeledClimber, pressure: float) -> Callable[[_State, float, float], _State]:
    """The rates of a state under a forward force and a yaw moment."""
    mass, inertia = climber.effective_mass, climber.effective_yaw_inertia

    def rates(state: _State, force: float, moment: float) -> _State:
        _, _, heading, v, omega = state
        v_dot = (force - climber.resistance(heading, v, pressure)) / mass
        return v * cos(heading), v * sin(heading), omega, v_dot, moment / inertia

    return rates


def _runge_kutta(
    plant: Callable[[_State, float, float], _State],
    state: _State,
    force: float,
    moment: float,
    h: float,
) -> _State:
    """The classical step of fourth order, on floats: arrays of five would be slower."""
    k1 = plant(state, force, moment)
    k2 = plant(_moved(state, k1, 0.5 * h), force, moment)
    k3 = plant(_moved(state, k2, 0.5 * h), force, moment)
    k4 = plant(_moved(state, k3, h), force, moment)
    mean = [(a + 2.0 * (b + c) + d) / 6.0 for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
    return _moved(state, (mean[0], mean[1], mean[2], mean[3], mean[4]), h)


def _moved(state: _State, rate: _State, h: float) -> _State:
    x, y, heading, v, omega = state
    return (
        x + h * rate[0],
        y + h * rate[1],
        heading + h * rate[2],
        v + h * rate[3],
        omega + h * rate[4],
    )
