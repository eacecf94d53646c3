"""The estimator without a robot: wheels and a gyro made by hand.

Not covered: slip of both sides alike and slip across the wheels, which no sensor here can see.
"""

from collections.abc import Callable
from math import cos, floor, hypot, sin, tau

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config import Robot
from config.robot import Start
from control.estimation.odometry import Estimate, Odometry
from control.estimation.wheel_readings import WheelReadings

H = 0.002
TRACK, RADIUS = 0.16, 0.027
COUNT = RADIUS * tau / 9600
START = Start(x=0.1, y=-0.2, heading=0.3)


def wheels(right: float, left: float, v: float = 0.0, omega: float = 0.0) -> WheelReadings:
    return WheelReadings(right, left, v + 0.5 * TRACK * omega, v - 0.5 * TRACK * omega)


def counted(distance: float) -> float:
    return COUNT * floor(distance / COUNT)


def on_arc(v: float, omega: float, t: float) -> tuple[float, float, float]:
    """Where a robot is that drives an arc from START."""
    heading = START.heading + omega * t
    chord = v * t * np.sinc(omega * t / tau)  # numpy's sinc is sin(pi x) / (pi x)
    middle = START.heading + 0.5 * omega * t
    return START.x + chord * cos(middle), START.y + chord * sin(middle), heading


def drive(
    robot: Robot,
    v: float,
    omega: float,
    seconds: float,
    *,
    read: Callable[[float], float] = lambda distance: distance,
    sees: Callable[[float], bool] = lambda t: True,
    gyro: Callable[[float], float | None] | None = None,
    h: float = H,
) -> Estimate:
    odometry = Odometry(robot, START)
    for k in range(round(seconds / h) + 1):
        t = k * h
        right, left = (v + 0.5 * TRACK * omega) * t, (v - 0.5 * TRACK * omega) * t
        seen = wheels(read(right), read(left), v, omega) if sees(t) else None
        estimate = odometry.update(seen, omega if gyro is None else gyro(t), h if k else 0.0)
    return estimate


@given(v=st.floats(-0.15, 0.15), omega=st.floats(-1.0, 1.0), h=st.sampled_from((0.002, 0.1)))
@settings(max_examples=25)
def test_arcs_are_exact_without_noise_whatever_the_step(bench_robot, v, omega, h):
    x, y, heading = on_arc(v, omega, 2.0)
    estimate = drive(bench_robot, v, omega, 2.0, h=h)
    assert (estimate.x, estimate.y, estimate.heading) == pytest.approx((x, y, heading), abs=1e-9)
    assert (estimate.v, estimate.omega) == pytest.approx((v, omega), abs=1e-9)
    assert not estimate.slipping


@pytest.mark.parametrize("omega", [0.0, 0.5, -0.4])
def test_with_encoder_steps_it_is_exact_to_the_resolution(bench_robot, omega):
    x, y, heading = on_arc(0.1, omega, 20.0)
    estimate = drive(bench_robot, 0.1, omega, 20.0, read=counted)
    way = hypot(x - START.x, y - START.y)
    one_count = 2.0 * COUNT / TRACK  # a count on each side, as an angle
    assert hypot(estimate.x - x, estimate.y - y) < 2.0 * COUNT + one_count * way
    assert abs(estimate.heading - heading) < 1.5 * one_count


def test_positions_count_from_the_first_reading(bench_robot):
    odometry = Odometry(bench_robot, START)
    odometry.update(wheels(7.0, -3.0), 0.0, 0.0)
    estimate = odometry.update(wheels(7.0002, -2.9998), 0.0, H)
    assert estimate.x == pytest.approx(START.x + 0.0002 * cos(START.heading), abs=1e-9)
    assert estimate.heading == pytest.approx(START.heading, abs=1e-9)


