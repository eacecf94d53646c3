"""What the node decides between reading and writing: safety, lease, commands, parking.

No socket and no waiting in here: everything is told with its time, so that each branch can be
tested on a made-up clock.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from config import Reaction, Robot
from firmware_bridge import condition
from firmware_bridge.approach import Ramp
from firmware_bridge.contract import Command, Safety
from firmware_bridge.driver import (
    Driver,
    DriverError,
    HardwareInfo,
    HardwareState,
    Health,
    Mode,
    Service,
    Setpoints,
)
from firmware_bridge.inbox import Inbox
from firmware_bridge.lease import Lease
from firmware_bridge.parking import Parking, Step
from firmware_bridge.reactions import present_setpoints, reaction_setpoints
from firmware_bridge.safety import Fault, SafetyMachine

READY_SILENCE = 1.0  # s for which a holder of the lease may say nothing while nothing moves


@dataclass(frozen=True)
class Event:
    """Something worth telling an operator, with its remedy ("" where there is nothing to do)."""

    level: str
    name: str
    message: str
    remedy: str = ""


class Supervisor:
    """Guards one robot between its driver and whoever commands it."""

    def __init__(
        self,
        robot: Robot,
        driver: Driver,
        info: HardwareInfo,
        session: str,
        tell: Callable[[Event], None],
    ) -> None:
        self.safety = SafetyMachine(robot.reactions)
        self.safety.found()
        self.lease = Lease()
        late_after = round(robot.node.late_after * robot.node.rate)
        self.inbox = Inbox(session, info.joints, self.lease, late_after)
        self.hardware = condition.judged(info.first_state, robot.node.joint_stale_after)
        self.info = info
        self.answers_at_rest = False  # in real time control answers before arming too
        self.torque_on = False
        self.parked = True
        self.written: Setpoints | None = None
        self._robot, self._driver, self._tell = robot, driver, tell
        self._ramp = Ramp(robot.approach, info.joints)
        self._lease_since = 0.0
        self._armed_tick = 0
        self._parking: Parking | None = None

    # What comes in

    def observe(self, hardware: HardwareState, now: float) -> None:
        """Take a new measurement, and react to what is lost or low by now (s)."""
        self.hardware = condition.judged(hardware, self._robot.node.joint_stale_after)
        self._watch_command(now)
        moves = self.safety.state.moves
        for loss in condition.losses(self._robot, self.info, self.hardware):
            if loss.joint or moves:  # a robot that is held where it stands needs no suction to stay
                self._fault(*loss)

    def take(self, frame: bytes, tick: int, now: float) -> bool:
        """Take a command frame that arrived during `tick`; True if it stands now."""

        def admit(command: Command) -> None:
            if self.safety.state.moves:
                self._ramp.admit(command, self.hardware)

        accepted = self.inbox.take(frame, tick, now, self.hardware.position, admit)
        standing = self.inbox.standing
        if accepted and standing and standing.state_seq >= self._armed_tick:
            self.safety.first_command()  # an answer to a tick before arming knows nothing of it
        return accepted

    def lose_driver(self, error: DriverError) -> None:
        """The driver failed to read or write: nothing is measured any more."""
        count = len(self.info.joints)
        self.hardware = replace(self.hardware, health=(Health.STALE,) * count)
        self._fault("driver_lost", "", str(error), "restore the connection, then clear")

    def control_silent(self, seconds: float) -> None:
        """Lockstep has waited too long for an answer."""
        self._fault(
            "command_loss",
            "",
            f"control silent: no answer for {seconds:g} s",
            "see why the control process hangs or died; then start it, clear and arm",
            final="control silent",
        )

    def recorder_silent(self, error: Exception) -> None:
        """Lockstep may lose no record, and the hub takes none."""
        self._fault("command_loss", "", str(error), "restart the hub", final="recorder silent")

    # What an operator asks for: None if done, else why not

    def grant(self, name: str, now: float) -> bytes | str:
        """The command lease for `name`: its token, or why not."""
        if self._parking:
            return "the robot is being parked"
        token = self.lease.acquire(name)
        if token is None:
            return f"{self.lease.holder} holds command"
        self.inbox.forget()
        self._lease_since = now
        self._tell(Event("info", "lease", f"{name} holds command"))
        return token

    def release(self, token: bytes) -> str | None:
        """The holder gives the lease back; a robot in motion stops."""
        if not self.lease.holds(token):
            return "only the holder of the lease can release it"
        if self.safety.state.moves:
            self.stop("command was released while the robot moved")
        self._end_lease()
        return None

    def arm(self, tick: int, now: float) -> str | None:
        """Write goal := present, then switch torque on, in that order on the wire.

        `tick` is the first one whose state will say so.
        """
        refusal = self._why_not_arm() if self.safety.state is Safety.READY else None
        refusal = refusal or self.safety.arm()
        if refusal:
            return refusal
        try:
            self._write(present_setpoints(self.info.joints, self.hardware))
            self._switch_torque_on()
        except DriverError as error:
            self.lose_driver(error)
            return str(error)
        self._ramp.reset()
        self._armed_tick = tick
        self.inbox.accepted_at = now  # the watchdog counts from here
        self._tell(Event("info", "armed", "torque is on"))
        return None

    def stop(self, why: str = "an operator asked to stop") -> None:
        """Stop now and latch; from any state."""
        already = self.safety.state in (Safety.STOPPED, Safety.FAULTED)
        self.safety.stop()
        self._end_lease()
        if not already:
            self._tell(Event("warning", "stopped", why, "clear, then arm"))

    def clear(self) -> str | None:
        """Forget latched faults; the joints keep holding as they do."""
        if self._parking:
            return "the robot is being parked"
        refusal = self.safety.clear()
        if refusal:
            return refusal
        try:
            self._driver.service(Service.CLEAR_FAULT)
        except DriverError as error:
            self.lose_driver(error)
            return str(error)
        self._tell(Event("info", "cleared", "faults are cleared; arm to move"))
        return None

    def park(self, now: float, *, leaving: bool = False) -> str | None:
        """Bring the robot to rest and let go where it stays by itself."""
        if self.safety.state.moves:
            if leaving:
                self.safety.exit()
                self._end_lease()
            else:
                self.stop("parking")
        elif leaving:
            self.safety.exit()
            self._end_lease()
        if not self.torque_on:
            self.parked = True  # there is nothing to let go of
        elif self._parking is None:
            self._parking = Parking(now)
        return None

    # What goes out

    def act(self, now: float) -> None:
        """Write this tick's set-points, and take parking a step on."""
        if self._parking:
            lasting = condition.low_pressure(self._robot, self.hardware) is None
            self._park_step(self._parking.step(self.hardware, now, lasting=lasting))
        setpoints = self._setpoints(now)
        if setpoints is not None:
            try:
                self._write(setpoints)
            except DriverError as error:
                self.lose_driver(error)

    @property
    def at_rest(self) -> bool:
        """Whether every joint is known to stand."""
        return condition.stands(self.hardware)

    @property
    def parking(self) -> bool:
        """Whether the robot is being put to rest."""
        return self._parking is not None

    def _setpoints(self, now: float) -> Setpoints | None:
        """None where nothing may be written: torque is off."""
        if not self.torque_on:
            return None
        if self.safety.state is Safety.RUNNING and self.inbox.standing:
            return self._ramp.apply(self.inbox.standing, self.hardware, now)
        if self.safety.state is Safety.ARMED:
            return self.written
        reaction = self.safety.reaction or Reaction.BRAKE
        return reaction_setpoints(reaction, self.info.joints, self.hardware, self.written)

    def _write(self, setpoints: Setpoints) -> None:
        self._driver.write(setpoints)
        self.written = setpoints

    def _switch_torque_on(self) -> None:
        # If this fails half-way some joints may have torque: the reactions must reach them.
        self.torque_on, self.parked = True, False
        self._driver.service(Service.TORQUE_ON)

    def _park_step(self, step: Step) -> None:
        try:
            if step is Step.RELEASE and self.torque_on:
                self._driver.service(Service.TORQUE_OFF)
                self.torque_on = False
                self.safety.released()
            elif step is Step.GRAB:
                self._write(Setpoints.all(Mode.BRAKE, len(self.info.joints)))
                self._switch_torque_on()
        except DriverError as error:
            self.lose_driver(error)
            self._parking = None
        if step is Step.PARKED:
            self.parked, self._parking = True, None
            self._tell(Event("info", "parked", "the robot stands by itself; torque is off"))
        elif step in (Step.GRAB, Step.FAILED):
            self._parking = None
            message, remedy = "the robot does not stand by itself", "take it off the wall now"
            self._tell(Event("error", "not parked", message, remedy))

    def _why_not_arm(self) -> str | None:
        if self._parking:
            return "the robot is being parked"
        if self.lease.holder is None:
            return f"nobody holds command; start `scansor control {self._robot.name}`"
        if self.answers_at_rest and self.inbox.standing is None:
            return f"{self.lease.holder} has not answered a state yet"
        return condition.why_not_arm(self._robot, self.info, self.hardware)

    def _watch_command(self, now: float) -> None:
        timeout = self._robot.node.command_timeout
        if self.safety.state.moves:
            accepted = self.inbox.accepted_at
            if accepted is None or now - accepted > timeout:
                self._fault(
                    "command_loss",
                    "",
                    f"no valid command for {timeout:g} s",
                    "see why the control process died or is late; then clear and arm",
                )
        elif self.lease.holder is not None:
            last = self.inbox.accepted_at
            if now - (self._lease_since if last is None else last) > max(timeout, READY_SILENCE):
                self._tell(Event("warning", "lease", f"{self.lease.holder} fell silent"))
                self._end_lease()

    def _fault(self, line: str, joint: str, message: str, remedy: str, *, final: str = "") -> None:
        """React as the table's `line` says; `final` names a fault with which the run is over."""
        matters = self.torque_on or self.safety.state.moves or line == "driver_lost" or final
        if not matters:
            return  # a robot without torque has nothing to react with; arming asks again
        fault = Fault(final or (f"{line}: {joint}" if joint else line), message, remedy)
        if self.safety.fault(fault, line, final=bool(final)):
            self._tell(Event("error", fault.name, message, remedy))
        if self.safety.state is Safety.FAULTED:
            self._end_lease()

    def _end_lease(self) -> None:
        self.lease.end()
        self.inbox.forget()
