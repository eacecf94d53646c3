"""The controller's behaviour on states made by hand: when it drives, brakes, lets go, forgets.

Not covered: how well it follows its path (test_tracking).
"""

from math import isnan, tau

import pytest

from config.robot import Start
from control.climber import ClimberController, bias_limit
from firmware_bridge.contract import Safety
from firmware_bridge.driver import Health, Mode, SensorReading

MISSING = {"position": (None, 0.0)}
POSE = {
    "x", "y", "heading", "v", "omega", "var_x", "var_y", "var_heading", "reference_x",
    "reference_y", "reference_heading", "reference_v", "reference_omega", "path_time", "error",
    "gyro_bias", "slipping", "disturbance_force", "disturbance_moment",
}  # fmt: skip


def step_to(controller, make_state, first: int, last: int, *args, **changes):
    """Decisions on ticks first .. last - 1; the last one."""
    for tick in range(first, last):
        decision = controller.step(make_state(tick, *args, **changes))
    return decision


@pytest.mark.parametrize("safety", [Safety.OFF, Safety.READY, Safety.STOPPED, Safety.FAULTED])
def test_lets_go_unless_the_node_lets_it_drive(bench_robot, make_state, safety):
    decision = ClimberController(bench_robot).step(make_state(0, safety))
    assert decision.setpoints.mode == (Mode.OFF, Mode.OFF)
    assert isnan(decision.streams["pose"]["path_time"])
    assert isnan(decision.streams["pose"]["reference_x"])


def test_path_time_begins_with_the_first_state_that_lets_it_move(bench_robot, make_state):
    controller = ClimberController(bench_robot)
    step_to(controller, make_state, 0, 50, Safety.READY)
    decision = controller.step(make_state(50, Safety.ARMED))
    assert decision.setpoints.mode == (Mode.EFFORT, Mode.EFFORT)
    assert decision.streams["pose"]["path_time"] == 0.0
    decision = step_to(controller, make_state, 51, 101, Safety.RUNNING)
    assert decision.streams["pose"]["path_time"] == pytest.approx(0.1)


def test_a_stop_forgets_path_and_observer_but_not_the_pose(bench_robot, make_state):
    controller = ClimberController(bench_robot)
    driving = step_to(controller, make_state, 0, 800)  # stuck, with all its might
    assert driving.streams["pose"]["disturbance_force"] < 0.0
    step_to(controller, make_state, 800, 801, Safety.STOPPED, position=(0.005, 0.005))
    again = controller.step(make_state(801, Safety.ARMED, position=(0.005, 0.005)))
    assert again.streams["pose"]["path_time"] == 0.0
    assert again.streams["pose"]["disturbance_force"] == 0.0
    assert again.streams["pose"]["x"] == pytest.approx(0.005 * 0.027)


def test_armed_far_from_the_start_it_takes_the_nearest_point_of_its_lap(bench_robot, make_state):
    """The start pose says so here; in a run it is the estimate, after a stop in mid lap."""
    there = Start(x=0.26, y=0.0, heading=1.5 - tau)
    pose = ClimberController(bench_robot, there).step(make_state(0)).streams["pose"]
    assert (pose["reference_x"], pose["reference_y"]) == pytest.approx((0.25, 0.0), abs=1e-6)
    assert pose["reference_heading"] == pytest.approx(0.25 * tau - tau, abs=1e-3)


def test_armed_near_the_start_it_begins_there(bench_robot, make_state):
    pose = ClimberController(bench_robot, Start(x=0.025, y=-0.15, heading=0.0)).step(make_state(0))
    assert pose.streams["pose"]["reference_x"] == 0.0
    assert pose.streams["pose"]["error"] == pytest.approx(0.025)


def test_a_short_gap_in_the_wheels_is_driven_through(bench_robot, make_state):
    controller = ClimberController(bench_robot)
    seen = step_to(controller, make_state, 0, 300)
    gap = step_to(controller, make_state, 300, 310, **MISSING)
    assert gap.setpoints.mode == (Mode.EFFORT, Mode.EFFORT)
    force = "disturbance_force"
    assert gap.streams["pose"][force] == seen.streams["pose"][force]
    assert gap.streams["pose"]["var_x"] > seen.streams["pose"]["var_x"]


