"""What the wheeled climber's controller tells of itself: the streams pose, torque and contact.

Every key is in every message; a number that there is not is NaN.
"""

from collections.abc import Sequence
from math import cos, hypot, nan, sin

from config import Robot
from control.disturbance_observer import Bias
from control.estimation.odometry import PoseEstimate
from control.path import PathPoint
from dynamics import WheeledClimber, WheelTorques, grip_use, hold_margin, tilt_margin


def pose_stream(
    pose: PoseEstimate, reference: PathPoint | None, path_time: float, bias: Bias
) -> dict[str, object]:
    """Estimate, variances, reference, and the distance between them: m, rad, s, N, N m."""
    r = reference
    return {
        "x": pose.x,
        "y": pose.y,
        "heading": pose.heading,
        "v": pose.v,
        "omega": pose.omega,
        "var_x": pose.var_x,
        "var_y": pose.var_y,
        "var_heading": pose.var_heading,
        "gyro_bias": pose.gyro_bias,
        "slipping": int(pose.slipping),
        "reference_x": r.x if r else nan,
        "reference_y": r.y if r else nan,
        "reference_heading": r.heading if r else nan,
        "reference_v": r.v if r else nan,
        "reference_omega": r.omega if r else nan,
        "path_time": path_time,
        "error": hypot(pose.x - r.x, pose.y - r.y) if r else nan,
        "disturbance_force": bias.force,
        "disturbance_moment": bias.moment,
    }


def torque_stream(
    robot: Robot,
    feed_forward: WheelTorques,
    commanded: WheelTorques,
    measured: Sequence[float | None],
) -> dict[str, object]:
    """By joint: what the path predicts, what was commanded, measured, and the limit, N m."""
    return {
        joint.name: {
            "feed_forward": predicted,
            "commanded": asked,
            "measured": nan if effort is None else effort,
            "limit": joint.max_effort,
        }
        for joint, predicted, asked, effort in zip(
            robot.joints, feed_forward, commanded, measured, strict=True
        )
    }


def contact_stream(
    robot: Robot,
    climber: WheeledClimber,
    pose: PoseEstimate,
    v_dot: float,
    pressure: float,
    bias: Bias,
) -> dict[str, object]:
    """By side: normal force N, contact, margin; grip use, hold and tilt margin at this pressure.

    The demand is the model's, at the commanded acceleration `v_dot` (m/s²): what the observed
    disturbance adds counts as a force on the body. The sides share it equally.
    """
    resistance = climber.resistance(pose.heading, pose.v, pressure)
    traction = climber.mass * v_dot + resistance - bias.force
    lateral = climber.mass * (pose.v * pose.omega + climber.gravity * cos(pose.heading))
    if pose.v == 0.0:  # at rest the seal drags nothing, and the weight is all
        traction = climber.mass * climber.gravity * sin(pose.heading)
    use = grip_use(climber, traction, lateral, pressure)
    normal = 0.5 * climber.wheel_load(pressure)
    sides: dict[str, object] = {
        joint.name: {"force": normal, "in_contact": int(normal > 0.0), "margin": 1.0 - use}
        for joint in robot.joints
    }
    return {
        **sides,
        "grip_use": use,
        "hold_margin": hold_margin(climber, pressure),
        "tilt_margin": tilt_margin(climber, pressure),
        "pressure": pressure,
    }
