"""Not covered here: what the parts do, which their own tests say."""

import pytest

from sim.simulated_climber import LONGEST_STEP, SimulatedClimber, speed_loop, step_of


@pytest.mark.parametrize("rate", [1000.0, 500.0, 300.0, 250.0, 60.0])
def test_a_period_is_a_whole_number_of_steps(rate):
    step = step_of(1.0 / rate)
    assert step <= LONGEST_STEP * (1 + 1e-9)
    assert (1.0 / rate / step) == pytest.approx(round(1.0 / rate / step))


def test_it_runs_whole_steps_and_carries_the_rest(robot, nominal):
    climber = SimulatedClimber(robot, nominal, 7.0)
    climber.advance(7.0012)
    assert climber.now == pytest.approx(7.001)
    climber.advance(7.0016)
    assert climber.now == pytest.approx(7.0015)
    climber.advance(7.0016)
    assert climber.now == pytest.approx(7.0015)


def test_the_speed_loop_is_tuned_to_the_robot_file(robot):
    """J s² + K (k_p s + k_i) has a double pole at -75 rad/s."""
    loop, joint = speed_loop(robot, 0), robot.joints[0]
    inertia = 0.5 * 1.5 * 0.027**2 + joint.gear_inertia
    per_radian = joint.counts_per_turn / 6.283185307179586 * joint.torque_constant / inertia
    assert loop.proportional * per_radian == pytest.approx(2 * 75.0)
    assert loop.integral * per_radian == pytest.approx(75.0**2)
