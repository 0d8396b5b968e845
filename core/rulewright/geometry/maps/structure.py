"""The structure that faces draw: a few kinds of things, each with the id of what it shows."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from ...text import Words, show
from ..grid.board import Edge, Square
from ..plane.shapes import Base, Point, Pose


class Kind(StrEnum):
    """What an item shows; in the order in which faces lay one above the other."""

    TABLE = "table"
    CLEAR = "clear"
    HINDERING = "hindering"
    BLOCKING = "blocking"
    WATER = "water"
    SPECIAL = "special"
    OBSCURING = "obscuring"
    SEEN = "seen"
    ZONE = "zone"
    RANGE = "range"
    TERRAIN = "terrain"
    REACH = "reach"
    INDOORS = "indoors"
    CLIFF = "cliff"
    WINDOW = "window"
    DOOR = "door"
    WALL = "wall"
    RAMP = "ramp"
    BLOCKER = "blocker"
    HINDERER = "hinderer"
    MARKER = "marker"
    MEASURE = "measure"
    ROUTE = "route"
    FREE = "free"
    HINDERED = "hindered"
    BLOCKED = "blocked"
    HULL = "hull"
    BASE = "base"
    GHOST = "ghost"
    HIDDEN = "hidden"
    FAULT = "fault"
    PLAIN = "plain"


class _Item(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    kind: Kind
    about: str = ""
    """The id of the thing it shows, empty for what is nobody's."""
    label: Words = ""
    """What is written on it or beside it."""


class Squares(_Item, frozen=True, kw_only=True, omit_defaults=True):
    """Squares of a board; ``elevation`` where it is not that of the ground, ``strength`` from 0 to 1 of a shade."""

    squares: tuple[Square, ...]
    elevation: int = 1
    side: int = 0
    strength: float = 1.0


class Edges(_Item, frozen=True, kw_only=True, omit_defaults=True):
    """Edges between squares of a board; ramps lie on them, too, and may join squares that only share a corner."""

    edges: tuple[Edge, ...]


class Area(_Item, frozen=True, kw_only=True, omit_defaults=True):
    """
    An area of a map: its outline and then its holes, in inches or squares.

    ``at`` is a place well inside; ``more`` is a second, smaller line of its label.
    """

    rings: tuple[tuple[Point, ...], ...]
    at: Point | None = None
    more: Words = ""
    strength: float = 1.0


class Stand(_Item, frozen=True, kw_only=True, omit_defaults=True):
    """A base at a pose, in inches: a model, where a model would stand, or a marker."""

    base: Base
    pose: Pose
    side: int = 0
    group: str = ""
    """The unit it belongs to."""


class Line(_Item, frozen=True, kw_only=True, omit_defaults=True):
    """A line through points of a map, or a single point; a route leads to its last point."""

    points: tuple[Point, ...]


Item: TypeAlias = Squares | Edges | Area | Stand | Line


class Said(msgspec.Struct, frozen=True):
    """A line of words below a map, in the colour of what it is about."""

    text: Words
    kind: Kind = Kind.PLAIN


class Map(msgspec.Struct, frozen=True):
    """
    A board or a table, ``width`` by ``height`` squares or inches, as things to draw.

    On a ``board`` y counts down from the top and a square (x, y) covers the points from (x, y) to (x + 1, y + 1); on a
    table y counts up. Ids and labels are as they were given: faces clean them (:func:`.words.plain`), and show those
    that are given by language in that of their reader.
    """

    board: bool
    width: float
    height: float
    items: tuple[Item, ...] = ()
    title: Words = ""
    said: tuple[Said, ...] = ()

    def over(self, *items: Item) -> "Map":
        """The map with these things on it, too."""
        return msgspec.structs.replace(self, items=(*self.items, *items))

    def saying(self, text: Words, kind: Kind = Kind.PLAIN) -> "Map":
        """The map with one more line of words below it."""
        return msgspec.structs.replace(self, said=(*self.said, Said(text, kind)))

    def in_language(self, lang: str) -> "Map":
        """The map with all its labels and words in that language."""
        return msgspec.structs.replace(
            self,
            items=tuple(_in_language(item, lang) for item in self.items),
            title=show(self.title, lang),
            said=tuple(Said(show(said.text, lang), said.kind) for said in self.said),
        )

    @property
    def drawn(self) -> list[Item]:
        """Its items in the order in which they are laid one above the other."""
        return sorted(self.items, key=lambda item: _LAYERS[item.kind])


def _in_language(item: Item, lang: str) -> Item:
    words = {name: getattr(item, name, "") for name in ("label", "more")}
    changed = {name: show(text, lang) for name, text in words.items() if not isinstance(text, str)}
    return msgspec.structs.replace(item, **changed) if changed else item


_LAYERS = {kind: layer for layer, kind in enumerate(Kind)}
