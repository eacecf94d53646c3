"""The node's decisions between reading and writing, on a made-up clock of 100 Hz.

The rig (conftest) commands a fake driver; its time-out is 0.1 s, ten ticks. Not covered: sockets,
waiting and ticking (test_node), the pure parts (test_safety, test_condition, test_parking, ...).
"""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from config import Reaction
from firmware_bridge.contract import Safety
from firmware_bridge.driver import DriverError, Health, Mode, SensorReading, Service
from firmware_bridge.supervisor import READY_SILENCE

BRAKE, EFFORT, POSITION = Mode.BRAKE, Mode.EFFORT, Mode.POSITION
OK, STALE, LIMP = Health.OK, Health.STALE, Health.LIMP

MODE_OF = {
    Reaction.HOLD: POSITION,
    Reaction.BRAKE: BRAKE,
    Reaction.DAMP: Mode.DAMP,
    Reaction.COAST: Mode.COAST,
    Reaction.OFF: Mode.OFF,
}


# Arming


def test_a_found_robot_is_ready_and_nothing_is_written(rig):
    rig.wait(0.5)
    assert (rig.state, rig.driver.wire) == (Safety.READY, [])
    assert not rig.supervisor.torque_on


def test_b19_goal_is_present_before_torque_goes_on(rig, measured):
    rig.driver.state = measured(position=(0.613, -0.2))
    rig.observe()
    rig.armed()
    present, torque = rig.driver.wire
    assert (present.mode, present.position) == ((POSITION,) * 2, (0.613, -0.2))
    assert torque is Service.TORQUE_ON


def test_an_armed_robot_keeps_its_place_until_commanded(rig):
    rig.armed()
    present = rig.last
    rig.step()
    rig.step()
    assert rig.driver.written == [present] * 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"health": (STALE, OK)}, "right_wheel has not answered"),
        ({"age": 0.11}, "right_wheel has not answered"),
        ({"health": (OK, LIMP)}, "left_wheel has shut itself down"),
        ({"pressure": 2999.0}, "below 3000 Pa"),
        ({"pressure": None}, "never read"),
        ({"position": (None, None), "velocity": (None, None)}, "never read: right_wheel, left_w"),
        ({"velocity": (0.0, math.nan)}, "never read: left_wheel"),
    ],
    ids=str,
)
def test_arming_is_refused_for_its_condition(rig, measured, changes, reason):
    rig.driver.state = measured(**changes)
    rig.observe()
    rig.lease()
    assert reason in rig.arm()
    assert (rig.state, rig.driver.wire) == (Safety.READY, [])


def test_b07_a_robot_whose_first_reads_all_failed_is_never_written_to(
    slow_robot, driver, measured, make_rig
):
    """In lockstep nothing is read again before arming: the first state must be judged too."""
    never = (None, None)
    driver.state = measured(position=never, velocity=never, ages={"position": never})
    rig = make_rig(slow_robot, driver)
    rig.lease()
    assert "never read: right_wheel, left_wheel" in rig.arm()
    rig.wait(0.5)
    assert driver.wire == []


def test_a_robot_whose_first_state_is_old_is_not_armed(slow_robot, driver, measured, make_rig):
    driver.state = measured(age=5.0)
    rig = make_rig(slow_robot, driver)
    rig.lease()
    assert "has not answered" in rig.arm()


def test_arming_is_refused_without_a_holder(rig):
    assert "nobody holds command" in rig.arm()
    assert rig.driver.wire == []


def test_arming_is_refused_on_a_slow_bus(slow_robot, driver, make_rig):
    driver.bus_cycle = 0.034
    rig = make_rig(slow_robot, driver)
    rig.lease()
    assert "more than a third of the command time-out" in rig.arm()
    assert driver.wire == []


@pytest.mark.parametrize("event", ["stop", "fault"])
def test_arming_a_latched_robot_is_refused_with_the_way_out(rig, event):
    rig.running()
    rig.supervisor.stop() if event == "stop" else rig.wait(0.2)
    before = list(rig.driver.wire)
    assert "clear it first" in rig.arm()
    rig.lease()
    assert "clear it first" in rig.arm()
    assert rig.driver.wire == before


@pytest.mark.parametrize("state", ["armed", "running"])
def test_arming_twice_is_refused(rig, state):
    getattr(rig, state)()
    before = list(rig.driver.wire)
    assert f"is {state} already" in rig.arm()
    assert rig.driver.wire == before


