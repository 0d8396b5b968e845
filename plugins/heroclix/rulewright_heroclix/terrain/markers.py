"""Terrain markers: where they lie, and those that are generated and removed (chapter 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Request, choose, rule
from rulewright.field import Squares
from rulewright.geometry import grid

from ..book.sheets import STANDARD_MARKER
from ..events.terrain import MarkerPlaced, MarkerRemoved
from ..space.board import TERRAIN, occupied, scene_of
from ..space.sight import near, seen
from ..terms import character, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Event, Game, Position, Steps
    from rulewright.geometry.grid import Board, Mask

    from ..book.sheets import MarkerSheet
    from ..state import Marker
    from ..terms import Doing


# Where markers lie ------------------------------------------------------------------------------------------


@rule("17.5", "13.2", "17.14d")
def room_for(position: Position, kind: str) -> Mask:
    """Where a terrain marker can be laid during the game: not on blocking terrain, blocking ones under nobody."""
    board = scene_of(position).board
    if kind == "debris":
        return board.present
    free = board.present & ~board.where(grid.BLOCKING)
    return free & ~occupied(position) if TERRAIN[kind] == grid.BLOCKING else free


def lying(position: Position) -> Iterator[Marker]:
    """The markers that lie on the map."""
    return (marker for marker in position.state.markers.values() if marker.squares)


# Generating markers -----------------------------------------------------------------------------------------


@rule("21.6b", "pac.smoke-cloud", "pac.barrier")
def generate(game: Game, doing: Doing, kind: str, most: int, rule: str) -> Steps:
    """Markers come one at a time within range, each beside another one of them, one at least within line of fire."""
    id, player = doing.character, doing.player
    within, in_sight = near(game, id, int(game.number("range", id))), seen(game, id)
    laid = 0
    for left in reversed(range(most)):
        board = scene_of(game).board
        open_ = room_for(game, kind) & within & ~laid
        room = open_ & grid.beside(board, laid) if laid else open_
        if not laid & in_sight:
            room &= _leading_to(board, open_, in_sight, left)
        if not room:
            return
        if laid & in_sight and not (yield choose(player, "another", ("yes", None), rule, character=id)):
            return
        at = yield Request(player, "generate", Squares(scene_of(game), room), rule, {"character": id})
        new, seat = numbered(game, game.state.markers, kind), character(game, id).starting
        yield MarkerPlaced(new, kind, (at,), seat, id, doing.name.partition(":")[0], player, rule=rule)
        laid |= board.bit(at)


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
