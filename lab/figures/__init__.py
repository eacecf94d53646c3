"""Figures of the seed papers, redrawn from our own runs: `scansor figures wheeled_climber`."""

from lab.figures.draw import draw_figures, figure_names
from lab.figures.drawing import FigureError

__all__ = ["FigureError", "draw_figures", "figure_names"]
