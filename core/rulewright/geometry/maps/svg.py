"""
A map as SVG, written directly.

Everything drawn carries ``data-id``: the id of the model, piece, zone or figure that it shows, the name of a square
("B7"), the two squares of an edge ("B7|C7"). Colours are those of the reader's screen, light or dark, unless one of
them is asked for. ``data-frame`` of the whole says where the ground begins, from the left and from the top, how many
pixels an inch or a square has, and how high the map is: so a page finds the place under its pointer. Overlays let the
pointer through to what lies below.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import radians
from typing import Any, Final

from ..grid.board import Edge, Square, edge, name_of
from ..irrational import scalar
from ..plane.shapes import Circle, Hull, Oval, Point, inches
from .labels import Labels
from .structure import Area, Edges, Item, Kind, Line, Map, Squares, Stand
from .style import NAME, SIDES, stylesheet
from .words import TEXTS, escaped

LONGEST: Final = 960.0
"""The longer side of a map, in pixels."""
LARGEST: Final = 64.0
"""The most pixels of a square or an inch."""
LEFT: Final = 34.0
RIGHT: Final = 18.0
TOP: Final = 18.0
TITLE: Final = 36.0
BOTTOM: Final = 18.0
NAMES: Final = 14.0
"""Room for the names of columns above a board, and for inches below a table."""
LINE: Final = 22.0
EVERY: Final = 6
"""Inches between the lines of a table's grid."""

_OVER: Final = {
    Kind.SEEN, Kind.RANGE, Kind.REACH, Kind.BLOCKER, Kind.HINDERER, Kind.HIDDEN, Kind.GHOST, Kind.MEASURE, Kind.ROUTE,
    Kind.FREE, Kind.HINDERED, Kind.BLOCKED, Kind.FAULT,
}  # fmt: skip
_TERRAIN: Final = {Kind.CLEAR, Kind.HINDERING, Kind.BLOCKING, Kind.WATER, Kind.SPECIAL, Kind.OBSCURING}


def as_svg(shown: Map, dark: bool | None = None, lang: str = "en", *, styled: bool = True) -> str:
    """
    The map as an SVG document; light or dark, or as the reader's screen is where ``dark`` is None.

    A page that has :func:`.style.stylesheet` among its own needs none in the map: pass ``styled=False``.
    """
    return "".join(
        _Sheet(shown.in_language(lang), lang).written(f"<style>{stylesheet(dark)}</style>" if styled else "")
    )


