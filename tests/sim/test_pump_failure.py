"""A pump that fails anywhere on the way: what the truth tells, and that it is what happens.

Not covered: the node's reaction, for which a brake at the robot file's least pressure stands here.
"""

from math import pi

import pytest

from config import load_plant
from config.plant import ChamberEvent
from firmware_bridge.driver import Mode, Service, Setpoints
from sim.sim_driver import SimDriver

FAILS_AT = 0.4
DRIVE = Setpoints((Mode.VELOCITY,) * 2, (None,) * 2, (3.5, 2.7), (None,) * 2)
BRAKE = Setpoints.all(Mode.BRAKE, 2)


@pytest.fixture
def history(robot, nominal, ticks, kept):
    """Truth of a run at a heading whose pump stops after 0.4 s; `released` after braking."""

    def run(heading, seconds, released=False, events=None):
        events = events or [ChamberEvent(at=FAILS_AT, kind="pump_off")]
        plant = nominal.model_copy(
            update={"chamber": nominal.chamber.model_copy(update={"events": events})}
        )
        start = robot.start.model_copy(update={"heading": heading})
        driver = SimDriver(robot.model_copy(update={"start": start}), plant, seed=1, publisher=kept)
        driver.open(ticks)
        driver.service(Service.TORQUE_ON)
        low_since = None
        for _ in range(round(seconds / ticks.period)):
            ticks.ticks += 1
            reading = driver.read().sensors["suction_pressure"].value
            if low_since is None and reading < robot.suction.minimum_pressure:
                low_since = ticks.now()
            if released and low_since is not None and ticks.now() > low_since + 0.2:
                driver.service(Service.TORQUE_OFF)
            driver.write(DRIVE if low_since is None else BRAKE)
        return low_since, [(t, message) for _, t, _, message, _ in kept.sent]

    return run


@pytest.mark.parametrize("released", [False, True])
@pytest.mark.parametrize("heading", [0.0, 0.8, pi / 2, 3.0, -1.2])
def test_it_stops_while_it_holds_and_slides_when_the_record_says(history, heading, released):
    low_since, truths = history(heading, 2.0, released)
    assert low_since == pytest.approx(FAILS_AT + 0.5, abs=0.03)
    stands = next(t for t, m in truths if t > low_since and abs(m["v_forward"]) < 1e-6)
    would_slide = next(t for t, m in truths if m["would_slide"])
    slides = next(t for t, m in truths if t > stands and m["slip_right"] > 1e-3)
    assert stands < low_since + 0.05
    assert all(m["hold_margin"] > 2.0 for t, m in truths if t <= stands)
    # 5000 to 1347 Pa with 0.987 s, whether braked or held by the gears
    assert would_slide == pytest.approx(FAILS_AT + 1.294, abs=0.005)
    assert slides == pytest.approx(would_slide, abs=0.03)
    before = [m["y"] for t, m in truths if stands + 0.01 < t < would_slide]
    assert max(before) - min(before) < 1e-6
    assert truths[-1][1]["y"] < before[-1] - 0.03
    assert truths[-1][1]["slid"] > 0.03


def test_it_tilts_off_after_it_slides_and_says_so_for_good(history):
    _, truths = history(0.0, 2.4)
    flags = [m["tilted_off"] for _, m in truths]
    assert flags == sorted(flags)
    first = flags.index(1.0)
    assert truths[first - 1][1]["tilt_margin"] >= 0.0 > truths[first + 1][1]["tilt_margin"]
    assert truths[first][1]["pressure"] == pytest.approx(867.6, rel=0.02)  # 2 m g h / (L k S)


def test_a_damaged_seal_leaves_enough_to_hold(history):
    low_since, truths = history(
        0.8, 2.0, events=[ChamberEvent(at=FAILS_AT, kind="leak", leak_factor=6.0)]
    )
    last = truths[-1][1]
    assert low_since == pytest.approx(FAILS_AT + 0.14, abs=0.03)
    assert last["pressure"] == pytest.approx(2222.2, abs=0.1)
    assert last["hold_margin"] == pytest.approx(3.712 * 2222.2 / 5000, abs=2e-3)
    assert last["would_slide"] == last["tilted_off"] == 0.0
    assert abs(last["v_forward"]) < 1e-6


def test_nominal_pressure_stays_as_it_was(robot, ticks, kept):
    driver = SimDriver(robot, load_plant(robot), seed=1, publisher=kept)
    driver.open(ticks)
    for _ in range(200):
        ticks.ticks += 1
        driver.read()
    assert {message["pressure"] for *_, message, _ in kept.sent} == {5000.0}


def test_hold_margin_tells_gear_and_brake_apart(robot, nominal, ticks, kept):
    """Facing up, without power the gears carry 2 · 0.25 N m / 27 mm beside the seal."""
    up = robot.model_copy(update={"start": robot.start.model_copy(update={"heading": pi / 2})})
    driver = SimDriver(up, nominal, seed=1, publisher=kept)
    driver.open(ticks)
    margins = []
    for mode in (None, Mode.BRAKE, Mode.COAST, Mode.DAMP, Mode.VELOCITY):
        if mode is not None:
            driver.service(Service.TORQUE_ON)
            driver.write(Setpoints.all(mode, 2))
        driver.read()
        margins.append(kept.sent[-1][3]["hold_margin"])
    geared, braked = (2 * 0.25 / 0.027 + 12.22) / 14.715, 3.712
    assert margins == pytest.approx([geared, braked, geared, geared, braked], abs=1e-3)
