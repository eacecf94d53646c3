"""An integrator that chooses its steps as MATLAB's ode45 does, which the paper used.

The formulas are scipy's RK45 (Dormand and Prince 5(4), Hairer I, table 5.2); only the error norm
and the step control differ. scipy accepts a step by the root mean square of the weighted errors,
ode45 by the largest; scipy lets a step grow tenfold and without end, ode45 fivefold and up to a
tenth of the interval (Shampine and Reichelt, "The MATLAB ODE suite", SIAM J. Sci. Comput. 1997).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import RK45

from lab.figures.wheeled_climber.setting import Array

_SAFETY = 0.8
_MOST_GROWTH = 5.0
_MOST_STEPS = 200_000


class Steps(NamedTuple):
    """The steps that an integrator accepted."""

    t: Array
    """Shape (n,)."""
    y: Array
    """States, one column per step. Shape (m, n)."""


def ode45(
    rates: Callable[[float, Array], ArrayLike],
    end: float,
    start: ArrayLike,
    relative: float,
    absolute: float,
) -> Steps:
    """Integrate y' = rates(t, y) from t = 0 to `end`, tolerances as in `odeset`.

    A step passes if max(|error| / max(|y|, |y_new|, absolute / relative)) <= relative.

    Raises
    ------
    RuntimeError
        The steps shrink to nothing: `rates` is not smooth enough for the tolerance.
    """
    y = np.asarray(start, dtype=np.float64)
    t, rate = 0.0, np.asarray(rates(0.0, y), dtype=np.float64)
    threshold, largest = absolute / relative, 0.1 * end
    steepness = float(np.max(np.abs(rate) / np.maximum(np.abs(y), threshold)))
    h = min(largest, end, _SAFETY * relative**0.2 / max(steepness, 1e-300))
    times, states = [t], [y]
    failed = False
    for _ in range(_MOST_STEPS):
        last = h >= 0.9999 * (end - t)
        h = end - t if last else min(h, largest)
        new, new_rate, error = _step(rates, t, y, rate, h)
        scale = np.maximum(np.maximum(np.abs(y), np.abs(new)), threshold)
        size = float(np.max(np.abs(error) / scale))
        wanted = _SAFETY * (relative / max(size, 1e-300)) ** 0.2
        if size > relative:
            h *= 0.5 if failed else max(0.1, wanted)
            failed = True
            continue
        t, y, rate = t + h, new, new_rate
        times.append(t)
        states.append(y)
        if last:
            return Steps(np.array(times), np.array(states).T)
        if not failed:
            h *= min(_MOST_GROWTH, wanted)
        failed = False
    raise RuntimeError(f"{_MOST_STEPS} steps reached only t = {t:.6g} of {end:.6g}")


def _step(
    rates: Callable[[float, Array], ArrayLike], t: float, y: Array, rate: Array, h: float
) -> tuple[Array, Array, Array]:
    """One Dormand-Prince step: the new state, its rate (reused by the next), the error."""
    k = np.empty((7, len(y)))
    k[0] = rate
    for stage in range(1, 6):
        at = y + h * (RK45.A[stage, :stage] @ k[:stage])
        k[stage] = rates(t + RK45.C[stage] * h, at)
    new = y + h * (RK45.B @ k[:6])
    k[6] = rates(t + h, new)
    return new, k[6], h * (RK45.E @ k)
