"""Physical quantities as types: a number in SI units, with its unit and its plausible range.

A robot file holds bare SI numbers. The unit of each key is part of the schema, so that a wrong one
can be recognised by its size and the message can say which unit was meant.
"""

from dataclasses import dataclass
from math import pi
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True)
class Unit:
    """The unit of a schema field, carried in its type's metadata."""

    symbol: str


Mass = Annotated[float, Unit("kg"), Field(gt=0.0, le=1000.0)]
Inertia = Annotated[float, Unit("kg m²"), Field(gt=0.0, le=1000.0)]
ReflectedInertia = Annotated[float, Unit("kg m²"), Field(ge=0.0, le=100.0)]
Length = Annotated[float, Unit("m"), Field(gt=0.0, le=100.0)]
Radius = Annotated[float, Unit("m"), Field(ge=0.0, le=100.0)]
Coordinate = Annotated[float, Unit("m"), Field(ge=-1000.0, le=1000.0)]
Area = Annotated[float, Unit("m²"), Field(gt=0.0, le=10.0)]
Volume = Annotated[float, Unit("m³"), Field(gt=0.0, le=1.0)]
Flow = Annotated[float, Unit("m³/s"), Field(gt=0.0, le=1.0)]
Conductance = Annotated[float, Unit("m³/(s Pa)"), Field(gt=0.0, le=1e-3)]
Pressure = Annotated[float, Unit("Pa"), Field(ge=100.0, le=101_325.0)]
Duration = Annotated[float, Unit("s"), Field(gt=0.0, le=3600.0)]
Timeout = Annotated[float, Unit("s"), Field(gt=0.0, le=1.0)]
Delay = Annotated[float, Unit("s"), Field(ge=0.0, le=3600.0)]
Rate = Annotated[float, Unit("1/s"), Field(gt=0.0, le=10_000.0)]
NonNegativeRate = Annotated[float, Unit("1/s"), Field(ge=0.0, le=10_000.0)]
Frequency = Annotated[float, Unit("Hz"), Field(ge=1.0, le=5000.0)]
Angle = Annotated[float, Unit("rad"), Field(ge=-2 * pi, le=2 * pi)]
AngularDistance = Annotated[float, Unit("rad"), Field(gt=0.0, le=2 * pi)]
AngularRate = Annotated[float, Unit("rad/s"), Field(gt=-100.0, lt=100.0)]
AngularSpeed = Annotated[float, Unit("rad/s"), Field(gt=0.0, le=1000.0)]
Speed = Annotated[float, Unit("m/s"), Field(gt=0.0, le=100.0)]
Effort = Annotated[float, Unit("N m"), Field(gt=0.0, le=1000.0)]
FrictionEffort = Annotated[float, Unit("N m"), Field(ge=0.0, le=1000.0)]
ViscousRotation = Annotated[float, Unit("N m s/rad"), Field(ge=0.0, le=1000.0)]
Viscous = Annotated[float, Unit("N s/m"), Field(ge=0.0, le=10_000.0)]
Acceleration = Annotated[float, Unit("m/s²"), Field(ge=0.0, le=30.0)]
TorqueConstant = Annotated[float, Unit("N m/A"), Field(gt=0.0, le=100.0)]
Current = Annotated[float, Unit("A"), Field(gt=0.0, le=1000.0)]
Voltage = Annotated[float, Unit("V"), Field(gt=0.0, le=1000.0)]
Resistance = Annotated[float, Unit("Ω"), Field(gt=0.0, le=1000.0)]
Inductance = Annotated[float, Unit("H"), Field(gt=0.0, le=10.0)]
Coefficient = Annotated[float, Unit("1"), Field(ge=0.0, le=5.0)]
Share = Annotated[float, Unit("1"), Field(gt=0.0, lt=1.0)]
Factor = Annotated[float, Unit("1"), Field(gt=0.0, le=10.0)]
LeakFactor = Annotated[float, Unit("1"), Field(gt=0.0, le=1e6)]
StandardDeviation = Annotated[float, Unit("sd, unit of the signal"), Field(ge=0.0, le=1e6)]

# What people write instead of the SI number: symbol -> (SI unit, factor). Used only for remedies.
COMMON_UNITS: dict[str, tuple[str, float]] = {
    "g": ("kg", 1e-3), "kg": ("kg", 1.0),
    "mm": ("m", 1e-3), "cm": ("m", 1e-2), "m": ("m", 1.0),
    "ms": ("s", 1e-3), "us": ("s", 1e-6), "s": ("s", 1.0),
    "hPa": ("Pa", 1e2), "kPa": ("Pa", 1e3), "Pa": ("Pa", 1.0), "mbar": ("Pa", 1e2),
    "bar": ("Pa", 1e5),
    "deg": ("rad", pi / 180), "°": ("rad", pi / 180), "rad": ("rad", 1.0),
    "rpm": ("rad/s", pi / 30), "deg/s": ("rad/s", pi / 180), "rad/s": ("rad/s", 1.0),
    "mN m": ("N m", 1e-3), "kg·cm": ("N m", 0.0980665), "kg cm": ("N m", 0.0980665),
    "N m": ("N m", 1.0), "Nm": ("N m", 1.0),
    "kHz": ("Hz", 1e3), "Hz": ("Hz", 1.0),
    "mA": ("A", 1e-3), "A": ("A", 1.0), "mH": ("H", 1e-3), "mV": ("V", 1e-3), "V": ("V", 1.0),
    "cm2": ("m²", 1e-4), "cm²": ("m²", 1e-4), "m2": ("m²", 1.0), "m²": ("m²", 1.0),
}  # fmt: skip