class _Sheet:
    """A map on a sheet of pixels."""

    def __init__(self, shown: Map, lang: str) -> None:
        self.map = shown
        self.lang = lang
        self.unit = min(LARGEST, LONGEST / max(shown.width, shown.height))
        self.left = LEFT
        self.top = TOP + (TITLE if shown.title else 0.0) + (NAMES if shown.board else 0.0)
        self.bottom = BOTTOM + (0.0 if shown.board else NAMES)
        self.across, self.down = shown.width * self.unit, shown.height * self.unit
        self.width = self.left + self.across + RIGHT
        said = LINE * len(shown.said) + 6.0 if shown.said else 0.0
        self.height = self.top + self.down + self.bottom + said
        self.labels = Labels(self.left, self.top, self.across, self.down)

    def written(self, style: str) -> Iterator[str]:
        width, height = _number(self.width), _number(self.height)
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        frame = f"{self.left:.2f} {self.top:.2f} {self.unit:.4f} {self.map.height:g}"
        place = f'data-frame="{frame}" data-board="{str(self.map.board).lower()}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" class="{NAME}" {size} {place}>'
        name = escaped(self.map.title or TEXTS.say("map.board" if self.map.board else "map.table", self.lang))
        yield f"<title>{name}</title>{style}{HATCH}"
        yield f'<rect class="paper" width="{width}" height="{height}"/>'
        if self.map.title:
            yield f'<text class="title" x="{_number(self.left)}" y="36">{name}</text>'
        yield self._rect("ground", self.left, self.top, self.across, self.down)
        yield from self._squared() if self.map.board else self._measured()
        for item in self.map.drawn:
            yield from _DRAWN[type(item)](self, item)
        yield from self.labels.written()
        yield self._rect("frame", self.left, self.top, self.across, self.down)
        yield from self._said()
        yield "</svg>\n"

    # ------------------------------------------------------------------------------------------------ the sheet

    def x(self, x: float) -> float:
        return self.left + x * self.unit

    def y(self, y: float) -> float:
        return self.top + (y if self.map.board else self.map.height - y) * self.unit

    def at(self, point: Point) -> str:
        return f"{self.x(point[0]):.1f} {self.y(point[1]):.1f}"

    def path(self, points: Iterable[Point], closed: bool = True) -> str:
        return "M" + "L".join(map(self.at, points)) + ("Z" if closed else "")

    def _rect(self, name: str, x: float, y: float, width: float, height: float) -> str:
        return f'<rect class="{name}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'

    def _squared(self) -> Iterator[str]:
        """The names of columns and rows."""
        size = min(11.0, 0.5 * self.unit)
        yield f'<g class="ruler" font-size="{size:.1f}">'
        for column in range(int(self.map.width)):
            yield f'<text x="{self.x(column + 0.5):.1f}" y="{self.top - 8:.1f}">{name_of((column, 0))[:-1]}</text>'
        for row in range(int(self.map.height)):
            yield f'<text x="{self.left - 14:.1f}" y="{self.y(row + 0.5) + size / 3:.1f}">{row + 1}</text>'
        yield "</g>"

    def _measured(self) -> Iterator[str]:
        """A grid of inches."""
        columns = range(0, int(self.map.width) + 1, EVERY)
        rows = range(0, int(self.map.height) + 1, EVERY)
        lines = [f"M{self.at((column, 0))}V{self.top:.1f}" for column in columns]
        lines += [f"M{self.at((0, row))}H{self.left + self.across:.1f}" for row in rows]
        yield f'<path class="grid" d="{"".join(lines)}"/><g class="ruler" font-size="10">'
        for column in columns:
            yield f'<text x="{self.x(column):.1f}" y="{self.top + self.down + 15:.1f}">{column}</text>'
        for row in rows:
            yield f'<text x="{self.left - 13:.1f}" y="{self.y(row) + 3.5:.1f}">{row}</text>'
        yield "</g>"

    def _said(self) -> Iterator[str]:
        """What was found, below the map."""
        for number, line in enumerate(self.map.said):
            y = self.top + self.down + self.bottom + LINE * (number + 0.5)
            yield f'<circle class="of-{line.kind}" cx="{self.left + 5:.1f}" cy="{y:.1f}" r="5"/>'
            yield f'<text class="said" x="{self.left + 18:.1f}" y="{y + 4.5:.1f}">{escaped(line.text)}</text>'

    # ---------------------------------------------------------------------------------------------- squares, edges

    def squares(self, item: Squares) -> Iterator[str]:
        if item.kind in (Kind.BASE, Kind.GHOST):
            yield from self._figure(item)
        elif item.kind in _TERRAIN:
            yield from self._ground(item)
        else:
            cells = "".join(map(self._cell, item.squares))
            yield f'<path class="area {item.kind} over"{_about(item.about)}{_shade(item.strength)} d="{cells}"/>'
            yield f'<path {_marks(item, "rim")} d="{"".join(self._rim(item.squares))}"/>'
            if item.label and item.squares:
                x, y = (at + 0.5 for at in item.squares[0])
                self.labels.beside(item.label, self.x(x), self.y(y), 0.55 * self.unit, item.kind, item.about)

    def _cell(self, square: Square) -> str:
        return f"M{self.at(square)}h{self.unit:.1f}v{self.unit:.1f}h{-self.unit:.1f}Z"

    def _rim(self, squares: Sequence[Square]) -> Iterator[str]:
        """The edges between these squares and others."""
        inside = frozenset(squares)
        for x, y in squares:
            for other in ((x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)):
                if other not in inside:
                    yield self.path(edge_ends(edge((x, y), other)), closed=False)

    def _ground(self, item: Squares) -> Iterator[str]:
        """A square each, so that a pointer finds its name."""
        unit = f'width="{self.unit:.1f}" height="{self.unit:.1f}"'
        yield f'<g class="square {item.kind}">'
        for x, y in item.squares:
            yield f'<rect data-id="{name_of((x, y))}" x="{self.x(x):.1f}" y="{self.y(y):.1f}" {unit}/>'
        yield "</g>"
        if item.elevation != 1:
            size = max(5.0, 0.2 * self.unit)
            yield f'<g class="level" font-size="{size:.1f}">'
            for x, y in item.squares:
                at = f'x="{self.x(x + 0.86):.1f}" y="{self.y(y + 0.08) + 0.8 * size:.1f}"'
                yield f"<text {at}>{item.elevation}</text>"
            yield "</g>"

    def _figure(self, item: Squares) -> Iterator[str]:
        """A disc on one square, a rounded base on several."""
        xs, ys = [x for x, _ in item.squares], [y for _, y in item.squares]
        left, right, low, high = min(xs), max(xs) + 1, min(ys), max(ys) + 1
        yield f"<g {_marks(item)}><title>{escaped(item.label or item.about)}</title>"
        if len(item.squares) == 1:
            x, y = self.x(left + 0.5), self.y(low + 0.5)
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.38 * self.unit:.1f}"/>'
        elif len(item.squares) == (right - left) * (high - low):
            width, height = (right - left - 0.24) * self.unit, (high - low - 0.24) * self.unit
            yield (
                f'<rect x="{self.x(left + 0.12):.1f}" y="{self.y(low + 0.12):.1f}" width="{width:.1f}" '
                f'height="{height:.1f}" rx="{0.38 * self.unit:.1f}"/>'
            )
        else:
            way = self.path([(x + 0.5, y + 0.5) for x, y in item.squares], closed=False)
            for name, wide in (("shell", 0.8), ("core", 0.74)):
                yield f'<path class="{name}" d="{way}" stroke-width="{wide * self.unit:.1f}"/>'
        yield "</g>"
        middle, wide = (self.x((left + right) / 2), self.y((low + high) / 2)), (right - left - 0.2) * self.unit
        self.labels.within(item.label, *middle, wide, 0.4 * self.unit, item.kind, item.about)

    def edges(self, item: Edges) -> Iterator[str]:
        yield f"<g {_marks(item)}>"
        for pair in item.edges:
            names = f"{name_of(pair[0])}|{name_of(pair[1])}" if min(*pair[0], *pair[1]) >= 0 else ""
            about = _about(item.about or names)
            if item.kind is Kind.RAMP:
                (ax, ay), (bx, by) = pair
                x, y, reach = self.x((ax + bx + 1) / 2), self.y((ay + by + 1) / 2), 0.17 * self.unit
                yield f'<path{about} d="M{x - reach:.1f} {y:.1f}L{x:.1f} {y - reach:.1f}'
                yield f'L{x + reach:.1f} {y:.1f}L{x:.1f} {y + reach:.1f}Z"/>'
            else:
                yield f'<path{about} d="{self.path(edge_ends(pair), closed=False)}"/>'
        yield "</g>"

    # ------------------------------------------------------------------------------------------------ areas, bases

    def area(self, item: Area) -> Iterator[str]:
        rings = "".join(map(self.path, item.rings))
        title = f"<title>{escaped(item.label)}</title>" if item.label else ""
        yield f'<path {_marks(item)}{_shade(item.strength)} d="{rings}">{title}</path>'
        if item.at is not None and item.label:
            xs = [x for x, _ in item.rings[0]]
            wide = (max(xs) - min(xs)) * self.unit
            self.labels.on(item.label, item.more, self.x(item.at[0]), self.y(item.at[1]), wide, item.kind, item.about)

    def stand(self, item: Stand) -> Iterator[str]:
        x, y = self.x(item.pose.x), self.y(item.pose.y)
        shape, front, inside, reach = self._base(item, x, y)
        title = f"<title>{escaped(item.label)}</title>" if item.label else ""
        yield f"<g {_marks(item)}>{title}{shape}"
        if item.kind is Kind.BASE and not isinstance(item.base, Circle):
            size, tip = 0.13 * inside, front - 0.05 * inside
            spots = ((tip, 0.0), (tip - 1.4 * size, 0.8 * size), (tip - 1.4 * size, -0.8 * size))
            yield f'<path class="nose" d="M{"L".join(_turned(x, y, item.pose.facing, spots))}Z"/>'
        yield "</g>"
        if item.label:
            self.labels.within(item.label, x, y, inside, reach, item.kind, item.about)

    def _base(self, item: Stand, x: float, y: float) -> tuple[str, float, float, float]:
        """A base as an element; how far its front is, how wide a label fits in it, and how far up and down it goes."""
        base, unit, turn = item.base, self.unit, item.pose.facing
        if isinstance(base, Circle):
            radius = inches(base.mm) / 2 * unit
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>', radius, 2 * radius, radius
        c, s = abs(scalar.cos(radians(turn))), abs(scalar.sin(radians(turn)))
        if isinstance(base, Hull):
            points = [(px * unit, py * unit) for px, py in base.outline]
            xs, ys = [px for px, _ in points], [py for _, py in points]
            wide, high = max(xs) - min(xs), max(ys) - min(ys)
            shape = f'<path d="M{"L".join(_turned(x, y, turn, points))}Z"/>'
            return shape, max(xs), 0.85 * min(wide, high), (wide * s + high * c) / 2
        wide, high = inches(base.length_mm) * unit, inches(base.width_mm) * unit
        turned = f' transform="rotate({-turn:.1f} {x:.1f} {y:.1f})"' if turn else ""
        if isinstance(base, Oval):
            shape = f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{wide / 2:.1f}" ry="{high / 2:.1f}"{turned}/>'
            return shape, wide / 2, min(wide, high), scalar.hypot(wide * s, high * c) / 2
        corner = f'x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}"'
        shape = f'<rect {corner} width="{wide:.1f}" height="{high:.1f}"{turned}/>'
        return shape, wide / 2, min(wide, high), (wide * s + high * c) / 2

    def line(self, item: Line) -> Iterator[str]:
        ends = item.points[0], item.points[-1]
        if len(item.points) > 1:
            yield f'<path {_marks(item)} d="{self.path(item.points, closed=False)}"/>'
        if item.kind is Kind.FAULT:
            for point in dict.fromkeys(ends):
                x, y = self.x(point[0]), self.y(point[1])
                yield f'<path class="cross over"{_about(item.about)} d="M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"/>'
        elif item.kind is not Kind.HIDDEN:
            for point in ends[1:] if item.kind is Kind.ROUTE else ends:
                x, y = self.x(point[0]), self.y(point[1])
                yield f'<circle class="end over of-{item.kind}"{_about(item.about)} cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>'
        if item.label:
            x, y = (self.x((ends[0][0] + ends[1][0]) / 2), self.y((ends[0][1] + ends[1][1]) / 2))
            self.labels.beside(item.label, x, y, 9.0, item.kind, item.about)


