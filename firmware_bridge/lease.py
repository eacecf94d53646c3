"""Who may command: one holder at a time, known by a random token that no recording holds."""

import hmac
import secrets


class Lease:
    """The command lease of a node.

    It ends by release, by silence, and when the node stops or faults; a new one never resumes
    motion by itself.
    """

    def __init__(self) -> None:
        self.holder: str | None = None
        self._token = b""

    def acquire(self, name: str) -> bytes | None:
        """The token for `name`, or None while somebody holds command (see `holder`)."""
        if self.holder is not None:
            return None
        self.holder = name
        self._token = secrets.token_bytes(16)
        return self._token

    def holds(self, token: bytes) -> bool:
        """Whether `token` is the one granted to the present holder."""
        return self.holder is not None and hmac.compare_digest(token, self._token)

    def end(self) -> None:
        """Nobody holds command from now on."""
        self.holder = None
        self._token = b""
