"""Where a wheeled climber is: wheel odometry and a yaw gyro, from the operator's start pose.

An extended Kalman filter over x, y, heading, the wheels' heading error c and the gyro's bias b. The
gyro drives the heading; the wheels measure heading + c to their encoder's resolution, where c
wanders by what the wheels slip. Without slip the estimate is therefore exact to the encoder, and a
slip shows as a disagreement that the gyro settles.
"""

from math import cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from config.robot import Estimation, Start

_X, _Y, _HEADING, _WHEELS, _BIAS = range(5)
_GATE = 4.0  # standard deviations beyond which wheels and gyro disagree: a wheel slips


class PoseEstimate(NamedTuple):
    """The estimate and its variances: m, rad, m/s, rad/s. `slipping`: wheels and gyro disagree."""

    x: float
    y: float
    heading: float
    v: float
    omega: float
    gyro_bias: float
    var_x: float
    var_y: float
    var_heading: float
    slipping: bool


class Odometry:
    """Integrates exact arcs between encoder readings.

    A missing wheel reading moves nothing: the estimate waits, its variance grows by what the robot
    may have travelled meanwhile, and the next reading brings the whole distance. A missing gyro
    leaves the heading to the wheels.
    """

    def __init__(
        self,
        start: Start,
        belief: Estimation,
        *,
        wheel_radius: float,
        half_track: float,
        counts_per_turn: int,
    ) -> None:
        self._radius, self._half_track = wheel_radius, half_track
        self._belief = belief
        self._mean = [start.x, start.y, start.heading, 0.0, 0.0]
        self._covariance = np.diag([0.0, 0.0, 0.0, 0.0, belief.gyro_bias**2])
        # A count is uniform over its step; the heading takes the difference of two sides.
        step = wheel_radius * 2.0 * pi / counts_per_turn
        self._heading_variance = 2.0 * step**2 / 12.0 / (2.0 * half_track) ** 2
        self._first: tuple[float, float] | None = None
        self._last: tuple[float, float] | None = None
        self._start_heading = start.heading
        self._t: float | None = None
        self._v, self._omega = 0.0, 0.0
        self._slipping = False

    def update(
        self,
        t: float,
        position: tuple[float | None, float | None],
        velocity: tuple[float | None, float | None],
        yaw_rate: float | None,
    ) -> PoseEstimate:
        """Take the readings of time `t` (s): wheel angles rad and speeds rad/s (right, left), gyro.

        A reading that is missing is None.
        """
        dt = 0.0 if self._t is None else t - self._t
        self._t = t
        right, left = position
        if right is None or left is None:
            self._wait(dt, yaw_rate)
        elif self._last is None or self._first is None:
            self._first = self._last = (right, left)
        else:
            self._move(right, left, dt, yaw_rate)
        self._measure_speed(velocity, yaw_rate)
        return self.estimate

    @property
    def estimate(self) -> PoseEstimate:
        """The present estimate."""
        x, y, heading, _, bias = self._mean
        variance = np.diagonal(self._covariance).tolist()
        return PoseEstimate(
            x, y, heading, self._v, self._omega, bias,
            variance[_X], variance[_Y], variance[_HEADING], self._slipping,
        )  # fmt: skip

    def _move(self, right: float, left: float, dt: float, yaw_rate: float | None) -> None:
        assert self._last is not None
        radius, half_track = self._radius, self._half_track
        travel_right = radius * (right - self._last[0])
        travel_left = radius * (left - self._last[1])
        self._last = (right, left)
        travel = 0.5 * (travel_right + travel_left)
        slip = self._belief.slip**2 * (abs(travel_right) + abs(travel_left))
        if yaw_rate is None:
            turn = (travel_right - travel_left) / (2.0 * half_track)
            turn_variance, bias_share = slip / (2.0 * half_track) ** 2, 0.0
        else:
            turn = (yaw_rate - self._mean[_BIAS]) * dt
            turn_variance, bias_share = (self._belief.gyro_noise * dt) ** 2, -dt

        middle = self._mean[_HEADING] + 0.5 * turn
        c, s = cos(middle), sin(middle)
        chord = travel * _sinc(0.5 * turn)
        self._mean[_X] += chord * c
        self._mean[_Y] += chord * s
        self._mean[_HEADING] += turn

        transition = np.eye(5)
        transition[_X, _HEADING], transition[_Y, _HEADING] = -chord * s, chord * c
        transition[_HEADING, _BIAS] = bias_share
        noise = np.zeros((5, 5))
        along = 0.5 * slip
        noise[_X, _X], noise[_Y, _Y] = along * c * c, along * s * s
        noise[_X, _Y] = noise[_Y, _X] = along * c * s
        noise[_HEADING, _HEADING] = turn_variance
        noise[_WHEELS, _WHEELS] = slip / (2.0 * half_track) ** 2
        self._covariance = transition @ self._covariance @ transition.T + noise
        if yaw_rate is not None:
            self._compare(right, left)

    def _compare(self, right: float, left: float) -> None:
        """Let the wheels' heading correct the gyro's, unless they disagree too far: a slip."""
        assert self._first is not None
        turned = (right - self._first[0]) - (left - self._first[1])
        measured = self._start_heading + self._radius * turned / (2.0 * self._half_track)
        innovation = measured - self._mean[_HEADING] - self._mean[_WHEELS]
        P = self._covariance
        spread = P[:, _HEADING] + P[:, _WHEELS]
        variance = float(spread[_HEADING] + spread[_WHEELS]) + self._heading_variance
        self._slipping = innovation**2 > _GATE**2 * variance
        if self._slipping:
            P[_WHEELS, _WHEELS] += innovation**2
            spread = P[:, _HEADING] + P[:, _WHEELS]
            variance = float(spread[_HEADING] + spread[_WHEELS]) + self._heading_variance
        gain: NDArray[np.float64] = spread / variance
        for index, share in enumerate((gain * innovation).tolist()):
            self._mean[index] += share
        self._covariance = P - np.outer(gain, spread)

    def _wait(self, dt: float, yaw_rate: float | None) -> None:
        """No wheel reading: stay, and know less."""
        reach = (abs(self._v) + 0.5 * abs(self._omega)) * dt
        turn = abs(self._omega if yaw_rate is None else yaw_rate - self._mean[_BIAS]) * dt
        self._covariance += np.diag([reach**2, reach**2, turn**2, 0.0, 0.0])

    def _measure_speed(
        self, velocity: tuple[float | None, float | None], yaw_rate: float | None
    ) -> None:
        right, left = velocity
        if right is not None and left is not None:
            self._v = 0.5 * self._radius * (right + left)
            self._omega = 0.5 * self._radius * (right - left) / self._half_track
        if self._slipping and yaw_rate is not None:
            self._omega = yaw_rate - self._mean[_BIAS]


def position_deviation(estimate: PoseEstimate) -> float:
    """Standard deviation of the position, both axes together, m."""
    return hypot(estimate.var_x**0.5, estimate.var_y**0.5)


def _sinc(angle: float) -> float:
    """Chord over arc: sin(a) / a."""
    return 1.0 - angle**2 / 6.0 if abs(angle) < 1e-4 else sin(angle) / angle
