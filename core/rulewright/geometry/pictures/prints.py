"""
Maps as files: SVG is written directly, PNG and PDF are drawn by matplotlib.

matplotlib is there for the pictures of simulations anyway, and turns letters and curves into pixels and pages, which
no other dependency does.
"""

from collections.abc import Sequence
from math import radians
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import shapely
from shapely.geometry import Polygon

from ...files import write
from ...text import show
from ..grid.board import name_of
from ..irrational import scalar
from ..maps import Area, Edges, Item, Kind, Line, Map, Squares, Stand, as_svg
from ..maps.style import LIGHT as COLOURS
from ..maps.style import SIDES
from ..maps.svg import EVERY, edge_ends
from ..maps.words import plain
from ..plane.shapes import Circle, Point, footprint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST: Final = 9.0
"""The longer side of the map on paper, in inches."""
LINE: Final = 0.24
TOP: Final = 0.7
EDGE: Final = 0.4


def save(shown: Map, path: Path) -> None:
    """Write a map in the format that the ending of the path names. Raises GeometryError for another."""
    if path.suffix.lower() == ".svg":
        write(path, as_svg(shown))
        return
    from .paper import check_format

    check_format(path)
    _print(shown, path)


def _print(shown: Map, path: Path) -> None:
    from .paper import add_axes, new_figure
    from .paper import write as write_figure

    scale = LONGEST / max(shown.width, shown.height)
    across, up = shown.width * scale, shown.height * scale
    below, above = EDGE + LINE * len(shown.said), TOP if shown.title else EDGE
    wide, tall = across + 2 * EDGE, up + below + above
    figure = new_figure()
    figure.set_size_inches(wide, tall)
    axes = add_axes(figure, EDGE / wide, below / tall, across / wide, up / tall)
    axes.set_xlim(0, shown.width)
    axes.set_ylim(*((shown.height, 0) if shown.board else (0, shown.height)))
    _rule(axes, shown)
    printer = _Printer(axes, 72 * scale, shown.board)
    for layer, item in enumerate(shown.drawn, start=2):
        printer.draw(item, layer)
    figure.text(EDGE / wide, 1 - above * 0.4 / tall, plain(shown.title), fontsize=12, fontweight="bold", va="center")
    for number, line in enumerate(shown.said):
        at = (EDGE / wide, (below - EDGE * 0.8 - LINE * (number + 0.5)) / tall)
        figure.text(*at, plain(line.text), fontsize=8.5, color=STROKES.get(line.kind, COLOURS["ink"]), va="center")
    write_figure(figure, path)


def _rule(axes: "Axes", shown: Map) -> None:
    """The names of columns and rows, or every sixth inch."""
    columns, rows = range(int(shown.width) + 1), range(int(shown.height) + 1)
    if shown.board:
        axes.set_xticks([x + 0.5 for x in columns[:-1]], [name_of((x, 0))[:-1] for x in columns[:-1]])
        axes.set_yticks([y + 0.5 for y in rows[:-1]], [str(y + 1) for y in rows[:-1]])
    else:
        axes.set_xticks(columns[::EVERY])
        axes.set_yticks(rows[::EVERY])
        axes.grid(color=COLOURS["faint"], linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelsize=6.5, colors=COLOURS["soft"], labeltop=shown.board, labelbottom=not shown.board)


