"""How a watched robot looks: a screen that leads with what matters, and a plain line elsewhere."""

import math

from rich.box import ASCII, ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from telemetry import gauges
from telemetry.gauges import LEVEL_STYLE, SAFETY_STYLE, age_words
from telemetry.watch_view import Happened, WatchView

_WIDEST = 96  # columns
_FRAME = 4  # columns of the panel's border and padding


def screen(view: WatchView, width: int, *, keys: bool, ascii_only: bool) -> RenderableType:
    """The view, `width` columns wide at most. What must not be missed stands on top."""

    def text(words: str, style: str = "") -> Text:
        return Text(gauges.adapted(words, ascii_only), style)

    inside = min(width, _WIDEST) - _FRAME
    lines: list[RenderableType] = []
    if view.stop is not None:
        lines.append(text(*view.stop))
    lines += [text(notice, "bold yellow") for notice in view.notices]
    for fault in view.faults:
        lines.append(text(f"{fault.name}: {fault.message}".rstrip(": "), "bold red"))
        if fault.remedy:
            lines.append(text(f"  → {fault.remedy}", "italic"))
    if lines:
        lines.append(Text(""))
    lines.append(text(f"command      {view.holder}", "dim" if view.stale else ""))
    lines.append(gauges.rows(list(view.gauges), inside, ascii_only=ascii_only))
    if view.events:
        lines += [Text(""), _events(view.events, ascii_only)]
    help_words = "space stops the robot · q leaves" if keys else "Ctrl-C leaves"
    title = _title(view, ascii_only)
    subtitle = text(help_words, "dim")
    for words in (title, subtitle):
        words.truncate(inside - 2, overflow="crop")
    return Panel(
        Group(*lines),
        box=ASCII if ascii_only else ROUNDED,
        title=title,
        title_align="left",
        subtitle=subtitle,
        subtitle_align="left",
        width=min(width, _WIDEST),
    )


def line(view: WatchView) -> str:
    """The view in one plain line."""
    parts = [f"{view.robot} {view.safety}" + (f" ({age_words(view.age)} old)" * view.stale)]
    if view.stop is not None:
        parts.append(view.stop[0])
    parts += view.notices
    parts += [f"FAULT {fault.name}: {fault.message} ({fault.remedy})" for fault in view.faults]
    parts += [
        f"{gauge.label} {gauge.short or gauge.value}"
        for gauge in view.gauges
        if gauge.age <= gauges.STALE
    ]
    parts.append(f"command {view.holder}")
    return "  ".join(parts)


def _title(view: WatchView, ascii_only: bool) -> Text:
    style = "dim reverse" if view.stale else SAFETY_STYLE.get(view.safety, "")
    age = f" {age_words(view.age)} ago" if view.stale and math.isfinite(view.age) else ""
    return Text.assemble(
        (f" {view.safety} ", style),
        (gauges.adapted(age, ascii_only), "yellow"),
        (f" {view.robot}", "bold"),
    )


def _events(events: tuple[Happened, ...], ascii_only: bool) -> Table:
    """The newest first, each with how long ago."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column()
    for event in events:
        ago = f"{age_words(event.ago)} ago" if math.isfinite(event.ago) else ""
        words = event.message
        if event.remedy and event.level in LEVEL_STYLE:
            words += f" → {event.remedy}"
        table.add_row(
            ago, Text(gauges.adapted(words, ascii_only), LEVEL_STYLE.get(event.level, ""))
        )
    return table
