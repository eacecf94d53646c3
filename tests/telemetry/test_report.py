"""The report of whole, cut, poor and hostile recordings. Does not cover beauty and read-out."""

import math
import random
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from config import ScansorError
from telemetry.recorder import Recorder
from telemetry.recording import Recording
from telemetry.report import ReportError, page, write_report
from telemetry.report_scale import number
from telemetry.sample import Sample
from telemetry.summary import figures, latency
from telemetry.summary_table import FIGURE_WORDS

Climb = Callable[..., Path]
VOID = ("meta", "br", "link")


class Reader(HTMLParser):
    """Reads a page as strictly as the standard library can: every element must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for key, value in attrs:
            assert not key.startswith("on"), f"{tag} has a handler {key}"
            if key in ("src", "href", "data", "action", "xlink:href"):
                self.links.append(f"{tag} {value}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


def record(path: Path, topic: str, messages: list[dict[str, Any]], meta: Any = None) -> Recording:
    recorder = Recorder(path, meta or {}, lockstep=True)
    for seq, message in enumerate(messages):
        whole = {"timestamp": float(seq), "t": float(seq), "seq": seq, **message}
        recorder.write(Sample(topic, whole["t"], whole["timestamp"], seq, whole))
    recorder.close()
    return Recording.open(path)


def test_a_page_and_a_picture(climb: Climb, tmp_path: Path) -> None:
    html = tmp_path / "run.html"
    assert write_report(Recording.open(climb()), html) == [html, tmp_path / "run.png"]
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
    read = Reader(html.read_text(encoding="utf-8"))
    for words in ("Rover", "stopped", "Path", "Right wheel torque", "Grip in use", "Suction",
                  "answers late", "look at it", "seed 7"):  # fmt: skip
        assert words.casefold() in read.text.casefold()
    assert read.tags.count("svg") >= 8


def test_it_asks_the_network_for_nothing(climb: Climb) -> None:
    text = page(Recording.open(climb()))
    assert Reader(text).links == []
    assert not re.search(r"url\(|@import|https?://|fetch\(|XMLHttp", text)
    assert "default-src &#x27;none&#x27;" in text


def test_its_numbers_are_the_summary_s(climb: Climb) -> None:
    recording = Recording.open(climb())
    text = Reader(page(recording)).text
    found = figures(recording)
    for key, words, factor, unit in FIGURE_WORDS:
        value = found[key]
        assert value is not None
        assert f"{words} {number(value * factor)} {unit}" in text
    answered = latency(recording)
    assert answered is not None
    assert f"command latency, median {number(answered['p50'] * 1e3)} ms" in text


def test_every_chart_has_a_text_in_its_stead(climb: Climb) -> None:
    text = page(Recording.open(climb()))
    charts = re.findall(r"<svg[^>]*>", text)
    assert all('role="img"' in chart and 'aria-label="' in chart for chart in charts)
    assert "Right wheel torque over time: measured from" in text
    assert text.count("<table>") == text.count("<thead>") == text.count("<caption>") > 1


def test_without_truth_it_says_so(climb: Climb) -> None:
    text = Reader(page(Recording.open(climb(truth=False)))).text
    assert "No truth was recorded: on real hardware there is none." in text
    assert "of the path, by its own estimate" in text
    assert text.count("needs truth, which only a simulation has") == 7


def test_a_file_cut_anywhere_is_a_page_or_one_sentence(climb: Climb, tmp_path: Path) -> None:
    data, cut = climb(6.0, rate=300.0).read_bytes(), tmp_path / "cut.mcap"
    places = [0, 3, 8, 30, len(data) - 1, *random.Random(4).sample(range(len(data)), 20)]
    pages = 0
    for place in sorted(places):
        cut.write_bytes(data[:place])
        try:
            text = page(Recording.open(cut))
        except ScansorError as error:
            assert "\n" not in str(error)
            assert "is no recording" in str(error)
            continue
        pages += 1
        assert "unfinished or damaged" in Reader(text).text
    assert pages >= 20
    recording = Recording.open(cut)
    assert "the last whole record is at 5.997 s" in page(recording)
    assert "still" not in Reader(page(recording)).text  # only the index is lost: it has ended


def test_a_cut_file_gets_both_files(climb: Climb, tmp_path: Path) -> None:
    data, cut = climb().read_bytes(), tmp_path / "cut.mcap"
    cut.write_bytes(data[: len(data) // 2])
    assert all(file.exists() for file in write_report(Recording.open(cut), tmp_path / "a.htm"))


def test_an_empty_recording_is_a_page(tmp_path: Path) -> None:
    Recorder(tmp_path / "a.mcap", {}, lockstep=True).close()
    html, _ = write_report(Recording.open(tmp_path / "a.mcap"), tmp_path / "a.html")
    text = Reader(html.read_text(encoding="utf-8")).text
    for words in ("Nothing recorded", "No state was recorded", "No torque was recorded",
                  "No event was recorded"):  # fmt: skip
        assert words in text


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \x1b[2J \u202e 'q\""


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    event = dict.fromkeys(("level", "source", "name", "message", "remedy"), HOSTILE)
    grave = event | {"level": "error"}
    meta = {"run": {"plant": "<i>", "seed": '"'}, "<b>": {"a": "<u>\n<u>", "<s>": "\x00"}}
    recording = record(tmp_path / "<x>.mcap", "rover/event", [event, grave], meta)
    html, _ = write_report(recording, tmp_path / "a.html")
    read = Reader(html.read_text(encoding="utf-8"))
    assert read.tags.count("script") == 1
    assert not {"img", "i", "u", "s"} & set(read.tags) - {"i"}
    assert "<script>alert(1)</script><img src=x onerror=alert(2)>" in read.text
    assert "\x1b" not in read.text
    assert "\\u202e" in read.text


@pytest.mark.parametrize(
    "message",
    [
        {"right_wheel": {"commanded": 1e308, "measured": -1e308, "limit": 0.0}},
        {"right_wheel": {"commanded": 1e-320, "measured": 0.0, "limit": 1e-320}},
        {"right_wheel": {"commanded": math.nan, "limit": math.nan}},
        {"right_wheel": {"commanded": "fast"}, "<b>": {}},
    ],
)
def test_strange_numbers_are_no_stumbling_block(tmp_path: Path, message: dict[str, Any]) -> None:
    recording = record(tmp_path / "a.mcap", "rover/torque", [message] * 3)
    assert "Right wheel torque" in Reader(page(recording)).text


def test_when_it_would_have_slid(tmp_path: Path) -> None:
    margins = [{"hold_margin": 3.0 - 0.5 * second} for second in range(7)]
    recording = record(tmp_path / "a.mcap", "rover/contact", margins)
    text = Reader(page(recording)).text
    assert "From 5 s on it would have slid." in text
    assert "least hold margin 0 × weight" in text


def test_a_flood_of_events_is_told_by_the_grave_ones(tmp_path: Path) -> None:
    events = [{"level": "info", "message": "hum"}] * 400 + [{"level": "error", "message": "bang"}]
    text = Reader(page(record(tmp_path / "a.mcap", "rover/event", events))).text
    assert "1 of 401 events" in text
    assert "hum" not in text


def test_the_page_of_a_long_run_stays_small(climb: Climb) -> None:
    assert len(page(Recording.open(climb(25.0, rate=400.0)))) < 1_500_000


def test_a_page_that_cannot_be_written_is_one_clear_error(climb: Climb, tmp_path: Path) -> None:
    recording = Recording.open(climb(1.0))
    with pytest.raises(ReportError, match=r"a\.html cannot be written: No such file"):
        write_report(recording, tmp_path / "none" / "a.html")
    with pytest.raises(ReportError, match=r"let it end in \.html"):
        write_report(recording, recording.path)
