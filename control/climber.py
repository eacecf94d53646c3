"""The wheeled climber's controller: estimate, look ahead, compensate, split into wheel torques."""

from collections.abc import Mapping
from math import nan

from config import Robot
from control.climber_model import climber_dynamics, gear_torque
from control.climber_streams import contact_stream, pose_stream, torque_stream
from control.controller import Decision
from control.disturbance_observer import Bias, DisturbanceObserver
from control.estimation.odometry import Odometry, PoseEstimate
from control.look_ahead import LookAhead
from control.nearest_phase import nearest_phase
from control.path import EllipsePath, PathPoint
from dynamics import WheelTorques, solve
from firmware_bridge.contract import State
from firmware_bridge.driver import Health, Mode, Setpoints

FRESH = 0.02  # s that torques may go on without a wheel reading; then the wheels brake


class ClimberController:
    """Follows the robot's path from the first state in which the robot may move.

    Udwadia-Kalaba on the reduced equations: M nu_dot = Q + Qc with the look-ahead rows; Qc, less
    the observed disturbance, is what the wheels must give. Friction of seal and gears is fed
    forward at the reference speed: at the measured one it would chatter. A missing pressure counts
    as the last one measured, and as the nominal one before that.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._climber = climber_dynamics(robot)
        self._mass_matrix = self._climber.reduced_mass_matrix()
        phase = nearest_phase(robot.path, robot.start.x, robot.start.y)
        self._path = EllipsePath(robot.path, phase)
        self._law = LookAhead(robot.controller)
        self._odometry = Odometry(
            robot.start,
            robot.estimation,
            wheel_radius=robot.wheels.radius,
            half_track=robot.wheels.half_track,
            counts_per_turn=min(joint.counts_per_turn for joint in robot.joints),
        )
        self._observer = DisturbanceObserver(
            self._climber.effective_mass,
            self._climber.effective_yaw_inertia,
            robot.controller.observer,
            _largest_bias(robot),
        )
        self._pressure = robot.suction.pressure
        self._known = Bias()
        self._began: float | None = None
        self._last_t: float | None = None
        self._followed_at: float | None = None
        self._rest()

    def step(self, state: State) -> Decision:
        """Answer a state: torques while the robot may move, else every joint off."""
        hardware = state.hardware
        fresh = all(health is Health.OK for health in hardware.health)
        position = hardware.position if fresh else (None, None)
        velocity = hardware.velocity if fresh else (None, None)
        pose = self._odometry.update(
            state.t,
            (position[0], position[1]),
            (velocity[0], velocity[1]),
            _sensor(state, "gyro_yaw_rate"),
        )
        pressure = _sensor(state, "suction_pressure")
        self._pressure = self._pressure if pressure is None else pressure
        if not state.safety.moves:
            self._rest()
            return self._decide(Setpoints.all(Mode.OFF, 2), state, pose, None)
        if self._began is None:
            self._began = state.t
        reference = self._path.at(state.t - self._began)
        if None in position or None in velocity:
            return self._wait(state, pose, reference)
        self._follow(state.t, pose, reference)
        return self._decide(_efforts(self._commanded), state, pose, reference)

    def _follow(self, t: float, pose: PoseEstimate, reference: PathPoint) -> None:
        """Find the wheel torques for this state."""
        climber = self._climber
        if self._last_t is not None:
            self._observer.update(
                pose.v, pose.omega, self._known.force, self._known.moment, t - self._last_t
            )
        rows = self._law.rows(pose.x, pose.y, pose.heading, pose.v, pose.omega, reference)
        bias = climber.reduced_force(pose.heading, reference.v, self._pressure)
        motion = solve(self._mass_matrix, bias, *rows)
        force, moment = motion.constraint_force.tolist()
        self._v_dot = float(motion.acceleration[0])
        # Friction at rest is no disturbance: wait for the reference to have left the Stribeck peak.
        if abs(reference.v) < self._robot.seal.stribeck_velocity:
            self._observer.reset()
        unknown = self._observer.bias

        gears = self._gear_torques(reference)
        wanted = climber.wheel_torques(force - unknown.force, moment - unknown.moment)
        self._feed_forward = self._fed_forward(reference, gears)
        self._commanded = WheelTorques(
            *(
                _clip(torque + gear, joint.max_effort)
                for torque, gear, joint in zip(wanted, gears, self._robot.joints, strict=True)
            )
        )
        # What really acts from now on, after saturation: the observer's known part.
        radius, half_track = climber.wheel_radius, climber.half_track
        right, left = (torque - gear for torque, gear in zip(self._commanded, gears, strict=True))
        bias_force, bias_moment = bias.tolist()
        self._known = Bias(
            (right + left) / radius + bias_force,
            (right - left) * half_track / radius + bias_moment,
        )
        self._last_t = self._followed_at = t

    def _wait(self, state: State, pose: PoseEstimate, reference: PathPoint) -> Decision:
        """Without a wheel reading: go on as before for `FRESH` s, then hold the wheels still."""
        self._observer.skip()
        self._last_t = None
        if self._followed_at is not None and state.t - self._followed_at <= FRESH:
            return self._decide(_efforts(self._commanded), state, pose, reference)
        return self._decide(Setpoints.all(Mode.VELOCITY, 2), state, pose, reference)

    def _rest(self) -> None:
        """Nothing moves: the next motion begins anew."""
        self._began = self._last_t = self._followed_at = None
        self._known = Bias()
        self._v_dot = 0.0
        self._commanded = self._feed_forward = WheelTorques(0.0, 0.0)
        self._observer.reset()

    def _gear_torques(self, reference: PathPoint) -> tuple[float, float]:
        """What the gears take at the reference wheel speeds, N m."""
        radius, half_track = self._climber.wheel_radius, self._climber.half_track
        right, left = self._robot.joints
        return (
            gear_torque(right, (reference.v + reference.omega * half_track) / radius),
            gear_torque(left, (reference.v - reference.omega * half_track) / radius),
        )

    def _fed_forward(self, reference: PathPoint, gears: tuple[float, float]) -> WheelTorques:
        """What the path alone asks of the motors: the flat closed form, and the gears."""
        climber = self._climber
        resistance = climber.resistance(reference.heading, reference.v, self._pressure)
        right, left = climber.wheel_torques(
            climber.effective_mass * reference.v_dot + resistance,
            climber.effective_yaw_inertia * reference.omega_dot,
        )
        return WheelTorques(right + gears[0], left + gears[1])

    def _decide(
        self,
        setpoints: Setpoints,
        state: State,
        pose: PoseEstimate,
        reference: PathPoint | None,
    ) -> Decision:
        path_time = nan if self._began is None else state.t - self._began
        streams: Mapping[str, Mapping[str, object]] = {
            "pose": pose_stream(pose, reference, path_time, self._observer.bias),
            "torque": torque_stream(
                self._robot, self._feed_forward, self._commanded, state.hardware.effort
            ),
            "contact": contact_stream(
                self._robot, self._climber, pose, self._v_dot, self._pressure,
                self._observer.bias,
            ),
        }  # fmt: skip
        return Decision(setpoints, streams)


def _efforts(torques: WheelTorques) -> Setpoints:
    none = (None, None)
    return Setpoints((Mode.EFFORT, Mode.EFFORT), none, none, (torques.right, torques.left))


def _sensor(state: State, name: str) -> float | None:
    reading = state.hardware.sensors.get(name)
    return None if reading is None else reading.value


def _largest_bias(robot: Robot) -> Bias:
    """The largest disturbance that the observer may claim: half of what the motors can give."""
    effort = min(joint.max_effort for joint in robot.joints)
    force = 0.5 * 2.0 * effort / robot.wheels.radius
    return Bias(force, force * robot.wheels.half_track)


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
