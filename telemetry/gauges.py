"""Rows of a live view: what, a bar, how much. A row whose value is old says so, and dims."""

import math
from typing import NamedTuple

from rich.console import OverflowMethod
from rich.table import Table
from rich.text import Text

STALE = 0.5  # s after which a value is no longer shown as the present one
SAFETY_STYLE = {
    "off": "dim", "ready": "cyan", "armed": "yellow", "running": "bold green",
    "stopped": "bold yellow", "faulted": "bold white on red",
}  # fmt: skip
LEVEL_STYLE = {"warning": "yellow", "error": "bold red"}

_BAR = 24  # characters
_LEAST_BAR = 5
_GAP = 2
_ASCII = str.maketrans({"–": "-", "·": "|", "…": "...", "×": "x", "→": "->", "━": "#", "─": "."})


class Gauge(NamedTuple):
    """One row. `share` fills a bar; NaN leaves it empty, None leaves it out.

    `short` is the value for narrow screens, `age` how old it is in s.
    """

    label: str
    share: float | None
    value: str
    short: str = ""
    style: str = ""
    age: float = 0.0


class TorqueView(NamedTuple):
    """A joint's commanded torque and its limit, N m."""

    joint: str
    commanded: float
    limit: float


def torque(view: TorqueView, age: float = 0.0) -> Gauge:
    """A joint's torque against its limit."""
    share = abs(view.commanded) / view.limit if view.limit > 0.0 else math.nan
    value, limit = number(view.commanded, 1.0, "+.3f"), number(view.limit, 1.0, ".2f")
    short = f"{number(view.commanded, 1.0, '+.2f')}/{limit} N m"
    return Gauge(view.joint.replace("_", " "), share, f"{value} of {limit} N m", short, age=age)


def grip(use: float, age: float = 0.0) -> Gauge:
    """The share of the grip in use, and what is left."""
    used, left = number(use, 1e2, ".0f"), number(1.0 - use, 1e2, ".0f")
    return Gauge("grip in use", use, f"{used} %, margin {left} %", f"{used} %", age=age)


def path_error(metres: float, true: bool, age: float = 0.0) -> Gauge:
    """The distance from the reference, and whose."""
    value = f"{number(metres, 1e3, '.2f')} mm"
    return Gauge("path error", None, f"{value} {against(true)}", value, age=age)


def against(true: bool) -> str:
    """Whose position a path error is measured at."""
    return "true" if true else "by estimate"


def number(value: float, factor: float, form: str) -> str:
    """A value in the unit of people, a dash where it is not known."""
    return format(value * factor, form) if math.isfinite(value) else "–"


def age_words(seconds: float) -> str:
    """An age for people: short ones to a tenth, long ones in minutes."""
    if not math.isfinite(seconds):
        return "never"
    return f"{seconds:.1f} s" if seconds < 99.95 else f"{seconds / 60:.0f} min"


def rows(gauges: list[Gauge], width: int, *, ascii_only: bool = False) -> Table:
    """The gauges in `width` columns; where there is no room for bars there are none."""
    short = width < 60
    values = [_value(gauge, short) for gauge in gauges]
    labels = max((len(gauge.label) for gauge in gauges), default=0)
    room = width - labels - max(map(len, values), default=0) - 2 * _GAP
    bar = min(_BAR, room) if room >= _LEAST_BAR else 0
    table = Table.grid(padding=(0, _GAP))
    cut: OverflowMethod = "crop" if ascii_only else "ellipsis"
    table.add_column(style="dim", no_wrap=True, overflow=cut)
    if bar:
        table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, overflow=cut)
    for gauge, value in zip(gauges, values, strict=True):
        stale = gauge.age > STALE
        text = Text(adapted(value, ascii_only), "dim" if stale else gauge.style)
        label = Text(gauge.label)
        if bar:
            table.add_row(label, _bar(gauge, bar, stale, ascii_only), text)
        else:
            table.add_row(label, text)
    return table


def adapted(text: str, ascii_only: bool) -> str:
    """The text as far as the terminal can show it."""
    if not ascii_only:
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode("ascii")


def _value(gauge: Gauge, short: bool) -> str:
    value = gauge.short or gauge.value if short else gauge.value
    old = f"  {age_words(gauge.age)} old" if STALE < gauge.age < math.inf else ""
    return value + old


def _bar(gauge: Gauge, width: int, stale: bool, ascii_only: bool) -> Text:
    if gauge.share is None:
        return Text("")
    share = min(max(gauge.share, 0.0), 1.0) if math.isfinite(gauge.share) else 0.0
    filled = round(width * share)
    style = "dim" if stale else gauge.style or ("red" if gauge.share > 0.9 else "blue")
    return Text.assemble(
        (adapted("━" * filled, ascii_only), style),
        (adapted("─" * (width - filled), ascii_only), "dim"),
    )
