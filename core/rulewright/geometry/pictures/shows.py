"""What a picture can show besides what lies where: the answers to queries, each with a line of words."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from .. import GeometryError
from ..maps import Map, map_of_board, map_of_scene
from . import on_boards, on_tables
from .files import Drawn, Tabletop, read_drawn


class Show(msgspec.Struct, frozen=True):
    """A query that a picture can show: how it is written, what it shows, and the function that adds it to a map."""

    usage: str
    help: str
    draw: Callable[..., Map]

    @property
    def name(self) -> str:
        """Its first word."""
        return self.usage.split()[0]


def _named(*shows: Show) -> Mapping[str, Show]:
    return {show.name: show for show in shows}


SHOWS: Final[Mapping[str, Mapping[str, Show]]] = {
    "table": _named(
        Show("distance A B", "how far two models are from each other", on_tables.show_distance),
        Show("range A INCHES", "everything within a range of a model", on_tables.show_range),
        Show(
            "sight A B", "whether a model sees another, along which line, or what is in the way", on_tables.show_sight
        ),
        Show("seen A [B ...]", "a heat map: from how many of these models each place is seen", on_tables.show_seen),
        Show("walk A INCHES", "where the centre of a base can go round obstacles", on_tables.show_walk),
        Show("route A X Y", "the shortest way of a base to a place", on_tables.show_route),
        Show("tool A INCHES", "where a two-armed movement tool of that length takes a base", on_tables.show_tool),
        Show("throw A DEGREES INCHES", "how far a base slides, and what stops it", on_tables.show_throw),
        Show("wedge A B toward|away", "the directions that are toward or away from another", on_tables.show_wedge),
    ),
    "board": _named(
        Show("distance A B", "how many squares two figures or squares are apart", on_boards.show_distance),
        Show("range A SQUARES", "the squares within a range", on_boards.show_range),
        Show("fire A B", "the line of fire, and what blocks or hinders it", on_boards.show_fire),
        Show("seen A [B ...]", "a heat map: into which squares lines of fire are open", on_boards.show_seen),
        Show("reach A STEPS", "the squares in reach of a move", on_boards.show_reach),
        Show("path A B STEPS", "a shortest way of at most this many steps", on_boards.show_path),
        Show("knockback A B SQUARES", "where A is knocked back from B", on_boards.show_knockback),
    ),
}


def picture(path: str | Path, shows: Iterable[str] = ()) -> Map:
    """The map of a file with what it asks for and ``shows`` besides. Raises GeometryError naming the place."""
    return draw(read_drawn(Path(path)), shows)


def draw(drawn: Drawn, shows: Iterable[str] = ()) -> Map:
    """The map of what a file describes. Raises GeometryError naming the show that cannot be drawn."""
    world = drawn.world
    if isinstance(world, Tabletop):
        shown, known = map_of_scene(world.scene, drawn.title), SHOWS["table"]
    else:
        shown, known = map_of_board(world.board, world.figures, world.sides, drawn.title), SHOWS["board"]
    for text in (*drawn.shows, *shows):
        try:
            shown = _show(shown, world, known, _words(text))
        except GeometryError as error:
            raise GeometryError(f"show {text!r}: {error}") from None
    return shown


def _show(shown: Map, world: Any, known: Mapping[str, Show], words: list[str]) -> Map:
    if not words or words[0] not in known:
        raise GeometryError(f"nothing of that name can be shown here; there is {', '.join(known)}")
    show, given = known[words[0]], words[1:]
    needed = show.usage.split(" [")[0].split()[1:]
    if len(given) < len(needed) or (len(given) > len(needed) and "[" not in show.usage):
        raise GeometryError(f"write it as {show.usage!r}")
    return show.draw(shown, world, *given)


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise GeometryError(str(error)) from None
