"""Chapter 3: the order of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Loop, Procedure, Turn, rule

from .before.setup import SETUP
from .events.phases import TurnBegan
from .phases import DISCARD, INCOME_PHASE, MAIN_1, MAIN_2, UPKEEP, before_income
from .roll_phases.sequence import ROLLS

if TYPE_CHECKING:
    from rulewright import Event, Game


@rule("overview.structure", "3.order", "9.1.turn-order", "9.2.order")
def next_turn(game: Game, last: Turn | None) -> Turn:
    """From the start player on in the order of the seats, so that teams alternate; players who are out are skipped."""
    if last is None:
        now = game.state.round[0]
        return Turn(player=now.start, number=now.number + 1)
    count = len(game.players)
    seats = ((last.player + 1 + step) % count for step in range(count))
    return Turn(player=next(seat for seat in seats if not game.state.heroes[seat].out), number=last.number + 1)


@rule("3.order")
def begin_turn(game: Game, turn: Turn) -> Event:
    """A player becomes the active player."""
    return TurnBegan(turn.player, turn.number, rule="3.order")


TURNS: Final = Loop(
    "turn", next_turn, [begin_turn, UPKEEP, before_income, INCOME_PHASE, MAIN_1, ROLLS, MAIN_2, DISCARD]
)

GAME: Final = Procedure("game", [SETUP, TURNS])