def test_before_any_reading_the_pose_is_the_operators_and_the_speed_unknown(bench_robot):
    estimate = Odometry(bench_robot, START).update(None, None, 0.0)
    assert (estimate.x, estimate.y, estimate.heading) == (0.1, -0.2, 0.3)
    assert np.isnan([estimate.v, estimate.omega]).all()
    assert estimate.gap == float("inf")


@pytest.mark.parametrize("gyro", [None, lambda t: None], ids=["gyro", "no gyro"])
def test_missing_wheels_are_bridged_with_growing_doubt_and_made_good_after(bench_robot, gyro):
    def gap(t: float) -> bool:
        return not 1.0 < t < 1.2

    during = drive(bench_robot, 0.1, 0.5, 1.1, sees=gap, gyro=gyro)
    seeing = drive(bench_robot, 0.1, 0.5, 1.1, gyro=gyro)
    assert (during.x, during.y) == pytest.approx(on_arc(0.1, 0.5, 1.1)[:2], abs=1e-6)
    assert during.gap == pytest.approx(0.1) and during.v == 0.1
    for key in ("var_x", "var_y", "var_heading"):
        assert getattr(during, key) > getattr(seeing, key)
    after = drive(bench_robot, 0.1, 0.5, 2.0, sees=gap, gyro=gyro)
    assert (after.x, after.y, after.heading) == pytest.approx(on_arc(0.1, 0.5, 2.0), abs=1e-6)
    assert after.gap == 0.0 and not after.slipping


def test_without_gyro_the_wheels_turn_it(bench_robot):
    estimate = drive(bench_robot, 0.1, 0.5, 2.0, gyro=lambda t: None)
    assert estimate.heading == pytest.approx(START.heading + 1.0, abs=1e-9)


def test_a_gyro_that_comes_and_goes_does_no_harm(bench_robot):
    estimate = drive(bench_robot, 0.1, 0.5, 2.0, gyro=lambda t: 0.5 if int(t * 50) % 2 else None)
    assert (estimate.x, estimate.y, estimate.heading) == pytest.approx(
        on_arc(0.1, 0.5, 2.0), abs=1e-6
    )


def test_gyro_bias_is_learnt_from_wheels_that_stand(bench_robot):
    estimate = drive(bench_robot, 0.0, 0.0, 2.0, gyro=lambda t: 0.03)
    assert estimate.gyro_bias == pytest.approx(0.03, abs=2e-3)
    assert estimate.heading == pytest.approx(START.heading, abs=1e-4)
    assert estimate.omega == pytest.approx(0.0, abs=2e-3)


def slipping(robot: Robot, turn: float) -> tuple[Estimate, Estimate, bool]:
    """Straight on; from 1 s on the right wheel spins by `turn` rad/s more than the robot turns."""
    odometry, right, noticed = Odometry(robot, START), 0.0, False
    for k in range(1000):
        slip = turn * TRACK * H if 1.0 <= k * H < 1.2 else 0.0
        right += 0.1 * H + slip
        estimate = odometry.update(wheels(right, 0.1 * H * (k + 1), 0.1), 0.0, H if k else 0.0)
        noticed |= estimate.slipping
        if k == 480:
            before = estimate
    return before, estimate, noticed


def test_a_spinning_wheel_is_noticed_and_the_gyro_believed(bench_robot):
    before, after, noticed = slipping(bench_robot, 1.0)  # 0.2 rad, all of it slip
    assert noticed and not after.slipping
    assert after.heading == pytest.approx(START.heading, abs=0.01)
    way = 0.1 * 1000 * H
    true_x, true_y = START.x + way * cos(START.heading), START.y + way * sin(START.heading)
    wrong = hypot(after.x - true_x, after.y - true_y)
    assert wrong == pytest.approx(0.5 * TRACK * 0.2, rel=0.1)  # which side slipped nobody knows
    assert wrong < 2.0 * (after.var_x + after.var_y) ** 0.5
    assert before.var_x < 0.1 * after.var_x
    assert after.gyro_bias == pytest.approx(0.0, abs=2e-3)


