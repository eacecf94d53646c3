"""How pictures look: few colours, each with one meaning in every panel."""

from typing import Any

INK = "#1f2933"
FAINT = "#8a96a3"
TRUE = "#1d5fa8"  # what is so: truth, the command that was given
BELIEVED = "#e08a1e"  # what is measured or estimated
INTENDED = "#5f6b78"  # what was planned: reference, feed-forward
LIMIT = "#b3261e"

SAFETY = {
    "off": "#e4e7eb",
    "ready": "#cbd9e8",
    "armed": "#f5e2a9",
    "running": "#c7e3cc",
    "stopped": "#f7cda2",
    "faulted": "#eea39d",
}
LEVEL = {"error": LIMIT, "warning": "#c77700"}

STYLE: Any = {  # matplotlib types its keys one by one, and every version has others
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "text.color": INK,
    "text.parse_math": False,  # a dollar in an event is a dollar
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.formatter.useoffset": False,
    "grid.color": "#e4e7eb",
    "grid.linewidth": 0.7,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "lines.linewidth": 1.5,
    "lines.solid_capstyle": "round",
    "agg.path.chunksize": 20_000,
}
