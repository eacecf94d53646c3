"""Sockets: who may be reached, what a taken address says, and how a process ends.

Not covered: the hub's side of the record channel (tests/telemetry).
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest
import zmq

from firmware_bridge import links as links_module
from firmware_bridge.links import LinkError, Links, Publisher, RecorderSilent, require_private
from firmware_bridge.run_directory import RunDirectory

GUARD = 5_000  # ms

UNSENT = """
import sys, zmq
from pathlib import Path
from firmware_bridge.links import Links, Publisher
from firmware_bridge.run_directory import RunDirectory
with Links() as links:
    push = links.connect(zmq.PUSH, "tcp://127.0.0.1:9")
    for _ in range(100):
        push.send(b"unsent")
    publisher = Publisher(links, RunDirectory.of("r", Path(sys.argv[1])), "r", lossless=False)
    publisher.send("state", 0.0, 0.0, {})
    print("done", flush=True)
"""


@pytest.fixture
def links() -> Iterator[Links]:
    with Links() as made:
        yield made


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:9872", "tcp://127.1.2.3:1", "tcp://localhost:9872", "tcp://[::1]:9872",
     "ipc:///run/x/state.ipc"],
)  # fmt: skip
def test_loopback_and_paths_are_private(address: str):
    require_private(address)


@pytest.mark.parametrize(
    "address",
    ["tcp://*:9872", "tcp://0.0.0.0:9872", "tcp://192.168.1.5:9872", "tcp://example.org:9872",
     "tcp://10.0.0.1@evil:1", "tcp://127.0.0.1@10.0.0.1:1", "tcp://127.0.0.1:0;10.0.0.1:9",
     "tcp://127.0.0.1", "tcp://:9872", "tcp://[::]:9872", "tcp://[::1", "tcp://127.0.0.1:99999",
     "ipc://@abstract", "ipc://*", "ipc://relative", "inproc://x", "udp://127.0.0.1:1", "", "x"],
)  # fmt: skip
def test_every_other_address_is_refused_for_both_ends(links: Links, address: str):
    for use in (links.bind, links.connect):
        with pytest.raises(LinkError, match="is not private"):
            use(zmq.SUB, address)


def test_a_taken_port_is_an_error_that_names_it(links: Links):
    first = links.bind(zmq.PUB, "tcp://127.0.0.1:0")
    address = first.getsockopt_string(zmq.LAST_ENDPOINT)
    with pytest.raises(LinkError, match=address.rpartition(":")[2]):
        links.bind(zmq.PUB, address)


def test_the_socket_file_of_a_dead_process_is_replaced(links: Links, run: RunDirectory):
    address = run.address("state")
    path = Path(address.removeprefix("ipc://"))
    path.write_text("left over")
    pull = links.bind(zmq.PULL, address)
    links.connect(zmq.PUSH, address).send(b"hello")
    assert pull.poll(GUARD)


def test_b41_the_address_of_a_living_process_is_not_stolen(links: Links, run: RunDirectory):
    """ZeroMQ alone would take it over in silence."""
    pull = links.bind(zmq.PULL, run.address("state"))
    with Links() as others, pytest.raises(LinkError, match="in use"):
        others.bind(zmq.PULL, run.address("state"))
    links.connect(zmq.PUSH, run.address("state")).send(b"still mine")
    assert pull.poll(GUARD)


@pytest.mark.parametrize("use", ["bind", "connect"])
def test_a_path_too_long_for_a_socket_is_an_error_of_ours(links: Links, use: str):
    with pytest.raises(LinkError):
        getattr(links, use)(zmq.PULL, f"ipc:///run/{'x' * 200}")


def test_b38_messages_are_one_frame_and_none_is_conflated(links: Links, run: RunDirectory):
    pub = links.bind(zmq.PUB, run.address("state"))
    sub = links.connect(zmq.SUB, run.address("state"), RCVHWM=64)
    sub.setsockopt(zmq.SUBSCRIBE, b"")
    while not sub.poll(10):
        pub.send(b"join")  # PUB loses what it sends before the subscriber is there
    for number in range(5):
        pub.send(str(number).encode())
    got = []
    while not got or got[-1] != [b"4"]:
        assert sub.poll(GUARD)
        got.append(sub.recv_multipart())
    assert got[-5:] == [[str(number).encode()] for number in range(5)]
    assert sub.getsockopt(zmq.CONFLATE) == 0


def test_b39_a_process_with_unsent_messages_ends_within_a_second(run: RunDirectory):
    process = subprocess.Popen(
        [sys.executable, "-c", UNSENT, str(run.path)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    with process:
        assert process.stdout.readline() == b"done\n"
        began = time.monotonic()
        assert process.wait(20) == 0
    assert time.monotonic() - began < 3.0  # one second, and room for a busy machine


def test_b40_sockets_belong_to_the_thread_that_made_them(links: Links, run: RunDirectory):
    refusals = []

    def other() -> None:
        try:
            links.connect(zmq.PUSH, run.address("state"))
        except LinkError as error:
            refusals.append(str(error))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert "make a Links in each" in refusals[0]


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_b40_sockets_are_not_carried_over_a_fork(links: Links, run: RunDirectory):
    child = os.fork()
    if child == 0:
        try:
            links.connect(zmq.PUSH, run.address("state"))
        except LinkError:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_closing_twice_is_fine():
    made = Links()
    made.close()
    made.close()


# The publisher


def test_messages_carry_topic_time_and_number(links: Links, run: RunDirectory):
    pull = links.bind(zmq.PULL, run.address("record"))
    publisher = Publisher(links, run, "rover", lossless=True)
    assert publisher.wait_for_hub(GUARD / 1e3)
    publisher.send("event", 1.5, 1.7e9, {"name": "a"})
    publisher.send("event", 1.6, 1.7e9, {"name": "b"})
    publisher.send("state", 1.6, 1.7e9, {}, seq=41)
    got = []
    for _ in range(3):
        assert pull.poll(GUARD)
        topic, body = pull.recv_multipart()
        got.append((topic, msgpack.unpackb(body)))
    assert got == [
        (b"rover/event", {"timestamp": 1.7e9, "t": 1.5, "seq": 0, "name": "a"}),
        (b"rover/event", {"timestamp": 1.7e9, "t": 1.6, "seq": 1, "name": "b"}),
        (b"rover/state", {"timestamp": 1.7e9, "t": 1.6, "seq": 41}),
    ]


def test_in_real_time_drops_are_counted_and_nothing_blocks(links: Links, run: RunDirectory):
    publisher = Publisher(links, run, "rover", lossless=False)
    began = time.monotonic()
    for _ in range(1000):
        publisher.send("state", 0.0, 0.0, {})
    assert publisher.dropped == 1000
    assert time.monotonic() - began < 5.0


def test_a_hub_that_hangs_fills_the_queue_and_then_costs_drops(links: Links, run: RunDirectory):
    hung = links.bind(zmq.PULL, run.address("record"), RCVHWM=1)
    publisher = Publisher(links, run, "rover", lossless=False)
    assert publisher.wait_for_hub(GUARD / 1e3)
    big = {"padding": b"x" * 10_000}
    for _ in range(12_000):
        publisher.send("state", 0.0, 0.0, big)
    assert 0 < publisher.dropped < 12_000
    del hung


def test_lossless_waits_for_the_hub(run: RunDirectory):
    """A hub that comes late still gets the first message."""
    got: list[bytes] = []
    wanted = threading.Event()

    def hub() -> None:
        wanted.wait()
        time.sleep(0.1)
        with Links() as own:
            pull = own.bind(zmq.PULL, run.address("record"))
            assert pull.poll(GUARD)
            got.extend(pull.recv_multipart())

    thread = threading.Thread(target=hub)
    thread.start()
    with Links() as links:
        publisher = Publisher(links, run, "rover", lossless=True)
        wanted.set()
        publisher.send("state", 0.0, 0.0, {})
        thread.join()
    assert got[0] == b"rover/state"
    assert publisher.dropped == 0


def test_lossless_gives_up_on_a_silent_recorder(links: Links, run: RunDirectory, monkeypatch):
    monkeypatch.setattr(links_module, "RECORDER_SILENCE", 0.15)
    publisher = Publisher(links, run, "rover", lossless=True)
    with pytest.raises(RecorderSilent, match=r"recorder silent.*--no-record"):
        publisher.send("state", 0.0, 0.0, {})


@pytest.mark.parametrize("how", ["disabled", "muted"])
def test_a_publisher_without_hub_by_choice_neither_blocks_nor_counts(links, run, how: str):
    publisher = Publisher(links, run, "rover", lossless=True, enabled=how != "disabled")
    publisher.mute()
    assert publisher.wait_for_hub(0.0)
    publisher.send("state", 0.0, 0.0, {})
    assert publisher.dropped == 0


def test_no_hub_is_noticed(links: Links, run: RunDirectory):
    assert not Publisher(links, run, "rover", lossless=True).wait_for_hub(0.05)
