"""Do wheels and gyro tell of the same turn? If not, a wheel slips."""

from collections import deque
from math import sqrt
from typing import NamedTuple

WINDOW = 0.02  # s: over it, the encoders' steps are small against the turn they measure
DEVIATIONS = 5.0
UNMODELLED = 0.02  # rad/s: clocks of gyro and encoder, their bandwidths


class _Turn(NamedTuple):
    innovation: float
    variance: float
    duration: float


class SlipGate:
    """Watches the difference of the two turns, summed over a sliding window.

    Summed, because a single encoder step in one tick already looks like a turn of 0.05 rad/s. Slip
    of both sides alike, and slip across the wheels, turn nothing: they stay unseen.

    Args:
        resolution_variance: of a turn measured with two readings of both encoders, rad².
    """

    def __init__(self, resolution_variance: float) -> None:
        self._resolution_variance = resolution_variance
        self._turns: deque[_Turn] = deque()
        self._sum = self._variance = self._duration = 0.0

    def check(
        self, innovation: float, variance: float, bias_variance: float, duration: float
    ) -> float:
        """The turn that wheels slipped through, rad: 0 while they hold.

        Args:
            innovation: gyro's turn less the wheels', rad.
            variance: of it, without encoder steps and gyro bias, rad².
            bias_variance: of the gyro's bias, (rad/s)².
            duration: over which both turned, s.
        """
        self._turns.append(_Turn(innovation, variance, duration))
        self._sum += innovation
        self._variance += variance
        self._duration += duration
        while len(self._turns) > 1 and self._duration > WINDOW:
            old = self._turns.popleft()
            self._sum -= old.innovation
            self._variance -= old.variance
            self._duration -= old.duration
        unknown = (bias_variance + UNMODELLED**2) * self._duration**2
        spread = sqrt(max(0.0, self._variance) + self._resolution_variance + unknown)
        if abs(self._sum) <= DEVIATIONS * spread:
            return 0.0
        slipped = self._sum
        self.clear()
        return slipped

    def clear(self) -> None:
        """Forget what was seen: it was dealt with."""
        self._turns.clear()
        self._sum = self._variance = self._duration = 0.0
