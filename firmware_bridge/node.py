"""The hardware node: it alone ticks. Each tick: read, publish, wait for the answer, decide, write.

Real time and lockstep differ in one place, `_await_answer`: in lockstep the node waits for the
answer to the tick before it goes on, and time passes only by its own `advance`.
"""

import math
import time
from array import array
from collections.abc import Callable

import zmq

from config import Robot
from firmware_bridge.clock import LockstepClock, WallClock
from firmware_bridge.contract import Safety, State
from firmware_bridge.deadlines import Deadlines
from firmware_bridge.driver import Driver, DriverError, HardwareInfo
from firmware_bridge.links import Links, Publisher, RecorderSilent, has_message
from firmware_bridge.node_report import NodeReport
from firmware_bridge.node_streams import StateStream, command_message
from firmware_bridge.nonces import Nonces
from firmware_bridge.operator_channel import OperatorChannel
from firmware_bridge.requests import Requests
from firmware_bridge.run_directory import RunDirectory
from firmware_bridge.supervisor import Event, Supervisor

RESEND = 0.05  # s of wall time after which lockstep repeats an unanswered state
CONTROL_SILENCE = 30.0  # s of wall time after which lockstep gives control up
_COMMAND_QUEUE = 64


class Node:
    """One robot's node. Make it, `run` it; the report says what came of it.

    Args:
        robot: what the node believes the robot to be.
        driver: what stands behind the seam.
        links: the process's sockets.
        run: where the robot's processes find each other; its node lock is held by the caller.
        publisher: telemetry, shared with the driver.
        session: the run's name; commands of another one are refused.
        clock: a `LockstepClock` makes the node run in lockstep.
        duration: s after arming at which the run is complete; None: until told to leave.
        once: leave as soon as the robot has stopped or faulted.
        leave: how often somebody has asked the node to leave; a second time skips parking.
        control_silence: s of wall time after which lockstep gives control up.
    """

    def __init__(
        self,
        robot: Robot,
        driver: Driver,
        links: Links,
        run: RunDirectory,
        publisher: Publisher,
        *,
        session: str,
        clock: WallClock | LockstepClock,
        duration: float | None = None,
        once: bool = False,
        leave: Callable[[], int] = lambda: 0,
        control_silence: float = CONTROL_SILENCE,
    ) -> None:
        self._robot, self._driver, self._publisher = robot, driver, publisher
        self._links, self._run, self._session, self._clock = links, run, session, clock
        self._duration, self._once, self._leave = duration, once, leave
        self._control_silence = control_silence
        self._lockstep = isinstance(clock, LockstepClock)
        self._period = robot.node.period
        self._tick = 0
        self._began: float | None = None
        self._leaving = False
        self._shown = Safety.READY  # what the newest state said
        self._latencies = array("d")
        self._states = StateStream()

    def run(self) -> NodeReport:
        """Open the hardware, tick until it is time to leave, park, and close.

        Raises:
            DriverError: the hardware could not be opened.
        """
        info = self._driver.open(self._clock)
        try:
            self._prepare(info)
            self._tick_on() if self._lockstep else self._tick_by_the_wall()
        finally:
            self._driver.close()
        return self._finish()

    # The two ways of ticking

    def _tick_on(self) -> None:
        """Lockstep: a tick follows when the one before it is done; at rest, only requests do."""
        assert isinstance(self._clock, LockstepClock)
        while self._going():
            if self._idle():
                self._serve(wait=RESEND)
                continue
            self._tick_once(lateness=0.0)
            self._clock.advance()

    def _tick_by_the_wall(self) -> None:
        """Real time: absolute deadlines; a missed tick is counted and skipped, never caught up."""
        deadlines = Deadlines(self._period, self._clock.now())
        while self._going():
            self._tick_once(deadlines.lateness(self._clock.now()))
            left = deadlines.done(self._clock.now())
            self._report.overruns, self._report.missed = deadlines.overruns, deadlines.missed
            self._report.longest_overrun_s = deadlines.longest
            time.sleep(left)

    def _going(self) -> bool:
        """Whether the node goes on; begins to leave when it is time to."""
        asked = self._leave()
        if self._leaving:
            held = self._supervisor.parking and asked < 2
            # A robot that cannot be parked stays held until a person has said so twice.
            return held or not (self._supervisor.parked or self._info.simulated or asked >= 2)
        safety = self._supervisor.safety.state
        over = self._duration is not None and self._elapsed() >= self._duration - 1e-9
        ended = self._once and self._began is not None and not safety.moves
        if asked or over or ended:
            if safety is Safety.FAULTED:
                self._report.outcome = "faulted"
            elif not over or not safety.moves:
                self._report.outcome = "stopped"
            self._leaving = True
            self._report.duration_s = self._elapsed()
            self._supervisor.park(self._clock.now(), leaving=True)
        return True

    def _elapsed(self) -> float:
        return 0.0 if self._began is None else self._clock.now() - self._began

    def _idle(self) -> bool:
        """Whether lockstep waits for the operator: nothing moves, and everybody was told so."""
        supervisor = self._supervisor
        safety = supervisor.safety.state
        if safety.moves or supervisor.parking or safety is not self._shown:
            return False
        return supervisor.at_rest or not supervisor.torque_on

    # One tick

    def _tick_once(self, lateness: float) -> None:
        began = time.perf_counter()
        now = self._clock.now()
        self._serve()
        try:
            self._supervisor.observe(self._driver.read(), now)
        except DriverError as error:
            self._supervisor.lose_driver(error)
        except RecorderSilent as error:
            self._lose_recorder(error)
        if self._began is None and self._supervisor.safety.state.moves:
            self._began = now
        state = self._state(now)
        frame = state.encode()
        self._state_socket.send(frame)
        self._shown = state.safety
        latency = self._await_answer(frame, now)
        self._supervisor.act(self._clock.now())
        work = time.perf_counter() - began
        self._publish(state, now, latency, lateness, work)
        self._report.ticks += 1
        self._tick += 1

    def _await_answer(self, frame: bytes, now: float) -> float:
        """Take what commands there are until the one for this tick; s it took, NaN if none came."""
        began = time.perf_counter()
        supervisor = self._supervisor
        resend_at = give_up_at = began
        resend_at += RESEND
        give_up_at += self._control_silence
        until = began + self._robot.node.answer_share * self._period
        while True:
            self._take_commands()
            if supervisor.inbox.answered == self._tick:
                latency = time.perf_counter() - began
                self._latencies.append(latency)
                return latency
            clock = time.perf_counter()
            if not self._lockstep:
                if supervisor.lease.holder is None or clock >= until:
                    return math.nan
                self._poller.poll(max(1, int((until - clock) * 1e3)))
                continue
            if not supervisor.safety.state.moves:
                return math.nan
            if clock >= give_up_at:
                supervisor.control_silent(self._control_silence)
                return math.nan
            if clock >= resend_at:
                resend_at = clock + RESEND
                self._state_socket.send(frame)
                self._serve(tick=self._tick + 1)  # this tick's state is out already
                if self._leave():
                    return math.nan
            self._poller.poll(max(1, int((resend_at - clock) * 1e3)))

    def _take_commands(self) -> None:
        now = self._clock.now()
        for _ in range(2 * _COMMAND_QUEUE):  # a flood must not hold the tick
            if not has_message(self._command_socket):
                return
            self._supervisor.take(self._command_socket.recv(), self._tick, now)

    def _serve(self, wait: float = 0.0, tick: int | None = None) -> None:
        """Do what operators ask; `tick` is the first one whose state can show it."""
        self._requests.tick = self._tick if tick is None else tick
        self._requests.now = self._clock.now()
        self._operator.serve(wait)

    def _state(self, now: float) -> State:
        supervisor, inbox = self._supervisor, self._supervisor.inbox
        return State(
            session=self._session,
            seq=self._tick,
            t=now,
            timestamp=self._clock.unix(),
            safety=supervisor.safety.state,
            joints=self._info.joint_names,
            hardware=supervisor.hardware,
            faults=tuple(supervisor.safety.faults),
            command_seq=inbox.standing.seq if inbox.standing else None,
            command_age=None if inbox.accepted_at is None else now - inbox.accepted_at,
            refused_seq=inbox.refused_seq,
            refused_reason=inbox.refused_reason,
        )

    # Before and after

    def _prepare(self, info: HardwareInfo) -> None:
        self._info = info
        clock = "lockstep" if self._lockstep else "realtime"
        self._report = NodeReport(self._robot.name, info.hardware, clock, self._session)
        self._supervisor = Supervisor(self._robot, self._driver, info, self._session, self._tell)
        self._supervisor.answers_at_rest = not self._lockstep
        self._state_socket = self._links.bind(zmq.PUB, self._run.address("state"))
        self._command_socket = self._links.bind(
            zmq.SUB, self._run.address("command"), RCVHWM=_COMMAND_QUEUE
        )
        self._command_socket.setsockopt(zmq.SUBSCRIBE, b"")
        self._poller = zmq.Poller()  # kept: a socket's own poll() makes one every time
        self._poller.register(self._command_socket, zmq.POLLIN)
        nonces = Nonces()
        facts = {
            "robot": self._robot.name,
            "session": self._session,
            "clock": clock,
            "hardware": info.hardware,
            "facts": dict(info.facts),
            "joints": list(info.joint_names),
        }
        self._requests = Requests(self._supervisor, nonces, facts)
        router = self._links.bind(zmq.ROUTER, self._run.address("operator"))
        self._operator = OperatorChannel(router, nonces, self._requests.handlers())

    def _finish(self) -> NodeReport:
        report, inbox = self._report, self._supervisor.inbox
        report.faults = list(self._supervisor.safety.faults)
        report.parked = self._supervisor.parked
        report.refused, report.repeats = inbox.counts["refused"], inbox.counts["repeat"]
        report.dropped_records = self._publisher.dropped
        report.latencies(self._latencies)
        return report

    # Telemetry

    def _publish(
        self, state: State, now: float, latency: float, lateness: float, work: float
    ) -> None:
        supervisor, inbox = self._supervisor, self._supervisor.inbox
        standing = inbox.standing
        written = supervisor.written if supervisor.torque_on else None
        loop = {
            "elapsed": self._elapsed(),
            "latency": latency,
            "work": work,
            "lateness": lateness,
            "overrun": int(work > self._period and not self._lockstep),
            "overruns": self._report.overruns,
            "missed": self._report.missed,
            "repeats": inbox.counts["repeat"],
            "refused": inbox.counts["refused"],
            "no_lease": inbox.counts["no_lease"],
            "dropped": self._publisher.dropped,
        }
        command = command_message(
            state.joints,
            written,
            standing.seq if standing else None,
            standing.state_seq if standing else None,
        )
        try:
            for stream, message in (
                ("state", self._states.message(state)),
                ("command", command),
                ("loop", loop),
            ):
                self._publisher.send(stream, now, state.timestamp, message, seq=state.seq)
        except RecorderSilent as error:
            self._lose_recorder(error)

    def _tell(self, event: Event) -> None:
        message = {
            "level": event.level,
            "source": "node",
            "name": event.name,
            "message": event.message,
            "remedy": event.remedy,
            "tick": self._tick,
        }
        try:
            self._publisher.send("event", self._clock.now(), self._clock.unix(), message)
        except RecorderSilent as error:
            self._lose_recorder(error)

    def _lose_recorder(self, error: RecorderSilent) -> None:
        self._publisher.mute()
        self._supervisor.recorder_silent(error)
