"""Who orders what is to be resolved at the same time, and who decides first whether to use something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Procedure, Turn, rule
from rulewright.windows import window_due, window_options

from .dice.rolls import roll_off
from .events.battle_round import OrderWon
from .moments import BEFORE, moment

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("core.sequencing")
def sequencer(game: Game) -> int:
    """Who orders what happens at the same time: the player whose turn it is, else who won the roll-off for it."""
    turn = game.find_context(Turn)
    if turn is not None:
        return turn.player
    return next((one.player for one in game.state.orderer.values()), game.players[0])


@rule("faq.timing.both-players-optional-rules")
def deciders(game: Game) -> tuple[int, int]:
    """Who decides first whether to use something: the player whose turn it is, else who lost the roll-off for it."""
    orders = sequencer(game)
    return (1 - orders, orders) if game.find_context(Turn) is None else (orders, 1 - orders)


class OutsideTurns(Context):
    """A moment that comes outside turns."""


OUTSIDE_TURNS: Final = {
    name: Procedure(f"outside turns: {name}", [moment(name)], OutsideTurns)
    for name in (*BEFORE, "battle round start", "battle round end")
}
"""The moments that come outside turns."""


@rule("core.sequencing", "faq.timing.both-players-optional-rules")
def outside_turns(game: Game, name: str, context: Any) -> Steps:
    """One of these moments, where there is anything to use or to resolve then.

    Where both players may use something, or several texts are due, they roll off before it.
    """
    usable = [bool(window_options(game, name, seat, context)) for seat in game.players]
    due = {text for seat in game.players for text, _ in window_due(game, name, seat, context)}
    if len(due) > 1 or all(usable):
        yield OrderWon((yield from roll_off(game, "core.sequencing")), rule="core.sequencing")
    if due or any(usable):
        yield OUTSIDE_TURNS[name]()


def before_battle(name: str) -> Any:
    """The step of one of the moments before the battle."""

    @rule("core.mission-sequence")
    def step(game: Game, context: Any) -> Steps:
        """What texts say of this moment is used."""
        yield from outside_turns(game, name, context)

    step.__name__ = name.replace(" ", "_")
    return step
