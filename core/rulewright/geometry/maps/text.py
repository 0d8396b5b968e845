"""
A map as plain lines for a terminal, in any width; a face may colour them.

Things are letters, capital ones for side 0 and small ones for all others, the first of their own where it is free;
what the letters and signs are stands below. On a board walls lie between the squares, on a table a sign covers as many
inches as the width leaves.
"""

from collections.abc import Iterable, Iterator
from math import ceil, floor
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import shapely
from shapely.geometry import Polygon

from ...text import columns, cut
from ..grid.board import Square, name_of
from ..irrational import scalar
from ..plane.shapes import Point, footprint
from .structure import Area, Edges, Item, Kind, Line, Map, Squares, Stand
from .words import TEXTS, plain

SIGNS: Final = {
    Kind.CLEAR: ".", Kind.HINDERING: '"', Kind.BLOCKING: "#", Kind.WATER: "~", Kind.SPECIAL: "$", Kind.OBSCURING: "%",
    Kind.ZONE: ".", Kind.TERRAIN: "#", Kind.SEEN: ":", Kind.RANGE: "-", Kind.REACH: "+", Kind.BLOCKER: "x",
    Kind.HINDERER: "?", Kind.HIDDEN: "x", Kind.MARKER: "o", Kind.MEASURE: "*", Kind.ROUTE: "*", Kind.FREE: "*",
    Kind.HINDERED: "?", Kind.BLOCKED: "x", Kind.FAULT: "!", Kind.HULL: ",",
}  # fmt: skip
"""What stands for what, on boards and on tables."""

UPRIGHT: Final = {Kind.WALL: "|", Kind.WINDOW: ":", Kind.DOOR: "/", Kind.RAMP: "=", Kind.BLOCKER: "X"}
LEVEL: Final = {Kind.WALL: "-", Kind.WINDOW: ".", Kind.DOOR: "/", Kind.RAMP: "=", Kind.BLOCKER: "X"}
_TERRAIN: Final = (Kind.CLEAR, Kind.HINDERING, Kind.BLOCKING, Kind.WATER, Kind.SPECIAL, Kind.OBSCURING)
_HALF: Final = ""
"""Stands behind a sign that takes two columns."""
_MANY: Final = "@"
"""Stands for all for which no letter is left."""


Window: TypeAlias = tuple[float, float, float, float]
"""The part of a table that is drawn, in inches: its left, lower, right and upper edge."""


class MapLines(NamedTuple):
    """A map in lines: the picture, what each of its letters and signs is, and what was found."""

    title: list[str]
    picture: list[str]
    legend: list[str]
    said: list[str]


def as_text(
    shown: Map, width: int = 80, lang: str = "en", *, height: int | None = None, window: Window | None = None
) -> list[str]:
    """
    The map, what its letters and signs are, and what was found, in lines of at most ``width`` columns.

    A board that is too wide is cut into panels, one below the other. Of a table a ``window`` may be drawn, in so many
    lines of ``height``.
    """
    found = drawn_as_text(shown, width, lang, height=height, window=window)
    legend = ["", *_packed(found.legend, width)]
    title, said = [*found.title, *([""] if found.title else [])], [*([""] if found.said else []), *found.said]
    return [cut(line.rstrip(), width) for line in (*title, *found.picture, *legend, *said)]


def drawn_as_text(
    shown: Map, width: int = 80, lang: str = "en", *, height: int | None = None, window: Window | None = None
) -> MapLines:
    """The same in its parts; each entry of the legend by itself.

    It has at most ``height`` lines if that can be: a table is drawn smaller, or the ``window`` of it alone, and of a
    board the rows on which something is.
    """
    shown = shown.in_language(lang)
    letters = _letters(shown.drawn)
    if shown.board:
        picture, legend = _board(shown, letters, width, lang, height)
    else:
        picture, legend = _table(shown, letters, width, lang, height, window)
    said = [line for each in shown.said for line in _packed(plain(each.text).split(), width, " ")]
    return MapLines([*_packed(plain(shown.title).split(), width, " ")], picture, legend, said)


def window_around(shown: Map, items: Iterable[Item], margin: float = 4.0) -> Window | None:
    """The part of a table where some items lie, with so many inches round them; None where it is most of the table."""
    points = [point for item in items for point in _points(item)]
    if shown.board or not points:
        return None
    across, down = ([point[axis] for point in points] for axis in (0, 1))
    left, right = max(0.0, min(across) - margin), min(shown.width, max(across) + margin)
    lower, upper = max(0.0, min(down) - margin), min(shown.height, max(down) + margin)
    most = right - left > WHOLE * shown.width or upper - lower > WHOLE * shown.height
    return None if most else (left, lower, right, upper)


WHOLE: Final = 0.7
"""A window that takes more of the width or the depth of a table is the whole table."""


