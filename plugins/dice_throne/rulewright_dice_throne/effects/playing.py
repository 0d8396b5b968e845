"""Playing cards and spending tokens: verbs that no content names (chapters 5, 6.3, 6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..damage.phase_end import dial_turned
from ..events.cards import CardPlayed, CardPutAway
from ..events.phases import OnceUsed
from ..events.status_effects import StatusSpent
from ..numbers import explained
from ..resolution import Resolution, fire
from .paying import Cost
from .values import companion_of
from .verb import Verb

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, Steps


class Machinery(Verb):
    """A part of the machinery, which has no words of its own."""

    tells = True

    def said(self, wording: Any) -> str:
        return ""


def and_then(game: Game, run: Resolution, event: Event | Because, moment: str) -> Steps:
    """Something happens, and then what is triggered by it; it is about what the effects come from."""
    yield event
    return fire(game, moment, run.player, about=run.source, open=run.open)


class PlayCard(Machinery, name="play_card", rule="field.deck"):
    """A card is paid for; its text follows."""

    listened = ("card_played",)

    def do(self, game: Game, run: Resolution) -> Any:
        played = explained(game, CardPlayed(run.player, run.source, run.cost, rule=self.rule), "card cost", run.player)
        return played if self.deed.tells else and_then(game, run, played, "card_played")


class PutAway(Machinery, name="put_away", rule="field.deck"):
    """After its text has been carried out a card goes on the discard pile."""

    def do(self, game: Game, run: Resolution) -> Event:
        return CardPutAway(run.player, run.source, rule=self.rule)


class SpendTokens(Machinery, name="spend_tokens", rule="6.3.spendable"):
    """Using a spendable status effect removes its tokens, then gives its effect."""

    listened = ("status_spent",)

    def do(self, game: Game, run: Resolution) -> Any:
        rested = game.content.spend(run.source, run.about).rests
        spent = StatusSpent(run.player, run.source, run.spent, rested, rule=self.rule)
        return spent if self.deed.tells else and_then(game, run, spent, "status_spent")


class UseCompanion(Machinery, name="use_companion", rule="6.4.companion"):
    """A use of a companion that is tokens takes some of them; one that has health is not used up."""

    def do(self, game: Game, run: Resolution) -> Event | None:
        now = companion_of(game, run.player, run.source)
        if now is None or game.content.heroes[game.state.heroes[run.player].name].companions[run.source].has_health:
            return None
        return dial_turned(game, run.player, now, -run.spent)


class PayPrice(Machinery, name="pay_price", rule="6.3.spendable"):
    """A use of a passive ability is paid for, or what a card costs besides CP."""

    tells = False

    cost: Cost | None = None

    def do(self, game: Game, run: Resolution) -> Steps:
        if self.cost is not None:
            paid = yield from self.cost.pay(game, run.player, run.source)
            yield game.note(run, paid=paid)


class MarkUsed(Machinery, name="mark_used", rule="6.3.spendable"):
    """What may be used once a turn was used."""

    def do(self, game: Game, run: Resolution) -> Event:
        return OnceUsed(run.player, run.about, rule=self.rule)
