"""The hub with real sockets. Does not cover viewers themselves, nor a power cut."""

import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgpack
import pytest
import zmq

import telemetry.hub
from firmware_bridge.links import LinkError, Links, Publisher
from firmware_bridge.run_directory import RunDirectory, RunDirectoryError
from telemetry.ready import HubNotReady, await_hub, ready_file
from telemetry.recorder import Recorder, RecorderError
from telemetry.recording import Recording

HubThread = Callable[..., AbstractContextManager[str]]
HubProcess = Callable[..., AbstractContextManager["subprocess.Popen[bytes]"]]

BODY = {"x": 1.25, "safety": "off"}


def publisher(links: Links, run: RunDirectory, *, lossless: bool = True) -> Publisher:
    made = Publisher(links, run, "rover", lossless=lossless)
    assert made.wait_for_hub(5.0)
    return made


def subscriber(links: Links, address: str, topic: bytes = b"") -> "zmq.Socket[bytes]":
    socket = links.connect(zmq.SUB, address)
    socket.subscribe(topic)
    return socket


def next_of(socket: "zmq.Socket[bytes]", milliseconds: int = 5000) -> tuple[str, dict[str, Any]]:
    assert socket.poll(milliseconds)
    topic, body = socket.recv_multipart()
    return topic.decode(), msgpack.unpackb(body)


def send_until_seen(sender: Publisher, socket: "zmq.Socket[bytes]") -> None:
    """A subscription takes a moment to arrive; what was sent before it is not relayed to it."""
    for _ in range(500):
        sender.send("probe", 0.0, 1.7e9, {})
        if socket.poll(10):
            break
    while socket.poll(200):
        socket.recv_multipart()


def test_relays_topic_and_map_in_two_frames(run: RunDirectory, hub_thread: HubThread) -> None:
    with Links() as links, hub_thread() as address:
        sender, viewer = publisher(links, run), subscriber(links, address)
        send_until_seen(sender, viewer)
        sender.send("pose", 0.5, 1.7e9, BODY, seq=9)
        assert next_of(viewer) == (
            "rover/pose",
            {"timestamp": 1.7e9, "t": 0.5, "seq": 9, **BODY},
        )


def test_a_late_viewer_sees_what_comes_from_then_on(
    run: RunDirectory, hub_thread: HubThread
) -> None:
    with Links() as links, hub_thread() as address:
        sender = publisher(links, run)
        for _ in range(100):
            sender.send("pose", 0.0, 1.7e9, BODY)
        time.sleep(0.3)
        viewer = subscriber(links, address, b"rover/pose")
        while not viewer.poll(10):
            sender.send("truth", 0.0, 1.7e9, BODY)
            sender.send("pose", 0.0, 1.7e9, BODY)
        topic, message = next_of(viewer)
        assert topic == "rover/pose"
        assert message["seq"] >= 100


def test_what_is_recorded_is_what_was_sent(
    run: RunDirectory, hub_thread: HubThread, tmp_path: Path
) -> None:
    path = tmp_path / "a.mcap"
    with Links() as links, hub_thread(path, lockstep=True):
        sender = publisher(links, run)
        for seq in range(10):
            sender.send("pose", seq * 0.002, seq * 0.002, BODY)
    recording = Recording.open(path)
    assert not recording.cut
    assert recording.metadata["run"] == {"seed": "7"}
    assert recording.messages("rover/pose") == [
        {"timestamp": seq * 0.002, "t": seq * 0.002, "seq": seq, **BODY} for seq in range(10)
    ]


def test_loses_nothing_of_a_fast_sender(
    run: RunDirectory, hub_thread: HubThread, tmp_path: Path
) -> None:
    count, path = 30_000, tmp_path / "a.mcap"
    # Leaving the block asks the hub to stop, with thousands of messages still under way.
    with Links() as links, hub_thread(path, lockstep=True) as address:
        stuck = subscriber(links, address)  # never reads: it must not hold up the recording
        sender = publisher(links, run)
        for seq in range(count):
            sender.send("pose", seq * 0.002, 1.7e9, {"x": float(seq)})
        assert not stuck.closed
    found = [message["seq"] for message in Recording.open(path).stream("pose")]
    assert found == list(range(count))


def test_malformed_frames_are_skipped_and_reported_once(
    run: RunDirectory, hub_thread: HubThread, tmp_path: Path
) -> None:
    path = tmp_path / "a.mcap"
    with Links() as links, hub_thread(path):
        sender = publisher(links, run)
        rogue = links.connect(zmq.PUSH, run.address("record"))
        sender.send("state", 1.5, 1.7e9, BODY, seq=750)
        time.sleep(0.2)
        rogue.send(b"alone")
        rogue.send_multipart([b"rover/pose", b"\xc1\xff"])
        rogue.send_multipart([b"other/pose", msgpack.packb({"timestamp": 1.0, "t": 1.0, "seq": 0})])
        rogue.send_multipart([b"rover/pose", msgpack.packb({"timestamp": "x", "t": 0.0, "seq": 0})])
        time.sleep(0.2)
        sender.send("pose", 1.6, 1.7e9, BODY)
    recording = Recording.open(path)
    assert len(recording.stream("pose")) == 1
    (event,) = recording.stream("event")
    assert event["level"] == "warning"
    assert event["source"] == "hub"
    assert event["message"] == "1 frames; a topic and a map are two (1 so far)"
    assert (event["t"], event["tick"]) == (1.5, 750)
    assert event["remedy"]


