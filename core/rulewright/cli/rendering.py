"""Pictures made from files: tables, boards and maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec


class Rendered(msgspec.Struct, frozen=True):
    """What the queries of a picture found, in words, and what was doubtful in the file."""

    found: list[str]
    notes: list[str]


def render_file(path: Path, out: Path, shows: Sequence[str]) -> Rendered:
    """Draw what a file describes. Raises GeometryError; nothing is written then."""
    from ..geometry.pictures import draw, read_drawn

    drawn = read_drawn(path)
    canvas = draw(drawn, shows)
    canvas.save(out)
    return Rendered([text for text, _ in canvas.said], list(drawn.notes))


def listed() -> Iterator[str]:
    """The queries that a picture can show, one a line."""
    from ..geometry.pictures import SHOWS

    width = max(len(show.usage) for shows in SHOWS.values() for show in shows.values())
    for kind, shows in SHOWS.items():
        yield f"on a {kind}:"
        for show in shows.values():
            yield f"  {show.usage:<{width}}  {show.help}"
