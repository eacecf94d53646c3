"""The chamber against the closed form of its first-order lag.

Not covered: a pump whose rotor runs down, air that flows back through it, leaks that are turbulent.
"""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config import load_plant
from config.plant import Chamber, ChamberEvent
from sim.suction_chamber import SuctionChamber

H = 0.5e-3
AMBIENT = 101_325.0


def chamber(*events, **changes):
    numbers = {"pressure_factor": 1.0, "sensor_noise": 0.0, "volume": 1e-3, "leak": 1e-8,
               "pump_free_flow": 2e-4, **changes}  # fmt: skip
    return SuctionChamber(Chamber(**numbers, events=list(events)), 5000.0, H)


def at(t, kind, leak_factor=None):
    return ChamberEvent(at=t, kind=kind, leak_factor=leak_factor)


def run(suction, seconds, start=0.0):
    first = round(start / H)
    return [suction.step(k * H) for k in range(first, first + round(seconds / H))]


@pytest.mark.parametrize("factor", [1.0, 0.7, 1.1])
def test_nothing_happens_exactly(factor):
    assert set(run(chamber(pressure_factor=factor), 1.0)) == {5000.0 * factor}


def test_pump_off_decays_with_volume_over_ambient_times_leak():
    suction = chamber(at(0.1, "pump_off"))
    pressures = run(suction, 2.0)
    tau = 1e-3 / (AMBIENT * 1e-8)
    assert tau == pytest.approx(0.987, abs=1e-3)
    assert suction.time_constant == pytest.approx(tau)
    assert pressures[round(0.1 / H) - 1] == 5000.0
    assert pressures[-1] == pytest.approx(5000.0 * exp(-1.9 / tau), rel=1e-9)


def test_pump_on_builds_up_along_its_line():
    """With tau = V P / (p_a Q0): pump and leak together pull the pressure to where it settles."""
    suction = chamber(at(0.0, "pump_off"), at(3.0, "pump_on"))
    low = run(suction, 3.0)[-1]
    tau = 1e-3 * 5000.0 / (AMBIENT * 2e-4)
    assert run(suction, 0.5, 3.0)[-1] == pytest.approx(
        5000.0 - (5000.0 - low) * exp(-0.5 / tau), rel=1e-9
    )


def test_pressure_settles_where_pump_and_leak_are_equal():
    suction = chamber(at(0.0, "leak", 6.0))
    settled = run(suction, 5.0)[-1]
    shut_off = 5000.0 / (1.0 - 1e-8 * 5000.0 / 2e-4)
    assert 2e-4 * (1.0 - settled / shut_off) == pytest.approx(6e-8 * settled, rel=1e-9)
    assert settled == pytest.approx(5000.0 / (1 + 5 / 4))


def test_a_seal_that_is_tight_again_gives_the_old_pressure():
    suction = chamber(at(0.0, "leak", 6.0), at(2.0, "leak", 1.0))
    assert run(suction, 8.0)[-1] == pytest.approx(5000.0, rel=1e-9)


@given(st.floats(1e-9, 3e-8), st.floats(1e-5, 1e-2), st.floats(1.0, 1e4))
def test_any_leak_lies_between_nothing_and_nominal(leak, volume, factor):
    suction = chamber(at(0.0, "leak", factor), leak=leak, volume=volume)
    before = suction.pressure
    for after in run(suction, 0.05):
        assert suction.settles_at - 1e-9 <= after <= before + 1e-9
        before = after
    assert suction.settles_at > 0.0


def test_shipped_failures_are_as_their_files_say(robot):
    suction = SuctionChamber(load_plant(robot, "pump_failure").chamber, 5000.0, H)
    pressures = run(suction, 7.0)
    assert pressures[round(5.0 / H) - 1] == 5000.0
    low = next(k for k, pressure in enumerate(pressures) if pressure < 3000.0) * H
    assert low == pytest.approx(5.5, abs=0.01)
    suction = SuctionChamber(load_plant(robot, "leak").chamber, 5000.0, H)
    assert run(suction, 7.0)[-1] == pytest.approx(2222.2, abs=0.1)
    assert suction.time_constant == pytest.approx(0.11, abs=1e-3)


def test_the_robot_file_assumes_no_slower_a_decay_than_the_plants_have(robot):
    suction = SuctionChamber(load_plant(robot, "pump_failure").chamber, 5000.0, H)
    run(suction, 6.0)
    assert robot.suction.decay_time <= suction.time_constant
