"""The differential equations that the paper's text can mean, as y' = rates(t, y).

y = (x, y, theta, their rates), but for the open-loop plant: (x, y, theta, v, omega).
"""

from collections.abc import Callable
from math import cos, sin
from typing import TypeAlias

import numpy as np

from dynamics import FlatMotion, constraint_rows, flat_torques, project_velocity, solve
from lab.figures.wheeled_climber.paper_formulation import A, PrintedFormulation
from lab.figures.wheeled_climber.setting import Array, Setting

Rates: TypeAlias = Callable[[float, Array], Array]
Acceleration: TypeAlias = Callable[[float, Array, Array], Array]
"""q_ddot at (t, q, q_dot)."""


def four_rows(setting: Setting) -> Acceleration:
    """M q_ddot = Q + Qc with symmetric M and the four consistent rows: what the stack uses."""

    def acceleration(t: float, q: Array, velocity: Array) -> Array:
        heading = float(q[2])
        rows = constraint_rows(
            heading, velocity, setting.position(t, order=2), setting.at(t).omega_dot
        )
        return solve(
            setting.climber.mass_matrix(heading),
            setting.climber.unconstrained_force(heading, velocity, setting.pressure),
            rows.matrix,
            rows.rhs,
        ).acceleration

    return acceleration


def no_yaw_moment(setting: Setting) -> Acceleration:
    """Eq. 10 read as q_ddot = A^+ b: x and y by the path, theta_ddot = 0."""
    return lambda t, q, velocity: np.append(setting.position(t, order=2), 0.0)


def as_printed(setting: Setting) -> Acceleration:
    """Eq. 10 with the printed M and the real part of its principal root."""
    printed = printed_formulation(setting)
    return lambda t, q, velocity: printed.acceleration(
        float(q[2]), velocity, setting.position(t, order=2)
    )


def printed_formulation(setting: Setting) -> PrintedFormulation:
    """Eq. 19 to 25 for the paper's robot; its drag f = (1 - k) mu P S is 56.4 N."""
    climber = setting.climber
    drag = climber.seal.coulomb_friction * climber.seal_load(setting.pressure)
    return PrintedFormulation(climber, drag)


def numeric(acceleration: Acceleration) -> Rates:
    """Eq. 26: q_dot = v, v_dot = q_ddot."""
    return lambda t, y: np.concatenate((y[3:], acceleration(t, y[:3], y[3:])))


def modified(acceleration: Acceleration, setting: Setting) -> Rates:
    """Eq. 30: q_dot = v, corrected so that A q_dot = b_q with A the path's two rows (eq. 27)."""

    def rates(t: float, y: Array) -> Array:
        mass_matrix = setting.climber.mass_matrix(float(y[2]))
        q_dot = project_velocity(mass_matrix, y[3:], A, setting.position(t, order=1))
        return np.concatenate((q_dot, acceleration(t, y[:3], y[3:])))

    return rates


def open_loop(setting: Setting) -> Rates:
    """The no-slip robot, driven by the exact torques as a function of time alone."""
    climber, pressure = setting.climber, setting.pressure
    inertia = climber.reduced_mass_matrix().diagonal()

    def rates(t: float, y: Array) -> Array:
        heading, v, omega = y[2:].tolist()
        point = setting.at(t)
        motion = FlatMotion(point.heading, point.v, point.omega, point.v_dot, point.omega_dot)
        right, left, _, _ = flat_torques(climber, motion, pressure)
        forward = (right + left) / climber.wheel_radius
        moment = (right - left) * climber.half_track / climber.wheel_radius
        push = climber.reduced_force(heading, v, pressure) + np.array([forward, moment])
        return np.array([v * cos(heading), v * sin(heading), omega, *(push / inertia)])

    return rates
