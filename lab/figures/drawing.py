"""What every figure shares: the house style, a headline, and how it becomes a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from PIL import Image

from config import ScansorError
from telemetry.picture_style import FAINT, STYLE

EXACT = "#c9d1d9"  # a broad line underneath: what a run is compared with
_COLOURS = 256
_HEADLINE = 0.62  # inches above the panels


class FigureError(ScansorError):
    """A figure that is not known or cannot be written: says what to do instead."""


@contextmanager
def sheet(file: Path, title: str, subtitle: str, size: tuple[float, float]) -> Iterator[Any]:
    """A figure of `size` inches at 100 dots each, to draw in; written when the block ends.

    Raises
    ------
    FigureError
        The file cannot be written.
    """
    with matplotlib.rc_context({**STYLE, "text.parse_math": True}):  # powers of ten on axes
        # matplotlib's text may stand below the rectangle; panels may not stand in the headline.
        layout = ConstrainedLayoutEngine(
            w_pad=0.10, h_pad=0.07, wspace=0.03, hspace=0.02,
            rect=(0.0, 0.0, 1.0, 1.0 - _HEADLINE / size[1]),
        )  # fmt: skip
        figure = Figure(figsize=size, dpi=100, layout=layout)
        FigureCanvasAgg(figure)
        left = 0.10 / size[0]
        figure.text(left, 1.0 - 0.10 / size[1], title, va="top", fontsize=14, fontweight="bold")
        figure.text(left, 1.0 - 0.38 / size[1], subtitle, va="top", fontsize=11, color=FAINT)
        yield figure
        try:
            _write(figure, file)
        except OSError as error:
            raise FigureError(f"{file} cannot be written: {error.strerror}") from None


def _write(figure: Any, file: Path) -> None:
    """As a PNG with a palette: a third of the size, and nobody sees the difference."""
    figure.canvas.draw()
    picture = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")
    few = picture.quantize(_COLOURS, dither=Image.Dither.NONE)
    few.save(file, format="PNG", optimize=True)


def legend(axes: Any, **place: Any) -> None:
    """A legend whose samples are thick enough to tell their colours."""
    place = place or {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0), "ncols": 4}
    drawn = axes.legend(borderaxespad=0.2, handlelength=1.8, columnspacing=1.4, **place)
    for line in drawn.get_lines():
        line.set_linewidth(max(2.0, line.get_linewidth()))
