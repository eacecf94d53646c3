"""Not covered: uneven lines, lost counts, a timer's finite resolution."""

from math import floor, sin, tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.encoder import SILENT, Encoder

H = 0.5e-3
COUNTS = 9600


def follow(encoder, angle_of, seconds):
    for k in range(1, round(seconds / H) + 1):
        encoder.sample(angle_of(k * H), k * H, H)


@given(
    st.sampled_from([-1, 1]), st.floats(-6.0, 6.0),
    st.lists(st.floats(-0.01, 0.01), min_size=1, max_size=50),
)  # fmt: skip
def test_it_counts_the_floor_of_the_mounted_angle(sign, offset, moves):
    encoder, angle = Encoder(COUNTS, sign, offset), 0.0
    for k, move in enumerate(moves):
        angle += move
        encoder.sample(angle, (k + 1) * H, H)
    assert encoder.count == floor(COUNTS / tau * (sign * angle + offset))


@pytest.mark.parametrize("speed", [370.0, 5.0, 0.5, 0.02, -0.02, -3.7])
def test_a_steady_speed_is_measured_exactly_however_slow(speed):
    encoder = Encoder(COUNTS, 1, 0.123)
    follow(encoder, lambda t: speed * t, 0.3)
    assert encoder.speed * tau / COUNTS == pytest.approx(speed, rel=1e-6)


def test_a_stop_decays_to_zero():
    encoder = Encoder(COUNTS, 1, 0.0)
    follow(encoder, lambda t: min(t, 0.1) * 1.0, 0.105)
    assert 0.0 < encoder.speed * tau / COUNTS < 0.2
    follow(encoder, lambda t: 0.1, 2 * SILENT + 0.2)
    assert encoder.speed == 0.0


def test_dithering_about_an_edge_is_no_speed():
    encoder = Encoder(COUNTS, 1, 0.0)
    follow(encoder, lambda t: 1e-5 * sin(1000.0 * t), 0.1)
    assert encoder.speed == 0.0


def test_zero_is_set_where_it_stands():
    encoder = Encoder(COUNTS, 1, 1.0)
    assert encoder.count == floor(COUNTS / tau)
    encoder.set_zero()
    assert encoder.count == 0
    encoder.sample(-0.01, H, H)
    assert encoder.count == floor(COUNTS / tau * 0.99) - floor(COUNTS / tau)
