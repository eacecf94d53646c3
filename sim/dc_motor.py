"""A brushed DC gearmotor: L di/dt + R i = u - K w, torque K i at the axle, K = N k_t.

Over a step of h s the voltage is held and the winding's equation solved exactly,
i' = a i + b (u - K w'), a = exp(-h R/L), b = (1 - a)/R, with the back-EMF of the speed w' at the
step's end. The torque K i' is therefore `drive.torque - drive.damping * w'`, which the mechanics
take up implicitly; `finish` then closes the step with the speed that came out. The gear's loss,
(1 - efficiency) |K i|, is dry friction: it takes from the torque when the motor drives and adds to
it when the motor brakes.
"""

from math import copysign, exp

from config.plant import Motor
from sim.climber_motion import Drive

CURRENT_LOOP = 0.2e-3  # s, time constant of the board's current loop: assumed, a common 800 Hz


class DcMotor:
    """One motor, seen in its own sense of rotation (its mounting is the encoder's and drive's).

    Attributes:
        current: A.
        voltage: mean voltage on the winding in the last step, V.
        saturated: the current loop asked for more than the supply has.
        drive: what it does to the axle in the step prepared last, in the motor's own sense.
    """

    def __init__(self, motor: Motor, h: float) -> None:
        self.constant = motor.gear_ratio * motor.torque_constant
        self.supply = motor.supply_voltage
        self.current_limit = motor.current_limit
        self.viscous = motor.gear_viscous
        self._loss = (1.0 - motor.gear_efficiency) * self.constant
        self.current = 0.0
        self.voltage = 0.0
        self.saturated = False
        self.drive = Drive(0.0, self.viscous)
        self._decay = exp(-h * motor.resistance / motor.inductance)
        self._gain = (1.0 - self._decay) / motor.resistance
        self._closed = 1.0 - exp(-h / CURRENT_LOOP)
        self._free = 0.0  # i' of a standing motor, A
        self._slope = 0.0  # what a rad/s takes from it, A s/rad

    def apply_voltage(self, voltage: float) -> None:
        """Prepare a step at a voltage (V), within the supply's; 0 is the shorted winding."""
        self.voltage = max(-self.supply, min(self.supply, voltage))
        self._prepare(
            self._decay * self.current + self._gain * self.voltage, self._gain * self.constant
        )

    def apply_current(self, target: float, speed: float) -> None:
        """Prepare a step of the current loop towards `target` (A), at the speed (rad/s) now.

        Where the supply cannot drive that current against the back-EMF, it gives all it has.
        """
        target = max(-self.current_limit, min(self.current_limit, target))
        following = self.current + self._closed * (target - self.current)
        voltage = (following - self._decay * self.current) / self._gain + self.constant * speed
        self.saturated = abs(voltage) > self.supply
        if self.saturated:
            self.apply_voltage(copysign(self.supply, voltage))
        else:
            self.voltage = voltage
            self._prepare(following, 0.0)

    def release(self) -> None:
        """Prepare a step with the bridge off: the current dies through the diodes and stays out."""
        self.voltage = 0.0
        rest = self._decay * abs(self.current) - self._gain * self.supply
        self._prepare(copysign(max(0.0, rest), self.current), 0.0)

    def finish(self, speed: float) -> None:
        """Close the step: the current at the speed (rad/s) that the axle reached."""
        self.current = self._free - self._slope * speed

    def holding_torque(self, current: float) -> float:
        """What a current (A) holds at rest, N m: the gear's loss holds along with the motor."""
        return (self.constant + self._loss) * current

    def _prepare(self, free: float, slope: float) -> None:
        self._free, self._slope = free, slope
        self.drive.torque = self.constant * free
        self.drive.damping = self.constant * slope + self.viscous
        self.drive.friction = self._loss * abs(self.current)
