"""`scansor watch`: a robot live in the terminal, and the space bar stops it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.live import Live

from config import Robot, ScansorError
from firmware_bridge.links import Links
from firmware_bridge.run_directory import RunDirectory
from telemetry.feed import Feed
from telemetry.gauges import adapted
from telemetry.keys import Keys
from telemetry.operator_watch import OperatorWatch
from telemetry.ready import ready_file
from telemetry.watch_panel import line, screen
from telemetry.watch_view import WatchView, gather

REFRESH = 0.125  # s between looks of a person
LINE_INTERVAL = 2.0  # s between lines in a pipe; what matters is said at once
FIRST_LOOK = 1.5  # s for a node or a hub to be seen before watching is given up

_KEY_WAIT = 0.03  # s
_STOP, _QUIT = " ", ("q", "Q")


class NothingToWatch(ScansorError):
    """There is neither a node nor a hub: names where they were looked for."""


class _Display(Protocol):
    def show(self, view: WatchView) -> None:
        """Show the view, if it is time to."""
        ...


def watch(robot: Robot, run: RunDirectory, address: str, console: Console, keys: Keys) -> None:
    """Show a robot until `q` or Ctrl-C; the space bar stops it. To leave does not stop it.

    Args:
        robot: whose topics and limits are shown.
        run: where its node is asked.
        address: where its hub relays.
        console: a terminal gets a screen of its own; a pipe or a dumb terminal gets lines.
        keys: entered by the caller, so that the terminal is restored whatever happens here.

    Raises:
        NothingToWatch: neither a node nor a hub is there at the start.
        LinkError: the address cannot be used.
    """
    with Links() as links, OperatorWatch(run, robot.name) as node:
        feed = Feed(links, address, robot.name)
        try:
            _look_around(robot, run, address, feed, node)
            with _display(console, keys) as display:
                _show_until_left(robot, address, feed, node, display, keys)
            console.print(
                adapted(line(gather(robot, feed, node, address)), console.options.ascii_only),
                markup=False, highlight=False, soft_wrap=True,
            )  # fmt: skip
        finally:
            feed.close()
    if node.stop is not None and not node.stop.seen:
        console.print("left before the node was seen to stop", style="bold red")


def _show_until_left(
    robot: Robot, address: str, feed: Feed, node: OperatorWatch, display: _Display, keys: Keys
) -> None:
    try:
        while True:
            pressed = keys.pressed(_KEY_WAIT)
            if _STOP in pressed:
                node.ask_to_stop()
            if any(key in pressed for key in _QUIT):
                return
            node.check()
            feed.take()
            display.show(gather(robot, feed, node, address))
    except KeyboardInterrupt:
        return


def _look_around(
    robot: Robot, run: RunDirectory, address: str, feed: Feed, node: OperatorWatch
) -> None:
    """Wait until there is something to watch.

    Raises:
        NothingToWatch: there is not.
    """
    end = time.monotonic() + FIRST_LOOK
    while time.monotonic() < end:
        node.check()
        feed.take()
        if feed.connected or node.heard is not None:
            return
        time.sleep(0.02)
    try:
        other = ready_file(run).read_text(encoding="ascii")
    except OSError:
        other = ""
    hint = f"; its hub says it relays at {other}" if other and other != address else ""
    raise NothingToWatch(
        f"no hub of {robot.name} relays at {address}, and no node answers in {run.path}{hint}; "
        f"start both with `scansor run {robot.name}`, or name their --telemetry and --run-dir"
    )


@contextmanager
def _display(console: Console, keys: Keys) -> Iterator[_Display]:
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(console)
        return
    live = Live(console=console, auto_refresh=False, screen=True, vertical_overflow="crop")
    keys.before_pause, keys.after_pause = live.stop, live.start
    try:
        with live:
            yield _Screen(live, console, keys)
    finally:
        keys.before_pause = keys.after_pause = lambda: None


class _Screen:
    """The whole terminal, drawn anew at every look, so that it may change its size."""

    def __init__(self, live: Live, console: Console, keys: Keys) -> None:
        self._live, self._console, self._keys = live, console, keys
        self._due = 0.0

    def show(self, view: WatchView) -> None:
        now = time.monotonic()
        if now >= self._due:
            self._due = now + REFRESH
            shown = screen(
                view, self._console.width, keys=self._keys.available,
                ascii_only=self._console.options.ascii_only,
            )  # fmt: skip
            self._live.update(shown, refresh=True)


class _Lines:
    """A line now and then, and at once when something that matters has changed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._due = 0.0
        self._told: object = None

    def show(self, view: WatchView) -> None:
        now = time.monotonic()
        matters = (view.safety, view.stale, view.faults, view.stop and view.stop[1], view.holder)
        if now >= self._due or matters != self._told:
            self._due, self._told = now + LINE_INTERVAL, matters
            text = adapted(line(view), self._console.options.ascii_only)
            self._console.print(text, markup=False, highlight=False, soft_wrap=True)
