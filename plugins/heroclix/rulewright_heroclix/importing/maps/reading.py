"""Reads maps in the HCMaps JSON format: rows of tiles, walls between corners, ramps between squares.

Such files are written by hand. What can be understood is read, and every repair and every doubt is a
:class:`Note` that says where; nothing is left out without one. What is no map at all is a GeometryError.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from reprlib import repr as shown
from typing import Any

import msgspec

from rulewright import rule
from rulewright.geometry.grid.adjacency import connected, distance
from rulewright.geometry.grid.board import GROUND, Board, Edge, EdgeKind, Mask, Square, Tile, edge, name_of

from ...book.sheets import START, START_OF_FOUR
from . import words
from .repairs import Note, Repairs
from .source import decode, map_object, tiles_of
from .words import Kind


class Label(msgspec.Struct, frozen=True):
    """What is printed in a square, and how it looks ("color", "style", "rotate")."""

    text: str
    look: Mapping[str, str | float] = {}


class MapFile(msgspec.Struct, frozen=True):
    """
    A map as it was read: its board, and what a board does not know.

    ``rules`` is how many rules of its own the map has; their texts are not kept. ``groups`` are the numbered
    groups of squares, which are also areas of the board ("group 1"); ``ziplines`` join two squares each.
    """

    board: Board
    name: str
    kind: Kind
    notes: tuple[Note, ...] = ()
    set: str = ""
    source: str = ""
    date: str = ""
    rules: int = 0
    labels: Mapping[Square, Label] = {}
    groups: Mapping[str, Mask] = {}
    ziplines: tuple[tuple[Square, Square], ...] = ()

    @property
    def starts(self) -> tuple[Mask, ...]:
        """The starting areas for two players, one for each connected part of the area :data:`START`."""
        return connected(self.board, self.board.areas.get(START, 0))


def read_map(source: str | Path | bytes | Mapping[str, Any]) -> MapFile:
    """
    The map of a file in the HCMaps format: given as its path, as its JSON text or bytes, or as what it decodes to.

    Raises GeometryError, saying what was found instead, for what is no map: no JSON, no object, no rows, a
    table of contents, a separate terrain object, or a size beyond :data:`LARGEST_MAP`.
    """
    notes: list[Note] = []
    decoded, name = decode(source, notes)
    return _Reading(map_object(decoded, name), name, notes).map_file()


# ----------------------------------------------------------------------------------------------- reading


class _Reading(Repairs):
    """One map being read."""

    def __init__(self, raw: Mapping[str, Any], name: str, notes: list[Note]) -> None:
        super().__init__(raw, notes)
        self.called = name
        self.height = len(raw["rows"])
        self.width = self._width()
        self.labels: dict[Square, Label] = {}
        self.groups: dict[str, list[Square]] = {}
        self.doubts: Counter[tuple[str, str, str]] = Counter()

    def map_file(self) -> MapFile:
        self.known("", self.raw, words.MAP_KEYS)
        titles = {title: self._title(title) for title in words.TITLES}
        kind = words.MAP_KINDS[self.word("type", self.raw.get("type") or "", words.MAP_KINDS, "outdoor")]
        tiles = self._all_tiles(kind)
        walls = self._walls()
        ramps = self._ramps(tiles)
        for a, b in sorted(ramps & walls.keys()):
            self.note("ramps", f"between {name_of(a)} and {name_of(b)} there is both a ramp and a {walls[a, b].name}")
        board = Board(self.width, self.height, tiles, walls, ramps, titles["name"])
        ziplines = tuple(self._ziplines())
        rules = self._rules()
        for (where, word, doubt), times in sorted(self.doubts.items()):
            self.note(where, f"{times} of {word!r}: {doubt}")
        return MapFile(
            board,
            kind=kind,
            notes=tuple(self.notes),
            rules=rules,
            labels=self.labels,
            groups={name: board.mask(squares) for name, squares in sorted(self.groups.items())},
            ziplines=ziplines,
            **titles,
        )

    # ------------------------------------------------------------------------------------ the whole map

    def _title(self, title: str) -> str:
        text = self.raw.get(title)
        if isinstance(text, str) and (text or title != "name"):
            return text
        if title == "name":
            self.note(title, f"{shown(text)} is no name, the map is called {self.called!r}")
            return self.called
        if text is not None:
            self.note(title, f"{shown(text)} is no text, not read")
        return ""

    def _width(self) -> int:
        """The usual length of a row; the declared one where several lengths are as usual."""
        lengths = Counter(len(tiles_of(row)) for row in self.raw["rows"] if tiles_of(row))
        declared = self.raw.get("width")
        width = max(lengths, key=lambda length: (lengths[length], length == declared, length))
        for side, size in (("width", width), ("height", self.height)):
            if (says := self.raw.get(side)) != size or type(says) is not int:
                self.note(side, f"is {shown(says)}, but there are {size}; read as {size}")
        return width

    def _rules(self) -> int:
        texts = self.raw.get("special")
        if isinstance(texts, str):
            self.note("special", "is one text and no list of texts; counted as one rule, not read")
            return 1
        if texts is None:
            return 0
        if isinstance(texts, list | tuple):
            self.note("special", f"{len(texts)} rules of the map's own, not read")
            return len(texts)
        self.note("special", f"is a {type(texts).__name__} and no list of texts, not read")
        return 0

    # -------------------------------------------------------------------------------------------- tiles

    @rule("15.1", "15.1a", "15.1b", "15.1c")
    def _all_tiles(self, kind: Kind) -> dict[Square, Tile]:
        terrain = self.word("defaultTerrain", self.raw.get("defaultTerrain"), words.TERRAINS, "clear")
        indoors = self.word("defaultType", self.raw.get("defaultType"), words.TILE_KINDS, words.INSIDE[kind])
        elevation = self._elevation("defaultElevation", self.raw.get("defaultElevation"), GROUND)
        found: dict[Square, Tile] = {}
        for y, row in enumerate(self.raw["rows"]):
            where = f"rows[{y}]"
            tiles = self._row(where, y, row)
            for x in range(self.width):
                tile = tiles[x] if x < len(tiles) else {}
                found[x, y] = self._tile(f"{where}.tiles[{x}]", (x, y), tile, (terrain, elevation, indoors))
        return found

    def _row(self, where: str, y: int, row: Any) -> list[Any]:
        tiles = tiles_of(row)
        if isinstance(row, Mapping):
            self.known(where, row, {"y", "tiles"})
            if row.get("y") not in (None, y + 1):
                self.note(f"{where}.y", f"is {shown(row['y'])}, but the row stands at {y + 1}; read as {y + 1}")
        if len(tiles) < self.width:
            self.note(where, f"has {len(tiles)} tiles, not {self.width}; the missing ones are read as default tiles")
        if len(tiles) > self.width:
            self.note(where, f"has {len(tiles)} tiles, not {self.width}; the last are dropped")
        return tiles

    def _tile(self, where: str, square: Square, raw: Any, default: tuple[str, int, str]) -> Tile:
        if not isinstance(raw, Mapping):
            self.note(where, f"{shown(raw)} is no tile, read as a default tile")
            raw = {}
        self.known(where, raw, words.TILE_KEYS)
        column = name_of((square[0], 0))[:-1]
        if raw.get("x") not in (None, column):
            self.note(f"{where}.x", f"is {shown(raw['x'])}, but the tile stands in column {column}; read as {column}")
        word = self.word(f"{where}.terrain", raw.get("terrain"), words.TERRAINS, default[0])
        terrain, area, doubt = words.TERRAINS[word]
        if doubt:
            self.doubts["terrain", word, doubt] += 1
        self._label(where, square, raw.get("label"))
        return Tile(
            terrain,
            self._elevation(f"{where}.elevation", raw.get("elevation"), default[1]),
            words.TILE_KINDS[self.word(f"{where}.type", raw.get("type"), words.TILE_KINDS, default[2])],
            frozenset(filter(None, (area, *self._areas(where, square, raw)))),
        )

    def _areas(self, where: str, square: Square, raw: Mapping[str, Any]) -> Iterator[str]:
        for key, area in (("isStartingZone", START), ("isStartingZone4p", START_OF_FOUR)):
            if self.flag(f"{where}.{key}", raw.get(key)):
                yield area
        group = raw.get("group")
        if isinstance(group, int | str) and not isinstance(group, bool):
            self.groups.setdefault(f"group {group}", []).append(square)
            yield f"group {group}"
        elif group is not None:
            self.note(f"{where}.group", f"{shown(group)} is no number of a group, not read")

    def _label(self, where: str, square: Square, raw: Any) -> None:
        where = f"{where}.label"
        if isinstance(raw, str | int | float):
            raw = {"text": raw}
        if not isinstance(raw, Mapping) or not isinstance(raw.get("text"), str | int | float):
            if raw is not None:
                self.note(where, f"{shown(raw)} has no text, not read")
            return
        self.known(where, raw, {"text", *words.LOOKS})
        look = {key: raw[key] for key in words.LOOKS if isinstance(raw.get(key), str | int | float)}
        for key in words.LOOKS:
            if key in raw and key not in look:
                self.note(f"{where}.{key}", f"{shown(raw[key])} is neither text nor number, not read")
        self.labels[square] = Label(str(raw["text"]), look)

    # ------------------------------------------------------------------------------------ walls and ramps

    def _walls(self) -> dict[Edge, EdgeKind]:
        default = self.word("defaultWallType", self.raw.get("defaultWallType"), words.WALLS, "normal")
        found: dict[Edge, EdgeKind] = {}
        for where, wall in self.entries("walls", {*words.CORNERS, "type"}):
            word = self.word(f"{where}.type", wall.get("type"), words.WALLS, default)
            kind, doubt = words.WALLS[word]
            for pair in self._edges(where, wall):
                before = found.get(pair, kind)
                if pair in found:
                    self.note(where, f"a {before.name} already stands there; it is a {kind.name} now")
                found[pair] = kind
                if doubt:
                    self.doubts["walls", word, doubt] += 1
        return found

    def _edges(self, where: str, wall: Mapping[str, Any]) -> Iterator[Edge]:
        """The edges, each one square long, of a wall between two corners of squares."""
        ends = self._ends(where, wall)
        if ends is None:
            return
        (x0, x1), (y0, y1) = sorted((ends[0], ends[2])), sorted((ends[1], ends[3]))
        if (x0 == x1) == (y0 == y1):
            self.note(where, f"a wall runs along a row or a column, not from {ends[:2]} to {ends[2:]}; dropped")
            return
        across = y0 == y1
        length = (x1 - x0) + (y1 - y0)
        kept = self._on_board(x0, x1, y0, y1, across)
        if len(kept) < length:
            self.note(where, f"only {len(kept)} of its {length} edges are on the board; the rest is dropped")
        yield from kept

    def _on_board(self, x0: int, x1: int, y0: int, y1: int, across: bool) -> list[Edge]:
        if across and 0 <= y0 <= self.height:
            return [((x, y0 - 1), (x, y0)) for x in range(max(x0, 0), min(x1, self.width))]
        if not across and 0 <= x0 <= self.width:
            return [((x0 - 1, y), (x0, y)) for y in range(max(y0, 0), min(y1, self.height))]
        return []

    def _ramps(self, tiles: Mapping[Square, Tile]) -> set[Edge]:
        found: set[Edge] = set()
        for where, ramp in self.entries("ramps", set(words.CORNERS)):
            pair = self._pair(where, ramp)
            if pair is None:
                continue
            if distance(*pair) != 1:
                self.note(where, f"a ramp joins squares that touch, not {_both(pair)}; dropped")
                continue
            if pair in found:
                self.note(where, f"a ramp joins {_both(pair)} already")
            found.add(pair)
        found |= self._ramps_of_tiles(found)
        for pair in sorted(found):
            low, high = sorted(tiles[square].elevation for square in pair)
            if high - low > 1:
                self.note("ramps", f"the one between {_both(pair)} joins elevations {low} and {high}")
        return found

    def _ramps_of_tiles(self, listed: set[Edge]) -> set[Edge]:
        """The ramps that tiles name by the directions they lead in; both squares should."""
        times: Counter[Edge] = Counter()
        for y, row in enumerate(self.raw["rows"]):
            for x, tile in enumerate(tiles_of(row)[: self.width]):
                sides = tile.get("ramps") if isinstance(tile, Mapping) else None
                times.update(self._sides_of(f"rows[{y}].tiles[{x}].ramps", (x, y), sides))
        for pair, said in sorted(times.items()):
            if said == 1 and pair not in listed:
                self.note("ramps", f"only one of {_both(pair)} names the ramp between them; read as a ramp")
        return set(times)

    def _sides_of(self, where: str, square: Square, sides: Any) -> Iterator[Edge]:
        if not isinstance(sides, Mapping):
            if sides is not None:
                self.note(where, f"{shown(sides)} names no directions, not read")
            return
        self.known(where, sides, words.DIRECTIONS)
        for word, (dx, dy) in words.DIRECTIONS.items():
            there = (square[0] + dx, square[1] + dy)
            if self.flag(f"{where}.{word}", sides.get(word)):
                if self._has(there):
                    yield edge(square, there)
                else:
                    self.note(f"{where}.{word}", f"leads off the board from {name_of(square)}; dropped")

    def _ziplines(self) -> Iterator[Edge]:
        for where, zipline in self.entries("ziplines", set(words.CORNERS)):
            pair = self._pair(where, zipline)
            if pair is not None:
                self.note(where, f"a zipline joins {_both(pair)}; what it does is told by the map's own rules")
                yield pair

    # -------------------------------------------------------------------------------- places of the board

    def _ends(self, where: str, raw: Mapping[str, Any]) -> tuple[int, int, int, int] | None:
        match [self.whole(f"{where}.{key}", raw.get(key)) for key in words.CORNERS]:
            case [int(x0), int(y0), int(x1), int(y1)] if max(map(abs, (x0, y0, x1, y1))) <= words.FARTHEST:
                return x0, y0, x1, y1
        self.note(where, f"{', '.join(words.CORNERS)} are whole numbers, {words.FARTHEST} at most; dropped")
        return None

    def _pair(self, where: str, raw: Mapping[str, Any]) -> Edge | None:
        """Two different squares of the board."""
        ends = self._ends(where, raw)
        if ends is None:
            return None
        pair = edge((ends[0], ends[1]), (ends[2], ends[3]))
        for square in pair:
            if not self._has(square):
                self.note(where, f"joins {_both(pair)}, but {name_of(square)} is off the board; dropped")
                return None
        if pair[0] == pair[1]:
            self.note(where, f"joins {name_of(pair[0])} to itself; dropped")
            return None
        return pair

    def _has(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def _elevation(self, where: str, value: Any, default: int) -> int:
        read = default if value is None else self.whole(where, value)
        if read is not None and GROUND <= read <= words.HIGHEST:
            return read
        self.note(where, f"{shown(value)} is no elevation, {GROUND} to {words.HIGHEST}; read as {default}")
        return default


def _both(pair: Edge) -> str:
    return f"{name_of(pair[0])} and {name_of(pair[1])}"
