"""Absolute deadlines of a periodic task: what is missed is skipped, never caught up in a burst."""

import math


class Deadlines:
    """The k-th tick is due at start + k · period, however long the ones before it took.

    Attributes:
        overruns: ticks that were not done when the next one was due.
        missed: ticks that were skipped for it.
        longest: the longest overrun, s.
    """

    def __init__(self, period: float, now: float) -> None:
        self.overruns = 0
        self.missed = 0
        self.longest = 0.0
        self._period = period
        self._due = now

    def lateness(self, now: float) -> float:
        """By how much the present tick begins after it was due, s."""
        return now - self._due

    def done(self, now: float) -> float:
        """The present tick is done at `now`; the s to sleep until the next one is due."""
        self._due += self._period
        behind = now - self._due
        if behind <= 0.0:
            return -behind
        skipped = math.floor(behind / self._period)
        self.overruns += 1
        self.missed += skipped
        self.longest = max(self.longest, behind)
        self._due += skipped * self._period
        return 0.0
