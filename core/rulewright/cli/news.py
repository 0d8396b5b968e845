"""What of a panel is new since it was shown: a person at a terminal reads the rest a few lines above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ..panels import Cards, Heading, Items, MapOf, Panel, Piece, Rows, Section, Tokens


def news_of(before: Panel, now: Panel, *, with_map: bool) -> Panel:
    """The pieces, rows and things of a panel that it did not have before; its heading says nothing new by itself.

    What is gone leaves no line. A map belongs to them only ``with_map``.
    """
    known = [*_parts(before.pieces)]
    kept = (Heading,) if with_map else (Heading, MapOf)
    return Panel(tuple(_new(now.pieces, known, kept)))


def _new(pieces: Sequence[Piece], known: Sequence[Any], left_out: tuple[type, ...] = ()) -> Iterator[Piece]:
    for piece in pieces:
        if piece in known or isinstance(piece, left_out):
            continue
        match piece:
            case Section():
                news: Any = tuple(_new(piece.pieces, known, left_out))
                if news:
                    yield replace(piece, pieces=news)
            case Rows():
                news = tuple(row for row in piece.rows if row not in known)
                if news:
                    yield replace(piece, rows=news)
            case Cards():
                news = tuple(card for card in piece.cards if card not in known)
                if news:
                    yield replace(piece, cards=news)
            case Items():
                news = tuple(item for item in piece.items if item not in known)
                if news:
                    yield replace(piece, items=news)
            case _:
                yield piece


def _parts(pieces: Sequence[Piece]) -> Iterator[Any]:
    """All pieces, rows and things of a panel."""
    for piece in pieces:
        yield piece
        match piece:
            case Section():
                yield from _parts(piece.pieces)
            case Rows():
                yield from piece.rows
            case Cards():
                yield from piece.cards
            case Items():
                yield from piece.items
            case Tokens():
                yield from piece.tokens
