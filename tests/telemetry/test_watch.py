"""Watching a robot, against a relay and a node that are made up. Does not cover real terminals."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import msgpack
import pytest
import zmq
from rich.console import Console

import telemetry.operator_watch
import telemetry.watch
from config import Robot
from firmware_bridge.contract import Reply, Request
from firmware_bridge.links import Links
from firmware_bridge.run_directory import RunDirectory
from telemetry.feed import Feed
from telemetry.keys import Keys
from telemetry.operator_watch import OperatorWatch
from telemetry.watch import NothingToWatch, watch
from telemetry.watch_panel import line, screen
from telemetry.watch_view import WatchView, gather

FAULT = {"name": "low_pressure", "message": "suction is 2800 Pa", "remedy": "look at the hose"}
NOWHERE = "tcp://127.0.0.1:9"


class Node:
    """Answers on the operator channel as a node does; `deaf` stops go unheeded."""

    def __init__(self, run: RunDirectory, **snapshot: Any) -> None:
        self.snapshot = {
            "safety": "running", "holder": "control (process 7)", "faults": [], "clock": "realtime",
            "nonce": b"n", **snapshot,
        }  # fmt: skip
        self.asked: list[str] = []
        self.deaf = 0
        self._address = run.address("operator")
        self._leave = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> "Node":
        self._leave.clear()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._leave.set()
        self._thread.join()

    def _work(self) -> None:
        with Links() as links:
            router = links.bind(zmq.ROUTER, self._address)
            while not self._leave.is_set():
                if router.poll(10):
                    peer, frame = router.recv_multipart()
                    request = Request.decode(frame)
                    self.asked.append(request.request)
                    if request.request == "stop" and self.deaf > 0:
                        self.deaf -= 1
                        continue
                    if request.request == "stop":
                        self.snapshot["safety"] = "stopped"
                    reply = Reply(request.id, True, "done", self.snapshot)
                    router.send_multipart([peer, reply.encode()])


class Relay:
    """Stands in for the hub."""

    def __init__(self, links: Links, robot: str) -> None:
        self._robot = robot
        self._socket = links.bind(zmq.XPUB, "tcp://127.0.0.1:0")
        self.address = self._socket.get_string(zmq.LAST_ENDPOINT).rstrip("\0")

    def wait_for_view(self) -> None:
        for _ in range(7):  # one subscription a stream
            assert self._socket.poll(5000)
            self._socket.recv()

    def send(self, stream: str, *, old: float = 0.0, **message: Any) -> None:
        now = time.time() - old
        body = {"timestamp": now, "t": now, "seq": 5, **message}
        self._socket.send_multipart([f"{self._robot}/{stream}".encode(), msgpack.packb(body)])

    def send_tick(self, old: float = 0.0) -> None:
        wheel = {"commanded": 0.5, "limit": 1.5}
        self.send("state", old=old, safety="running", command_age=0.0012, faults="")
        self.send("pose", old=old, error=0.0042)
        self.send("torque", old=old, right_wheel=wheel, left_wheel=wheel)
        self.send("contact", old=old, grip_use=0.57, pressure=3100.0, hold_margin=1.25)
        self.send("loop", old=old, latency=0.0006, missed=4)


@pytest.fixture
def relay(bench_robot: Robot) -> Iterator[Relay]:
    with Links() as links:
        yield Relay(links, bench_robot.name)


@pytest.fixture
def directory(short_path: Path, bench_robot: Robot) -> RunDirectory:
    return RunDirectory.of(bench_robot.name, short_path)


@contextmanager
def viewing(robot: Robot, run: RunDirectory, address: str) -> Iterator[Callable[[], WatchView]]:
    with Links() as links, OperatorWatch(run, robot.name) as node:
        feed = Feed(links, address, robot.name)

        def look() -> WatchView:
            feed.take()
            return gather(robot, feed, node, address)

        look.node = node  # type: ignore[attr-defined]
        yield look
        feed.close()


def until(look: Callable[[], WatchView], seen: Callable[[WatchView], bool]) -> WatchView:
    for _ in range(800):
        if seen(view := look()):
            return view
        time.sleep(0.01)
    raise AssertionError(f"never seen; last view {view}")


def drawn(view: WatchView, width: int, *, ascii_only: bool = False) -> str:
    console = Console(file=StringIO(), width=width)
    console.print(screen(view, width, keys=True, ascii_only=ascii_only))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [24, 40, 80, 200])
def test_what_is_shown_fits(
    bench_robot: Robot, directory: RunDirectory, relay: Relay, width: int
) -> None:
    with (
        Node(directory, safety="faulted", faults=[FAULT]),
        viewing(bench_robot, directory, relay.address) as look,
    ):
        relay.wait_for_view()
        relay.send_tick()
        view = until(look, lambda v: bool(v.faults) and "4 missed" in v.gauges[-1].value)
        text = drawn(view, width)
    assert all(len(row) <= width for row in text.splitlines())
    words = " ".join(text.replace("│", " ").split())
    if width >= 40:
        for expected in ("control (process 7)", "low_pressure: suction is 2800 Pa",
                         "look at the hose", "4.20 mm", "57 %", "3.10 kPa", "1.25 × weight",
                         "1.2 ms" if width < 60 else "1.2 of 100 ms", "0.60"):  # fmt: skip
            assert expected in words
    assert ("+0.500 of 1.50 N m" in words) == (width >= 80)
    drawn(view, width, ascii_only=True).encode("ascii")


def test_a_late_comer_sees_holder_and_latched_faults(
    bench_robot: Robot, directory: RunDirectory
) -> None:
    with (
        Node(directory, safety="faulted", faults=[FAULT]),
        viewing(bench_robot, directory, NOWHERE) as look,
    ):
        view = until(look, lambda v: bool(v.faults))
    assert view.safety == "faulted"
    assert view.holder == "control (process 7)"
    assert view.faults[0]._asdict() == FAULT
    assert any("no hub at tcp://127.0.0.1:9" in notice for notice in view.notices)


def test_a_node_that_vanishes_and_comes_back(
    bench_robot: Robot, directory: RunDirectory, relay: Relay
) -> None:
    with viewing(bench_robot, directory, relay.address) as look:
        with Node(directory):
            relay.wait_for_view()
            relay.send_tick()
            until(look, lambda v: v.safety == "running" and not v.notices)
        view = until(look, lambda v: v.stale and bool(v.notices))
        assert "the node does not answer; last state 1." in view.notices[0]
        text = drawn(view, 80)
        assert "running  1." in text  # and how long ago that was
        assert "s old" in text
        assert "when it was last heard" in text
        with Node(directory):
            relay.send_tick()
            view = until(look, lambda v: not v.stale and not v.notices)
            assert view.holder == "control (process 7)"


def test_what_waited_on_its_way_is_not_fresh(
    bench_robot: Robot, directory: RunDirectory, relay: Relay
) -> None:
    with viewing(bench_robot, directory, relay.address) as look:
        relay.wait_for_view()
        relay.send_tick(old=7.0)
        view = until(look, lambda v: v.safety == "running")
    assert view.stale
    assert 7.0 <= view.age < 8.0
    assert "s old" in drawn(view, 80)


def test_hostile_words_do_not_reach_the_terminal(
    bench_robot: Robot, directory: RunDirectory, relay: Relay
) -> None:
    evil = "\x1b[2J\x1b]0;title\x07 [bold]"
    fault = {"name": evil, "message": evil, "remedy": evil}
    with (
        Node(directory, faults=[fault], holder=evil),
        viewing(bench_robot, directory, relay.address) as look,
    ):
        relay.wait_for_view()
        relay.send("event", level="error", message=evil, remedy=evil)
        view = until(look, lambda v: bool(v.faults and v.events))
    assert "\x1b" not in drawn(view, 80) + line(view)
    assert "[bold]" in drawn(view, 80)


def test_the_space_bar_asks_until_it_is_seen(bench_robot: Robot, directory: RunDirectory) -> None:
    with (
        Node(directory) as node,
        viewing(bench_robot, directory, NOWHERE) as look,
    ):
        node.deaf = 4
        until(look, lambda v: v.safety == "running")
        began = time.monotonic()
        look.node.ask_to_stop()  # type: ignore[attr-defined]
        view = look()
        assert time.monotonic() - began < 0.1  # the display is not held up
        assert view.stop is not None
        assert view.stop[0] == "stopping…"
        view = until(look, lambda v: v.stop is not None and "answered" in v.stop[0])
        assert view.stop is not None
        assert view.stop[0] == "stop: the node answered that it is stopped"
        assert node.asked.count("stop") == 5


def test_a_stop_that_nobody_answers_is_said(
    bench_robot: Robot, directory: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telemetry.operator_watch, "STOP_LIMIT", 2.0)
    with viewing(bench_robot, directory, NOWHERE) as look:
        look.node.ask_to_stop()  # type: ignore[attr-defined]
        until(look, lambda v: v.stop is not None and "asking again" in v.stop[0])
        view = until(look, lambda v: v.stop is not None and "press space" in v.stop[0])
    assert "the node does not answer; no state came yet" in view.notices


def test_without_node_and_hub_it_is_one_clear_error(
    bench_robot: Robot, directory: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telemetry.watch, "FIRST_LOOK", 0.4)
    (directory.path / "hub.ready").write_text("tcp://127.0.0.1:1234")
    with (
        Keys(StringIO()) as keys,
        pytest.raises(NothingToWatch, match=r"no hub .* relays at .*9, and no node .* it relays at "
                                            r"tcp://127.0.0.1:1234; start both"),
    ):  # fmt: skip
        watch(bench_robot, directory, NOWHERE, Console(file=StringIO()), keys)


_PROGRAM = """
import sys
from pathlib import Path
from rich.console import Console
from config import load_robot
from firmware_bridge.run_directory import RunDirectory
from telemetry.keys import Keys
from telemetry.watch import watch
robot = load_robot("wheeled_climber_bench")
with Keys() as keys:
    watch(robot, RunDirectory.of(robot.name, Path(sys.argv[1])), sys.argv[2], Console(), keys)
