"""Motor equations against closed forms. Not covered: heating, brush drop, cogging, PWM ripple."""

from math import exp

import pytest

from sim.dc_motor import CURRENT_LOOP, DcMotor

H = 0.5e-3


@pytest.fixture
def motor(nominal):
    return DcMotor(nominal.motor, H)


def run_free(motor, voltage, seconds, inertia=0.004, friction=0.0, speed=0.0):
    """The bare shaft at a voltage, with the motor's damping taken up implicitly."""
    for _ in range(round(seconds / H)):
        motor.apply_voltage(voltage)
        drive = motor.drive
        dry = friction + drive.friction
        speed = (inertia * speed + H * (drive.torque - dry)) / (inertia + H * drive.damping)
        motor.finish(speed)
    return speed


def test_the_current_of_a_locked_rotor_rises_with_l_over_r(motor, nominal):
    for k in range(1, 20):
        motor.apply_voltage(12.0)
        motor.finish(0.0)
        rise = 1.0 - exp(-k * H * nominal.motor.resistance / nominal.motor.inductance)
        assert motor.current == pytest.approx(12.0 / nominal.motor.resistance * rise)


def test_stall_torque_and_current_are_those_of_the_data_sheet(motor):
    for _ in range(100):
        motor.apply_voltage(12.0)
        motor.finish(0.0)
    assert motor.current == pytest.approx(5.5, rel=0.01)
    assert motor.drive.torque - motor.drive.friction == pytest.approx(4.8, rel=0.01)


def test_no_load_speed_is_that_of_the_data_sheet(motor, nominal):
    speed = run_free(motor, 12.0, 1.0, friction=nominal.motor.gear_coulomb_friction)
    assert speed * 60 / 6.283185 == pytest.approx(67, rel=0.03)


def test_no_load_speed_without_losses_is_voltage_over_constant(nominal):
    ideal = {"gear_viscous": 0.0, "gear_efficiency": 1.0}
    motor = DcMotor(nominal.motor.model_copy(update=ideal), H)
    assert run_free(motor, 12.0, 2.0) == pytest.approx(12.0 / motor.constant)


def test_a_shorted_winding_damps_with_k_squared_over_r(nominal):
    ideal = {"gear_viscous": 0.0, "gear_efficiency": 1.0, "inductance": 1e-6}
    motor = DcMotor(nominal.motor.model_copy(update=ideal), H)
    rate = motor.constant**2 / nominal.motor.resistance / 0.4
    assert run_free(motor, 0.0, 0.3, inertia=0.4, speed=5.0) == pytest.approx(
        5.0 * exp(-0.3 * rate), rel=2e-3
    )


def test_the_current_loop_follows_within_its_time_constant(motor):
    motor.apply_current(1.0, 0.0)
    motor.finish(0.0)
    assert motor.current == pytest.approx(1.0 - exp(-H / CURRENT_LOOP))
    assert not motor.saturated


def test_the_current_is_limited(motor, nominal):
    for _ in range(50):
        motor.apply_current(100.0, 0.0)
        motor.finish(0.0)
    assert motor.current == pytest.approx(nominal.motor.current_limit)


def test_above_no_load_speed_the_supply_drives_no_current(motor):
    for _ in range(50):
        motor.apply_current(1.0, 8.0)
        motor.finish(8.0)
    assert motor.saturated
    assert motor.current < 0.0


def test_a_bridge_that_is_off_lets_the_current_die_and_stay_out(motor):
    motor.current = 3.0
    for _ in range(5):
        motor.release()
        motor.finish(5.0)
        assert 0.0 <= motor.current < 3.0
    assert motor.current == 0.0


def test_the_gear_takes_its_share_when_driving_and_adds_it_when_braking(motor):
    motor.current = 1.0
    motor.apply_current(1.0, 0.0)
    drive = motor.drive
    assert drive.torque - drive.friction == pytest.approx(0.527 * motor.constant)
    assert drive.torque + drive.friction == pytest.approx((2 - 0.527) * motor.constant)
