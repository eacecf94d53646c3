"""How long a climber still holds while its suction decays."""

from math import inf, log

from dynamics.adhesion import hold_margin
from dynamics.wheeled_climber import WheeledClimber


def hold_time(
    climber: WheeledClimber, pressure: float, decay_rate: float, safety_factor: float = 1.0
) -> float:
    """Time until `hold_margin` has fallen to the safety factor, s.

    A chamber that is no longer pumped loses its pressure as P exp(-a t), a the inverse of its time
    constant, and the hold margin is proportional to it: t = ln(margin now / safety factor) / a.

    Parameters
    ----------
    climber
        The robot.
    pressure
        Suction now, as measured, Pa below ambient.
    decay_rate
        a, 1/s: measured (`PressureDecay`) or the worst assumed, 1 / the robot file's `decay_time`.
    safety_factor
        Friction over weight that shall be left in the end; above 0.

    Returns
    -------
    0 if no more than that is left now, infinity while the pressure does not fall.
    """
    margin = hold_margin(climber, pressure)
    if margin <= safety_factor:
        return 0.0
    return log(margin / safety_factor) / decay_rate if decay_rate > 0.0 else inf
