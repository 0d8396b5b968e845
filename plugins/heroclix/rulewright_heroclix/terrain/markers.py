"""Terrain markers: where they lie, and those that are generated and removed (chapter 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, ask_which, choose, rule, trigger
from rulewright.field import Squares
from rulewright.geometry import grid
from rulewright.geometry.caching import kept

from ..book.sheets import STANDARD_MARKER
from ..damage import deal
from ..events.terrain import MarkerHeld, MarkerMoved, MarkerPlaced, MarkerRemoved
from ..lasting import bounds
from ..space.board import TERRAIN, beside, occupied, scene_of, stairs_of
from ..space.sight import near, seen
from ..space.ways import base_policy
from ..terms import RESOLUTIONS, character, numbered, on_map, on_maps, remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulewright import Event, Game, Position, Steps
    from rulewright.geometry.grid import Board, Mask, Square

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
    return places_for(position, values(position, marker), free, touching)


@rule("17.5", "17.2a", "16.5g", "24.2c")
def places_for(position: Position, printed: MarkerSheet, free: Mask, touching: Mask | None = None) -> list[Mask]:
    """Where a marker of that sort can lie, as `placements` says; elevated terrain lies under no part of a base alone,
    but of one that may occupy different elevations."""
    board, (wide, deep) = scene_of(position).board, printed.covers
    wanted = free if touching is None else touching
    if wide * deep == 1:
        found = [board.bit(square) for square in board.squares(free & wanted)]
    else:
        found = [one for one in unparted(board, wide, deep) if not one & ~free and one & wanted]
    large = [board.mask(one.squares) for one in on_maps(position) if len(one.squares) > 1 and printed.rises
             and not base_policy(position, str(one.id)).uneven]  # fmt: skip
    return [one for one in found if all(base & one in (0, base) for base in large)]


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


@rule("16.7b", "17.14c")
def put(game: Game, player: int, marker: Marker, found: Sequence[Mask], ask: str, rule: str, **about: Any) -> Steps:
    """A player lays a marker in some of these squares; of elevated terrain also which way round."""
    at = yield from ask_place(game, player, found, ask, rule, **about)
    turned = yield from ask_turn(game, player, values(game, marker), at)
    yield MarkerMoved(str(marker.id), at, turned, standing_on(game, marker, at), rule=rule)


@rule("17.14c")
def ask_turn(game: Game, player: int, printed: MarkerSheet, squares: Sequence[Square]) -> Steps:
    """By how many quarters a marker lies turned in its squares; asked where its stairs lead elsewhere then."""
    ways, facts = ways_round(printed, squares), {"card": printed.id, "squares": tuple(squares)}
    return (yield from ask_which(player, "turn_piece", ways, "17.14c", **facts))


@rule("17.14c")
def ways_round(printed: MarkerSheet, squares: Sequence[Square]) -> list[int]:
    """In which ways a marker can lie in its squares, by quarters; each with stairs that lead elsewhere."""
    wide, deep = (len(set(places)) for places in zip(*squares, strict=True))
    fitting = [turned for turned in range(4) if (wide, deep) == printed.covers[:: -1 if turned % 2 else 1]]
    lead = {turned: frozenset(stairs_of(printed, squares, turned)) for turned in fitting}
    return [turned for turned in fitting if lead[turned] not in [lead[one] for one in fitting if one < turned]]


@rule("17.14c")
def standing_on(position: Position, marker: Marker, now: Sequence[Square] = ()) -> tuple[str, ...]:
    """The characters who stand on elevated terrain that comes to lie elsewhere, or nowhere, and no longer do then."""
    if not values(position, marker).rises:
        return ()
    under = (one for one in on_maps(position) if not set(marker.squares).isdisjoint(one.squares))
    return tuple(str(one.id) for one in under if set(now).isdisjoint(one.squares))


@trigger(
    MarkerMoved, MarkerHeld, MarkerRemoved, delay=RESOLUTIONS, order_matters=False,
    sources=lambda game, event: event.from_under, player=lambda game, event, source: None,
)  # fmt: skip
@rule("12.6e", "17.14c")
def fall(game: Game, event: Event, source: str) -> Steps:
    """Who stood on elevated terrain that is gone is dealt 1 knock back damage after resolutions, by nobody."""
    yield from deal(game, [(source, 1)], rule="12.6e")


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


@rule("pac.smoke-cloud", "pac.barrier", "15.3a", "16.9c")
def remove_markers(game: Game, player: int) -> list[Event]:
    """Markers of such powers are removed at the beginning of their player's next turn, wherever they are."""
    gone = [marker for marker in game.state.markers.values() if marker.until == player]
    return [MarkerRemoved(str(marker.id), rule=f"pac.{marker.power}") for marker in gone]


@rule("17.1a", "17.2a", "17.9a", "17.9b", "17.9c", "17.9d", "17.11c", "pac.terrain-values")
def values(position: Position, marker: Marker) -> MarkerSheet:
    """The values of a terrain marker: those printed on it, or the default ones."""
    found: MarkerSheet = position.content.markers.get(marker.card, STANDARD_MARKER)
    return found
