"""How a run in progress looks: a small panel on a terminal, a plain line in a pipe."""

import math
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

_BAR = 24  # characters
_SAFETY_STYLE = {
    "off": "dim", "ready": "cyan", "armed": "yellow", "running": "bold green",
    "stopped": "bold yellow", "faulted": "bold white on red",
}  # fmt: skip
_LEVEL_STYLE = {"warning": "yellow", "error": "bold red"}


class TorqueView(NamedTuple):
    """A joint's commanded torque and its limit, N m."""

    joint: str
    commanded: float
    limit: float


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


def panel(view: RunView, *, ascii_only: bool = False) -> RenderableType:
    """The view as a panel of a few lines."""

    def bar(share: float, style: str = "") -> Text:
        return _bar(share, style or ("red" if share > 0.9 else "blue"), ascii_only)

    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(no_wrap=True)
    rows.add_column(no_wrap=True)
    share = view.elapsed / view.duration if view.duration > 0.0 else math.nan
    rows.add_row("time", bar(share, "green"), f"{view.elapsed:.1f} of {view.duration:.1f} s")
    for torque in view.torques:
        rows.add_row(
            torque.joint.replace("_", " "),
            bar(abs(torque.commanded) / torque.limit if torque.limit > 0.0 else math.nan),
            f"{_number(torque.commanded, 1.0, '+.3f')} of {_number(torque.limit, 1.0, '.2f')} N m",
        )
    rows.add_row("grip in use", bar(view.grip_use), f"{_number(view.grip_use, 1e2, '.0f')} %")
    rows.add_row("path error", f"{_number(view.path_error, 1e3, '.2f')} mm", _against(view))
    rows.add_row(
        "command age", f"{_number(view.command_age, 1e3, '.1f')} ms", f"{view.overruns} overruns"
    )
    lines: list[RenderableType] = [rows]
    if view.dropped:
        lines.append(Text(f"{view.dropped} records dropped", "yellow"))
    if view.event is not None:
        style = _LEVEL_STYLE.get(view.event.level, "")
        lines.append(Text(view.event.message, style))
        if view.event.remedy:
            lines.append(Text(f"  {view.event.remedy}", "italic"))
    title = Text.assemble(
        (f"{view.robot}  ", "bold"), (f" {view.safety} ", _SAFETY_STYLE.get(view.safety, ""))
    )
    return Panel(Group(*lines), title=title, title_align="left", expand=False)


def line(view: RunView) -> str:
    """The view in one plain line."""
    parts = [
        f"{view.elapsed:.1f}/{view.duration:.1f} s",
        view.safety,
        f"path error {_number(view.path_error, 1e3, '.2f')} mm ({_against(view)})",
        f"grip {_number(view.grip_use, 1e2, '.0f')} %",
        f"command age {_number(view.command_age, 1e3, '.1f')} ms",
        f"{view.overruns} overruns",
    ]
    if view.event is not None and view.event.level in _LEVEL_STYLE:
        parts.append(f"{view.event.level}: {view.event.message}")
    return "  ".join(parts)


def _against(view: RunView) -> str:
    return "true" if view.error_is_true else "by estimate"


def _number(value: float, factor: float, form: str) -> str:
    return format(value * factor, form) if math.isfinite(value) else "–"


def _bar(share: float, style: str, ascii_only: bool) -> Text:
    full, empty = ("#", ".") if ascii_only else ("━", "─")
    filled = round(_BAR * min(max(share, 0.0), 1.0)) if math.isfinite(share) else 0
    return Text.assemble((full * filled, style), (empty * (_BAR - filled), "dim"))
