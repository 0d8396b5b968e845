"""Where the base of a character can be placed, and the question where it is (13.2, 24.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, choose, rule
from rulewright.field import Squares
from rulewright.geometry import grid

from .board import BOARD, base_policy, vacant
from .terms import sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Game, Position
    from rulewright.geometry.grid import Mask, Square


def squares_covered(position: Position, id: str) -> int:
    """How many squares the base of a character covers."""
    wide, deep = sheet(position, id).shape
    return wide * deep


@rule("13.2", "15.5", "24.2a", "24.2c")
def free_placements(position: Position, id: str, leaving: Mask = 0) -> list[Mask]:
    """Where a character can be placed; ``leaving`` are squares that become free."""
    board, policy, free = BOARD(position).board, base_policy(position, id), vacant(position) | leaving
    found = (placement for placement in grid.footprints(board, *sheet(position, id).shape) if not placement & ~free)
    return [placement for placement in found if not grid.check_placement(board, placement, policy)]


@rule("13.2")
def nearest_placements(position: Position, id: str, squares: Sequence[Square], leaving: Mask = 0) -> tuple[Mask, ...]:
    """Where a character can be placed as close as possible to these squares."""
    board, free = BOARD(position).board, free_placements(position, id, leaving)
    around = board.mask(squares)
    for far in range(board.width + board.height):
        within = grid.ball(board, around, far)
        if found := tuple(placement for placement in free if placement & within):
            return found
    return ()


def ask_where(game: Game, player: int, id: str, found: Sequence[Mask], rule: str) -> Any:
    """The squares in which a player places a character."""
    scene, about = BOARD(game), {"character": id}
    if squares_covered(game, id) == 1:
        at = yield Request(player, "place", Squares(scene, sum(found)), rule, about)
        return (at,)
    options = [tuple(scene.board.squares(placement)) for placement in found]
    return (yield choose(player, "place_base", options, rule, character=id))
