"""The one seam: everything that can stand behind the node implements `Driver`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from config import ScansorError


class DriverError(ScansorError):
    """The hardware cannot be opened, read or written: names the actuator and the remedy."""


class Clock(Protocol):
    """Where a driver takes the time from: the wall, or a virtual clock advanced by the node."""

    def now(self) -> float:
        """Seconds on a clock that never steps back; everything is timed by it."""
        ...

    def unix(self) -> float:
        """Unix seconds, for people and viewers only (simulated time in lockstep)."""
        ...


class Mode(StrEnum):
    """What a joint does. The wire carries the first four; the last three are reactions only."""

    POSITION = "position"
    VELOCITY = "velocity"
    EFFORT = "effort"
    OFF = "off"
    BRAKE = "brake"
    DAMP = "damp"
    COAST = "coast"


class EffortQuality(StrEnum):
    """How an effort came about: a load register is a drive estimate, not a torque."""

    MEASURED = "measured"
    FROM_CURRENT = "from current"
    FROM_LOAD = "from load"
    UNKNOWN = "unknown"


class Health(StrEnum):
    """ok: fresh; stale: silent for longer than the robot's limit; limp: it shut itself down."""

    OK = "ok"
    STALE = "stale"
    LIMP = "limp"


class Service(StrEnum):
    """What an operator may ask of the actuators beside motion."""

    TORQUE_ON = "torque_on"
    TORQUE_OFF = "torque_off"
    CLEAR_FAULT = "clear_fault"
    REBOOT = "reboot"
    SET_ZERO = "set_zero"


@dataclass(frozen=True, slots=True)
class JointInfo:
    """One actuator as found: modes it can be driven in and its limits (rad, rad/s, N m)."""

    name: str
    model: str
    modes: frozenset[Mode]
    max_speed: float
    max_effort: float
    min_position: float | None = None
    max_position: float | None = None


class SensorReading(NamedTuple):
    """A named sensor's newest value; None while it was never read. `age` in s."""

    value: float | None
    unit: str
    age: float | None


@dataclass(frozen=True, slots=True)
class HardwareState:
    """Newest measurements, one entry a joint in declared order. A missing value is None, never 0.

    position rad, velocity rad/s, effort N m, load 1 (share of full drive), voltage V, temperature
    °C, fault bits; `ages` gives for every register group the age in s of each joint's value.
    """

    position: tuple[float | None, ...]
    velocity: tuple[float | None, ...]
    effort: tuple[float | None, ...]
    effort_quality: tuple[EffortQuality, ...]
    load: tuple[float | None, ...]
    voltage: tuple[float | None, ...]
    temperature: tuple[float | None, ...]
    fault: tuple[int, ...]
    health: tuple[Health, ...]
    ages: Mapping[str, tuple[float | None, ...]]
    sensors: Mapping[str, SensorReading]


@dataclass(frozen=True, slots=True)
class HardwareInfo:
    """What `open` found.

    `first_state` was read while opening; `bus_cycle` is the s it takes to reach every actuator once
    (None: no bus); `facts` are short words for people and checks (`contact: no_slip`).
    """

    hardware: str
    joints: tuple[JointInfo, ...]
    first_state: HardwareState
    simulated: bool = False
    bus_cycle: float | None = None
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names in declared order."""
        return tuple(joint.name for joint in self.joints)


@dataclass(frozen=True, slots=True)
class Setpoints:
    """What each joint shall do from now on, in declared order; None where a mode needs no value."""

    mode: tuple[Mode, ...]
    position: tuple[float | None, ...]
    velocity: tuple[float | None, ...]
    effort: tuple[float | None, ...]

    @classmethod
    def all(cls, mode: Mode, count: int) -> "Setpoints":
        """Every joint in a mode that needs no value (velocity and effort get zero)."""
        velocity = (0.0 if mode is Mode.VELOCITY else None,) * count
        effort = (0.0 if mode is Mode.EFFORT else None,) * count
        return cls((mode,) * count, (None,) * count, velocity, effort)


class Driver(Protocol):
    """The seam between the node and its actuators."""

    def open(self, clock: Clock) -> HardwareInfo:
        """Find every actuator, check it, read its first state. Torque stays off.

        Raises:
            DriverError: naming every actuator that is missing or not as the robot's file says.
        """
        ...

    def read(self) -> HardwareState:
        """The newest measurements, each register group with its age."""
        ...

    def write(self, setpoints: Setpoints) -> None:
        """Send set-points; the node calls it only when the safety state allows it."""
        ...

    def service(self, request: Service) -> None:
        """Torque on or off, reboot, clear fault, set zero.

        Raises:
            DriverError: the request failed, or this hardware does not know it.
        """
        ...

    def close(self) -> None:
        """The robot's exit behaviour for every actuator, even if one raises; then let go."""
        ...
