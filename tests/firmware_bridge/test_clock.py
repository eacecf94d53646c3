"""The node's two clocks.

Not covered: the regularity of the machine's own clock.
"""

import time

import pytest

from firmware_bridge.clock import LockstepClock, WallClock


@pytest.mark.parametrize("rate", [500.0, 100.0, 1000.0, 333.0])
def test_a_million_lockstep_ticks_pile_up_no_rounding(rate: float):
    period = 1.0 / rate
    clock = LockstepClock(period)
    for _ in range(1_000_000):
        clock.advance()
    assert clock.now() == 1_000_000 * period
    assert clock.now() == pytest.approx(1_000_000 / rate, rel=1e-15)


def test_lockstep_time_stands_still_between_ticks():
    clock = LockstepClock(0.002)
    assert clock.now() == clock.now() == 0.0
    clock.advance()
    assert clock.now() == 0.002


def test_lockstep_has_no_other_time_than_its_own():
    """A recording of a seed is the same on every day."""
    clock = LockstepClock(0.5)
    clock.advance()
    assert clock.unix() == clock.now() == 0.5


def test_b45_a_step_of_the_wall_clock_does_not_touch_the_time_that_counts(monkeypatch):
    clock = WallClock()
    before, unix = clock.now(), clock.unix()
    monkeypatch.setattr(time, "time", lambda: unix - 3600.0)
    assert clock.unix() == unix - 3600.0
    assert 0.0 <= clock.now() - before < 60.0
