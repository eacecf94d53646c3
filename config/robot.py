"""The schema of `robots/*.toml`: what the controller believes a robot to be."""

from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)

from config import quantity as q
from config.reactions import ReactionTable

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]


class Table(BaseModel):
    """A TOML table: strict, closed to unknown keys, immutable once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Body(Table):
    """The rigid body: inertia about the centre of mass, which lies midway between the wheels."""

    mass: q.Mass
    yaw_inertia: q.Inertia
    gravity: q.Acceleration
    centre_of_mass_height: q.Length
    wheelbase: q.Length


class Wheels(Table):
    """Two driven sides, each a belt of front and rear wheel; `half_track` is the paper's d."""

    radius: q.Length
    half_track: q.Length
    friction: q.Coefficient
    load_share: q.Share


class Suction(Table):
    """The suction chamber: nominal pressure below ambient, and the least one to move with.

    Below `minimum_pressure` a moving robot reacts; it must still hold then, and long enough to come
    to rest. `decay_time` is the worst time constant with which the pressure is taken to fall once
    the pump is off, p exp(-t / decay_time): from it follows how long the robot can still hold.
    """

    pressure: q.Pressure
    area: q.Area
    minimum_pressure: q.Pressure
    decay_time: q.Duration

    @field_validator("minimum_pressure")
    @classmethod
    def _is_below_nominal(cls, value: float, info: ValidationInfo) -> float:
        nominal = info.data.get("pressure", value)
        if value > nominal:
            raise ValueError(
                f"{value} is above the nominal pressure {nominal}; the robot could never be armed"
            )
        return value


class Seal(Table):
    """Friction of the seal ring on the wall: Stribeck curve, coefficients on its normal load.

    A ring of `radius` resists turning too, and drags less while it turns; radius 0 does neither.
    """

    coulomb_friction: q.Coefficient
    static_friction: q.Coefficient
    stribeck_velocity: q.Speed
    smoothing_velocity: q.Speed
    viscous: q.Viscous
    radius: q.Radius

    @field_validator("static_friction")
    @classmethod
    def _is_at_least_coulomb(cls, value: float, info: ValidationInfo) -> float:
        coulomb = info.data.get("coulomb_friction", 0.0)
        if value < coulomb:
            raise ValueError(
                f"{value} is below coulomb_friction {coulomb}; "
                f"a seal at rest holds at least as well as a moving one"
            )
        return value


class Joint(Table):
    """A driven wheel: its limits, and the gear and motor constants that its driver converts with.

    `direction` is +1 if positive encoder counts and currents drive the robot forward. Gear friction
    and inertia are at the wheel axle; `smoothing_speed` rounds the sign of the fed friction.
    """

    name: Name
    max_speed: q.AngularSpeed
    max_effort: q.Effort
    direction: Literal[-1, 1]
    counts_per_turn: Annotated[int, Field(gt=0, le=10_000_000)]
    torque_constant: q.TorqueConstant
    gear_friction: q.FrictionEffort
    gear_viscous: q.ViscousRotation
    gear_inertia: q.ReflectedInertia
    smoothing_speed: q.AngularSpeed


class Ellipse(Table):
    """x = a sin(rate t), y = -b cos(rate t), begun at rest and brought to speed in `soft_start`."""

    kind: Literal["ellipse"]
    semi_axis_x: q.Length
    semi_axis_y: q.Length
    rate: q.Rate
    soft_start: q.Delay


class Start(Table):
    """The operator-given start pose, in the frame of the path (gravity along -y)."""

    x: q.Coordinate
    y: q.Coordinate
    heading: q.Angle


class Estimation(Table):
    """What the estimator believes of its sensors, as standard deviations.

    `gyro_noise` of one sample, `gyro_bias` at power-on; `slip` of a side's travel, m per root of a
    metre travelled.
    """

    gyro_noise: q.StandardDeviation
    gyro_bias: q.StandardDeviation
    slip: q.StandardDeviation


class Controller(Table):
    """Gains of the path law: look-ahead l, double pole at -`stabilisation`, observer pole.

    An error is closed at most at `max_closing_speed`, by at most `max_correction`.
    """

    look_ahead: q.Length
    stabilisation: q.Rate
    observer: q.NonNegativeRate
    max_closing_speed: q.Speed
    max_correction: q.Acceleration


class Node(Table):
    """The hardware node's clock and limits.

    `answer_share` of the period is waited for the answer to a tick; an answer to a tick older than
    `late_after` is refused; a robot that hears nothing valid for `command_timeout` reacts.
    """

    rate: q.Frequency
    command_timeout: q.Timeout
    late_after: q.Timeout
    answer_share: q.Share
    joint_stale_after: q.Timeout

    @property
    def period(self) -> float:
        """The tick's period, s."""
        return 1.0 / float(self.rate)

    @field_validator("command_timeout")
    @classmethod
    def _spans_three_ticks(cls, value: float, info: ValidationInfo) -> float:
        rate = info.data.get("rate")
        if rate is not None and value < 3.0 / rate:
            raise ValueError(
                f"{value} s is under three ticks of {rate} Hz; write at least {3.0 / rate:.4g}"
            )
        return value


class Approach(Table):
    """How a first command far from the measured state is met.

    It is ramped over `duration`; beyond `refuse_*` it is refused. Effort counts from zero, speed
    and position from the measured one.
    """

    duration: q.Duration
    refuse_distance: q.AngularDistance
    refuse_speed: q.AngularSpeed
    refuse_effort: q.Effort


class WheeledClimber(Table):
    """A suction climber on two driven sides of wheels (seed 000)."""

    schema_version: Literal[1]
    kind: Literal["wheeled_climber"]
    name: Name
    description: str
    body: Body
    wheels: Wheels
    suction: Suction
    seal: Seal
    joints: Annotated[list[Joint], Field(min_length=2, max_length=2)]
    path: Ellipse
    start: Start
    estimation: Estimation
    controller: Controller
    node: Node
    approach: Approach
    reactions: ReactionTable

    @field_validator("joints")
    @classmethod
    def _right_then_left(cls, joints: list[Joint]) -> list[Joint]:
        names = [joint.name for joint in joints]
        if names != ["right_wheel", "left_wheel"]:
            raise ValueError(
                f"named {', '.join(names)}; a wheeled climber has right_wheel, then left_wheel"
            )
        return joints

    @property
    def holding_pressure(self) -> float:
        """The least pressure that holds the parked robot, m g / ((mu_w k + mu_c (1 - k)) S), Pa.

        The node needs it to say for how long a robot still holds; `dynamics.least_pressure_parked`
        is the same number, and a test holds them together.
        """
        share = self.wheels.load_share
        friction = self.wheels.friction * share + self.seal.coulomb_friction * (1.0 - share)
        return self.body.mass * self.body.gravity / (friction * self.suction.area)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints in declared order, the order of every array."""
        return tuple(joint.name for joint in self.joints)


Robot = WheeledClimber  # the union grows with the robots
