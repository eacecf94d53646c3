"""The schema of `plants/<robot>/*.toml`: one simulated individual, by what it differs.

What a robot file believes and what a plant file builds never read the same line: a sign or an
offset that is wrong in one of them shows.
"""

import difflib
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from config import quantity as q
from config.robot import Name, Table


class PlantBody(Table):
    """Factors on the robot file's inertia."""

    mass_factor: q.Factor
    yaw_inertia_factor: q.Factor


class PlantFriction(Table):
    """Factors on the robot file's friction: the seal's and the wheels' vary apart."""

    seal_factor: q.Factor
    wheel_factor: q.Factor


class Motor(Table):
    """A brushed DC gearmotor and its board, as built. Gear friction is at the wheel axle.

    `torque_constant` is the motor's own, in N m/A as in V s/rad. Of its torque the gear loses the
    share 1 - `gear_efficiency` to friction that grows with the load, whichever side drives.
    """

    supply_voltage: q.Voltage
    resistance: q.Resistance
    inductance: q.Inductance
    torque_constant: q.TorqueConstant
    gear_ratio: Annotated[float, Field(gt=0.0, le=10_000.0)]
    rotor_inertia: q.ReflectedInertia
    gear_efficiency: Annotated[float, Field(gt=0.0, le=1.0)]
    gear_static_friction: q.FrictionEffort
    gear_coulomb_friction: q.FrictionEffort
    gear_viscous: q.ViscousRotation
    current_limit: q.Current
    encoder_counts_per_turn: Annotated[int, Field(gt=0, le=10_000_000)]


class Mounting(Table):
    """How one joint is really mounted."""

    sign: Literal[-1, 1]
    offset: q.Angle


class Gyro(Table):
    """Yaw gyro: white noise per sample and a constant bias."""

    noise: q.StandardDeviation
    bias: q.AngularRate


class ChamberEvent(Table):
    """What happens to the suction `at` s after the robot was opened.

    The pump stops ("pump_off") or runs again ("pump_on"), or the seal's conductance becomes
    `leak_factor` times that of the plant ("leak"; 1 is tight again).
    """

    at: q.Delay
    kind: Literal["pump_off", "pump_on", "leak"]
    leak_factor: q.LeakFactor | None = Field(default=None, validate_default=True)

    @field_validator("leak_factor")
    @classmethod
    def _belongs_to_a_leak(cls, value: float | None, info: ValidationInfo) -> float | None:
        kind = info.data.get("kind")
        if kind == "leak" and value is None:
            raise ValueError("missing; a leak says by what factor the seal leaks more")
        if kind in ("pump_off", "pump_on") and value is not None:
            raise ValueError(f'only kind = "leak" has it, not {kind!r}; leave it out')
        return value


class Chamber(Table):
    """The chamber, its pump and its seal's leak; `sensor_noise` of the pressure is in Pa.

    With the pump running the pressure settles at `pressure_factor` times the nominal one. The pump
    moves `pump_free_flow` without back pressure, and less along a straight line through that point.
    """

    pressure_factor: q.Factor
    sensor_noise: q.StandardDeviation
    volume: q.Volume
    leak: q.Conductance
    pump_free_flow: q.Flow
    events: list[ChamberEvent] = Field(default_factory=list)


class StartError(Table):
    """By how much the robot really stands elsewhere than the operator said."""

    x: q.Coordinate
    y: q.Coordinate
    heading: q.Angle


class Plant(Table):
    """One simulated individual of a robot.

    `contact` is "coulomb" (a wheel slips when the demand exceeds its grip) or "no_slip", the
    paper's ideal wheels whose grip has no limit. Validated with a `Robot` as context, robot and
    mounting must be that robot's.
    """

    schema_version: Literal[1]
    name: Name
    robot: Name
    description: str
    contact: Literal["coulomb", "no_slip"]
    body: PlantBody
    friction: PlantFriction
    motor: Motor
    mounting: dict[Name, Mounting]
    gyro: Gyro
    chamber: Chamber
    start_error: StartError

    @field_validator("robot")
    @classmethod
    def _is_the_robot_asked_for(cls, value: str, info: ValidationInfo) -> str:
        if info.context is not None and value != info.context.name:
            raise ValueError(f"{value!r}, but a plant of {info.context.name!r} is asked for")
        return value

    @field_validator("chamber")
    @classmethod
    def _is_pumped_to_its_pressure(cls, value: Chamber, info: ValidationInfo) -> Chamber:
        if info.context is not None:
            pressure = info.context.suction.pressure * value.pressure_factor
            leaks = value.leak * pressure
            if value.pump_free_flow <= leaks:
                raise ValueError(
                    f"at {pressure:.0f} Pa the seal leaks {leaks:.3g} m³/s, and the pump moves "
                    f"only {value.pump_free_flow:.3g}; write more pump_free_flow or a smaller leak"
                )
        return value

    @field_validator("mounting")
    @classmethod
    def _mounts_the_joints_of_the_robot(
        cls, value: dict[str, Mounting], info: ValidationInfo
    ) -> dict[str, Mounting]:
        if info.context is not None:
            joints = info.context.joint_names
            mistakes = [_unknown_joint(name, joints) for name in value if name not in joints]
            mistakes += [f"{name} is missing; add its sign and offset"
                         for name in joints if name not in value]  # fmt: skip
            if mistakes:
                raise ValueError("; ".join(mistakes))
        return value


def _unknown_joint(name: str, joints: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name, joints, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(joints)}"
    return f"unknown joint {name!r}, {hint}"
