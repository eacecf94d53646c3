"""Words of others, shown safely. Does not cover look-alike letters."""

import pytest

from telemetry.markup import element, together
from telemetry.plain_text import plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Drehmoment ±1,5 N·m → ok", "Drehmoment ±1,5 N·m → ok"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("one\ntwo\tthree\r", "one two three "),
        ("a\u202eb", "a\\u202eb"),
        ("\ud800", "\\ud800"),
        ("\x00\x07\x9b", "\\x00\\x07\\x9b"),
    ],
)
def test_what_a_terminal_would_obey_is_spelt_out(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_lines_can_be_kept() -> None:
    assert plain("a\n\tb\x1b", lines=True) == "a\n\tb\\x1b"


def test_markup_escapes_all_but_markup() -> None:
    made = element("p", "<b>&", element("i", '"x"'), title='"><script>', hidden=True, lang=None)
    assert made == (
        '<p title="&quot;&gt;&lt;script&gt;" hidden>&lt;b&gt;&amp;<i>&quot;x&quot;</i></p>'
    )
    assert together("<", None, element("br")) == "&lt;<br>"
