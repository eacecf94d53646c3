"""The gate alone: what it lets pass and what not."""

import numpy as np
import pytest

from control.estimation.slip_gate import SlipGate

H, STEPS, NOISE, BIAS = 0.002, 1e-8, (0.002 * 0.002) ** 2, 0.003**2


def check(gate: SlipGate, innovations) -> list[float]:
    return [gate.check(float(value), NOISE, BIAS, H) for value in innovations]


def test_encoder_steps_and_gyro_noise_pass():
    rng = np.random.default_rng(1)
    steps = np.diff(rng.uniform(-1e-4, 1e-4, 5001))  # they take back what they gave
    noise = 0.002 * H * rng.standard_normal(5000)
    assert not any(check(SlipGate(STEPS), steps + noise))


def test_slip_is_told_by_its_size():
    found = check(SlipGate(STEPS), np.full(100, 1.0 * H))
    assert sum(found) == pytest.approx(0.2, abs=0.01)
    assert next(i for i, value in enumerate(found) if value) < 10


def test_direction_is_kept():
    assert sum(check(SlipGate(STEPS), np.full(10, -1.0 * H))) < 0.0


def test_a_gyro_of_unknown_bias_is_no_slip():
    gate = SlipGate(STEPS)
    assert not any(gate.check(0.05 * H, NOISE, 0.05**2, H) for _ in range(100))


def test_what_lies_longer_ago_than_the_window_does_not_count():
    """0.05 rad/s is within the gate, however long it lasts."""
    assert not any(check(SlipGate(STEPS), np.full(5000, 0.05 * H)))


def test_clear_forgets():
    gate = SlipGate(STEPS)
    assert not any(check(gate, [4e-4]))
    gate.clear()
    assert not any(check(gate, [4e-4]))
