"""The wheeled climber as control believes it to be: the equations of `dynamics`, with the gears."""

from math import tanh

from config.robot import Joint, WheeledClimber
from dynamics import SealFriction
from dynamics import WheeledClimber as ClimberDynamics


def climber_dynamics(robot: WheeledClimber) -> ClimberDynamics:
    """The equations of motion of a robot file. Both sides' gears weigh as their mean."""
    return ClimberDynamics(
        mass=robot.body.mass,
        yaw_inertia=robot.body.yaw_inertia,
        wheel_radius=robot.wheels.radius,
        half_track=robot.wheels.half_track,
        wheel_friction=robot.wheels.friction,
        load_share=robot.wheels.load_share,
        suction_area=robot.suction.area,
        seal=SealFriction(
            coulomb_friction=robot.seal.coulomb_friction,
            static_friction=robot.seal.static_friction,
            stribeck_velocity=robot.seal.stribeck_velocity,
            viscous=robot.seal.viscous,
            smoothing_velocity=robot.seal.smoothing_velocity,
        ),
        centre_of_mass_height=robot.body.centre_of_mass_height,
        wheelbase=robot.body.wheelbase,
        gravity=robot.body.gravity,
        seal_radius=robot.seal.radius,
        wheel_inertia=sum(joint.gear_inertia for joint in robot.joints) / len(robot.joints),
    )


def gear_torque(joint: Joint, speed: float) -> float:
    """What the motor gives to its gear at a wheel speed (rad/s), N m, with the speed's sign.

    tau = tau_c tanh(w / eps) + b w: dry friction with a rounded sign, and viscous friction.
    """
    return joint.gear_friction * tanh(speed / joint.smoothing_speed) + joint.gear_viscous * speed
