"""How far the real robot is from sliding down and from tilting off the wall."""

from math import cos, inf, sin, sqrt

from sim.climber_parameters import ClimberParameters


def hold_margin(
    p: ClimberParameters, heading: float, pressure: float, held_right: float, held_left: float
) -> float:
    """What holds the resting robot against gravity, over its weight: it slides below 1.

    The wheels give a force within the disc of their grip G, and along the heading no more than L,
    what the drives hold; the seal gives one within the disc of its static friction S. Together they
    hold every force of the sum of both sets, so the greatest weight is the one at distance S from
    the wheels' disc with its ends cut off. Without a moment to take, both sides hold alike, as the
    weaker of them can.

    `heading` in rad, gravity being along -pi/2; `held_*` is the torque at the axle (N m) that a
    side's gear and motor hold.
    """
    weight = p.mass * p.gravity
    if weight <= 0.0:
        return inf
    grip = 2.0 * p.grip * p.side_load(pressure)
    along = min(grip, 2.0 * min(held_right, held_left) / p.radius)
    seal = p.seal_static * p.seal_load(pressure)
    x, y = abs(sin(heading)), abs(cos(heading))
    corner = sqrt(max(0.0, grip * grip - along * along))  # where the cut meets the disc
    if x * corner <= along * y:
        return (grip + seal) / weight
    at_cut = (along + seal) / x
    if at_cut * y <= corner:
        return at_cut / weight
    towards = x * along + y * corner
    return (towards + sqrt(towards * towards - grip * grip + seal * seal)) / weight


def tilt_margin(p: ClimberParameters, heading: float, pressure: float) -> float:
    """Normal force left on the upper wheels at this heading, N: the robot tilts off below 0.

    k P S / 2 less what gravity takes: m g h sin / wheelbase from the upper axle, m g h cos / track
    from the upper side. The seal, pressed on by the rest of the suction, is not counted.
    """
    moment = p.mass * p.gravity * p.centre_of_mass_height
    over_axle = moment * abs(sin(heading)) / p.wheelbase
    over_side = moment * abs(cos(heading)) / (2.0 * p.half_track)
    return p.side_load(pressure) - max(over_axle, over_side)