def test_arming_is_refused_while_the_robot_is_parked(rig, measured):
    rig.running()
    rig.supervisor.park(rig.now)
    rig.step()
    assert rig.supervisor.parking
    assert "clear it first" in rig.arm()
    assert rig.supervisor.clear() == "the robot is being parked"
    assert rig.supervisor.grant("x", rig.now) == "the robot is being parked"


@pytest.mark.parametrize("broken", ["write", Service.TORQUE_ON])
def test_a_driver_that_fails_at_arming_faults_the_robot(rig, broken):
    rig.lease()
    rig.driver.broken = {broken}
    assert "look at its cable" in rig.arm()
    assert rig.state is Safety.FAULTED
    assert "driver_lost" in rig.supervisor.safety.faults
    assert rig.supervisor.lease.holder is None


def test_torque_that_failed_half_way_counts_as_on(rig):
    """Some joints may have it: the reaction must reach them, and the robot is not parked."""
    rig.lease()
    rig.driver.broken = {Service.TORQUE_ON}
    rig.arm()
    assert (rig.supervisor.torque_on, rig.supervisor.parked) == (True, False)
    rig.step()
    assert rig.modes == {BRAKE}


# The first command


def test_the_first_command_makes_the_robot_run(rig):
    rig.armed()
    assert rig.take(effort=0.5)
    assert rig.state is Safety.RUNNING


def test_the_answer_to_a_tick_before_arming_is_no_first_command(rig):
    rig.wait(0.05)
    rig.armed()
    assert rig.take(effort=0.5, answers=rig.tick - 1)
    assert rig.state is Safety.ARMED
    rig.supervisor.act(rig.now)
    assert rig.modes == {POSITION}
    assert rig.take(effort=0.5)
    assert rig.state is Safety.RUNNING


def test_a_command_from_before_arming_moves_nothing(rig):
    rig.lease()
    rig.step(effort=1.0)
    assert rig.arm() is None
    rig.step()
    assert (rig.state, rig.modes) == (Safety.ARMED, {POSITION})


@pytest.mark.parametrize(
    ("goal", "first", "half"),
    [({"effort": 1.0}, 0.0, 0.5), ({"velocity": 3.0}, 1.0, 2.0), ({"position": 0.4}, 0.2, 0.3)],
    ids=["effort", "velocity", "position"],
)
def test_the_first_command_is_ramped_from_what_is_measured(rig, measured, goal, first, half):
    rig.driver.state = measured(position=(0.2, 0.2), velocity=(1.0, 1.0))
    rig.observe()
    rig.armed()
    key = next(iter(goal))
    written = []
    for _ in range(12):
        rig.step(**goal)
        written.append(getattr(rig.last, key)[0])
    assert written[0] == pytest.approx(first)
    assert written[5] == pytest.approx(half)
    assert written[10:] == [goal[key]] * 2
    assert written == sorted(written)


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(
    ("key", "least"), [("effort", 1.51), ("velocity", 7.01), ("position", 0.51)]
)
def test_a_first_command_too_far_away_is_refused_and_the_robot_stays_armed(
    slow_robot, driver, two_joints, make_rig, sign, key, least
):
    driver.joints = two_joints(max_speed=99.0, max_effort=99.0)
    rig = make_rig(slow_robot, driver).armed()
    assert not rig.take(**{key: sign * least})
    assert rig.state is Safety.ARMED
    assert f"{key}[right_wheel]" in rig.supervisor.inbox.refused_reason
    assert rig.take(**{key: sign * (least - 0.01)})
    assert rig.state is Safety.RUNNING


def test_off_first_does_not_get_round_the_approach(slow_robot, driver, two_joints, make_rig):
    driver.joints = two_joints(max_effort=99.0)
    rig = make_rig(slow_robot, driver).armed()
    rig.wait(0.3, mode=(Mode.OFF, Mode.OFF))
    assert rig.state is Safety.RUNNING
    assert not rig.take(effort=1.51)


def test_after_arming_again_the_next_command_is_a_first_one(rig):
    rig.running()
    rig.wait(0.3, effort=1.0)
    rig.supervisor.stop()
    rig.supervisor.clear()
    rig.armed()
    rig.step(effort=1.0)
    assert rig.last.effort == (0.0, 0.0)


# Command loss


