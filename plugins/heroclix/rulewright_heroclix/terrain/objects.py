"""Objects and other terrain markers in the hands of characters: picked up, held, put down, used in attacks (17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import EffectBegan, choose, rule, trigger
from rulewright.geometry import grid

from ..events.characters import RemovedFromGame, SentBack, TakenOff
from ..events.damage import KnockedOut, Turned
from ..events.terrain import MarkerDestroyed, MarkerHeld, MarkerPlaced
from ..space.board import scene_of
from ..terms import Move, character, has, on_map, sheet
from .markers import ask_place, footprints, lying, placements, put, room_for, standing_on, values

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps
    from rulewright.geometry.grid import Mask, Square

    from ..state import Marker

HEAVY = ("hindering", "blocking", "barrier", "elevated")
"""The terrain markers that only Super Strength picks up; smoke, debris and water nobody does."""


@rule("17.7")
def held_by(position: Position, id: str) -> Marker | None:
    """The terrain marker that a character holds."""
    return next((one for one in position.state.markers.values() if one.holder == id), None)


@rule("17", "17.6", "17.1b", "17.1c", "17.1d", "24.4", "pac.super-strength", "keyword.immobile")
def can_lift(position: Position, id: str, marker: Marker) -> bool:
    """Whether a character can pick up a marker: any light object, with Super Strength a heavy one or larger terrain.

    Nobody picks up what is Immobile; a Vehicle nothing at all, nor who must have empty hands.
    """
    printed = values(position, marker)
    if printed.immobile or sheet(position, id).vehicle or not position.may("hold markers", id):
        return False
    if marker.kind == "object" and not printed.heavy:
        return True
    return marker.kind in ("object", *HEAVY) and has(position, "super-strength", id)


# Moves ------------------------------------------------------------------------------------------------------


@rule("10.4", "10.5", "17.6", "17.8")
def along(position: Position, move: Move) -> Mask:
    """The squares that a character has moved through, the first one among them, with those adjacent to them."""
    board = scene_of(position).board
    way = board.mask(move.way)
    return way | grid.beside(board, way)


@rule("17.6", "17.12", "pac.carry")
def in_reach(position: Position, move: Move) -> list[str]:
    """What a character that carries nobody may pick up in a move."""
    if move.stays or move.carried or not on_map(position, move.character):
        return []
    board, near = scene_of(position).board, along(position, move)
    found = (one for one in lying(position) if board.mask(one.squares) & near)
    return [str(one.id) for one in found if can_lift(position, move.character, one)]


@rule("17.8", "13.2")
def places_to_put_down(position: Position, move: Move, marker: Marker) -> list[Mask]:
    """Where a held marker may be put down in a move: on the way or beside it; without moving, in its own square."""
    board = scene_of(position).board
    here = board.mask(character(position, move.character).squares)
    reach = along(position, move) if len(move.way) > 1 else here
    return placements(position, marker, room_for(position, marker.kind), reach)


@rule("17.6", "17.7", "17.8")
def handle_marker(game: Game, move: Move) -> Steps:
    """Once per move a character may pick up a marker, or put down the one that it holds; not both."""
    id = move.character
    marker = held_by(game, id)
    if marker is None:
        if found := in_reach(game, move):
            which = yield choose(move.player, "pick_up", (*found, None), "17.6", character=id)
            if which is not None:
                yield MarkerHeld(which, id, standing_on(game, game.state.markers[which]), rule="17.6")
    elif not move.stays and on_map(game, id) and (places := places_to_put_down(game, move, marker)):
        if (yield choose(move.player, "drop", ("yes", None), "17.8", character=id)):
            yield from put(game, move.player, marker, places, "put_down", "17.8", character=id)


# Letting go -------------------------------------------------------------------------------------------------


@trigger(
    KnockedOut, RemovedFromGame, TakenOff, SentBack, Turned, EffectBegan, order_matters=False,
    player=lambda game, event, source: None,
)  # fmt: skip
@rule("17.7", "2.6")
def let_go(game: Game, event: Event, source: None) -> Steps | None:
    """Who is off the map, or has lost the strength for it, puts its marker down at once."""
    return _let_fall(game) if any(slips(game, one) for one in game.state.markers.values() if one.holder) else None


@rule("17.7", "2.6")
def slips(position: Position, marker: Marker) -> bool:
    """Whether the character that holds a marker can hold it no longer."""
    return not (on_map(position, marker.holder) and can_lift(position, marker.holder, marker))


def _let_fall(game: Game) -> Steps:
    for marker in list(game.state.markers.values()):
        if marker.holder and slips(game, marker):
            yield from put_down(game, marker)


@rule("17.7")
def put_down(game: Game, marker: Marker) -> Steps:
    """Adjacent to its holder, or to where that was; where nothing is free it is destroyed and leaves debris there."""
    holder = character(game, marker.holder)
    board = scene_of(game).board
    squares: tuple[Square, ...] = holder.squares or holder.last_squares
    room = room_for(game, marker.kind)
    if found := placements(game, marker, room, grid.beside(board, board.mask(squares))):
        yield from put(game, holder.player, marker, found, "put_down", "17.7", character=marker.holder)
        return
    shapes = [shape for shape in footprints(board, *values(game, marker).covers) if shape & board.mask(squares)]
    owner = holder.player if marker.player is None else marker.player
    ruins = board.squares(shapes[0])
    if len(shapes) > 1:
        ruins = yield from ask_place(game, owner, shapes, "put_down", "17.7", character=marker.holder)
    yield MarkerDestroyed(str(marker.id), rule="17.7")
    debris = room_for(game, "debris")
    yield [
        MarkerPlaced(f"debris#{game.new_id()}", "debris", (square,), None, rule="17.7")
        for square in ruins
        if board.bit(square) & debris
    ]
