"""Can the robot do what its path asks? Refused before arming, with what is missing, if not."""

from math import hypot
from typing import NamedTuple

from config import Robot, ScansorError
from control.climber_model import climber_dynamics, gear_torque
from control.path import EllipsePath, PathPoint
from dynamics import (
    FlatMotion,
    InsufficientGrip,
    WheeledClimber,
    flat_torques,
    grip_available,
    least_pressure_moving,
)

_STEPS = 2000  # over soft start and one whole lap: the demand's peak is found within 1e-5 of it


class InfeasiblePath(ScansorError):
    """The path asks for more grip, speed or torque than the robot has."""


class Demand(NamedTuple):
    """The most that a path asks for, each with the time of it in s."""

    grip: tuple[float, float]
    """N, along and across the heading together."""
    wheel_speed: tuple[float, float]
    """rad/s"""
    effort: tuple[float, float]
    """N m"""


def check_path(robot: Robot, *, contact: str, allow_infeasible_grip: bool) -> None:
    """Check a robot's path at its nominal pressure.

    A grip demand beyond the wheels' friction passes only if it is allowed explicitly and `contact`
    says that the wheels are the ideal ones that never slip ("no_slip").

    Raises:
        InfeasiblePath: naming what is required, what is available, and what would be enough.
    """
    climber = climber_dynamics(robot)
    motions = [point_motion(point) for _, point in _samples(robot)]
    demand = path_demand(robot)
    for what, (most, at), limit, unit in (
        ("wheel speed", demand.wheel_speed, min(j.max_speed for j in robot.joints), "rad/s"),
        ("wheel torque", demand.effort, min(j.max_effort for j in robot.joints), "N m"),
    ):
        if most > limit:
            raise InfeasiblePath(
                f"the path of {robot.name} asks for a {what} of {most:.3g} {unit} at {at:.1f} s, "
                f"but its wheels have {limit:.3g} {unit}; make the path slower"
            )
    available = grip_available(climber, robot.suction.pressure)
    most, at = demand.grip
    if most <= available or (allow_infeasible_grip and contact == "no_slip"):
        return
    problem = (
        f"the path of {robot.name} asks its wheels for {most:.1f} N at {at:.1f} s, but at "
        f"{robot.suction.pressure:.0f} Pa they grip with {available:.1f} N"
    )
    if allow_infeasible_grip:
        raise InfeasiblePath(
            f"{problem}, and on this hardware wheels slip (contact: {contact}); "
            "--allow-infeasible-grip needs a plant whose contact is no_slip"
        )
    raise InfeasiblePath(f"{problem}; {_remedy(climber, motions)}")


def path_demand(robot: Robot) -> Demand:
    """The most that the robot's path asks for, soft start and one lap, at nominal pressure."""
    climber = climber_dynamics(robot)
    radius, half_track = robot.wheels.radius, robot.wheels.half_track
    grip = wheel_speed = effort = (0.0, 0.0)
    for t, point in _samples(robot):
        torques = flat_torques(climber, point_motion(point), robot.suction.pressure)
        grip = max(grip, (hypot(torques.traction, torques.lateral), t))
        speeds = (
            (point.v + point.omega * half_track) / radius,
            (point.v - point.omega * half_track) / radius,
        )
        for joint, speed, torque in zip(
            robot.joints, speeds, (torques.tau_right, torques.tau_left), strict=True
        ):
            wheel_speed = max(wheel_speed, (abs(speed), t))
            effort = max(effort, (abs(torque + gear_torque(joint, speed)), t))
    return Demand(grip, wheel_speed, effort)


def point_motion(point: PathPoint) -> FlatMotion:
    """The motion at a point of a path."""
    return FlatMotion(point.heading, point.v, point.omega, point.v_dot, point.omega_dot)


def _samples(robot: Robot) -> list[tuple[float, PathPoint]]:
    path = EllipsePath(robot.path)
    step = path.duration / _STEPS
    return [(i * step, path.at(i * step)) for i in range(_STEPS + 1)]


def _remedy(climber: WheeledClimber, motions: list[FlatMotion]) -> str:
    try:
        enough = least_pressure_moving(climber, motions)
    except InsufficientGrip as error:
        return str(error)
    return f"{enough:.0f} Pa would be enough, or a slower path"