def test_commands_are_lost_past_the_time_out_and_not_before(rig):
    rig.armed()
    rig.step(effort=0.1)  # taken at tick 0
    while rig.now <= 0.1 + 1e-12:
        assert rig.state is Safety.RUNNING, rig.now
        rig.step()
    assert rig.now == pytest.approx(0.11)
    rig.observe()
    assert rig.state is Safety.FAULTED
    assert rig.now <= 1.5 * rig.robot.node.command_timeout


def test_command_loss_reacts_latches_tells_once_and_ends_the_lease(rig):
    rig.running()
    rig.wait(0.5)
    assert rig.state is Safety.FAULTED
    assert rig.modes == {BRAKE}
    assert rig.supervisor.lease.holder is None
    assert [event.level for event in rig.told("command_loss")] == ["error"]
    assert "clear and arm" in rig.told("command_loss")[0].remedy


def test_an_armed_robot_that_never_hears_a_command_reacts_too(rig):
    rig.armed()
    rig.wait(0.12)
    assert rig.state is Safety.FAULTED


def test_a_stream_of_commands_keeps_the_robot_running(rig):
    rig.armed()
    rig.wait(2.0, effort=0.1)
    assert rig.state is Safety.RUNNING


@pytest.mark.parametrize(
    "bad",
    [
        {"effort": 99.0},
        {"effort": 0.1, "session": "before"},
        {"effort": 0.1, "token": b"wrong"},
        {"effort": 0.1, "answers": 10**6},
        {"effort": 0.1, "seq": 0},
    ],
    ids=["beyond limits", "stale session", "no lease", "ahead", "replayed"],
)
def test_refused_commands_do_not_feed_the_watchdog(rig, bad):
    rig.running()
    rig.wait(0.05, effort=0.2)
    rig.wait(0.05, **bad)
    assert rig.state is Safety.RUNNING
    assert rig.supervisor.inbox.standing.effort == (0.2, 0.2)
    rig.wait(0.07, **bad)
    assert rig.state is Safety.FAULTED


def test_late_commands_do_not_feed_the_watchdog(rig):
    rig.running()
    rig.wait(0.1, effort=0.1)
    for _ in range(12):
        rig.step(effort=0.1, answers=rig.tick - 3)
    assert rig.state is Safety.FAULTED
    assert "late" in rig.supervisor.inbox.refused_reason


def test_a_lost_command_alone_stops_nothing(rig):
    rig.running()
    for tick in range(100):
        rig.step(**({"effort": 0.1} if tick % 8 == 0 else {}))
    assert rig.state is Safety.RUNNING


def test_b45_a_step_of_the_wall_clock_has_no_effect(rig, monkeypatch):
    rig.running()
    real = time.time()
    for step in (-3600.0, 3600.0):
        monkeypatch.setattr(time, "time", lambda step=step: real + step)
        rig.wait(0.3, effort=0.1)
        assert rig.state is Safety.RUNNING
    rig.wait(0.12)
    assert rig.state is Safety.FAULTED


# Every line of the table, every reaction

LOSSES: dict[str, Callable[[Any], None]] = {
    "command_loss": lambda rig: rig.wait(0.12),
    "joint_stale": lambda rig: _show(rig, health=(OK, STALE)),
    "joint_limp": lambda rig: _show(rig, health=(LIMP, OK)),
    "low_pressure": lambda rig: _show(
        rig, sensors={"suction_pressure": SensorReading(100.0, "Pa", 0.0)}
    ),
    "driver_lost": lambda rig: _lose(rig),
    "stop": lambda rig: _and_act(rig, rig.supervisor.stop),
    "exit": lambda rig: _and_act(rig, lambda: rig.supervisor.park(rig.now, leaving=True)),
}


def _show(rig: Any, **changes: Any) -> None:
    rig.driver.state = replace(rig.driver.state, **changes)
    rig.step(position=0.0)


def _lose(rig: Any) -> None:
    rig.supervisor.lose_driver(DriverError("the port is gone"))
    rig.supervisor.act(rig.now)


def _and_act(rig: Any, event: Callable[[], object]) -> None:
    event()
    rig.supervisor.act(rig.now)


@pytest.mark.parametrize("reaction", MODE_OF, ids=str)
@pytest.mark.parametrize("line", LOSSES)
def test_every_line_of_the_table_is_obeyed(rig_with, line: str, reaction: Reaction):
    others = dict.fromkeys(LOSSES, Reaction.BRAKE if reaction is not Reaction.BRAKE else "coast")
    table = {name: Reaction(value) for name, value in others.items()} | {line: reaction}
    rig = rig_with(**table).running(position=0.1)
    rig.wait(0.2, position=0.1)
    LOSSES[line](rig)
    assert rig.modes == {MODE_OF[reaction]}
    if reaction is Reaction.HOLD:
        assert rig.last.position == (0.1, 0.1)
    assert rig.state is (Safety.STOPPED if line in ("stop", "exit") else Safety.FAULTED)
    assert rig.supervisor.lease.holder is None


