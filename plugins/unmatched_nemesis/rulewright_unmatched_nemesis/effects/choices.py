"""Verbs about choices and payments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, model_validator

from rulewright import choose, vocabulary
from rulewright.programs import Resolution, can_do, then_do
from rulewright.vocabulary import LARGEST, ContentModel, variants

from ..events.fighters import DamageTaken, TokensChanged
from ..hands import discard, hand
from .cards import some_of_hand

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.wording import Wording


class Choose(vocabulary.Choose, name="choose", rule="attack.step-2"):
    """The acting player picks one of several effects."""


class May(vocabulary.May, name="may", rule="attack.step-2"):
    """The acting player decides whether something happens."""


class Try(vocabulary.Try, name="try", rule="rule.golden"):
    """Something is done; where it cannot be done, something else."""


class ByHand(vocabulary.ByHand, name="by_hand", rule="rule.golden"):
    """The acting player says what a text does that no program understands."""


class Cost(ContentModel):
    """What an effect asks for: tokens of the own fighter, cards of the own hand, damage that the own fighter takes."""

    tokens: int = Field(0, ge=0, le=LARGEST)
    cards: int = Field(0, ge=0, le=LARGEST)
    heavy: int = Field(0, ge=0, le=LARGEST)
    light: int = Field(0, ge=0, le=LARGEST)

    @model_validator(mode="after")
    def _costs_something(self) -> Cost:
        if not (self.tokens or self.cards or self.heavy or self.light):
            raise ValueError("tokens, cards, heavy, light: a cost has at least one of them")
        return self

    def said(self, wording: Wording) -> str:
        """What is paid."""
        parts = (
            wording.say("cost.tokens", tokens=self.tokens) if self.tokens else "",
            wording.say("cost.cards", cards=self.cards) if self.cards else "",
            wording.say("cost.hurt", damage=wording.damage(self.heavy, self.light)) if self.heavy or self.light else "",
        )
        return wording.listed(parts)

    def worth(self, judge: Any) -> float:
        """What it is worth to keep what is paid, for bots."""
        one = judge.worths
        paid = one["gain_tokens"] * self.tokens + one["draw"] * self.cards
        return float(paid - one["heavy"] * self.heavy - one["light"] * self.light)


class Pay(vocabulary.Pay, name="pay", rule="attack.step-2"):
    """Tokens, cards and cubes may be paid for effects."""

    cost: Cost

    en = variants(
        "you may {cost}: {then}", instead="{cost} or {otherwise}", both="you may {cost}: {then}; else {otherwise}"
    )
    zh = variants("可{cost}：{then}", instead="{cost}，否则{otherwise}", both="可{cost}：{then}；否则{otherwise}")

    def do(self, game: Game, run: Resolution) -> Steps:
        player, cost = run.player, self.cost
        if self._pays_off(game, run):
            asked = choose(player, "spend", (True, False), self.rule, tokens=cost.tokens, effect=self.deed.number)
            if (yield asked):
                yield from self._pay(game, player)
                return then_do(game, run, self.then)
        return then_do(game, run, self.otherwise)

    def can(self, game: Game, run: Resolution) -> bool:
        return self._pays_off(game, run) or bool(self.otherwise and can_do(game, run, self.otherwise))

    def worth(self, judge: Any) -> float:
        return max(self.promise(True, judge), self.promise(False, judge))

    def promise(self, answer: Any, judge: Any) -> float:
        paid = judge.effects(self.then) - self.cost.worth(judge)
        return float(paid if answer else judge.effects(self.otherwise))

    def _pays_off(self, game: Game, run: Resolution) -> bool:
        """Whether the player can pay, and what is paid for can be done; cubes that are taken for it may go with it."""
        player, cost = run.player, self.cost
        enough = game.state.fighters[player].tokens >= cost.tokens and len(hand(game, player)) >= cost.cards
        return enough and (cost.light > 0 or can_do(game, run, self.then))

    def _pay(self, game: Game, player: int) -> Steps:
        cost = self.cost
        if cost.tokens:
            yield TokensChanged(player, -cost.tokens, rule=self.rule)
        if cost.cards:
            cards = yield from some_of_hand(game, player, cost.cards, "discard", self.rule)
            yield discard(game, player, cards, self.rule)
        if cost.heavy or cost.light:
            yield DamageTaken(player, cost.heavy, cost.light, rule=self.rule)
