"""What the report says in words and numbers: figures, events, streams, and the run's metadata."""

import math
from typing import Any

from telemetry.markup import Markup, element, table, together
from telemetry.recording import Recording
from telemetry.report_scale import number
from telemetry.run_story import Happening, happenings, outcome
from telemetry.summary import figures, latency
from telemetry.summary_table import FIGURE_WORDS

_MOST_EVENTS = 300
_NEEDS_TRUTH = "needs truth, which only a simulation has"


def headline(recording: Recording, zero: float, last: float) -> Markup:
    """How it ended, how long it took, and whether this is all."""
    robot = recording.topics[0].partition("/")[0] if recording.topics else "Nothing recorded"
    ended = outcome(recording)
    settings = recording.metadata.get("run", {})
    words = [f"{number(last - zero)} s recorded"]
    words += [f"{key} {settings[key]}" for key in ("plant", "clock", "seed") if settings.get(key)]
    words.append(recording.path.name)
    return element(
        "header",
        element(
            "h1", robot.replace("_", " "), " ",
            element("span", ended, class_=f"badge {ended.rpartition(' ')[2]}"),
        ),
        element("p", " · ".join(words)),
        _cut(recording, zero, last),
        _faults(recording, zero),
    )  # fmt: skip


def summary(recording: Recording) -> Markup:
    """The figures of the run, those that cannot be told included."""
    found: dict[str, Any] = {**figures(recording)}
    cards = [
        _card(words, None if found[key] is None else found[key] * factor, unit, _NEEDS_TRUTH)
        for key, words, factor, unit in FIGURE_WORDS
    ]
    answered = latency(recording) or {}
    missed = recording.column("loop", "missed")
    for key, words in (("p50", "command latency, median"), ("p99", "99 % answered within")):
        value = answered.get(key)
        cards.append(_card(words, None if value is None else value * 1e3, "ms", "not recorded"))
    cards.append(
        _card("ticks missed", float(missed[-1]) if len(missed) else None, "", "not recorded")
    )
    margin = recording.column("contact", "hold_margin")
    margin = margin[~_nan(margin)]
    cards.append(
        _card("least hold margin", float(margin.min()) if len(margin) else None, "× weight",
              "not recorded")
    )  # fmt: skip
    return element("dl", *cards)


def events(recording: Recording, zero: float) -> Markup:
    """What happened, when, and what to do about it."""
    found = happenings(recording)
    shown = found
    if len(found) > _MOST_EVENTS:
        grave = [event for event in found if event.level in ("warning", "error")]
        shown = (grave or found)[:_MOST_EVENTS]
    if not shown:
        return element("p", "No event was recorded.", class_="missing")
    rows = [
        (
            f"{event.t - zero:.3f} s",
            element("span", event.level, class_=f"level {event.level}"),
            event.source,
            together(element("b", event.name), " ", event.message),
            event.remedy,
        )
        for event in shown
    ]
    caption = f"{len(shown)} of {len(found)} events, warnings and errors first" if (
        len(shown) < len(found)
    ) else "What happened, and what to do about it"  # fmt: skip
    return table(("time", "level", "source", "event", "remedy"), rows, caption)


def metadata(recording: Recording, zero: float) -> Markup:
    """The streams, and the tables that the recorder wrote: folded, for those who look for them."""
    rows = []
    for topic in recording.topics:
        t = recording.column(topic.rpartition("/")[2], "t")
        t = t[~_nan(t)]
        ends = (float(t.min()) - zero, float(t.max()) - zero) if len(t) else (math.nan, math.nan)
        rows.append((topic, recording.count(topic), *(f"{number(end)} s" for end in ends)))
    parts = [table(("topic", "messages", "first", "last"), rows, "Streams recorded")]
    for name, values in recording.metadata.items():
        short = [(key, value) for key, value in values.items() if "\n" not in value]
        if short:
            parts.append(table(("key", "value"), short, f"Metadata: {name}"))
        parts += [
            element("details", element("summary", f"{name}: {key}"), element("pre", value))
            for key, value in values.items()
            if "\n" in value
        ]
    return element("details", element("summary", "Streams, settings and files of the run"), *parts)


def _cut(recording: Recording, zero: float, last: float) -> Markup | None:
    if not recording.cut:
        return None
    when = f"; the last whole record is at {number(last - zero)} s" if recording.topics else ""
    return element(
        "p", "This recording is unfinished or damaged: what was whole is shown here", when, ".",
        class_="notice", role="alert",
    )  # fmt: skip


def _faults(recording: Recording, zero: float) -> Markup | None:
    errors: list[Happening] = [e for e in happenings(recording) if e.level == "error"][:5]
    if not errors:
        return None
    return element(
        "ul",
        *(
            element("li", f"{number(e.t - zero)} s ", element("b", e.name), f" {e.message}",
                    element("i", f" {e.remedy}") if e.remedy else None)
            for e in errors
        ),
        class_="notice",
    )  # fmt: skip


def _card(words: str, value: float | None, unit: str, otherwise: str) -> Markup:
    if value is None or not math.isfinite(value):
        told = element("dd", "–", " ", element("small", otherwise))
    else:
        told = element("dd", number(value), " ", element("small", unit))
    return element("div", element("dt", words), told)


def _nan(values: Any) -> Any:
    return values != values
