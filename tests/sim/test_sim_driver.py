"""The seam. Not covered: a real publisher's sockets, which `links` answers for."""

from math import floor, hypot, isfinite, tau

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config import load_plant, load_robot
from firmware_bridge.driver import DriverError, EffortQuality, Mode, Service, Setpoints
from sim.motor_board import FAULT_WATCHDOG
from sim.sim_driver import MODES, SimDriver


def velocity(right, left):
    return Setpoints((Mode.VELOCITY,) * 2, (None,) * 2, (right, left), (None,) * 2)


def effort(right, left):
    return Setpoints((Mode.EFFORT,) * 2, (None,) * 2, (None,) * 2, (right, left))


def run(driver, ticks, seconds, setpoints=None):
    states = []
    for _ in range(round(seconds / ticks.period)):
        if setpoints is not None:
            driver.write(setpoints)
        ticks.ticks += 1
        states.append(driver.read())
    return states


@pytest.fixture
def start(robot, ticks, kept):
    """Open a driver, torque on."""

    def started(plant, seed=1, robot=robot, torque=True):
        driver = SimDriver(robot, plant, seed=seed, publisher=kept)
        driver.open(ticks)
        if torque:
            driver.service(Service.TORQUE_ON)
        return driver

    return started


def test_open_tells_what_it_found(robot, nominal, ticks, kept):
    info = SimDriver(robot, nominal, seed=0, publisher=kept).open(ticks)
    assert info.hardware == "sim"
    assert info.simulated
    assert info.joint_names == ("right_wheel", "left_wheel")
    assert all(joint.modes == MODES for joint in info.joints)
    assert info.facts == {"contact": "coulomb", "plant": "nominal"}
    assert info.first_state.position == (0.0, 0.0)
    assert kept.sent == [], "reading at open is no read"


def test_reads_are_complete_and_fresh(nominal, start, ticks):
    state = run(start(nominal), ticks, 0.1, effort(0.5, 0.5))[-1]
    assert state.temperature == (None, None)
    assert state.effort_quality == (EffortQuality.FROM_CURRENT,) * 2
    assert state.effort == pytest.approx((0.5, 0.5), abs=2e-3)
    assert state.voltage == (12.0, 12.0)
    for group in ("position", "velocity", "effort", "load", "voltage"):
        assert state.ages[group] == pytest.approx((0.0, 0.0), abs=1e-9)
    assert state.sensors["suction_pressure"].value == pytest.approx(5000.0, abs=100.0)
    assert state.sensors["battery_voltage"].value == 12.0
    assert state.sensors["gyro_yaw_rate"].unit == "rad/s"


def test_truth_counts_the_reads_and_has_every_key(nominal, start, ticks, kept):
    driver = start(nominal)
    driver.read()
    run(driver, ticks, 0.2, effort(0.6, 0.4))
    assert [seq for *_, seq in kept.sent] == list(range(101))
    assert {stream for stream, *_ in kept.sent} == {"truth"}
    keys = set(kept.sent[0][3])
    assert {"x", "y", "heading", "v_forward", "v_lateral", "omega", "slip_right", "slip_left",
            "grip_use", "traction_right", "traction_left", "lateral_force", "seal_force",
            "pressure", "current_right", "current_left", "wheel_speed_right",
            "wheel_speed_left"} <= keys  # fmt: skip
    for _, t, timestamp, message, seq in kept.sent:
        assert t == timestamp == pytest.approx(seq * ticks.period)
        assert set(message) == keys
        assert all(type(value) is float and isfinite(value) for value in message.values())


def test_no_state_carries_truth(nominal, start, ticks):
    """Position, speed and sensors only; the pose is nowhere."""
    state = run(start(nominal), ticks, 0.02)[-1]
    assert set(state.sensors) == {"suction_pressure", "gyro_yaw_rate", "battery_voltage"}
    assert set(state.ages) <= {
        "position", "velocity", "effort", "load", "voltage", "temperature"
    }  # fmt: skip


