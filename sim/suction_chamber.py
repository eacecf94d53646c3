"""The suction chamber: a pump that draws air out, a seal that lets it in, a volume between them.

The air in the volume V is isothermal and little thinner than outside (a robot sucks with a few per
cent of the ambient pressure), so a flow Q out of it changes the pressure P below ambient by

    dP/dt = (p_a / V) (Q_pump - Q_leak),    Q_leak = G P,    Q_pump = Q0 (1 - P / P0):

a narrow gap leaks in proportion to the pressure (laminar), and the pump's characteristic is a
straight line from its free flow Q0 to its shut-off pressure P0. Hence first-order lags,

    pump on:   P -> Q0 / (Q0 / P0 + G)   with   tau = V / (p_a (Q0 / P0 + G)),
    pump off:  P -> 0                    with   tau = V / (p_a G),

if a valve keeps air from flowing back through the stopped pump, whose rotor stops at once. P0 is
such that the tight chamber settles at the pressure that the plant's file names.
"""

from collections import deque
from math import exp

from config.plant import Chamber, ChamberEvent

AMBIENT = 101_325.0  # Pa


class SuctionChamber:
    """Advances in steps of `h` s from rest at its settled pressure.

    Attributes:
        pressure: below ambient, Pa.
        settles_at: where the pressure goes as things are, Pa.
        time_constant: of its way there, s.
    """

    def __init__(self, chamber: Chamber, nominal_pressure: float, h: float) -> None:
        self._volume, self._tight, self._flow = chamber.volume, chamber.leak, chamber.pump_free_flow
        self._h = h
        self.pressure = nominal_pressure * chamber.pressure_factor
        # Q0 / P0, from G P = Q0 (1 - P / P0); `Plant` has checked that it is positive.
        self._back_flow = self._flow / self.pressure - self._tight
        self._settled = self.pressure
        self._pumping, self._leak = True, self._tight
        self._events = deque(sorted(chamber.events, key=lambda event: event.at))
        self._change()

    def step(self, t: float) -> float:
        """The pressure (Pa) at the end of the step that begins `t` s after the start."""
        while self._events and self._events[0].at <= t + 1e-9:
            self.happen(self._events.popleft())
        self.pressure += self._share * (self.settles_at - self.pressure)
        return self.pressure

    def happen(self, event: ChamberEvent) -> None:
        """Change pump or leak from now on."""
        if event.kind == "leak":
            self._leak = self._tight * (event.leak_factor or 1.0)
        else:
            self._pumping = event.kind == "pump_on"
        self._change()

    def _change(self) -> None:
        conductance = self._leak + (self._back_flow if self._pumping else 0.0)
        if not self._pumping:
            self.settles_at = 0.0
        elif self._leak == self._tight:
            self.settles_at = self._settled  # exactly, so that a quiet chamber stays as it is
        else:
            self.settles_at = self._flow / conductance
        self.time_constant = self._volume / (AMBIENT * conductance)
        self._share = 1.0 - exp(-self._h / self.time_constant)
