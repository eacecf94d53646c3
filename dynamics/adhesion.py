"""Does it stay on the wall? Grip, tilt and hold, always from the measured pressure.

The wheels' friction circle is shared by traction and lateral force. The seal does not help a robot
that drives: it drags. Wheel and seal coefficients are separate parameters for that reason; with one
coefficient for both and k near 1/2 the seal's drag eats nearly all of the wheels' grip.
"""

from collections.abc import Iterable
from math import hypot, inf, sin, sqrt

from dynamics.errors import InsufficientGrip
from dynamics.flat_output import FlatMotion, lateral_force
from dynamics.wheeled_climber import WheeledClimber


def grip_available(climber: WheeledClimber, pressure: float) -> float:
    """Largest tangential force of the wheels, mu_w k P S, N."""
    return climber.wheel_friction * climber.wheel_load(pressure)


def grip_use(climber: WheeledClimber, traction: float, lateral: float, pressure: float) -> float:
    """Share of the grip that a demand (N, N) takes: the wheels slip above 1.

    Infinite if something is asked of wheels that carry nothing.
    """
    demand = hypot(traction, lateral)
    available = grip_available(climber, pressure)
    if available > 0.0:
        return demand / available
    return inf if demand > 0.0 else 0.0


def tilt_margin(climber: WheeledClimber, pressure: float) -> float:
    """Normal force left on the upper wheels in the worst heading, N: it tilts off below 0.

    k P S / 2 - m g h / L, with the shorter of wheelbase and track for L: the robot may point
    anywhere, and tilts over the shorter side.
    """
    return 0.5 * climber.wheel_load(pressure) - _overturning_force(climber)


def hold_margin(climber: WheeledClimber, pressure: float) -> float:
    """Friction of all that touches the wall over the weight: parked and braked, it slides below 1.

    [mu_w k + mu_c (1 - k)] P S / (m g). The seal counts with its Coulomb coefficient, the lower
    one, since that is all that is left once the robot creeps. When the pump fails this falls with
    the pressure and sets the time to act.
    """
    weight = climber.mass * climber.gravity
    return _holding_per_pascal(climber) * max(pressure, 0.0) / weight if weight > 0.0 else inf


def least_pressure_parked(climber: WheeledClimber, safety_factor: float = 1.0) -> float:
    """Pressure at which `hold_margin` is the safety factor, Pa."""
    per_pascal = _holding_per_pascal(climber)
    weight = safety_factor * climber.mass * climber.gravity
    if per_pascal > 0.0:
        return weight / per_pascal
    if weight > 0.0:
        raise InsufficientGrip(per_pascal, 0.0)
    return 0.0


def least_pressure_untilted(climber: WheeledClimber) -> float:
    """Pressure at which `tilt_margin` is 0, Pa."""
    return 2.0 * _overturning_force(climber) / (climber.load_share * climber.suction_area)


def least_pressure_moving(
    climber: WheeledClimber, motions: Iterable[FlatMotion], safety_factor: float = 1.0
) -> float:
    """Pressure from which on no motion of a path slips, Pa.

    Seal drag c P is part of the traction T + c P, so pressure stands on both sides of
    (T + c P)² + lateral² <= (w P)², w = mu_w k S / safety factor. It is the positive root of
    (w² - c²) P² - 2 c T P - (T² + lateral²).

    Parameters
    ----------
    climber
        The robot.
    motions
        Samples of the path, close enough not to miss its worst point.
    safety_factor
        Grip available over grip used.

    Raises
    ------
    InsufficientGrip
        Drag grows with pressure as fast as grip does (|c| >= w).
    """
    return max((_least_pressure(climber, motion, safety_factor) for motion in motions), default=0.0)


def _least_pressure(climber: WheeledClimber, motion: FlatMotion, safety_factor: float) -> float:
    w = grip_available(climber, 1.0) / safety_factor
    c = climber.dry_seal_friction(motion.v, motion.omega).drag * climber.seal_load(1.0)
    if w <= abs(c):
        raise InsufficientGrip(w, abs(c))
    weight = climber.mass * climber.gravity * sin(motion.theta)
    traction = climber.mass * motion.v_dot + climber.seal.viscous * motion.v + weight
    demand = hypot(traction, lateral_force(climber, motion))
    margin = w * w - c * c
    return (c * traction + sqrt((c * traction) ** 2 + margin * demand**2)) / margin


def _holding_per_pascal(climber: WheeledClimber) -> float:
    wheels = climber.wheel_friction * climber.wheel_load(1.0)
    return wheels + climber.seal.coulomb_friction * climber.seal_load(1.0)


def _overturning_force(climber: WheeledClimber) -> float:
    """What gravity takes from the upper wheels, m g h / L, N."""
    base = min(climber.wheelbase, 2.0 * climber.half_track)
    return climber.mass * climber.gravity * climber.centre_of_mass_height / base
