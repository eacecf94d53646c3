"""What an operator is shown of a robot now, gathered from its telemetry and its node."""

import math
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from config import Robot
from telemetry import gauges
from telemetry.feed import Feed, number
from telemetry.gauges import STALE, Gauge
from telemetry.operator_watch import STOPPED, OperatorWatch, Stop
from telemetry.plain_text import plain
from telemetry.progress import torque_views

SILENT = 1.0  # s without an answer after which a node counts as silent
_MOST_EVENTS = 8
_STOP_SHOWN = 3.0  # s for which the answer to a stop is shown at least


class Fault(NamedTuple):
    """A latched fault, and what to do about it."""

    name: str
    message: str
    remedy: str


class Happened(NamedTuple):
    """An event, `ago` s before now (NaN where the clock cannot tell)."""

    level: str
    message: str
    remedy: str
    ago: float


class WatchView(NamedTuple):
    """All that the display shows; `age` is that of the safety state, s."""

    robot: str
    safety: str
    age: float
    holder: str
    notices: tuple[str, ...]
    stop: tuple[str, str] | None
    faults: tuple[Fault, ...]
    gauges: tuple[Gauge, ...]
    events: tuple[Happened, ...]

    @property
    def stale(self) -> bool:
        """Whether the safety state may have changed since."""
        return not self.age <= max(STALE, SILENT)


def gather(robot: Robot, feed: Feed, node: OperatorWatch, address: str) -> WatchView:
    """The view now."""
    snapshot, now = node.snapshot, time.monotonic()
    asked_ago = math.inf if node.heard is None else now - node.heard
    told_ago = feed.age("state")
    told = str(feed.newest("state").get("safety", ""))
    safety = told if told_ago <= asked_ago else str(snapshot.get("safety", ""))
    silent = asked_ago > SILENT
    return WatchView(
        robot=robot.name,
        safety=plain(safety) or "waiting",
        age=min(told_ago, asked_ago),
        holder=_holder(snapshot, silent),
        notices=tuple(_notices(robot, feed, address, asked_ago, told_ago, snapshot)),
        stop=_stop_in_words(node.stop, safety, now),
        faults=_faults(feed, snapshot, silent),
        gauges=tuple(_gauges(robot, feed)),
        events=tuple(_events(feed)),
    )


def _notices(
    robot: Robot, feed: Feed, address: str, asked: float, told: float, snapshot: Mapping[str, Any]
) -> list[str]:
    """What is wrong with the view itself."""
    words = []
    if asked > SILENT:
        last = min(asked, told)
        heard = "no state came yet" if last == math.inf else f"last state {_ago(last)}"
        words.append(f"the node does not answer; {heard}")
    if not feed.connected:
        words.append(f"no hub at {address}; start one with: scansor hub {robot.name}")
    elif asked <= SILENT and told > SILENT and snapshot.get("clock") != "lockstep":
        came = f"last {_ago(told)}" if told < math.inf else "nothing yet"
        words.append(f"the hub at {address} sends nothing of {robot.name} ({came})")
    return words


def _gauges(robot: Robot, feed: Feed) -> list[Gauge]:
    contact, loop, state = feed.age("contact"), feed.age("loop"), feed.age("state")
    torques = torque_views(feed, robot.joint_names)
    pressure = feed.number("contact", "pressure")
    nominal, least = robot.suction.pressure, robot.suction.minimum_pressure
    hold = feed.number("contact", "hold_margin")
    age = feed.number("state", "command_age")
    kilopascals = gauges.number(pressure, 1e-3, ".2f")
    return [
        gauges.path_error(*feed.path_error(), age=feed.age("pose")),
        *(gauges.torque(view, feed.age("torque")) for view in torques),
        gauges.grip(feed.number("contact", "grip_use"), contact),
        Gauge(
            "suction",
            pressure / nominal,
            f"{kilopascals} kPa, least {least * 1e-3:.2f} kPa",
            f"{kilopascals} kPa",
            _low(pressure, least, 1.2 * least),
            contact,
        ),
        Gauge(
            "hold margin", None, f"{gauges.number(hold, 1.0, '.2f')} × weight",
            style=_low(hold, 1.0, 1.5), age=contact,
        ),
        Gauge(
            "command age", age / robot.node.command_timeout,
            f"{gauges.number(age, 1e3, '.1f')} of {robot.node.command_timeout * 1e3:.0f} ms",
            f"{gauges.number(age, 1e3, '.1f')} ms", age=state,
        ),
        _timing(feed, loop),
    ]  # fmt: skip


def _timing(feed: Feed, age: float) -> Gauge:
    latencies = feed.latencies()
    p50, p99 = np.quantile(latencies, (0.5, 0.99)) * 1e3 if latencies else (math.nan, math.nan)
    missed = gauges.number(feed.number("loop", "missed"), 1.0, ".0f")
    halves = [gauges.number(float(part), 1.0, ".2f") for part in (p50, p99)]
    return Gauge(
        "latency", None, f"{halves[0]} ms p50, {halves[1]} ms p99, {missed} missed",
        f"{'/'.join(halves)} ms", age=age,
    )  # fmt: skip


def _low(value: float, bad: float, poor: float) -> str:
    """How a value looks of which more is better."""
    return "bold red" if value < bad else "yellow" if value < poor else ""


def _holder(snapshot: Mapping[str, Any], silent: bool) -> str:
    if not snapshot:
        return "unknown"
    holder = plain(snapshot.get("holder") or "nobody")
    return f"{holder} (when it was last heard)" if silent else holder


def _faults(feed: Feed, snapshot: Mapping[str, Any], silent: bool) -> tuple[Fault, ...]:
    """The node's own list with its remedies; of a silent one the names that its state gave."""
    found = tuple(
        Fault(*(plain(fault.get(key) or "") for key in Fault._fields))
        for fault in snapshot.get("faults") or ()
        if isinstance(fault, Mapping)
    )
    names = plain(feed.newest("state").get("faults") or "")
    if silent and not found and names:
        return (Fault(names, "", ""),)
    return found


def _events(feed: Feed) -> list[Happened]:
    shown = []
    for event in feed.events()[:_MOST_EVENTS]:
        stamp = number(event, "timestamp")
        ago = time.time() - stamp if stamp > 1e8 else math.nan
        level, message, remedy = (
            plain(event.get(key) or "") for key in ("level", "message", "remedy")
        )
        shown.append(Happened(level, message, remedy, ago))
    return shown


def _stop_in_words(stop: Stop | None, safety: str, now: float) -> tuple[str, str] | None:
    """What became of the space bar: words and style."""
    if stop is None:
        return None
    if stop.seen:
        if safety not in STOPPED and now - stop.ended > _STOP_SHOWN:
            return None  # somebody has cleared it since
        return f"stop: the node answered that it is {stop.seen}", "bold green"
    if stop.given_up:
        return "stop: no node answered; press space to ask again", "bold white on red"
    waited = now - stop.asked
    if stop.attempts < 1 or waited < SILENT:
        return "stopping…", "bold yellow"
    return f"stopping… no answer for {waited:.1f} s, asking again", "bold white on red"


def _ago(seconds: float) -> str:
    return f"{gauges.age_words(seconds)} ago"
