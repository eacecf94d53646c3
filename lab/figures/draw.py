"""Drawing all figures of a paper, with progress: the body of `scansor figures`."""

import difflib
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from lab.figures import wheeled_climber
from lab.figures.drawing import FigureError
from lab.figures.group import Group

_PAPERS: dict[str, tuple[Group, ...]] = {"wheeled_climber": wheeled_climber.GROUPS}


def figure_names() -> list[str]:
    """The papers whose figures can be drawn."""
    return sorted(_PAPERS)


def draw_figures(name: str, directory: Path, console: Console) -> list[Path]:
    """Compute and draw the figures of a paper as PNG files; about half a minute.

    On a terminal a bar shows the progress. The numbers of a group are printed when it is done.

    Raises
    ------
    FigureError
        There are no figures of this name, or the directory cannot be written.
    """
    groups = _PAPERS.get(name)
    if groups is None:
        close = difflib.get_close_matches(name, figure_names(), n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise FigureError(f"no figures of {name!r}; {hint}known: {', '.join(figure_names())}")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FigureError(f"{directory} cannot be made: {error.strerror}") from None
    files: list[Path] = []
    with Progress(
        SpinnerColumn(), BarColumn(24), TextColumn("{task.description}"), TimeElapsedColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as progress:  # fmt: skip
        bar = progress.add_task("", total=len(groups))
        for group in groups:
            progress.update(bar, description=group.title)
            if not console.is_terminal:
                console.print(f"{group.title} …")
            began = time.monotonic()
            drawn = group.draw(directory)
            files += drawn.files
            console.print(drawn.table)
            names = ", ".join(file.name for file in drawn.files)
            console.print(f"{names} in {time.monotonic() - began:.1f} s\n")
            progress.advance(bar)
    return files
