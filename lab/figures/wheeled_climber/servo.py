"""The stack's path law, asked at a state that is known exactly."""

from config.robot import Controller
from control.look_ahead import LookAhead, ServoRows
from control.path import PathPoint

_UNLIMITED = 1e9


class Servo:
    """`control.look_ahead` without its limits on large errors, and without an estimator.

    The limits are for a real robot's grip and motors; here they would hide what a law does.
    """

    def __init__(self, gains: Controller, look_ahead: float, alpha: float) -> None:
        opened = {
            "look_ahead": look_ahead,
            "stabilisation": alpha,
            "max_closing_speed": _UNLIMITED,
            "max_correction": _UNLIMITED,
        }
        self._law = LookAhead(gains.model_copy(update=opened))

    def rows(
        self, state: tuple[float, float, float, float, float], reference: PathPoint
    ) -> ServoRows:
        """The servo rows at (x, y, heading, v, omega), m, rad and s."""
        return self._law.rows(*state, reference)
