"""Laws for a robot that starts beside its path; ideal model, no slip and no limits.

The first three act on x, y, heading (six states, constraint rows as in `models`), the last two on
the reduced equations, where no-slip holds by construction: y = (x, y, theta, v, omega, ...).
"""

from collections.abc import Callable
from math import cos, hypot, sin
from typing import NamedTuple

import numpy as np

from config import load_robot
from dynamics import ConstrainedMotion, FlatMotion, constraint_rows, flat_torques, solve
from lab.figures.wheeled_climber import models
from lab.figures.wheeled_climber.servo import Servo
from lab.figures.wheeled_climber.setting import Array, Setting


class Efforts(NamedTuple):
    """What a law asks at one time."""

    torque: float
    """The larger of the two motor torques, N m."""
    lateral: float
    """|Lateral force| of the wall, N."""
    yaw_acceleration: float
    """|omega_dot|, rad/s²."""
    slip: float
    """|Sideways velocity|, m/s."""


class Law(NamedTuple):
    """A closed loop as y' = rates(t, y), with what it costs."""

    name: str
    start: Array
    rates: models.Rates
    efforts: Callable[[float, Array], Efforts]


def no_stabilisation(setting: Setting, offset: Array) -> Law:
    """The four rows alone (eq. 26): accelerations are right, so an error of position stays."""
    return _three_coordinates("no stabilisation", setting, offset, alpha=0.0, eq_30=False)


def velocity_projection(setting: Setting, offset: Array) -> Law:
    """Eq. 30: velocities are right too, and an error of position still stays."""
    return _three_coordinates("eq. 30", setting, offset, alpha=0.0, eq_30=True)


def xy_baumgarte(setting: Setting, offset: Array, alpha: float) -> Law:
    """Stabilise x and y as if free: least squares then breaks the no-slip row."""
    name = f"x, y Baumgarte, α = {alpha:g}"
    return _three_coordinates(name, setting, offset, alpha=alpha, eq_30=False)


def _three_coordinates(
    name: str, setting: Setting, offset: Array, *, alpha: float, eq_30: bool
) -> Law:
    climber = setting.climber

    def motion(t: float, q: Array, velocity: Array) -> ConstrainedMotion:
        error = q[:2] - setting.position(t)
        error_rate = velocity[:2] - setting.position(t, order=1)
        wanted = setting.position(t, order=2) - alpha * (2.0 * error_rate + alpha * error)
        heading = float(q[2])
        rows = constraint_rows(heading, velocity, wanted, setting.at(t).omega_dot)
        force = climber.unconstrained_force(heading, velocity, setting.pressure)
        return solve(climber.mass_matrix(heading), force, rows.matrix, rows.rhs)

    def efforts(t: float, y: Array) -> Efforts:
        q, velocity = y[:3], y[3:]
        heading = float(q[2])
        found = motion(t, q, velocity)
        right, left, lateral = climber.torque_split(found.constraint_force, heading)
        slip = sin(heading) * velocity[0] - cos(heading) * velocity[1]
        yaw = abs(float(found.acceleration[2]))
        return Efforts(max(abs(right), abs(left)), abs(lateral), yaw, abs(float(slip)))

    def acceleration(t: float, q: Array, velocity: Array) -> Array:
        return motion(t, q, velocity).acceleration

    q, velocity = setting.start()
    rates = models.modified(acceleration, setting) if eq_30 else models.numeric(acceleration)
    return Law(name, np.array([*(q[:2] + offset), q[2], *velocity]), rates, efforts)


def look_ahead(setting: Setting, offset: Array, length: float, alpha: float) -> Law:
    """The stack's own law (`control.look_ahead`), its limits on large errors opened."""
    law, climber = Servo(load_robot("wheeled_climber").controller, length, alpha), setting.climber
    mass_matrix = climber.reduced_mass_matrix()

    def acceleration(t: float, y: Array) -> tuple[float, float]:
        _, _, heading, v, _ = state = tuple(y.tolist())
        rows = law.rows(state, setting.at(t))
        bias = climber.reduced_force(heading, v, setting.pressure)
        v_dot, omega_dot = solve(mass_matrix, bias, *rows).acceleration.tolist()
        return v_dot, omega_dot

    def rates(t: float, y: Array) -> Array:
        heading, v, omega = y[2:].tolist()
        return np.array([v * cos(heading), v * sin(heading), omega, *acceleration(t, y)])

    name = f"look-ahead {length:g} m, α = {alpha:g}"
    return Law(
        name,
        _reduced_start(setting, offset),
        rates,
        lambda t, y: _reduced_efforts(setting, y, *acceleration(t, y)),
    )


def dynamic_feedback_linearisation(setting: Setting, offset: Array, pole: float) -> Law:
    """State (x, y, theta, v, omega, F = v_dot), inputs F_dot and omega_dot; triple pole at -`pole`.

    The path's third derivative, without slip:
        x''' = c F_dot - s v omega_dot - 2 s F omega - c v omega²,
        y''' = s F_dot + c v omega_dot + 2 c F omega - s v omega².
    The matrix of (F_dot, omega_dot) has determinant v: no standing start.
    """

    def inputs(t: float, y: Array) -> tuple[float, float]:
        _, _, heading, v, omega, force = y.tolist()
        c, s = cos(heading), sin(heading)
        along, across = np.array([c, s]), np.array([-s, c])
        velocity, acceleration = v * along, force * along + v * omega * across
        wanted = (
            setting.position(t, order=3)
            - 3.0 * pole * (acceleration - setting.position(t, order=2))
            - 3.0 * pole**2 * (velocity - setting.position(t, order=1))
            - pole**3 * (y[:2] - setting.position(t))
        )
        forward = float(along @ wanted) + v * omega**2
        return forward, (float(across @ wanted) - 2.0 * force * omega) / v

    def rates(t: float, y: Array) -> Array:
        heading, v, omega, force = y[2:].tolist()
        force_dot, omega_dot = inputs(t, y)
        return np.array([v * cos(heading), v * sin(heading), omega, force, omega_dot, force_dot])

    return Law(
        f"dynamic linearisation, pole −{pole:g}",
        np.append(_reduced_start(setting, offset), setting.at(0.0).v_dot),
        rates,
        lambda t, y: _reduced_efforts(setting, y, float(y[5]), inputs(t, y)[1]),
    )


def _reduced_start(setting: Setting, offset: Array) -> Array:
    q, velocity = setting.start()
    return np.array([*(q[:2] + offset), q[2], hypot(*velocity[:2].tolist()), velocity[2]])


def _reduced_efforts(setting: Setting, y: Array, v_dot: float, omega_dot: float) -> Efforts:
    heading, v, omega = y[2:5].tolist()
    found = flat_torques(
        setting.climber, FlatMotion(heading, v, omega, v_dot, omega_dot), setting.pressure
    )
    torque = max(abs(found.tau_right), abs(found.tau_left))
    return Efforts(torque, abs(found.lateral), abs(omega_dot), 0.0)
