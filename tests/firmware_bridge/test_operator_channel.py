"""The operator's channel and client over real sockets, without a node around them.

Not covered: what the requests do to a robot (test_supervisor), and to a ticking node (test_node).
"""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import zmq

from firmware_bridge import operator_channel
from firmware_bridge.contract import Reply, Request, Safety
from firmware_bridge.links import Links
from firmware_bridge.nonces import Nonces
from firmware_bridge.operator_channel import OperatorChannel
from firmware_bridge.operator_client import NodeSilent, OperatorClient, RequestRefused
from firmware_bridge.requests import Requests
from firmware_bridge.run_directory import RunDirectory

GUARD = 5_000  # ms; generous, only against hanging


@pytest.fixture
def links() -> Iterator[Links]:
    with Links() as made:
        yield made


class Desk:
    """A node's operator channel on a rig's supervisor, served by hand or by a thread."""

    def __init__(self, rig: Any, links: Links, run: RunDirectory) -> None:
        self.rig, self.nonces, self.now = rig, Nonces(lambda: self.now), 0.0
        self.requests = Requests(rig.supervisor, self.nonces, {"robot": "r", "session": "s"})
        socket = links.bind(zmq.ROUTER, run.address("operator"))
        self.channel = OperatorChannel(socket, self.nonces, self.requests.handlers())

    def serve(self, wait: float = 2.0) -> int:
        return self.channel.serve(wait)


@pytest.fixture
def desk(rig: Any, links: Links, run: RunDirectory) -> Desk:
    return Desk(rig, links, run)


@pytest.fixture
def asker(desk: Desk, links: Links, run: RunDirectory) -> "zmq.Socket[bytes]":
    return links.connect(zmq.DEALER, run.address("operator"), IMMEDIATE=1)


@pytest.fixture
def ask(desk: Desk, asker: Any) -> Callable[..., Reply]:
    """Send a request by hand, serve it, and read the reply."""

    def send(request: str, nonce: bytes | None = None, name: str = "t", token: bytes = b""):
        assert asker.poll(GUARD, zmq.POLLOUT)
        asker.send(Request(1, request, name, nonce or b"", token).encode())
        assert desk.serve() == 1
        assert asker.poll(GUARD)
        return Reply.decode(asker.recv())

    return send


@pytest.fixture
def fresh(ask: Callable[..., Reply]) -> Callable[[], bytes]:
    return lambda: ask("snapshot").data["nonce"]


@pytest.fixture
def clerk(rig: Any, run: RunDirectory) -> Iterator[Desk]:
    """A desk served by a thread of its own, as a node would."""
    made: list[Desk] = []
    over, there = threading.Event(), threading.Event()

    def serve() -> None:
        with Links() as links:
            made.append(Desk(rig, links, run))
            there.set()
            while not over.is_set():
                made[0].serve(0.02)

    thread = threading.Thread(target=serve)
    thread.start()
    assert there.wait(GUARD / 1e3)
    yield made[0]
    over.set()
    thread.join()


# Nonces


@pytest.mark.parametrize("request_", ["lease", "release", "arm", "clear", "park"])
def test_every_request_but_two_needs_a_fresh_nonce(ask, request_: str):
    for nonce in (b"", b"guessed!"):
        reply = ask(request_, nonce)
        assert not reply.done
        assert f"{request_} refused: its nonce is unknown or used" in reply.reason


@pytest.mark.parametrize("request_", ["snapshot", "stop"])
def test_looking_and_stopping_need_none(ask, request_: str):
    assert ask(request_).done


def test_a_nonce_is_good_for_one_request(ask, fresh):
    nonce = fresh()
    assert ask("lease", nonce).done
    assert "unknown or used" in ask("arm", nonce).reason


def test_a_nonce_that_lay_about_for_a_second_is_refused(desk, ask, fresh):
    nonce = fresh()
    desk.now += 1.01
    assert "older than 1 s" in ask("lease", nonce).reason
    assert desk.rig.supervisor.lease.holder is None


def test_a_refused_request_spends_its_nonce(ask, fresh):
    nonce = fresh()
    assert "nobody holds command" in ask("arm", nonce).reason
    assert "unknown or used" in ask("arm", nonce).reason


# Requests and replies


def test_the_way_to_motion_and_back(desk, ask, fresh):
    granted = ask("lease", fresh(), name="me")
    assert ask("arm", fresh()).done
    assert desk.rig.state is Safety.ARMED
    snapshot = ask("snapshot").data
    assert (snapshot["safety"], snapshot["holder"], snapshot["torque_on"]) == ("armed", "me", True)
    assert ask("stop").data["safety"] == "stopped"
    assert "clear it first" in ask("arm", fresh()).reason
    assert ask("clear", fresh()).done
    assert ask("park", fresh()).done
    assert len(granted.data["token"]) >= 16


def test_a_snapshot_gives_a_late_comer_the_latched_faults_with_their_remedies(desk, ask):
    desk.rig.running()
    desk.rig.wait(0.2)
    (fault,) = ask("snapshot").data["faults"]
    assert fault["name"] == "command_loss"
    assert fault["message"]
    assert fault["remedy"]


def test_a_snapshot_never_tells_the_token(desk, ask, fresh):
    token = ask("lease", fresh()).data["token"]
    assert token not in ask("snapshot").encode()
    assert token not in ask("lease", fresh(), name="other").encode()


def test_a_second_commander_is_refused_with_the_holders_name(ask, fresh):
    ask("lease", fresh(), name="first")
    reply = ask("lease", fresh(), name="second")
    assert "first holds command" in reply.reason
    assert reply.data == {"holder": "first"}


