"""Putting a robot to rest, step by step on a made-up clock.

Not covered: what the node writes at each step (test_supervisor).
"""

import pytest

from firmware_bridge.driver import Health
from firmware_bridge.parking import PATIENCE, REST_FOR, Parking, Step

DT = 0.05
BRAKE, RELEASE, WATCH, GRAB, PARKED, FAILED = Step


class Robot:
    """A parking robot that moves as it is told."""

    def __init__(self, measured) -> None:
        self.measured = measured
        self.parking = Parking(0.0)
        self.now = 0.0

    def step(self, speed: float | None, health: Health = Health.OK) -> Step:
        self.now += DT
        state = self.measured(velocity=(0.0, speed), health=(Health.OK, health))
        return self.parking.step(state, self.now)

    def until(self, step: Step, speed: float) -> float:
        """The s that it took until `step`."""
        began = self.now
        while self.step(speed) is not step:
            assert self.now - began < 2 * PATIENCE, f"{step} never came"
        return self.now - began


@pytest.fixture
def robot(measured) -> Robot:
    return Robot(measured)


def test_a_robot_that_stands_is_released_watched_and_parked(robot: Robot):
    assert robot.until(RELEASE, 0.0) == pytest.approx(REST_FOR, abs=2 * DT)
    assert robot.step(0.0) is WATCH
    assert robot.until(PARKED, 0.0) == pytest.approx(REST_FOR, abs=2 * DT)


def test_a_moving_robot_is_braked_first(robot: Robot):
    assert {robot.step(1.0) for _ in range(20)} == {BRAKE}
    assert robot.until(RELEASE, 0.0) >= REST_FOR - 1e-9


def test_it_must_stand_without_a_break(robot: Robot):
    for _ in range(10):
        assert robot.step(0.0) is BRAKE
        assert robot.step(0.0) is BRAKE
        assert robot.step(-0.5) is BRAKE


def test_a_robot_that_slides_when_let_go_is_grabbed(robot: Robot):
    robot.until(RELEASE, 0.0)
    robot.step(0.0)
    assert robot.step(0.1) is GRAB


@pytest.mark.parametrize("speed", [0.5, None], ids=["moving", "never measured"])
def test_a_robot_that_never_comes_to_rest_is_not_let_go(robot: Robot, speed: float | None):
    steps = []
    while robot.now < PATIENCE + 2 * DT:
        steps.append(robot.step(speed))
    assert steps[-1] is FAILED
    assert RELEASE not in steps


def test_the_last_word_of_a_silent_joint_is_not_rest(robot: Robot):
    assert all(robot.step(0.0, Health.STALE) is BRAKE for _ in range(50))


def test_a_joint_that_falls_silent_when_let_go_is_grabbed(robot: Robot):
    robot.until(RELEASE, 0.0)
    assert robot.step(0.0, Health.STALE) is GRAB
