"""The two climbers, their ellipses, and the reference numbers in tests/data."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dynamics import FlatMotion, SealFriction, WheeledClimber, flat_motion

_DATA = Path(__file__).parents[1] / "data"


def _coulomb(coefficient: float) -> SealFriction:
    """The paper's seal: one coefficient, no Stribeck curve, sign(v) within a millimetre per s."""
    return SealFriction(
        coulomb_friction=coefficient,
        static_friction=coefficient,
        stribeck_velocity=0.02,
        viscous=0.0,
        smoothing_velocity=0.001,
    )


@dataclass(frozen=True)
class Ellipse:
    """x = a sin(w t), y = -b cos(w t)."""

    a: float
    b: float
    rate: float

    def derivative(self, order: int, t: float) -> np.ndarray:
        phase = self.rate * t + order * np.pi / 2
        return self.rate**order * np.array([self.a * np.sin(phase), -self.b * np.cos(phase)])

    def motion(self, t: float) -> FlatMotion:
        return flat_motion(*(self.derivative(order, t) for order in (1, 2, 3)))


@pytest.fixture
def paper() -> WheeledClimber:
    """The paper's robot; height and wheelbase are assumed, it gives none."""
    return WheeledClimber(
        mass=5.0,
        yaw_inertia=0.33,
        wheel_radius=0.027,
        half_track=0.3,
        wheel_friction=0.8,
        load_share=0.53,
        suction_area=0.06,
        seal=_coulomb(0.8),
        centre_of_mass_height=0.05,
        wheelbase=0.3,
    )


@pytest.fixture
def bench() -> WheeledClimber:
    return WheeledClimber(
        mass=1.5,
        yaw_inertia=0.012,
        wheel_radius=0.027,
        half_track=0.08,
        wheel_friction=0.8,
        load_share=0.53,
        suction_area=0.02,
        seal=_coulomb(0.2),
        centre_of_mass_height=0.05,
        wheelbase=0.2,
    )


@pytest.fixture
def paper_path() -> Ellipse:
    return Ellipse(a=10.0, b=6.0, rate=1.0)


@pytest.fixture
def bench_path() -> Ellipse:
    return Ellipse(a=0.25, b=0.15, rate=0.4)


@pytest.fixture
def reference() -> Callable[[str], dict[str, Any]]:
    return lambda name: json.loads((_DATA / f"{name}.json").read_text())
