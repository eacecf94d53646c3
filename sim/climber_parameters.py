"""The numbers of one simulated climber: the robot file's, as the plant file changes them."""

from dataclasses import dataclass

from config import Plant, Robot

# A wheel without inertia has no equation of motion once it slips. This is 5 g at 45 mm.
LEAST_WHEEL_INERTIA = 1e-5


@dataclass(frozen=True, slots=True)
class ClimberParameters:
    """Rigid climber with two driven sides on a vertical wall. SI units.

    `wheel_inertia` is a side's inertia at the axle, mostly the rotor through the gear (N² J_rotor).
    `grip` is mu_w, `gear_*` are at the axle. `seal_coulomb` and `seal_static` are coefficients on
    the seal's load; `seal_radius` is that of its ring.
    """

    mass: float
    yaw_inertia: float
    gravity: float
    radius: float
    half_track: float
    wheel_inertia: float
    grip: float
    load_share: float
    suction_area: float
    pressure: float
    seal_coulomb: float
    seal_static: float
    stribeck_velocity: float
    seal_viscous: float
    seal_radius: float
    gear_coulomb: float
    gear_static: float
    no_slip: bool
    centre_of_mass_height: float
    wheelbase: float

    @classmethod
    def of(cls, robot: Robot, plant: Plant) -> "ClimberParameters":
        """The individual `plant` of `robot`."""
        body, wheels, seal, motor = robot.body, robot.wheels, robot.seal, plant.motor
        no_slip = plant.contact == "no_slip"
        inertia = motor.gear_ratio**2 * motor.rotor_inertia
        return cls(
            mass=body.mass * plant.body.mass_factor,
            yaw_inertia=body.yaw_inertia * plant.body.yaw_inertia_factor,
            gravity=body.gravity,
            radius=wheels.radius,
            half_track=wheels.half_track,
            wheel_inertia=inertia if no_slip else max(inertia, LEAST_WHEEL_INERTIA),
            grip=wheels.friction * plant.friction.wheel_factor,
            load_share=wheels.load_share,
            suction_area=robot.suction.area,
            pressure=robot.suction.pressure * plant.chamber.pressure_factor,
            seal_coulomb=seal.coulomb_friction * plant.friction.seal_factor,
            seal_static=seal.static_friction * plant.friction.seal_factor,
            stribeck_velocity=seal.stribeck_velocity,
            seal_viscous=seal.viscous * plant.friction.seal_factor,
            seal_radius=seal.radius,
            gear_coulomb=motor.gear_coulomb_friction,
            gear_static=motor.gear_static_friction,
            no_slip=no_slip,
            centre_of_mass_height=body.centre_of_mass_height,
            wheelbase=body.wheelbase,
        )

    def side_load(self, pressure: float) -> float:
        """Normal force on one side's wheels, N_side = k P S / 2, N."""
        return 0.5 * self.load_share * pressure * self.suction_area

    def seal_load(self, pressure: float) -> float:
        """Normal force on the seal, (1 - k) P S, N."""
        return (1.0 - self.load_share) * pressure * self.suction_area
