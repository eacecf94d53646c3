"""A chart over time as inline SVG, with its legend, its read-out and its alternative text."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from telemetry.downsample import Line, envelope
from telemetry.markup import Markup, element, together
from telemetry.report_scale import Scale, bounds, even, logarithmic, number
from telemetry.tracking import Array

WIDTH, LEFT, RIGHT = 960.0, 58.0, 10.0
_TOP, _BOTTOM = 8.0, 22.0
_NEAR = 0.25  # of a limit: torques below it would shrink to a line if the limit were drawn
_ABSURD = 1e100
_POINTS = int(WIDTH - LEFT - RIGHT)  # columns of pixels


class Curve(NamedTuple):
    """One curve. `kind` is its meaning and colour: true, believed, intended."""

    label: str
    kind: str
    t: Array
    y: Array


class Limit(NamedTuple):
    """A level that should not be passed; `both` draws it at its negative too."""

    label: str
    value: float
    both: bool = False


class Mark(NamedTuple):
    """Something that happened at `t`, s."""

    t: float
    level: str
    text: str


class Chart(NamedTuple):
    """What a chart shows; `missing` says why, if there is nothing to show."""

    title: str
    unit: str
    curves: Sequence[Curve]
    missing: str
    limits: Sequence[Limit] = ()
    log: bool = False
    from_zero: bool = False
    note: str = ""
    height: float = 150.0


def draw(chart: Chart, end: float, marks: Sequence[Mark]) -> Markup:
    """The chart from 0 to `end` s, as a figure."""
    curves = [curve._replace(y=_sane(curve.y)) for curve in chart.curves]
    curves = [curve for curve in curves if np.isfinite(curve.y).any()]
    found = bounds(curve.y for curve in curves)
    if found is None or (chart.log and found[1] <= 0.0):
        return element(
            "figure", _caption(chart, (), ()), element("p", chart.missing, class_="missing")
        )
    limits, far = _drawn_limits(chart, found)
    y = _height_scale(chart, found, limits)
    x = Scale(0.0, end, LEFT, WIDTH - RIGHT)
    body = [
        grid(x, y, chart.height - _BOTTOM),
        *(_mark(mark, x, chart.height) for mark in marks),
        *(_limit(limit, y) for limit in limits),
        *(
            polyline(line, x, y, class_=f"curve {curve.kind}", data_curve=index)
            for index, curve in enumerate(curves)
            for line in _shown(curve, end, chart.log)
        ),
        element("line", class_="cursor", y1=_TOP, y2=chart.height - _BOTTOM, visibility="hidden"),
    ]
    svg = element(
        "svg", *body,
        viewBox=f"0 0 {WIDTH:g} {chart.height:g}", role="img", aria_label=_in_words(chart, curves),
        data_end=f"{end:.9g}", data_low=f"{y.low:.9g}", data_high=f"{y.high:.9g}",
        data_log=int(chart.log), data_unit=chart.unit,
    )  # fmt: skip
    return element("figure", _caption(chart, curves, [*limits, *far]), svg)


def grid(x: Scale, y: Scale, bottom: float, unit: str = "") -> Markup:
    """Lines and numbers of both axes; x is in s unless another `unit` is named."""
    parts = []
    for tick in y.ticks(4 if bottom < 200 else 8):
        place = f"{y.at(tick):.1f}"
        parts += [
            element("line", class_="grid", x1=f"{x.start:g}", x2=f"{x.stop:g}", y1=place, y2=place),
            element("text", number(tick), class_="tick y", x=f"{x.start - 6:g}", y=place),
        ]
    ticks = x.ticks(8)
    for tick in ticks:
        place = f"{x.at(tick):.1f}"
        text = number(tick, 6) + (unit or " s" if tick == ticks[-1] else "")
        parts += [
            element("line", class_="grid", x1=place, x2=place, y1=f"{_TOP:g}", y2=f"{bottom:g}"),
            element("text", text, class_="tick x", x=place, y=f"{bottom + 15:g}"),
        ]
    return element("g", *parts, aria_hidden="true")


def polyline(line: Line, x: Scale, y: Scale, **attributes: object) -> Markup:
    """A curve; points that a neighbour repeats at the same height are left out."""
    xs, ys = np.round(x.place(line.x), 1), np.round(y.place(line.y), 1)
    inner = np.zeros(len(xs), dtype=bool)
    inner[1:-1] = (ys[1:-1] == ys[:-2]) & (ys[1:-1] == ys[2:])
    points = zip(xs[~inner].tolist(), ys[~inner].tolist(), strict=True)
    return element("polyline", points=" ".join(f"{a:g},{b:g}" for a, b in points), **attributes)


def _sane(y: Array) -> Array:
    """Without values that no unit explains and no axis can hold."""
    return np.where(np.abs(y) < _ABSURD, y, np.nan)


def _shown(curve: Curve, end: float, log: bool) -> list[Line]:
    y = np.where(curve.y > 0.0, curve.y, np.nan) if log else curve.y
    return envelope(curve.t, y, 0.0, end, _POINTS)


def _height_scale(chart: Chart, found: tuple[float, float], limits: Sequence[Limit]) -> Scale:
    start, stop = chart.height - _BOTTOM, _TOP
    if chart.log:
        return logarithmic(found[1], start, stop)
    levels = [limit.value * sign for limit in limits for sign in ((1, -1) if limit.both else (1,))]
    low, high = min(found[0], *levels, found[1]), max(found[1], *levels, found[0])
    if chart.from_zero:
        return Scale(0.0, 1.08 * high if high > 0.0 else 1.0, start, stop)
    return even(low, high, start, stop)


def _drawn_limits(chart: Chart, found: tuple[float, float]) -> tuple[list[Limit], list[Limit]]:
    """The limits to draw, and those so far off that to draw them would flatten the curves."""
    peak = max(map(abs, found))
    drawn = [limit for limit in chart.limits if peak >= _NEAR * limit.value]
    return drawn, [limit for limit in chart.limits if limit not in drawn]


def _limit(limit: Limit, y: Scale) -> Markup:
    places = [limit.value, -limit.value] if limit.both else [limit.value]
    return together(
        *(
            element("line", class_="limit", x1=f"{LEFT:g}", x2=f"{WIDTH - RIGHT:g}",
                    y1=f"{y.at(place):.1f}", y2=f"{y.at(place):.1f}")
            for place in places
        )
    )  # fmt: skip


def _mark(mark: Mark, x: Scale, height: float) -> Markup:
    place = f"{x.at(mark.t):.1f}"
    title = element("title", f"{number(mark.t, 5)} s: {mark.text}")
    return element("line", title, class_=f"mark {mark.level}", x1=place, x2=place,
                   y1=f"{_TOP:g}", y2=f"{height - _BOTTOM:g}")  # fmt: skip


def _caption(chart: Chart, curves: Sequence[Curve], limits: Sequence[Limit]) -> Markup:
    return element(
        "figcaption",
        element("h3", chart.title, element("small", chart.unit)),
        *(
            element("span", curve.label, element("output"), class_=f"key {curve.kind}",
                    data_curve=index)
            for index, curve in enumerate(curves)
        ),
        *(
            element("span", f"{limit.label} {'±' if limit.both else ''}{number(limit.value)}",
                    class_="key limit")
            for limit in limits
        ),
        element("p", chart.note) if chart.note else None,
    )  # fmt: skip


def _in_words(chart: Chart, curves: Sequence[Curve]) -> str:
    parts = []
    for curve in curves:
        low, high = bounds([curve.y]) or (np.nan, np.nan)
        parts.append(f"{curve.label} from {number(low)} to {number(high)} {chart.unit}")
    return f"{chart.title} over time: {'; '.join(parts)}"
