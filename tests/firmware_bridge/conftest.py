"""A driver that does as it is told, and a supervisor driven on a made-up clock."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from config import Robot
from firmware_bridge.contract import Command, Safety
from firmware_bridge.driver import (
    Clock,
    DriverError,
    EffortQuality,
    HardwareInfo,
    HardwareState,
    Health,
    JointInfo,
    Mode,
    SensorReading,
    Service,
    Setpoints,
)
from firmware_bridge.run_directory import RunDirectory
from firmware_bridge.supervisor import Event, Supervisor

JOINTS = ("right_wheel", "left_wheel")
ALL_MODES = frozenset({Mode.POSITION, Mode.VELOCITY, Mode.EFFORT, Mode.OFF})


def measured(**changes: Any) -> HardwareState:
    """Two joints, well and at rest, under good suction, but for what is changed.

    `pressure` (Pa, None: never read) and `age` (s, of position and velocity) are short forms.
    """
    pressure, age = changes.pop("pressure", 5000.0), changes.pop("age", 0.0)
    values: dict[str, Any] = {
        "position": (0.0, 0.0),
        "velocity": (0.0, 0.0),
        "effort": (0.0, 0.0),
        "effort_quality": (EffortQuality.FROM_CURRENT,) * 2,
        "load": (0.0, 0.0),
        "voltage": (12.0, 12.0),
        "temperature": (None, None),
        "fault": (0, 0),
        "health": (Health.OK, Health.OK),
        "ages": {"position": (age, age), "velocity": (age, age), "temperature": (None, None)},
        "sensors": {
            "suction_pressure": SensorReading(pressure, "Pa", None if pressure is None else 0.0)
        },
    }
    return HardwareState(**(values | changes))


def two_joints(modes: frozenset[Mode] = ALL_MODES, **limits: float) -> tuple[JointInfo, ...]:
    limits = {"max_speed": 7.0, "max_effort": 1.5} | limits
    return tuple(JointInfo(name, "fake", modes, **limits) for name in JOINTS)


@dataclass
class FakeDriver:
    """Shows `state`, raises at the calls named in `broken`, and remembers what went out."""

    joints: tuple[JointInfo, ...] = field(default_factory=two_joints)
    state: HardwareState = field(default_factory=measured)
    bus_cycle: float | None = None
    simulated: bool = True
    broken: set[Any] = field(default_factory=set)
    wire: list[Setpoints | Service | str] = field(default_factory=list)
    read_at: list[float] = field(default_factory=list)
    on_read: Callable[[], None] = lambda: None
    clock: Clock | None = None

    @property
    def info(self) -> HardwareInfo:
        return HardwareInfo("fake", self.joints, self.state, self.simulated, self.bus_cycle)

    @property
    def written(self) -> list[Setpoints]:
        return [sent for sent in self.wire if isinstance(sent, Setpoints)]

    def open(self, clock: Clock) -> HardwareInfo:
        self.clock = clock
        self._fail("open")
        return self.info

    def read(self) -> HardwareState:
        assert self.clock is not None
        self.read_at.append(self.clock.now())
        self.on_read()
        self._fail("read")
        return self.state

    def write(self, setpoints: Setpoints) -> None:
        self._fail("write")
        self.wire.append(setpoints)

    def service(self, request: Service) -> None:
        self._fail(request)
        self.wire.append(request)

    def close(self) -> None:
        self.wire.append("close")

    def _fail(self, call: object) -> None:
        if call in self.broken:
            raise DriverError(f"right_wheel: {call} failed; look at its cable")


class Rig:
    """A supervisor between a fake driver and a commander, on a clock that moves by ticks."""

    session = "rig"

    def __init__(self, robot: Robot, driver: FakeDriver) -> None:
        self.robot, self.driver = robot, driver
        self.events: list[Event] = []
        self.supervisor = Supervisor(robot, driver, driver.info, self.session, self.events.append)
        self.tick = 0
        self.token = b""
        self._seq = 0

    @property
    def now(self) -> float:
        return self.tick * self.robot.node.period

    @property
    def state(self) -> Safety:
        return self.supervisor.safety.state

    @property
    def last(self) -> Setpoints:
        return self.driver.written[-1]

    @property
    def modes(self) -> set[Mode]:
        """The modes that were written last."""
        return set(self.last.mode)

    def lease(self, name: str = "tester") -> bytes:
        token = self.supervisor.grant(name, self.now)
        assert isinstance(token, bytes), token
        self.token = token
        return token

    def arm(self) -> str | None:
        return self.supervisor.arm(self.tick, self.now)

    def armed(self) -> "Rig":
        self.lease()
        assert self.arm() is None
        return self

    def running(self, **goals: Any) -> "Rig":
        self.armed()
        self.step(**({"velocity": 0.0} | goals))
        assert self.state is Safety.RUNNING
        return self

    def frame(self, *, answers: int | None = None, **changes: Any) -> bytes:
        """The next command: one of position, velocity, effort for both joints, or `off`."""
        modes = {key: changes.pop(key) for key in ("position", "velocity", "effort")
                 if key in changes}  # fmt: skip
        key = next(iter(modes), None)
        goals = {goal: (modes[goal],) * 2 if goal == key else (None, None)
                 for goal in ("position", "velocity", "effort")}  # fmt: skip
        values: dict[str, Any] = {
            "session": self.session,
            "seq": self._seq,
            "state_seq": self.tick if answers is None else answers,
            "t": self.now,
            "token": self.token,
            "joints": JOINTS,
            "mode": (Mode(key) if key else Mode.OFF,) * 2,
            **goals,
        }
        self._seq += 1
        return Command(**(values | changes)).encode()

    def take(self, **goals: Any) -> bool:
        return self.supervisor.take(self.frame(**goals), self.tick, self.now)

    def step(self, **goals: Any) -> None:
        """One tick: measure, take a command if goals are given, write."""
        self.observe()
        if goals:
            self.take(**goals)
        self.supervisor.act(self.now)
        self.tick += 1

    def observe(self) -> None:
        self.supervisor.observe(self.driver.state, self.now)

    def wait(self, seconds: float, **goals: Any) -> None:
        for _ in range(math.ceil(seconds / self.robot.node.period - 1e-9)):
            self.step(**goals)

    def told(self, name: str) -> list[Event]:
        return [event for event in self.events if event.name == name]


@pytest.fixture
def driver() -> FakeDriver:
    return FakeDriver()


@pytest.fixture
def slow_robot(bench_robot: Robot) -> Robot:
    """The bench robot at 100 Hz: time-out 0.1 s, late after 20 ms, ramp 0.1 s."""
    node = bench_robot.node.model_copy(update={"rate": 100.0})
    return bench_robot.model_copy(update={"node": node})


@pytest.fixture
def reacting(slow_robot: Robot) -> Callable[..., Robot]:
    """The slow robot with lines of its reaction table changed."""

    def change(lines: Mapping[str, Any]) -> Robot:
        table = slow_robot.reactions.model_copy(update=dict(lines))
        return slow_robot.model_copy(update={"reactions": table})

    return change


@pytest.fixture
def make_rig() -> type[Rig]:
    """`make_rig(robot, driver)`, for tests that change either first."""
    return Rig


@pytest.fixture
def rig(slow_robot: Robot, driver: FakeDriver) -> Rig:
    return Rig(slow_robot, driver)


@pytest.fixture
def rig_with(reacting: Callable[..., Robot], driver: FakeDriver) -> Callable[..., Rig]:
    """A rig whose robot reacts differently: `rig_with(stop=Reaction.HOLD)`."""
    return lambda **lines: Rig(reacting(lines), driver)


@pytest.fixture
def run(short_path: Path) -> Iterator[RunDirectory]:
    return RunDirectory.of("wheeled_climber_bench", short_path)


@pytest.fixture(name="measured")
def _measured() -> Callable[..., HardwareState]:
    return measured


@pytest.fixture(name="two_joints")
def _two_joints() -> Callable[..., tuple[JointInfo, ...]]:
    return two_joints