def _points(item: Item) -> Iterable[Point]:
    if isinstance(item, Area):
        return item.rings[0]
    if isinstance(item, Stand):
        return (item.pose.centre,)
    return item.points if isinstance(item, Line) else ()


def packed(entries: Iterable[str], width: int) -> list[str]:
    """Entries of a legend one after the other, as many as a line of at most ``width`` columns holds."""
    return [cut(line, width) for line in _packed(entries, width)]


def _letters(items: Iterable[Item]) -> dict[str, str]:
    """A letter for every base, the same within a unit: the first of its name where free, capital for side 0."""
    found: dict[str, str] = {}
    units: dict[str, str] = {}
    for item in items:
        if isinstance(item, Squares | Stand) and item.kind in (Kind.BASE, Kind.GHOST) and item.about not in found:
            unit = item.group if isinstance(item, Stand) and item.group else item.about
            if unit not in units:
                names = (plain(item.label), plain(item.about))
                first = next((name[0] for name in names if name[:1].isascii() and name), "")
                rows = (ascii_uppercase, ascii_lowercase) if item.side == 0 else (ascii_lowercase, ascii_uppercase)
                own = first.upper() if item.side == 0 else first.lower()
                free = [sign for sign in (own, *rows[0], *rows[1], *digits) if sign not in units.values()]
                units[unit] = next((sign for sign in free if sign in ascii_letters + digits), _MANY)
            found[item.about] = units[unit]
    return found


def _packed(entries: Iterable[str], width: int, between: str = "   ") -> Iterator[str]:
    """Entries one after the other, as many as a line holds."""
    line = ""
    for entry in entries:
        joined = f"{line}{between}{entry}" if line else entry
        if line and columns(joined) > width:
            yield line
            joined = entry
        line = joined
    if line:
        yield line


# ---------------------------------------------------------------------------------------------------------- boards


