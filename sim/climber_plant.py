"""The rigid wheeled climber on a vertical wall: x right, y up, gravity along -y.

Contact slip of the sides, at lateral -half_track (right) and +half_track (left), both at the
station of the centre of mass: slip_R = v + omega d - r w_R, slip_L = v - omega d - r w_L along the
body, v_lat across it. A side sticks while the force it must carry is within mu_w N_side and slips
against it beyond. Without slip two velocities move (`rolling_step`), else five (`slipping_step`);
both are semi-implicit in the velocities, and the pose follows by the midpoint rule.
"""

from math import cos, hypot, sin

from sim.climber_motion import Bounds, Drive, Impulses, Motion
from sim.climber_parameters import ClimberParameters
from sim.friction import stribeck
from sim.rolling_step import RollingStep
from sim.seal_limit import seal_limit
from sim.slipping_step import SlippingStep
from sim.wall_margins import tilt_margin

AT_REST = 1e-8  # m/s and rad/s: what the solvers leave of a speed they stop


class ClimberPlant:
    """The climber's mechanics in steps of `h` s.

    Attributes:
        motion: the state now.
        impulses: those of the last step.
        pressure: of the chamber below ambient, Pa; whoever owns the chamber sets it.
        slip_right, slip_left, grip_use: peaks since `clear_peaks` (m/s; force over mu_w N_side).
            A contact that slips carries its grip and no more, so under coulomb contact grip_use
            ends at 1; the ideal no_slip wheel carries all, and it may exceed 1.
        slid: how far the wheels' contacts have slipped since the start, m.
        tilted_off: the upper wheels have lost the wall (margin below 0). The fall is not simulated:
            from then on the motion is that of a robot that no longer exists.
    """

    def __init__(
        self, parameters: ClimberParameters, h: float, x: float, y: float, heading: float
    ) -> None:
        self.parameters = parameters
        self.h = h
        self.motion = Motion(x=x, y=y, heading=heading)
        self.impulses = Impulses()
        self.pressure = parameters.pressure
        self.rolling = True
        self.slid = 0.0
        self.tilted_off = False
        self._bounds = Bounds()
        self._rolling_step = RollingStep(parameters, h)
        self._slipping_step = SlippingStep(parameters, h)
        self.clear_peaks()

    def clear_peaks(self) -> None:
        """Begin to watch for new peaks of slip and grip use."""
        self.slip_right = self.slip_left = self.grip_use = 0.0

    def step(self, right: Drive, left: Drive) -> None:
        """Advance by one step under the motors' torques."""
        bounds, impulses, motion = self._bounds, self.impulses, self.motion
        self._set_bounds(right, left)
        if tilt_margin(self.parameters, motion.heading, self.pressure) < 0.0:
            self.tilted_off = True
        if self.rolling:
            before = (impulses.seal_lat, impulses.right_lat, impulses.left_lat)
            v, omega, w_right, w_left = self._rolling_step.solve(
                motion, right, left, bounds, impulses
            )
            if self.parameters.no_slip or self._grips():
                self._move(v, 0.0, omega, w_right, w_left)
                self._watch(0.0, 0.0)
                return
            # At rest the seal may carry a part of what the wheels cannot: keep the share it had.
            if before[0] != 0.0:
                impulses.seal_lat, impulses.right_lat, impulses.left_lat = before
        self._slip(right, left)

    def _slip(self, right: Drive, left: Drive) -> None:
        p, motion = self.parameters, self.motion
        v, lateral, omega, w_right, w_left = self._slipping_step.solve(
            motion, right, left, self._bounds, self.impulses
        )
        slip_right = hypot(v + omega * p.half_track - p.radius * w_right, lateral)
        slip_left = hypot(v - omega * p.half_track - p.radius * w_left, lateral)
        self.rolling = slip_right < AT_REST and slip_left < AT_REST
        if self.rolling:  # remove the solver's rest, else it would creep
            lateral = slip_right = slip_left = 0.0
            w_right = (v + omega * p.half_track) / p.radius
            w_left = (v - omega * p.half_track) / p.radius
        self._move(v, lateral, omega, w_right, w_left)
        self._watch(slip_right, slip_left)

    def _set_bounds(self, right: Drive, left: Drive) -> None:
        """What each friction can give in this step, from the pressure and the speeds now."""
        p, h, motion, bounds = self.parameters, self.h, self.motion, self._bounds
        speed, rim = hypot(motion.forward, motion.lateral), abs(motion.omega) * p.seal_radius
        if speed < AT_REST and rim < AT_REST:
            force = moment = p.seal_static
        elif p.seal_radius > 0.0:
            force, moment = seal_limit(self._seal_coefficient, speed, rim)
        else:
            force, moment = self._seal_coefficient(speed), 0.0
        load = h * p.seal_load(self.pressure)
        bounds.grip = h * p.grip * p.side_load(self.pressure)
        bounds.seal, bounds.seal_turn = load * force, load * moment * p.seal_radius
        gear = p.gear_static if abs(motion.wheel_right) < AT_REST else p.gear_coulomb
        bounds.gear_right = h * (gear + right.friction)
        gear = p.gear_static if abs(motion.wheel_left) < AT_REST else p.gear_coulomb
        bounds.gear_left = h * (gear + left.friction)

    def _seal_coefficient(self, speed: float) -> float:
        p = self.parameters
        return stribeck(speed, p.seal_coulomb, p.seal_static, p.stribeck_velocity)

    def _grips(self) -> bool:
        i, limit = self.impulses, self._bounds.grip * self._bounds.grip
        return (
            i.right_long * i.right_long + i.right_lat * i.right_lat <= limit
            and i.left_long * i.left_long + i.left_lat * i.left_lat <= limit
        )

    def _move(self, v: float, lateral: float, omega: float, w_r: float, w_l: float) -> None:
        """Take the new velocities, and the pose by their means over the step."""
        motion, half = self.motion, 0.5 * self.h
        ahead = half * (motion.forward + v)
        aside = half * (motion.lateral + lateral)
        turn = half * (motion.omega + omega)
        c, s = cos(motion.heading + 0.5 * turn), sin(motion.heading + 0.5 * turn)
        motion.x += c * ahead - s * aside
        motion.y += s * ahead + c * aside
        motion.heading += turn
        motion.angle_right += half * (motion.wheel_right + w_r)
        motion.angle_left += half * (motion.wheel_left + w_l)
        motion.forward, motion.lateral, motion.omega = v, lateral, omega
        motion.wheel_right, motion.wheel_left = w_r, w_l

    def _watch(self, slip_right: float, slip_left: float) -> None:
        i, grip = self.impulses, self._bounds.grip
        most = max(hypot(i.right_long, i.right_lat), hypot(i.left_long, i.left_lat))
        use = most / grip if grip > 0.0 else 1.0  # all of nothing
        self.slid += self.h * max(slip_right, slip_left)
        if use > self.grip_use:
            self.grip_use = use
        if slip_right > self.slip_right:
            self.slip_right = slip_right
        if slip_left > self.slip_left:
            self.slip_left = slip_left
