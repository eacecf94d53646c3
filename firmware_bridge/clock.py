"""The two clocks a node may run by: the wall, and simulated time advanced tick by tick."""

import time


class WallClock:
    """The monotonic clock; Unix time is read along for people, and never used to time anything."""

    def now(self) -> float:
        """Seconds on the monotonic clock."""
        return time.monotonic()

    def unix(self) -> float:
        """Unix seconds; steps when somebody sets the machine's clock."""
        return time.time()


class LockstepClock:
    """Simulated time: a whole number of periods, so that no rounding piles up."""

    def __init__(self, period: float) -> None:
        self._period = period
        self._ticks = 0

    def now(self) -> float:
        """Simulated seconds since the start."""
        return self._ticks * self._period

    def unix(self) -> float:
        """Simulated seconds too: a recording of a seed is the same on every day."""
        return self.now()

    def advance(self) -> None:
        """One period passes."""
        self._ticks += 1
