"""Can this robot drive this path? Asked before arming, answered with the numbers."""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from config import ScansorError
from config.robot import WheeledClimber
from control.climber_model import climber_dynamics
from control.feed_forward import FeedForward
from control.path import EllipsePath, PathPoint
from dynamics import (
    FlatMotion,
    InsufficientGrip,
    flat_torques,
    grip_available,
    least_pressure_moving,
    least_pressure_untilted,
)

VACUUM = 101_325.0  # Pa: no pump does more
_SAMPLES = 2000  # the worst point is missed by less than 1e-4 of its value


class InfeasiblePath(ScansorError):
    """A path that asks for more than the robot has.

    Attributes:
        required, available: what is asked for and what there is, in the unit of the message.
    """

    def __init__(self, problem: str, required: float, available: float) -> None:
        super().__init__(problem)
        self.required, self.available = required, available


class InfeasibleGrip(InfeasiblePath):
    """The wheels would slip: forces in N.

    Attributes:
        enough: the pressure that would suffice, Pa; None if none would.
    """

    def __init__(
        self, problem: str, required: float, available: float, enough: float | None
    ) -> None:
        super().__init__(problem, required, available)
        self.enough = enough


class GripDemand(NamedTuple):
    """The worst point of a path: time s, force on the wheels and what they can hold, N."""

    t: float
    required: float
    available: float

    @property
    def use(self) -> float:
        """Share of the grip; slips above 1."""
        return self.required / self.available


def grip_demand(robot: WheeledClimber, pressure: float) -> GripDemand:
    """Where the path asks the most of the wheels at a pressure (Pa).

    Of the two sides the one that drives harder counts, for both: the seal ring's moment is a pair
    of forces M / 2d on them. (The body's own yaw inertia asks for less than a hundredth.)
    """
    climber = climber_dynamics(robot)
    available = grip_available(climber, pressure)

    def required(point: PathPoint) -> float:
        torques = flat_torques(climber, _motion(point), pressure)
        pair = climber.seal_wrench(point.v, point.omega, pressure).moment / climber.half_track
        return hypot(abs(torques.traction) + abs(pair), torques.lateral)

    return max(
        (GripDemand(t, required(point), available) for t, point in _points(robot)),
        key=lambda demand: demand.required,
    )


def check_path(robot: WheeledClimber, *, allow_infeasible_grip: bool, contact: str) -> None:
    """Refuse a path that the robot cannot drive: one lap and the start before it.

    Args:
        robot: as its file says; at nominal pressure.
        allow_infeasible_grip: whether the operator wants it beyond the grip of real wheels.
        contact: of the hardware: "no_slip" for ideal wheels, anything else can slip.

    Raises:
        InfeasibleGrip: the wheels would slip, or the upper ones lift off.
        InfeasiblePath: a wheel is too slow or too weak.
    """
    _check_joints(robot)
    if allow_infeasible_grip and contact == "no_slip":
        return
    demand = grip_demand(robot, robot.suction.pressure)
    if demand.required > demand.available:
        raise _infeasible(robot, demand, allow_infeasible_grip, contact)
    climber = climber_dynamics(robot)
    untilted = least_pressure_untilted(climber)
    if untilted > robot.suction.pressure:
        scale = climber.wheel_load(1.0)
        raise InfeasibleGrip(
            f"{robot.name} would tilt off the wall: its wheels are pressed on with "
            f"{scale * robot.suction.pressure:.1f} N and need {scale * untilted:.1f} N; "
            f"{untilted:.0f} Pa of suction would be enough, the nominal is "
            f"{robot.suction.pressure:.0f} Pa",
            scale * untilted,
            scale * robot.suction.pressure,
            untilted,
        )


def _infeasible(
    robot: WheeledClimber, demand: GripDemand, allowed: bool, contact: str
) -> InfeasibleGrip:
    try:
        enough: float | None = _enough_pressure(robot)
        remedy = (
            f"{enough:.0f} Pa of suction would be enough, the nominal is "
            f"{robot.suction.pressure:.0f} Pa; or drive a slower path"
        )
    except InsufficientGrip as error:
        enough, remedy = None, str(error)
    hint = (
        f"--allow-infeasible-grip needs wheels that cannot slip (contact no_slip), and the contact "
        f"here is {contact}"
        if allowed
        else "on a plant with ideal wheels (contact no_slip), --allow-infeasible-grip drives it"
    )
    return InfeasibleGrip(
        f"the path of {robot.name} asks the wheels for {demand.required:.1f} N at t = "
        f"{demand.t:.2f} s and they hold {demand.available:.1f} N ({demand.use:.2f} times); "
        f"{remedy}; {hint}",
        demand.required,
        demand.available,
        enough,
    )


def _enough_pressure(robot: WheeledClimber) -> float:
    """The least pressure for the whole path, Pa.

    Without the seal ring's moment it has a closed form; from there upwards P <- P use(P), since
    both drag and grip grow in proportion to P, and the rest does not grow.

    Raises:
        InsufficientGrip: there is none, or none that is not a vacuum.
    """
    climber = climber_dynamics(robot)
    pressure = least_pressure_moving(climber, (_motion(point) for _, point in _points(robot)))
    while (use := grip_demand(robot, pressure).use) > 1.0 + 1e-6:
        pressure *= use
        if pressure > VACUUM:
            grip = grip_available(climber, 1.0)
            raise InsufficientGrip(grip, use * grip)
    return pressure


def _check_joints(robot: WheeledClimber) -> None:
    feed_forward, pressure = FeedForward(robot), robot.suction.pressure
    radius, half_track = robot.wheels.radius, robot.wheels.half_track
    points = list(_points(robot))
    for side, joint in enumerate(robot.joints):
        sign = 1.0 if side == 0 else -1.0
        speed = max(abs(p.v + sign * half_track * p.omega) / radius for _, p in points)
        effort = max(abs(feed_forward.reference_torques(p, pressure)[side]) for _, p in points)
        for what, unit, required, available, key in (
            ("a speed", "rad/s", speed, joint.max_speed, "max_speed"),
            ("an effort", "N m", effort, joint.max_effort, "max_effort"),
        ):
            if required > available:
                raise InfeasiblePath(
                    f"the path of {robot.name} asks {joint.name} for {what} of {required:.4g} "
                    f"{unit}, and its {key} is {available:.4g}; lower the path's rate, or size",
                    required,
                    available,
                )


def _points(robot: WheeledClimber) -> Iterator[tuple[float, PathPoint]]:
    """The start and a lap after it."""
    path = EllipsePath(robot.path)
    step = (path.duration + 0.5 * robot.path.soft_start) / _SAMPLES  # a whole lap at full rate
    for i in range(_SAMPLES + 1):
        yield i * step, path.at(i * step)


def _motion(point: PathPoint) -> FlatMotion:
    return FlatMotion(point.heading, point.v, point.omega, point.v_dot, point.omega_dot)
