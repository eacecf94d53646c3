"""One step of the climber while a side may slip: five velocities, five friction patches.

Projected Gauss-Seidel over the two contacts (a friction disc each), the seal (an ellipsoid of force
and moment) and the gears (an interval each). The normal forces come from suction, not from the
motion, so all bounds are fixed within a step: the problem is convex, its velocities are unique, and
the sweeps converge.
"""

from math import cos, hypot, sin

from sim.climber_motion import Bounds, Drive, Impulses, Motion
from sim.climber_parameters import ClimberParameters
from sim.friction import on_disc, on_ellipse

_SWEEPS = 1000  # a dozen, but for a step in which seal and wheel both come to stick
_TOLERANCE = 1e-12  # m/s


class SlippingStep:
    """Solves for the impulses and velocities at the end of a step of `h` s."""

    def __init__(self, parameters: ClimberParameters, h: float) -> None:
        self._p = parameters
        self._h = h

    def solve(
        self, motion: Motion, right: Drive, left: Drive, bounds: Bounds, impulses: Impulses
    ) -> tuple[float, float, float, float, float]:
        """(v, v_lat, omega, w_R, w_L) after the step; improves `impulses` in place."""
        p, h = self._p, self._h
        r, d = p.radius, p.half_track
        inv_m = 1.0 / (p.mass + h * p.seal_viscous)
        inv_j = 1.0 / (p.yaw_inertia + h * p.seal_viscous * p.seal_radius**2)
        d_j = d * inv_j
        inv_right = 1.0 / (p.wheel_inertia + h * right.damping)
        inv_left = 1.0 / (p.wheel_inertia + h * left.damping)
        turn = inv_m + d * d_j
        a_right, a_left = turn + r * r * inv_right, turn + r * r * inv_left

        fr, gr = impulses.right_long, impulses.right_lat
        fl, gl = impulses.left_long, impulses.left_lat
        sv, sl, st = impulses.seal_long, impulses.seal_lat, impulses.seal_turn
        tr, tl = impulses.gear_right, impulses.gear_left
        heading = motion.heading + 0.5 * h * motion.omega
        pull_long = motion.omega * motion.lateral - p.gravity * sin(heading)
        pull_lat = motion.omega * motion.forward + p.gravity * cos(heading)
        v = inv_m * (p.mass * (motion.forward + h * pull_long) + fr + fl + sv)
        u = inv_m * (p.mass * (motion.lateral - h * pull_lat) + gr + gl + sl)
        omega = inv_j * (p.yaw_inertia * motion.omega + d * (fr - fl) + st)
        push_right = p.wheel_inertia * motion.wheel_right + h * right.torque
        push_left = p.wheel_inertia * motion.wheel_left + h * left.torque
        w_r = inv_right * (push_right + tr - r * fr)
        w_l = inv_left * (push_left + tl - r * fl)

        grip, seal, spin = bounds.grip, bounds.seal, bounds.seal_turn
        area = (seal * spin) ** 2
        top_r, top_l = bounds.gear_right, bounds.gear_left
        for _ in range(_SWEEPS):
            x, y = fr, gr
            fr, gr = fr - (v + omega * d - r * w_r) / a_right, gr - u / inv_m
            if fr * fr + gr * gr > grip * grip:
                fr, gr = on_disc(fr, gr, a_right, inv_m, grip)
            x, y = fr - x, gr - y
            v += inv_m * x
            u += inv_m * y
            omega += d_j * x
            w_r -= r * inv_right * x
            change = a_right * abs(x) + inv_m * abs(y)

            x, y = fl, gl
            fl, gl = fl - (v - omega * d - r * w_l) / a_left, gl - u / inv_m
            if fl * fl + gl * gl > grip * grip:
                fl, gl = on_disc(fl, gl, a_left, inv_m, grip)
            x, y = fl - x, gl - y
            v += inv_m * x
            u += inv_m * y
            omega -= d_j * x
            w_l -= r * inv_left * x
            change += a_left * abs(x) + inv_m * abs(y)

            x, y, z = sv, sl, st
            sv, sl, st = sv - v / inv_m, sl - u / inv_m, st - omega / inv_j
            size = hypot(sv, sl)
            if (size * spin) ** 2 + (st * seal) ** 2 >= area:
                top, st = on_ellipse(size, st, inv_m, inv_j, seal, spin)
                if size > 0.0:  # the ellipsoid is round in (v, u)
                    sv, sl = sv * top / size, sl * top / size
            x, y, z = sv - x, sl - y, st - z
            v += inv_m * x
            u += inv_m * y
            omega += inv_j * z
            change += inv_m * (abs(x) + abs(y)) + d * inv_j * abs(z)

            x = tr
            tr = min(top_r, max(-top_r, tr - w_r / inv_right))
            w_r += inv_right * (tr - x)
            change += r * inv_right * abs(tr - x)
            x = tl
            tl = min(top_l, max(-top_l, tl - w_l / inv_left))
            w_l += inv_left * (tl - x)
            if change + r * inv_left * abs(tl - x) < _TOLERANCE:
                break

        impulses.right_long, impulses.right_lat = fr, gr
        impulses.left_long, impulses.left_lat = fl, gl
        impulses.seal_long, impulses.seal_lat, impulses.seal_turn = sv, sl, st
        impulses.gear_right, impulses.gear_left = tr, tl
        return v, u, omega, w_r, w_l
