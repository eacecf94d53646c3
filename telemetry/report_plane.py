"""The two charts of the report that are not over time: the path, and how often a time occurred."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from telemetry.downsample import thin
from telemetry.markup import Markup, element
from telemetry.report_chart import grid, polyline
from telemetry.report_scale import Scale, bounds, even, number
from telemetry.tracking import Array

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM = 640.0, 58.0, 10.0, 8.0, 22.0
_TALLEST = 560.0
_BARS = 48
_LEAST_TIME = 1e-3  # ms: below a microsecond clocks tell nothing


class Way(NamedTuple):
    """A way through the plane, m; `kind` as a curve's."""

    label: str
    kind: str
    x: Array
    y: Array


def draw_ways(title: str, ways: Sequence[Way], missing: str) -> Markup:
    """Ways at the same scale in both directions, with the start of the first one."""
    ways = [way for way in ways if np.isfinite(way.x + way.y).any()]
    across, up = bounds(way.x for way in ways), bounds(way.y for way in ways)
    if across is None or up is None:
        head = element("figcaption", element("h3", title))
        return element("figure", head, element("p", missing, class_="missing"))
    room = _WIDTH - _LEFT - _RIGHT
    wide, high = across[1] - across[0], up[1] - up[0]
    height = min(max(room * high / max(wide, 1e-9), 160.0), _TALLEST - _TOP - _BOTTOM)
    metre = 0.94 * min(room / max(wide, 1e-3), height / max(high, 1e-3))  # pixels
    x = _around(across, _LEFT, room, metre)
    y = _around(up, _TOP + height, -height, metre)
    start = next(iter(thin(ways[-1].x, ways[-1].y, np.inf)))
    spot = (f"{x.at(float(start.x[0])):.1f}", f"{y.at(float(start.y[0])):.1f}")
    body = [
        grid(x, y, _TOP + height, " m"),
        *(
            polyline(line, x, y, class_=f"curve {way.kind}")
            for way in ways
            for line in thin(way.x, way.y, 0.4 / metre)
        ),
        element("circle", class_="start", cx=spot[0], cy=spot[1], r=4),
        element("text", "start", class_="tick x", x=spot[0], y=f"{float(spot[1]) - 9:.1f}"),
    ]
    words = f"{title}: x from {number(across[0])} to {number(across[1])} m, " \
            f"y from {number(up[0])} to {number(up[1])} m"  # fmt: skip
    keys = [element("span", way.label, class_=f"key {way.kind}") for way in ways]
    svg = element("svg", *body, viewBox=f"0 0 {_WIDTH:g} {height + _TOP + _BOTTOM:g}",
                  role="img", aria_label=words)  # fmt: skip
    caption = element("figcaption", element("h3", title, element("small", "m")), *keys)
    return element("figure", caption, svg, class_="plane")


def draw_times(title: str, seconds: Array) -> Markup:
    """How often a time occurred: both axes by decades, so that one late tick in a million shows."""
    times = np.maximum(seconds[np.isfinite(seconds)] * 1e3, _LEAST_TIME)
    if not len(times) or times.max() <= _LEAST_TIME:
        missing = "None was above a microsecond." if len(times) else "None was recorded."
        head = element("figcaption", element("h3", title))
        return element("figure", head, element("p", missing, class_="missing"), class_="half")
    width, bottom = 470.0, 150.0
    low, high = float(times.min()), float(times.max())
    x = Scale(low / 1.3, high * 1.3, _LEFT, width - _RIGHT, log=True)
    edges = np.geomspace(x.low, x.high, _BARS + 1)
    counts, _ = np.histogram(times, edges)
    y = Scale(0.7, float(counts.max()) * 1.5, bottom, _TOP, log=True)
    p50, p99 = np.quantile(times, (0.5, 0.99))
    words = f"median {number(float(p50), 3)} ms, 99 % within {number(float(p99), 3)} ms, " \
            f"longest {number(high, 3)} ms, of {len(times)}"  # fmt: skip
    places = x.place(edges)
    bars = [
        element("rect", class_="bar", x=f"{left:.1f}", width=f"{right - left - 1:.1f}",
                y=f"{y.at(count):.1f}", height=f"{bottom - y.at(count):.1f}")
        for left, right, count in zip(places[:-1], places[1:], counts.tolist(), strict=True)
        if count
    ]  # fmt: skip
    svg = element("svg", grid(x, y, bottom, " ms"), *bars,
                  viewBox=f"0 0 {width:g} {bottom + _BOTTOM:g}", role="img",
                  aria_label=f"{title}, number of ticks by time: {words}")  # fmt: skip
    caption = element(
        "figcaption", element("h3", title, element("small", "ticks")), element("p", words)
    )
    return element("figure", caption, svg, class_="half")


def _around(extent: tuple[float, float], start: float, room: float, metre: float) -> Scale:
    """A scale of `metre` pixels a metre with the extent in its middle."""
    if not np.isfinite(metre) or metre <= 0.0:
        return even(*extent, start, start + room)
    middle, half = 0.5 * (extent[0] + extent[1]), 0.5 * abs(room) / metre
    return Scale(middle - half, middle + half, start, start + room)
