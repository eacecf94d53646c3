"""Dry friction as bounded impulses: the Stribeck curve, and the friction disc of a contact patch.

A friction impulse p resists the slip velocity s = s0 + A p (A diagonal and positive: the velocity
per impulse). It either stops the slip or lies on the bound c against the slip: the minimum of
1/2 pᵀA p + s0ᵀp over |p| <= c. True sticking at rest follows, without a smoothed sign.
"""

from math import exp, hypot

_NEWTON_STEPS = 20


def stribeck(speed: float, coulomb: float, static: float, stribeck_velocity: float) -> float:
    """Sliding friction at `speed` >= 0: coulomb + (static - coulomb) exp(-(speed/vs)²), N."""
    ratio = speed / stribeck_velocity
    return coulomb + (static - coulomb) * exp(-ratio * ratio) if ratio < 6.0 else coulomb


def on_ellipse(
    p_x: float, p_y: float, a_x: float, a_y: float, bound_x: float, bound_y: float
) -> tuple[float, float]:
    """As `on_disc`, for the ellipse of half-axes bound_x and bound_y.

    Force and moment of a ring are such a pair: x in N s, y in N m s. A half-axis of 0 leaves the
    other as an interval.
    """
    if bound_x <= 0.0 or bound_y <= 0.0:
        return max(-bound_x, min(bound_x, p_x)), max(-bound_y, min(bound_y, p_y))
    scale = bound_y / bound_x
    x, y = on_disc(p_x, p_y / scale, a_x, a_y * scale * scale, bound_x)
    return x, y * scale


def on_disc(p_x: float, p_y: float, a_x: float, a_y: float, bound: float) -> tuple[float, float]:
    """The point of the disc |p| <= bound nearest to (p_x, p_y) in the metric diag(a_x, a_y).

    On the rim p_i <- a_i p_i / (a_i + lam), lam >= 0 from |p| = bound, by Newton's method on
    1/|p(lam)| (nearly straight, so it takes two or three steps). The slip that is left, lam p, is
    then exactly opposite to the friction.
    """
    size = hypot(p_x, p_y)
    if size <= bound:
        return p_x, p_y
    if bound <= 0.0:
        return 0.0, 0.0
    if a_x == a_y:
        return p_x * bound / size, p_y * bound / size
    lam = 0.0
    x, y = p_x, p_y
    for _ in range(_NEWTON_STEPS):
        x, y = a_x * p_x / (a_x + lam), a_y * p_y / (a_y + lam)
        size = hypot(x, y)
        slope = -(x * x / (a_x + lam) + y * y / (a_y + lam)) / size
        step = (size - bound) * size / (-slope * bound)
        lam += step
        if step <= 1e-12 * lam:
            break
    x, y = a_x * p_x / (a_x + lam), a_y * p_y / (a_y + lam)
    size = hypot(x, y)
    return x * bound / size, y * bound / size
