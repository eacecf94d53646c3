"""A sensor with white noise and a constant bias."""

import numpy as np


class NoisySensor:
    """value + bias + noise * standard normal, drawn anew at each reading."""

    def __init__(self, noise: float, bias: float, rng: np.random.Generator) -> None:
        self._noise = noise
        self._bias = bias
        self._rng = rng

    def read(self, value: float) -> float:
        """One reading of the true `value`, in its unit."""
        return float(value + self._bias + self._noise * self._rng.standard_normal())
