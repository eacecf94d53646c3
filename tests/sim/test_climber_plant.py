"""Mechanics of the climber against closed forms.

Not covered: the fall of a robot that tilts off, a load that shifts between the wheels, walls that
are not flat.
"""

from math import atan2, cos, hypot, pi, sin

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.climber_motion import Drive

H = 0.5e-3
QUIET = {"seal_coulomb": 0.0, "seal_static": 0.0, "seal_viscous": 0.0}
OFF = Drive()
angles = st.floats(-pi, pi)


def run(plant, seconds, right=OFF, left=OFF):
    for _ in range(round(seconds / H)):
        plant.step(right, left)


def energy(plant):
    p, m = plant.parameters, plant.motion
    return (
        0.5 * p.mass * (m.forward**2 + m.lateral**2)
        + 0.5 * p.yaw_inertia * m.omega**2
        + 0.5 * p.wheel_inertia * (m.wheel_right**2 + m.wheel_left**2)
        + p.mass * p.gravity * m.y
    )


def launch(plant, forward, omega=0.0):
    p, m = plant.parameters, plant.motion
    m.forward, m.omega = forward, omega
    m.wheel_right = (forward + omega * p.half_track) / p.radius
    m.wheel_left = (forward - omega * p.half_track) / p.radius


def test_closed_form_torques_drive_the_ellipse_open_loop(stand):
    """The flat closed form with the wheels' inertia, m + 2 J_w/r² and J + 2 J_w d²/r²."""
    ideal = {"no_slip": True, "gear_coulomb": 0.0, "gear_static": 0.0, "seal_viscous": 0.0}
    plant = stand(seal_coulomb=0.2, seal_static=0.2, seal_radius=0.0, **ideal)
    p, a, b, n = plant.parameters, 0.25, 0.15, 0.4
    plant.motion.y = -b
    launch(plant, a * n, b * n / a)
    mass = p.mass + 2 * p.wheel_inertia / p.radius**2
    inertia = p.yaw_inertia + 2 * p.wheel_inertia * (p.half_track / p.radius) ** 2
    drag = 0.2 * p.seal_load(5000.0)
    worst, use = 0.0, 0.0
    for k in range(round(15.708 / H)):
        t = (k + 0.5) * H
        dx, dy = a * n * cos(n * t), b * n * sin(n * t)
        v = hypot(dx, dy)
        dv = (b * b - a * a) * n**3 * sin(n * t) * cos(n * t) / v
        domega = -2 * a * b * n**3 * dv / v**3
        pull = mass * dv + drag + p.mass * p.gravity * sin(atan2(dy, dx))
        common = 0.5 * p.radius * pull
        differential = 0.5 * inertia * p.radius / p.half_track * domega
        plant.step(Drive(common + differential), Drive(common - differential))
        end = n * (k + 1) * H
        error = hypot(plant.motion.x - a * sin(end), plant.motion.y + b * cos(end))
        worst, use = max(worst, error), max(use, plant.grip_use)
    assert worst < 1e-4
    assert use == pytest.approx(0.569, abs=0.002)  # mechanics of the bench case, section 1.4


@pytest.mark.parametrize(("share", "slips"), [(0.999, False), (1.001, True)])
def test_a_wheel_slips_exactly_beyond_mu_n(stand, share, slips):
    plant = stand(pi / 2, gear_coulomb=0.0, gear_static=0.0, **QUIET)
    p = plant.parameters
    force = share * p.grip * p.side_load(plant.pressure)
    rise = (2 * force - p.mass * p.gravity) / p.mass
    torque = force * p.radius + p.wheel_inertia * rise / p.radius
    run(plant, 0.1, Drive(torque), Drive(torque))
    assert (plant.slip_right > 0.0) is slips
    assert plant.grip_use == pytest.approx(min(share, 1.0))


def test_a_turn_asks_the_wheels_for_the_centripetal_force(stand):
    """The wheels carry m v omega + m g cos(theta)."""
    plant = stand(0.7, no_slip=True)
    launch(plant, 1.0, 1.5)
    plant.step(OFF, OFF)
    i, p = plant.impulses, plant.parameters
    lateral = p.mass * (1.0 * 1.5 + p.gravity * cos(0.7 + 0.75 * H))
    assert (i.right_lat + i.left_lat) / H == pytest.approx(lateral, rel=1e-12)


