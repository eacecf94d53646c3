"""Asking a node for something: snapshot, stop, lease, release, arm, clear, park."""

import itertools
import time
from typing import Any

import zmq

from config import ScansorError
from firmware_bridge.contract import MessageError, Reply, Request, Safety
from firmware_bridge.links import Links
from firmware_bridge.run_directory import RunDirectory

_STOPPED = (Safety.STOPPED, Safety.FAULTED)


class NodeSilent(ScansorError):
    """No node answers in the run directory."""


class RequestRefused(ScansorError):
    """The node said no; the message is its reason."""


class OperatorClient:
    """One asker, by name. Requests are sent only to a node that is there (never queued)."""

    def __init__(self, links: Links, run: RunDirectory, robot: str, name: str) -> None:
        self._run, self._robot, self._name = run, robot, name
        self._socket = links.connect(zmq.DEALER, run.address("operator"), IMMEDIATE=1)
        self._ids = itertools.count(1)

    def snapshot(self, patience: float = 1.0) -> dict[str, Any]:
        """The node's present state, latched faults, holder of command, and a nonce.

        Raises:
            NodeSilent: nobody answered for `patience` seconds.
        """
        return dict(self._ask("snapshot", patience=patience).data)

    def ask(self, request: str, token: bytes = b"", patience: float = 2.0) -> Reply:
        """Ask with a fresh nonce.

        Raises:
            NodeSilent: nobody answered.
            RequestRefused: with the node's reason.
        """
        nonce = self.snapshot(patience)["nonce"]
        reply = self._ask(request, nonce=nonce, token=token, patience=patience)
        if not reply.done:
            raise RequestRefused(reply.reason)
        return reply

    def stop(self, patience: float = 5.0) -> None:
        """Ask to stop, again and again until the node's state shows it.

        Raises:
            NodeSilent: it was not seen within `patience` seconds.
        """
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                # The reply tells the state already: a node that leaves once stopped says no more.
                if self._ask("stop", patience=0.2).data.get("safety") in _STOPPED:
                    return
                if self.snapshot(0.2).get("safety") in _STOPPED:
                    return
            except NodeSilent:
                continue
        raise NodeSilent(self._silence())

    def _ask(
        self, request: str, *, patience: float, nonce: bytes = b"", token: bytes = b""
    ) -> Reply:
        message = Request(next(self._ids), request, self._name, nonce, token)
        end = time.monotonic() + patience
        if not self._socket.poll(int(patience * 1e3), zmq.POLLOUT):
            raise NodeSilent(self._silence())
        try:
            self._socket.send(message.encode(), zmq.NOBLOCK)
        except zmq.Again:  # it left between the look and the send
            raise NodeSilent(self._silence()) from None
        while (left := end - time.monotonic()) > 0:
            if not self._socket.poll(max(1, int(left * 1e3)), zmq.POLLIN):
                break
            try:
                reply = Reply.decode(self._socket.recv())
            except MessageError:
                continue
            if reply.id == message.id:  # an answer to an earlier, given-up request is not ours
                return reply
        raise NodeSilent(self._silence())

    def _silence(self) -> str:
        return (
            f"no node of {self._robot} answers in {self._run.path}; "
            f"start one with `scansor node {self._robot}`, or name its --run-dir"
        )
