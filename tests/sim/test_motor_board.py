"""Motor boards, tried on the robot. Not covered: a battery that sags under load."""

from math import tau

import pytest

from firmware_bridge.driver import Mode
from sim.motor_board import FAULT_WATCHDOG, WATCHDOG
from sim.simulated_climber import SimulatedClimber


@pytest.fixture
def climber(robot, nominal):
    return SimulatedClimber(robot, nominal, 0.0)


def command(climber, mode, right=0.0, left=0.0):
    """Set-points in the boards' units."""
    for side, target in ((climber.right, right), (climber.left, left)):
        side.board.write(mode, target, climber.now)


def torque_on(climber):
    for side in (climber.right, climber.left):
        side.board.set_torque(True, climber.now)


def drive(climber, seconds, mode, right=0.0, left=0.0):
    end = climber.now + seconds
    while climber.now < end - 1e-9:
        command(climber, mode, right, left)
        climber.advance(climber.now + 0.01)


def test_velocity_mode_reaches_its_speeds(climber, robot):
    torque_on(climber)
    unit = robot.joints[0].counts_per_turn / tau
    drive(climber, 1.0, Mode.VELOCITY, 3.7 * unit, 3.0 * unit)
    motion = climber.plant.motion
    assert motion.wheel_right == pytest.approx(3.7, abs=0.01)
    assert motion.wheel_left == pytest.approx(3.0, abs=0.01)
    assert motion.omega > 0.0


@pytest.mark.parametrize(
    ("mode", "rests_within"), [(Mode.BRAKE, 0.1), (Mode.DAMP, 0.2), (Mode.COAST, 1.0)]
)
def test_the_ways_to_stop(climber, robot, mode, rests_within):
    torque_on(climber)
    unit = robot.joints[0].counts_per_turn / tau
    drive(climber, 1.0, Mode.VELOCITY, 3.7 * unit, 3.7 * unit)
    drive(climber, rests_within, mode)
    assert abs(climber.plant.motion.forward) < 1e-3


def test_braking_keeps_within_the_effort_limit_and_the_grip(climber, robot):
    torque_on(climber)
    unit = robot.joints[0].counts_per_turn / tau
    drive(climber, 1.0, Mode.VELOCITY, 3.7 * unit, 3.7 * unit)
    climber.plant.clear_peaks()
    limit = robot.joints[0].max_effort / robot.joints[0].torque_constant
    for _ in range(40):
        command(climber, Mode.BRAKE)
        climber.step()
        assert abs(climber.right.motor.current) <= limit * (1 + 1e-9)
    assert climber.plant.slip_right == 0.0
    assert 0.5 < climber.plant.grip_use < 1.0
    assert abs(climber.plant.motion.forward) < 1e-3


def test_brake_does_not_creep_under_load(robot, nominal, vary):
    """Gears without friction: only the speed loop holds against the weight."""
    slick = vary(nominal, motor={"gear_static_friction": 0.0, "gear_coulomb_friction": 0.0},
                 friction={"seal_factor": 1e-6})  # fmt: skip
    up = robot.model_copy(update={"start": robot.start.model_copy(update={"heading": 1.5708})})
    climber = SimulatedClimber(up, slick, 0.0)
    torque_on(climber)
    drive(climber, 1.0, Mode.BRAKE)
    sagged = climber.plant.motion.y
    drive(climber, 5.0, Mode.BRAKE)
    assert sagged - robot.start.y == pytest.approx(0.0, abs=5e-3)
    assert climber.plant.motion.y == pytest.approx(sagged, abs=1e-4)


def test_a_silent_bus_makes_the_board_brake_and_say_so(climber, robot):
    torque_on(climber)
    command(climber, Mode.EFFORT, 0.6, 0.6)
    climber.advance(WATCHDOG - 0.01)
    assert climber.right.board.fault == 0
    assert climber.plant.motion.forward > 0.01
    climber.advance(WATCHDOG + 0.3)
    assert climber.right.board.fault == climber.left.board.fault == FAULT_WATCHDOG
    assert abs(climber.plant.motion.forward) < 1e-3
    drive(climber, 0.3, Mode.EFFORT, 0.6, 0.6)
    assert abs(climber.plant.motion.forward) < 1e-3, "latched until cleared"
    for side in (climber.right, climber.left):
        side.board.clear_fault(climber.now)
    drive(climber, 0.3, Mode.EFFORT, 0.6, 0.6)
    assert climber.plant.motion.forward > 0.01


def test_torque_off_needs_no_writes(climber):
    climber.advance(2 * WATCHDOG)
    assert climber.right.board.fault == 0
