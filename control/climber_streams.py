"""What a climber's controller tells viewers: the messages of `pose`, `torque` and `contact`."""

from collections.abc import Mapping, Sequence
from math import cos, hypot, isfinite, nan, sin

from config.robot import WheeledClimber
from control.controller import Decision, Streams
from control.disturbance_observer import Bias
from control.estimation.odometry import Estimate
from control.feed_forward import Drive
from control.path import PathPoint
from dynamics import WheeledClimber as ClimberDynamics
from dynamics import WheelTorques, grip_use, hold_margin, tilt_margin
from firmware_bridge.driver import HardwareState, Mode, Setpoints

_Message = Mapping[str, object]
_NO_TORQUES = WheelTorques(nan, nan)
_NO_BIAS = Bias(nan, nan)


class ClimberStreams:
    """Writes the messages of one robot. Every key is in every message; what is missing is NaN."""

    def __init__(self, robot: WheeledClimber, climber: ClimberDynamics) -> None:
        self._robot, self._climber = robot, climber

    def driving(
        self,
        hardware: HardwareState,
        drive: Drive,
        estimate: Estimate,
        pressure: float | None,
        reference: PathPoint,
        path_time: float,
    ) -> Decision:
        """The decision to drive."""
        missing = (None,) * len(drive.torques)
        setpoints = Setpoints((Mode.EFFORT,) * len(drive.torques), missing, missing, drive.torques)

        def tell() -> Streams:
            climber = self._climber
            along = climber.mass * drive.v_dot - drive.resisting.force
            turning = climber.yaw_inertia * drive.omega_dot - drive.resisting.moment
            return {
                "pose": pose_message(estimate, reference, path_time, drive.bias),
                "torque": self._torque(drive.feed_forward, setpoints.effort, hardware.effort),
                "contact": self._contact(
                    estimate, pressure, 0.5 * along, 0.5 * turning / climber.half_track
                ),
            }

        return Decision(setpoints, tell)

    def resting(
        self,
        hardware: HardwareState,
        setpoints: Setpoints,
        estimate: Estimate,
        pressure: float | None,
        reference: PathPoint | None = None,
        path_time: float = nan,
    ) -> Decision:
        """The decision not to drive: off, or braking where a path waits."""

        def tell() -> Streams:
            weight = self._climber.mass * self._climber.gravity * sin(estimate.heading)
            return {
                "pose": pose_message(estimate, reference, path_time, _NO_BIAS),
                "torque": self._torque(_NO_TORQUES, setpoints.effort, hardware.effort),
                "contact": self._contact(estimate, pressure, 0.5 * weight, 0.0),
            }

        return Decision(setpoints, tell)

    def _torque(
        self,
        feed_forward: WheelTorques,
        commanded: Sequence[float | None],
        measured: Sequence[float | None],
    ) -> _Message:
        """Per joint, N m: by the path alone, with all corrections, as measured, and the limit."""
        return {
            joint.name: {
                "feed_forward": feed_forward[i],
                "commanded": _or_nan(commanded[i]),
                "measured": _or_nan(measured[i]),
                "limit": joint.max_effort,
            }
            for i, joint in enumerate(self._robot.joints)
        }

    def _contact(
        self, estimate: Estimate, pressure: float | None, half_traction: float, yaw_pair: float
    ) -> _Message:
        """Grip by the model under the measured pressure, Pa; if it is unknown, so is all else.

        Sides carry half_traction +- yaw_pair along and half the lateral force across, N. Their
        `force`, N, is k P S / 2 -+ m g h cos(heading) / 2d: the weight hangs before the wall and
        leans on the lower side. Grip is reckoned with k P S / 2 each, since friction that one side
        loses by leaning the other gains. `hold_margin` is 1 at the point of sliding when parked;
        `tilt_margin` is the least force on the upper wheels, N.
        """
        climber, names = self._climber, self._robot.joint_names
        if pressure is None:
            side = {"force": nan, "in_contact": nan, "margin": nan}
            unknown = ("grip_use", "hold_margin", "tilt_margin", "pressure")
            return {**dict.fromkeys(names, side), **dict.fromkeys(unknown, nan)}
        turning = estimate.v * estimate.omega if isfinite(estimate.v * estimate.omega) else 0.0
        pull = climber.gravity * cos(estimate.heading)
        lateral = climber.mass * (turning + pull)
        lean = climber.mass * pull * climber.centre_of_mass_height / (2.0 * climber.half_track)
        uses = [
            grip_use(climber, 2.0 * traction, lateral, pressure)
            for traction in (half_traction + yaw_pair, half_traction - yaw_pair)
        ]
        message: dict[str, object] = {}
        for name, leaning, use in zip(names, (lean, -lean), uses, strict=True):
            force = 0.5 * climber.wheel_load(pressure) + leaning
            message[name] = {
                "force": max(0.0, force),
                "in_contact": float(force > 0.0),
                "margin": 1.0 - use,
            }
        message["grip_use"] = max(uses)
        message["hold_margin"] = hold_margin(climber, pressure)
        message["tilt_margin"] = tilt_margin(climber, pressure)
        message["pressure"] = pressure
        return message


def pose_message(
    estimate: Estimate, reference: PathPoint | None, path_time: float, bias: Bias
) -> _Message:
    """The estimate beside its reference (NaN without a path), and what the model misses.

    m, rad, s and their squares; the observed disturbance in N and N m.
    """
    nowhere = PathPoint(nan, nan, nan, nan, nan, nan, nan)
    wanted = nowhere if reference is None else reference
    return {
        "x": estimate.x,
        "y": estimate.y,
        "heading": estimate.heading,
        "v": estimate.v,
        "omega": estimate.omega,
        "var_x": estimate.var_x,
        "var_y": estimate.var_y,
        "var_heading": estimate.var_heading,
        "reference_x": wanted.x,
        "reference_y": wanted.y,
        "reference_heading": wanted.heading,
        "reference_v": wanted.v,
        "reference_omega": wanted.omega,
        "path_time": path_time,
        "error": hypot(estimate.x - wanted.x, estimate.y - wanted.y),
        "gyro_bias": estimate.gyro_bias,
        "slipping": float(estimate.slipping),
        "disturbance_force": bias.force,
        "disturbance_moment": bias.moment,
    }


def _or_nan(value: float | None) -> float:
    return nan if value is None else value