def test_a_spinning_body_without_friction_flies_straight(stand):
    plant = stand(0.0, gravity=0.0, grip=1e-12, **QUIET)
    plant.motion.forward, plant.motion.lateral, plant.motion.omega = 0.3, -0.2, 2.0
    plant.rolling = False
    run(plant, 1.0)
    assert plant.motion.x == pytest.approx(0.3, rel=2e-3)
    assert plant.motion.y == pytest.approx(-0.2, rel=2e-3)
    assert plant.motion.heading == pytest.approx(2.0)


def test_sideways_grip_counts_too(stand):
    """At heading 0 the wheels carry the weight sideways, and half of it is too much for a side."""
    plant = stand(0.0, **QUIET)
    p = plant.parameters
    hold = p.mass * p.gravity / (p.grip * p.load_share * p.suction_area)
    for pressure, slips in ((1.001 * hold, False), (0.999 * hold, True)):
        plant.pressure = pressure
        run(plant, 0.05)
        assert (plant.slip_left > 0.0) is slips


def test_a_free_slide_accelerates_with_g_minus_mu_n_over_m(stand):
    plant = stand(0.0, **QUIET)
    p = plant.parameters
    plant.pressure = 500.0
    run(plant, 0.4)
    a = p.gravity - p.grip * 2 * p.side_load(500.0) / p.mass
    assert plant.motion.lateral == pytest.approx(-a * 0.4, rel=1e-9)
    assert plant.motion.y == pytest.approx(-a * 0.4**2 / 2, rel=1e-9)
    assert plant.motion.forward == pytest.approx(0.0, abs=1e-9)


def test_a_slide_under_seal_and_wheels_has_both_frictions(stand):
    plant = stand(0.0, seal_static=0.2, seal_viscous=0.0)
    p = plant.parameters
    plant.pressure = 500.0
    run(plant, 0.4)
    hold = p.grip * 2 * p.side_load(500.0) + 0.2 * p.seal_load(500.0)
    assert plant.motion.lateral == pytest.approx(-(p.gravity - hold / p.mass) * 0.4, rel=1e-9)


@pytest.mark.parametrize("gear", [0.0, 0.05])
def test_coasting_ends_where_the_closed_form_says(stand, gear):
    plant = stand(0.0, seal_static=0.2, seal_viscous=0.0, gear_static=gear, gear_coulomb=gear)
    p = plant.parameters
    launch(plant, 0.3)
    run(plant, 2.0)
    mass = p.mass + 2 * p.wheel_inertia / p.radius**2
    drag = 0.2 * p.seal_load(plant.pressure) + 2 * gear / p.radius
    assert plant.motion.x == pytest.approx(mass * 0.3**2 / 2 / drag, rel=2e-3)
    assert plant.motion.forward == 0.0 or abs(plant.motion.forward) < 1e-12


def test_viscous_coasting_decays_exponentially(stand):
    plant = stand(0.0, **{**QUIET, "seal_viscous": 5.0}, gear_static=0.0, gear_coulomb=0.0)
    p = plant.parameters
    launch(plant, 0.3)
    run(plant, 10.0)
    mass = p.mass + 2 * p.wheel_inertia / p.radius**2
    distance = 0.3 * mass / 5.0 * (1.0 - 2.718281828 ** (-10.0 * 5.0 / mass))
    assert plant.motion.x == pytest.approx(distance, rel=1e-3)


@settings(max_examples=12, deadline=None)
@given(angles, st.sampled_from([1.0, 1e-6]))
def test_the_gears_hold_the_parked_robot_at_any_heading(stand, heading, seal):
    plant = stand(heading, seal_coulomb=0.2 * seal, seal_static=0.26 * seal)
    run(plant, 2.0)
    assert hypot(plant.motion.x, plant.motion.y) < 1e-9
    assert abs(plant.motion.heading - heading) < 1e-9


def test_nothing_creeps_in_twenty_seconds(stand):
    plant = stand(2.0, seal_coulomb=1e-6, seal_static=1e-6)
    run(plant, 20.0)
    assert hypot(plant.motion.x, plant.motion.y) < 1e-9


def test_without_gear_friction_it_rolls_down(stand):
    plant = stand(pi / 2, gear_static=0.0, gear_coulomb=0.0, **QUIET)
    p = plant.parameters
    run(plant, 0.5)
    mass = p.mass + 2 * p.wheel_inertia / p.radius**2
    assert plant.motion.y == pytest.approx(-p.mass * p.gravity / mass * 0.125, rel=1e-6)
    assert plant.slip_right == 0.0


