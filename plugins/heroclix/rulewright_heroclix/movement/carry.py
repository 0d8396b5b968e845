"""Carrying: who moves along, and where they are put down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Request, Subset, rule
from rulewright.field import Squares
from rulewright.geometry import grid

from ..events.movement import Carried, Placed
from ..space.board import adjacent_friends, beside, occupied, scene_of
from ..terms import has, on_map, size_of, version
from ..terrain.objects import held_by

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..terms import Move


@rule("17.7", "17.12", "pac.carry", "pac.battle-fury", "24.4")
def may_be_carried(position: Position, id: str) -> bool:
    """Whether a character may be carried: not while it holds a terrain marker, nor where something forbids it."""
    return position.may("be carried", id) and held_by(position, id) is None


@rule("17.7", "17.12", "22.5", "pac.carry", "keyword.passenger")
def can_carry(position: Position, id: str) -> bool:
    """Whether a character can carry anyone: not while it holds a terrain marker, nor with Passenger: 0."""
    return has(position, "carry", id) and not has(position, "passenger:0", id) and held_by(position, id) is None


@rule("pac.carry", "22.1", "22.5", "keyword.passenger")
def passengers(position: Position, id: str) -> list[str]:
    """The adjacent friendly characters that a character may carry: smaller ones, with Passenger also of its size."""
    most = size_of(position, id)
    equal = version(position, "passenger", id) > 0
    return [
        other
        for other in adjacent_friends(position, id)
        if size_of(position, other) < most + equal and may_be_carried(position, other)
    ]


@rule("pac.carry", "keyword.passenger", "22.5")
def choose_passengers(game: Game, move: Move) -> Steps:
    """Before the move its player may choose whom it carries: one character, or as many as Passenger says."""
    found = passengers(game, move.character) if move.may_carry and can_carry(game, move.character) else []
    most = min(len(found), max(1, version(game, "passenger", move.character, 1)))
    if not found or not most:
        return
    space = Subset(found, 0, most)
    about = {"character": move.character}
    carried = yield Request(move.player, "carry", space, "pac.carry", about)
    if carried:
        yield game.note(move, carried=carried, squares=max(0, move.squares - len(carried)))


@rule("pac.carry", "22.1")
def put_down_passengers(game: Game, move: Move) -> Steps:
    """When the move ends, each is placed adjacent to the character, where there is room."""
    for id in move.carried:
        if not (on_map(game, move.character) and on_map(game, id)):
            continue
        scene = scene_of(game)
        room = beside(game, move.character) & ~occupied(game, without=id) & ~scene.board.where(grid.BLOCKING)
        if move.stays or not room:
            continue
        question = Squares(scene, room)
        at = yield Request(move.player, "put_down", question, "pac.carry", {"character": id})
        yield [Placed(id, (at,), rule="pac.carry"), Carried(id, move.character, rule="pac.carry")]
