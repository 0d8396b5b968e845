"""Payments for effects (chapter 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import Field, model_validator

from rulewright import Request, choose, vocabulary
from rulewright.programs import can_do, then_do
from rulewright.spaces import Number
from rulewright.vocabulary import ContentModel, Id, Whole, step

from ..decks import DISCARDED
from ..events.cards import CardDiscarded, CpLost, HealthPaid
from ..events.status_effects import StatusSpent
from ..moments import PAID
from ..numbers import MAX_CP
from ..resolution import Resolution, fire
from ..state import HAND
from .verb import Verb
from .words import Named, Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from ..cards.content import Content
    from ..cards.wording import Wording


class Cost(ContentModel):
    """What is paid: CP, tokens of a status effect, cards from hand, health; of ``any`` ``at_most`` this many."""

    cp: Annotated[Whole, Field(ge=0, le=MAX_CP)] | Literal["any"] | None = None
    status: Annotated[Id | None, Named("status effect")] = None
    tokens: Annotated[Whole, Field(ge=1)] | Literal["any"] = 1
    cards: Annotated[Whole, Field(ge=1)] | None = None
    health: Annotated[Whole, Field(ge=1)] | None = None
    """Health that is paid; at least 1 has to be left."""
    at_most: Annotated[Whole, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _something(self) -> Cost:
        if self.at_most is not None and not self.is_open:
            raise ValueError("at_most limits an amount that is any")
        if self.cp is None and self.status is None and self.cards is None and self.health is None:
            raise ValueError("a cost names at least one of cp, status, cards, health")
        return self

    @property
    def is_open(self) -> bool:
        """Whether the player says how much is paid."""
        return "any" in (self.cp, self.tokens)

    def can_be_paid(self, game: Game | View, player: int, *, besides: int = 0) -> bool:
        """Whether a player has what it asks for, ``besides`` this many cards in hand."""
        hero = game.state.heroes[player]
        if self.cp == "any":
            return bool(hero.cp)
        enough_cp = self.cp is None or hero.cp >= self.cp
        enough_tokens = self.status is None or (
            hero.count(self.status) >= (1 if self.tokens == "any" else self.tokens)
            and game.may("status_effects", player)
        )
        enough_cards = self.cards is None or len(game.state.zones[HAND[player]].cards) - besides >= self.cards
        enough_health = self.health is None or game.state.sides[hero.side].health > self.health
        return bool(enough_cp and enough_tokens and enough_cards and enough_health)

    def most(self, game: Game | View, player: int) -> int:
        """As much as a player who can pay it may pay, of what its amount is counted in."""
        hero = game.state.heroes[player]
        if self.cp is not None:
            return self._limited(hero.cp) if self.cp == "any" else self.cp
        if self.status is not None:
            return self._limited(hero.count(self.status)) if self.tokens == "any" else self.tokens
        return self.cards or self.health or 0

    def pay(self, game: Game, player: int, source: str) -> Steps:
        """Pay; returns how much (of CP, else of tokens, else of cards, else of health).

        What has gone since the price was looked at, as by what a card triggers that is played, is paid no longer.
        """
        paid = 0
        if self.health is not None:
            paid = min(self.health, game.state.sides[game.state.heroes[player].side].health - 1)
            if paid > 0:
                yield HealthPaid(player, paid, rule="field.deck")
        if self.cards is not None:
            paid = yield from self._pay_cards(game, player, self.cards, source)
        if self.status is not None:
            paid = yield from self._pay_tokens(game, player, self.status)
        if self.cp is not None:
            paid = yield from self._pay_cp(game, player, self.cp, source)
        return paid

    def _pay_cards(self, game: Game, player: int, count: int, source: str) -> Steps:
        paid = 0
        while paid < count and (cards := tuple(sorted(set(game.state.zones[HAND[player]].cards)))):
            card = yield choose(player, "discard", cards, DISCARDED, source=source)
            yield CardDiscarded(player, card, rule=DISCARDED)
            paid += 1
        return paid

    def _pay_tokens(self, game: Game, player: int, status: str) -> Steps:
        held = game.state.heroes[player].count(status)
        if self.tokens == "any":
            space = Number(0, self._limited(held))
            paid = yield Request(player, "how_many", space, "6.3.spendable", {"source": status})
        else:
            paid = min(self.tokens, held)
        if paid:
            yield StatusSpent(player, status, paid, rule="6.3.spendable")
        return paid

    def _pay_cp(self, game: Game, player: int, cp: int | str, source: str) -> Steps:
        paid: Any = cp
        if paid == "any":
            space = Number(0, self._limited(game.state.heroes[player].cp))
            paid = yield Request(player, "how_many", space, "9.1.cp", {"source": source})
        if paid:
            yield CpLost(player, paid, rule="field.deck")
        return paid

    def _limited(self, count: int) -> int:
        return count if self.at_most is None else min(count, self.at_most)

    def said(self, wording: Wording) -> str:
        """What is paid."""
        paid = []
        if self.cp is not None:
            paid.append(f"{self.cp if isinstance(self.cp, int) else 'X'} CP")
        if self.status is not None:
            most = "" if self.at_most is None else f" (≤ {self.at_most})"
            count = "X" if self.tokens == "any" else self.tokens
            paid.append(f"{count}{most} {wording.name(self.status)}")
        if self.cards is not None:
            paid.append(wording.say("effect.cards", count=self.cards))
        if self.health is not None:
            paid.append(wording.say("effect.health", amount=self.health))
        return " + ".join(paid)


class Pay(vocabulary.Pay, Verb, name="pay", rule="6.3.spendable", opens=(PAID,), leaves=(PAID,)):
    """A player may pay; ``then`` follows if they do (the amount is `paid`), ``otherwise`` if not."""

    for_one = True

    cost: Cost
    by: Who = "self"

    def takes(self, step: str, content: Content) -> bool:
        return self.cost.status is not None if step == "spent" else super().takes(step, content)

    def do(self, game: Game, run: Resolution) -> Steps:
        """Who cannot pay, does not."""
        for player in seats(game, run, self.by):
            payable = self._pays_off(game, run, player)
            if payable and not self.cost.is_open:
                asked = choose(player, "pay", (True, False), self.rule, effect=self.deed.number, source=run.source)
                payable = yield asked
            if payable:
                paid = yield from self.cost.pay(game, player, run.source)
                if paid or not self.cost.is_open:
                    told = () if self.cost.status is None else (self.spent,)
                    return then_do(game, run, (*told, *self.then), paid=paid)
            return then_do(game, run, self.otherwise)
        return None

    def can(self, game: Game, run: Resolution) -> bool:
        players = seats(game, run, self.by)
        paid_for = any(self._pays_off(game, run, player) for player in players)
        return paid_for or bool(players and self.otherwise and can_do(game, run, self.otherwise))

    def _pays_off(self, game: Game, run: Resolution, player: int) -> bool:
        """Whether a player can pay, and what is paid for can be done then."""
        cost = self.cost
        return cost.can_be_paid(game, player) and can_do(game, replace(run, paid=cost.most(game, player)), self.then)

    @step
    def spent(self, game: Game, run: Resolution) -> Any:
        """What is triggered by tokens that were the price."""
        assert self.cost.status is not None
        return fire(game, "status_spent", run.player, about=self.cost.status, open=run.open)
