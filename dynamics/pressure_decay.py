"""How fast a measured pressure falls."""

from math import exp, log


class PressureDecay:
    """Rate a of a decay P exp(-a t), from samples of the pressure.

    A straight line through ln P by least squares, in which a sample counts with
    exp(-age / `memory`). White noise of relative standard deviation s at n samples a second leaves
    s / (2 sqrt(n memory³)) of standard deviation in the rate (1/s): 0.003 for 20 Pa of 5 kPa at
    500 Hz and 0.1 s. Of a decay that begins it shows 0.6 after 2 `memory` and 0.9 after 4.

    Parameters
    ----------
    memory
        Time constant with which a sample is forgotten, s.
    """

    def __init__(self, memory: float) -> None:
        self._memory = memory
        self.reset()

    def reset(self) -> None:
        """Forget every sample."""
        self.rate = 0.0
        self._first: float | None = None
        self._last = 0.0
        # Sums of weight, x, x², y and x y; y is ln P, x the sample's time counted from the newest.
        self._n = self._x = self._xx = self._y = self._xy = 0.0

    def update(self, t: float, pressure: float) -> float:
        """Take a sample at `t` (s, later than the last one) and estimate the rate, 1/s.

        0 until the samples span `memory`; negative where the pressure rises. A sample of no
        pressure has no logarithm and is left out.
        """
        if self._first is None:
            self._first = self._last = t
        elif t <= self._last:
            return self.rate
        if pressure <= 0.0:
            return self.rate
        self._age(t - self._last)
        self._last = t
        y = log(pressure)
        self._n += 1.0
        self._y += y
        spread = self._n * self._xx - self._x * self._x
        if spread > 0.0 and t - self._first >= self._memory:
            self.rate = -(self._n * self._xy - self._x * self._y) / spread
        return self.rate

    def _age(self, h: float) -> None:
        """Let every sample be `h` s older: its weight falls, its x becomes x - h."""
        keep = exp(-h / self._memory)
        n, x, xx, y, xy = self._n, self._x, self._xx, self._y, self._xy
        self._n = keep * n
        self._x = keep * (x - h * n)
        self._xx = keep * (xx - 2.0 * h * x + h * h * n)
        self._y = keep * y
        self._xy = keep * (xy - h * y)
