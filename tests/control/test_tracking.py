"""The bench robot on its ellipse, in closed loop with the simulated robot at 500 Hz.

Not covered: the node, its ramp and its time-outs (tests/end_to_end), and real hardware.
"""

from dataclasses import replace

import numpy as np
import pytest

from config import load_plant
from firmware_bridge.driver import HardwareState
from tests.control.closed_loop import run, standing_at

LAP = 19.0  # s: one lap after the first 3 s


@pytest.mark.parametrize(
    ("plant", "rms"),
    [("nominal", 0.2e-3), ("friction_plus20", 0.5e-3), ("friction_minus20", 0.5e-3)],
)
def test_stays_on_the_ellipse(bench_robot, plant: str, rms: float):
    """Reached: 0.013, 0.069 and 0.065 mm; of the first, the estimate's error is most."""
    trace = run(bench_robot, load_plant(bench_robot, plant), LAP)
    assert trace.rms_after(3.0) < rms
    assert trace.error.max() < 3e-3  # the start from rest included
    assert trace.estimate_error.max() < 0.2e-3
    assert trace.pose["var_x"].max() < 1e-4
    assert trace.truth["grip_use"].max() < 0.8
    assert np.abs(trace.torque).max() < 0.8


@pytest.mark.parametrize(
    ("plant", "least", "most"),
    [("friction_plus20", 50e-3, 100e-3), ("friction_minus20", 7e-3, 12e-3)],
)
def test_without_the_observer_friction_carries_it_off(bench_robot, plant, least, most):
    """Reached: 66 and 9 mm, against 0.07 mm with it (above)."""
    gains = bench_robot.controller.model_copy(update={"observer": 0.0})
    deaf = bench_robot.model_copy(update={"controller": gains})
    assert least < run(deaf, load_plant(deaf, plant), LAP).rms_after(3.0) < most


@pytest.mark.parametrize(("plant", "grip"), [("wheels_plus20", 0.536), ("wheels_minus20", 0.804)])
def test_the_wheels_friction_costs_grip_and_not_accuracy(bench_robot, plant: str, grip: float):
    trace = run(bench_robot, load_plant(bench_robot, plant), 8.0)
    assert trace.rms_after(3.0) < 0.2e-3
    assert trace.truth["grip_use"].max() == pytest.approx(grip, abs=0.01)


@pytest.mark.parametrize(
    ("x", "y"), [(0.025, 0.0), (-0.025, 0.0), (0.0, 0.025), (0.0, -0.025), (-0.018, 0.018)]
)
def test_25_mm_off_it_finds_back_without_slipping(bench_robot, x: float, y: float):
    robot = standing_at(bench_robot, x, y - 0.15)
    trace = run(robot, load_plant(robot), 6.0)
    assert trace.max_after(3.0) < 5e-3
    assert trace.truth["grip_use"].max() <= 0.8
    assert max(trace.truth["slip_right"].max(), trace.truth["slip_left"].max()) == 0.0
    assert np.abs(trace.torque).max() < 1.0


def test_commands_do_not_depend_on_where_the_robot_really_is(bench_robot):
    """A start error is known to nobody on board; where gravity is alike, nothing can tell."""
    plant = load_plant(bench_robot)
    moved = plant.model_copy(
        update={"start_error": plant.start_error.model_copy(update={"x": 0.02, "y": -0.03})}
    )
    here, there = (run(bench_robot, individual, 2.0) for individual in (plant, moved))
    assert [d.setpoints for d in here.decisions] == [d.setpoints for d in there.decisions]
    assert there.truth["x"][0] - here.truth["x"][0] == pytest.approx(0.02)


def test_the_same_seed_is_the_same_run(bench_robot):
    first, again = (run(bench_robot, load_plant(bench_robot), 1.0, seed=5) for _ in range(2))
    assert [d.setpoints for d in first.decisions] == [d.setpoints for d in again.decisions]


def test_an_unknown_gyro_bias_is_learnt_before_it_turns_the_robot(bench_robot):
    plant = load_plant(bench_robot)
    biased = plant.model_copy(update={"gyro": plant.gyro.model_copy(update={"bias": 0.02})})
    trace = run(bench_robot, biased, 8.0)
    assert trace.pose["gyro_bias"][-1] == pytest.approx(0.02, abs=2e-3)
    assert trace.rms_after(3.0) < 2e-3


def test_without_gyro_the_wheels_are_enough(bench_robot):
    def deaf(_: float, state: HardwareState) -> HardwareState:
        sensors = {k: v for k, v in state.sensors.items() if k != "gyro_yaw_rate"}
        return replace(state, sensors=sensors)

    trace = run(bench_robot, load_plant(bench_robot), 8.0, alter=deaf)
    assert trace.rms_after(3.0) < 1e-3


def test_40_ms_without_wheels_are_hardly_felt(bench_robot):
    def blind(t: float, state: HardwareState) -> HardwareState:
        gone = 4.0 < t < 4.04
        return replace(state, position=(None, None)) if gone else state

    trace = run(bench_robot, load_plant(bench_robot), 6.0, alter=blind)
    assert trace.max_after(3.0) < 2e-3


def test_a_long_loss_brakes_on_the_wall_and_the_lap_goes_on_after_it(bench_robot):
    def blind(t: float, state: HardwareState) -> HardwareState:
        gone = 4.0 < t < 4.6
        return replace(state, position=(None, None)) if gone else state

    trace = run(bench_robot, load_plant(bench_robot), 10.0, alter=blind)
    stopped = (trace.t > 4.3) & (trace.t < 4.6)
    assert np.abs(trace.truth["v_forward"][stopped]).max() < 1e-3
    assert trace.max_after(7.0) < 2e-3
    assert trace.pose["path_time"][-1] < 9.6
