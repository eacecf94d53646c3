"""A group of figures that are computed together."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.table import Table


class Drawn(NamedTuple):
    """The files of a group, and its numbers for people."""

    files: list[Path]
    table: Table


class Group(NamedTuple):
    """What people read while they wait, and what computes and draws it into a directory."""

    title: str
    draw: Callable[[Path], Drawn]
