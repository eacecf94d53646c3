"""Single-use words that make an operator's request fresh: nothing queued moves a robot."""

import secrets
import time
from collections.abc import Callable

VALID_FOR = 1.0  # s, by the node's monotonic wall clock even in lockstep
_MOST = 256


class Nonces:
    """Issues nonces and spends each at most once."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._issued: dict[bytes, float] = {}

    def issue(self) -> bytes:
        """A new nonce, good for one request within `VALID_FOR` seconds."""
        while len(self._issued) >= _MOST:  # a flood of snapshots must not grow the node
            del self._issued[next(iter(self._issued))]
        nonce = secrets.token_bytes(8)
        self._issued[nonce] = self._now()
        return nonce

    def spend(self, nonce: bytes) -> str | None:
        """None if `nonce` was good; else the reason why it is not."""
        issued = self._issued.pop(nonce, None)
        if issued is None:
            return "its nonce is unknown or used; ask for a snapshot and send the request with it"
        if self._now() - issued > VALID_FOR:
            return f"its nonce is older than {VALID_FOR:g} s; ask for a new snapshot"
        return None
