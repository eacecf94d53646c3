"""Nonces: good once and for a second of the node's own clock.

Not covered: which requests need one (test_operator_channel).
"""

import time

import pytest

from firmware_bridge.nonces import VALID_FOR, Nonces


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_a_nonce_is_good_once(watch: Watch):
    nonces = Nonces(watch)
    nonce = nonces.issue()
    assert nonces.spend(nonce) is None
    assert "unknown or used" in str(nonces.spend(nonce))


@pytest.mark.parametrize(("age", "good"), [(0.0, True), (0.999, True), (1.001, False)])
def test_a_nonce_is_good_for_one_second(watch: Watch, age: float, good: bool):
    nonces = Nonces(watch)
    nonce = nonces.issue()
    watch.t += age
    answer = nonces.spend(nonce)
    assert answer is None if good else "older than 1 s" in str(answer)
    assert VALID_FOR == 1.0


def test_an_expired_nonce_is_spent_by_the_attempt(watch: Watch):
    nonces = Nonces(watch)
    nonce = nonces.issue()
    watch.t += 2.0
    nonces.spend(nonce)
    watch.t -= 2.0
    assert "unknown or used" in str(nonces.spend(nonce))


@pytest.mark.parametrize("nonce", [b"", b"guess", bytes(8)])
def test_what_was_never_issued_is_refused(watch: Watch, nonce: bytes):
    nonces = Nonces(watch)
    nonces.issue()
    assert nonces.spend(nonce)


def test_a_flood_of_snapshots_does_not_grow_the_node(watch: Watch):
    nonces = Nonces(watch)
    issued = [nonces.issue() for _ in range(2000)]
    assert len(set(issued)) == 2000
    good = [nonce for nonce in issued if nonces.spend(nonce) is None]
    assert 0 < len(good) <= 256
    assert issued[-1] in good


def test_b45_a_step_of_the_wall_clock_neither_ends_nor_lengthens_a_nonce(monkeypatch):
    nonces = Nonces()
    nonce, other = nonces.issue(), nonces.issue()
    now = time.time()
    for step in (-3600.0, 3600.0):
        monkeypatch.setattr(time, "time", lambda step=step: now + step)
        assert nonces.spend(nonce if step < 0 else other) is None
