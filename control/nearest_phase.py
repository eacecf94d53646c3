"""Where on its ellipse a robot should begin that stands somewhere else than at the start."""

from math import atan2, cos, hypot, pi, sin, tau

from config.robot import Ellipse

_SAMPLES = 72
_NEWTON_STEPS = 8


def nearest_phase(ellipse: Ellipse, x: float, y: float) -> float:
    """Phase of the ellipse's point nearest to (x, y) in m, rad in (-pi, pi].

    The best of 72 samples, then Newton's method on half the derivative of the squared distance,
    (x_p - x) x_p' + (y_p - y) y_p' = 0.
    """
    a, b = ellipse.semi_axis_x, ellipse.semi_axis_y

    def distance(phase: float) -> float:
        return hypot(a * sin(phase) - x, -b * cos(phase) - y)

    best = min((tau * i / _SAMPLES - pi for i in range(_SAMPLES)), key=distance)
    phase = best
    for _ in range(_NEWTON_STEPS):
        c, s = cos(phase), sin(phase)
        dx, dy = a * s - x, -b * c - y
        slope = dx * a * c + dy * b * s
        bend = (a * c) ** 2 + (b * s) ** 2 - dx * a * s + dy * b * c
        if bend <= 0.0:
            break
        phase -= slope / bend
    if distance(phase) > distance(best):
        phase = best
    return atan2(sin(phase), cos(phase))
