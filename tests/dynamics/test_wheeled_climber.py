"""Equations of motion of the wheeled climber, against a model with the rotors as own coordinates.

Not covered: slipping wheels (sim has them) and a centre of mass off the axle's middle.
"""

from dataclasses import replace
from math import cos, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynamics import SealFriction, WheeledClimber, constraint_rows, flat_motion, flat_torques, solve

PRESSURE = 5000.0
ROBOT = WheeledClimber(
    mass=1.5,
    yaw_inertia=0.012,
    wheel_radius=0.027,
    half_track=0.08,
    wheel_friction=0.8,
    load_share=0.53,
    suction_area=0.02,
    seal=SealFriction(0.2, 0.26, 0.02, 5.0, 0.002),
    centre_of_mass_height=0.05,
    wheelbase=0.2,
    wheel_inertia=4e-4,
)
headings = st.floats(-10.0, 10.0)
numbers = st.floats(-3.0, 3.0)
examples = settings(max_examples=60, deadline=None)


def input_map(robot, heading):
    """W of Qc = W (tau_right, tau_left, lateral), as printed."""
    c, s, r, d = cos(heading), sin(heading), robot.wheel_radius, robot.half_track
    return np.array([[c / r, c / r, -s], [s / r, s / r, c], [d / r, -d / r, 0.0]])


@examples
@given(headings, st.tuples(numbers, numbers, numbers))
def test_torque_split_inverts_the_input_map(heading, inputs):
    W = input_map(ROBOT, heading)
    assert np.linalg.det(W) == pytest.approx(2 * ROBOT.half_track / ROBOT.wheel_radius**2)
    assert ROBOT.torque_split(W @ inputs, heading) == pytest.approx(inputs, abs=1e-10)


@examples
@given(headings, numbers, numbers, numbers, numbers)
def test_rotor_inertia_is_that_of_rolling_rotors(heading, v, omega, tau_right, tau_left):
    """Coordinates x, y, heading, two rotor angles; rolling and no-slip as constraint rows."""
    r, d, Jw = ROBOT.wheel_radius, ROBOT.half_track, ROBOT.wheel_inertia
    c, s = cos(heading), sin(heading)
    q_dot = [v * c, v * s, omega]
    M = np.diag([ROBOT.mass, ROBOT.mass, ROBOT.yaw_inertia, Jw, Jw])
    Q = [*ROBOT.unconstrained_force(heading, q_dot, PRESSURE), tau_right, tau_left]
    A = [[c, s, d, -r, 0.0], [c, s, -d, 0.0, -r], [s, -c, 0.0, 0.0, 0.0]]
    b = [0.0, 0.0, -omega * v]
    full = solve(M, Q, A, b)

    lateral = c * full.constraint_force[1] - s * full.constraint_force[0]
    Qc = input_map(ROBOT, heading) @ [tau_right, tau_left, lateral]
    planar = ROBOT.unconstrained_force(heading, q_dot, PRESSURE) + Qc
    expected = np.linalg.solve(ROBOT.mass_matrix(heading), planar)
    assert full.acceleration[:3] == pytest.approx(expected, rel=1e-8, abs=1e-8)

    forward, yaw = (tau_right + tau_left) / r, d * (tau_right - tau_left) / r
    reduced = ROBOT.reduced_force(heading, v, PRESSURE) + np.array([forward, yaw])
    v_dot, omega_dot = np.linalg.solve(ROBOT.reduced_mass_matrix(), reduced)
    assert c * expected[0] + s * expected[1] == pytest.approx(v_dot, rel=1e-8, abs=1e-8)
    assert expected[2] == pytest.approx(omega_dot, rel=1e-8, abs=1e-8)
    assert ROBOT.wheel_torques(forward, yaw) == pytest.approx((tau_right, tau_left), abs=1e-12)


@examples
@given(st.lists(numbers, min_size=6, max_size=6))
def test_closed_form_equals_constrained_motion_with_rotors(derivatives):
    velocity, acceleration, jerk = np.reshape(derivatives, (3, 2))
    velocity = velocity + np.sign(velocity + 0.1) * 0.2  # away from standstill
    flat = flat_motion(velocity, acceleration, jerk)
    q_dot = [*velocity, flat.omega]
    motion = solve(
        ROBOT.mass_matrix(flat.theta),
        ROBOT.unconstrained_force(flat.theta, q_dot, PRESSURE),
        *constraint_rows(flat.theta, q_dot, acceleration, flat.omega_dot),
    )
    split = ROBOT.torque_split(motion.constraint_force, flat.theta)
    expected = flat_torques(ROBOT, flat, PRESSURE)
    assert split.tau_right == pytest.approx(expected.tau_right, rel=1e-8, abs=1e-8)
    assert split.tau_left == pytest.approx(expected.tau_left, rel=1e-8, abs=1e-8)
    assert split.lateral_force == pytest.approx(expected.lateral, rel=1e-8, abs=1e-8)


