"""An incremental encoder and the board's speed measurement from its edges (the M/T method)."""

from math import copysign, floor, tau

SILENT = 0.1  # s without an edge after which the board calls the speed zero


class Encoder:
    """Counts of a shaft at sign * angle + offset: count = floor(shaft / resolution).

    Speed is the distance between the last edges of two samples over the time between their
    time-stamps, so it is free of the ±1 count of plain counting; a reversal crosses the same edge
    twice and reads zero. Without a new edge the shaft can have moved less than one count, which
    bounds the speed by 1/(time since the last edge).

    Attributes:
        line: the count since it was made; it never jumps.
        speed: counts/s.
    """

    def __init__(self, counts_per_turn: int, sign: int, offset: float) -> None:
        self._scale = counts_per_turn / tau
        self._sign = sign
        self._offset = offset
        self._shaft = self._scale * offset
        self.line = floor(self._shaft)
        self._zero = 0
        self._edge = 0  # the line crossed last
        self._edge_time: float | None = None
        self.speed = 0.0

    def sample(self, angle: float, t: float, h: float) -> None:
        """Follow the wheel to `angle` (rad), which it reached at `t` (s) within a step of `h` s."""
        before, shaft = self._shaft, self._scale * (self._sign * angle + self._offset)
        self._shaft = shaft
        count = floor(shaft)
        if count != self.line:
            edge = count if shaft > before else count + 1
            time = t - h * (shaft - edge) / (shaft - before)
            if self._edge_time is not None and time > self._edge_time:
                self.speed = (edge - self._edge) / (time - self._edge_time)
            self._edge, self._edge_time = edge, time
            self.line = count
        elif self.speed != 0.0 and self._edge_time is not None:
            silence = t - self._edge_time
            if silence > SILENT:
                self.speed = 0.0
            elif abs(self.speed) * silence > 1.0:
                self.speed = copysign(1.0 / silence, self.speed)

    @property
    def count(self) -> int:
        """The count since the zero."""
        return self.line - self._zero

    def set_zero(self) -> None:
        """Count from here."""
        self._zero = self.line
