"""What an operator asks of a node, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_bridge import fields as f


@dataclass(frozen=True, slots=True)
class Request:
    """An operator's request: snapshot, stop, lease, release, arm, clear, park.

    Every request but snapshot and stop carries a `nonce` that a snapshot returned: it is good once
    and for 1 s, so that nothing queued or repeated by accident moves a robot.
    """

    id: int
    request: str
    name: str
    nonce: bytes = b""
    token: bytes = b""

    def encode(self) -> bytes:
        """The frame of this request."""
        return f.pack(
            {
                "id": f.count_out(self.id, "id"),
                "request": self.request,
                "name": self.name,
                "nonce": self.nonce,
                "token": self.token,
            }
        )

    @classmethod
    def decode(cls, frame: bytes) -> "Request":
        """The request in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = f.unpack(frame)
        return cls(
            id=f.count(message.get("id"), "id"),
            request=f.text(message.get("request"), "request"),
            name=f.text(message.get("name"), "name"),
            nonce=f.secret(message.get("nonce", b""), "nonce"),
            token=f.secret(message.get("token", b""), "token"),
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """The node's answer to a request: whether it was done, why not, and what was asked for."""

    id: int
    done: bool
    reason: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def encode(self) -> bytes:
        """The frame of this reply."""
        return f.pack(
            {
                "id": f.count_out(self.id, "id"),
                "done": self.done,
                "reason": self.reason,
                "data": dict(self.data),
            }
        )

    @classmethod
    def decode(cls, frame: bytes) -> "Reply":
        """The reply in a frame.

        Raises:
            MessageError: naming the field that is wrong.
        """
        message = f.unpack(frame)
        done = message.get("done")
        if not isinstance(done, bool):
            raise f.MessageError("done", f"{f.shown(done)} is neither true nor false")
        return cls(
            id=f.count(message.get("id"), "id"),
            done=done,
            reason=f.text(message.get("reason"), "reason"),
            data=f.table(message.get("data"), "data"),
        )
