"""Placing characters (10.9): where their bases fit (13.2, 24.2), who asks where, and who returns to the map (15.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, ask_which, choose, rule
from rulewright.field import Squares
from rulewright.geometry import grid
from rulewright.geometry.caching import kept

from ..events.characters import Returned
from ..events.damage import KnockedOut
from ..events.movement import Placed
from ..space.board import scene_of, vacant
from ..space.ways import base_policy
from ..terms import sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulewright import Event, Game, Position, Steps, Turn
    from rulewright.geometry.grid import BasePolicy, Board, Mask, Square


def squares_covered(position: Position, id: str) -> int:
    """How many squares the base of a character covers."""
    wide, deep = sheet(position, id).shape
    return wide * deep


@rule("13.2", "15.5", "24.2a", "24.2c")
def free_placements(position: Position, id: str, leaving: Mask = 0) -> list[Mask]:
    """Where a character can be placed; ``leaving`` are squares that become free."""
    board, taken = scene_of(position).board, ~(vacant(position) | leaving)
    found = sound_placements(board, *sheet(position, id).shape, base_policy(position, id))
    return [placement for placement in found if not placement & taken]


@rule("13.2", "15.5", "16.5g", "24.2a", "24.2c")
@kept
def sound_placements(board: Board, wide: int, deep: int, policy: BasePolicy) -> tuple[Mask, ...]:
    """Where a base of that many columns and rows can stand on a board, either way round, were nobody there."""
    found = grid.footprints(board, wide, deep)
    if wide * deep == 1:
        return tuple(placement for placement in found if not placement & board.where(grid.BLOCKING))
    return tuple(placement for placement in found if not grid.check_placement(board, placement, policy))


@rule("13.2")
def nearest_placements(position: Position, id: str, squares: Sequence[Square], leaving: Mask = 0) -> tuple[Mask, ...]:
    """Where a character can be placed as close as possible to these squares."""
    free = free_placements(position, id, leaving)
    found = (tuple(placement for placement in free if placement & ring) for ring in rings(position, squares))
    return next(filter(None, found), ())


@rule("13.2")
def nearest_squares(position: Position, squares: Sequence[Square], free: Mask) -> Mask:
    """Those of the free squares that are as close as possible to these squares."""
    return next((free & ring for ring in rings(position, squares) if free & ring), 0)


def rings(position: Position, squares: Sequence[Square]) -> Iterator[Mask]:
    """The squares within 0, 1, 2 and more squares of these, as far as the map goes."""
    board = scene_of(position).board
    return (grid.ball(board, board.mask(squares), far) for far in range(board.width + board.height))


@rule("13.2")
def opponent_of(game: Game, player: int, id: str) -> Any:
    """The opponent who places what finds no room by a mandatory effect of a player, who chooses one of several."""
    return (yield from ask_which(player, "opponent", game.opponents(player), "13.2", character=id))


def ask_where(game: Game, player: int, id: str, found: Sequence[Mask], rule: str, ask: str = "place") -> Any:
    """The squares in which a player places a character; ``ask`` is the question about a base of one square."""
    scene, about = scene_of(game), {"character": id}
    if squares_covered(game, id) == 1:
        at = yield Request(player, ask, Squares(scene, sum(found)), rule, about)
        return (at,)
    options = [tuple(scene.board.squares(placement)) for placement in found]
    return (yield choose(player, "place_base", options, rule, character=id))


@rule("10.9")
def placed(game: Game, id: str, squares: tuple[Square, ...], rule: str) -> Event | None:
    """A character is placed, where it may be."""
    return Placed(id, squares, rule=rule) if game.may("be placed", id) else None


@rule("15.3", "13.2")
def bring_back(game: Game, turn: Turn) -> Steps:
    """Who returns at the beginning of this turn is placed by its player as close as possible to where it was."""
    for one in list(game.state.characters.values()):
        id = str(one.id)
        if one.area != "aside" or one.back != turn.player:
            continue
        if found := nearest_placements(game, id, one.last_squares):
            yield Returned(id, (yield from ask_where(game, one.player, id, found, "15.3")), rule="15.3")
        else:
            yield KnockedOut(id, rule="4.3c")
