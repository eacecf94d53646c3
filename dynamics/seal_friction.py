"""Friction of the suction seal on the wall: a Stribeck curve that follows the pressure."""

from dataclasses import dataclass
from math import exp, tanh


@dataclass(frozen=True)
class SealFriction:
    """Friction along the direction of travel, opposing it.

    F(v) = [Fc + (Fs - Fc) exp(-(v/vs)²)] tanh(v/eps) + b v,  Fc = mu_c N, Fs = mu_s N

    N is the normal load on the seal, (1 - k) P S: a climber that loses suction also loses drag.
    This is the curve of one point of the seal; `seal_ring` says what a ring of such points does
    that turns.

    Feed it forward at the reference speed. At the measured speed the tanh chatters around
    standstill, and the falling branch between 0 and vs is positive feedback.
    """

    coulomb_friction: float
    """Coefficient mu_c of the moving seal."""
    static_friction: float
    """Coefficient mu_s of the resting seal, not below `coulomb_friction`."""
    stribeck_velocity: float
    """Speed vs over which friction falls from static to Coulomb, m/s."""
    viscous: float
    """Coefficient b, N s/m."""
    smoothing_velocity: float
    """Speed eps that rounds the sign of v, m/s. The smooth curve holds nothing at rest."""

    def coefficient(self, velocity: float) -> float:
        """The dry part of the curve over its normal load, with the sign of the velocity."""
        excess = self.static_friction - self.coulomb_friction
        relative = velocity / self.stribeck_velocity
        dry = self.coulomb_friction + excess * exp(-relative * relative)
        return dry * tanh(velocity / self.smoothing_velocity)

    def force(self, velocity: float, normal_load: float) -> float:
        """Friction against a forward velocity (m/s) under a normal load (N), in N.

        Positive for positive velocity: subtract it from the driving force. A seal that has lost
        suction is not pulled by the wall, so a negative normal load counts as zero.
        """
        return self.coefficient(velocity) * max(normal_load, 0.0) + self.viscous * velocity
