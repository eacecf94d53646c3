"""Every robot file reacts to low pressure while it still holds, and holds long enough to stop.

Not covered: how long a robot takes to stop; the runs with failing pumps show that.
"""

import pytest

from config import load_robot, robot_names
from dynamics import SealFriction, WheeledClimber, hold_time, least_pressure_parked

SAFETY = 1.5
SECONDS_LEFT = {"wheeled_climber": 0.53, "wheeled_climber_bench": 0.59}  # as the files say


def climber(robot):
    seal = robot.seal
    return WheeledClimber(
        mass=robot.body.mass,
        yaw_inertia=robot.body.yaw_inertia,
        wheel_radius=robot.wheels.radius,
        half_track=robot.wheels.half_track,
        wheel_friction=robot.wheels.friction,
        load_share=robot.wheels.load_share,
        suction_area=robot.suction.area,
        seal=SealFriction(
            coulomb_friction=seal.coulomb_friction,
            static_friction=seal.static_friction,
            stribeck_velocity=seal.stribeck_velocity,
            viscous=seal.viscous,
            smoothing_velocity=seal.smoothing_velocity,
        ),
        centre_of_mass_height=robot.body.centre_of_mass_height,
        wheelbase=robot.body.wheelbase,
        gravity=robot.body.gravity,
    )


@pytest.mark.parametrize("name", robot_names())
def test_low_pressure_is_met_before_the_hold_is_gone(name):
    robot = load_robot(name)
    suction = robot.suction
    assert suction.minimum_pressure > least_pressure_parked(climber(robot), SAFETY)
    left = hold_time(climber(robot), suction.minimum_pressure, 1.0 / suction.decay_time)
    assert left == pytest.approx(SECONDS_LEFT[name], abs=0.01)
    assert left > 4.0 * robot.node.command_timeout
