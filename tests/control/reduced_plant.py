"""The ideal no-slip robot in closed form, written apart from `dynamics`.

State x, y, heading, v, omega;
v_dot = ((tau_R + tau_L) / r - F(v) - m g sin) / m,  omega_dot = (tau_R - tau_L) d / (r J), for a
robot without gears (the paper's).
"""

from math import cos, exp, sin, tanh

import numpy as np
from numpy.typing import NDArray

from config import Robot
from control.estimation.odometry import Estimate

Array = NDArray[np.float64]


class ReducedPlant:
    def __init__(self, robot: Robot, state: tuple[float, float, float, float, float]) -> None:
        self._robot = robot
        self.state = np.array(state)

    def step(self, right: float, left: float, h: float) -> None:
        """One step of Runge and Kutta under constant torques, N m."""
        y = self.state
        k1 = self._rate(y, right, left)
        k2 = self._rate(y + 0.5 * h * k1, right, left)
        k3 = self._rate(y + 0.5 * h * k2, right, left)
        k4 = self._rate(y + h * k3, right, left)
        self.state = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    def _rate(self, state: Array, right: float, left: float) -> Array:
        _, _, heading, v, omega = state
        body, wheels, seal = self._robot.body, self._robot.wheels, self._robot.seal
        load = (1.0 - wheels.load_share) * self._robot.suction.pressure * self._robot.suction.area
        excess = (seal.static_friction - seal.coulomb_friction) * exp(
            -((v / seal.stribeck_velocity) ** 2)
        )
        dry = (seal.coulomb_friction + excess) * load * tanh(v / seal.smoothing_velocity)
        force = (right + left) / wheels.radius - dry - seal.viscous * v
        return np.array(
            (
                v * cos(heading),
                v * sin(heading),
                omega,
                force / body.mass - body.gravity * sin(heading),
                (right - left) * wheels.half_track / (wheels.radius * body.yaw_inertia),
            )
        )

    @property
    def exactly(self) -> Estimate:
        """What a perfect estimator would say."""
        x, y, heading, v, omega = self.state.tolist()
        return Estimate(x, y, heading, v, omega, 0.0, 0.0, 0.0, 0.0, 0.0, False)
