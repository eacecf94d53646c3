"""The live view of a run: it watches the relay, as any viewer does, and costs the robot nothing."""

import math
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live

from firmware_bridge.links import Links
from telemetry.feed import Feed
from telemetry.gauges import TorqueView
from telemetry.plain_text import plain
from telemetry.progress_panel import EventView, RunView, line, panel

REFRESH = 0.125  # s between looks of a person
LINE_INTERVAL = 2.0  # s between lines in a pipe


class Progress:
    """Shows a run on a terminal as a panel, in a pipe as one line every `LINE_INTERVAL`.

    Call `poll` often; it never waits. Only the newest messages of a refresh are decoded.

    Args:
        address: where the hub relays.
        robot: the first half of its topics.
        joints: whose torques are shown, in this order.
        duration: of the run, s.
        console: where to show it.
    """

    def __init__(
        self, address: str, robot: str, joints: Sequence[str], duration: float, console: Console
    ) -> None:
        self._address = address
        self._robot = robot
        self._joints = tuple(joints)
        self._duration = duration
        self._console = console
        self._shown = time.monotonic()
        self._links: Links | None = None
        self._live: Live | None = None

    def __enter__(self) -> Self:
        self._links = Links()
        self._feed = Feed(self._links, self._address, self._robot)
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(console=self._console, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.poll()
            self._show()
        finally:
            if self._live is not None:
                self._live.stop()
            if self._links is not None:
                self._feed.close()
                self._links.close()

    def poll(self) -> None:
        """Take what has arrived, and show it if it is time to."""
        self._feed.take()
        now = time.monotonic()
        if now - self._shown >= (LINE_INTERVAL if self._live is None else REFRESH):
            self._shown = now
            self._show()

    def view(self) -> RunView:
        """What is known of the run now."""
        feed = self._feed
        loop, event = feed.newest("loop"), feed.newest("event")
        elapsed = feed.number("loop", "elapsed")
        error, true = feed.path_error()
        return RunView(
            robot=self._robot,
            elapsed=0.0 if math.isnan(elapsed) else elapsed,
            duration=self._duration,
            safety=str(feed.newest("state").get("safety", "waiting")),
            path_error=error,
            error_is_true=true,
            torques=torque_views(feed, self._joints),
            grip_use=feed.number("contact", "grip_use"),
            command_age=feed.number("state", "command_age"),
            overruns=int(loop.get("overruns", 0)),
            dropped=int(loop.get("dropped", 0)),
            event=EventView(
                *(plain(event.get(key) or "") for key in ("level", "message", "remedy"))
            )
            if event
            else None,
        )

    def _show(self) -> None:
        view = self.view()
        if self._live is None:
            self._console.print(line(view), markup=False, highlight=False, soft_wrap=True)
        else:
            ascii_only = self._console.options.ascii_only
            shown = panel(view, self._console.width, ascii_only=ascii_only)
            self._live.update(shown, refresh=True)


def torque_views(feed: Feed, joints: Sequence[str]) -> tuple[TorqueView, ...]:
    """The joints' torques as they are now."""
    return tuple(
        TorqueView(
            joint, feed.number("torque", joint, "commanded"), feed.number("torque", joint, "limit")
        )
        for joint in joints
    )
