"""The charts of a run's report: what each shows, and what it says if it cannot."""

import tomllib
from collections.abc import Sequence

import numpy as np

from telemetry.markup import Markup, element
from telemetry.recording import Recording
from telemetry.report_chart import LEFT, RIGHT, WIDTH, Chart, Curve, Limit, Mark, draw
from telemetry.report_plane import Way, draw_times, draw_ways
from telemetry.report_scale import Scale, number
from telemetry.run_story import happenings, safety_spans
from telemetry.summary import joints
from telemetry.tracking import Array, track

_MOST_MARKS = 100
_GRAVE = ("warning", "error")


class Charts:
    """Draws the charts of one recording, all on the time since `zero`, up to `last` (s)."""

    def __init__(self, recording: Recording, zero: float, last: float) -> None:
        self._recording, self._zero = recording, zero
        self._end = max(last - zero, 1e-3)
        events = [event for event in happenings(recording) if event.level in _GRAVE]
        self._marks = [
            Mark(event.t - zero, event.level, event.message or event.name)
            for event in events[:_MOST_MARKS]
        ]

    def safety(self) -> Markup:
        """The safety state as a band."""
        x = Scale(0.0, self._end, LEFT, WIDTH - RIGHT)
        spans = safety_spans(self._recording)
        if not spans:
            return element("p", "No state was recorded.", class_="missing")
        parts = []
        for safety, start, stop in spans:
            left, right = x.at(start - self._zero), x.at(stop - self._zero)
            parts.append(
                element("rect", element("title", safety), class_=f"band {safety}", x=f"{left:.1f}",
                        y=0, width=f"{max(right - left, 1.0):.1f}", height=26)
            )  # fmt: skip
            if right - left > 9 * len(safety):
                parts.append(
                    element("text", safety, class_="tick x", x=f"{(left + right) / 2:.1f}", y=17)
                )
        words = "; ".join(
            f"{span.safety} from {number(span.start - self._zero)} s" for span in spans[:20]
        )
        svg = element("svg", *parts, viewBox=f"0 0 {WIDTH:g} 26", role="img",
                      aria_label=f"Safety state: {words}")  # fmt: skip
        return element("div", svg, class_="strip")

    def path(self) -> Markup:
        """Where the robot was, thought it was, and should have been."""
        column = self._recording.column
        lines = (
            ("true", "true", "truth", "x", "y"),
            ("estimated", "believed", "pose", "x", "y"),
            ("reference", "intended", "pose", "reference_x", "reference_y"),
        )
        ways = [Way(label, kind, column(s, x), column(s, y)) for label, kind, s, x, y in lines]
        return draw_ways("Path", ways, "No pose was recorded.")

    def error(self) -> Markup:
        """Distance from the reference, and of the estimate from the truth, by decades."""
        tracking, note = track(self._recording), ""
        if len(tracking.t):
            t = tracking.t - self._zero
            curves = [
                Curve("of the path, true", "true", t, tracking.path_error * 1e3),
                Curve("of the estimate", "believed", t, tracking.estimate_error * 1e3),
            ]
        else:
            curves = [self._curve("of the path, by its own estimate", "believed", "pose", "error")]
            curves = [curve._replace(y=np.abs(curve.y) * 1e3) for curve in curves]
            note = "No truth was recorded: on real hardware there is none."
        chart = Chart("Error", "mm", curves, "No path error was recorded.", log=True, note=note)
        return self._draw(chart)

    def torques(self) -> list[Markup]:
        """Predicted, commanded and measured torque of every joint, with its limit."""
        names = joints(self._recording)
        if not names:
            return [self._draw(Chart("Torque", "N m", (), "No torque was recorded."))]
        return [self._torque(name) for name in names]

    def grip(self) -> Markup:
        """The share of the wheels' grip in use; the rest is the margin."""
        curves = [
            self._curve("true", "true", "truth", "grip_use", factor=1e2),
            self._curve("by the controller's model", "believed", "contact", "grip_use", factor=1e2),
        ]
        return self._draw(
            Chart("Grip in use", "%", curves, "No contact was recorded.",
                  [Limit("slips above", 100.0)], from_zero=True,
                  note="What is left to 100 % is the grip margin.")
        )  # fmt: skip

    def pressure(self) -> Markup:
        """Suction pressure, with the least one to move with."""
        curves = [
            self._curve("true", "true", "truth", "pressure", factor=1e-3),
            self._curve("measured", "believed", "contact", "pressure", factor=1e-3),
        ]
        least = self._least_pressure()
        limits = [] if least is None else [Limit("least to move", least * 1e-3)]
        return self._draw(
            Chart("Suction", "kPa", curves, "No pressure was recorded.", limits, from_zero=True)
        )

    def hold(self) -> Markup:
        """How many times its weight the robot could hold at this pressure, parked and braked."""
        curve = self._curve("at the measured pressure", "believed", "contact", "hold_margin")
        gone = curve.t[curve.y < 1.0]
        note = f"From {number(float(gone[0]))} s on it would have slid." if len(gone) else ""
        return self._draw(
            Chart("Hold margin", "× weight", [curve], "No hold margin was recorded.",
                  [Limit("slides below", 1.0)], from_zero=True, note=note)
        )  # fmt: skip

    def timing(self) -> list[Markup]:
        """Latency, lateness and command age over time, and how often each time occurred."""
        column = self._recording.column
        curves = [
            self._curve("command age", "intended", "state", "command_age", factor=1e3),
            self._curve("lateness of the tick", "believed", "loop", "lateness", factor=1e3),
            self._curve("latency of the answer", "true", "loop", "latency", factor=1e3),
        ]
        return [
            self._draw(Chart("Timing", "ms", curves, "No timing was recorded.", log=True)),
            draw_times("Latency of the answer", column("loop", "latency")),
            draw_times("Lateness of the tick", column("loop", "lateness")),
        ]  # fmt: skip

    def _torque(self, joint: str) -> Markup:
        curves = [
            self._curve("measured", "believed", "torque", joint, "measured"),
            self._curve("commanded", "true", "torque", joint, "commanded"),
            self._curve("predicted", "intended", "torque", joint, "feed_forward"),
        ]
        limit = self._recording.column("torque", joint, "limit")
        limit = limit[np.isfinite(limit)]
        limits = [Limit("limit", float(limit.min()), both=True)] if len(limit) else []
        title = f"{joint.replace('_', ' ').capitalize()} torque"
        return self._draw(Chart(title, "N m", curves, "No torque was recorded.", limits))

    def _curve(self, label: str, kind: str, stream: str, *keys: str, factor: float = 1.0) -> Curve:
        t: Array = self._recording.column(stream, "t") - self._zero
        return Curve(label, kind, t, self._recording.column(stream, *keys) * factor)

    def _draw(self, chart: Chart) -> Markup:
        return draw(chart, self._end, self._marks)

    def _least_pressure(self) -> float | None:
        """From the robot's file, if the recording holds it."""
        text = self._recording.metadata.get("files", {}).get("robot", "")
        try:
            value = tomllib.loads(text)["suction"]["minimum_pressure"]
        except (tomllib.TOMLDecodeError, KeyError, TypeError):
            return None
        return float(value) if isinstance(value, int | float) else None


def all_charts(recording: Recording, zero: float, last: float) -> Sequence[Markup]:
    """Every chart of the report below the headline, in reading order."""
    charts = Charts(recording, zero, last)
    return [
        charts.error(),
        *charts.torques(),
        charts.grip(),
        charts.pressure(),
        charts.hold(),
        *charts.timing(),
    ]