@pytest.mark.parametrize("line", ["joint_stale", "joint_limp", "low_pressure"])
def test_continue_makes_a_loss_one_event_and_nothing_more(rig_with, line: str):
    rig = rig_with(**{line: Reaction.CONTINUE}).running(position=0.0)
    LOSSES[line](rig)
    rig.wait(0.5, position=0.0)
    assert rig.state is Safety.RUNNING
    assert rig.supervisor.safety.faults == {}
    assert len([event for event in rig.events if event.level == "error"]) == 1


def test_commands_after_a_loss_are_not_written(rig):
    rig.running()
    rig.wait(0.12)
    token = rig.token
    rig.lease("another")
    for held in (token, rig.token):
        rig.token = held
        rig.step(effort=1.0)
        assert rig.modes == {BRAKE}


def test_of_two_losses_the_first_reaction_rules(rig_with):
    rig = rig_with(joint_stale=Reaction.DAMP, joint_limp=Reaction.OFF).running()
    _show(rig, health=(STALE, OK))
    _show(rig, health=(STALE, LIMP))
    assert rig.modes == {Mode.DAMP}
    assert {*rig.supervisor.safety.faults} == {"joint_stale: right_wheel", "joint_limp: left_wheel"}


def test_a_robot_without_torque_has_nothing_to_react_with(rig):
    _show(rig, health=(STALE, LIMP))
    rig.wait(0.5)
    assert (rig.state, rig.driver.wire) == (Safety.READY, [])


@pytest.mark.parametrize("call", ["control_silent", "recorder_silent"])
def test_what_ends_a_lockstep_run_faults_even_where_the_table_continues(rig_with, call):
    rig = rig_with(command_loss=Reaction.CONTINUE).running()
    getattr(rig.supervisor, call)(30.0 if call == "control_silent" else Exception("no hub"))
    rig.supervisor.act(rig.now)
    assert (rig.state, rig.modes) == (Safety.FAULTED, {BRAKE})
    assert call.replace("_", " ") in rig.supervisor.safety.faults


def test_a_driver_that_fails_to_write_is_lost(rig):
    rig.running()
    rig.driver.broken = {"write"}
    rig.step(effort=0.1)
    assert rig.state is Safety.FAULTED
    rig.step()
    assert len(rig.told("driver_lost")) == 1
    rig.driver.broken = set()
    rig.step()
    assert rig.modes == {BRAKE}


def test_what_a_lost_driver_measured_last_is_stale(rig):
    rig.running()
    _lose(rig)
    assert rig.supervisor.hardware.health == (STALE, STALE)
    assert not rig.supervisor.at_rest


def test_a_lost_driver_faults_a_robot_that_is_only_ready(rig):
    _lose(rig)
    assert (rig.state, rig.driver.wire) == (Safety.FAULTED, [])


def test_a_measurement_that_is_no_number_is_missing(rig, measured):
    rig.driver.state = measured(position=(math.nan, 0.0), effort=(math.inf, 0.0))
    rig.observe()
    assert rig.supervisor.hardware.position == (None, 0.0)
    assert rig.supervisor.hardware.effort == (None, 0.0)


# Stop, clear, arm: the way back


@pytest.mark.parametrize("state", ["ready", "armed", "running", "stopped", "faulted", "parking"])
def test_stop_latches_from_every_state(rig, state):
    ways = {
        "ready": lambda: rig.lease(),
        "armed": rig.armed,
        "running": rig.running,
        "stopped": lambda: (rig.running(), rig.supervisor.stop()),
        "faulted": lambda: (rig.running(), rig.wait(0.2)),
        "parking": lambda: (rig.running(), rig.supervisor.park(rig.now), rig.step()),
    }
    ways[state]()
    rig.supervisor.stop()
    assert rig.state is (Safety.FAULTED if state == "faulted" else Safety.STOPPED)
    assert rig.supervisor.lease.holder is None
    assert "clear it first" in rig.arm()


def test_stop_takes_effect_in_the_same_tick(rig):
    rig.running()
    rig.take(effort=1.0)
    rig.supervisor.stop()
    rig.supervisor.act(rig.now)
    assert rig.modes == {BRAKE}


