"""One step of the climber while both sides roll without slip: two velocities are left.

With w_R,L = (v +- omega d)/r and no lateral velocity, the wheels' inertia adds to the body's:
m' = m + (J_R + J_L)/r², J' = J + (J_R + J_L) d²/r², plus a coupling d (J_R - J_L)/r² where the
implicit dampings differ. The seal's force and moment (an ellipse) and the two gears (intervals) are
bounded impulses, found by projected Gauss-Seidel;
the contact impulses follow from the wheels' and the lateral equations of motion.
"""

from math import cos, sin

from sim.climber_motion import Bounds, Drive, Impulses, Motion
from sim.climber_parameters import ClimberParameters
from sim.friction import on_ellipse

_SWEEPS = 100
_TOLERANCE = 1e-13  # m/s


class RollingStep:
    """Solves for the impulses and velocities at the end of a step of `h` s."""

    def __init__(self, parameters: ClimberParameters, h: float) -> None:
        self._p = parameters
        self._h = h
        self._dampings = (-1.0, -1.0)

    def solve(
        self, motion: Motion, right: Drive, left: Drive, bounds: Bounds, impulses: Impulses
    ) -> tuple[float, float, float, float]:
        """(v, omega, w_R, w_L) after the step; writes every impulse, warm-started by the last ones.

        The lateral contact force is shared equally: both sides stand at the same station.
        """
        p, h = self._p, self._h
        if (right.damping, left.damping) != self._dampings:
            self._factor(right.damping, left.damping)
        inv_r, d, wheel = 1.0 / p.radius, p.half_track, p.wheel_inertia
        heading = motion.heading + 0.5 * h * motion.omega
        push_right = wheel * motion.wheel_right + h * right.torque
        push_left = wheel * motion.wheel_left + h * left.torque
        seal, turn = impulses.seal_long, impulses.seal_turn
        gear_r, gear_l = impulses.gear_right, impulses.gear_left
        momentum = (
            p.mass * (motion.forward - h * p.gravity * sin(heading))
            + (push_right + push_left + gear_r + gear_l) * inv_r
            + seal
        )
        spin = (
            p.yaw_inertia * motion.omega
            + (push_right - push_left + gear_r - gear_l) * d * inv_r
            + turn
        )  # fmt: skip
        i_vv, i_vw, i_ww = self._i_vv, self._i_vw, self._i_ww
        v = i_vv * momentum + i_vw * spin
        omega = i_vw * momentum + i_ww * spin

        top_seal, top_turn = bounds.seal, bounds.seal_turn
        top_r, top_l = bounds.gear_right, bounds.gear_left
        area = (top_seal * top_turn) ** 2
        v_r, w_r, gain_r = self._v_r, self._w_r, self._gain_r
        v_l, w_l, gain_l = self._v_l, self._w_l, self._gain_l
        a_v, a_w = self._a_v, self._a_w
        for _ in range(_SWEEPS):
            old, old_turn = seal, turn
            seal, turn = seal - v / a_v, turn - omega / a_w
            if (seal * top_turn) ** 2 + (turn * top_seal) ** 2 >= area:
                seal, turn = on_ellipse(seal, turn, a_v, a_w, top_seal, top_turn)
            step, step_turn = seal - old, turn - old_turn
            v += i_vv * step + i_vw * step_turn
            omega += i_vw * step + i_ww * step_turn
            change = a_v * abs(step) + d * a_w * abs(step_turn)
            old = gear_r
            gear_r -= (v + omega * d) * gain_r
            gear_r = top_r if gear_r > top_r else -top_r if gear_r < -top_r else gear_r
            step = gear_r - old
            v += v_r * step
            omega += w_r * step
            change += abs(v_r * step)
            old = gear_l
            gear_l -= (v - omega * d) * gain_l
            gear_l = top_l if gear_l > top_l else -top_l if gear_l < -top_l else gear_l
            step = gear_l - old
            v += v_l * step
            omega += w_l * step
            if change + abs(v_l * step) < _TOLERANCE:
                break

        wheel_right, wheel_left = (v + omega * d) * inv_r, (v - omega * d) * inv_r
        impulses.seal_long, impulses.seal_turn = seal, turn
        impulses.gear_right, impulses.gear_left = gear_r, gear_l
        impulses.right_long = inv_r * (
            push_right + gear_r - (wheel + h * right.damping) * wheel_right
        )
        impulses.left_long = inv_r * (push_left + gear_l - (wheel + h * left.damping) * wheel_left)
        lateral = p.mass * (
            h * (motion.omega * motion.forward + p.gravity * cos(heading)) - motion.lateral
        )
        impulses.right_lat = impulses.left_lat = 0.5 * lateral
        impulses.seal_lat = 0.0
        return v, omega, wheel_right, wheel_left

    def _factor(self, damping_right: float, damping_left: float) -> None:
        """Invert the 2x2 mass matrix and prepare the rows for these dampings."""
        p, h = self._p, self._h
        d, r = p.half_track, p.radius
        right = (p.wheel_inertia + h * damping_right) / r**2
        left = (p.wheel_inertia + h * damping_left) / r**2
        m_vv = p.mass + h * p.seal_viscous + right + left
        m_vw = d * (right - left)
        m_ww = p.yaw_inertia + h * p.seal_viscous * p.seal_radius**2 + d * d * (right + left)
        det = m_vv * m_ww - m_vw * m_vw
        self._i_vv, self._i_vw, self._i_ww = m_ww / det, -m_vw / det, m_vv / det
        # For the seal: a diagonal not below the inverse mass matrix, so that the sweeps settle.
        self._a_v = self._i_vv + d * abs(self._i_vw)
        self._a_w = self._i_ww + abs(self._i_vw) / d
        # Response of (v, omega) to a gear impulse, and the impulse that stops a unit rim speed.
        self._v_r = (self._i_vv + d * self._i_vw) / r
        self._w_r = (self._i_vw + d * self._i_ww) / r
        self._v_l = (self._i_vv - d * self._i_vw) / r
        self._w_l = (self._i_vw - d * self._i_ww) / r
        self._gain_r = 1.0 / (self._v_r + d * self._w_r)
        self._gain_l = 1.0 / (self._v_l - d * self._w_l)
        self._dampings = (damping_right, damping_left)
