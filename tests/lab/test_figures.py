"""The frame around the figures: names, files, progress. What is drawn is in test_figures_wheeled_*.

Not covered: what the pictures look like; they were looked at.
"""

from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console
from rich.table import Table

from lab.figures import FigureError, draw, draw_figures, figure_names
from lab.figures.drawing import legend, sheet
from lab.figures.group import Drawn, Group


@pytest.fixture
def quick(monkeypatch):
    """One group that writes one small file."""

    def paint(directory: Path) -> Drawn:
        file = directory / "line.png"
        with sheet(file, "A line", "from 0 to 1", (3.0, 2.0)) as figure:
            axes = figure.subplots()
            axes.plot([0.0, 1.0], label="it")
            legend(axes)
        table = Table("end")
        table.add_row("1.0")
        return Drawn([file], table)

    monkeypatch.setitem(draw._PAPERS, "quick", (Group("a line", paint),))


def test_files_and_numbers(quick, tmp_path):
    console = Console(record=True, width=80)
    files = draw_figures("quick", tmp_path / "new" / "directory", console)
    assert files == [tmp_path / "new" / "directory" / "line.png"]
    with Image.open(files[0]) as picture:
        assert picture.size == (300, 200)
    said = console.export_text()
    assert "a line …" in said
    assert "1.0" in said
    assert "line.png in" in said


def test_on_a_terminal_a_bar_instead_of_lines(quick, tmp_path):
    console = Console(record=True, width=80, force_terminal=True)
    draw_figures("quick", tmp_path, console)
    assert "a line …" not in console.export_text()


def test_unknown_name_lists_the_known():
    with pytest.raises(FigureError, match=r"did you mean 'wheeled_climber'\? known: .*wheeled"):
        draw_figures("weeled_climber", Path("nowhere"), Console())
    assert "wheeled_climber" in figure_names()


def test_directory_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FigureError, match="cannot be made"):
        draw_figures("wheeled_climber", tmp_path / "file" / "below", Console())


def test_file_that_cannot_be_written(tmp_path):
    (tmp_path / "line.png").mkdir()
    with (
        pytest.raises(FigureError, match=r"line\.png cannot be written"),
        sheet(tmp_path / "line.png", "", "", (2.0, 2.0)) as figure,
    ):
        figure.subplots()
