"""The seal ring on the moving climber, against the ring's own equations of motion.

Not covered: the limit of force and moment together at rest (`seal_limit` says by how much it errs).
"""

from math import cos, hypot, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.special import ellipe, ellipkm1

from sim.climber_motion import Drive

H = 0.5e-3
OFF = Drive()
RING = {"seal_radius": 0.08, "seal_coulomb": 0.2, "seal_static": 0.2, "seal_viscous": 0.0}
FREE = {"gear_coulomb": 0.0, "gear_static": 0.0, "gravity": 0.0}
FULL = 9.4  # N: 0.2 · 0.47 · 0.02 m² · 5000 Pa


def launch(plant, forward, omega):
    p, m = plant.parameters, plant.motion
    m.forward, m.omega = forward, omega
    m.wheel_right = (forward + omega * p.half_track) / p.radius
    m.wheel_left = (forward - omega * p.half_track) / p.radius


def elliptic(v, u):
    if v == u:
        return 2 / pi, 2 / pi
    rest = ((v - u) / (v + u)) ** 2  # 1 - m, without its cancellation at v = u
    K, E = ellipkm1(rest), ellipe(1 - rest)
    return ((v - u) * K + (v + u) * E) / (pi * v), ((u - v) * K + (v + u) * E) / (pi * u)


@pytest.mark.parametrize("rolling", [True, False])
@pytest.mark.parametrize(
    ("v", "omega", "drag", "arm_mm"), [(0.1, 0.24, 0.991, 7.72), (0.06, 0.667, 0.754, 41.1)]
)
def test_reference_numbers(stand, rolling, v, omega, drag, arm_mm):
    """Impulses of a step, at the mean of the velocities before and after."""
    plant = stand(**RING, **FREE)
    launch(plant, v, omega)
    plant.rolling = rolling
    plant.step(OFF, OFF)
    assert -plant.impulses.seal_long / H / FULL == pytest.approx(drag, abs=2e-3)
    assert -plant.impulses.seal_turn / H / FULL * 1e3 == pytest.approx(arm_mm, abs=0.3)


@pytest.mark.parametrize(("v", "u"), [(0.4, 0.1), (0.2, 0.2), (0.1, 0.4)])
def test_a_sliding_ring_stops_turning_and_moving_at_once(stand, v, u):
    """The free body under the ring alone: m v_dot = -F D, J omega_dot = -F R T."""
    plant = stand(grip=1e-9, **RING, **FREE)
    p, R = plant.parameters, 0.08

    def rates(t, state):
        v, u = max(state[2], 1e-9), max(state[3], 1e-9)
        D, T = elliptic(v, u)
        return [v * cos(state[1]), u / R, -FULL * D / p.mass, -FULL * R * R * T / p.yaw_inertia]

    def stops(t, state):
        return hypot(state[2], state[3]) - 2e-4

    stops.terminal = True
    exact = solve_ivp(rates, (0, 1), [0, 0, v, u], rtol=1e-9, atol=1e-12, events=stops,
                      max_step=1e-3)  # fmt: skip
    plant.motion.forward, plant.motion.omega, plant.rolling = v, u / R, False
    steps = 0
    while hypot(plant.motion.forward, plant.motion.lateral, plant.motion.omega * R) > 2e-4:
        plant.step(OFF, OFF)
        steps += 1
        assert steps * H < 1.0
    assert steps * H == pytest.approx(exact.t[-1], abs=2.5 * H)
    assert plant.motion.x == pytest.approx(exact.y[0][-1], rel=1e-2)
    assert plant.motion.heading == pytest.approx(exact.y[1][-1], rel=1e-2)
    for _ in range(3):
        plant.step(OFF, OFF)
    assert abs(plant.motion.forward) < 1e-9
    assert abs(plant.motion.omega) < 1e-9


@pytest.mark.parametrize(("share", "turns"), [(0.99, False), (1.01, True)])
def test_it_resists_a_turn_on_the_spot_up_to_its_static_moment(stand, share, turns):
    plant = stand(**{**RING, "seal_static": 0.26}, **FREE)
    p = plant.parameters
    moment = share * 0.26 * 47.0 * 0.08
    torque = 0.5 * moment * p.radius / p.half_track
    for _ in range(200):
        plant.step(Drive(torque), Drive(-torque))
    assert (abs(plant.motion.heading) > 1e-4) is turns
    assert abs(plant.motion.x) < 1e-9


def test_a_slow_turn_keeps_an_even_speed(stand):
    """Speeds at which an explicit friction would chatter: driven steadily, they settle."""
    plant = stand(**RING, **FREE)
    p, m = plant.parameters, plant.motion
    v, omega, damping = 2e-3, 2e-3, 2.0
    launch(plant, v, omega)
    D, T = elliptic(v, omega * 0.08)
    force, moment = FULL * D, FULL * 0.08 * T
    wheels = [(v + side * omega * p.half_track) / p.radius for side in (1, -1)]
    right, left = (
        Drive(0.5 * p.radius * (force + side * moment / p.half_track) + damping * wheel, damping)
        for side, wheel in zip((1, -1), wheels, strict=True)
    )
    for _ in range(2000):
        plant.step(right, left)
        assert m.forward == pytest.approx(v, rel=1e-3)
        assert m.omega == pytest.approx(omega, rel=1e-3)


@settings(max_examples=20, deadline=None)
@given(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-6.0, 6.0), st.booleans())
def test_it_only_ever_takes_power(stand, forward, lateral, omega, rolling):
    plant = stand(0.4)
    plant.motion.forward, plant.motion.lateral, plant.motion.omega = forward, lateral, omega
    if rolling:
        plant.motion.lateral = 0.0
        launch(plant, forward, omega)
    plant.rolling = rolling
    for _ in range(100):
        plant.step(OFF, OFF)
        i, m = plant.impulses, plant.motion
        power = i.seal_long * m.forward + i.seal_lat * m.lateral + i.seal_turn * m.omega
        assert power <= 1e-12


def test_a_patch_has_no_moment(stand):
    plant = stand(seal_radius=0.0)
    launch(plant, 0.1, 2.0)
    plant.step(OFF, OFF)
    assert plant.impulses.seal_turn == 0.0
    assert plant.impulses.seal_long == pytest.approx(-H * FULL, rel=1e-6)
