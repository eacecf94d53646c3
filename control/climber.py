"""The wheeled climber's controller: estimate, path law, observer, torques."""

from math import hypot, tau

from config.robot import Start, WheeledClimber
from control.climber_streams import ClimberStreams
from control.controller import Decision
from control.disturbance_observer import Bias, DisturbanceObserver
from control.estimation.odometry import Estimate, Odometry
from control.estimation.wheel_readings import sensor_value, wheel_readings
from control.feed_forward import FeedForward
from control.look_ahead import LookAhead
from control.nearest_phase import nearest_phase
from control.path import EllipsePath
from firmware_bridge.contract import State
from firmware_bridge.driver import Mode, Setpoints

_BIAS_SHARE = 0.5


class ClimberController:
    """Drives the robot's path whenever the node lets it (armed or running).

    The path's time begins with the first such state, at the path's start; a robot that stands far
    from there (armed again in the middle of a lap) begins at the nearest point. In any other safety
    state all joints are off, path, law and observer are forgotten, and only the estimator goes on.

    Wheel readings that are missing are bridged: the law works on the extrapolated estimate, and the
    observer keeps its value, for half the time after which the node calls a joint stale. Then both
    sides brake (zero speed, held by the boards) and the path waits; once readings come back it goes
    on from there with a soft start. A pressure that is missing is the last one measured (or, if
    it never was, the nominal one) to the law, and NaN to viewers.

    Args:
        robot: as its file believes it to be.
        start: where the operator says it stands, if not where the file says.
    """

    def __init__(self, robot: WheeledClimber, start: Start | None = None) -> None:
        self._robot = robot
        self._odometry = Odometry(robot, start or robot.start)
        self._look_ahead = LookAhead(robot.controller)
        self._feed_forward = FeedForward(robot)
        self._streams = ClimberStreams(robot, self._feed_forward.climber)
        self._observer = DisturbanceObserver(
            self._feed_forward.climber.effective_mass,
            self._feed_forward.climber.effective_yaw_inertia,
            robot.controller.observer,
            bias_limit(robot),
        )
        self._patience = 0.5 * robot.node.joint_stale_after
        self._pressure = robot.suction.pressure
        self._t: float | None = None
        self._path: EllipsePath | None = None
        self._begun = self._path_time = 0.0
        self._applied: Bias | None = None

    def step(self, state: State) -> Decision:
        """Answer a state; a state's time is the only one there is."""
        robot, hardware = self._robot, state.hardware
        h = 0.0 if self._t is None else state.t - self._t
        self._t = state.t
        gyro = sensor_value(robot, hardware, "gyro_yaw_rate")
        estimate = self._odometry.update(wheel_readings(robot, hardware), gyro, h)
        pressure = sensor_value(robot, hardware, "suction_pressure")
        if pressure is not None:
            self._pressure = pressure

        if not state.safety.moves:
            self._path = self._applied = None
            self._observer.reset()
            return self._streams.resting(
                hardware, Setpoints.all(Mode.OFF, len(robot.joints)), estimate, pressure
            )
        if self._path is None:
            self._path = _path_from(robot, estimate)
            self._begun, self._path_time, h = state.t, 0.0, 0.0
        if estimate.gap > self._patience:
            if self._applied is not None:
                self._path = EllipsePath(robot.path, self._path.phase(state.t - self._begun))
            self._begun, self._applied = state.t, None
            self._observer.skip()
            brake = Setpoints.all(Mode.VELOCITY, len(robot.joints))
            return self._streams.resting(
                hardware, brake, estimate, pressure, self._path.at(0.0), self._path_time
            )
        self._path_time += h
        reference = self._path.at(state.t - self._begun)
        self._observe(estimate, h)
        rows = self._look_ahead.rows(*estimate[:5], reference)
        drive = self._feed_forward.drive(
            rows, estimate.heading, reference, self._pressure, self._observer.bias
        )
        self._applied = drive.applied
        return self._streams.driving(
            hardware,
            drive,
            estimate,
            pressure,
            reference,
            self._path_time,
        )

    def _observe(self, estimate: Estimate, h: float) -> None:
        """Compare what was applied since the last state with what came of it."""
        if self._applied is None or estimate.gap > 0.0 or estimate.slipping:
            self._observer.skip()  # the speeds are a guess, or the wheels' alone
            return
        self._observer.update(estimate.v, estimate.omega, *self._applied, h)


def bias_limit(robot: WheeledClimber) -> Bias:
    """How far the observer may correct the model: by half of all friction, at either side.

    A stuck wheel looks like a disturbance as large as whatever pushes it; this keeps the robot from
    being torn loose.
    """
    seal = robot.seal.static_friction * (1.0 - robot.wheels.load_share)
    force = seal * robot.suction.pressure * robot.suction.area
    force += sum(joint.gear_friction for joint in robot.joints) / robot.wheels.radius
    return Bias(_BIAS_SHARE * force, _BIAS_SHARE * force * robot.wheels.half_track)


def _path_from(robot: WheeledClimber, estimate: Estimate) -> EllipsePath:
    """The path from its start, or from its nearest point, on the lap of the robot's heading."""
    path = EllipsePath(robot.path)
    start = path.at(0.0)
    far = 0.5 * min(robot.path.semi_axis_x, robot.path.semi_axis_y)
    if hypot(estimate.x - start.x, estimate.y - start.y) <= far:
        return path
    phase = nearest_phase(robot.path, estimate.x, estimate.y)
    heading = EllipsePath(robot.path, phase).at(0.0).heading
    return EllipsePath(robot.path, phase + tau * round((estimate.heading - heading) / tau))
