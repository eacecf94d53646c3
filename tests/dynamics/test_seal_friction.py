"""The Stribeck curve of the seal.

Not covered: its yaw moment and what turning takes off the drag (not modelled), and sticking: the
smooth curve holds nothing at rest.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynamics import SealFriction

SEAL = SealFriction(
    coulomb_friction=0.2,
    static_friction=0.26,
    stribeck_velocity=0.02,
    viscous=5.0,
    smoothing_velocity=0.002,
)
LOAD = 47.0  # (1 - 0.53) · 5000 Pa · 0.02 m²: Fc = 9.4 N, Fs = 12.22 N


@pytest.mark.parametrize(
    ("velocity", "expected"),
    [
        (0.0, 0.0),
        (0.002, (9.4 + 2.82 * 0.9900498337) * 0.7615941560 + 0.01),
        (0.02, 9.4 + 2.82 * 0.3678794412 + 0.1),
        (0.1, 9.4 + 2.82 * 1.388794386e-11 + 0.5),
    ],
)
def test_points_of_the_curve(velocity, expected):
    assert SEAL.force(velocity, LOAD) == pytest.approx(expected, rel=1e-8)
    assert SEAL.force(-velocity, LOAD) == pytest.approx(-expected, rel=1e-8)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.floats(0, 1e6))
def test_finite_and_against_the_motion(velocity, load):
    friction = SEAL.force(velocity, load)
    assert friction * velocity >= 0.0
    assert abs(friction) <= 0.26 * load + 5.0 * abs(velocity)


def test_dry_friction_follows_the_load():
    dry = SEAL.force(0.1, LOAD) - SEAL.force(0.1, 0.0)
    assert SEAL.force(0.1, LOAD / 2) - SEAL.force(0.1, 0.0) == pytest.approx(dry / 2)
    assert SEAL.force(0.1, -LOAD) == SEAL.force(0.1, 0.0) == pytest.approx(0.5)
