"""The motor board of one wheel: modes, current loop, speed loop, watchdog. In counts and amperes.

The board knows nothing of the robot: no direction, no radius, no torque constant. Its set-points
and measurements are in its own sense of rotation.
"""

from dataclasses import dataclass

from firmware_bridge.driver import Mode
from sim.dc_motor import DcMotor
from sim.encoder import Encoder

WATCHDOG = 0.25  # s without a write, torque on, after which the board brakes by itself
FAULT_WATCHDOG = 1  # fault bit


@dataclass(frozen=True, slots=True)
class SpeedLoop:
    """Gains of the PI speed loop: A per count/s, and A per count; `limit` is all it may ask, A."""

    proportional: float
    integral: float
    limit: float


class MotorBoard:
    """Drives one motor from its encoder.

    Attributes:
        fault: bits; `FAULT_WATCHDOG` is latched until `clear_fault`, and brakes until then.
        torque_on: whether the bridge may drive.
    """

    def __init__(self, motor: DcMotor, encoder: Encoder, loop: SpeedLoop) -> None:
        self.motor = motor
        self.encoder = encoder
        self._loop = loop
        self.reboot()

    def reboot(self) -> None:
        """Start anew: torque off, no fault, zero speed as the set-point."""
        self.torque_on = False
        self.fault = 0
        self._mode = Mode.BRAKE
        self._target = 0.0
        self._written = 0.0
        self._lag = 0.0  # integral of the speed error, counts
        self._last_line = self.encoder.line

    def write(self, mode: Mode, target: float, t: float) -> None:
        """Take a set-point at time `t` (s): counts/s in VELOCITY, A in EFFORT."""
        if mode is not self._mode:
            self._lag = 0.0
        self._mode, self._target, self._written = mode, target, t

    def set_torque(self, on: bool, t: float) -> None:
        """Switch the bridge at time `t` (s); a set-point written before takes effect."""
        self.torque_on, self._written, self._lag = on, t, 0.0

    def clear_fault(self, t: float) -> None:
        """Forget the faults; the watchdog counts from `t` (s)."""
        self.fault, self._written, self._lag = 0, t, 0.0

    def prepare(self, t: float, h: float, speed: float) -> None:
        """Prepare the motor's step of `h` s from `t` (s) at its true speed (rad/s, for the EMF)."""
        line = self.encoder.line
        moved, self._last_line = line - self._last_line, line
        if not self.torque_on:
            self.motor.release()
            return
        if t - self._written > WATCHDOG and not self.fault:
            self.fault |= FAULT_WATCHDOG
            self._lag = 0.0
        mode = Mode.BRAKE if self.fault else self._mode
        if mode is Mode.VELOCITY:
            self.motor.apply_current(self._speed_loop(self._target, moved, h), speed)
        elif mode is Mode.BRAKE:
            self.motor.apply_current(self._speed_loop(0.0, moved, h), speed)
        elif mode is Mode.EFFORT:
            self.motor.apply_current(self._target, speed)
        elif mode is Mode.COAST:
            self.motor.apply_current(0.0, speed)
        elif mode is Mode.DAMP:
            self.motor.apply_voltage(0.0)
        else:
            self.motor.release()

    @property
    def holding_current(self) -> float:
        """The current (A) it has to hold the motor at rest: none with torque off, or coasting.

        A board in EFFORT or VELOCITY counts as one that can brake at the next set-point.
        """
        mode = Mode.BRAKE if self.fault else self._mode
        if not self.torque_on or mode in (Mode.OFF, Mode.COAST, Mode.DAMP):
            return 0.0
        return min(self._loop.limit, self.motor.current_limit)

    def _speed_loop(self, target: float, moved: int, h: float) -> float:
        """The current (A) that PI asks for.

        The speed error is integrated over the counts that came in, not over the measured speed:
        the integral is exact, and at zero speed it holds the position.
        """
        loop, limit = self._loop, min(self._loop.limit, self.motor.current_limit)
        error = target - self.encoder.speed
        lag = self._lag + target * h - moved
        current = loop.proportional * error + loop.integral * lag
        full = self.motor.saturated or abs(current) > limit
        if full and current * (target * h - moved) > 0.0:
            lag = self._lag  # no wind-up while the drive gives all it has
        self._lag = lag
        return max(-limit, min(limit, current))
