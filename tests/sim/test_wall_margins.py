"""Hold and tilt margins against the plant itself, and against hand figures.

Not covered: drives that hold unlike, where a yaw moment helps or costs a little.
"""

from dataclasses import replace
from math import hypot, inf, pi

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from config import load_plant, load_robot
from sim.climber_motion import Drive
from sim.climber_parameters import ClimberParameters
from sim.wall_margins import hold_margin, tilt_margin

ROBOT = load_robot("wheeled_climber_bench")
BENCH = ClimberParameters.of(ROBOT, load_plant(ROBOT))
BRAKED = 10.0  # N m, more than the wheels can grip


def sliding_pressure(p, heading, gear):
    """Pressure at which the hold margin is 1, by bisection: it rises with the pressure."""
    low, high = 1.0, 1e5
    assume(hold_margin(p, heading, high, gear, gear) > 1.0)
    for _ in range(60):
        middle = 0.5 * (low + high)
        if hold_margin(p, heading, middle, gear, gear) < 1.0:
            low = middle
        else:
            high = middle
    return high


@settings(max_examples=12, deadline=None)
@given(st.floats(-pi, pi), st.sampled_from([0.0, 0.05, 0.1, 0.25, 3.0]))
def test_the_plant_slides_where_the_margin_says(stand, heading, gear):
    plant = stand(heading, gear_static=gear, gear_coulomb=0.9 * gear)
    threshold = sliding_pressure(plant.parameters, heading, gear)
    assume(threshold < 5e4)
    for share, slides in ((1.01, False), (0.99, True)):
        plant = stand(heading, gear_static=gear, gear_coulomb=0.9 * gear)
        plant.pressure = share * threshold
        for _ in range(2000):
            plant.step(Drive(), Drive())
        assert (hypot(plant.motion.x, plant.motion.y) > 1e-6) is slides


@pytest.mark.parametrize("heading", [0.0, 0.7, pi / 2, -2.0])
def test_braked_it_is_grip_and_static_seal_friction_at_any_heading(heading):
    expected = (0.8 * 0.53 + 0.26 * 0.47) * 0.02 * 5000.0 / (1.5 * 9.81)
    assert hold_margin(BENCH, heading, 5000.0, BRAKED, BRAKED) == pytest.approx(expected)


def test_without_power_the_gears_limit_it_along_the_heading():
    up = hold_margin(BENCH, pi / 2, 5000.0, 0.25, 0.25)
    assert up == pytest.approx((2 * 0.25 / 0.027 + 0.26 * 47.0) / (1.5 * 9.81))
    assert hold_margin(BENCH, 0.0, 5000.0, 0.25, 0.25) == pytest.approx(3.712, abs=1e-3)


def test_the_weaker_side_counts():
    assert hold_margin(BENCH, pi / 2, 5000.0, 0.25, BRAKED) == pytest.approx(
        hold_margin(BENCH, pi / 2, 5000.0, 0.25, 0.25)
    )


def test_on_the_floor_nothing_slides():
    assert hold_margin(replace(BENCH, gravity=0.0), 0.0, 0.0, 0.0, 0.0) == inf


@given(st.floats(-pi, pi))
def test_no_pressure_no_hold(heading):
    assert hold_margin(BENCH, heading, 0.0, BRAKED, BRAKED) == 0.0


def test_tilt_margin_is_worst_over_the_shorter_side():
    """2 m g h / (L k S): 694 Pa over the wheelbase of 0.2 m, 868 Pa over the track of 0.16 m."""
    for heading, pressure in ((pi / 2, 694.1), (0.0, 867.6)):
        assert tilt_margin(BENCH, heading, pressure) == pytest.approx(0.0, abs=1e-3)


def test_the_plant_remembers_that_it_tilted_off(stand):
    plant = stand(0.0)
    for pressure, tilted in ((900.0, False), (800.0, True), (5000.0, True)):
        plant.pressure = pressure
        plant.step(Drive(), Drive())
        assert plant.tilted_off is tilted


def test_no_suction_at_all_is_a_fall_not_an_error(stand):
    plant = stand(0.3, seal_viscous=0.0)
    plant.pressure = 0.0
    for _ in range(200):
        plant.step(Drive(), Drive())
    assert plant.motion.y == pytest.approx(-9.81 * 0.1**2 / 2, rel=1e-2)
    assert plant.grip_use == 1.0
    assert plant.slid == pytest.approx(-plant.motion.y, rel=2e-2)
