"""Where the robot is: odometry of its wheels and a yaw gyro, from a given start pose."""

from math import cos, sin, tau
from typing import NamedTuple

import numpy as np

from config.robot import Start, WheeledClimber
from control.estimation.slip_gate import WINDOW, SlipGate
from control.estimation.wheel_readings import WheelReadings

# Beliefs beside those of the robot's file; each errs towards "less certain".
START_POSITION = 2e-3  # m, sd of the operator's start pose
START_HEADING = 5e-3  # rad
BIAS_WALK = 1e-4  # rad/s per root second, of the gyro
WHEEL_SPEED = 5e-3  # m/s, sd of a side's speed reading
UNSEEN_ACCELERATION = 1.0  # m/s², what may happen while no wheel is read
UNSEEN_TURN = 10.0  # rad/s²
JUMP = 2.0  # times the greatest speed: an encoder that says so was set to zero, not turned


class Estimate(NamedTuple):
    """Pose and velocities, with variances. `gap` is the time since both wheels were read last."""

    x: float
    """m"""
    y: float
    """m"""
    heading: float
    """rad, unwrapped"""
    v: float
    """Along the heading, m/s; NaN before the wheels were read."""
    omega: float
    """rad/s; NaN before anything was read."""
    gyro_bias: float
    """rad/s"""
    var_x: float
    """m²"""
    var_y: float
    """m²"""
    var_heading: float
    """rad²"""
    gap: float
    """s; infinite before the wheels were read."""
    slipping: bool
    """Wheels and gyro disagreed within the last window."""


