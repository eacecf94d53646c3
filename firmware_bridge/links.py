"""Sockets between the processes, and the publisher of telemetry.

Facts tried, behind the choices here: PUB to a freshly bound SUB loses its first messages; CONFLATE
is per pipe, hides bad frames and cannot be counted; a socket without LINGER 0 keeps its process.
"""

import ipaddress
import os
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgpack
import zmq

from config import ScansorError
from firmware_bridge.run_directory import RunDirectory

TELEMETRY_ADDRESS = "tcp://127.0.0.1:9872"  # PlotJuggler's default port
RECORDER_SILENCE = 30.0  # s that lockstep waits for a hub that does not take its records

_PATIENCE_MS = 100
_LINGER_MS = 800  # for records still queued at exit; a hub takes twenty thousand a second


class LinkError(ScansorError):
    """An address cannot be used: names it and the remedy."""


class RecorderSilent(ScansorError):
    """In lockstep no record may be lost, and the hub takes none."""


class Links:
    """The sockets of one process, made in it and closed with it (never carried over a fork)."""

    def __init__(self) -> None:
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._sockets: list[zmq.Socket[bytes]] = []  # closed here, not whenever they are forgotten
        self._owner = (os.getpid(), threading.get_ident())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def bind(self, kind: int, address: str, **options: int) -> "zmq.Socket[bytes]":
        """A socket that owns an address.

        Raises:
            LinkError: the address is taken, or is neither loopback nor ipc.
        """
        require_private(address)
        bound = self._socket(kind, options)
        try:
            if address.startswith("ipc://"):
                _clear_left_over(address)
            bound.bind(address)
        except zmq.ZMQError as error:
            bound.close(0)
            # pyzmq's own text already names the address.
            raise LinkError(f"cannot be bound: {error.strerror}") from None
        return bound

    def connect(self, kind: int, address: str, **options: int) -> "zmq.Socket[bytes]":
        """A socket that connects to an owner's address, now or when it appears.

        Raises:
            LinkError: the address is neither loopback nor ipc, or cannot be one.
        """
        require_private(address)
        connected = self._socket(kind, options)
        try:
            connected.connect(address)
        except zmq.ZMQError as error:
            connected.close(0)
            raise LinkError(f"{address} cannot be connected to: {error.strerror}") from None
        return connected

    def close(self) -> None:
        """Close every socket; what was not sent is dropped, but for records (see `Publisher`)."""
        self._context.destroy()

    def _socket(self, kind: int, options: Mapping[str, int]) -> "zmq.Socket[bytes]":
        owner = (os.getpid(), threading.get_ident())
        if owner != self._owner:
            raise LinkError(
                "sockets were asked for in another process or thread than the one that made Links; "
                "make a Links in each"
            )
        made = self._context.socket(kind)
        made.setsockopt(zmq.LINGER, 0)
        for name, value in options.items():
            made.setsockopt(getattr(zmq, name), value)
        self._sockets.append(made)
        return made


def has_message(socket: "zmq.Socket[bytes]") -> bool:
    """Whether a receive would find a message; cheaper than one that fails, for the inner loop."""
    return bool(int(socket.getsockopt(zmq.EVENTS)) & zmq.POLLIN)


class Publisher:
    """Sends telemetry to the hub, which records and relays it: frames `[topic, map]`.

    Lossless (lockstep): blocks until the hub takes the message, and gives up after
    `RECORDER_SILENCE`. Otherwise (real time) it never blocks; what finds no room is counted in
    `dropped`.
    """

    def __init__(
        self, links: Links, run: RunDirectory, robot: str, *, lossless: bool, enabled: bool = True
    ) -> None:
        self.dropped = 0
        self._robot = robot
        self._lossless = lossless
        self._sequence: dict[str, int] = {}
        self._socket = (
            links.connect(
                zmq.PUSH, run.address("record"), SNDHWM=10_000, IMMEDIATE=1, LINGER=_LINGER_MS
            )
            if enabled
            else None
        )
        self._pack = msgpack.Packer().pack

    def send(
        self, stream: str, t: float, timestamp: float, message: Mapping[str, Any],
        seq: int | None = None,
    ) -> None:  # fmt: skip
        """Publish one message of a stream, at time `t` (s, the sender's clock).

        `seq` defaults to the stream's own count.

        Raises:
            RecorderSilent: lossless, and the hub has taken nothing for `RECORDER_SILENCE` s.
        """
        if self._socket is None:
            return
        if seq is None:
            seq = self._sequence[stream] = self._sequence.get(stream, -1) + 1
        frames = [
            f"{self._robot}/{stream}".encode("ascii"),
            self._pack({"timestamp": timestamp, "t": t, "seq": seq, **message}),
        ]
        try:
            self._socket.send_multipart(frames, flags=zmq.NOBLOCK)
        except zmq.Again:
            if self._lossless:
                self._insist(frames)
            else:
                self.dropped += 1

    def mute(self) -> None:
        """Publish nothing from now on: the hub has failed, and the robot matters more."""
        self._socket = None

    def wait_for_hub(self, seconds: float) -> bool:
        """Whether a hub is there to take messages, within `seconds`."""
        return self._socket is None or bool(self._socket.poll(int(seconds * 1e3), zmq.POLLOUT))

    def _insist(self, frames: list[bytes]) -> None:
        assert self._socket is not None
        end = time.monotonic() + RECORDER_SILENCE
        while time.monotonic() < end:
            if self._socket.poll(_PATIENCE_MS, zmq.POLLOUT):
                with suppress(zmq.Again):  # the hub went away between the look and the send
                    self._socket.send_multipart(frames, flags=zmq.NOBLOCK)
                    return
        raise RecorderSilent(
            f"recorder silent: the hub took no record for {RECORDER_SILENCE:.0f} s; "
            "start one with `scansor hub`, or run with --no-record"
        )


def _clear_left_over(address: str) -> None:
    """Remove the socket file of a process that is gone; never that of a living one.

    ZeroMQ would silently take the address over.

    Raises:
        LinkError: somebody listens there.
    """
    path = Path(address.removeprefix("ipc://"))
    if not path.exists():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise LinkError(f"{address} is in use by another process")


def require_private(address: str) -> None:
    """Accept loopback and ipc addresses only: until keys exist, nobody else may listen or command.

    Raises:
        LinkError: for any other address.
    """
    if address.startswith("ipc:///"):  # a path: an abstract name (ipc://@...) is open to all users
        return
    with suppress(ValueError):
        parts = urlsplit(address)
        host = parts.hostname or ""
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
        if parts.scheme == "tcp" and parts.port is not None and loopback:
            return
    raise LinkError(
        f"{address!r} is not private; write tcp://127.0.0.1:PORT or ipc://PATH "
        "(other addresses need keys, which do not exist yet)"
    )