@settings(max_examples=5, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.tuples(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5)), min_size=5, max_size=30),
)
def test_the_same_seed_and_writes_give_the_same_reads(robot, nominal, seed, efforts):
    class Now:
        t = 100.0

        def now(self):
            return self.t

        unix = now

    def reads():
        clock, states = Now(), []
        driver = SimDriver(robot, nominal, seed=seed)
        driver.open(clock)
        driver.service(Service.TORQUE_ON)
        for pair in efforts:
            driver.write(effort(*pair))
            clock.t += robot.node.period
            states.append(driver.read())
        return states

    assert reads() == reads()


def test_another_seed_gives_other_noise(nominal, start, ticks):
    assert (
        start(nominal, seed=1).read().sensors["suction_pressure"]
        != start(nominal, seed=2).read().sensors["suction_pressure"]
    )


def test_opening_again_starts_anew(nominal, start, ticks, kept):
    driver = start(nominal)
    run(driver, ticks, 0.1, effort(1.0, 1.0))
    driver.close()
    driver.open(ticks)
    state = driver.read()
    assert state.position == (0.0, 0.0)
    assert kept.sent[-1][4] == 0


def test_nothing_moves_before_torque_on(nominal, start, ticks, kept):
    driver = start(nominal, torque=False)
    run(driver, ticks, 0.2, effort(1.5, 1.5))
    assert kept.sent[-1][3]["x"] == 0.0
    driver.service(Service.TORQUE_ON)
    run(driver, ticks, 0.1)
    assert kept.sent[-1][3]["x"] > 0.0, "the set-point written before takes effect"


def test_a_flipped_mounting_drives_the_wrong_way(nominal, start, ticks, kept, vary):
    flipped = {name: m.model_copy(update={"sign": -1}) for name, m in nominal.mounting.items()}
    state = run(start(vary(nominal, mounting=flipped)), ticks, 0.3, velocity(2.0, 2.0))[-1]
    assert state.velocity == pytest.approx((2.0, 2.0), abs=0.05), "the robot believes all is well"
    assert kept.sent[-1][3]["v_forward"] == pytest.approx(-2.0 * 0.027, rel=0.03)


def test_one_flipped_side_turns_on_the_spot(nominal, start, ticks, kept, vary):
    mounting = dict(nominal.mounting)
    mounting["left_wheel"] = mounting["left_wheel"].model_copy(update={"sign": -1})
    run(start(vary(nominal, mounting=mounting)), ticks, 0.3, velocity(1.0, 1.0))
    truth = kept.sent[-1][3]
    assert truth["omega"] == pytest.approx(0.027 / 0.08, rel=0.05)
    assert abs(truth["v_forward"]) < 1e-3


def test_a_wrong_direction_in_the_robot_file_shows_alike(robot, nominal, start, ticks, kept):
    joints = [joint.model_copy(update={"direction": -1}) for joint in robot.joints]
    wrong = robot.model_copy(update={"joints": joints})
    run(start(nominal, robot=wrong), ticks, 0.3, effort(0.6, 0.6))
    assert kept.sent[-1][3]["x"] < -1e-3


def test_other_counts_and_constants_show_in_the_reading(nominal, start, ticks, kept, vary):
    plant = vary(nominal, motor={"encoder_counts_per_turn": 4800, "torque_constant": 0.0055})
    state = run(start(plant), ticks, 0.06, effort(1.2, 1.2))[-1]
    truth = kept.sent[-1][3]
    assert state.position[0] == pytest.approx(0.5 * truth["wheel_angle_right"], abs=2e-3)
    assert truth["current_right"] == pytest.approx(1.2 / 0.87, rel=1e-3)


def test_the_mounting_offset_is_what_the_encoder_shows(nominal, start, vary):
    mounting = dict(nominal.mounting)
    mounting["left_wheel"] = mounting["left_wheel"].model_copy(update={"offset": 0.5})
    driver = start(vary(nominal, mounting=mounting))
    counts = floor(0.5 * 9600 / tau)
    assert driver.read().position == (0.0, pytest.approx(counts * tau / 9600))
    driver.service(Service.SET_ZERO)
    assert driver.read().position == (0.0, 0.0)


