"""Step 3 before the game: characters and terrain markers are placed (chapter 4)."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, rule
from rulewright.geometry import grid

from ..events.before import AreaExpanded, PlacementRedone, SetUp
from ..events.belongings import Granted
from ..events.damage import KnockedOut
from ..events.terrain import MarkerDestroyed
from ..movement.placing import ask_where, free_placements, squares_covered
from ..space.board import map_of, scene_of, vacant
from ..state import element_of
from ..terms import turn_order
from ..terrain.markers import lying, placements, put, room_for, values
from .starting_areas import overlapping, starting_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Event, Game, Position, Steps
    from rulewright.geometry.grid import Mask

    from ..state import Character, Marker


# Characters ------------------------------------------------------------------------------------------------


class Placing(Context):
    """A player places a character in the starting area."""

    player: int
    character: str


@rule("4", "4.3", "4.3a", "4.3d")
def next_to_place(game: Game, last: Placing | None) -> Placing | None:
    """The first player places all characters, the largest bases first; then each of the others does."""
    found = (one for seat in turn_order(game) for one in waiting(game, seat)[:1])
    return next((Placing(player=one.player, character=str(one.id)) for one in found), None)


@rule("4.3a")
def waiting(position: Position, player: int) -> list[Character]:
    """The characters of a player that are not on the map yet, the largest bases first."""
    found = (one for one in position.state.characters.values() if one.player == player and one.area == "outside")
    return sorted(found, key=lambda one: -squares_covered(position, str(one.id)))


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


@rule("4.3a", "4.3b", "4.3c", "4.3d")
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
            found = tuple(placement for placement in free if (area & placement).bit_count() == inside)
            return rows, leaving_room(position, player, id, area, found)
        if overlapping(position, player, rows + 1):
            break
    return least, ()


@rule("4.3a")
def leaving_room(position: Position, player: int, id: str, area: Mask, found: tuple[Mask, ...]) -> tuple[Mask, ...]:
    """Those of the placements after which all others that wait still fit into the area, with as much of their bases in
    it as possible; all where none leaves that room.

    Only bases of several squares can be in each other's way: any square will do for a base of one.
    """
    others = [str(one.id) for one in waiting(position, player) if one.id != id]
    large = [free_placements(position, one) for one in others if squares_covered(position, one) > 1]
    singles, empty = len(others) - len(large), area & vacant(position)
    alone = [max(((area & place).bit_count() for place in places), default=0) for places in large]

    @cache
    def inside(taken: Mask, placed: int) -> int:
        """How many squares the others fill at most, one after the other; -1 where not all of them fit."""
        if placed == len(large):
            return singles if (empty & ~taken).bit_count() >= singles else -1
        filled = {place: (area & place).bit_count() for place in large[placed] if not place & taken}
        most, rest = max(filled.values(), default=0), -1
        for place in (place for place, squares in filled.items() if squares == most > 0):
            rest = max(rest, inside(taken | place, placed + 1))
            if rest == sum(alone[placed + 1 :]) + singles:  # as many as there can be
                break
        return rest if rest < 0 else most + rest

    fills = {place: inside(place, 0) for place in found} if large else dict.fromkeys(found, 0)
    return tuple(place for place, squares in fills.items() if squares == max(fills.values()))


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
FAR: Final = 4
"""How many squares special terrain is placed from every starting area at least: more than 3 (25.5b)."""


@rule("4.3", "4.3d", "17.4", "25.5b")
def lay(game: Game, laying: Laying) -> Steps:
    """A marker is laid by the rules for it, or as far from the starting areas as it can be; what finds no place is
    destroyed."""
    marker = game.state.markers[laying.marker]
    if found := places_to_lay(game, marker):
        yield from put(game, laying.player, marker, found, "lay", "17.4", id=laying.marker)
    else:
        yield MarkerDestroyed(laying.marker, rule="17.4")
    yield from map_bonus(game, laying)


@rule("4.3d", "17.4", "25.1", "25.5b", "25.9")
def places_to_lay(position: Position, marker: Marker) -> list[Mask]:
    """Where a marker can lie: what has effects 5 squares or more from every starting area, or else as far away as it
    finds room; special terrain more than 3; any other marker outside of them."""
    printed, free = values(position, marker), free_to_lay(position, marker)
    wanted = FAR if printed.special_terrain else APART if printed.points else 1
    least = wanted if printed.special_terrain else 1
    found = (placements(position, marker, free & ~too_near(position, apart)) for apart in range(wanted, least - 1, -1))
    return next(filter(None, found), [])


@rule("16.7a", "17.4", "25.5b", "25.5c")
def free_to_lay(position: Position, marker: Marker) -> Mask:
    """The squares that are no transition, no blocking or special terrain, and under no other marker."""
    board = scene_of(position).board
    free = room_for(position, marker.kind) & ~grid.transitions(board) & ~board.where(grid.SPECIAL)
    for other in lying(position):
        if values(position, marker).special_terrain or not values(position, other).special_terrain:
            free &= ~board.mask(other.squares)
    return free


@rule("4.3d", "17.4")
def too_near(position: Position, apart: int) -> Mask:
    """The squares that are less than so many squares from a starting area, as it was expanded."""
    areas = reduce(or_, (starting_area(position, seat, force.rows) for seat, force in position.state.forces.items()))
    return grid.ball(scene_of(position).board, areas, apart - 1)


@rule("25.5d")
def map_bonus(game: Game, laying: Laying) -> Iterator[Event]:
    """Special terrain gives its force the map bonus on its map, and on any map where it could not be placed."""
    printed = game.content.special_markers.get(element_of(laying.marker))
    if printed is None or not printed.bonus:
        return
    if laying.marker in game.state.markers and map_of(game) != printed.map:
        return
    force = tuple(str(one.id) for one in game.state.characters.values() if one.player == laying.player)
    yield Granted(force, printed.bonus, rule="25.5d")


@rule("4.3d")
def redo_placements(game: Game, context: Any) -> Steps:
    """Whoever placed before an area was expanded further does it again, with an area as large as that one."""
    most = max(force.rows for force in game.state.forces.values())
    for seat in turn_order(game):
        if game.state.forces[seat].rows < most:
            yield AreaExpanded(seat, most, rule="4.3d")
            yield PlacementRedone(seat, rule="4.3d")