class Odometry:
    """Extended Kalman filter over (x, y, heading, gyro bias), driven by wheel increments.

    Its state stands at the last reading of both wheels. Positions are used, not speeds: they
    telescope, so that encoder steps and missed readings cost nothing in the end. While readings are
    missing the answer is extrapolated from there with growing variance; the next reading brings the
    whole distance, as one arc.

    With ds, dtheta the wheels' increments, the middle moves along the chord of an exact arc:
    2 ds/dtheta sin(dtheta/2) at heading + dtheta/2. The gyro's turn G over the same time is a
    measurement of what the wheels did not see: G - b h - dtheta = delta + noise, where delta, the
    error of the wheels' turn, is also the noise of the prediction (hence the cross term in `C`).

    Beyond the gate the turn is the gyro's and the wheels' distance is doubted by as much as the two
    disagree. The bias does not learn from slip.
    """

    def __init__(self, robot: WheeledClimber, start: Start) -> None:
        wheels = robot.wheels
        self._belief = robot.estimation
        self._track = 2.0 * wheels.half_track
        self._period = robot.node.period
        resolution = wheels.radius * tau / min(joint.counts_per_turn for joint in robot.joints)
        self._greatest_speed = wheels.radius * max(joint.max_speed for joint in robot.joints)
        self._resolution = resolution
        self._turn_resolution = 2.0 * (resolution**2 / 6.0) / self._track**2
        self._gate = SlipGate(self._turn_resolution)
        self._mean = [start.x, start.y, start.heading, 0.0]
        self._cov = np.diag(
            (START_POSITION**2, START_POSITION**2, START_HEADING**2, robot.estimation.gyro_bias**2)
        )
        self._transition = np.eye(4)
        self._last: WheelReadings | None = None
        self._v = self._omega = float("nan")
        self._gap = float("inf")
        self._gyro: float | None = None
        self._turn: float | None = 0.0  # of the gyro since the last reading of the wheels, rad
        self._slipped_ago = float("inf")
        self._slip_turn = 0.0  # of the slip that lasts, or was the last one, rad

    def update(self, wheels: WheelReadings | None, gyro: float | None, h: float) -> Estimate:
        """Take in the readings of a state that came `h` s after the one before (0: the first)."""
        self._integrate_gyro(gyro, h)
        self._gap += h
        self._slipped_ago += h
        if wheels is not None:
            if self._last is not None:
                self._move(self._last, wheels)
            self._last, self._gap, self._turn = wheels, 0.0, 0.0
        self._velocities(wheels, gyro)
        return self._extrapolated()

    def _integrate_gyro(self, gyro: float | None, h: float) -> None:
        """Add the trapezium of the last two samples; one that is missing spoils the turn."""
        if self._turn is not None and h > 0.0:
            if gyro is None or self._gyro is None:
                self._turn = None
            else:
                self._turn += 0.5 * h * (gyro + self._gyro)
        self._gyro = gyro

    def _move(self, last: WheelReadings, wheels: WheelReadings) -> None:
        right, left = wheels.right - last.right, wheels.left - last.left
        reach = JUMP * self._greatest_speed * self._gap + 2.0 * self._resolution
        if max(abs(right), abs(left)) > reach:
            self._accept_extrapolation()
            return
        distance, turn = 0.5 * (right + left), (right - left) / self._track
        # By the speeds, not by the counts: a weight that jumps with the encoder's steps would let
        # them through into the bias, while their plain sum telescopes.
        travel = self._gap * (_mean_speed(last) + _mean_speed(wheels))
        self._advance(distance, turn, self._belief.slip**2 * travel)

    def _advance(self, distance: float, turn: float, creep: float) -> None:
        """Predict by the wheels, then correct by the gyro. `creep`: m², of both sides together."""
        h, track, mean = self._gap, self._track, self._mean
        middle = mean[2] + 0.5 * turn
        chord = distance * _chord_per_arc(turn)
        c, s = cos(middle), sin(middle)
        mean[0] += chord * c
        mean[1] += chord * s
        mean[2] += turn
        F = self._transition
        F[0, 2], F[1, 2] = -chord * s, chord * c
        turn_variance = creep / track**2
        by_turn = np.array((-0.5 * chord * s, 0.5 * chord * c, 1.0, 0.0))
        cov = F @ self._cov @ F.T
        cov += turn_variance * by_turn[:, None] * by_turn
        # Along: each side's creep counts half. Across: no wheel measures it; believed to be alike.
        cov[0, 0] += 0.25 * creep
        cov[1, 1] += 0.25 * creep
        cov[3, 3] += BIAS_WALK**2 * h
        self._cov = cov
        if self._turn is None:
            self._gate.clear()
            return

        innovation = self._turn - mean[3] * h - turn
        gyro_variance = self._belief.gyro_noise**2 * h * self._period
        bias_variance = float(cov[3, 3])
        slipped = self._gate.check(innovation, turn_variance + gyro_variance, bias_variance, h)
        if slipped:
            self._slip(slipped, bias_variance)
        elif self._slipped_ago > WINDOW:
            C = cov[:, 3] * h + turn_variance * by_turn
            S = bias_variance * h * h + turn_variance + gyro_variance + self._turn_resolution
            K = C / S
            for i, gain in enumerate(K.tolist()):
                mean[i] += gain * innovation
            self._cov = cov - K[:, None] * C

    def _slip(self, turn: float, bias_variance: float) -> None:
        """Take the gyro's turn; one side went track * turn less far than its wheel, or more.

        What one slip leaves in doubt adds up, not as chance errors do.
        """
        before = self._slip_turn if self.slipping else 0.0
        self._slip_turn, self._slipped_ago = before + turn, 0.0
        self._mean[2] += turn
        doubt = 0.25 * self._track**2 * max(0.0, self._slip_turn**2 - before**2)
        self._cov[0, 0] += doubt
        self._cov[1, 1] += doubt
        self._cov[2, 2] += (self._belief.gyro_noise**2 + bias_variance) * WINDOW**2

    def _velocities(self, wheels: WheelReadings | None, gyro: float | None) -> None:
        """Speed by the wheels; turning by wheels and gyro, after their variances."""
        turning = None if wheels is None else (wheels.right_speed - wheels.left_speed) / self._track
        if wheels is not None:
            self._v = 0.5 * (wheels.right_speed + wheels.left_speed)
        if gyro is not None:
            by_gyro = gyro - self._mean[3]
            if turning is None or self.slipping:
                self._omega = by_gyro
                return
            variance = self._belief.gyro_noise**2 + float(self._cov[3, 3])
            wheel_variance = 2.0 * (WHEEL_SPEED / self._track) ** 2
            share = wheel_variance / (wheel_variance + variance)
            self._omega = turning + share * (by_gyro - turning)
        elif turning is not None:
            self._omega = turning

    @property
    def slipping(self) -> bool:
        """Whether wheels and gyro disagreed within the last window."""
        return self._slipped_ago <= WINDOW

    def _extrapolated(self) -> Estimate:
        """The filter's state, moved on over the gap since the wheels were read."""
        x, y, heading, bias = self._mean
        var_x, var_y, var_heading, _ = self._cov.diagonal().tolist()
        gap = self._gap
        if self._last is not None and gap > 0.0:
            turn = self._omega * gap if self._turn is None else self._turn - bias * gap
            chord = self._v * gap * _chord_per_arc(turn)
            x += chord * cos(heading + 0.5 * turn)
            y += chord * sin(heading + 0.5 * turn)
            heading += turn
            unseen = (0.5 * UNSEEN_ACCELERATION * gap**2) ** 2
            var_x, var_y = var_x + unseen, var_y + unseen
            var_heading += self._unseen_turn(gap)
        return Estimate(
            x, y, heading, self._v, self._omega, bias, var_x, var_y, var_heading, gap,
            self.slipping,
        )  # fmt: skip

    def _unseen_turn(self, gap: float) -> float:
        if self._turn is None:
            return (0.5 * UNSEEN_TURN * gap**2) ** 2
        by_bias = gap * (gap * float(self._cov[3, 3]) - 2.0 * float(self._cov[2, 3]))
        return self._belief.gyro_noise**2 * gap * self._period + by_bias

    def _accept_extrapolation(self) -> None:
        """An encoder was set anew: go on from where the robot seems to be, as uncertain as that."""
        self._gate.clear()
        estimate = self._extrapolated()
        self._mean[:3] = estimate.x, estimate.y, estimate.heading
        self._cov[0, 0], self._cov[1, 1] = estimate.var_x, estimate.var_y
        self._cov[2, 2] = estimate.var_heading


def _mean_speed(wheels: WheelReadings) -> float:
    """Of the two sides, without their signs, m/s."""
    return 0.5 * (abs(wheels.right_speed) + abs(wheels.left_speed))


def _chord_per_arc(turn: float) -> float:
    """sin(turn/2) / (turn/2)."""
    half = 0.5 * turn
    return 1.0 - half * half / 6.0 if abs(half) < 1e-4 else sin(half) / half
