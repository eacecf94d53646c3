"""The schema of `robots/*.toml`: what the controller believes a robot to be."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

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
    """The suction chamber: nominal pressure below ambient, and the least one to move with."""

    pressure: q.Pressure
    area: q.Area
    minimum_pressure: q.Pressure


class Seal(Table):
    """Friction of the seal ring on the wall: Stribeck curve, coefficients on its normal load."""

    coulomb_friction: q.Coefficient
    static_friction: q.Coefficient
    stribeck_velocity: q.Speed
    smoothing_velocity: q.Speed
    viscous: q.Viscous

    @model_validator(mode="after")
    def _static_is_at_least_coulomb(self) -> "Seal":
        if self.static_friction < self.coulomb_friction:
            raise ValueError(
                f"static_friction {self.static_friction} is below coulomb_friction "
                f"{self.coulomb_friction}; a seal at rest holds at least as well as a moving one"
            )
        return self


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


class Controller(Table):
    """Gains of the path law: look-ahead l, double pole at -`stabilisation`, observer pole."""

    look_ahead: q.Length
    stabilisation: q.Rate
    observer: q.NonNegativeRate
    max_correction: q.Acceleration


class Node(Table):
    """The hardware node's clock and limits.

    `answer_share` of the period is waited for the answer to a tick; an answer to a tick older than
    `late_after` is refused; a robot that hears nothing valid for `command_timeout` reacts.
    """

    rate: q.Frequency
    command_timeout: q.Duration
    late_after: q.Duration
    answer_share: q.Share
    joint_stale_after: q.Duration

    @property
    def period(self) -> float:
        """The tick's period, s."""
        return 1.0 / float(self.rate)

    @model_validator(mode="after")
    def _timeout_spans_ticks(self) -> "Node":
        if self.command_timeout < 3.0 / self.rate:
            raise ValueError(
                f"command_timeout {self.command_timeout} s is under three ticks of {self.rate} Hz; "
                f"write at least {3.0 / self.rate:.4g}"
            )
        return self


class Approach(Table):
    """How a first command far from the measured state is met.

    It is ramped over `duration`; beyond `refuse_*` it is refused. Effort counts from zero, speed
    and position from the measured one.
    """

    duration: q.Duration
    refuse_distance: q.Angle
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
    controller: Controller
    node: Node
    approach: Approach
    reactions: ReactionTable

    @model_validator(mode="after")
    def _right_then_left(self) -> "WheeledClimber":
        names = [joint.name for joint in self.joints]
        if names != ["right_wheel", "left_wheel"]:
            raise ValueError(
                f"joints are named {names}; a wheeled climber has right_wheel, then left_wheel"
            )
        return self

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints in declared order, the order of every array."""
        return tuple(joint.name for joint in self.joints)


Robot = WheeledClimber  # the union grows with the robots
