"""Elements of HTML and SVG in which every word is escaped: a text of others stays a text."""

from html import escape
from typing import Any

from telemetry.plain_text import plain

_VOID = ("meta", "br", "link")


class Markup(str):
    """Text that is markup already; anything else is escaped."""

    __slots__ = ()


def element(name: str, /, *children: object, **attributes: object) -> Markup:
    """`<name attributes>children</name>`.

    In the name of an attribute, `_` stands for `-`, and one at its end is left out (`class_`). An
    attribute that is None is left out, one that is True has no value.
    """
    head = name + "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{_safe(value)}"')
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{head}>")
    return Markup(f"<{head}>{together(*children)}</{name}>")


def together(*children: object) -> Markup:
    """Children side by side; None is nothing."""
    return Markup("".join(_safe(child) for child in children if child is not None))


def table(head: tuple[str, ...], rows: list[tuple[Any, ...]], caption: str) -> Markup:
    """A table whose first row and first column are headings."""
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element("thead", element("tr", *(element("th", h, scope="col") for h in head))),
            element(
                "tbody",
                *(
                    element(
                        "tr",
                        element("th", row[0], scope="row"),
                        *(element("td", cell) for cell in row[1:]),
                    )
                    for row in rows
                ),
            ),
        ),
        class_="scroll",
        tabindex=0,
        role="region",
        aria_label=caption,
    )


def _safe(child: object) -> str:
    return child if isinstance(child, Markup) else escape(plain(child, lines=True))