class _Printer:
    """Items on the axes of a figure; ``unit`` is how many points of paper a square or an inch is."""

    def __init__(self, axes: "Axes", unit: float, board: bool) -> None:
        self.axes = axes
        self.unit = unit
        self.board = board

    def draw(self, item: Item, layer: int) -> None:
        if isinstance(item, Squares):
            self._squares(item, layer)
        elif isinstance(item, Edges):
            self._edges(item, layer)
        elif isinstance(item, Area):
            self._area(Polygon(item.rings[0], item.rings[1:]), item.kind, layer, strength=item.strength)
            if item.at is not None:
                self._label(item.at, "\n".join(filter(None, map(show, (item.label, item.more)))), layer, "ink")
        elif isinstance(item, Stand):
            self._stand(footprint(item.base, item.pose).polygon, item, layer)
        else:
            self._line(item, layer)

    def _squares(self, item: Squares, layer: int) -> None:
        if item.kind in (Kind.BASE, Kind.GHOST):
            ground = shapely.union_all([shapely.box(x, y, x + 1, y + 1) for x, y in item.squares])
            rounded = ground.buffer(-0.32).buffer(0.2) if len(item.squares) > 1 else ground.centroid.buffer(0.38)
            self._stand(rounded, item, layer)
            return
        for x, y in item.squares:
            self._area(shapely.box(x, y, x + 1, y + 1), item.kind, layer, strength=item.strength)
            if item.elevation != 1:
                self._label((x + 0.86, y + 0.16), str(item.elevation), layer, "cliff", 5.5)

    def _edges(self, item: Edges, layer: int) -> None:
        for pair in item.edges:
            if item.kind is Kind.RAMP:
                (ax, ay), (bx, by) = pair
                x, y = (ax + bx + 1) / 2, (ay + by + 1) / 2
                self._area(Polygon([(x - 0.17, y), (x, y - 0.17), (x + 0.17, y), (x, y + 0.17)]), item.kind, layer)
            else:
                self._way(edge_ends(pair), item.kind, layer, 4.0 if item.kind in _SLIGHT else 3.0)

    def _stand(self, ground: Polygon, item: Squares | Stand, layer: int) -> None:
        colour = COLOURS["light"] if item.kind is Kind.MARKER else SIDES[item.side % len(SIDES)][0]
        self._area(ground, item.kind, layer, colour)
        left, low, right, high = ground.bounds
        inside = (right - left) * self.unit > 4.6 * len(show(item.label))
        below = high + 5 / self.unit if self.board else low - 5 / self.unit
        place = (ground.centroid.x, ground.centroid.y if inside else below)
        ink = "dark" if item.kind is Kind.MARKER or not inside else "light"
        self._label(place, show(item.label), layer, ink)
        if isinstance(item, Stand) and item.kind is Kind.BASE and not isinstance(item.base, Circle):
            ahead, reach = radians(item.pose.facing), 0.32 * min(right - left, high - low)
            tip = (item.pose.x + reach * scalar.cos(ahead), item.pose.y + reach * scalar.sin(ahead))
            self.axes.plot(*zip(item.pose.centre, tip, strict=True), color="white", linewidth=1.2, zorder=layer)

    def _line(self, item: Line, layer: int) -> None:
        if len(item.points) > 1:
            self._way(item.points, item.kind, layer, 3.0 if item.kind is Kind.HIDDEN else 1.8)
        if item.kind is Kind.FAULT:
            for x, y in (item.points[0], item.points[-1]):
                self.axes.plot(x, y, "x", color=COLOURS["bad"], markersize=6, markeredgewidth=2, zorder=layer)
        if item.label:
            self._label(item.points[0], show(item.label), layer, "bad" if item.kind is Kind.FAULT else "ink")

    def _area(self, ground: Any, kind: Kind, layer: int, colour: str | None = None, strength: float = 1.0) -> None:
        from matplotlib.colors import to_rgba
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline

        fill, share = FILLS.get(kind, ("ground", 1.0))
        face = to_rgba(colour or COLOURS[fill], share * strength)
        for part in shapely.get_parts(ground):
            rings = [Outline(shapely.get_coordinates(ring), closed=True) for ring in (part.exterior, *part.interiors)]
            patch = PathPatch(
                Outline.make_compound_path(*rings), facecolor=face, edgecolor=STROKES.get(kind, "none"),
                linestyle="--" if kind in _DASHED else "-", linewidth=1.0, zorder=layer,
                hatch="////" if kind is Kind.BLOCKER else None,
            )  # fmt: skip
            self.axes.add_patch(patch)

    def _way(self, points: Sequence[Point], kind: Kind, layer: int, width: float) -> None:
        style = "--" if kind in _DASHED else "-"
        colour = STROKES.get(kind, COLOURS["ink"])
        self.axes.plot(*zip(*points, strict=True), color=colour, linewidth=width, linestyle=style, zorder=layer)

    def _label(self, point: Point, text: str, layer: int, ink: str, size: float = 7.0) -> None:
        lines = "\n".join(map(plain, text.split("\n")))
        self.axes.text(
            *point, lines, color=COLOURS[ink], fontsize=size, ha="center", va="center", clip_on=True, zorder=layer + 100
        )


FILLS: Final[dict[Kind, tuple[str, float]]] = {
    **{kind: (kind.value, 1.0) for kind in (Kind.HINDERING, Kind.BLOCKING, Kind.WATER, Kind.SPECIAL, Kind.OBSCURING)},
    Kind.SEEN: ("good", 0.17), Kind.ZONE: ("soft", 0.07), Kind.RANGE: ("reach", 0.13), Kind.TERRAIN: ("stone", 1.0),
    Kind.REACH: ("reach", 0.24), Kind.BLOCKER: ("bad", 0.0), Kind.HINDERER: ("doubt", 0.0), Kind.GHOST: ("light", 0.25),
    Kind.FAULT: ("bad", 0.16), Kind.HULL: ("soft", 0.14),
}  # fmt: skip
"""What areas are filled with, and how densely."""

STROKES: Final[dict[Kind, str]] = {
    kind: COLOURS[name]
    for name, kinds in {
        "faint": (Kind.CLEAR, Kind.HINDERING, Kind.BLOCKING, Kind.WATER, Kind.SPECIAL, Kind.OBSCURING),
        "soft": (Kind.ZONE, Kind.HULL), "edge": (Kind.TERRAIN,), "reach": (Kind.RANGE, Kind.REACH, Kind.ROUTE),
        "indoors": (Kind.INDOORS,), "cliff": (Kind.CLIFF, Kind.RAMP), "glass": (Kind.WINDOW,), "door": (Kind.DOOR,),
        "bad": (Kind.BLOCKER, Kind.HIDDEN, Kind.BLOCKED, Kind.FAULT), "doubt": (Kind.HINDERER, Kind.HINDERED),
        "good": (Kind.FREE,), "dark": (Kind.MARKER, Kind.BASE, Kind.WALL, Kind.GHOST, Kind.MEASURE),
    }.items()
    for kind in kinds
}  # fmt: skip
"""What lines and edges are drawn with; areas without one have no edge."""

_DASHED: Final = {
    Kind.ZONE, Kind.RANGE, Kind.WINDOW, Kind.DOOR, Kind.GHOST, Kind.BLOCKED, Kind.MEASURE, Kind.FAULT, Kind.HULL,
}  # fmt: skip
_SLIGHT: Final = {Kind.BLOCKER, Kind.HINDERER}
