"""Activations that texts grant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Call
from rulewright.vocabulary import Verb

from ..running import Run, who
from ..terms import Activation, TurnOf, character
from .words import Role

if TYPE_CHECKING:
    from rulewright import Event, Game


class ActivateNow(Verb, name="activate", rule="activation.step-2"):
    """A character with no activated token is activated at once, whoever's turn it is."""

    who: Role = "chosen"

    en = "{who} is activated"
    zh = "{who}立即激活"

    def do(self, game: Game, run: Run) -> Call | None:
        one = who(game, run, self.who)
        if not one or character(game, one).activated:
            return None
        return Call("activation", Activation(player=character(game, one).player, character=one))


class ActivateToo(Verb, name="activate_too", rule="activation.alternate"):
    """In this turn of its player a character may be activated besides the one that was."""

    who: Role = "chosen"

    en = "{who} may be activated in this turn, too"
    zh = "{who}本回合也可激活"

    def do(self, game: Game, run: Run) -> Event | None:
        one, turn = who(game, run, self.who), game.find_context(TurnOf)
        if not one or turn is None or turn.player != character(game, one).player:
            return None
        return game.note(turn, more=(*turn.more, one))
