"""Words of others made safe to show: what a terminal or a browser would obey becomes visible."""


def plain(text: object, *, lines: bool = False) -> str:
    r"""The text with control characters, escapes and reversed writing spelt out, as `\x1b`.

    Line ends and tabs become blanks, unless `lines` are wanted.
    """
    return "".join(
        character if character.isprintable() or (lines and character in "\n\t")
        else " " if character in "\n\r\t" else _spelt(character)
        for character in str(text)
    )  # fmt: skip


def _spelt(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
