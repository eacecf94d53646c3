"""From accelerations to wheel torques: the climber's equations, its friction and its gears."""

from math import sin
from typing import NamedTuple

from config.robot import WheeledClimber
from control.climber_model import climber_dynamics, gear_torque
from control.disturbance_observer import Bias
from control.look_ahead import ServoRows
from control.path import PathPoint
from dynamics import FactoredMass, WheelTorques, solve
from dynamics.wheeled_climber import SealWrench


class Drive(NamedTuple):
    """What the motors shall give, and the motion that the model expects of it."""

    torques: WheelTorques
    """N m, not beyond the motors' limits."""
    feed_forward: WheelTorques
    """What the path alone takes, without errors and disturbances, N m."""
    applied: Bias
    """All that the model knows to act then: motors, gears, seal and weight, N and N m."""
    resisting: Bias
    """What of it is not the motors': seal, weight and the observed bias, N and N m."""
    bias: Bias
    """The observed part, which the model does not know, N and N m."""
    v_dot: float
    """m/s²"""
    omega_dot: float
    """rad/s²"""


class FeedForward:
    """Udwadia and Kalaba's force on the reduced equations (v, omega), split over the motors.

    M (v_dot, omega_dot) = Q + Qc with the servo rows as constraints; Qc is what the motors give
    beyond their gears' friction. All friction is taken at the speeds of the reference: at the
    measured ones its sign chatters around standstill, and the falling Stribeck branch is positive
    feedback. Weight is taken at the measured heading, seal friction under the measured pressure.

    Attributes:
        climber: the equations of motion.
    """

    def __init__(self, robot: WheeledClimber) -> None:
        self.climber = climber_dynamics(robot)
        self._right, self._left = robot.joints
        self._mass = FactoredMass(self.climber.reduced_mass_matrix())

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
        climber = self.climber
        seal = climber.seal_wrench(reference.v, reference.omega, pressure)
        known = Bias(-seal.force - self._weight(heading), -seal.moment)
        resisting = Bias(known.force + bias.force, known.moment + bias.moment)
        motion = solve(self._mass, resisting, rows.matrix, rows.rhs)
        v_dot, omega_dot = motion.acceleration.tolist()
        force, moment = motion.constraint_force.tolist()
        wanted = climber.wheel_torques(force, moment)
        gears = self.gear_torques(reference)
        right = _clip(wanted.right + gears.right, self._right.max_effort)
        left = _clip(wanted.left + gears.left, self._left.max_effort)

        net_right = (right - gears.right) / climber.wheel_radius
        net_left = (left - gears.left) / climber.wheel_radius
        return Drive(
            torques=WheelTorques(right, left),
            feed_forward=self._on_path(reference, seal, gears),
            applied=Bias(
                net_right + net_left + known.force,
                (net_right - net_left) * climber.half_track + known.moment,
            ),
            resisting=resisting,
            bias=bias,
            v_dot=v_dot,
            omega_dot=omega_dot,
        )

    def reference_torques(self, reference: PathPoint, pressure: float) -> WheelTorques:
        """The closed form on the path, N m: what a robot needs that has no error."""
        seal = self.climber.seal_wrench(reference.v, reference.omega, pressure)
        return self._on_path(reference, seal, self.gear_torques(reference))

    def gear_torques(self, reference: PathPoint) -> WheelTorques:
        """What the gears take at the wheel speeds of the reference, N m."""
        climber = self.climber
        across = climber.half_track * reference.omega
        return WheelTorques(
            gear_torque(self._right, (reference.v + across) / climber.wheel_radius),
            gear_torque(self._left, (reference.v - across) / climber.wheel_radius),
        )

    def _on_path(self, reference: PathPoint, seal: SealWrench, gears: WheelTorques) -> WheelTorques:
        climber = self.climber
        torques = climber.wheel_torques(
            climber.effective_mass * reference.v_dot + seal.force + self._weight(reference.heading),
            climber.effective_yaw_inertia * reference.omega_dot + seal.moment,
        )
        return WheelTorques(torques.right + gears.right, torques.left + gears.left)

    def _weight(self, heading: float) -> float:
        """What of the weight pulls back along a heading (rad), N."""
        return self.climber.mass * self.climber.gravity * sin(heading)


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
