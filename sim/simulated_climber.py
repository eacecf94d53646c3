"""The whole simulated robot: mechanics, two wheel drives and the time they share."""

from math import tau

from config import Plant, Robot
from sim.climber_parameters import ClimberParameters
from sim.climber_plant import ClimberPlant
from sim.motor_board import SpeedLoop
from sim.suction_chamber import SuctionChamber
from sim.wheel_drive import WheelDrive

LONGEST_STEP = 0.5e-3  # s
SPEED_BANDWIDTH = 150.0  # rad/s, of the boards' speed loops


def step_of(period: float) -> float:
    """The sub-step (s): a whole fraction of the node's period, at most `LONGEST_STEP`."""
    count = int(period / LONGEST_STEP)
    if count * LONGEST_STEP < period * (1.0 - 1e-9):
        count += 1
    return period / count


def speed_loop(robot: Robot, side: int) -> SpeedLoop:
    """The board's gains as its installer sets them, from what the robot's file says.

    A side moves J = m r²/2 + J_gear; PI puts a double pole at -bandwidth/2:
    J s² + K (k_p s + k_i) = J (s + bandwidth/2)². The loop may ask for the joint's `max_effort`.
    """
    joint = robot.joints[side]
    inertia = 0.5 * robot.body.mass * robot.wheels.radius**2 + joint.gear_inertia
    resolution = tau / joint.counts_per_turn
    gain = inertia * SPEED_BANDWIDTH / joint.torque_constant * resolution
    return SpeedLoop(
        proportional=gain,
        integral=0.25 * gain * SPEED_BANDWIDTH,
        limit=joint.max_effort / joint.torque_constant,
    )


class SimulatedClimber:
    """Advances in whole sub-steps from time `start` (s) on.

    Attributes:
        plant: the mechanics.
        chamber: the suction.
        right, left: the wheel drives.
        now: the time reached, s.
    """

    def __init__(self, robot: Robot, plant: Plant, start: float) -> None:
        self.h = step_of(robot.node.period)
        self.plant = ClimberPlant(
            ClimberParameters.of(robot, plant),
            self.h,
            robot.start.x + plant.start_error.x,
            robot.start.y + plant.start_error.y,
            robot.start.heading + plant.start_error.heading,
        )
        self.chamber = SuctionChamber(plant.chamber, robot.suction.pressure, self.h)
        self.right, self.left = (
            WheelDrive(plant.motor, plant.mounting[name], speed_loop(robot, side), self.h)
            for side, name in enumerate(robot.joint_names)
        )
        self.now = start
        self._start = start
        self._steps = 0

    def advance(self, t: float) -> None:
        """Run up to `t` (s); a remainder shorter than a sub-step waits for the next call."""
        for _ in range(int((t - self._start) / self.h + 1e-6) - self._steps):
            self.step()

    def step(self) -> None:
        """Run one sub-step."""
        plant, right, left, motion = self.plant, self.right, self.left, self.plant.motion
        right.prepare(self.now, motion.wheel_right)
        left.prepare(self.now, motion.wheel_left)
        plant.pressure = self.chamber.step(self.now - self._start)
        plant.step(right.drive, left.drive)
        self._steps += 1
        self.now = self._start + self._steps * self.h
        right.finish(self.now, motion.wheel_right, motion.angle_right)
        left.finish(self.now, motion.wheel_left, motion.angle_left)

    def settle(self, seconds: float) -> None:
        """Run on for a while beyond the clock (after the node has let go of it)."""
        for _ in range(round(seconds / self.h)):
            self.step()
