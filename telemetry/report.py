"""The report of a run: one picture, and one page that needs nothing but itself."""

from importlib.resources import files
from pathlib import Path

from config import ScansorError
from telemetry import report_tables as tables
from telemetry.markup import Markup, element
from telemetry.picture import draw
from telemetry.recording import Recording
from telemetry.report_charts import Charts, all_charts
from telemetry.run_story import span


class ReportError(ScansorError):
    """The report cannot be written: names the file and the reason."""


def write_report(recording: Recording, html: Path) -> list[Path]:
    """Write the page, and a picture of the same name ending in `.png`; both files' paths.

    What was not recorded is said in its place, and so is a cut. Older files of these names are
    replaced.

    Raises:
        ReportError: the page cannot be written there.
        PictureError: the picture cannot be written.
        RecordingError: the file's messages are not as scansor writes them.
    """
    picture = html.with_suffix(".png")
    if html.suffix.lower() not in (".html", ".htm"):
        raise ReportError(f"{html} is no name for a page; let it end in .html")
    text = page(recording)
    try:
        html.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReportError(f"{html} cannot be written: {error.strerror}") from None
    draw(recording, picture)
    return [html, picture]


def page(recording: Recording) -> str:
    """The page as HTML: styles, script and charts in one text that asks the network for nothing."""
    zero, last = span(recording)
    charts = Charts(recording, zero, last)
    title = f"{recording.path.name}: report"
    body = element(
        "body",
        tables.headline(recording, zero, last),
        element("main",
            element("section", tables.summary(recording), charts.path(), class_="overview"),
            _section("The run", charts.safety(), *all_charts(recording, zero, last)),
            _section("Events", tables.events(recording, zero)),
            tables.metadata(recording, zero),
        ),
        element("p", id="time", aria_live="off"),
        element("script", Markup(_asset("report.js"))),
    )  # fmt: skip
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", title),
        element("style", Markup(_asset("report.css"))),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def _section(title: str, *parts: Markup) -> Markup:
    return element("section", element("h2", title), *parts)


def _asset(name: str) -> str:
    return files("telemetry").joinpath(name).read_text(encoding="utf-8")