def _board(
    shown: Map, letters: dict[str, str], width: int, lang: str, height: int | None
) -> tuple[list[str], list[str]]:
    """A board whole, or where it has more lines than there may be the rows on which something stands or lies."""
    sheet = _Squared(shown, letters)
    rows = range(int(shown.height))
    if height is not None and len(rows) >= height:
        rows = sheet.rows_in_use() or rows
    head = len(str(int(shown.height))) + 1
    room = max(2, width - head - 1)
    wide = next((cell for cell in (3, 2, 1) if (cell + 1) * shown.width <= room), 1)
    across = max(1, room // (wide + 1))
    lines: list[str] = []
    for first in range(0, int(shown.width), across):
        panel = range(first, min(first + across, int(shown.width)))
        lines += [*([""] if lines else []), *sheet.panel(panel, head, wide, rows)]
    return lines, [*sheet.legend(lang)]


class _Squared:
    """What stands in each square and on each edge of a board."""

    def __init__(self, shown: Map, letters: dict[str, str]) -> None:
        self.map = shown
        self.letters = letters
        self.ground: dict[Square, str] = {}
        self.levels: dict[Square, int] = {}
        self.over: dict[Square, str] = {}
        self.figures: dict[Square, str] = {}
        self.edges: dict[tuple[Square, Square], Kind] = {}
        for item in shown.drawn:
            self._note(item)

    def _note(self, item: Item) -> None:
        if isinstance(item, Edges):
            self.edges.update((pair, item.kind) for pair in item.edges if item.kind in UPRIGHT)
        elif isinstance(item, Line):
            self.over.update((square, SIGNS[item.kind]) for square in _met(item.points))
        elif isinstance(item, Squares) and item.kind in _TERRAIN:
            self.ground.update((square, SIGNS[item.kind]) for square in item.squares)
            if item.elevation != 1:
                self.levels.update((square, item.elevation) for square in item.squares)
        elif isinstance(item, Squares) and item.kind in (Kind.BASE, Kind.GHOST):
            self.figures.update((square, self.letters[item.about]) for square in item.squares)
        elif isinstance(item, Squares):
            self.over.update((square, SIGNS[item.kind]) for square in item.squares)

    def rows_in_use(self) -> range:
        """From the first row on which something stands, or over which something is laid, to the last, with one more on
        either side."""
        used = [y for _, y in (*self.figures, *self.over)]
        return range(max(0, min(used) - 1), min(int(self.map.height), max(used) + 2)) if used else range(0)

    def panel(self, panel: range, head: int, wide: int, rows: range) -> Iterator[str]:
        yield " " * head + "".join(f" {name_of((x, 0))[:-1][:wide]:<{wide}}" for x in panel)
        for y in range(rows.start, rows.stop + 1):
            between = "".join(f" {self._level(x, y) * wide}" for x in panel)
            if between.strip():
                yield " " * head + between
            if y < rows.stop:
                cells = "".join(self._upright(x, y) + self._cell((x, y), wide) for x in panel)
                yield f"{y + 1:>{head - 1}} {cells}{self._upright(panel.stop, y)}"

    def _cell(self, square: Square, wide: int) -> str:
        what = self.figures.get(square, self.ground.get(square, " "))
        over, level = self.over.get(square, " "), str(self.levels.get(square, " "))[:1]
        if wide == 1:
            return what if square in self.figures or over == " " else over
        return f"{what}{over}{level}" if wide == 3 else f"{what}{level if over == ' ' else over}"

    def _upright(self, x: int, y: int) -> str:
        return UPRIGHT.get(self.edges.get(((x - 1, y), (x, y)), Kind.PLAIN), " ")

    def _level(self, x: int, y: int) -> str:
        return LEVEL.get(self.edges.get(((x, y - 1), (x, y)), Kind.PLAIN), " ")

    def legend(self, lang: str) -> Iterator[str]:
        for item in self.map.drawn:
            if isinstance(item, Squares) and item.kind in (Kind.BASE, Kind.GHOST):
                yield _stands(item, self.letters[item.about], " ".join(map(name_of, item.squares)), lang)
        markers = [item for item in self.map.drawn if isinstance(item, Squares) and item.kind is Kind.MARKER]
        for item in markers:
            yield _stands(item, SIGNS[item.kind], " ".join(map(name_of, item.squares)), lang)
        others = tuple(item for item in self.map.items if item not in markers)
        yield from _signs(msgspec.structs.replace(self.map, items=others), lang)
        if self.levels:
            yield f"2.. {TEXTS.say('map.elevation', lang)}"
        for kind in (kind for kind in UPRIGHT if kind in self.edges.values()):
            yield f"{UPRIGHT[kind]}{LEVEL[kind]} {TEXTS.say(f'kind.{kind}', lang)}"


def _met(points: tuple[Point, ...]) -> Iterator[Square]:
    """The squares that a line passes, looked at every tenth of a square."""
    for (ax, ay), (bx, by) in zip(points, points[1:] or points, strict=False):
        steps = max(1, ceil(10 * scalar.hypot(bx - ax, by - ay)))
        for step in range(steps + 1):
            yield (int(ax + (bx - ax) * step / steps), int(ay + (by - ay) * step / steps))


def _stands(item: Squares | Stand, sign: str, where: str, lang: str) -> str:
    """Whose letter it is, and where it stands."""
    key = "map.would-stand" if item.kind is Kind.GHOST else "map.at"
    return TEXTS.say(key, lang, sign=sign, name=plain(item.label or item.about), where=where)


def _signs(shown: Map, lang: str) -> Iterator[str]:
    """What the signs are that stand on the map."""
    drawn = (item for item in shown.drawn if not isinstance(item, Edges))
    kinds = dict.fromkeys(item.kind for item in drawn if not isinstance(item, Squares) or item.squares)
    names: dict[str, list[str]] = {}
    for kind in kinds:
        if kind in SIGNS:
            names.setdefault(SIGNS[kind], []).append(TEXTS.say(f"kind.{kind}", lang))
    return (f"{sign} {TEXTS.say('map.or', lang).join(kinds)}" for sign, kinds in names.items())


# ---------------------------------------------------------------------------------------------------------- tables


def _table(
    shown: Map, letters: dict[str, str], width: int, lang: str, height: int | None, window: Window | None
) -> tuple[list[str], list[str]]:
    left, lower, right, upper = window = window or (0.0, 0.0, shown.width, shown.height)
    across = max(10, min(width - 5, ceil(4 * (right - left))))
    if height is not None:  # a sign is twice as high as wide
        across = max(10, min(across, int(2 * (right - left) * height / (upper - lower))))
    sheet = _Measured(shown, letters, across, window)
    edge = f"{'':4}+{'-' * across}"[:width]
    lines = [edge]
    for number, row in enumerate(sheet.rows):
        y = upper - number * sheet.high
        lines.append(f"{y:>3.0f} |{_joined(row)}" if number % 3 == 0 else f"{'':3} |{_joined(row)}")
    return [*lines, edge, _inches(left, sheet.wide, across)], [*sheet.legend(lang)]


def _inches(left: float, wide: float, across: int) -> str:
    """The axis below a table, numbered every so many inches that the numbers stand apart."""
    every = next((step for step in EVERY if step / wide >= 5), EVERY[-1])
    line = " " * 5
    for inches in range(ceil(left / every) * every, floor(left + across * wide) + 1, every):
        line = line.ljust(5 + round((inches - left) / wide)) + str(inches)
    return line


EVERY: Final = (1, 2, 3, 6, 12, 24)
"""The inches between two numbers of an axis."""


def _joined(row: list[str]) -> str:
    """The signs of a row; of one that takes two columns and is half covered, what it was written on."""
    signs = []
    for place, sign in enumerate(row):
        if sign == _HALF:
            whole = place > 0 and columns(row[place - 1]) == 2
            signs.append("" if whole else SIGNS[Kind.TERRAIN])
        else:
            covered = columns(sign) == 2 and row[place + 1 : place + 2] != [_HALF]
            signs.append(SIGNS[Kind.TERRAIN] if covered else sign)
    return "".join(signs)


class _Measured:
    """A table on a raster of signs; a sign is twice as high as wide."""

    def __init__(self, shown: Map, letters: dict[str, str], across: int, window: Window) -> None:
        self.map = shown
        self.letters = letters
        self.left, lower, right, self.upper = window
        self.wide = (right - self.left) / across
        self.high = 2 * self.wide
        down = max(1, round((self.upper - lower) / self.high))
        self.rows = [[" "] * across for _ in range(down)]
        self.x = self.left + (np.arange(across) + 0.5) * self.wide
        self.y = self.upper - (np.arange(down) + 0.5) * self.high
        for item in shown.drawn:
            self._note(item)

    def _note(self, item: Item) -> None:
        if isinstance(item, Area):
            covered = self._cover(Polygon(item.rings[0], item.rings[1:]), SIGNS[item.kind])
            if item.kind is Kind.TERRAIN and item.at is not None:
                self._name(item, covered)
        elif isinstance(item, Stand):
            ground = footprint(item.base, item.pose).polygon
            sign = SIGNS[Kind.MARKER] if item.kind is Kind.MARKER else self.letters[item.about]
            if item.kind is Kind.GHOST:
                column, row = self._cell(item.pose.centre)
                self._put(column - 1, row, "(")
                self._put(column + 1, row, ")")
            else:
                self._cover(ground, sign)
            self._put(*self._cell(item.pose.centre), sign)
        elif isinstance(item, Line):
            self._trace(item)

    def _cover(self, ground: Polygon, sign: str) -> set[tuple[int, int]]:
        """Set the signs whose middles an area covers."""
        inside = shapely.contains_xy(ground, *np.meshgrid(self.x, self.y))
        cells = {(column, row) for row, column in np.argwhere(inside).tolist()}
        for column, row in cells:
            self.rows[row][column] = sign
        return cells

    def _name(self, item: Area, covered: set[tuple[int, int]]) -> None:
        """The name of a piece of terrain, as far as there is room on it."""
        column, row = self._cell(item.at or (0.0, 0.0))
        first = last = column
        while (first - 1, row) in covered:
            first -= 1
        while (last + 1, row) in covered:
            last += 1
        cells = [cell for sign in plain(item.label) for cell in (sign, _HALF)[: columns(sign)]]
        cells = cells[: max(0, last - first - 1)]
        start = first + (last - first + 1 - len(cells)) // 2
        for place, sign in enumerate(cells):
            self._put(start + place, row, sign)

    def _trace(self, item: Line) -> None:
        if item.kind is Kind.FAULT:
            for point in item.points:
                self._put(*self._cell(point), SIGNS[Kind.FAULT])
            return
        for (ax, ay), (bx, by) in zip(item.points, item.points[1:], strict=False):
            steps = max(1, ceil(scalar.hypot(bx - ax, by - ay) / self.wide))
            for step in range(steps + 1):
                column, row = self._cell((ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps))
                if not self._sign(column, row).isalnum():
                    self._put(column, row, SIGNS[item.kind])

    def _cell(self, point: Point) -> tuple[int, int]:
        return floor((point[0] - self.left) / self.wide), floor((self.upper - point[1]) / self.high)

    def _sign(self, column: int, row: int) -> str:
        return self.rows[row][column] if self._on(column, row) else ""

    def _put(self, column: int, row: int, sign: str) -> None:
        if self._on(column, row):
            self.rows[row][column] = sign

    def _on(self, column: int, row: int) -> bool:
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])

    def legend(self, lang: str) -> Iterator[str]:
        """Whose letter each is, of a unit the first model and how many there are besides; where a model would stand."""
        names: dict[tuple[str, str], list[str]] = {}
        for item in self.map.drawn:
            if isinstance(item, Stand):
                sign = SIGNS[Kind.MARKER] if item.kind is Kind.MARKER else self.letters[item.about]
                if item.kind is Kind.GHOST:
                    yield _stands(item, sign, f"({item.pose.x:.4g}, {item.pose.y:.4g})", lang)
                else:
                    names.setdefault((sign, item.group or item.about), []).append(plain(item.label or item.about))
        for (sign, _), called in names.items():
            yield f"{sign} {called[0]}" + (f" +{len(called) - 1}" if len(called) > 1 else "")
        others = tuple(item for item in self.map.items if item.kind is not Kind.MARKER)
        yield from _signs(msgspec.structs.replace(self.map, items=others), lang)
