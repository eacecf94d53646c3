"""Grip, tilt and hold, against the table of least pressures.

Not covered: the share of each wheel (front and rear carry alike here), uneven sides, the seal's yaw
moment, and how fast a chamber loses its pressure.
"""

from dataclasses import replace
from math import inf, pi

import numpy as np
import pytest

from dynamics import (
    FlatMotion,
    InsufficientGrip,
    SealFriction,
    flat_torques,
    grip_available,
    grip_use,
    hold_margin,
    least_pressure_moving,
    least_pressure_parked,
    least_pressure_untilted,
    tilt_margin,
)

CLIMB = FlatMotion(theta=pi / 2, v=0.1, omega=0.0, v_dot=0.0, omega_dot=0.0)  # straight up, slow


@pytest.fixture
def slippery(paper):
    """The paper's robot with a seal of a quarter of its friction."""
    return replace(paper, seal=SealFriction(0.2, 0.2, 0.02, 0.0, 0.001))


@pytest.fixture
def stribeck(paper):
    """The same with all of the Stribeck curve."""
    return replace(paper, seal=SealFriction(0.2, 0.26, 0.2, 5.0, 0.001))


@pytest.fixture
def lap(paper_path):
    return [paper_path.motion(t) for t in np.linspace(0.0, 2 * pi, 4001)]


class TestPaperRobotIsInfeasible:
    def test_wheels_have_63_6_newtons(self, paper):
        assert grip_available(paper, 2500.0) == pytest.approx(63.6)

    def test_its_ellipse_asks_for_1_85_times_that(self, paper, lap, reference):
        torques = [flat_torques(paper, motion, 2500.0) for motion in lap]
        use = max(grip_use(paper, tau.traction, tau.lateral, 2500.0) for tau in torques)
        data = reference("wheeled_stabilisation_adhesion")["adhesion_Pa"]
        assert use == pytest.approx(data["paper_util_at_2500Pa"], rel=1e-6)

    def test_table_of_least_pressures(self, paper, slippery, lap, reference):
        data = reference("wheeled_stabilisation_adhesion")["adhesion_Pa"]
        table = {
            "static_hold_all_contact_Pmin": least_pressure_parked(paper),
            "straight_up_Pmin_formula": least_pressure_moving(paper, [CLIMB]),
            "paper_ellipse_Pmin_w1": least_pressure_moving(paper, lap),
            "paper_ellipse_Pmin_w1_mus0.2": least_pressure_moving(slippery, lap),
            "paper_quasistatic_Pmin_mus0.2": least_pressure_moving(slippery, [CLIMB]),
            "tilt_h0.05_L0.3_Pmin": least_pressure_untilted(paper),
        }
        # The reference sampled the lap more coarsely: its worst point is 0.11 Pa lower.
        assert table == pytest.approx({name: data[name] for name in table}, rel=1e-5)
        printed = [1021.9, 17031, 20200, 3325, 2477, 514]
        assert list(table.values()) == pytest.approx(printed, rel=6e-5, abs=0.5)

    def test_bench_robot_has_grip_to_spare(self, bench, bench_path, reference):
        for row in reference("wheeled_bench_reference")["bench_robot"]:
            torques = flat_torques(bench, bench_path.motion(row["t"]), 5000.0)
            use = grip_use(bench, torques.traction, torques.lateral, 5000.0)
            assert use == pytest.approx(row["wheel_friction_utilisation"], rel=1e-12)
            assert use < 0.57


class TestLeastPressureIsTheThreshold:
    """Each least pressure is where the corresponding margin is exactly used up."""

    @pytest.mark.parametrize("safety_factor", [1.0, 1.5])
    @pytest.mark.parametrize("theta", np.linspace(-pi, pi, 9))
    def test_moving(self, stribeck, theta, safety_factor):
        motion = FlatMotion(theta=theta, v=0.3, omega=0.5, v_dot=-0.4, omega_dot=0.1)
        pressure = least_pressure_moving(stribeck, [motion], safety_factor)
        torques = flat_torques(stribeck, motion, pressure)
        use = grip_use(stribeck, torques.traction, torques.lateral, pressure)
        assert use == pytest.approx(1.0 / safety_factor, rel=1e-9)

    def test_rotors_are_turned_by_the_motors_not_by_the_wall(self, stribeck):
        motion = FlatMotion(theta=0.0, v=0.3, omega=0.0, v_dot=2.0, omega_dot=0.0)
        rotors = replace(stribeck, wheel_inertia=4e-3)
        assert least_pressure_moving(rotors, [motion]) == least_pressure_moving(stribeck, [motion])
        plain, geared = (flat_torques(robot, motion, 5000.0) for robot in (stribeck, rotors))
        assert geared.traction == plain.traction
        assert geared.tau_right > 1.5 * plain.tau_right

    def test_parked(self, stribeck):
        """The seal counts with the 0.2 that is left once the robot creeps, not with its 0.26."""
        pressure = least_pressure_parked(stribeck, safety_factor=2.0)
        assert hold_margin(stribeck, pressure) == pytest.approx(2.0)
        holding = (0.8 * 0.53 + 0.2 * 0.47) * 0.06
        assert pressure == pytest.approx(2.0 * 5.0 * 9.81 / holding)

    def test_untilted(self, stribeck):
        assert tilt_margin(stribeck, least_pressure_untilted(stribeck)) == pytest.approx(0.0)

    def test_narrow_track_tilts_sideways_first(self, stribeck):
        narrow = replace(stribeck, half_track=0.05)
        ratio = least_pressure_untilted(narrow) / least_pressure_untilted(stribeck)
        assert ratio == pytest.approx(stribeck.wheelbase / 0.1)


class TestWithoutSuction:
    @pytest.mark.parametrize("pressure", [0.0, -100.0])
    def test_nothing_holds(self, paper, pressure):
        assert grip_available(paper, pressure) == 0.0
        assert grip_use(paper, 1.0, 0.0, pressure) == inf
        assert grip_use(paper, 0.0, 0.0, pressure) == 0.0
        assert hold_margin(paper, pressure) == 0.0
        assert tilt_margin(paper, pressure) < 0.0

    def test_on_the_floor_nothing_need_hold(self, paper):
        floor = replace(paper, gravity=0.0)
        assert hold_margin(floor, 0.0) == inf
        assert least_pressure_parked(floor) == least_pressure_untilted(floor) == 0.0


class TestNoPressureSuffices:
    def test_seal_drags_more_than_wheels_grip(self, paper):
        heavy_seal = replace(paper, load_share=0.45)
        with pytest.raises(InsufficientGrip, match="no suction pressure suffices") as refused:
            least_pressure_moving(heavy_seal, [CLIMB])
        assert refused.value.grip_per_pascal < refused.value.drag_per_pascal

    def test_frictionless(self, paper):
        ice = replace(paper, wheel_friction=0.0, seal=SealFriction(0.0, 0.0, 0.02, 0.0, 0.001))
        with pytest.raises(InsufficientGrip):
            least_pressure_parked(ice)
