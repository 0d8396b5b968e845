"""Moves that rules allow out of turn: a Normal move of up to so many inches, in any phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Procedure, Request, rule

from ..dice.amounts import amount, roll
from ..events.movement import MovedFreely
from ..moments import moment
from ..space.battlefield import engaged, places
from ..terms import FreeMove, can_move, has_keyword, models, on_table
from .aircraft import move_over
from .move_units import where

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


@rule("core.normal-move", "errata.out-of-phase")
def can_move_freely(position: Position, id: str) -> bool:
    """Whether a unit could make a Normal move: on the battlefield, not within Engagement Range, and no Aircraft."""
    there = on_table(position, id) and bool(models(position, id)) and can_move(position, id)
    return there and not engaged(position, id) and not has_keyword(position, id, "Aircraft")


@rule("core.random-characteristics", "errata.out-of-phase")
def free_move(game: Game, player: int, id: str, inches: int | str, *, last: bool = False) -> Steps:
    """A unit may move so many inches, or as many as are rolled once for all of it.

    Where it does and this is its ``last`` move it can no longer charge in this turn.
    """
    if isinstance(inches, str):
        (inches,) = yield from roll(amount(inches), 1, player, "move", "core.random-characteristics")
    yield FREE_MOVE(player=player, unit=id, inches=inches, last=last)


@rule("core.normal-move")
def go_freely(game: Game, move: FreeMove) -> Steps:
    """The models move; they may stay where they are."""
    question = replace(where(game, move.unit, move.inches, "normal"), slower=())
    about: dict[str, Any] = {"unit": move.unit, "inches": move.inches}
    answer = yield Request(move.player, "free_move", question, "core.normal-move", about)
    ends = places(question, answer) if answer else ()
    yield from move_over(game, "moving freely", question, answer)
    yield MovedFreely(move.unit, ends, move.last, rule="core.normal-move")


def alive(game: Game) -> bool:
    """Whether the unit can still make its move, or has made it."""
    return on_table(game, game.context(FreeMove).unit) and bool(models(game, game.context(FreeMove).unit))


FREE_MOVE: Final = Procedure(
    "moving freely", [moment("move starts"), go_freely, moment("move ends")], FreeMove, as_long_as=alive
)
