"""A controller and the simulated robot in lockstep, without a node."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from config import Plant, Robot
from config.robot import Start
from control.climber import ClimberController
from control.controller import Decision
from firmware_bridge.contract import Safety, State
from firmware_bridge.driver import HardwareState, Service
from sim.sim_driver import SimDriver

Array = NDArray[np.float64]


class Ticks:
    """Simulated time in whole periods."""

    def __init__(self, period: float) -> None:
        self.period, self.tick = period, 0

    def now(self) -> float:
        return self.tick * self.period

    def unix(self) -> float:
        return self.now()


class Truth:
    """Stands for the publisher, and keeps the newest truth out of control's reach."""

    def __init__(self) -> None:
        self.newest: Mapping[str, Any] = {}

    def send(
        self, stream: str, t: float, timestamp: float, message: Mapping[str, Any], seq: int = 0
    ) -> None:
        self.newest = message


class Trace(NamedTuple):
    """A run, one entry a tick while the robot may move; t from arming on, s."""

    t: Array
    truth: Mapping[str, Array]
    pose: Mapping[str, Array]
    grip_use: Array
    decisions: list[Decision]

    @property
    def error(self) -> Array:
        """True distance to the reference, m."""
        x, y = (
            self.truth["x"] - self.pose["reference_x"],
            self.truth["y"] - self.pose["reference_y"],
        )
        return np.hypot(x, y)

    @property
    def estimate_error(self) -> Array:
        """Distance of estimate and truth, m."""
        return np.hypot(self.truth["x"] - self.pose["x"], self.truth["y"] - self.pose["y"])

    @property
    def torque(self) -> Array:
        """Commanded torques, N m; NaN where none is commanded. Shape (ticks, 2)."""
        return np.array([decision.setpoints.effort for decision in self.decisions], dtype=float)

    def rms_after(self, t: float) -> float:
        return float(np.sqrt(np.mean(self.error[self.t >= t] ** 2)))

    def max_after(self, t: float) -> float:
        return float(self.error[self.t >= t].max())


def standing_at(robot: Robot, x: float, y: float, heading: float = 0.0) -> Robot:
    return robot.model_copy(update={"start": Start(x=x, y=y, heading=heading)})


def run(
    robot: Robot,
    plant: Plant,
    seconds: float,
    *,
    seed: int = 1,
    rest: float = 0.1,
    alter: Callable[[float, HardwareState], HardwareState] | None = None,
    prepare: Callable[[SimDriver], None] | None = None,
) -> Trace:
    """Watch for `rest` s, arm, drive for `seconds`; `alter(t, state)` changes what control reads.

    `prepare` gets the driver once it is open.
    """
    ticks, truth = Ticks(robot.node.period), Truth()
    driver = SimDriver(robot, plant, seed=seed, publisher=truth)  # type: ignore[arg-type]
    driver.open(ticks)
    if prepare is not None:
        prepare(driver)
    controller = ClimberController(robot)
    armed = round(rest / ticks.period)
    truths, decisions, times = [], [], []
    for tick in range(armed + round(seconds / ticks.period)):
        ticks.tick = tick
        hardware = driver.read()
        t = (tick - armed) * ticks.period
        safety = Safety.READY if tick < armed else Safety.RUNNING
        seen = hardware if alter is None else alter(t, hardware)
        decision = controller.step(
            State("test", tick, ticks.now(), ticks.unix(), safety, robot.joint_names, seen)
        )
        if tick == armed:
            driver.service(Service.TORQUE_ON)
        if tick >= armed:
            driver.write(decision.setpoints)
            truths.append(truth.newest)
            decisions.append(decision)
            times.append(t)
    poses = [decision.streams["pose"] for decision in decisions]
    return Trace(
        t=np.array(times),
        truth=_columns(truths),
        pose=_columns(poses),
        grip_use=np.array([decision.streams["contact"]["grip_use"] for decision in decisions]),
        decisions=decisions,
    )


def _columns(rows: list[Any]) -> dict[str, Array]:
    return {key: np.array([row[key] for row in rows]) for key in rows[0]}
