"""The wheeled climber's state and torques, read from its path alone (differential flatness)."""

from math import atan2, cos, hypot, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dynamics.errors import UndefinedHeading
from dynamics.wheeled_climber import WheeledClimber

_SMALLEST_TANGENT = 1e-9


class FlatMotion(NamedTuple):
    """The motion that no-slip leaves to a robot whose axle's middle runs on a path."""

    theta: float
    """Heading, rad, in (-pi, pi]."""
    v: float
    """Forward velocity, m/s; negative when the path is run backwards."""
    omega: float
    """Yaw rate, rad/s."""
    v_dot: float
    """m/s²"""
    omega_dot: float
    """rad/s²"""


class FlatTorques(NamedTuple):
    """What the motors and the wall give for a motion."""

    tau_right: float
    """Motor torque at the right axle, N m."""
    tau_left: float
    """Motor torque at the left axle, N m."""
    traction: float
    """Force of the wall on the wheels along the heading, N: what the rotors take is not in it."""
    lateral: float
    """Force of the wall on the wheels across the heading, to the left, N."""


def flat_motion(
    first: ArrayLike,
    second: ArrayLike,
    third: ArrayLike,
    rate: float = 1.0,
    rate_derivative: float = 0.0,
) -> FlatMotion:
    """Heading, velocities and accelerations from a path p(σ) and the run σ(t) along it.

    With |p'| the length of the tangent and W = (x' y'' - y' x'') / |p'|² the heading's derivative:

        theta = atan2(y', x'),  v = |p'| σ_t,  omega = W σ_t,
        v_dot = (p'·p'' / |p'|) σ_t² + |p'| σ_tt,  omega_dot = W' σ_t² + W σ_tt.

    If σ is time itself, leave `rate` out; the derivatives then are velocity, acceleration and jerk.
    To stand still on the path let the rate be 0, not the tangent: the heading stays defined.

    Parameters
    ----------
    first, second, third
        Derivatives of (x, y) by σ, m over powers of σ's unit. Shape (2,) each.
    rate, rate_derivative
        First and second derivative of σ by time.

    Raises
    ------
    UndefinedHeading
        The tangent vanishes.
    """
    x1, y1 = np.asarray(first, dtype=np.float64).tolist()
    x2, y2 = np.asarray(second, dtype=np.float64).tolist()
    x3, y3 = np.asarray(third, dtype=np.float64).tolist()
    length = hypot(x1, y1)
    if not length > _SMALLEST_TANGENT:  # NaN ends here too
        raise UndefinedHeading((x1, y1))
    stretch = (x1 * x2 + y1 * y2) / length
    turn = (x1 * y2 - y1 * x2) / length**2
    turn_derivative = (x1 * y3 - y1 * x3) / length**2 - 2.0 * turn * stretch / length
    return FlatMotion(
        theta=atan2(y1, x1),
        v=length * rate,
        omega=turn * rate,
        v_dot=stretch * rate**2 + length * rate_derivative,
        omega_dot=turn_derivative * rate**2 + turn * rate_derivative,
    )


def flat_torques(climber: WheeledClimber, motion: FlatMotion, pressure: float) -> FlatTorques:
    """Closed form of the Udwadia-Kalaba torques on the path.

        tau_right, tau_left = (r/2) (m_eff v_dot + F + m g sin) ± (r / 2d) (J_eff omega_dot + M)
        lateral = m v omega + m g cos

    F and M are the seal's drag and yaw moment at v and omega.

    Parameters
    ----------
    climber
        The robot.
    motion
        From `flat_motion`.
    pressure
        Suction, as measured, Pa below ambient; seal friction follows it.
    """
    drag, moment = climber.seal_wrench(motion.v, motion.omega, pressure)
    resistance = drag + climber.mass * climber.gravity * sin(motion.theta)
    right, left = climber.wheel_torques(
        climber.effective_mass * motion.v_dot + resistance,
        climber.effective_yaw_inertia * motion.omega_dot + moment,
    )
    return FlatTorques(
        tau_right=right,
        tau_left=left,
        traction=climber.mass * motion.v_dot + resistance,
        lateral=lateral_force(climber, motion),
    )


def lateral_force(climber: WheeledClimber, motion: FlatMotion) -> float:
    """The no-slip force m v omega + m g cos, N. Suction has no part in it."""
    centripetal = motion.v * motion.omega
    return climber.mass * (centripetal + climber.gravity * cos(motion.theta))
