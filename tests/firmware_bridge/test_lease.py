"""The command lease: one holder, known by a token.

Not covered: when a lease ends (test_supervisor).
"""

from firmware_bridge.lease import Lease


def test_one_holder_at_a_time():
    lease = Lease()
    token = lease.acquire("first")
    assert token
    assert lease.acquire("second") is None
    assert lease.acquire("first") is None
    assert lease.holder == "first"


def test_only_the_granted_token_holds():
    lease = Lease()
    token = lease.acquire("first")
    assert token is not None
    assert lease.holds(token)
    assert not any(lease.holds(bad) for bad in (b"", token[:-1], token + b"\0", bytes(len(token))))


def test_a_free_lease_is_held_by_no_token_not_even_the_empty_one():
    lease = Lease()
    assert not lease.holds(b"")
    token = lease.acquire("first")
    assert token is not None
    lease.end()
    assert not lease.holds(token)
    assert not lease.holds(b"")
    assert lease.holder is None


def test_every_grant_has_its_own_token():
    tokens = set()
    for _ in range(50):
        lease = Lease()
        tokens.add(lease.acquire("same name"))
    assert len(tokens) == 50
    assert all(token is not None and len(token) >= 16 for token in tokens)