def _turned(x: float, y: float, degrees: float, spots: Iterable[Point]) -> Iterator[str]:
    """Places about a point of the sheet, given ahead and to the left, as they are after a turn."""
    c, s = scalar.cos(radians(degrees)), scalar.sin(radians(degrees))
    return (f"{x + px * c - py * s:.1f} {y - px * s - py * c:.1f}" for px, py in spots)


def edge_ends(pair: Edge) -> Sequence[Point]:
    """The two ends of the edge between two squares."""
    (ax, ay), (bx, by) = pair
    x, y = float(max(ax, bx)), float(max(ay, by))
    return ((x, y), (x, y + 1)) if ay == by else ((x, y), (x + 1, y))


_DRAWN: Final[dict[type[Any], Callable[[_Sheet, Any], Iterator[str]]]] = {
    Squares: _Sheet.squares,
    Edges: _Sheet.edges,
    Area: _Sheet.area,
    Stand: _Sheet.stand,
    Line: _Sheet.line,
}

HATCH: Final = (
    f'<defs class="{NAME}">'
    '<pattern id="rulewright-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatch" d="M0 0V7"/></pattern></defs>'
)


def _marks(item: Item, *more: str) -> str:
    """The class and the id of an element."""
    names: list[str] = [item.kind, *more]
    if isinstance(item, Squares | Stand) and item.kind in (Kind.BASE, Kind.GHOST):
        names.append(f"s{item.side % len(SIDES)}")
    if isinstance(item, Edges):
        names.append("edge" if item.kind is Kind.RAMP else "edge line")
    if isinstance(item, Line):
        names.append("line")
    if item.kind in _OVER:
        names.append("over")
    return f'class="{" ".join(names)}"{_about(item.about)}'


def _about(name: str) -> str:
    return f' data-id="{escaped(name)}"' if name else ""


def _shade(strength: float) -> str:
    return f' opacity="{strength:.2f}"' if strength != 1.0 else ""


def _number(value: float) -> str:
    return f"{value:.0f}"