@pytest.mark.parametrize("change", [MISSING, {"health": (Health.OK, Health.STALE)}])
def test_a_long_one_brakes_and_the_path_waits(bench_robot, make_state, change):
    controller = ClimberController(bench_robot)
    before = step_to(controller, make_state, 0, 1500).streams["pose"]
    braking = step_to(controller, make_state, 1500, 1560, **change)
    assert braking.setpoints.mode == (Mode.VELOCITY, Mode.VELOCITY)
    assert braking.setpoints.velocity == (0.0, 0.0)
    assert braking.streams["pose"]["reference_v"] == 0.0
    still = step_to(controller, make_state, 1560, 2500, **change).streams["pose"]
    assert still["reference_x"] == braking.streams["pose"]["reference_x"]
    assert still["path_time"] == pytest.approx(before["path_time"] + 0.05, abs=0.003)
    again = controller.step(make_state(2500))
    assert again.setpoints.mode == (Mode.EFFORT, Mode.EFFORT)
    assert again.streams["pose"]["reference_x"] == pytest.approx(still["reference_x"], abs=1e-4)
    assert again.streams["pose"]["reference_v"] < 1e-3


def test_wheels_that_were_never_read_drive_nothing(bench_robot, make_state):
    decision = ClimberController(bench_robot).step(make_state(0, **MISSING))
    assert decision.setpoints.mode == (Mode.VELOCITY, Mode.VELOCITY)
    assert isnan(decision.streams["pose"]["v"])


def test_a_missing_pressure_is_nan_to_viewers_and_the_last_one_to_the_law(bench_robot, make_state):
    def torque(value: float | None, then: float | None) -> tuple[float | None, ...]:
        controller = ClimberController(bench_robot)
        sensors = [{"suction_pressure": SensorReading(p, "Pa", 0.0)} for p in (value, then)]
        step_to(controller, make_state, 0, 500, sensors=sensors[0])
        decision = controller.step(make_state(500, sensors=sensors[1]))
        assert isnan(decision.streams["contact"]["pressure"]) is (then is None)
        assert isnan(decision.streams["contact"]["right_wheel"]["force"]) is (then is None)
        return decision.setpoints.effort

    assert torque(4000.0, None) == torque(4000.0, 4000.0) != torque(5000.0, None)
    assert torque(None, None) == torque(5000.0, 5000.0)


@pytest.mark.parametrize(
    "change",
    [{}, MISSING, {"sensors": {}}, {"effort": (None, None)}],
    ids=["all there", "no wheel", "no sensors", "no effort"],
)
@pytest.mark.parametrize("safety", list(Safety))
def test_every_key_is_in_every_message(bench_robot, make_state, change, safety):
    streams = ClimberController(bench_robot).step(make_state(0, safety, **change)).streams
    assert set(streams) == {"pose", "torque", "contact"}
    assert set(streams["pose"]) == POSE
    sides = {"right_wheel", "left_wheel"}
    assert set(streams["torque"]) == sides
    assert set(streams["contact"]) == sides | {
        "grip_use", "hold_margin", "tilt_margin", "pressure"
    }  # fmt: skip
    for side in sides:
        assert set(streams["torque"][side]) == {"feed_forward", "commanded", "measured", "limit"}
        assert set(streams["contact"][side]) == {"force", "in_contact", "margin"}
    numbers = [*streams["pose"].values()]
    numbers += [n for side in sides for n in streams["torque"][side].values()]
    numbers += [n for side in sides for n in streams["contact"][side].values()]
    assert all(type(number) is float for number in numbers)


def test_the_weight_leans_on_the_lower_side(bench_robot, make_state):
    """Heading +x, the right side is below: 1.5 kg at 50 mm over a track of 160 mm."""
    contact = ClimberController(bench_robot).step(make_state(0, Safety.READY)).streams["contact"]
    lean = 1.5 * 9.81 * 0.05 / 0.16
    assert contact["right_wheel"]["force"] == pytest.approx(26.5 + lean)
    assert contact["left_wheel"]["force"] == pytest.approx(26.5 - lean)
    assert contact["left_wheel"]["in_contact"] == 1.0
    assert contact["grip_use"] == pytest.approx(1.5 * 9.81 / 42.4)


def test_without_suction_nothing_is_in_contact(bench_robot, make_state):
    sensors = {"suction_pressure": SensorReading(0.0, "Pa", 0.0)}
    contact = ClimberController(bench_robot).step(make_state(0, sensors=sensors)).streams["contact"]
    assert contact["left_wheel"]["force"] == 0.0 == contact["left_wheel"]["in_contact"]
    assert contact["hold_margin"] == 0.0


def test_the_same_states_give_the_same_decisions(bench_robot, make_state):
    states = [make_state(tick) for tick in range(200)]
    first, second = (ClimberController(bench_robot) for _ in range(2))
    assert [first.step(s).setpoints for s in states] == [second.step(s).setpoints for s in states]


def test_a_stuck_robot_is_not_torn_loose(bench_robot, make_state):
    controller = ClimberController(bench_robot)
    pose = step_to(controller, make_state, 0, 2000).streams["pose"]
    assert pose["disturbance_force"] == -bias_limit(bench_robot).force
    assert bias_limit(bench_robot).force == pytest.approx(
        0.5 * (0.26 * 0.47 * 100.0 + 0.44 / 0.027)
    )
