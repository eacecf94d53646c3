"""The rate of a falling pressure, from samples.

Not covered: a sensor with drift, and noise as large as the pressure itself.
"""

from math import exp, sqrt

import numpy as np
import pytest

from dynamics import PressureDecay

H = 0.002


def after(memory, seconds, rate, noise=0.0, seed=0):
    decay, rng = PressureDecay(memory), np.random.default_rng(seed)
    return [
        decay.update(k * H, 5000.0 * exp(-rate * k * H) + noise * rng.standard_normal())
        for k in range(round(seconds / H))
    ]


@pytest.mark.parametrize("rate", [3.0, 0.2, 0.0, -1.0])
def test_a_clean_decay_is_found_exactly(rate):
    assert after(0.1, 0.5, rate)[-1] == pytest.approx(rate, abs=1e-6)


def test_noise_leaves_what_the_docstring_says():
    rates = after(0.1, 20.0, 0.0, noise=20.0)[1000:]
    expected = 20.0 / 5000.0 / (2.0 * sqrt(0.1**3 / H))
    assert np.std(rates) == pytest.approx(expected, rel=0.3)
    assert np.mean(rates) == pytest.approx(0.0, abs=2e-3)


def test_a_decay_that_begins_shows_after_four_memories():
    decay = PressureDecay(0.1)
    for k in range(500):
        decay.update(k * H, 5000.0)
    for k in range(500, 700):
        rate = decay.update(k * H, 5000.0 * exp(-(k - 499) * H))
    assert rate == pytest.approx(0.91, abs=0.02)


def test_few_samples_say_nothing_yet():
    assert set(after(0.1, 0.09, 2.0)) == {0.0}


def test_samples_without_a_logarithm_or_out_of_time_are_left_out():
    decay = PressureDecay(0.1)
    for k in range(200):
        decay.update(k * H, 5000.0 * exp(-k * H))
        assert decay.update(k * H, 1.0) == decay.rate
        decay.update((k + 0.5) * H, 0.0)
    assert decay.rate == pytest.approx(1.0, rel=1e-6)
    decay.reset()
    assert decay.rate == 0.0
