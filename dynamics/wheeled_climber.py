"""The suction climber on two driven sides of wheels, on a vertical wall with gravity along -y.

The paper ("Concise method to the dynamic modeling of climbing robot", eq. 19) mixes the rows of
Newton's law with the input map and the no-slip row, and its "mass matrix" is not symmetric. Here
the three things stand apart: M and Q in this file, the rows in `path_constraint`, and the
input map W of Qc = W (tau_right, tau_left, lateral), here again as its inverse `torque_split`.
"""

from dataclasses import dataclass
from math import cos, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynamics.seal_friction import SealFriction
from dynamics.seal_ring import RingFriction, ring_friction


class WheelTorques(NamedTuple):
    """Motor torques at the wheel axles, N m."""

    right: float
    left: float


class TorqueSplit(NamedTuple):
    """A planar force, taken apart into what the motors and what the wall must give."""

    tau_right: float
    """Motor torque at the right axle, N m."""
    tau_left: float
    """Motor torque at the left axle, N m."""
    lateral_force: float
    """Force of the wall on the wheels along (-sin heading, cos heading), N."""


class SealWrench(NamedTuple):
    """What the seal does against a motion: subtract it from what drives the robot."""

    force: float
    """Against the forward velocity, N."""
    moment: float
    """Against the yaw rate, N m."""