def test_clear_forgets_the_faults_and_keeps_the_reaction(rig):
    rig.running()
    rig.wait(0.2)
    assert rig.supervisor.clear() is None
    assert Service.CLEAR_FAULT in rig.driver.wire
    rig.step()
    assert (rig.state, rig.modes, rig.supervisor.safety.faults) == (Safety.READY, {BRAKE}, {})


def test_clear_does_not_hide_a_loss_that_is_still_there(rig):
    rig.running()
    _show(rig, health=(STALE, OK))
    rig.supervisor.clear()
    rig.step()
    assert rig.state is Safety.FAULTED


@pytest.mark.parametrize("state", ["ready", "armed", "running"])
def test_there_is_nothing_to_clear_while_nothing_is_latched(rig, state):
    rig.lease() if state == "ready" else getattr(rig, state)()
    assert "nothing to clear" in rig.supervisor.clear()
    assert Service.CLEAR_FAULT not in rig.driver.wire


def test_a_driver_that_cannot_clear_leaves_the_robot_faulted(rig):
    rig.running()
    rig.wait(0.2)
    rig.driver.broken = {Service.CLEAR_FAULT}
    assert "look at its cable" in rig.supervisor.clear()
    assert rig.state is Safety.FAULTED


@pytest.mark.parametrize("latch", ["stop", "fault"])
def test_a_new_lease_never_resumes_motion(rig, latch):
    rig.running()
    rig.supervisor.stop() if latch == "stop" else rig.wait(0.2)
    rig.lease("new")
    rig.wait(0.1, effort=1.0)
    assert rig.modes == {BRAKE}
    rig.supervisor.clear()
    rig.wait(0.1, effort=1.0)
    assert (rig.state, rig.modes) == (Safety.READY, {BRAKE})
    assert rig.arm() is None
    rig.step(effort=1.0)
    assert (rig.state, rig.modes) == (Safety.RUNNING, {EFFORT})


def test_arming_again_starts_from_the_present_place(rig, measured):
    rig.running(position=0.0)
    rig.supervisor.stop()
    rig.driver.state = measured(position=(0.3, 0.3))
    rig.step()
    rig.supervisor.clear()
    rig.driver.wire.clear()
    rig.armed()
    assert rig.driver.wire[0].position == (0.3, 0.3)


# The lease


def test_a_second_commander_is_refused_with_the_holders_name(rig):
    rig.lease("first")
    assert rig.supervisor.grant("second", rig.now) == "first holds command"


def test_release_while_moving_stops(rig):
    rig.running()
    assert rig.supervisor.release(rig.token) is None
    assert rig.state is Safety.STOPPED
    assert rig.supervisor.lease.holder is None


def test_release_while_ready_stops_nothing(rig):
    rig.lease()
    assert rig.supervisor.release(rig.token) is None
    assert rig.state is Safety.READY


@pytest.mark.parametrize("token", [b"", b"wrong"])
def test_only_the_holder_releases(rig, token):
    rig.running()
    assert "only the holder" in rig.supervisor.release(token)
    assert rig.state is Safety.RUNNING


@pytest.mark.parametrize("spoke", [False, True], ids=["never spoke", "fell silent"])
def test_a_lease_lapses_by_silence_while_nothing_moves(rig, spoke):
    rig.lease()
    rig.step(**({"effort": 0.0} if spoke else {}))
    rig.wait(READY_SILENCE - 0.02)
    assert rig.supervisor.lease.holder == "tester"
    rig.wait(0.04)
    assert rig.supervisor.lease.holder is None
    assert rig.state is Safety.READY
    assert any("fell silent" in event.message for event in rig.told("lease"))


def test_a_lease_that_is_used_stays(rig):
    rig.lease()
    rig.wait(3.0, effort=0.0)
    assert rig.supervisor.lease.holder == "tester"


# Parking


def test_parking_brakes_releases_and_is_done(rig):
    rig.running()
    rig.supervisor.park(rig.now)
    assert rig.state is Safety.STOPPED
    rig.step()
    assert rig.modes == {BRAKE}
    rig.wait(1.0)
    assert rig.driver.wire[-1] is Service.TORQUE_OFF
    assert (rig.supervisor.parked, rig.supervisor.torque_on) == (True, False)
    assert not rig.supervisor.parking
    assert rig.told("parked")


