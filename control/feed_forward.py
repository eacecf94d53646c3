"""From accelerations to wheel torques: the climber's equations, its friction and its gears."""

from typing import NamedTuple

from config.robot import WheeledClimber
from control.climber_model import climber_dynamics, gear_torque
from control.disturbance_observer import Bias
from control.look_ahead import ServoRows
from control.path import PathPoint
from dynamics import WheelTorques, solve


class Drive(NamedTuple):
    """What the motors shall give, and the motion that the model expects of it."""

    torques: WheelTorques
    """N m, not beyond the motors' limits."""
    applied: Bias
    """All that the model knows to act then: motors, gears, seal and weight, N and N m."""
    known_force: float
    """Seal friction, weight and observed bias along the heading, N."""
    bias: Bias
    """The observed part of it that the model does not know, N and N m."""
    v_dot: float
    """m/s²"""
    omega_dot: float
    """rad/s²"""


class FeedForward:
    """Udwadia and Kalaba's force on the reduced equations (v, omega), split over the motors.

    M (v_dot, omega_dot) = Q + Qc with the servo rows as constraints; Qc is what the motors give
    beyond their gears' friction. All friction is taken at the speed of the reference: at the
    measured one its sign chatters around standstill, and the falling Stribeck branch is positive
    feedback. Weight is taken at the measured heading, seal friction under the measured pressure.

    Attributes:
        climber: the equations of motion.
    """

    def __init__(self, robot: WheeledClimber) -> None:
        self.climber = climber_dynamics(robot)
        self._right, self._left = robot.joints
        self._mass_matrix = self.climber.reduced_mass_matrix()

    def reference_torques(self, reference: PathPoint, pressure: float) -> WheelTorques:
        """The closed form on the path, N m: what a robot needs that has no error."""
        climber = self.climber
        resistance = climber.resistance(reference.heading, reference.v, pressure)
        torques = climber.wheel_torques(
            climber.effective_mass * reference.v_dot + resistance,
            climber.effective_yaw_inertia * reference.omega_dot,
        )
        gears = self.gear_torques(reference)
        return WheelTorques(torques.right + gears.right, torques.left + gears.left)

    def gear_torques(self, reference: PathPoint) -> WheelTorques:
        """What the gears take at the wheel speeds of the reference, N m."""
        climber = self.climber
        across = climber.half_track * reference.omega
        return WheelTorques(
            gear_torque(self._right, (reference.v + across) / climber.wheel_radius),
            gear_torque(self._left, (reference.v - across) / climber.wheel_radius),
        )

    def drive(
        self, rows: ServoRows, heading: float, reference: PathPoint, pressure: float, bias: Bias
    ) -> Drive:
        """The torques that meet the servo rows.

        Args:
            rows: on (v_dot, omega_dot), from the path law.
            heading: measured, rad.
            reference: the path's point, for the speeds of all friction.
            pressure: measured suction, Pa below ambient.
            bias: what the observer found beside the model.
        """
        known = self.climber.reduced_force(heading, reference.v, pressure)
        motion = solve(self._mass_matrix, known + bias, rows.matrix, rows.rhs)
        v_dot, omega_dot = motion.acceleration.tolist()
        force, moment = motion.constraint_force.tolist()
        wanted = self.climber.wheel_torques(force, moment)
        gears = self.gear_torques(reference)
        right = _clip(wanted.right + gears.right, self._right.max_effort)
        left = _clip(wanted.left + gears.left, self._left.max_effort)

        radius, half_track = self.climber.wheel_radius, self.climber.half_track
        net_right, net_left = (right - gears.right) / radius, (left - gears.left) / radius
        applied = Bias(
            net_right + net_left + float(known[0]),
            (net_right - net_left) * half_track + float(known[1]),
        )
        return Drive(
            torques=WheelTorques(right, left),
            applied=applied,
            known_force=float(known[0]) + bias.force,
            bias=bias,
            v_dot=v_dot,
            omega_dot=omega_dot,
        )


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