def test_a_start_error_shifts_the_truth_only(robot, nominal, start, kept, vary):
    plant = vary(nominal, start_error={"x": 0.01, "y": -0.02, "heading": 0.1})
    state = start(plant).read()
    truth = kept.sent[-1][3]
    assert (truth["x"], truth["y"], truth["heading"]) == (0.01, robot.start.y - 0.02, 0.1)
    assert state.position == (0.0, 0.0)


def test_an_unknown_mode_or_a_missing_number_names_the_joint(nominal, start):
    driver = start(nominal)
    with pytest.raises(DriverError, match="right_wheel has no mode 'position'"):
        driver.write(Setpoints.all(Mode.POSITION, 2))
    with pytest.raises(DriverError, match="left_wheel: mode 'effort' came with nan"):
        driver.write(effort(0.0, float("nan")))


def test_a_plant_of_another_robot_is_refused(robot):
    paper = load_robot("wheeled_climber")
    with pytest.raises(DriverError, match="is built for robot 'wheeled_climber'"):
        SimDriver(robot, load_plant(paper), seed=0)


def test_a_closed_driver_says_so(nominal, start):
    driver = start(nominal)
    driver.close()
    driver.close()
    with pytest.raises(DriverError, match="not open"):
        driver.read()


def test_close_brakes_then_the_gears_hold(nominal, start, ticks):
    driver = start(nominal)
    run(driver, ticks, 0.5, velocity(3.7, 3.7))
    climber = driver.climber
    driver.close()
    rest = (climber.plant.motion.x, climber.plant.motion.y)
    assert not climber.right.board.torque_on
    climber.settle(2.0)
    assert (climber.plant.motion.x, climber.plant.motion.y) == pytest.approx(rest, abs=1e-9)


def test_a_silent_node_is_braked_by_the_boards(nominal, start, ticks):
    driver = start(nominal)
    run(driver, ticks, 0.2, effort(0.6, 0.6))
    states = run(driver, ticks, 0.6)
    assert states[-1].fault == (FAULT_WATCHDOG,) * 2
    assert states[-1].velocity == pytest.approx((0.0, 0.0), abs=0.01)
    driver.service(Service.CLEAR_FAULT)
    assert driver.read().fault == (0, 0)


def test_reboot_takes_torque_and_faults_away(nominal, start, ticks, kept):
    driver = start(nominal)
    run(driver, ticks, 0.6)
    driver.service(Service.REBOOT)
    state = run(driver, ticks, 0.2, effort(1.0, 1.0))[-1]
    assert state.fault == (0, 0)
    assert hypot(kept.sent[-1][3]["v_forward"], kept.sent[-1][3]["x"]) < 1e-9


def test_a_clock_off_the_grid_leaves_a_remainder_as_age(robot, nominal, kept):
    class Wall:
        t = 5.0

        def now(self):
            return self.t

        unix = now

    clock, driver = Wall(), SimDriver(robot, nominal, seed=0, publisher=kept)
    driver.open(clock)
    for _ in range(100):
        clock.t += 0.00207
        state = driver.read()
        assert 0.0 <= state.ages["position"][0] < 0.5e-3 + 1e-9
    assert driver.climber.now == pytest.approx(clock.t, abs=0.5e-3)


@pytest.mark.parametrize("name", ["nominal", "slipping"])
def test_the_paper_robot_runs_too(name, kept):
    robot = load_robot("wheeled_climber")

    class Now:
        t = 0.0

        def now(self):
            return self.t

        unix = now

    clock, driver = Now(), SimDriver(robot, load_plant(robot, name), seed=0, publisher=kept)
    driver.open(clock)
    driver.service(Service.TORQUE_ON)
    for _ in range(250):
        driver.write(effort(1.5, 1.5))
        clock.t += robot.node.period
        driver.read()
    truth = kept.sent[-1][3]
    slipped = max(message["slip_right"] for _, _, _, message, _ in kept.sent)
    assert truth["v_forward"] > 0.1
    assert (slipped > 0.1) is (name == "slipping")