def test_wheels_within_the_gate_are_believed(bench_robot):
    assert not slipping(bench_robot, 0.02)[2]


def test_an_encoder_set_to_zero_moves_no_robot(bench_robot):
    odometry = Odometry(bench_robot, START)
    odometry.update(wheels(4.0, 4.0, 0.1), 0.0, 0.0)
    odometry.update(wheels(4.0002, 4.0002, 0.1), 0.0, H)
    before = odometry.update(wheels(4.0004, 4.0004, 0.1), 0.0, H)
    after = odometry.update(wheels(0.0, 0.0, 0.1), 0.0, H)
    assert hypot(after.x - before.x, after.y - before.y) == pytest.approx(0.0002, rel=1e-3)
    assert after.var_x > before.var_x
    gone_on = odometry.update(wheels(0.0002, 0.0002, 0.1), 0.0, H)
    assert hypot(gone_on.x - after.x, gone_on.y - after.y) == pytest.approx(0.0002, rel=1e-3)


def test_variance_never_falls_below_what_was_given_while_driving(bench_robot):
    far, near = (drive(bench_robot, 0.1, 0.0, t) for t in (8.0, 1.0))
    assert far.var_x + far.var_y > near.var_x + near.var_y


def test_errors_are_as_large_as_the_covariance_says(bench_robot):
    """NEES over seeded runs whose slip and noise are what the robot's file believes."""
    belief, scores, headings = bench_robot.estimation, [], []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        start = Start(
            x=START.x + 2e-3 * rng.standard_normal(),
            y=START.y + 2e-3 * rng.standard_normal(),
            heading=START.heading + 5e-3 * rng.standard_normal(),
        )
        odometry, bias = Odometry(bench_robot, start), belief.gyro_bias * rng.standard_normal()
        x, y, heading = START.x, START.y, START.heading
        right = left = 0.0
        for k in range(1500):
            v, omega = 0.1, 0.4
            speeds = np.array((v + 0.5 * TRACK * omega, v - 0.5 * TRACK * omega))
            right, left = right + speeds[0] * H, left + speeds[1] * H
            moved = speeds * H + belief.slip * np.sqrt(speeds * H) * rng.standard_normal(2)
            turn = (moved[0] - moved[1]) / TRACK
            x += 0.5 * moved.sum() * cos(heading + 0.5 * turn)
            y += 0.5 * moved.sum() * sin(heading + 0.5 * turn)
            aside = belief.slip * np.sqrt(0.5 * v * H) * rng.standard_normal()
            x, y = x - aside * sin(heading), y + aside * cos(heading)
            heading += turn
            gyro = turn / H + bias + belief.gyro_noise * rng.standard_normal()
            odometry.update(wheels(counted(right), counted(left), v, omega), gyro, H if k else 0.0)
        estimate = odometry.update(wheels(counted(right), counted(left), v, omega), 0.4, H)
        scores.append((estimate.x - x) ** 2 / estimate.var_x)
        scores.append((estimate.y - y) ** 2 / estimate.var_y)
        headings.append((estimate.heading - heading) ** 2 / estimate.var_heading)
    # Mean of n squares of a standard normal: 1, within 4 standard deviations sqrt(2 / n).
    assert 1 - 4 * (2 / 60) ** 0.5 < np.mean(scores) < 1 + 4 * (2 / 60) ** 0.5
    assert 1 - 4 * (2 / 30) ** 0.5 < np.mean(headings) < 1 + 4 * (2 / 30) ** 0.5


def test_nothing_is_nan_once_the_wheels_were_read(bench_robot):
    odometry = Odometry(bench_robot, START)
    odometry.update(wheels(0.0, 0.0), None, 0.0)
    for gyro in (None, 0.1, None):
        for seen in (wheels(0.0, 0.0), None):
            assert np.isfinite(odometry.update(seen, gyro, H)).all()