def test_a_parked_robot_is_written_to_no_more(rig):
    rig.running()
    rig.supervisor.park(rig.now)
    rig.wait(1.0)
    before = list(rig.driver.wire)
    rig.wait(1.0)
    assert rig.driver.wire == before


def test_a_moving_robot_is_not_let_go(rig, measured):
    rig.running()
    rig.driver.state = measured(velocity=(0.5, 0.5))
    rig.supervisor.park(rig.now)
    rig.wait(2.0)
    assert Service.TORQUE_OFF not in rig.driver.wire
    assert rig.modes == {BRAKE}


def test_a_robot_that_slides_is_grabbed_again_and_told(rig, measured):
    rig.running()
    rig.supervisor.park(rig.now)
    while Service.TORQUE_OFF not in rig.driver.wire:
        rig.step()
    rig.driver.state = measured(velocity=(0.3, 0.3))
    rig.step()
    after = rig.driver.wire[rig.driver.wire.index(Service.TORQUE_OFF) + 1 :]
    assert after[0].mode == (BRAKE, BRAKE)
    assert after[1] is Service.TORQUE_ON
    assert (rig.supervisor.torque_on, rig.supervisor.parked) == (True, False)
    assert not rig.supervisor.parking
    assert "take it off the wall" in rig.told("not parked")[0].remedy
    rig.step()
    assert rig.modes == {BRAKE}


def test_a_robot_that_never_rests_is_held_and_told(rig, measured):
    rig.running()
    rig.driver.state = measured(velocity=(0.3, 0.3))
    rig.supervisor.park(rig.now)
    rig.wait(11.0)
    assert len(rig.told("not parked")) == 1
    assert (rig.supervisor.parking, rig.supervisor.parked) == (False, False)
    assert Service.TORQUE_OFF not in rig.driver.wire


def test_a_silent_driver_is_not_mistaken_for_rest(rig):
    rig.running()
    rig.supervisor.park(rig.now)
    for _ in range(100):
        _lose(rig)
        rig.tick += 1
    assert Service.TORQUE_OFF not in rig.driver.wire


def test_torque_that_cannot_be_switched_off_is_no_parking(rig):
    rig.running()
    rig.driver.broken = {Service.TORQUE_OFF}
    rig.supervisor.park(rig.now)
    rig.wait(1.0)
    assert (rig.supervisor.parked, rig.supervisor.torque_on) == (False, True)
    assert rig.state is Safety.FAULTED


def test_parking_a_robot_without_torque_never_switches_it_on(rig, measured):
    """A person may be carrying it, its wheels turning."""
    rig.driver.state = measured(velocity=(2.0, 2.0))
    rig.observe()
    rig.supervisor.park(rig.now, leaving=True)
    rig.wait(1.0)
    assert rig.driver.wire == []
    assert rig.supervisor.parked


def test_a_cleared_robot_that_is_held_can_be_parked(rig):
    rig.running()
    rig.supervisor.stop()
    rig.supervisor.clear()
    rig.supervisor.park(rig.now)
    rig.wait(1.0)
    assert rig.supervisor.parked
    assert rig.driver.wire[-1] is Service.TORQUE_OFF


def test_parking_twice_is_parking_once(rig):
    rig.running()
    rig.supervisor.park(rig.now)
    rig.wait(0.2)
    rig.supervisor.park(rig.now)
    rig.wait(0.5)
    assert rig.supervisor.parked
    assert rig.driver.wire.count(Service.TORQUE_OFF) == 1


def test_a_parked_robot_can_be_armed_again(rig):
    rig.running()
    rig.supervisor.park(rig.now)
    rig.wait(1.0)
    rig.supervisor.clear()
    rig.armed()
    assert (rig.supervisor.parked, rig.supervisor.torque_on) == (False, True)


@pytest.mark.parametrize("state", ["ready", "armed", "running"])
def test_leaving_ends_the_lease_and_latches(rig, state):
    rig.lease() if state == "ready" else getattr(rig, state)()
    rig.supervisor.park(rig.now, leaving=True)
    assert rig.state is Safety.STOPPED
    assert rig.supervisor.lease.holder is None


def test_leaving_does_not_change_what_a_stopped_robot_does(rig_with):
    rig = rig_with(stop=Reaction.HOLD, exit=Reaction.COAST).running(position=0.1)
    rig.supervisor.stop()
    rig.supervisor.park(rig.now, leaving=True)
    rig.step()
    assert rig.modes == {POSITION}
