"""The operator's side of a node: every request is answered with its outcome and the reason."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import zmq

from firmware_bridge.contract import MessageError, Reply, Request
from firmware_bridge.nonces import Nonces

FREE = ("snapshot", "stop")  # asked for in need or to look: they carry no nonce
_MOST_PER_TICK = 16  # a flood of requests must not stall the control loop

# What a request does: returns the reason of a refusal (None: done) and what to send along.
Handler = Callable[[Request], tuple[str | None, Mapping[str, Any]]]


class OperatorChannel:
    """Takes requests from a ROUTER socket and hands them to the node's handlers."""

    def __init__(
        self, socket: "zmq.Socket[bytes]", nonces: Nonces, handlers: Mapping[str, Handler]
    ) -> None:
        self._socket = socket
        self._nonces = nonces
        self._handlers = handlers

    def serve(self, wait: float = 0.0) -> int:
        """Answer what has come in, after waiting up to `wait` s for a first one; how many."""
        if wait and not self._socket.poll(int(wait * 1e3), zmq.POLLIN):
            return 0
        for served in range(_MOST_PER_TICK):
            try:
                peer, *frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return served
            reply = self._answer(frames[-1] if frames else b"")
            # If the asker is gone, what it asked for is done all the same.
            with suppress(zmq.ZMQError):
                self._socket.send_multipart([peer, *frames[:-1], reply.encode()], zmq.NOBLOCK)
        return _MOST_PER_TICK

    def _answer(self, frame: bytes) -> Reply:
        try:
            request = Request.decode(frame)
        except MessageError as error:
            return Reply(0, False, f"refused: {error}")
        handler = self._handlers.get(request.request)
        if handler is None:
            known = ", ".join(self._handlers)
            return Reply(request.id, False, f"no such request: {request.request!r}; known: {known}")
        if request.request not in FREE:
            stale = self._nonces.spend(request.nonce)
            if stale:
                return Reply(request.id, False, f"{request.request} refused: {stale}")
        reason, data = handler(request)
        if reason is None:
            return Reply(request.id, True, "done", data)
        return Reply(request.id, False, f"{request.request} refused: {reason}", data)
