"""The schema of `plants/<robot>/*.toml`: one simulated individual, by what it differs.

What a robot file believes and what a plant file builds never read the same line: a sign or an
offset that is wrong in one of them shows.
"""

from typing import Annotated, Literal

from pydantic import Field

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


class Chamber(Table):
    """The chamber's real pressure, as a factor of the nominal one, and its sensor's noise (Pa)."""

    pressure_factor: q.Factor
    sensor_noise: q.StandardDeviation


class StartError(Table):
    """By how much the robot really stands elsewhere than the operator said."""

    x: q.Coordinate
    y: q.Coordinate
    heading: q.Angle


class Plant(Table):
    """One simulated individual of a robot.

    `contact` is "coulomb" (a wheel slips when the demand exceeds its grip) or "no_slip", the
    paper's ideal wheels whose grip has no limit.
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
