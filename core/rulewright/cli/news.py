"""What of a panel is new since it was shown: a person at a terminal reads the rest a few lines above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ..panels import Cards, Heading, Items, MapOf, Panel, Piece, Row, Rows, Section

PARTS: Final[Mapping[type, str]] = {Section: "pieces", Rows: "rows", Cards: "cards", Items: "items"}
"""Pieces of which a part may be new, and the field where their parts are."""


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
        if (field := PARTS.get(type(piece))) is None:
            yield piece
            continue
        parts = getattr(piece, field)
        inside = _new(parts, known, with_map=with_map) if isinstance(piece, Section) else parts
        if news := tuple(_changed(part, known) for part in inside if part not in known):
            yield replace(piece, **{field: news})


def _changed(part: Any, known: Sequence[Any]) -> Any:
    """A new part; of a row that was there before, with other cells, only these."""
    if not (isinstance(part, Row) and part.about and part.below):
        return part
    before = next((one for one in known if isinstance(one, Row) and one.about == part.about), None)
    return replace(part, below=()) if before is not None and before.below == part.below else part


def _parts(pieces: Sequence[Any]) -> Iterator[Any]:
    """All pieces, rows and things of a panel."""
    for piece in pieces:
        yield piece
        if (field := PARTS.get(type(piece))) is not None:
            yield from _parts(getattr(piece, field))
