"""Torques of the path, against the reference tables, and the sign of every term.

Not covered: the constrained solve itself (tests/dynamics).
"""

from dataclasses import asdict
from math import pi

import pytest

from config import Robot
from control.climber_model import climber_dynamics, gear_torque
from control.disturbance_observer import Bias
from control.feed_forward import FeedForward
from control.look_ahead import LookAhead
from control.path import EllipsePath, PathPoint

NO_BIAS = Bias()
STANDING = PathPoint(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def driven(robot: Robot, reference: PathPoint, bias: Bias = NO_BIAS, pressure: float | None = None):
    """The drive on the path: no error, nothing to correct."""
    rows = LookAhead(robot.controller).rows(*reference[:5], reference)
    return FeedForward(robot).drive(
        rows, reference.heading, reference, pressure or robot.suction.pressure, bias
    )


def moving(heading: float, v: float = 0.1, **changes: float) -> PathPoint:
    return STANDING._replace(heading=heading, v=v, **changes)


def test_the_papers_torques(paper_robot, vary, reference):
    robot = vary(paper_robot, path={"soft_start": 0.0})
    path = EllipsePath(robot.path)
    for row in reference("wheeled_flat_reference")["rows"]:
        torques = driven(robot, path.at(row["t"])).torques
        assert torques == pytest.approx((row["tau_R"], row["tau_L"]), abs=1e-9)


def test_the_closed_form_and_the_constrained_solve_agree_on_the_path(bench_robot):
    path, feed_forward = EllipsePath(bench_robot.path), FeedForward(bench_robot)
    for i in range(200):
        point = path.at(0.09 * i)
        closed = feed_forward.reference_torques(point, 5000.0)
        assert driven(bench_robot, point).torques == pytest.approx(closed, abs=1e-12)


def test_bench_torques_are_the_table_and_the_gears(bench_robot, vary, reference):
    """The table's robot has Coulomb friction only, a seal without moment, and no gears."""
    seal = {"static_friction": 0.2, "viscous": 0.0, "radius": 0.0}
    ideal = vary(bench_robot, seal=seal, path={"soft_start": 0.0})
    bare = [j.model_copy(update={"gear_friction": 0.0, "gear_viscous": 0.0, "gear_inertia": 0.0})
            for j in ideal.joints]  # fmt: skip
    ideal = ideal.model_copy(update={"joints": bare})
    for row in reference("wheeled_bench_reference")["bench_robot"]:
        torques = driven(ideal, EllipsePath(ideal.path).at(row["t"])).torques
        assert torques == pytest.approx((row["tau_R"], row["tau_L"]), abs=1e-9)


def test_weight_is_carried_up_and_held_back_down(bench_robot):
    weight = 1.5 * 9.81 * 0.027 / 2.0
    level = driven(bench_robot, STANDING).torques
    up, down = (driven(bench_robot, moving(s * pi / 2, 0.0)).torques for s in (1, -1))
    assert level == pytest.approx((0.0, 0.0), abs=1e-12)
    assert up == pytest.approx((weight, weight))
    assert down == pytest.approx((-weight, -weight))


def test_friction_of_seal_and_gears_is_overcome_in_the_direction_of_travel(bench_robot):
    seal = (9.4 + 5.0 * 0.1) * 0.027 / 2.0  # far above the Stribeck speed
    gear = 0.22 + 0.005 * 0.1 / 0.027
    ahead, back = (driven(bench_robot, moving(0.0, v)).torques for v in (0.1, -0.1))
    assert ahead == pytest.approx((seal + gear, seal + gear), rel=1e-6)
    assert back == pytest.approx((-seal - gear, -seal - gear), rel=1e-6)


def test_seal_friction_follows_the_measured_pressure(bench_robot):
    full, half = (driven(bench_robot, moving(0.0), pressure=p).torques.right for p in (5e3, 2.5e3))
    assert full - half == pytest.approx(0.5 * 9.4 * 0.027 / 2.0, rel=1e-6)


def test_friction_is_taken_at_the_speed_of_the_reference(bench_robot):
    """A robot that still stands gets the torque to move off; one that overshoots gets no more."""
    reference = moving(0.0)
    rows = LookAhead(bench_robot.controller).rows(*reference[:5], reference)
    feed_forward = FeedForward(bench_robot)
    known = feed_forward.drive(rows, 0.0, reference, 5000.0, Bias()).resisting
    assert known.moment == 0.0
    assert known.force == pytest.approx(-(9.4 + 0.5), rel=1e-6)


def test_inner_wheel_that_runs_backwards_gets_its_own_gear_friction(bench_robot):
    pivot = FeedForward(bench_robot).gear_torques(STANDING._replace(omega=1.0))
    assert pivot.right > 0.2 and pivot.left == -pivot.right


def test_the_seal_ring_resists_the_turn(bench_robot):
    """Turning slowly while driving, M = mu N R² omega / 2v, and the viscous part b R² omega."""
    straight, left, right = (
        driven(bench_robot, moving(0.0, omega=omega)).torques for omega in (0.0, 0.02, -0.02)
    )
    moment = (9.4 / 0.2 + 5.0) * 0.08**2 * 0.02
    expected = 2 * 0.5 * 0.027 / 0.08 * moment
    gears = FeedForward(bench_robot).gear_torques(moving(0.0, omega=0.02))
    assert straight.right == straight.left
    assert left.right - left.left - (gears.right - gears.left) == pytest.approx(expected, rel=1e-2)
    assert right.left == pytest.approx(left.right)


def test_yaw_acceleration_left_takes_the_right_wheel(bench_robot):
    torques = driven(bench_robot, STANDING._replace(omega_dot=1.0)).torques
    inertia = 0.012 + 2 * 0.004 * (0.08 / 0.027) ** 2
    assert torques.right == pytest.approx(0.5 * 0.027 / 0.08 * inertia)
    assert torques.left == pytest.approx(-torques.right)


def test_the_rotors_weigh_too(bench_robot):
    torques = driven(bench_robot, STANDING._replace(v_dot=1.0)).torques
    assert torques.right == pytest.approx(0.5 * 0.027 * 1.5 + 0.004 / 0.027)


def test_an_observed_brake_is_pushed_against(bench_robot):
    plain = driven(bench_robot, moving(0.0)).torques
    braked = driven(bench_robot, moving(0.0), Bias(force=-2.0)).torques
    turned = driven(bench_robot, moving(0.0), Bias(moment=-0.1)).torques
    assert braked.right - plain.right == pytest.approx(2.0 * 0.027 / 2)
    assert turned.right - plain.right == pytest.approx(0.1 * 0.5 * 0.027 / 0.08)
    assert turned.left - plain.left == pytest.approx(-0.1 * 0.5 * 0.027 / 0.08)


def test_torques_stay_within_the_motors_and_the_observer_is_told(bench_robot):
    drive = driven(bench_robot, moving(0.0, v_dot=20.0))
    assert drive.torques == (1.5, 1.5)
    gears = FeedForward(bench_robot).gear_torques(moving(0.0)).right
    assert drive.applied.force == pytest.approx(2 * (1.5 - gears) / 0.027 - 9.9, rel=1e-6)


def test_what_was_applied_accounts_for_the_acceleration(bench_robot):
    """M nu_dot = applied + bias: else the observer would see its own model as a disturbance."""
    feed_forward, bias = FeedForward(bench_robot), Bias(-1.5, 0.05)
    for i in range(50):
        point = EllipsePath(bench_robot.path).at(0.3 * i)
        drive = driven(bench_robot, point, bias)
        climber = feed_forward.climber
        assert climber.effective_mass * drive.v_dot == pytest.approx(
            drive.applied.force + bias.force, abs=1e-9
        )
        assert climber.effective_yaw_inertia * drive.omega_dot == pytest.approx(
            drive.applied.moment + bias.moment, abs=1e-9
        )


def test_gear_torque_is_odd_and_grows(bench_robot):
    joint = bench_robot.joints[0]
    assert gear_torque(joint, 0.0) == 0.0
    assert gear_torque(joint, -1.0) == -gear_torque(joint, 1.0)
    assert gear_torque(joint, 5.0) == pytest.approx(0.22 + 0.025)


def test_the_model_is_the_robot_file(bench_robot):
    numbers = asdict(climber_dynamics(bench_robot))
    assert numbers["wheel_inertia"] == 0.004
    assert numbers["seal"]["coulomb_friction"] == 0.2
    assert numbers["half_track"] == 0.08 and numbers["load_share"] == 0.53
