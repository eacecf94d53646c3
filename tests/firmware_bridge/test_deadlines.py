"""Absolute deadlines, on a made-up clock: B44 without the waiting.

Not covered: how exactly the system wakes a sleeper.
"""

from collections.abc import Iterable

import pytest

from firmware_bridge.deadlines import Deadlines

PERIOD = 0.01


class Loop:
    """A periodic task whose work takes as long as it is told."""

    def __init__(self, start: float = 1000.0) -> None:
        self.now = self.start = start
        self.deadlines = Deadlines(PERIOD, start)
        self.lateness: list[float] = []

    def cycle(self, work: float) -> None:
        self.lateness.append(self.deadlines.lateness(self.now))
        self.now += work
        self.now += self.deadlines.done(self.now)

    def cycles(self, works: Iterable[float]) -> "Loop":
        for work in works:
            self.cycle(work)
        return self


def test_b44_a_hundred_hertz_with_two_milliseconds_of_work_is_a_thousand_cycles_in_ten_seconds():
    loop = Loop()
    while loop.now < loop.start + 10.0 - 1e-9:
        loop.cycle(0.002)
    assert abs(len(loop.lateness) - 1000) <= 1
    assert (loop.deadlines.overruns, loop.deadlines.missed) == (0, 0)
    assert max(loop.lateness) < 1e-9


def test_oversleeping_does_not_add_up():
    loop = Loop()
    for _ in range(1000):
        loop.cycle(0.002)
        loop.now += 0.0005  # the system wakes us late
    assert loop.now - loop.start == pytest.approx(10.0, abs=0.001)
    assert loop.deadlines.overruns == 0


def test_work_of_exactly_a_period_is_no_overrun():
    assert Loop(start=0.0).cycles([PERIOD]).deadlines.overruns == 0


def test_a_small_overrun_delays_the_next_tick_and_no_further_one():
    loop = Loop().cycles([0.014, 0.002, 0.002])
    assert loop.lateness == pytest.approx([0.0, 0.004, 0.0], abs=1e-9)
    assert (loop.deadlines.overruns, loop.deadlines.missed) == (1, 0)
    assert loop.deadlines.longest == pytest.approx(0.004)


@pytest.mark.parametrize(("work", "missed"), [(0.021, 1), (0.035, 2), (1.0049, 99)])
def test_missed_ticks_are_counted_and_skipped_never_caught_up(work: float, missed: int):
    loop = Loop().cycles([work, *[0.001] * 5])
    assert (loop.deadlines.overruns, loop.deadlines.missed) == (1, missed)
    # At once after the overrun, then on the old grid: no burst.
    assert loop.lateness[1] < PERIOD
    assert loop.lateness[2:] == pytest.approx([0.0] * 4, abs=1e-9)


def test_the_longest_overrun_is_kept():
    loop = Loop().cycles([0.012, 0.002, 0.018, 0.001, 0.011, 0.001])
    assert loop.deadlines.overruns == 3
    assert loop.deadlines.longest == pytest.approx(0.008)


def test_a_loop_that_is_always_too_slow_runs_as_fast_as_it_can_and_says_so():
    loop = Loop().cycles([0.015] * 200)
    assert loop.now - loop.start == pytest.approx(3.0)
    assert loop.deadlines.overruns == pytest.approx(200, abs=1)
    assert max(loop.lateness) < PERIOD
