"""Reading a TOML file, and finding the line of a key for a message."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from config.errors import ScansorError


class ConfigError(ScansorError):
    """Everything that is wrong with one file, a line each.

    Attributes:
        file: the file at fault.
        problems: the messages, in the file's order.

    """

    def __init__(self, file: Path | str, problems: Sequence[str]) -> None:
        self.file = str(file)
        self.problems = tuple(problems)
        count = "1 mistake" if len(problems) == 1 else f"{len(problems)} mistakes"
        super().__init__("\n  ".join([f"{self.file}: {count}", *self.problems]))


def read_toml(file: Path) -> tuple[dict[str, Any], str]:
    """The file's table and its text; duplicate keys and bad syntax are a `ConfigError`."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError(file, ["no such file"]) from None
    except UnicodeDecodeError as error:
        raise ConfigError(file, [f"not UTF-8 text (byte {error.start})"]) from None
    except OSError as error:
        raise ConfigError(file, [f"cannot be read: {error.strerror}"]) from None
    try:
        return tomllib.loads(text), text
    except ValueError as error:  # bad syntax, or a number of more digits than Python reads
        raise ConfigError(file, [_syntax_problem(str(error), text)]) from None
    except RecursionError:
        raise ConfigError(file, ["not TOML of ours: nested too deeply"]) from None


def _syntax_problem(message: str, text: str) -> str:
    lines = text.splitlines()
    place = re.search(r"at line (\d+)", message)
    number = int(place[1]) if place else len(lines)  # else "at end of document"
    if re.search(r"overwrite|twice|[Dd]uplicate|redefine", message) and number <= len(lines):
        return f"line {number}, {lines[number - 1].strip()!r}: is there twice; keep one of the two"
    return f"not TOML: {message}"


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The line (from 1) on which the key `path` is written, or the deepest table found around it.

    Covers what robot files use: `[table]`, `[[array of tables]]` and `key = value`.
    """
    best: tuple[int, int] = (0, 0)  # depth matched, line
    table: list[str | int] = []
    seen: dict[str, int] = {}
    wanted = [part for part in path if part != "__root__"]
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if match := re.match(r"^\[\[\s*([\w.\"-]+)\s*\]\]", line):
            name = match[1]
            seen[name] = seen.get(name, -1) + 1
            table = [*name.split("."), seen[name]]
            here = table
        elif match := re.match(r"^\[\s*([\w.\"-]+)\s*\]", line):
            table = list(match[1].split("."))
            here = table
        elif match := re.match(r"^([\w.\"-]+)\s*=", line):
            here = [*table, *match[1].strip('"').split(".")]
        else:
            continue
        depth = min(len(here), len(wanted))
        if here[:depth] == wanted[:depth] and depth > best[0]:
            best = (depth, number)
    return best[1] or None
