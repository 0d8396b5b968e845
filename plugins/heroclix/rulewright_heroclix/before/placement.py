"""Step 3 before the game: characters and terrain markers are placed (chapter 4)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Request, rule
from rulewright.field import Squares
from rulewright.geometry import grid

from ..events.before import AreaExpanded, PlacementRedone, SetUp
from ..events.damage import KnockedOut
from ..events.terrain import MarkerDestroyed, MarkerMoved
from ..movement.placing import ask_where, free_placements, squares_covered
from ..space.board import scene_of
from ..terms import turn_order
from ..terrain.markers import lying, room_for, values
from .starting_areas import overlapping, starting_area

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.geometry.grid import Mask


# Characters ------------------------------------------------------------------------------------------------


class Placing(Context):
    """A player places a character in the starting area."""

    player: int
    character: str


@rule("4", "4.3", "4.3a", "4.3d")
def next_to_place(game: Game, last: Placing | None) -> Placing | None:
    """The first player places all characters, the largest bases first; then each of the others does."""
    for seat in turn_order(game):
        waiting = [one for one in game.state.characters.values() if one.player == seat and one.area == "outside"]
        if waiting:
            largest = max(waiting, key=lambda one: squares_covered(game, str(one.id)))
            return Placing(player=seat, character=str(largest.id))
    return None


@rule("4.3", "4.3a", "4.3b", "4.3c", "4.2a", "13.2", "24.2a")
def place(game: Game, placing: Placing) -> Steps:
    """In the starting area, which is expanded first where it is full; what finds no place is KO'd."""
    id, seat = placing.character, placing.player
    rows, found = room(game, seat, id)
    if not found:
        yield KnockedOut(id, rule="4.3c")
        return
    if rows > game.state.forces[seat].rows:
        yield AreaExpanded(seat, rows, rule="4.3b")
    squares = yield from ask_where(game, seat, id, found, "4.3")
    yield SetUp(id, squares, rule="4.3")


@rule("4.3a", "4.3b", "4.3c", "4.3d", "15.5")
def room(position: Position, player: int, id: str) -> tuple[int, tuple[Mask, ...]]:
    """Where a character can be placed, as much of its base as possible inside the area, and how large that is then.

    It is as large as any that was expanded before; it grows only when it is full, and not over another one. Where that
    leaves no place, there is none.
    """
    free = free_placements(position, id)
    board = scene_of(position).board
    least = max(force.rows for force in position.state.forces.values())
    for rows in range(least, board.width + board.height):
        area = starting_area(position, player, rows)
        inside = max(((area & placement).bit_count() for placement in free), default=0)
        if inside:
            return rows, tuple(placement for placement in free if (area & placement).bit_count() == inside)
        if overlapping(position, player, rows + 1):
            break
    return least, ()


# Terrain markers --------------------------------------------------------------------------------------------


class Laying(Context):
    """A player places a terrain marker."""

    player: int
    marker: str


@rule("4", "4.3", "17.2", "17.4")
def next_to_lay(game: Game, last: Laying | None) -> Laying | None:
    """The first player places all terrain markers of the force; then each of the others does."""
    waiting = [one for one in game.state.markers.values() if not one.squares]
    for seat in turn_order(game):
        for one in waiting:
            if one.player == seat:
                return Laying(player=seat, marker=str(one.id))
    return None


APART: Final = 5
"""How many squares special objects and EFFECT terrain are placed from every starting area at least (25.1, 25.9)."""


@rule("4.3", "4.3d", "16.7a", "17.4", "25.1", "25.9")
def lay(game: Game, laying: Laying) -> Steps:
    """Outside starting areas, and not on transition squares, blocking or special terrain, or other markers.

    What has effects is placed 5 squares or more from every starting area.
    """
    marker = game.state.markers[laying.marker]
    scene = scene_of(game)
    areas = reduce(or_, (starting_area(game, seat, force.rows) for seat, force in game.state.forces.items()))
    if values(game, marker).points:
        areas = grid.ball(scene.board, areas, APART - 1)
    closed = areas | grid.transitions(scene.board) | scene.board.where(grid.SPECIAL)
    for other in lying(game):
        closed |= scene.board.mask(other.squares)
    room = room_for(game, marker.kind) & ~closed
    if room:
        at = yield Request(laying.player, "lay", Squares(scene, room), "17.4", {"id": laying.marker})
        yield MarkerMoved(laying.marker, (at,), rule="17.4")
    else:
        yield MarkerDestroyed(laying.marker, rule="17.4")


@rule("4.3d")
def redo_placements(game: Game, context: Any) -> Steps:
    """Whoever placed before an area was expanded further does it again, with an area as large as that one."""
    most = max(force.rows for force in game.state.forces.values())
    for seat in turn_order(game):
        if game.state.forces[seat].rows < most:
            yield AreaExpanded(seat, most, rule="4.3d")
            yield PlacementRedone(seat, rule="4.3d")