def test_without_rotor_inertia_the_mass_matrix_is_diagonal():
    robot = replace(ROBOT, wheel_inertia=0.0)
    assert robot.mass_matrix(0.7) == pytest.approx(np.diag([1.5, 1.5, 0.012]))


def test_seal_friction_follows_pressure_and_opposes_motion(paper):
    forward = paper.unconstrained_force(0.0, [10.0, 0.0, 0.0], 2500.0)
    assert forward == pytest.approx([-56.4, -49.05, 0.0])
    assert paper.unconstrained_force(0.0, [-10.0, 0.0, 0.0], 2500.0)[0] == pytest.approx(56.4)
    assert paper.unconstrained_force(0.0, [10.0, 0.0, 0.0], 1250.0)[0] == pytest.approx(-28.2)
    assert paper.unconstrained_force(0.0, [10.0, 0.0, 0.0], -10.0)[0] == 0.0


class TestSealRing:
    RING = replace(ROBOT, seal_radius=0.08)

    def test_a_patch_has_the_plain_curve_and_no_moment(self):
        for v in (-0.3, 0.0, 0.01, 0.1):
            force = ROBOT.seal.force(v, ROBOT.seal_load(PRESSURE))
            assert ROBOT.seal_wrench(v, 2.0, PRESSURE) == (force, 0.0)
            assert self.RING.seal_wrench(v, 0.0, PRESSURE) == (force, 0.0)

    def test_reference_numbers(self):
        """Coulomb only: drag 0.991 F and arm 7.72 mm at (0.1, 0.24), F = 9.4 N."""
        dry = replace(self.RING, seal=SealFriction(0.2, 0.2, 0.02, 0.0, 1e-9))
        for v, omega, drag, arm in ((0.1, 0.24, 0.991, 7.72e-3), (0.06, 0.667, 0.754, 41.1e-3)):
            force, moment = dry.seal_wrench(v, omega, PRESSURE)
            assert force / 9.4 == pytest.approx(drag, abs=5e-4)
            assert moment / 9.4 == pytest.approx(arm, abs=6e-5)

    def test_viscous_part_is_that_of_the_points_of_the_ring(self):
        force, moment = self.RING.seal_wrench(0.1, 0.5, 0.0)
        assert (force, moment) == pytest.approx((5.0 * 0.1, 5.0 * 0.08**2 * 0.5))

    @examples
    @given(numbers, numbers)
    def test_it_takes_power_and_follows_the_pressure(self, v, omega):
        full, half = (self.RING.seal_wrench(v, omega, share * PRESSURE) for share in (1.0, 0.5))
        bare = self.RING.seal_wrench(v, omega, 0.0)
        assert full.force * v + full.moment * omega >= 0.0
        assert np.add(full, bare) == pytest.approx(2.0 * np.array(half), abs=1e-12)

    @examples
    @given(st.lists(numbers, min_size=6, max_size=6))
    def test_closed_form_equals_constrained_motion(self, derivatives):
        velocity, acceleration, jerk = np.reshape(derivatives, (3, 2))
        velocity = velocity + np.sign(velocity + 0.1) * 0.2
        flat = flat_motion(velocity, acceleration, jerk)
        q_dot = [*velocity, flat.omega]
        motion = solve(
            self.RING.mass_matrix(flat.theta),
            self.RING.unconstrained_force(flat.theta, q_dot, PRESSURE),
            *constraint_rows(flat.theta, q_dot, acceleration, flat.omega_dot),
        )
        split = self.RING.torque_split(motion.constraint_force, flat.theta)
        expected = flat_torques(self.RING, flat, PRESSURE)
        assert split.tau_right == pytest.approx(expected.tau_right, rel=1e-8, abs=1e-8)
        assert split.tau_left == pytest.approx(expected.tau_left, rel=1e-8, abs=1e-8)

    def test_reduced_force_carries_both(self):
        drag, moment = self.RING.seal_wrench(0.1, 0.5, PRESSURE)
        reduced = self.RING.reduced_force(0.3, 0.1, PRESSURE, 0.5)
        assert reduced == pytest.approx([-drag - 1.5 * 9.81 * sin(0.3), -moment])
        assert self.RING.resistance(0.3, 0.1, PRESSURE, 0.5) == pytest.approx(-reduced[0])
