"""What all our pictures have in common: colours, letters, and files that are the same for the same picture."""

from pathlib import Path
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ...files import replace
from .. import GeometryError

Colour = str

PAPER: Final[Colour] = "#f4f1ea"
GROUND: Final[Colour] = "#fffdf8"
INK: Final[Colour] = "#2b2a27"
FAINT: Final[Colour] = "#b9b2a4"
SIDES: Final[tuple[Colour, ...]] = ("#2f6fab", "#b5452f", "#5b8c3e", "#7a4e9e", "#a8801d", "#3d8f8f")

FORMATS: Final = (".svg", ".png", ".pdf")

STYLE: Final[Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.parse_math": False,  # a name with two dollars is no formula
    "svg.fonttype": "none",
    "svg.hashsalt": "rulewright",  # the same picture is the same file
    "hatch.linewidth": 0.6,
}


def new_figure() -> Figure:
    """An empty sheet; nothing of it is shared with other figures of the process."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(facecolor=PAPER)
        FigureCanvasAgg(figure)
    return figure


def add_axes(figure: Figure, left: float, bottom: float, width: float, height: float) -> Axes:
    """A field on a sheet, in shares of the sheet."""
    with matplotlib.rc_context(STYLE):
        axes = figure.add_axes((left, bottom, width, height))
    axes.set_facecolor(GROUND)
    for side in axes.spines.values():
        side.set_color(INK)
    return axes


def check_format(path: Path) -> None:
    """Raise GeometryError for a picture of a kind that is not written."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise GeometryError(
            f"{path}: a picture is written as {', '.join(FORMATS)}, not as {ending or 'a file without ending'}"
        )


def write(figure: Figure, path: Path) -> None:
    """Write a picture in the format that the ending of the path names. Raises GeometryError for another."""
    check_format(path)
    clean: dict[str, Any] = {".svg": {"Date": None, "Creator": "Rulewright"}, ".pdf": {"CreationDate": None}}
    metadata = clean.get(path.suffix.lower())
    with matplotlib.rc_context(STYLE):
        replace(path, lambda part: figure.savefig(part, dpi=150, metadata=metadata, facecolor=PAPER))
