"""One driven side as it is built: motor, encoder and board, mounted with a sign and an offset."""

from config.plant import Motor, Mounting
from sim.climber_motion import Drive
from sim.dc_motor import DcMotor
from sim.encoder import Encoder
from sim.motor_board import MotorBoard, SpeedLoop


class WheelDrive:
    """Turns between the wheel's sense (positive drives forward) and the motor's.

    Attributes:
        drive: the motor's torque on the wheel in the step prepared last.
    """

    def __init__(self, motor: Motor, mounting: Mounting, loop: SpeedLoop, h: float) -> None:
        self.motor = DcMotor(motor, h)
        self.encoder = Encoder(motor.encoder_counts_per_turn, mounting.sign, mounting.offset)
        self.board = MotorBoard(self.motor, self.encoder, loop)
        self.drive = Drive()
        self._gear_static = motor.gear_static_friction
        self._sign = mounting.sign
        self._h = h

    def prepare(self, t: float, wheel_speed: float) -> None:
        """Prepare a step from `t` (s)."""
        self.board.prepare(t, self._h, self._sign * wheel_speed)
        self.drive.torque = self._sign * self.motor.drive.torque
        self.drive.damping = self.motor.drive.damping
        self.drive.friction = self.motor.drive.friction

    def finish(self, t: float, wheel_speed: float, wheel_angle: float) -> None:
        """Close the step at `t` (s) with what the wheel did."""
        self.motor.finish(self._sign * wheel_speed)
        self.encoder.sample(wheel_angle, t, self._h)

    @property
    def holding_torque(self) -> float:
        """The torque at the axle up to which it stays at rest, N m: gear, and motor if it is on."""
        return self._gear_static + self.motor.holding_torque(self.board.holding_current)

    @property
    def forward_current(self) -> float:
        """The current that drives the wheel forward, A."""
        return self._sign * self.motor.current
