"""Not covered: drift of the bias, coloured noise."""

import numpy as np
import pytest

from sim.noisy_sensor import NoisySensor


def test_noise_and_bias_are_as_said():
    sensor = NoisySensor(0.5, 2.0, np.random.default_rng(3))
    readings = np.array([sensor.read(10.0) for _ in range(4000)])
    assert readings.mean() == pytest.approx(12.0, abs=0.03)
    assert readings.std() == pytest.approx(0.5, rel=0.05)


def test_without_noise_it_reads_the_value():
    assert NoisySensor(0.0, 0.0, np.random.default_rng(3)).read(5000.0) == 5000.0
