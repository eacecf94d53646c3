"""The driver of the simulated robot: `--hardware sim`.

It reads raw counts and currents off simulated boards and decodes them with what the robot's file
believes; the boards stand in a plant that is built as the plant's file says. What is wrong in one
of the files therefore shows, as it would on the wall.
"""

from math import copysign, isfinite, tau

import numpy as np

from config import Plant, Robot
from config.robot import Joint
from firmware_bridge.driver import (
    Clock,
    DriverError,
    EffortQuality,
    HardwareInfo,
    HardwareState,
    Health,
    JointInfo,
    Mode,
    SensorReading,
    Service,
    Setpoints,
)
from firmware_bridge.links import Publisher
from sim.noisy_sensor import NoisySensor
from sim.simulated_climber import SimulatedClimber
from sim.truth import truth
from sim.wheel_drive import WheelDrive

MODES = frozenset({Mode.VELOCITY, Mode.EFFORT, Mode.OFF})
REACTIONS = frozenset({Mode.BRAKE, Mode.DAMP, Mode.COAST})
ADC_STEPS = 4096  # over twice the current limit: how finely a board measures current
BRAKING = 0.5  # s that `close` brakes before it lets go


class SimDriver:
    """Implements `firmware_bridge.driver.Driver` on a `SimulatedClimber`.

    The same seed and the same calls at the same clock give bit-identical reads. Truth goes out
    through `publisher` at every read, stream "truth", seq counting the reads from 0.
    """

    def __init__(
        self, robot: Robot, plant: Plant, *, seed: int, publisher: Publisher | None = None
    ) -> None:
        if plant.robot != robot.name or set(plant.mounting) != set(robot.joint_names):
            raise DriverError(
                f"plant {plant.name!r} is built for robot {plant.robot!r} with joints "
                f"{', '.join(plant.mounting)}; robot {robot.name!r} has "
                f"{', '.join(robot.joint_names)}: name another plant"
            )
        self._robot = robot
        self._plant = plant
        self._seed = seed
        self._publisher = publisher
        self._climber: SimulatedClimber | None = None

    @property
    def climber(self) -> SimulatedClimber:
        """The simulated robot itself, for tests and fault injection.

        Raises:
            DriverError: before `open` or after `close`.
        """
        if self._climber is None:
            raise DriverError("the simulated robot is not open; call open(clock) first")
        return self._climber

    def open(self, clock: Clock) -> HardwareInfo:
        """Put the robot on the wall at its start pose, at rest, torque off."""
        robot, plant = self._robot, self._plant
        rng = np.random.default_rng(self._seed)
        self._clock = clock
        self._climber = SimulatedClimber(robot, plant, clock.now())
        self._pressure = NoisySensor(plant.chamber.sensor_noise, 0.0, rng)
        self._gyro = NoisySensor(plant.gyro.noise, plant.gyro.bias, rng)
        self._reads = 0
        return HardwareInfo(
            hardware="sim",
            joints=tuple(
                JointInfo(joint.name, "simulated DC gearmotor", MODES, joint.max_speed,
                          joint.max_effort)
                for joint in robot.joints
            ),
            first_state=self._measure(self._climber),
            simulated=True,
            facts={"contact": plant.contact, "plant": plant.name},
        )  # fmt: skip

    def read(self) -> HardwareState:
        """Advance the robot to the clock and measure; sends truth."""
        climber = self._advanced()
        self._send_truth(climber)
        return self._measure(climber)

    def _measure(self, climber: SimulatedClimber) -> HardwareState:
        pairs = tuple(zip(self._robot.joints, (climber.right, climber.left), strict=True))
        age = max(0.0, self._clock.now() - climber.now)
        ages = (age,) * len(pairs)
        voltage = self._plant.motor.supply_voltage
        return HardwareState(
            position=tuple(_angle(joint, side.encoder.count) for joint, side in pairs),
            velocity=tuple(_angle(joint, side.encoder.speed) for joint, side in pairs),
            effort=tuple(_effort(joint, side) for joint, side in pairs),
            effort_quality=(EffortQuality.FROM_CURRENT,) * len(pairs),
            load=tuple(
                joint.direction * side.motor.voltage / side.motor.supply for joint, side in pairs
            ),
            voltage=(voltage,) * len(pairs),
            temperature=(None,) * len(pairs),
            fault=tuple(side.board.fault for _, side in pairs),
            health=(Health.OK,) * len(pairs),
            ages={
                "position": ages,
                "velocity": ages,
                "effort": ages,
                "load": ages,
                "voltage": ages,
                "temperature": (None,) * len(pairs),
            },
            sensors={
                "suction_pressure": SensorReading(
                    self._pressure.read(climber.plant.pressure), "Pa", age
                ),
                "gyro_yaw_rate": SensorReading(
                    self._gyro.read(climber.plant.motion.omega), "rad/s", age
                ),
                "battery_voltage": SensorReading(voltage, "V", age),
            },
        )

    def write(self, setpoints: Setpoints) -> None:
        """Give every board its set-point.

        Raises:
            DriverError: a mode that the joint does not have, or a set-point without its number.
        """
        targets = [self._target(setpoints, i) for i in range(len(self._robot.joints))]
        climber = self._advanced()
        for side, mode, target in zip(
            (climber.right, climber.left), setpoints.mode, targets, strict=True
        ):
            side.board.write(mode, target, self._clock.now())

    def service(self, request: Service) -> None:
        """Ask both boards."""
        climber = self._advanced()
        now = self._clock.now()
        for side in (climber.right, climber.left):
            if request is Service.TORQUE_ON:
                side.board.set_torque(True, now)
            elif request is Service.TORQUE_OFF:
                side.board.set_torque(False, now)
            elif request is Service.CLEAR_FAULT:
                side.board.clear_fault(now)
            elif request is Service.REBOOT:
                side.board.reboot()
            elif request is Service.SET_ZERO:
                side.encoder.set_zero()

    def close(self) -> None:
        """Brake to rest, then let go: the gears' static friction holds. Closing twice is fine.

        The braking runs beyond the clock, which stands still by then in lockstep.
        """
        climber, self._climber = self._climber, None
        if climber is None:
            return
        sides = (climber.right, climber.left)
        for side in sides:
            side.board.clear_fault(climber.now + BRAKING)
            side.board.write(Mode.BRAKE, 0.0, climber.now + BRAKING)
        climber.settle(BRAKING)
        for side in sides:
            side.board.set_torque(False, climber.now)

    def _advanced(self) -> SimulatedClimber:
        climber = self.climber
        climber.advance(self._clock.now())
        return climber

    def _send_truth(self, climber: SimulatedClimber) -> None:
        if self._publisher is not None:
            self._publisher.send(
                "truth",
                self._clock.now(),
                self._clock.unix(),
                truth(climber.plant, climber.right, climber.left),
                seq=self._reads,
            )
        climber.plant.clear_peaks()
        self._reads += 1

    def _target(self, setpoints: Setpoints, i: int) -> float:
        """The board's number, counts/s or A, for joint `i`."""
        joint, mode = self._robot.joints[i], setpoints.mode[i]
        if mode is Mode.VELOCITY:
            value, unit = setpoints.velocity[i], joint.counts_per_turn / tau
        elif mode is Mode.EFFORT:
            value, unit = setpoints.effort[i], 1.0 / joint.torque_constant
        elif mode is Mode.OFF or mode in REACTIONS:
            return 0.0
        else:
            raise DriverError(
                f"{joint.name} has no mode {mode.value!r}; it has "
                f"{', '.join(sorted(MODES | REACTIONS))}"
            )
        if value is None or not isfinite(value):
            raise DriverError(
                f"{joint.name}: mode {mode.value!r} came with {value!r}, not a number"
            )
        return joint.direction * value * unit


def _angle(joint: Joint, counts: float) -> float:
    """Counts (or counts/s) as the robot's file reads them, rad (rad/s)."""
    return joint.direction * counts * tau / joint.counts_per_turn


def _effort(joint: Joint, side: WheelDrive) -> float:
    """The board's current reading as an effort at the axle, N m: friction in the gear included."""
    step = 2.0 * side.motor.current_limit / ADC_STEPS
    steps = side.motor.current / step
    current = copysign(int(abs(steps) + 0.5), steps) * step
    return joint.direction * current * joint.torque_constant
