"""The stream `truth`: what the robot really does, for the record and never for control."""

from math import hypot

from sim.climber_plant import ClimberPlant
from sim.wall_margins import hold_margin, tilt_margin
from sim.wheel_drive import WheelDrive


def truth(plant: ClimberPlant, right: WheelDrive, left: WheelDrive) -> dict[str, float]:
    """One message: SI units, every key always there.

    Forces are those of the last step; `traction_*` along the body and `lateral_force` across it are
    the wall's on the wheels; `seal_force` is the size of the seal's, `seal_moment` its yaw moment.
    `slip_*` and `grip_use` are peaks since the message before, `slid` is the way slipped in all.

    `hold_margin` is friction over weight, as grip, seal and the drives in their present mode would
    hold the robot at rest; `would_slide` is 1 where it is below 1: a robot that stands slides then.
    `tilt_margin` is in N, and `tilted_off` is 1 from the first time on that it was below 0: what
    comes after is not what a robot would do, which falls. Ideal no_slip wheels hold and carry all;
    the margins are those of real wheels.
    """
    motion, impulses, per_h = plant.motion, plant.impulses, 1.0 / plant.h
    p, heading, pressure = plant.parameters, plant.motion.heading, plant.pressure
    hold = hold_margin(p, heading, pressure, right.holding_torque, left.holding_torque)
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
        "seal_moment": impulses.seal_turn * per_h,
        "slid": plant.slid,
        "pressure": pressure,
        "hold_margin": hold,
        "would_slide": float(hold < 1.0),
        "tilt_margin": tilt_margin(p, heading, pressure),
        "tilted_off": float(plant.tilted_off),
        "current_right": right.forward_current,
        "current_left": left.forward_current,
        "wheel_speed_right": motion.wheel_right,
        "wheel_speed_left": motion.wheel_left,
        "wheel_angle_right": motion.angle_right,
        "wheel_angle_left": motion.angle_left,
    }