@dataclass(frozen=True)
class WheeledClimber:
    """Parameters and equations of motion; arrays are in the order x, y, heading.

    The centre of mass lies midway between the wheels. Heading is counted from +x, counter-clockwise
    seen from the robot's back, so that positive yaw speeds up the right side.

    Rotor inertia is coupled by rolling without slip: it weighs along the heading and in yaw, not
    sideways. That is exact wherever the wheels do not slip; a plant whose wheels slip has to give
    the wheels states of their own and to take `wheel_inertia` as 0 here.
    """

    mass: float
    """kg"""
    yaw_inertia: float
    """About the centre of mass, kg m²."""
    wheel_radius: float
    """m"""
    half_track: float
    """The paper's d: from the middle to either side's wheels, m."""
    wheel_friction: float
    """Coefficient mu_w of the wheels on the wall."""
    load_share: float
    """The paper's k: the share of the suction force that the wheels carry; the seal has 1 - k."""
    suction_area: float
    """m²"""
    seal: SealFriction
    centre_of_mass_height: float
    """Above the wall, m."""
    wheelbase: float
    """From front to rear axle, m."""
    gravity: float = 9.81
    """m/s²"""
    wheel_inertia: float = 0.0
    """Rotor, gear and wheels of one side, reflected to the axle, kg m²."""
    seal_radius: float = 0.0
    """Of the seal ring, m. At 0 the seal is a patch below the centre of mass, as in the paper: its
    drag does not depend on the yaw rate, and it has no moment."""

    @property
    def effective_mass(self) -> float:
        """Inertia along the heading, m + 2 Jw / r², kg."""
        return self.mass + 2.0 * self.wheel_inertia / self.wheel_radius**2

    @property
    def effective_yaw_inertia(self) -> float:
        """Inertia in yaw, J + 2 Jw d² / r², kg m²."""
        lever = self.half_track / self.wheel_radius
        return self.yaw_inertia + 2.0 * self.wheel_inertia * lever**2

    def wheel_load(self, pressure: float) -> float:
        """Normal force on all wheels together, k P S, N. Zero without suction."""
        return self.load_share * max(pressure, 0.0) * self.suction_area

    def seal_load(self, pressure: float) -> float:
        """Normal force on the seal, (1 - k) P S, N. Zero without suction."""
        return (1.0 - self.load_share) * max(pressure, 0.0) * self.suction_area

    def dry_seal_friction(self, v: float, omega: float) -> RingFriction:
        """The dry part of the seal's friction, as coefficients on its normal load."""
        if self.seal_radius == 0.0:
            return RingFriction(self.seal.coefficient(v), 0.0)
        return ring_friction(self.seal.coefficient, v, omega * self.seal_radius)

    def seal_wrench(self, v: float, omega: float, pressure: float) -> SealWrench:
        """Drag and yaw moment of the seal; feed them forward at the reference velocities.

        With N the seal's load and R its radius, drag = mu_d N + b v and moment = mu_m N R + b R²
        omega, mu_d and mu_m being the means around the ring (`ring_friction`).
        """
        dry, load = self.dry_seal_friction(v, omega), self.seal_load(pressure)
        viscous, radius = self.seal.viscous, self.seal_radius
        return SealWrench(
            force=dry.drag * load + viscous * v,
            moment=radius * (dry.moment * load + viscous * radius * omega),
        )

    def resistance(self, heading: float, v: float, pressure: float, omega: float = 0.0) -> float:
        """What opposes driving at constant speed: the seal's drag and weight, N."""
        weight = self.mass * self.gravity * sin(heading)
        return self.seal_wrench(v, omega, pressure).force + weight

    def mass_matrix(self, heading: float) -> NDArray[np.float64]:
        """M = diag(m, m, J_eff) + (2 Jw / r²) n nᵀ, n = (cos, sin, 0). Shape (3, 3)."""
        c, s = cos(heading), sin(heading)
        m, rotors = self.mass, self.effective_mass - self.mass
        return np.array(
            [
                [m + rotors * c * c, rotors * c * s, 0.0],
                [rotors * c * s, m + rotors * s * s, 0.0],
                [0.0, 0.0, self.effective_yaw_inertia],
            ]
        )

    def unconstrained_force(
        self, heading: float, velocity: ArrayLike, pressure: float
    ) -> NDArray[np.float64]:
        """Weight and seal friction, Q = (-F cos, -m g - F sin, -M), N and N m. Shape (3,).

        Parameters
        ----------
        heading
            rad
        velocity
            Rates of x, y, heading, m/s and rad/s. Shape (3,).
        pressure
            Suction, as measured, Pa below ambient.
        """
        c, s = cos(heading), sin(heading)
        x_dot, y_dot, omega = np.asarray(velocity, dtype=np.float64).tolist()
        drag, moment = self.seal_wrench(c * x_dot + s * y_dot, omega, pressure)
        return np.array([-drag * c, -self.mass * self.gravity - drag * s, -moment])

    def torque_split(self, constraint_force: ArrayLike, heading: float) -> TorqueSplit:
        """Take a force (x, y, heading) apart: W⁻¹ Qc. Shape (3,); det W = 2d/r², never 0."""
        c, s = cos(heading), sin(heading)
        x, y, yaw_moment = np.asarray(constraint_force, dtype=np.float64).tolist()
        right, left = self.wheel_torques(c * x + s * y, yaw_moment)
        return TorqueSplit(right, left, c * y - s * x)

    def wheel_torques(self, forward_force: float, yaw_moment: float) -> WheelTorques:
        """Motor torques of a force along the heading (N) and a yaw moment (N m)."""
        mean = 0.5 * self.wheel_radius * forward_force
        difference = 0.5 * self.wheel_radius * yaw_moment / self.half_track
        return WheelTorques(mean + difference, mean - difference)

    def reduced_mass_matrix(self) -> NDArray[np.float64]:
        """Inertia in (v, omega), no-slip solved for: diag(m_eff, J_eff). Shape (2, 2)."""
        return np.diag([self.effective_mass, self.effective_yaw_inertia])

    def reduced_force(
        self, heading: float, v: float, pressure: float, omega: float = 0.0
    ) -> NDArray[np.float64]:
        """Bias force in (v, omega): (-F - m g sin, -M), N and N m. Shape (2,).

        With it, M (v_dot, omega_dot) = reduced_force + (forward force, yaw moment), and
        `wheel_torques` turns the last term into motor torques.
        """
        drag, moment = self.seal_wrench(v, omega, pressure)
        return np.array([-drag - self.mass * self.gravity * sin(heading), -moment])
