"""Terrain markers: where they lie, and those that are generated and removed (chapter 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, choose, rule
from rulewright.field import Squares
from rulewright.geometry import grid
from rulewright.geometry.caching import kept

from ..book.sheets import STANDARD_MARKER
from ..events.terrain import MarkerPlaced, MarkerRemoved
from ..lasting import bounds
from ..space.board import TERRAIN, beside, occupied, scene_of
from ..space.sight import near, seen
from ..terms import character, numbered, on_map, remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulewright import Event, Game, Position, Steps
    from rulewright.geometry.grid import Board, Mask

    from ..book.sheets import MarkerSheet
    from ..state import Marker
    from ..terms import Doing


# Where markers lie ------------------------------------------------------------------------------------------


@rule("17.5", "13.2", "17.14d", "25.5c")
def room_for(position: Position, kind: str) -> Mask:
    """Where a terrain marker can be laid during the game: not on blocking terrain, nor on special terrain that is not
    clear; blocking ones under nobody."""
    board = scene_of(position).board
    if kind == "debris":
        return board.present & ~special_terrain(position)
    free = board.present & ~board.where(grid.BLOCKING) & ~special_terrain(position)
    return free & ~occupied(position) if TERRAIN[kind] == grid.BLOCKING else free


@rule("25.5c")
def special_terrain(position: Position, *, clear: bool = False) -> Mask:
    """The squares of special terrain that are not clear; with ``clear`` those that are, too."""
    board, found = scene_of(position).board, 0
    for marker in lying(position):
        if values(position, marker).special_terrain and (clear or marker.kind != "clear"):
            found |= board.mask(marker.squares)
    return found


@rule("17.5", "17.2a")
def placements(position: Position, marker: Marker, free: Mask, touching: Mask | None = None) -> list[Mask]:
    """Where a marker can lie within free squares, one of them at least ``touching`` where that is asked for: no wall
    or change of elevation parts its squares."""
    board, (wide, deep) = scene_of(position).board, values(position, marker).covers
    wanted = free if touching is None else touching
    if wide * deep == 1:
        return [board.bit(square) for square in board.squares(free & wanted)]
    return [one for one in unparted(board, wide, deep) if not one & ~free and one & wanted]


@rule("17.5")
@kept
def unparted(board: Board, wide: int, deep: int) -> tuple[Mask, ...]:
    """Where no wall, change of elevation or blocking terrain parts the squares of a marker."""
    return tuple(one for one in footprints(board, wide, deep) if not grid.check_placement(board, one))


@rule("17.2a")
def footprints(board: Board, wide: int, deep: int) -> Iterator[Mask]:
    """The squares that a marker covers wherever it lies on the board; never across a corner, as a base may."""
    for one in grid.footprints(board, wide, deep):
        columns, rows = (len(set(places)) for places in zip(*board.squares(one), strict=True))
        if columns * rows == wide * deep:
            yield one


def ask_place(game: Game, player: int, found: Sequence[Mask], ask: str, rule: str, **about: Any) -> Any:
    """The squares in which a player lays a marker; ``ask`` is the question about one of a single square."""
    scene = scene_of(game)
    if all(one.bit_count() == 1 for one in found):
        at = yield Request(player, ask, Squares(scene, sum(found)), rule, about)
        return (at,)
    options = [tuple(scene.board.squares(one)) for one in found]
    return (yield choose(player, "lay_piece", options, rule, **about))


def lying(position: Position) -> Iterator[Marker]:
    """The markers that lie on the map."""
    return (marker for marker in position.state.markers.values() if marker.squares)


# Generating markers -----------------------------------------------------------------------------------------


@rule("21.6b", "pac.smoke-cloud", "pac.barrier")
def generate(game: Game, doing: Doing, kind: str, most: int, rule: str) -> Steps:
    """Markers come one at a time within range, each beside another one of them, one at least within line of fire."""
    id, player = doing.character, doing.player
    within = near(game, id, int(game.number("range", id))) & _where(game, id)
    goals = [seen(game, id), *_touching(game, id)]
    laid = 0
    for left in reversed(range(min(most, *bounds(game, id, "markers"), most))):
        board = scene_of(game).board
        open_ = room_for(game, kind) & within & ~laid
        room = open_ & grid.beside(board, laid) if laid else open_
        missing = [goal for goal in goals if not laid & goal]
        for goal in missing:
            room &= _leading_to(board, open_, goal, left)
        if not room:
            return
        if not missing and not (yield choose(player, "another", ("yes", None), rule, character=id)):
            return
        at = yield Request(player, "generate", Squares(scene_of(game), room), rule, {"character": id})
        new, seat = numbered(game, game.state.markers, kind), character(game, id).starting
        yield MarkerPlaced(new, kind, (at,), seat, id, doing.name.partition(":")[0], player, rule=rule)
        laid |= board.bit(at)


@rule("20.2")
def _where(position: Position, id: str) -> Mask:
    """Where alone a character may generate markers now."""
    board = scene_of(position).board
    trail = (*character(position, id).squares, *remembered(position, id).trail)
    places = {"on its way": board.mask(trail), "beside it": own_or_beside(position, id)}
    mask = board.present
    for where in bounds(position, id, "where"):
        mask &= places[where]
    return mask


@rule("20.2")
def _touching(position: Position, id: str) -> list[Mask]:
    """The squares of which a character has to choose one for a marker, at least, for each of those that it touches."""
    found = (one for touched in bounds(position, id, "touching") for one in touched)
    return [beside(position, one) for one in found if on_map(position, one)]


def own_or_beside(position: Position, id: str) -> Mask:
    """The squares that a character occupies, and those adjacent to it."""
    return scene_of(position).board.mask(character(position, id).squares) | beside(position, id)


def _leading_to(board: Board, open_: Mask, goal: Mask, steps: int) -> Mask:
    """The open squares from which so many further markers lead to one of the goal."""
    found = open_ & goal
    for _ in range(steps):
        found |= open_ & grid.beside(board, found)
    return found


@rule("pac.smoke-cloud", "pac.barrier", "15.3a", "17.3", "16.9c")
def remove_markers(game: Game, player: int) -> list[Event]:
    """Markers of such powers are removed at the beginning of their player's next turn, wherever they are."""
    gone = [marker for marker in game.state.markers.values() if marker.until == player]
    return [MarkerRemoved(str(marker.id), rule=f"pac.{marker.power}") for marker in gone]


@rule("17.9a", "17.9b", "17.9c", "17.9d", "17.11c", "pac.terrain-values")
def values(position: Position, marker: Marker) -> MarkerSheet:
    """The values of a terrain marker: those printed on it, or the default ones."""
    found: MarkerSheet = position.content.markers.get(marker.card, STANDARD_MARKER)
    return found