def test_a_taken_port_names_the_option(run: RunDirectory, hub_thread: HubThread) -> None:
    with Links() as links:
        other = links.bind(zmq.PUB, "tcp://127.0.0.1:0")
        taken = other.get_string(zmq.LAST_ENDPOINT).rstrip("\0")
        with (
            pytest.raises(LinkError, match=r"already in use.*choose another with --telemetry"),
            pytest.raises(HubNotReady),
            hub_thread(address=taken),
        ):
            raise AssertionError("it cannot become ready")


def test_a_second_hub_is_refused(run: RunDirectory, hub_thread: HubThread) -> None:
    with hub_thread() as address:
        with (
            pytest.raises(RunDirectoryError, match="a hub already runs"),
            hub_thread(),
        ):
            pass
        assert ready_file(run).read_text() == address  # the first one is untouched


def test_ready_is_said_while_it_is_true(run: RunDirectory, hub_thread: HubThread) -> None:
    assert not ready_file(run).exists()
    with hub_thread() as address:
        assert ready_file(run).read_text() == address
    assert not ready_file(run).exists()
    with pytest.raises(HubNotReady, match="within"):
        await_hub(run, 0.05, lambda: True)


def test_an_unwritable_recording_ends_it_before_it_is_ready(
    run: RunDirectory, hub_thread: HubThread, tmp_path: Path
) -> None:
    with (
        pytest.raises(RecorderError, match="No such file"),
        pytest.raises(HubNotReady),
        hub_thread(tmp_path / "none" / "a.mcap"),
    ):
        raise AssertionError("it cannot become ready")


@pytest.mark.parametrize("lockstep", [True, False])
def test_a_disk_that_fills_up(
    run: RunDirectory,
    hub_thread: HubThread,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lockstep: bool,
) -> None:
    full = threading.Event()
    write = Recorder.write

    def fail(self: Recorder, sample: Any) -> None:
        if full.is_set():
            raise RecorderError("a.mcap cannot be written: No space left on device")
        write(self, sample)

    monkeypatch.setattr(Recorder, "write", fail)
    path = tmp_path / "a.mcap"
    with (
        pytest.raises(RecorderError, match="No space left"),
        Links() as links,
        hub_thread(path, lockstep=lockstep) as address,
    ):
        sender, viewer = publisher(links, run), subscriber(links, address)
        send_until_seen(sender, viewer)
        full.set()
        sender.send("pose", 0.0, 1.7e9, BODY)
        assert next_of(viewer)[0] == "rover/pose"
        assert next_of(viewer)[1]["name"] == "recording lost"
        if lockstep:
            deadline = time.monotonic() + 5.0
            while ready_file(run).exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            assert not ready_file(run).exists()
        else:
            sender.send("pose", 0.0, 1.7e9, BODY)
            assert next_of(viewer)[0] == "rover/pose"  # the relay goes on
    assert not Recording.open(path).cut


def test_a_sender_that_never_stops_is_left(
    run: RunDirectory, hub_thread: HubThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telemetry.hub, "DRAIN_LIMIT", 0.5)
    done = threading.Event()

    def chatter() -> None:
        with Links() as links:
            sender = publisher(links, run, lossless=False)
            while not done.wait(0.005):
                sender.send("pose", 0.0, 1.7e9, BODY)

    thread = threading.Thread(target=chatter)
    with hub_thread():
        thread.start()
        time.sleep(0.2)
        started = time.monotonic()
    took = time.monotonic() - started
    done.set()
    thread.join()
    assert 0.4 < took < 3.0


@pytest.mark.realtime
def test_sigterm_drains_and_finishes(
    run: RunDirectory, hub_process: HubProcess, tmp_path: Path
) -> None:
    path = tmp_path / "a.mcap"
    with Links() as links, hub_process(path) as process:
        sender = publisher(links, run)
        for _ in range(3000):
            sender.send("pose", 0.0, 1.7e9, BODY)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20.0) == 0
    recording = Recording.open(path)
    assert not recording.cut
    assert len(recording.stream("pose")) == 3000


@pytest.mark.realtime
@pytest.mark.parametrize("rate", [5.0, 500.0])
def test_sigkill_loses_at_most_half_a_second(
    run: RunDirectory, hub_process: HubProcess, tmp_path: Path, rate: float
) -> None:
    path = tmp_path / "a.mcap"
    with Links() as links, hub_process(path) as process:
        sender = publisher(links, run)
        end = time.time() + 1.5
        while (now := time.time()) < end:
            sender.send("pose", 0.0, now, BODY)
            time.sleep(1 / rate)
        killed = time.time()
        process.kill()
        process.wait()
    recording = Recording.open(path)
    assert recording.cut
    stamps = recording.column("pose", "timestamp")
    assert killed - stamps[-1] < 0.5 + 1 / rate
    assert list(recording.column("pose", "seq")) == list(range(len(stamps)))
    # The next hub is not misled by what the killed one left.
    assert ready_file(run).exists()
