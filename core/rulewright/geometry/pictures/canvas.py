"""A sheet of paper: one map, a title above it, what was found below it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib
import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from .paper import INK, STYLE, Colour, add_axes, check_format, new_figure, write

STONE: Final[Colour] = "#d3ccbf"
STONE_EDGE: Final[Colour] = "#857c6c"
SEEN: Final[Colour] = "#16824a"
BLOCKED: Final[Colour] = "#c0392b"
REGION: Final[Colour] = "#e08e1b"

LONGEST: Final = 9.0
"""The longer side of the map on paper, in inches."""

LINE: Final = 0.24
TOP: Final = 0.7
EDGE: Final = 0.4


class Canvas:
    """
    A map ``width`` by ``height`` units, with (0, 0) at the lower left, or at the upper left where ``down``.

    ``say`` adds a line below the map, ``save`` writes the picture.
    """

    def __init__(self, width: float, height: float, title: str = "", down: bool = False) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.down = down
        self.said: list[tuple[str, Colour]] = []
        self.figure = new_figure()
        self.axes: Axes = add_axes(self.figure, 0, 0, 1, 1)
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(*((height, 0) if down else (0, height)))
        self.axes.set_aspect("equal")

    @property
    def unit(self) -> float:
        """How many points of paper one unit of the map is."""
        return 72 * LONGEST / max(self.width, self.height)

    def say(self, text: str, colour: Colour = INK) -> None:
        """A line of what was found, below the map."""
        self.said.append((text, colour))

    def area(self, shape: BaseGeometry, face: Colour | None, edge: Colour | None = None, **more: Any) -> None:
        """An area, holes and all; nothing where it is empty."""
        for polygon in polygons(shape):
            patch = PathPatch(_outline(polygon), facecolor=face or "none", edgecolor=edge or "none", **more)
            self.axes.add_patch(patch)

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, **more: Any) -> None:
        """A line through these points."""
        self.axes.plot([x for x, _ in points], [y for _, y in points], color=colour, solid_capstyle="round", **more)

    def dot(self, point: tuple[float, float], colour: Colour, size: float = 4.0, **more: Any) -> None:
        """A dot of so many points of paper."""
        self.axes.plot(*point, "o", color=colour, markersize=size, **more)

    def label(self, point: tuple[float, float], text: str, colour: Colour = INK, **more: Any) -> None:
        """A word at a place."""
        more = {"ha": "center", "va": "center", "fontsize": 7.5, "clip_on": True, "zorder": 9, **more}
        self.axes.text(*point, text, color=colour, **more)

    def heat(self, values: np.ndarray[Any, Any], extent: tuple[float, float, float, float], most: float) -> None:
        """A grid of numbers from 0 to ``most`` as colour; row 0 lies at the least y."""
        import matplotlib.colors as colours

        shades = colours.LinearSegmentedColormap.from_list("seen", ["#ffffff00", "#f0d68a70", "#58b98290"])
        left, right, low, high = extent
        self.axes.imshow(
            values, origin="lower", extent=(left, right, low, high), cmap=shades, vmin=0, vmax=most, zorder=1.5,
            interpolation="nearest",
        )  # fmt: skip
        self.axes.set_xlim(0, self.width)
        self.axes.set_ylim(*((self.height, 0) if self.down else (0, self.height)))

    def save(self, path: Path) -> None:
        """Write the picture in the format that the ending of the path names. Raises GeometryError for another."""
        check_format(path)
        with matplotlib.rc_context(STYLE):
            self._lay_out()
        write(self.figure, path)

    def _lay_out(self) -> None:
        scale = LONGEST / max(self.width, self.height)
        across, up = self.width * scale, self.height * scale
        below = EDGE + LINE * len(self.said)
        above = TOP if self.title else EDGE
        whole, tall = across + 2 * EDGE, up + below + above
        self.figure.set_size_inches(whole, tall)
        self.axes.set_position((EDGE / whole, below / tall, across / whole, up / tall))
        for old in list(self.figure.texts):
            old.remove()
        if self.title:
            at = (EDGE / whole, 1 - above * 0.4 / tall)
            self.figure.text(*at, self.title, fontsize=12, fontweight="bold", color=INK, va="center")
        for number, (text, colour) in enumerate(self.said):
            at = (EDGE / whole, (below - EDGE * 0.8 - LINE * (number + 0.5)) / tall)
            self.figure.text(*at, text, fontsize=8.5, color=colour, va="center")


def polygons(shape: BaseGeometry) -> Iterable[Polygon]:
    """The areas of a shape; lines and points among its parts are left out."""
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]


def _outline(polygon: Polygon) -> Outline:
    rings = [shapely.get_coordinates(ring) for ring in (polygon.exterior, *polygon.interiors)]
    codes = [[Outline.MOVETO, *[Outline.LINETO] * (len(ring) - 2), Outline.CLOSEPOLY] for ring in rings]
    return Outline(np.vstack(rings), np.concatenate(codes))
