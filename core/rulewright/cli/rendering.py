"""Pictures of tables and boards: from files, and from the content of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..describe import content_tables
from ..files import read
from ..problems import did_you_mean, nearest
from .failing import Failed
from .importing import format_of, read_as

if TYPE_CHECKING:
    from ..geometry.pictures import Drawn
    from ..ruleset import Rules


class Rendered(msgspec.Struct, frozen=True):
    """What the queries of a picture found, in words, and what was doubtful in the file."""

    found: list[str]
    notes: list[str]


def render_file(path: Path, out: Path, shows: Sequence[str]) -> Rendered:
    """
    Draw what a file describes, or a scene of another program's format that a plugin reads.

    Raises GeometryError or Failed; nothing is written then.
    """
    from ..geometry.pictures import drawn_of, read_drawn

    data = read(path)
    form = format_of(path, data, None)
    if form is None:
        return _rendered(read_drawn(path), out, shows)
    found = read_as(form, path, data)
    scene = found.data if found.kind == "scene" else found.scene
    if scene is None:
        raise Failed(f"{path}: a {form.name} holds {found.kind}; a picture is drawn of a table or a board")
    return _rendered(drawn_of(scene), out, shows, found.left_out)


def render_content(rules: Rules, name: str, out: Path, shows: Sequence[str]) -> Rendered:
    """
    Draw a table or a board that the content of a game has, by its id, or by its kind and id: ``layouts/pans``.

    Raises GeometryError, or Failed where there is none of that name; nothing is written then.
    """
    from ..geometry.pictures import drawn_in

    there = {
        f"{kind}/{id}": drawn
        for kind, table in content_tables(rules.content).items()
        for id, entry in table.items()
        if (drawn := drawn_in(entry, str(id))) is not None
    }
    found = [full for full in there if name in (full, full.partition("/")[2])]
    if len(found) > 1:
        raise Failed(f"{rules.id} has several {name!r}: {', '.join(found)}")
    if not found:
        raise Failed(_nothing_to_draw(rules, name, [*there]))
    return _rendered(there[found[0]], out, shows)


def _nothing_to_draw(rules: Rules, name: str, there: Sequence[str]) -> str:
    ids = dict.fromkeys(full.partition("/")[2] for full in there)
    near = did_you_mean(nearest(name, ids)) or (f"; there are: {', '.join(ids)}" if ids else "; it has none at all")
    return f"the content of {rules.id} has no table and no board {name!r}{near}"


def _rendered(drawn: Drawn, out: Path, shows: Sequence[str], notes: Sequence[str] = ()) -> Rendered:
    from ..geometry.pictures import draw, save

    shown = draw(drawn, shows)
    save(shown, out)
    return Rendered([str(line.text) for line in shown.said], list(notes))


def listed() -> Iterator[str]:
    """The queries that a picture can show, one a line."""
    from ..geometry.pictures import SHOWS

    width = max(len(show.usage) for shows in SHOWS.values() for show in shows.values())
    for kind, shows in SHOWS.items():
        yield f"on a {kind}:"
        for show in shows.values():
            yield f"  {show.usage:<{width}}  {show.help}"
