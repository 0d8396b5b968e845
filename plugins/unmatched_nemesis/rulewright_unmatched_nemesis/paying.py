"""Page 13: paying with the symbols of cards in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Context, Procedure, choose, rule

from .hands import discard, hand, has_secrets, payments

if TYPE_CHECKING:
    from rulewright import Game, Steps


class Payment(Context):
    """A cost that a player pays, and the rule that asks for it."""

    player: int
    cost: tuple[str, ...]
    rule: str = "special.pay"
    paid: bool = False


@rule("special.pay", "dash.pay")
def pay(game: Game, payment: Payment) -> Steps:
    """One card is discarded for each symbol of the cost; the player chooses among the ways to pay it."""
    if not payment.cost:
        return
    player, ways = payment.player, payments(game, hand(game, payment.player), payment.cost)
    if len(ways) > 1 or has_secrets(game, player):
        cards = yield choose(player, "pay", ways, payment.rule, cost=payment.cost)
    else:
        (cards,) = ways
    yield game.note(payment, paid=True)
    yield discard(game, player, cards, payment.rule)


PAY: Final = Procedure("payment", [pay], Payment)
