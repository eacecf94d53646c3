"""What moves and what acts in the climber: state and impulses, shared by the two kinds of step."""

from dataclasses import dataclass


@dataclass(slots=True)
class Motion:
    """Pose in the wall's frame (m, rad), velocities in the body's (m/s, rad/s), wheels.

    Lateral is to the left of forward. Wheel angles and speeds are positive when driving forward.
    """

    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    forward: float = 0.0
    lateral: float = 0.0
    omega: float = 0.0
    wheel_right: float = 0.0
    wheel_left: float = 0.0
    angle_right: float = 0.0
    angle_left: float = 0.0


@dataclass(slots=True)
class Drive:
    """Torque of one side's motor at the axle over a step: torque - damping * wheel speed (N m).

    The speed is the one at the step's end: back-EMF and viscous friction act implicitly, which
    keeps the step stable for any inertia. `friction` (N m) is the gear's dry friction that grows
    with the motor's torque.
    """

    torque: float = 0.0
    damping: float = 0.0
    friction: float = 0.0


@dataclass(slots=True)
class Impulses:
    """Impulses of one step on the body (N s; `seal_turn` N m s) and on the wheels (N m s).

    `right_*` and `left_*` are the wall's on the wheels' contacts; they also turn the wheels back.
    """

    right_long: float = 0.0
    right_lat: float = 0.0
    left_long: float = 0.0
    left_lat: float = 0.0
    seal_long: float = 0.0
    seal_lat: float = 0.0
    seal_turn: float = 0.0
    gear_right: float = 0.0
    gear_left: float = 0.0


@dataclass(slots=True)
class Bounds:
    """The greatest friction impulses of a step: a side's grip, the seal's, and each gear's.

    The seal's force and moment are bounded together, by the ellipse of `seal` and `seal_turn`.
    """

    grip: float = 0.0
    seal: float = 0.0
    seal_turn: float = 0.0
    gear_right: float = 0.0
    gear_left: float = 0.0
