"""The node in a thread of its own, over real sockets, with a fake driver behind it.

The test's own thread is the control side. Times are read from the node's stamps; the waits below
only guard against hanging. Not covered: processes and signals (tests/end_to_end), the simulator.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import Any

import msgpack
import pytest
import zmq

from config import Robot
from firmware_bridge import links as links_module
from firmware_bridge import node as node_module
from firmware_bridge.clock import LockstepClock, WallClock
from firmware_bridge.contract import Command, Safety, State
from firmware_bridge.driver import DriverError, Health, Mode, Service, Setpoints
from firmware_bridge.links import Links, Publisher
from firmware_bridge.node import Node
from firmware_bridge.node_report import NodeReport
from firmware_bridge.operator_client import NodeSilent, OperatorClient, RequestRefused
from firmware_bridge.run_directory import RunDirectory

GUARD = 5.0  # s, against hanging
PERIOD = 0.01
JOINTS = ("right_wheel", "left_wheel")
SESSION = "test"


@pytest.fixture
def robot(slow_robot: Robot) -> Robot:
    """100 Hz, with a time-out of twenty ticks: a busy machine must not end a test."""
    changes = {"command_timeout": 0.2, "late_after": 0.1, "joint_stale_after": 1.0}
    return slow_robot.model_copy(update={"node": slow_robot.node.model_copy(update=changes)})


class Running:
    """A node in its thread."""

    def __init__(self) -> None:
        self.asked_to_leave = 0
        self.report: NodeReport | None = None
        self.error: BaseException | None = None

    def join(self) -> NodeReport:
        self.thread.join(GUARD * 2)
        assert not self.thread.is_alive(), "the node does not end"
        if self.error:
            raise self.error
        assert self.report is not None
        return self.report


Start = Callable[..., AbstractContextManager[Running]]


@pytest.fixture
def start(robot: Robot, driver: Any, run: RunDirectory) -> Start:
    """A node that runs for a `with` block, and leaves for good at its end."""

    @contextmanager
    def begin(*, lockstep: bool = True, record: bool = False, **options: Any) -> Iterator[Running]:
        running = Running()
        clock = LockstepClock(PERIOD) if lockstep else WallClock()
        options = {"control_silence": GUARD} | options

        def body() -> None:
            try:
                with Links() as links:
                    publisher = Publisher(links, run, robot.name, lossless=lockstep, enabled=record)
                    node = Node(
                        robot, driver, links, run, publisher, session=SESSION, clock=clock,
                        leave=lambda: running.asked_to_leave, **options,
                    )  # fmt: skip
                    running.report = node.run()
            except BaseException as error:
                running.error = error

        running.thread = threading.Thread(target=body)
        running.thread.start()
        try:
            yield running
        finally:
            running.asked_to_leave = 2
            running.thread.join(GUARD)

    return begin


class Commander:
    """The control side: takes the lease, sees states, sends commands."""

    def __init__(self, links: Links, run: RunDirectory, name: str = "control") -> None:
        self.client = OperatorClient(links, run, "rover", name)
        self.states = links.connect(zmq.SUB, run.address("state"))
        self.states.setsockopt(zmq.SUBSCRIBE, b"")
        self.commands = links.connect(zmq.PUB, run.address("command"))
        self.token = b""
        self.seq = 0
        self.seen: list[State] = []

    def attach(self) -> None:
        assert self.client.snapshot(GUARD)["session"] == SESSION
        self.token = self.client.ask("lease").data["token"]

    def attach_and_arm(self) -> None:
        self.attach()
        if self.client.snapshot()["clock"] == "realtime":
            self.drive(lambda state: state.command_seq is not None)
        self.client.ask("arm")

    def frame(self, wait: float = GUARD) -> bytes:
        assert self.states.poll(int(wait * 1e3)), "no state came"
        return self.states.recv()

    def state(self) -> State:
        """The newest state there is, or the next one."""
        frame = self.frame()
        while self.states.poll(0):
            frame = self.states.recv()
        self.seen.append(State.decode(frame, JOINTS))
        return self.seen[-1]

    def silence(self, seconds: float) -> bool:
        return not self.states.poll(int(seconds * 1e3))

    def command(self, state: State, effort: float = 0.0, **changes: Any) -> bytes:
        values: dict[str, Any] = {
            "session": SESSION,
            "seq": self.seq,
            "state_seq": state.seq,
            "t": state.t,
            "token": self.token,
            "joints": JOINTS,
            "mode": (Mode.EFFORT,) * 2,
            "position": (None, None),
            "velocity": (None, None),
            "effort": (effort, effort),
        }
        self.seq += 1
        return Command(**(values | changes)).encode()

    def answer(self, state: State, effort: float = 0.0, **changes: Any) -> bytes:
        frame = self.command(state, effort, **changes)
        self.commands.send(frame)
        return frame

    def drive(self, until: Callable[[State], bool], **goals: Any) -> State:
        """Answer each newest state until one is as wanted."""
        end = time.monotonic() + GUARD
        while time.monotonic() < end:
            state = self.state()
            if until(state):
                return state
            self.answer(state, **goals)
        raise AssertionError(f"never seen; last: {self.seen[-1]}")

    def watch(self, until: Callable[[State], bool]) -> State:
        """Look on in silence until a state is as wanted."""
        end = time.monotonic() + GUARD
        while time.monotonic() < end:
            state = self.state()
            if until(state):
                return state
        raise AssertionError(f"never seen; last: {self.seen[-1]}")


@pytest.fixture
def control(run: RunDirectory) -> Iterator[Commander]:
    with Links() as links:
        yield Commander(links, run)


def modes(written: Setpoints) -> set[Mode]:
    return set(written.mode)


# Lockstep


def test_tick_0_waits_for_lease_and_arm(start: Start, control: Commander, driver):
    with start():
        assert control.client.snapshot(GUARD)["tick"] == 0
        with pytest.raises(RequestRefused, match="nobody holds command"):
            control.client.ask("arm")
        control.attach()
        assert control.silence(0.12)
        assert driver.read_at == []
        control.client.ask("arm")
        state = control.state()
        assert (state.seq, state.t, state.timestamp) == (0, 0.0, 0.0)
        assert state.safety is Safety.ARMED


def test_tick_0_waits_though_nothing_was_ever_measured(start: Start, control, driver, measured):
    driver.state = measured(position=(None, None), velocity=(None, None))
    with start():
        control.attach()
        with pytest.raises(RequestRefused, match="never read: right_wheel, left_wheel"):
            control.client.ask("arm")
        assert control.silence(0.12)
        assert driver.read_at == []


def test_an_unanswered_state_is_repeated_byte_by_byte(start: Start, control: Commander, driver):
    assert node_module.RESEND == 0.05
    with start():
        control.attach_and_arm()
        first = control.frame()
        assert [control.frame() for _ in range(3)] == [first] * 3
        assert len(driver.read_at) == 1
        control.answer(State.decode(first, JOINTS))
        while (frame := control.frame()) == first:
            pass
        assert State.decode(frame, JOINTS).seq == 1


def test_time_passes_by_exactly_one_period_a_tick(start: Start, control: Commander, driver):
    with start(duration=0.5):
        control.attach_and_arm()
        control.drive(lambda state: state.safety is Safety.STOPPED)
    assert driver.read_at == [tick * PERIOD for tick in range(len(driver.read_at))]
    assert len(driver.read_at) >= 50


def test_identical_repeated_answers_are_dropped_and_counted(start: Start, control: Commander):
    with start(duration=0.2, once=True) as node:
        control.attach_and_arm()
        while node.thread.is_alive() and not control.silence(0.5):
            state = control.state()
            frame = control.answer(state)
            control.commands.send(frame)
            if state.safety is Safety.STOPPED:
                break
        report = node.join()
    assert report.outcome == "completed"
    assert 15 <= report.repeats <= 40
    assert report.refused == 0


def test_an_answered_duration_is_completed_and_parked(start: Start, control, driver):
    with start(duration=0.3, once=True) as node:
        control.attach_and_arm()
        control.drive(lambda state: state.safety is Safety.STOPPED, effort=0.5)
        report = node.join()
    assert (report.outcome, report.parked, report.faults) == ("completed", True, [])
    assert report.duration_s == pytest.approx(0.3)
    assert driver.wire[-2:] == [Service.TORQUE_OFF, "close"]
    efforts = [w.effort[0] for w in driver.written if modes(w) == {Mode.EFFORT}]
    assert efforts[0] == 0.0
    assert efforts[-1] == 0.5
    assert efforts == sorted(efforts)
    assert report.command_latency_s["p50"] is not None


def test_a_silent_control_ends_the_run_as_faulted(start: Start, control: Commander, driver):
    with start(control_silence=0.15, once=True) as node:
        control.attach_and_arm()
        report = node.join()
    assert (report.outcome, report.faults) == ("faulted", ["control silent"])
    assert modes(driver.written[-1]) == {Mode.BRAKE}


def test_stop_is_obeyed_while_the_node_waits_for_an_answer(start: Start, control, driver):
    with start(once=True) as node:
        control.attach_and_arm()
        control.state()
        control.client.stop()
        report = node.join()
    assert (report.outcome, report.faults) == ("stopped", [])
    assert modes(driver.written[-1]) == {Mode.BRAKE}


def test_a_stop_and_a_clear_are_shown_in_a_state_each_though_nothing_moves(start: Start, control):
    """Control must learn that it may hold command again, and a recording how it ended."""
    with start():
        control.attach_and_arm()
        control.drive(lambda state: state.seq == 3)
        control.client.stop()
        stopped = control.watch(lambda state: state.safety is Safety.STOPPED)
        assert control.silence(0.12)
        control.client.ask("clear")
        ready = control.watch(lambda state: state.safety is Safety.READY)
        assert (stopped.seq, ready.seq, ready.command_seq) == (4, 5, None)
        assert control.silence(0.12)


def test_a_refused_answer_does_not_make_lockstep_wait(start: Start, control: Commander):
    with start():
        control.attach_and_arm()
        state = control.drive(lambda state: state.seq == 5)
        control.answer(state, effort=99.0)
        after = control.watch(lambda state: state.seq == 6)
        assert (after.command_seq, after.refused_seq) == (control.seq - 2, control.seq - 1)
        assert "effort[right_wheel]: 99 is beyond" in (after.refused_reason or "")


def test_the_answer_of_a_left_over_control_is_none(start: Start, control: Commander, run):
    with start(), Links() as links:
        left_over = Commander(links, run)
        control.attach_and_arm()
        state = control.state()
        left_over.token = b"from an earlier run"
        for _ in range(3):
            left_over.answer(left_over.state())
        assert State.decode(control.frame(), JOINTS).seq == state.seq
        assert control.client.snapshot()["counts"]["no_lease"] >= 1


def test_a_robot_that_is_told_to_leave_while_ready_leaves(start: Start, control, driver):
    with start() as node:
        control.client.snapshot(GUARD)
        node.asked_to_leave = 1
        report = node.join()
    assert (report.outcome, report.parked) == ("stopped", True)
    assert driver.wire == ["close"]


def test_a_robot_that_is_told_to_leave_while_it_waits_is_parked(start: Start, control, driver):
    with start() as node:
        control.attach_and_arm()
        control.state()
        node.asked_to_leave = 1
        report = node.join()
    assert (report.outcome, report.parked) == ("stopped", True)
    assert driver.wire[-2:] == [Service.TORQUE_OFF, "close"]


def test_a_real_robot_that_cannot_be_parked_is_held_until_told_twice(start: Start, control, driver):
    driver.simulated = False
    driver.broken = {Service.TORQUE_OFF}
    with start() as node:
        control.attach_and_arm()
        control.state()
        node.asked_to_leave = 1
        node.thread.join(0.5)
        assert node.thread.is_alive()
        assert control.client.snapshot()["parked"] is False
        node.asked_to_leave = 2
        report = node.join()
    assert not report.parked
    assert driver.wire[-1] == "close"


@pytest.mark.parametrize("how", ["faulted", "stopped"])
def test_a_duration_that_ran_out_does_not_make_a_fault_a_success(
    start: Start, control: Commander, driver, measured, how: str
):
    """Without `once` the node goes on after a fault, and its time runs on."""
    with start(duration=1.0) as node:
        control.attach_and_arm()
        state = control.drive(lambda state: state.seq == 10)
        limp = Health.LIMP if how == "faulted" else Health.OK
        driver.state = measured(velocity=(1.0, 1.0), health=(limp, Health.OK))
        control.answer(state)  # from here on it moves, so that lockstep lets time pass
        if how == "stopped":
            control.watch(lambda state: state.seq == 11)
            control.client.stop()
        report = node.join()
    assert report.outcome == how


def test_a_driver_that_cannot_be_opened_is_an_error_and_nothing_is_bound(start: Start, driver, run):
    driver.broken = {"open"}
    with start() as node, pytest.raises(DriverError, match="look at its cable"):
        node.join()
    assert not list(run.path.glob("*.ipc"))


def test_a_driver_that_fails_to_read_faults_the_robot(start: Start, control: Commander, driver):
    with start(once=True) as node:
        control.attach_and_arm()
        state = control.drive(lambda state: state.seq == 5)
        driver.broken = {"read"}
        control.answer(state)
        report = node.join()
    assert (report.outcome, report.faults) == ("faulted", ["driver_lost"])
    assert modes(driver.written[-1]) == {Mode.BRAKE}


def test_whatever_goes_wrong_the_driver_is_closed(start: Start, control: Commander, driver):
    def explode() -> None:
        raise ZeroDivisionError

    with start() as node:
        control.attach()
        driver.on_read = explode
        with suppress(NodeSilent):  # its answer may be lost with it
            control.client.ask("arm")
        with pytest.raises(ZeroDivisionError):
            node.join()
    assert driver.wire[-1] == "close"


def test_a_measurement_that_is_no_number_does_not_end_the_node(start: Start, control, driver):
    with start():
        control.attach_and_arm()
        control.drive(lambda state: state.seq == 3)
        driver.state = replace(driver.state, effort=(float("nan"), 0.0))
        state = control.drive(lambda state: state.hardware.effort[0] is None)
        assert state.safety is Safety.RUNNING


@pytest.mark.parametrize("when", ["before arming", "running"])
def test_a_silent_recorder_ends_a_lockstep_run_as_faulted(
    start: Start, control: Commander, run, monkeypatch, when: str
):
    monkeypatch.setattr(links_module, "RECORDER_SILENCE", 0.2)
    with Links() as hub_links:
        if when == "running":
            hub = hub_links.bind(zmq.PULL, run.address("record"))
        with start(record=True) as node:
            control.attach()
            if when == "running":
                control.client.ask("arm")
                control.drive(lambda state: state.seq == 5)
                hub.close()
                control.drive(lambda state: state.safety is Safety.FAULTED)
            snapshot = control.client.snapshot(GUARD)
            assert snapshot["safety"] == "faulted"
            assert [fault["name"] for fault in snapshot["faults"]] == ["recorder silent"]
            node.asked_to_leave = 1
            assert node.join().outcome == "faulted"


def test_every_tick_is_told_to_the_hub(start: Start, control: Commander, run):
    with Links() as hub_links:
        hub = hub_links.bind(zmq.PULL, run.address("record"), RCVHWM=0)
        with start(record=True, duration=0.1, once=True) as node:
            control.attach_and_arm()
            control.drive(lambda state: state.safety is Safety.STOPPED)
            report = node.join()
        streams: dict[str, list[dict[str, Any]]] = {}
        while hub.poll(200):
            topic, body = hub.recv_multipart()
            streams.setdefault(topic.decode(), []).append(msgpack.unpackb(body))
    ticks = list(range(report.ticks))
    for stream in ("state", "command", "loop"):
        told = streams[f"wheeled_climber_bench/{stream}"]
        assert [message["seq"] for message in told] == ticks
        assert [message["timestamp"] for message in told] == [tick * PERIOD for tick in ticks]
    events = [message["name"] for message in streams["wheeled_climber_bench/event"]]
    assert events[:2] == ["lease", "armed"]
    assert "parked" in events


# Real time, on the node's own stamps


def test_a_robot_at_rest_is_shown_without_anyone_in_command(start: Start, control: Commander):
    with start(lockstep=False):
        first = control.state()
        later = control.watch(lambda state: state.seq >= first.seq + 10)
        assert later.safety is Safety.READY
        assert later.t - first.t >= 9 * PERIOD


def test_arming_waits_for_a_control_that_answers(start: Start, control: Commander):
    with start(lockstep=False):
        control.attach()
        with pytest.raises(RequestRefused, match="has not answered a state yet"):
            control.client.ask("arm")


def test_b30_commands_that_cease_are_reacted_to_within_one_and_a_half_time_outs(
    start: Start, control: Commander, driver, robot
):
    timeout = robot.node.command_timeout
    with start(lockstep=False):
        control.attach_and_arm()
        control.drive(lambda state: state.safety is Safety.RUNNING and state.seq > 30)
        control.seen.clear()
        faulted = control.watch(lambda state: state.safety is Safety.FAULTED)
        heard = [s.t - s.command_age for s in control.seen if s.command_age is not None][-1]
        assert timeout < faulted.t - heard <= 1.5 * timeout
        assert faulted.faults == ("command_loss",)
        control.watch(lambda state: state.seq > faulted.seq)
        assert modes(driver.written[-1]) == {Mode.BRAKE}


@pytest.mark.parametrize("bad", ["nan", "unknown joint", "version", "garbage"])
def test_bad_commands_leave_the_last_valid_one_standing_and_then_time_out(
    start: Start, control: Commander, driver, robot, bad: str
):
    spoil = {
        "nan": lambda frame: frame.replace(msgpack.packb(0.25), msgpack.packb(float("nan"))),
        "unknown joint": lambda frame: frame.replace(b"left_wheel", b"last_wheel"),
        "version": lambda frame: frame.replace(b"\xa1v\x01", b"\xa1v\x07"),
        "garbage": lambda frame: frame[:-1],
    }[bad]
    with start(lockstep=False):
        control.attach_and_arm()
        control.drive(lambda state: state.safety is Safety.RUNNING and state.seq > 30, effort=0.25)
        standing = control.watch(lambda state: True).command_seq
        control.seen.clear()
        while control.state().safety is Safety.RUNNING:
            control.commands.send(spoil(control.command(control.seen[-1], effort=0.25)))
        *running, faulted = control.seen
        assert {state.command_seq for state in running[3:]} <= {standing, control.seq}
        assert any(state.refused_reason for state in running)
        assert faulted.faults == ("command_loss",)
        ages = [s.t - s.command_age for s in running if s.command_age is not None]
        assert faulted.t - ages[-1] <= 1.5 * robot.node.command_timeout
    assert any(written.effort == (0.25, 0.25) for written in driver.written)


def test_a_stop_is_seen_in_the_state(start: Start, control: Commander, driver):
    with start(lockstep=False):
        control.attach_and_arm()
        control.drive(lambda state: state.safety is Safety.RUNNING)
        control.client.stop()
        state = control.watch(lambda state: state.safety is not Safety.RUNNING)
        assert state.safety is Safety.STOPPED
        control.watch(lambda later: later.seq > state.seq)
        assert modes(driver.written[-1]) == {Mode.BRAKE}


def test_b41_a_second_commander_is_refused_with_the_holders_name(start: Start, control, run):
    with start(lockstep=False), Links() as links:
        control.attach()
        second = Commander(links, run, "second")
        with pytest.raises(RequestRefused, match="control holds command"):
            second.attach()


def test_a_reacting_robot_moves_again_only_by_clear_and_arm(start: Start, control, driver):
    with start(lockstep=False):
        control.attach_and_arm()
        control.drive(lambda state: state.safety is Safety.RUNNING)
        control.client.stop()
        control.attach()
        state = control.state()
        control.drive(lambda later: later.seq > state.seq + 5, effort=1.0)
        assert modes(driver.written[-1]) == {Mode.BRAKE}
        control.client.ask("clear")
        state = control.drive(lambda later: later.safety is Safety.READY, effort=1.0)
        control.drive(lambda later: later.seq > state.seq + 5, effort=1.0)
        assert modes(driver.written[-1]) == {Mode.BRAKE}
        control.client.ask("arm")
        control.drive(lambda later: later.safety is Safety.RUNNING, effort=1.0)


# Real time, on a made-up clock: the node in the test's own thread, time passing by work and sleep


class MadeUpTime(WallClock):
    """Passes only when somebody works or sleeps."""

    def __init__(self) -> None:
        self.t = 50.0

    def now(self) -> float:
        return self.t

    def pass_(self, seconds: float) -> None:
        self.t += seconds


@pytest.fixture
def made_up(robot: Robot, driver, run, monkeypatch) -> Callable[[Callable[[int], float]], Any]:
    """Run a node for 10 s of made-up time; `work` gives the s that each read takes."""

    def go(work: Callable[[int], float]) -> NodeReport:
        clock = MadeUpTime()
        monkeypatch.setattr(time, "sleep", clock.pass_)
        driver.on_read = lambda: clock.pass_(work(len(driver.read_at) - 1))
        with Links() as links:
            node = Node(
                robot, driver, links, run, Publisher(links, run, "r", lossless=False),
                session=SESSION, clock=clock, leave=lambda: int(clock.t >= 60.0 - 1e-6),
            )  # fmt: skip
            return node.run()

    return go


def test_b44_a_hundred_hertz_with_two_milliseconds_of_work_is_a_thousand_ticks(made_up, driver):
    report = made_up(lambda tick: 0.002)
    assert abs(report.ticks - 1000) <= 1
    assert (report.overruns, report.missed, report.longest_overrun_s) == (0, 0, 0.0)
    late = [at - 50.0 - tick * PERIOD for tick, at in enumerate(driver.read_at)]
    assert max(map(abs, late)) < 1e-6


def test_b44_overruns_are_counted_with_their_longest_and_missed_ticks_skipped(made_up, driver):
    report = made_up(lambda tick: {100: 0.035, 200: 0.012}.get(tick, 0.002))
    assert (report.overruns, report.missed) == (2, 2)
    assert report.longest_overrun_s == pytest.approx(0.025)
    assert abs(report.ticks - 998) <= 1
    gaps = [b - a for a, b in zip(driver.read_at, driver.read_at[1:], strict=False)]
    assert min(gaps) >= PERIOD / 2 - 1e-6  # never a burst


def test_b45_a_step_of_the_wall_clock_shows_in_the_timestamp_alone(start: Start, control, driver,
                                                                   monkeypatch):  # fmt: skip
    with start(lockstep=False):
        control.attach_and_arm()
        before = control.drive(lambda state: state.safety is Safety.RUNNING)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() - 3600.0)
        after = control.drive(lambda state: state.timestamp < before.timestamp - 3000.0)
        later = control.drive(lambda state: state.seq > after.seq + 30)
        assert later.safety is Safety.RUNNING
        assert 0.0 < later.t - before.t < 60.0
        assert 0.0 <= (later.command_age or 0.0) < 60.0
