"""
Panels: what a game shows a player, as data. Faces draw it; a game knows no columns, colours or fonts.

    >>> from rulewright.panels import Bar, Cards, Heading, Item, Panel
    >>> Panel((
    ...     Heading({"en": "Turn 3", "zh": "第 3 回合"}),
    ...     Bar(23, 50, {"en": "health", "zh": "体力"}, about="player:0"),
    ...     Cards((Item("Potion", about="potion"),), {"en": "Your hand", "zh": "你的手牌"}, about="hand:0"),
    ... )).ids
    frozenset({...})

A ruleset gives one for a view, ``Ruleset(panel=...)``, and one for a closer look at a thing, ``Ruleset(look=...)``.
What is read is `Words`: a text, or one for each language, so one panel serves the readers of both. ``about`` is the id
of the thing that a piece shows; what an option is about is said in the same ids (``Ruleset(about=...)``), so a face can
highlight, point and click without knowing the game. Ids are texts that the game chooses, such as ``"player:0"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from .text import Words

if TYPE_CHECKING:
    from .geometry.maps import Map
else:
    Map = Any  # geometry takes long to import; a map that is read back from JSON is plain data


class Emphasis(StrEnum):
    """How a text stands out. ``BAD`` is what hurts or warns, ``GOOD`` what helps."""

    PLAIN = "plain"
    STRONG = "strong"
    QUIET = "quiet"
    GOOD = "good"
    BAD = "bad"


class _About(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    about: str = ""
    """The id of the thing it shows, empty for what is nobody's."""


class _Piece(_About, frozen=True, tag=True, omit_defaults=True):
    pass


class Heading(_Piece, frozen=True, omit_defaults=True):
    """What the panel, or what follows in it, is about."""

    text: Words


class Text(_Piece, frozen=True, omit_defaults=True):
    """Words: a line, a paragraph, or a cell of a table. ``brief`` is enough for whoever has read them before."""

    text: Words
    emphasis: Emphasis = Emphasis.PLAIN
    brief: Words = ""


class Bar(_Piece, frozen=True, omit_defaults=True):
    """An amount out of the greatest amount, such as health."""

    value: int
    most: int
    title: Words = ""


class Item(_About, frozen=True, omit_defaults=True):
    """
    A thing with a name: a card, a token, an ability.

    ``text`` is what it does; ``notes`` are what one wants to know first, such as its cost and its kind, and the same
    ones for all items of a list. ``count`` of them are alike.
    """

    name: Words
    text: Words = ""
    notes: tuple[Words, ...] = ()
    count: int = 1
    emphasis: Emphasis = Emphasis.PLAIN


class Items(_Piece, frozen=True, omit_defaults=True):
    """Things under a title, such as abilities, or what waits for the end of a phase."""

    items: tuple[Item, ...]
    title: Words = ""


class Cards(_Piece, frozen=True, omit_defaults=True):
    """Cards of a hand, a pile or a display; of those that may not be known there are only ``hidden`` backs."""

    cards: tuple[Item, ...]
    title: Words = ""
    hidden: int = 0


class Tokens(_Piece, frozen=True, omit_defaults=True):
    """Tokens and conditions that lie on something."""

    tokens: tuple[Item, ...]
    title: Words = ""


class DieFace(_About, frozen=True, omit_defaults=True):
    """A die as it lies: its face, and the symbol on it if that is something else."""

    face: Words
    symbol: Words = ""


class Dice(_Piece, frozen=True, omit_defaults=True):
    """Dice on the table."""

    dice: tuple[DieFace, ...]
    title: Words = ""


Cell: TypeAlias = Text | Bar


class Row(_About, frozen=True, omit_defaults=True):
    """A row of a table; ``mark`` stands before it, and what is ``below`` it belongs to it."""

    cells: tuple[Cell, ...]
    below: tuple[Piece, ...] = ()
    mark: Words = ""


class Rows(_Piece, frozen=True, omit_defaults=True):
    """Rows whose cells stand below each other; ``heads`` are the titles of the columns."""

    rows: tuple[Row, ...]
    heads: tuple[Words, ...] = ()
    title: Words = ""


class Spot(_About, frozen=True, omit_defaults=True):
    """A space of a few, at its row and column; ``holds`` says who or what is there."""

    name: Words
    row: int
    column: int
    holds: Words = ""
    emphasis: Emphasis = Emphasis.PLAIN


class Spots(_Piece, frozen=True, omit_defaults=True):
    """A few spaces in rows and columns; those in a pair of ``links``, by what they are about, are neighbours."""

    spots: tuple[Spot, ...]
    links: tuple[tuple[str, str], ...] = ()


class MapOf(_Piece, frozen=True, omit_defaults=True):
    """A board or a table (`rulewright.geometry.maps`), over which a face lays what a question allows."""

    map: Map


class Section(_Piece, frozen=True, omit_defaults=True):
    """Pieces that belong together, apart from others."""

    pieces: tuple[Piece, ...]
    title: Words = ""


Piece: TypeAlias = Heading | Text | Bar | Items | Cards | Tokens | Dice | Rows | Spots | MapOf | Section


class Panel(msgspec.Struct, frozen=True, dict=True):
    """What a game shows one player, from the top to the bottom."""

    pieces: tuple[Piece, ...]

    @property
    def map(self) -> Map | None:
        """The first map in it; None where there is none."""
        return next((part.map for part in self.parts() if isinstance(part, MapOf)), None)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of all that it shows, those of what lies on its maps among them."""
        return frozenset(about for part in self.parts() if (about := getattr(part, "about", "")))

    def parts(self) -> Iterator[msgspec.Struct]:
        """All that it is made of: pieces, rows, items, and what lies on maps."""
        return _parts(self)


def _parts(thing: Any) -> Iterator[msgspec.Struct]:
    if isinstance(thing, msgspec.Struct):
        yield thing
        for name in thing.__struct_fields__:
            yield from _parts(getattr(thing, name))
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from _parts(part)
