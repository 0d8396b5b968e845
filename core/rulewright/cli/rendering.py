"""Pictures made from files: tables, boards and maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ..files import read
from .failing import Failed
from .importing import format_of, read_as


class Rendered(msgspec.Struct, frozen=True):
    """What the queries of a picture found, in words, and what was doubtful in the file."""

    found: list[str]
    notes: list[str]


def render_file(path: Path, out: Path, shows: Sequence[str]) -> Rendered:
    """
    Draw what a file describes, or a scene of another program's format that a plugin reads.

    Raises GeometryError or Failed; nothing is written then.
    """
    from ..geometry.pictures import draw, drawn_of, read_drawn, save

    data = read(path)
    form = format_of(path, data, None)
    if form is None:
        drawn, notes = read_drawn(path), []
    else:
        found = read_as(form, path, data)
        if found.kind != "scene":
            raise Failed(f"{path}: a {form.name} holds {found.kind}; a picture is drawn of a table or a board")
        drawn, notes = drawn_of(found.data), list(found.left_out)
    shown = draw(drawn, shows)
    save(shown, out)
    return Rendered([str(line.text) for line in shown.said], notes)


def listed() -> Iterator[str]:
    """The queries that a picture can show, one a line."""
    from ..geometry.pictures import SHOWS

    width = max(len(show.usage) for shows in SHOWS.values() for show in shows.values())
    for kind, shows in SHOWS.items():
        yield f"on a {kind}:"
        for show in shows.values():
            yield f"  {show.usage:<{width}}  {show.help}"
