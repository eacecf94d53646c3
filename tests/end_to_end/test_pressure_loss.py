"""The pump fails somewhere on the ellipse: the robot stops, braked, while it can still hold.

Node's supervisor, controller and plant in one process, tick by tick, so that every part of a lap
can be tried; one run takes the real processes. Does not cover how true the assumed chamber is.
"""

import math
from typing import Any

import pytest

from config import load_plant, load_robot
from config.plant import ChamberEvent
from control.climber import ClimberController
from firmware_bridge.clock import LockstepClock
from firmware_bridge.contract import Command, State
from firmware_bridge.supervisor import Event, Supervisor
from sim.sim_driver import SimDriver
from tests.end_to_end.stack import ROBOT, Stack

LAP = 15.708  # s
SAFETY_FACTOR = 1.5  # of friction over weight, at the moment the robot stands


class TruthKept:
    """Takes the plant's truth where a publisher would send it."""

    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []

    def send(self, stream: str, t: float, timestamp: float, message: Any, seq: int) -> None:
        assert stream == "truth"
        self.all.append({"t": t, **message})


class Loop:
    """The bench climber on its ellipse; its pump fails at `fails_at` s, then `after` s more."""

    def __init__(self, fails_at: float, after: float = 3.0) -> None:
        robot = load_robot(ROBOT)
        clock, truth = LockstepClock(robot.node.period), TruthKept()
        driver = SimDriver(robot, load_plant(robot), seed=3, publisher=truth)  # type: ignore[arg-type]
        info = driver.open(clock)
        self.events: list[tuple[float, Event]] = []
        supervisor = Supervisor(
            robot, driver, info, "s", lambda event: self.events.append((clock.now(), event))
        )
        token = supervisor.grant("test", 0.0)
        assert isinstance(token, bytes)
        assert supervisor.arm(0, 0.0) is None
        controller = ClimberController(robot)
        self.states: list[str] = []
        failed = False
        for tick in range(round((fails_at + after) * robot.node.rate)):
            now = clock.now()
            if now >= fails_at and not failed:
                driver.climber.chamber.happen(ChamberEvent(at=now, kind="pump_off"))
                failed = True
            supervisor.observe(driver.read(), now)
            state = State(
                session="s", seq=tick, t=now, timestamp=now, safety=supervisor.safety.state,
                joints=robot.joint_names, hardware=supervisor.hardware,
            )  # fmt: skip
            self.states.append(state.safety.value)
            if state.safety.moves:
                setpoints = controller.step(state).setpoints
                command = Command(
                    session="s", seq=tick, state_seq=tick, t=now, token=token,
                    joints=robot.joint_names, mode=setpoints.mode, position=setpoints.position,
                    velocity=setpoints.velocity, effort=setpoints.effort,
                )  # fmt: skip
                assert supervisor.take(command.encode(), tick, now)
            supervisor.act(now)
            clock.advance()
        self.truth = truth.all

    def first(self, key: str) -> float:
        """When a flag of the truth is first set, s; inf if never."""
        return next((m["t"] for m in self.truth if m[key]), math.inf)


@pytest.mark.parametrize("share", [0.15, 0.3, 0.45, 0.6, 0.75, 0.9])
def test_stands_braked_while_it_can_hold(share: float) -> None:
    fails_at = share * LAP
    loop = Loop(fails_at)
    at, event = next((t, e) for t, e in loop.events if e.name == "low_pressure")
    assert "still holds for about" in event.message
    assert loop.states[-1] == "faulted"

    standing = next(m for m in loop.truth if m["t"] > at and abs(m["v_forward"]) < 1e-3)
    assert standing["t"] - at < 0.05
    assert standing["hold_margin"] > SAFETY_FACTOR

    # It stays where it is for at least as long as the event promised, and the record shows the end.
    promised = float(event.message.split("about ")[1].split(" s")[0])
    slides = loop.first("would_slide")
    assert slides - at >= promised - 0.05
    assert slides < math.inf
    held = [m for m in loop.truth if standing["t"] + 0.02 < m["t"] < slides - 0.01]
    assert len(held) > 100
    assert max(m["y"] for m in held) - min(m["y"] for m in held) < 1e-4
    assert max(abs(m["v_forward"]) for m in held) < 1e-3
    # And then it does slide: the flag is no idle one.
    fallen = loop.truth[-1]
    assert fallen["y"] < held[-1]["y"] - 0.1


def test_through_the_whole_stack(stack: Stack) -> None:
    code, output, summary = stack.run(
        "--clock", "lockstep", "--plant", "pump_failure", "--duration", "20"
    )
    assert code == 4, output
    assert summary["faults"] == ["low_pressure"]
    assert summary["parked"] is False  # nothing will hold it for long, and the node says so
    recording = stack.read()
    names = [event["name"] for event in recording.stream("event")]
    assert names[-2:] == ["low_pressure", "not parked"]
    faulted = next(s["t"] for s in recording.stream("state") if s["safety"] == "faulted")
    truth = recording.stream("truth")
    assert next(m for m in truth if m["t"] >= faulted + 0.02)["hold_margin"] > SAFETY_FACTOR
    assert next(m["t"] for m in truth if m["would_slide"]) > faulted + 0.5