@pytest.mark.parametrize(("pressure", "holds"), [(1.02, True), (0.98, False)])
def test_at_rest_seal_and_wheels_hold_together(stand, pressure, holds):
    """Least pressure of the parked robot: m g / (mu_w k S + mu_s (1 - k) S)."""
    plant = stand(0.0)
    p = plant.parameters
    shared = (p.grip * p.load_share + p.seal_static * (1 - p.load_share)) * p.suction_area
    plant.pressure = pressure * p.mass * p.gravity / shared
    run(plant, 5.0)
    assert (abs(plant.motion.y) < 1e-7) is holds


@settings(max_examples=15, deadline=None)
@given(angles, st.floats(0.0, 0.5), st.floats(-2.0, 2.0), st.floats(-0.6, 0.6),
       st.floats(-0.6, 0.6))  # fmt: skip
def test_rolling_and_slipping_steps_agree_while_nothing_slips(stand, heading, v, omega, tr, tl):
    """The two-velocity step is the five-velocity one with every contact stuck."""
    rolling, slipping = stand(heading), stand(heading)
    for plant in (rolling, slipping):
        launch(plant, v, omega)
    for _ in range(100):
        rolling.step(Drive(tr, 0.3), Drive(tl, 0.1))
        slipping.rolling = False
        slipping.step(Drive(tr, 0.3), Drive(tl, 0.1))
        assume(rolling.rolling and slipping.slip_right < 1e-6)
    for name in ("x", "y", "heading", "forward", "lateral", "omega", "wheel_right", "angle_left"):
        assert getattr(rolling.motion, name) == pytest.approx(
            getattr(slipping.motion, name), abs=1e-6
        ), name


@settings(max_examples=15, deadline=None)
@given(angles, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(-5.0, 5.0),
       st.floats(-40.0, 40.0), st.floats(200.0, 6000.0))  # fmt: skip
def test_without_power_energy_only_falls(stand, heading, v, side, omega, spin, pressure):
    plant = stand(heading)
    launch(plant, v, omega)
    plant.motion.lateral, plant.motion.wheel_right = side, spin
    plant.rolling, plant.pressure = False, pressure
    # What a step may seem to gain, second order in the step: half a step's turn of a fast spin; and
    # where a slide turns round, friction F <= m g acts against the speed at the step's end, also
    # over the part before the turn: F h times a mean speed of at most g h / 2.
    p = plant.parameters
    tolerance = 1e-6 + 0.5 * p.mass * (p.gravity * H) ** 2
    last = energy(plant)
    for _ in range(400):
        plant.step(OFF, OFF)
        now = energy(plant)
        assert now <= last + tolerance
        last = now


def test_work_in_is_energy_plus_heat(stand):
    """Driven up the wall and slipping: motors' work = energy gained + every friction's heat."""
    plant = stand(1.2, grip=0.25)
    p, m = plant.parameters, plant.motion
    work = heat = 0.0
    start = energy(plant)
    for _ in range(1000):
        before = (m.forward, m.lateral, m.omega, m.wheel_right, m.wheel_left)
        plant.step(Drive(0.9), Drive(0.7))
        v, u, omega, w_r, w_l = (
            (old + new) / 2
            for old, new in zip(
                before, (m.forward, m.lateral, m.omega, m.wheel_right, m.wheel_left), strict=True
            )
        )
        i = plant.impulses
        work += H * (0.9 * w_r + 0.7 * w_l)
        turn = omega * p.half_track
        heat -= i.right_long * (v + turn - p.radius * w_r) + i.right_lat * u
        heat -= i.left_long * (v - turn - p.radius * w_l) + i.left_lat * u
        heat -= i.seal_long * v + i.seal_lat * u + i.seal_turn * omega
        heat -= i.gear_right * w_r + i.gear_left * w_l
        heat += H * p.seal_viscous * (v * v + u * u + (p.seal_radius * omega) ** 2)
    assert plant.slip_right > 0.01
    assert energy(plant) - start + heat == pytest.approx(work, rel=2e-3)


def test_an_ideal_wheel_never_slips_but_tells_its_grip_use(stand):
    plant = stand(0.0, no_slip=True)
    plant.pressure = 1000.0
    run(plant, 0.5, Drive(1.5), Drive(1.5))
    assert plant.slip_right == plant.slip_left == 0.0
    assert plant.grip_use > 1.5


def test_the_faster_right_wheel_turns_left(stand):
    plant = stand(0.0)
    run(plant, 0.3, Drive(0.52), Drive(0.5))
    assert plant.motion.omega > 0.0
    assert plant.motion.wheel_right > plant.motion.wheel_left > 0.0
