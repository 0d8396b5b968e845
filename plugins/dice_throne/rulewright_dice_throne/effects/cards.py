"""Verbs about CP and cards (chapters 5 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rulewright import choose
from rulewright.programs import counted
from rulewright.rolls import Pick
from rulewright.vocabulary import Amount, variants

from ..decks import DISCARDED, cp_gained, draw_cards, shuffle_deck
from ..events.cards import CardDiscarded, CardFound, CpLost
from ..resolution import Resolution
from ..state import DECK, DISCARD, HAND
from .resolving import together
from .verb import Verb
from .words import CardKind, Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from .worth import Judge


class GainCp(Verb, name="gain_cp", rule="limits.cp"):
    """Gain CP, as far as the cap allows."""

    tells = True

    amount: Amount
    to: Who = "self"

    en = variants("{to} gains {amount} CP", self="gain {amount} CP")
    zh = variants("{to}获得 {amount} CP", self="获得 {amount} CP")

    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        return together(cp_gained(game, player, amount, self.rule) for player in seats(game, run, self.to))

    def worth(self, judge: Judge) -> float:
        return judge.cp * judge.amount(self.amount)


class LoseCp(Verb, name="lose_cp", rule="limits.cp"):
    """Lose CP, down to 0."""

    tells = True
    patient = True

    amount: Amount
    to: Who = "target"

    en = "{to} loses {amount} CP"
    zh = "{to}失去 {amount} CP"

    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        losses = [(player, min(amount, game.state.heroes[player].cp)) for player in seats(game, run, self.to)]
        return together(CpLost(player, lost, rule=self.rule) for player, lost in losses if lost)


class Draw(Verb, name="draw", rule="setup.deck"):
    """Draw cards."""

    amount: Amount = 1
    to: Who = "self"

    en = variants("{to} draws {amount} card{amount:s}", self="draw {amount} card{amount:s}")
    zh = variants("{to}抽 {amount} 张牌", self="抽 {amount} 张牌")

    def do(self, game: Game, run: Resolution) -> Steps:
        amount = counted(self.amount, game, run)
        for player in seats(game, run, self.to):
            yield from draw_cards(game, player, amount, self.rule)

    def finds(self, game: Game, run: Resolution, player: int) -> bool:
        return any(game.state.zones[pile[player]].cards for pile in (DECK, DISCARD))

    def worth(self, judge: Judge) -> float:
        return judge.card * judge.amount(self.amount)


class Discard(Verb, name="discard", rule=DISCARDED):
    """Discard cards from hand without gaining CP."""

    patient = True

    amount: Amount = 1
    of: Who = "self"
    how: Literal["choice", "random"] = "choice"

    en = "{of} discards {amount}"
    zh = "{of}弃 {amount} 张牌"

    def do(self, game: Game, run: Resolution) -> Steps:
        for player in seats(game, run, self.of):
            for _ in range(counted(self.amount, game, run)):
                cards = tuple(sorted(set(game.state.zones[HAND[player]].cards)))
                if not cards:
                    break
                if self.how == "random":
                    hand = tuple(sorted(game.state.zones[HAND[player]].cards))
                    (card,) = yield Pick(hand, 1, player, "discard", "8.5b.steal")
                else:
                    card = yield choose(player, "discard", cards, self.rule, source=run.source)
                yield CardDiscarded(player, card, rule=self.rule)

    def finds(self, game: Game, run: Resolution, player: int) -> bool:
        return bool(game.state.zones[HAND[player]].cards)


class Search(Verb, name="search", rule="setup.deck"):
    """Search one's own deck for a card, perhaps of a kind; it is shown and comes to the hand, the deck is shuffled."""

    kind: CardKind | None = None
    amount: Amount = 1

    en = variants("search the deck for {amount} card{amount:s}", kind="search the deck for {amount} {kind}")
    zh = variants("从牌库中寻找 {amount} 张牌", kind="从牌库中寻找 {amount} 张{kind}")

    def do(self, game: Game, run: Resolution) -> Steps:
        """The player looks for cards, and may find none."""
        cards = game.content.heroes[game.state.heroes[run.player].name].cards
        for _ in range(counted(self.amount, game, run)):
            deck = game.state.zones[DECK[run.player]].cards
            names = [name for name in sorted(set(deck)) if self.kind in (None, cards[name].kind)]
            card = None
            if names:
                card = yield choose(run.player, "search", (*names, None), self.rule, source=run.source)
            if card is None:
                break
            yield CardFound(run.player, card, rule=self.rule)
        yield from shuffle_deck(game, run.player, game.state.zones[DECK[run.player]].cards)

    def finds(self, game: Game, run: Resolution, player: int) -> bool:
        return bool(game.state.zones[DECK[run.player]].cards)

    def variant(self) -> str:
        return "kind" if self.kind else ""

    def worth(self, judge: Judge) -> float:
        return judge.card * judge.amount(self.amount)
