"""Verbs about cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import choose
from rulewright.programs import Resolution, counted
from rulewright.vocabulary import Amount, Verb, variants
from rulewright.zones import draw as draw_cards
from rulewright.zones import reveal

from ..hands import discard, hand, selections
from ..state import DECK, HAND
from .values import seat
from .words import Who

if TYPE_CHECKING:
    from rulewright import Game, Steps


class Discard(Verb, name="discard", rule="attack.step-2", whom="of"):
    """A player discards cards of their choice."""

    amount: Amount = 1
    of: Who = "self"

    en = variants(self="you discard {amount} card{amount:s}", opponent="the opponent discards {amount} card{amount:s}")
    zh = variants(self="自己弃掉 {amount} 张牌", opponent="对手弃掉 {amount} 张牌")

    def do(self, game: Game, run: Resolution) -> Steps:
        """All where they have no more."""
        loser = seat(run, self.of)
        chosen = yield from some_of_hand(game, loser, counted(self.amount, game, run), "discard", self.rule)
        if chosen:
            yield discard(game, loser, chosen, self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(hand(game, seat(run, self.of)) and counted(self.amount, game, run))

    def variant(self) -> str:
        return self.of


def some_of_hand(game: Game, player: int, count: int, ask: str, rule: str) -> Steps:
    """This many cards of a hand, as its player chooses; all without a question where there are no more."""
    held = hand(game, player)
    if not count:
        return ()
    return held if len(held) <= count else (yield choose(player, ask, selections(held, count, count), rule))


class ShowAndDiscard(Verb, name="show_and_discard", rule="panel.order"):
    """The opponent shows cards of their choice, and the acting player discards one of them."""

    amount: Amount = 2

    en = "the opponent shows {amount} card{amount:s}, you discard one of them"
    zh = "对手展示 {amount} 张手牌，你弃掉其中 1 张"

    def do(self, game: Game, run: Resolution) -> Steps:
        """All are shown where there are no more."""
        player, other = run.player, 1 - run.player
        shown = yield from some_of_hand(game, other, counted(self.amount, game, run), "show", self.rule)
        if not shown:
            return
        yield reveal(game, HAND[other], shown, rule=self.rule)
        left = [card for card in dict.fromkeys(shown) if card in hand(game, other)]
        if left:
            card = yield choose(player, "discard_shown", left, self.rule, fighter=other)
            yield discard(game, other, [card], self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(hand(game, 1 - run.player) and counted(self.amount, game, run))


class Draw(Verb, name="draw", rule="attack.step-2"):
    """Cards are drawn from the attack deck, unseen."""

    amount: Amount = 1
    to: Who = "self"

    en = variants(
        self="draw {amount} card{amount:s} from the deck",
        opponent="the opponent draws {amount} card{amount:s} from the deck",
    )
    zh = variants(self="从牌库抽 {amount} 张牌", opponent="对手从牌库抽 {amount} 张牌")

    def do(self, game: Game, run: Resolution) -> Steps:
        """Fewer where the deck has no more."""
        for _ in range(counted(self.amount, game, run)):
            yield from draw_cards(game, 1, DECK, HAND[seat(run, self.to)], rule=self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(game.state.zones[DECK].cards and counted(self.amount, game, run))

    def variant(self) -> str:
        return self.to
