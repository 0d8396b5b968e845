"""Moves, square by square, and where a character stops (10.1 to 10.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Procedure, Request, rule
from rulewright.field import Route

from ..events.movement import Moved
from ..space.board import scene_of
from ..space.faults import MOVING
from ..space.hints import Hints
from ..space.ways import base_policy, move_policy
from ..terms import Doing, Move, character, improved, on_map
from ..terrain.destroying import crossed, destroy_all
from ..terrain.objects import handle_marker
from .break_away import break_away
from .carry import choose_passengers, put_down_passengers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Game, Steps
    from rulewright.geometry.grid import Square


@rule("10.2", "10.3", "13.2", "15.2", "16.2a", "16.3a", "16.4a", "16.4f", "16.4g", "16.5a", "16.7b", "16.8a", "24.2d",
      "improved.movement-hindering", "improved.movement-water")  # fmt: skip
def route_of(game: Game, move: Move) -> Route:
    """The ways that a move may take, square by square: what lies on the map stops it or slows it down."""
    id = move.character
    return Route(
        scene_of(game),
        id,
        move.squares,
        move_policy(game, id, direct=move.direct),
        MOVING,
        hints=Hints(game, id),
        names=game.content.names,
        base=base_policy(game, id),
    )


@rule("10.1", "10.2", "10.3", "10.5")
def walk(game: Game, move: Move) -> Steps:
    """It moves square by square, and may stop at any time; it does not move where it can end nowhere."""
    if move.stays or not on_map(game, move.character):
        return
    route, id = route_of(game, move), move.character
    if not route.ways.ends:
        return
    about = {"character": id, "squares": move.squares}
    answer = yield Request(move.player, "move", route, "10.2", about)
    way, squares = route.parts_of(answer)
    yield Moved(id, tuple(way), tuple(squares), rule="10.2")
    yield from break_through(game, id, way)
    yield from remember_way(game, move, way)


@rule("improved.movement-destroy-blocking")
def break_through(game: Game, id: str, way: Sequence[Square]) -> Steps:
    """Who moves like that destroys the blocking terrain on its way."""
    if improved(game, "improved-movement-destroy-blocking", id):
        yield destroy_all(game, crossed(game, way), "improved.movement-destroy-blocking")


@rule("10.4", "10.5")
def remember_way(game: Game, move: Move, way: Sequence[Square]) -> Steps:
    """The squares moved through, from the first one to the last, are known to what follows, also in its action."""
    yield game.note(move, moved=len(way) - 1, way=tuple(way))
    doing = game.find_context(Doing)
    if doing is not None and doing.character == move.character:
        yield game.note(doing, moved=len(way) - 1)


MOVE: Final = Procedure("move", [choose_passengers, break_away, walk, handle_marker, put_down_passengers], Move)


@rule("7.2", "10.8a")
def can_move(game: Game, id: str) -> bool:
    """Whether a character may move at all: not after it has failed to break away in its action."""
    doing = game.find_context(Doing)
    held = doing is not None and doing.character == id and doing.failed
    return not held and game.may("move", id) and on_map(game, id)


@rule("10.2", "10.5", "10.8a")
def make_move(
    game: Game, id: str, squares: int | None = None, *, may_carry: bool = True, direct: bool = False
) -> Steps:
    """A character moves with its speed value, or over a number of squares.

    Receives the squares that it moved, which may be 0; None where it has not moved.
    """
    if not can_move(game, id):
        return None
    most = int(game.number("speed", id)) if squares is None else squares
    move = yield MOVE(player=character(game, id).player, character=id, squares=most, may_carry=may_carry, direct=direct)
    return move.moved if move.way else None