def test_release_needs_the_token(desk, ask, fresh):
    token = ask("lease", fresh()).data["token"]
    assert "only the holder" in ask("release", fresh(), token=b"wrong").reason
    assert ask("release", fresh(), token=token).done


def test_an_unknown_request_is_answered_with_the_known_ones(ask, fresh):
    reply = ask("dance", fresh())
    assert not reply.done
    assert "no such request: 'dance'; known: snapshot, stop, lease" in reply.reason


@pytest.mark.parametrize(
    "frames", [[b""], [b"\xc1"], [b"", b""], [b"a", b"b", b"c"], [b"\x80"]], ids=repr
)
def test_malformed_frames_are_answered_and_harm_nothing(desk, asker, ask, frames):
    assert asker.poll(GUARD, zmq.POLLOUT)
    asker.send_multipart(frames)
    assert desk.serve() == 1
    assert asker.poll(GUARD)
    reply = Reply.decode(asker.recv_multipart()[-1])
    assert (reply.done, reply.reason.startswith("refused: ")) == (False, True)
    assert ask("snapshot").done


def test_a_req_socket_is_answered_within_its_envelope(desk, links, run):
    asker = links.connect(zmq.REQ, run.address("operator"))
    asker.send(Request(9, "snapshot", "req").encode())
    assert desk.serve() == 1
    assert asker.poll(GUARD)
    assert Reply.decode(asker.recv()).id == 9


def test_what_a_vanished_asker_wanted_is_done_all_the_same(desk, links, run):
    gone = links.connect(zmq.DEALER, run.address("operator"), IMMEDIATE=1, LINGER=1000)
    assert gone.poll(GUARD, zmq.POLLOUT)
    gone.send(Request(1, "stop", "gone").encode())
    gone.close()
    desk.serve()
    assert desk.rig.state is Safety.STOPPED


def test_a_flood_does_not_hold_the_tick(desk, asker, ask, monkeypatch):
    assert asker.poll(GUARD, zmq.POLLOUT)
    for number in range(100):
        asker.send(Request(number, "snapshot", "flood").encode())
    served = []
    while sum(served) < 100:
        served.append(desk.serve())
        assert len(served) < 1000
    assert max(served) <= operator_channel._MOST_PER_TICK
    assert len(served) >= 100 // operator_channel._MOST_PER_TICK


def test_serving_nothing_takes_no_time_and_no_longer_than_asked(desk):
    assert desk.serve(wait=0.0) == 0
    assert desk.serve(wait=0.01) == 0


def test_b37_a_request_queued_before_the_node_existed_is_refused(rig, links, run):
    """A DEALER without IMMEDIATE queues: what it asked long ago must not move a robot today."""
    early = links.connect(zmq.DEALER, run.address("operator"))
    early.send(Request(1, "lease", "early", b"8 bytes!").encode())
    desk = Desk(rig, links, run)
    assert desk.serve() == 1
    assert early.poll(GUARD)
    assert "unknown or used" in Reply.decode(early.recv()).reason
    assert rig.supervisor.lease.holder is None


# The client


@pytest.fixture
def client(links: Links, run: RunDirectory) -> OperatorClient:
    return OperatorClient(links, run, "rover", "tester")


def test_without_a_node_the_client_says_so_soon(client):
    began = time.monotonic()
    for call in (
        lambda: client.snapshot(0.05),
        lambda: client.ask("arm", patience=0.05),
        lambda: client.stop(0.1),
    ):
        with pytest.raises(NodeSilent, match="scansor node rover"):
            call()
    assert time.monotonic() - began < 5.0


def test_nothing_that_was_asked_without_a_node_arrives_later(client, rig, links, run):
    with pytest.raises(NodeSilent):
        client.stop(0.1)
    desk = Desk(rig, links, run)
    assert desk.serve(0.2) == 0
    assert rig.state is Safety.READY


def test_a_silent_node_is_given_up(client, desk):
    with pytest.raises(NodeSilent):
        client.snapshot(0.1)  # bound, but nobody serves


def test_the_client_fetches_its_own_nonces(client, clerk):
    token = client.ask("lease").data["token"]
    client.ask("arm")
    assert client.snapshot()["safety"] == "armed"
    client.ask("release", token=token)


def test_a_refusal_is_raised_with_the_nodes_reason(client, clerk):
    with pytest.raises(RequestRefused, match="nobody holds command"):
        client.ask("arm")


def test_stop_returns_once_the_state_shows_it(client, clerk):
    clerk.rig.running()
    client.stop()
    assert clerk.rig.state is Safety.STOPPED


def test_stop_is_repeated_until_the_state_shows_it(client, clerk, monkeypatch):
    asked = []

    def deaf(request: Request) -> tuple[None, dict[str, Any]]:
        asked.append(request.id)
        if len(asked) == 4:
            clerk.rig.supervisor.stop()
        return None, {"safety": clerk.rig.state.value}

    clerk.channel._handlers["stop"] = deaf
    client.stop()
    assert len(asked) == 4


def test_stop_that_is_never_seen_is_not_taken_for_done(client, clerk):
    clerk.channel._handlers["stop"] = lambda request: (None, {})
    with pytest.raises(NodeSilent):
        client.stop(patience=0.3)


def test_the_answer_to_a_given_up_request_is_not_taken_for_the_next_ones(client, desk):
    for _ in range(2):
        with pytest.raises(NodeSilent):
            client.snapshot(0.1)
        desk.serve()  # answers it too late
