"""Moves, square by square: carrying, breaking away, and where a character stops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Procedure, Request, Subset, rule
from rulewright.field import Route, Squares
from rulewright.geometry import grid
from rulewright.geometry.grid import Square

from .board import BOARD, MOVING, adjacent_foes, adjacent_friends, base_policy, beside, improved, move_policy, occupied
from .events.moves import BreakAwayFailed, BrokeAway, Carried, Moved, Placed
from .objects import handle_marker, held_by
from .rolls import d6, succeeds
from .terms import Doing, Move, character, force, great, has, on_map, version
from .terrain import crossed, destroy_all

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


# Carry ------------------------------------------------------------------------------------------------------


@rule("pac.carry", "17.7", "17.12", "22.1", "22.5", "keyword.passenger", "24.4")
def passengers(position: Position, id: str) -> list[str]:
    """The adjacent friendly characters that a character may carry: smaller ones, with Passenger also of its size."""
    most = great(position, id)
    equal = version(position, "passenger", id) > 0
    return [
        other
        for other in adjacent_friends(position, id)
        if great(position, other) < most + equal
        and position.may("be carried", other)
        and held_by(position, other) is None
    ]


@rule("pac.carry", "keyword.passenger", "22.5")
def choose_passengers(game: Game, move: Move) -> Steps:
    """Before the move its player may choose whom it carries: one character, or as many as Passenger says."""
    able = move.may_carry and has(game, "carry", move.character) and not has(game, "passenger:0", move.character)
    found = passengers(game, move.character) if able and held_by(game, move.character) is None else []
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
        scene = BOARD(game)
        room = beside(game, move.character) & ~occupied(game, without=id) & ~scene.board.where(grid.BLOCKING)
        if move.stays or not room:
            continue
        question = Squares(scene, room)
        at = yield Request(move.player, "put_down", question, "pac.carry", {"character": id})
        yield [Placed(id, (at,), rule="pac.carry"), Carried(id, move.character, rule="pac.carry")]


# Breaking away ----------------------------------------------------------------------------------------------


@rule("10.7c", "10.8", "21.2b", "improved.movement-characters")
def must_break_away_from(position: Position, id: str) -> list[str]:
    """The adjacent opposing characters from which a character has not broken away in this action."""
    doing = position.find_context(Doing)
    freed = doing.freed if doing is not None and doing.character == id else ()
    return [foe for foe in adjacent_foes(position, id) if foe not in freed]


@rule("10.8", "10.8a", "21.2b", "pac.plasticity")
def break_away(game: Game, move: Move) -> Steps:
    """One d6 for all of them: 4 to 6 succeeds. Who fails does not move, and nothing more in this action."""
    id = move.character
    foes = must_break_away_from(game, id)
    if not foes:
        return
    doing = game.find_context(Doing)
    face = None
    if not breaks_away_automatically(game, id, foes):
        face = yield from d6(game, move.player, id, "break away")
        if not succeeds(face, int(game.number("break away", id))):
            yield BreakAwayFailed(id, face, rule="10.8a")
            yield game.note(move, stays=True)
            if doing is not None:
                yield game.note(doing, failed=True)
            return
    yield BrokeAway(id, face, rule="10.8")
    if doing is not None and doing.character == id:
        yield game.note(doing, freed=(*doing.freed, *foes))


@rule("21.2b", "improved.movement-characters", "pac.phasing-teleport", "24.4")
def breaks_away_automatically(position: Position, id: str, foes: list[str]) -> bool:
    """From characters two or more sizes smaller, or by a power."""
    own = great(position, id)
    return position.may("break away automatically", id) or all(great(position, foe) <= own - 2 for foe in foes)


# The way ----------------------------------------------------------------------------------------------------


@rule("10.1", "10.2", "10.3", "10.4", "10.5", "13.2", "15.2", "16.2a", "16.3a", "16.4a", "16.4f", "16.4g", "16.5a",
      "16.5g", "16.7b", "16.8a", "24.2d", "improved.movement-hindering", "improved.movement-water",
      "improved.movement-destroy-blocking")  # fmt: skip
def walk(game: Game, move: Move) -> Steps:
    """It moves square by square, and may stop at any time."""
    if move.stays or not on_map(game, move.character):
        return
    scene, id = BOARD(game), move.character
    route = Route(
        scene,
        id,
        move.squares,
        move_policy(game, id, direct=move.direct),
        MOVING,
        hints=_Hints(game, id),
        names=game.content.names,
        base=base_policy(game, id),
    )
    about = {"character": id, "squares": move.squares}
    answer = yield Request(move.player, "move", route, "10.2", about)
    way, squares = route.parts_of(answer)
    yield Moved(id, tuple(way), tuple(squares), rule="10.2")
    if improved(game, "improved-movement-destroy-blocking", id):
        yield destroy_all(game, crossed(game, way), "improved.movement-destroy-blocking")
    yield game.note(move, moved=len(way) - 1, way=tuple(way))
    doing = game.find_context(Doing)
    if doing is not None and doing.character == id:
        yield game.note(doing, moved=len(way) - 1)


class _Hints:
    """Squares worth going to: beside each opposing character."""

    def __init__(self, game: Game, id: str) -> None:
        self.scene, self.side = BOARD(game), force(game, id)
        self.content = game.content

    def __call__(self, reach: Any) -> Iterator[tuple[Any, Square]]:
        board, figures = self.scene.board, self.scene.figures
        for foe in figures:
            if foe.side != self.side:
                near = grid.beside(board, figures.mask(foe.id)) & reach.ends
                for square in board.squares(near)[:1]:
                    yield self.content.names(foe.id), square


MOVE: Final = Procedure("move", [choose_passengers, break_away, walk, handle_marker, put_down_passengers], Move)


@rule("10.2", "6.9a", "10.8a")
def make_move(
    game: Game, id: str, squares: int | None = None, *, may_carry: bool = True, direct: bool = False
) -> Steps:
    """A character moves with its speed value, or over a number of squares; receives the squares that it moved."""
    doing = game.find_context(Doing)
    held = doing is not None and doing.character == id and doing.failed
    if held or not game.may("move", id) or not on_map(game, id):
        return 0
    most = int(game.number("speed", id)) if squares is None else squares
    move = yield MOVE(player=character(game, id).player, character=id, squares=most, may_carry=may_carry, direct=direct)
    return move.moved


@rule("10.9")
def placed(game: Game, id: str, squares: tuple[Square, ...], rule: str) -> Event | None:
    """A character is placed, where it may be."""
    return Placed(id, squares, rule=rule) if game.may("be placed", id) else None
