"""The stream `truth`: what the robot really does, for the record and never for control."""

from math import hypot

from sim.climber_plant import ClimberPlant
from sim.wheel_drive import WheelDrive


def truth(plant: ClimberPlant, right: WheelDrive, left: WheelDrive) -> dict[str, float]:
    """One message: SI units, every key always there.

    Forces are those of the last step; `traction_*` along the body and `lateral_force` across it are
    the wall's on the wheels, `seal_force` is the size of the seal's. `slip_*` and `grip_use` are
    peaks since the message before.
    """
    motion, impulses, per_h = plant.motion, plant.impulses, 1.0 / plant.h
    return {
        "x": motion.x,
        "y": motion.y,
        "heading": motion.heading,
        "v_forward": motion.forward,
        "v_lateral": motion.lateral,
        "omega": motion.omega,
        "slip_right": plant.slip_right,
        "slip_left": plant.slip_left,
        "grip_use": plant.grip_use,
        "traction_right": impulses.right_long * per_h,
        "traction_left": impulses.left_long * per_h,
        "lateral_force": (impulses.right_lat + impulses.left_lat) * per_h,
        "seal_force": hypot(impulses.seal_long, impulses.seal_lat) * per_h,
        "pressure": plant.pressure,
        "current_right": right.forward_current,
        "current_left": left.forward_current,
        "wheel_speed_right": motion.wheel_right,
        "wheel_speed_left": motion.wheel_left,
        "wheel_angle_right": motion.angle_right,
        "wheel_angle_left": motion.angle_left,
    }
