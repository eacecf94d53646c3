"""The numbers of a stream, column by column: a long run fits in memory, its messages do not."""

import math
from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = tuple[str, ...]


class Columns:
    """Every number of a sequence of messages, by the keys that lead to it."""

    def __init__(self) -> None:
        self._count = 0
        self._numbers: dict[Keys, array[float]] = {}

    def add(self, message: Mapping[str, Any]) -> None:
        """Take the numbers of one more message; the message is not kept."""
        self._add(message, ())
        self._count += 1

    def get(self, keys: Keys) -> NDArray[np.float64]:
        """A column, NaN where a message lacks the number. Shape (messages,)."""
        return np.array(self._column(keys), dtype=float)

    def _add(self, message: Mapping[str, Any], above: Keys) -> None:
        for key, value in message.items():
            if isinstance(value, dict):
                self._add(value, (*above, key))
            elif isinstance(value, int | float):
                keys = (*above, key)
                column = self._numbers.get(keys)
                if column is None or len(column) != self._count:
                    column = self._column(keys)
                try:
                    column.append(value)
                except OverflowError:  # an integer of hundreds of digits is JSON all the same
                    column.append(math.nan)

    def _column(self, keys: Keys) -> "array[float]":
        """A column up to this message, filled where messages lacked it."""
        column = self._numbers.setdefault(keys, array("d"))
        column.extend([math.nan] * (self._count - len(column)))
        return column
