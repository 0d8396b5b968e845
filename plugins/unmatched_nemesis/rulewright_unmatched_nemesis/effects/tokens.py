"""Verbs about tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import choose
from rulewright.programs import Resolution, counted
from rulewright.vocabulary import Amount, Verb

from ..events.fighters import TokensChanged
from ..hands import cards_with, discard, hand, has_secrets, selections
from .words import Symbol

if TYPE_CHECKING:
    from rulewright import Game, Steps


class GainTokens(Verb, name="gain_tokens", rule="panel.reload"):
    """The own fighter gains tokens."""

    amount: Amount = 1

    en = "gain {amount} {token}{amount:s}"
    zh = "获得 {amount} 个{token}"

    def do(self, game: Game, run: Resolution) -> TokensChanged | None:
        count = counted(self.amount, game, run)
        return TokensChanged(run.player, count, rule=self.rule) if count else None

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(counted(self.amount, game, run))


class TradeForTokens(Verb, name="trade_for_tokens", rule="panel.reload"):
    """Any number of cards with a symbol are discarded for a token each."""

    symbol: Symbol

    en = "discard {symbol} cards for a {token} each"
    zh = "每弃 1 张{symbol}牌获得 1 个{token}"

    def do(self, game: Game, run: Resolution) -> Steps:
        player = run.player
        able = cards_with(game, player, self.symbol)
        held = [card for card in hand(game, player) if card in able]
        if held or has_secrets(game, player):
            cards = yield choose(player, "trade", selections(held, 0, len(held)), self.rule, symbol=self.symbol)
            if cards:
                yield discard(game, player, cards, self.rule)
                yield TokensChanged(player, len(cards), rule=self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        """An opponent who does not know the hand learns nothing of it by not seeing it asked about."""
        return bool(cards_with(game, run.player, self.symbol)) or has_secrets(game, run.player)
