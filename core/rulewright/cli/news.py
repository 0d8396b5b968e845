"""What of a panel is new since it was shown: a person at a terminal reads the rest a few lines above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ..panels import Cards, Heading, Items, MapOf, Panel, Piece, Rows, Section, Tokens


def news_of(before: Panel, now: Panel, *, with_map: bool) -> Panel:
    """The pieces, rows and things of a panel that it did not have before; its heading says nothing new by itself.

    What is gone leaves no line. Maps belong to them ``with_map``, changed or not: there is something new over them.
    """
    return Panel(tuple(_new(now.pieces, [*_parts(before.pieces)], with_map=with_map)))


def _new(pieces: Sequence[Piece], known: Sequence[Any], *, with_map: bool) -> Iterator[Piece]:
    for piece in pieces:
        if isinstance(piece, MapOf):
            if with_map:
                yield piece
            continue
        if isinstance(piece, Heading) or piece in known:
            continue
        match piece:
            case Section():
                news: Any = tuple(_new(piece.pieces, known, with_map=with_map))
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
