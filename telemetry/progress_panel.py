"""How a run in progress looks: a small panel on a terminal, a plain line in a pipe."""

import math
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from telemetry import gauges
from telemetry.gauges import LEVEL_STYLE, SAFETY_STYLE, Gauge, TorqueView, number

_WIDEST = 76  # columns
_FRAME = 4  # columns of the panel's border and padding


class EventView(NamedTuple):
    """What happened last, and what to do about it."""

    level: str
    message: str
    remedy: str


class RunView(NamedTuple):
    """What is known of a run; NaN where it is not.

    Times in s, `path_error` in m and against truth if `error_is_true`, else against the estimate.
    """

    robot: str
    elapsed: float
    duration: float
    safety: str
    path_error: float
    error_is_true: bool
    torques: tuple[TorqueView, ...]
    grip_use: float
    command_age: float
    overruns: int
    dropped: int
    event: EventView | None


def panel(view: RunView, width: int = _WIDEST, *, ascii_only: bool = False) -> RenderableType:
    """The view as a panel of a few lines, at most `width` columns wide."""
    share = view.elapsed / view.duration if view.duration > 0.0 else math.nan
    age = f"{number(view.command_age, 1e3, '.1f')} ms"
    shown = [
        Gauge("time", share, f"{view.elapsed:.1f} of {view.duration:.1f} s", style="green"),
        *map(gauges.torque, view.torques),
        gauges.grip(view.grip_use),
        gauges.path_error(view.path_error, view.error_is_true),
        Gauge("command age", None, f"{age}, {view.overruns} overruns"),
    ]
    inside = min(width, _WIDEST) - _FRAME
    lines: list[RenderableType] = [gauges.rows(shown, inside, ascii_only=ascii_only)]
    if view.dropped:
        lines.append(Text(f"{view.dropped} records dropped", "yellow"))
    if view.event is not None:
        style = LEVEL_STYLE.get(view.event.level, "")
        lines.append(Text(gauges.adapted(view.event.message, ascii_only), style))
        if view.event.remedy:
            lines.append(Text(f"  {gauges.adapted(view.event.remedy, ascii_only)}", "italic"))
    title = Text.assemble(
        (f"{view.robot}  ", "bold"), (f" {view.safety} ", SAFETY_STYLE.get(view.safety, ""))
    )
    return Panel(Group(*lines), title=title, title_align="left", expand=False)


def line(view: RunView) -> str:
    """The view in one plain line."""
    parts = [
        f"{view.elapsed:.1f}/{view.duration:.1f} s",
        view.safety,
        f"path error {number(view.path_error, 1e3, '.2f')} mm "
        f"({gauges.against(view.error_is_true)})",
        f"grip {number(view.grip_use, 1e2, '.0f')} %",
        f"command age {number(view.command_age, 1e3, '.1f')} ms",
        f"{view.overruns} overruns",
    ]
    if view.event is not None and view.event.level in LEVEL_STYLE:
        parts.append(f"{view.event.level}: {view.event.message}")
    return "  ".join(parts)