"""

# A process stops for Ctrl-Z only if somebody in its session could continue it, as a shell does.
_SHELL = """
import subprocess, sys
sys.exit(subprocess.Popen(sys.argv[1:], process_group=0).wait())
"""


class Terminal:
    """`watch` in a process of its own on a pseudo-terminal."""

    def __init__(
        self, run: RunDirectory, address: str, term: str, columns: int = 80, program: str = ""
    ) -> None:
        self.master, self.slave = pty.openpty()
        self.modes = termios.tcgetattr(self.slave)
        environment = os.environ | {"TERM": term, "COLUMNS": str(columns), "LINES": "30"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, sys.executable, "-c", _PROGRAM, str(run.path), address]
            if program
            else [sys.executable, "-c", _PROGRAM, str(run.path), address],
            stdin=self.slave, stdout=self.slave, stderr=self.slave,
            cwd=Path(__file__).parents[2], env=environment, start_new_session=True,
        )  # fmt: skip
        self.shown = ""

    def until(self, words: str, patience: float = 20.0) -> None:
        end = time.monotonic() + patience
        while words not in self.shown:
            assert time.monotonic() < end, self.shown[-3000:]
            if select.select([self.master], [], [], 0.1)[0]:
                self.shown += os.read(self.master, 65536).decode("utf-8", "replace")

    def press(self, keys: bytes) -> None:
        self.shown = ""
        os.write(self.master, keys)

    def ended(self) -> int:
        """Its exit code; the terminal must be as it was."""
        end = time.monotonic() + 10.0
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self.master], [], [], 0.05)[0]:
                self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
        while select.select([self.master], [], [], 0.05)[0]:
            self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
        assert termios.tcgetattr(self.slave) == self.modes
        return self.process.wait(1.0)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def terminal(directory: RunDirectory) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(
        address: str = NOWHERE, term: str = "xterm", columns: int = 80, program: str = ""
    ) -> Terminal:
        opened.append(Terminal(directory, address, term, columns, program))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.mark.parametrize("columns", [40, 120])
def test_on_a_terminal_space_stops_and_q_leaves(
    directory: RunDirectory, terminal: Callable[..., Terminal], columns: int
) -> None:
    with Node(directory) as node:
        shown = terminal(columns=columns)
        shown.until("running")
        shown.press(b" ")
        shown.until("stopped")
        assert "stop" in node.asked
        shown.press(b"q")
        assert shown.ended() == 0
    assert "\x1b[?1049l" in shown.shown  # the screen is the one from before
    assert "\x1b[?25h" in shown.shown  # and so is the cursor


def test_on_a_dumb_terminal_it_writes_lines_and_takes_keys(
    directory: RunDirectory, terminal: Callable[..., Terminal]
) -> None:
    with Node(directory) as node:
        shown = terminal(term="dumb")
        shown.until("running")
        shown.press(b" ")
        shown.until("stop: the node answered that it is stopped")
        assert "\x1b" not in shown.shown
        assert "stop" in node.asked
        shown.press(b"q")
        assert shown.ended() == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_leave_the_terminal_as_it_was(
    directory: RunDirectory, terminal: Callable[..., Terminal], number: int, code: int
) -> None:
    with Node(directory):
        shown = terminal()
        shown.until("running")
        assert termios.tcgetattr(shown.slave) != shown.modes
        shown.process.send_signal(number)
        assert shown.ended() == code
    assert "\x1b[?1049l" in shown.shown


def test_ctrl_z_lends_the_terminal_back(
    directory: RunDirectory, terminal: Callable[..., Terminal]
) -> None:
    with Node(directory):
        shown = terminal(program=_SHELL)
        shown.until("running")
        raw = termios.tcgetattr(shown.slave)
        shell = shown.process.pid
        pid = int(Path(f"/proc/{shell}/task/{shell}/children").read_text())
        os.kill(pid, signal.SIGTSTP)
        shown.until("\x1b[?1049l")
        while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            time.sleep(0.01)
        assert termios.tcgetattr(shown.slave) == shown.modes
        os.kill(pid, signal.SIGCONT)
        while termios.tcgetattr(shown.slave) != raw:
            time.sleep(0.01)
        shown.press(b"q")
        assert shown.ended() == 0


def test_in_a_pipe_it_writes_plain_lines(directory: RunDirectory) -> None:
    with Node(directory, faults=[FAULT]):
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(directory.path), NOWHERE],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
            text=True,
        )  # fmt: skip
        assert process.stdout is not None
        first = process.stdout.readline()
        second = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=10)
    assert process.returncode == 0
    assert "wheeled_climber_bench running" in first
    assert "FAULT low_pressure: suction is 2800 Pa (look at the hose)" in second + rest + first
    assert "\x1b" not in first + second + rest


def test_keys_restore_the_terminal_after_an_exception() -> None:
    master, slave = pty.openpty()
    try:
        modes = termios.tcgetattr(slave)
        with os.fdopen(os.dup(slave)) as stream:
            with pytest.raises(RuntimeError), Keys(stream) as keys:
                assert termios.tcgetattr(slave) != modes
                os.write(master, b"a q")
                assert keys.pressed(1.0) == "a q"
                assert keys.pressed(0.0) == ""
                raise RuntimeError
            assert termios.tcgetattr(slave) == modes
    finally:
        os.close(master)
        os.close(slave)


def test_where_there_is_no_terminal_there_are_no_keys() -> None:
    with Keys(StringIO("q")) as keys:
        assert not keys.available
        assert keys.pressed(0.0) == ""
