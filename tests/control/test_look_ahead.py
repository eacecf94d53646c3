"""The path law on the ideal robot, against mechanics' reference runs, and its two limits.

Not covered: wheels that slip and drives that saturate (test_tracking).
"""

from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.robot import Controller
from control.disturbance_observer import Bias
from control.feed_forward import FeedForward
from control.look_ahead import LookAhead
from control.path import EllipsePath, PathPoint
from tests.control.reduced_plant import ReducedPlant

H = 0.002
GAINS = Controller(
    look_ahead=0.02, stabilisation=4.0, observer=0.0, max_correction=30.0, max_closing_speed=30.0
)
ANGLES = st.floats(-pi, pi)


def driven(robot, start: tuple[float, float, float, float, float], seconds: float):
    """Errors (m) and torques (N m) of the ideal robot, commanded at 500 Hz."""
    plant, path = ReducedPlant(robot, start), EllipsePath(robot.path)
    law, feed_forward = LookAhead(robot.controller), FeedForward(robot)
    errors, torques = [], []
    for k in range(round(seconds / H)):
        reference, pose = path.at(k * H), plant.exactly
        rows = law.rows(*pose[:5], reference)
        drive = feed_forward.drive(rows, pose.heading, reference, robot.suction.pressure, Bias())
        plant.step(*drive.torques, H)
        errors.append(hypot(pose.x - reference.x, pose.y - reference.y))
        torques.append(drive.torques)
    return np.array(errors), np.abs(torques)


@pytest.mark.parametrize(
    ("alpha", "name"),
    [(2.0, "B3_lookahead_baumgarte_l1_alpha2"), (3.0, "B3_lookahead_baumgarte_l1_alpha3")],
)
def test_half_a_metre_off_the_papers_ellipse(paper_robot, vary, reference, alpha, name):
    expected = reference("wheeled_stabilisation_adhesion")["stabilisation"][name]
    robot = vary(paper_robot, path={"soft_start": 0.0}, controller={"stabilisation": alpha})
    errors, torques = driven(robot, (0.0, -6.5, 0.0, 10.0, 0.6), 20.0)
    settled = H * np.nonzero(errors > 0.01)[0].max()
    assert settled == pytest.approx(expected["t_to_1cm"], abs=0.05)
    assert torques.max() == pytest.approx(expected["max_tau"], abs=2e-3)
    assert errors[-3000:].max() < 4e-3  # torques held for 2 ms leave up to 2.6 mm at 10 m/s


def test_the_papers_robot_file_settles_within_three_seconds_at_the_papers_torque(paper_robot, vary):
    robot = vary(paper_robot, path={"soft_start": 0.0})
    assert robot.controller.look_ahead == 1.0
    errors, torques = driven(robot, (0.0, -6.5, 0.0, 10.0, 0.6), 8.0)
    assert errors[round(3.0 / H) :].max() < 0.01
    assert torques.max() <= 1.6


@given(heading=ANGLES, v=st.floats(-0.2, 0.2), omega=st.floats(-2, 2), data=st.data())
def test_the_point_gets_the_acceleration_that_was_asked_for(heading, v, omega, data):
    """p_dd, worked out from the solved accelerations, obeys e_dd + 2 alpha e_d + alpha² e = 0."""
    length, alpha = GAINS.look_ahead, GAINS.stabilisation
    numbers = [data.draw(st.floats(-0.3, 0.3)) for _ in range(8)]
    x, y, *rest = numbers
    reference = PathPoint(*rest[:2], data.draw(ANGLES), *rest[2:])
    rows = LookAhead(GAINS).rows(x, y, heading, v, omega, reference)
    v_dot, omega_dot = np.linalg.solve(rows.matrix, rows.rhs)

    def point(x, y, heading, v, omega, v_dot, omega_dot):
        ahead = np.array((cos(heading), sin(heading)))
        aside = np.array((-sin(heading), cos(heading)))
        return (
            np.array((x, y)) + length * ahead,
            v * ahead + length * omega * aside,
            (v_dot - length * omega**2) * ahead + (length * omega_dot + v * omega) * aside,
        )

    ours, wanted = point(x, y, heading, v, omega, v_dot, omega_dot), point(*reference)
    e, e_d, e_dd = (a - b for a, b in zip(ours, wanted, strict=True))
    if hypot(*(2 * alpha * e_d + alpha**2 * e)) < 30.0:
        assert e_dd == pytest.approx(-2 * alpha * e_d - alpha**2 * e, abs=1e-9)


def test_on_the_path_nothing_is_corrected(bench_robot):
    """The reference lies l ahead along the reference heading, so there is no bias."""
    reference = EllipsePath(bench_robot.path).at(7.0)
    x, y, heading, v, omega, v_dot, omega_dot = reference
    rows = LookAhead(bench_robot.controller).rows(x, y, heading, v, omega, reference)
    assert np.linalg.solve(rows.matrix, rows.rhs) == pytest.approx((v_dot, omega_dot))


@given(x=st.floats(-9, 9), y=st.floats(-9, 9), v=st.floats(-0.2, 0.2))
def test_however_far_off_the_correction_is_limited(x, y, v):
    gains = GAINS.model_copy(update={"max_correction": 0.3, "max_closing_speed": 0.03})
    still = PathPoint(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    rows = LookAhead(gains).rows(x, y, 0.3, v, 0.0, still)
    assert hypot(*rows.rhs) <= 0.3 + 1e-12


def test_far_off_it_closes_in_with_the_closing_speed():
    """Moving towards the reference at just that speed, it is left alone."""
    gains = GAINS.model_copy(update={"max_closing_speed": 0.03})
    still = PathPoint(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    rows = LookAhead(gains).rows(-5.0, 0.0, 0.0, 0.03, 0.0, still)
    assert rows.rhs == pytest.approx((0.0, 0.0), abs=1e-12)
