"""The live view against a relay. Does not cover terminals that lie about what they can show."""

import math
import time
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import msgpack
import pytest
import zmq
from rich.console import Console

import telemetry.progress
from firmware_bridge.links import Links
from telemetry.gauges import TorqueView
from telemetry.progress import Progress
from telemetry.progress_panel import EventView, RunView, line, panel

JOINTS = ("right_wheel", "left_wheel")

VIEW = RunView(
    robot="rover", elapsed=12.34, duration=20.0, safety="running", path_error=0.00123,
    error_is_true=True, torques=(TorqueView("right_wheel", -0.3, 1.5),), grip_use=0.57,
    command_age=0.0021, overruns=2, dropped=0,
    event=EventView("warning", "answers late", "close other programs"),
)  # fmt: skip


class Relay:
    """Stands in for the hub: what it sends, a view sees."""

    def __init__(self, links: Links) -> None:
        self._socket = links.bind(zmq.XPUB, "tcp://127.0.0.1:0")
        self.address = self._socket.get_string(zmq.LAST_ENDPOINT).rstrip("\0")

    def wait_for_view(self) -> None:
        for _ in range(7):  # one subscription a stream
            assert self._socket.poll(5000)
            self._socket.recv()

    def send(self, stream: str, seq: int, **message: Any) -> None:
        body = {"timestamp": 1.7e9, "t": seq * 0.002, "seq": seq, **message}
        self._socket.send_multipart([f"rover/{stream}".encode(), msgpack.packb(body)])

    def send_raw(self, *frames: bytes) -> None:
        self._socket.send_multipart(frames)

    def send_tick(self, seq: int, *, truth: bool = True) -> None:
        if truth:
            self.send("truth", seq, x=seq + 0.003, y=0.004)
        self.send("state", seq, safety="running", command_age=0.002)
        self.send("pose", seq, reference_x=float(seq), reference_y=0.0, error=-0.007)
        self.send("torque", seq, right_wheel={"commanded": 0.3, "limit": 1.5})
        self.send("contact", seq, grip_use=0.5)
        self.send("loop", seq, elapsed=seq * 0.002, overruns=3, dropped=1)
        self.send("other", seq)


@pytest.fixture
def relay() -> Iterator[Relay]:
    with Links() as links:
        yield Relay(links)


def pipe() -> Console:
    return Console(file=StringIO(), width=100)


def written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def until(progress: Progress, seen: Callable[[RunView], bool]) -> RunView:
    for _ in range(500):
        progress.poll()
        if seen(view := progress.view()):
            return view
        time.sleep(0.01)
    raise AssertionError(f"never seen; last view {view}")


def test_the_newest_of_each_stream_is_seen(relay: Relay) -> None:
    with Progress(relay.address, "rover", JOINTS, 20.0, pipe()) as progress:
        relay.wait_for_view()
        for seq in range(100):
            relay.send_tick(seq)
        relay.send("truth", 100, x=0.0, y=0.0)  # its pose is still under way
        relay.send("event", 0, level="warning", message="late", remedy="wait")
        view = until(progress, lambda view: view.event is not None)
    assert view.safety == "running"
    assert view.elapsed == pytest.approx(99 * 0.002)  # the node's own count, for a late-comer too
    assert view.path_error == pytest.approx(0.005)
    assert view.error_is_true
    assert view.torques[0] == TorqueView("right_wheel", 0.3, 1.5)
    assert math.isnan(view.torques[1].commanded)
    assert (view.grip_use, view.command_age, view.overruns, view.dropped) == (0.5, 0.002, 3, 1)
    assert view.event == EventView("warning", "late", "wait")


def test_without_truth_the_estimate_must_do(relay: Relay) -> None:
    with Progress(relay.address, "rover", JOINTS, 20.0, pipe()) as progress:
        relay.wait_for_view()
        relay.send_tick(0, truth=False)
        view = until(progress, lambda view: view.overruns == 3)
    assert (view.path_error, view.error_is_true) == (0.007, False)


def test_before_anything_arrives_it_waits(relay: Relay) -> None:
    console = pipe()
    with Progress(relay.address, "rover", JOINTS, 20.0, console) as progress:
        assert progress.view().safety == "waiting"
    assert written(console) == (
        "0.0/20.0 s  waiting  path error – mm (by estimate)  grip – %  command age – ms  "
        "0 overruns\n"
    )


def test_strangers_at_the_address_do_no_harm(relay: Relay) -> None:
    with Progress(relay.address, "rover", JOINTS, 20.0, pipe()) as progress:
        relay.wait_for_view()
        relay.send_raw(b"rover/state", b"\xc1")
        relay.send_raw(b"rover/state")
        relay.send_raw(b"rover/pose\xff/state", b"", b"")
        relay.send("torque", 0, right_wheel="?")
        relay.send("loop", 0, overruns=1)
        view = until(progress, lambda view: view.overruns == 1)
    assert view.safety == "waiting"


def test_in_a_pipe_it_writes_plain_lines_now_and_then(
    relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telemetry.progress, "LINE_INTERVAL", 0.2)
    console = pipe()
    with Progress(relay.address, "rover", JOINTS, 20.0, console) as progress:
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            progress.poll()
            time.sleep(0.005)
    assert 2 <= len(written(console).splitlines()) <= 3  # two if it is quick, and the last word
    assert "\x1b" not in written(console)


def test_on_a_terminal_it_draws_a_panel(relay: Relay) -> None:
    console = Console(file=StringIO(), width=100, force_terminal=True)
    with Progress(relay.address, "rover", JOINTS, 20.0, console) as progress:
        relay.wait_for_view()
        relay.send_tick(0)
        until(progress, lambda view: view.overruns == 3)
        time.sleep(0.15)
        progress.poll()
    assert "running" in written(console)
    assert "right wheel" in written(console)
    assert "1 records dropped" in written(console)


def test_it_costs_little(relay: Relay) -> None:
    with Progress(relay.address, "rover", JOINTS, 20.0, pipe()) as progress:
        relay.wait_for_view()
        used = 0.0
        for tick in range(500):
            relay.send_tick(tick)
            began = time.thread_time()
            progress.poll()
            used += time.thread_time() - began
    assert used < 0.25  # s for a second of a 500 Hz robot; usually about 0.02


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_panel_has_units_and_the_remedy(ascii_only: bool) -> None:
    console = pipe()
    console.print(panel(VIEW, ascii_only=ascii_only))
    for words in (
        "rover", "running", "12.3 of 20.0 s", "right wheel", "-0.300 of 1.50 N m", "57 %",
        "1.23 mm", "true", "2.1 ms", "2 overruns", "answers late", "close other programs",
    ):  # fmt: skip
        assert words in written(console)
    assert ("#" in written(console)) == ascii_only


def test_the_line_names_what_is_wrong() -> None:
    assert line(VIEW) == (
        "12.3/20.0 s  running  path error 1.23 mm (true)  grip 57 %  command age 2.1 ms  "
        "2 overruns  warning: answers late"
    )
