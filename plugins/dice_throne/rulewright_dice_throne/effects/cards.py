"""Verbs about CP and cards, and payments for effects (chapters 5, 6.3, 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from rulewright import Request, choose, vocabulary
from rulewright.programs import counted, then_do
from rulewright.rolls import Pick
from rulewright.spaces import Number
from rulewright.vocabulary import Amount, ContentModel, Id, Whole, step, variants

from ..damage import THEFT
from ..decks import cp_gained, draw_cards, shuffle_deck
from ..events import (
    CardDiscarded,
    CardFound,
    CpLost,
    DamageGathered,
    HealingGathered,
    HealthPaid,
    StatusRemoved,
    StatusSpent,
)
from ..numbers import MAX_CP
from ..resolution import Resolution, fire
from ..state import DECK, HAND
from .base import CardKind, Named, Verb, Who, seats
from .running import together
from .tokens import received, removable

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from ..content import Content
    from ..judgement import Judge
    from ..wording import Wording


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


# Stealing ---------------------------------------------------------------------------------------------------


class Steal(Verb, name="steal", rule="8.5b.steal"):
    """Take from someone what they have, up to the amount, and add it to one's own (8.5b)."""

    patient = True

    what: Literal["cp", "health", "status"]
    amount: Amount = 1
    of: Who = "target"

    en = "steal {amount} {what} from {of}"
    zh = "盗取{of} {amount} {what}"

    def do(self, game: Game, run: Resolution) -> Steps:
        amount = counted(self.amount, game, run)
        moved: list[tuple[str, int, str]] = []
        for player in seats(game, run, self.of):
            moved += (yield from STOLEN[self.what](game, run, player, amount)) or ()
        return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None

    def worth(self, judge: Judge) -> float:
        return judge.cp * judge.amount(self.amount)


def _steal_cp(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    amount = min(amount, game.state.heroes[player].cp)
    if amount:
        yield CpLost(player, amount, rule="8.5b.steal")
        gained = cp_gained(game, run.player, amount, "8.5b.steal")
        if gained is not None:
            yield gained


def _steal_health(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    side = game.state.heroes[player].side
    waiting = (game.state.pending[seat].damage for seat, hero in game.state.heroes.items() if hero.side == side)
    gone = sum(taken for damage in waiting for type, taken, _ in damage if type == THEFT)
    amount = min(amount, game.state.sides[side].health - gone)
    if amount > 0:
        yield DamageGathered(player, amount, THEFT, run.source, rule="8.5b.steal")
        if game.may("healing", run.player):
            yield HealingGathered(run.player, amount, run.source, rule="8.5b.steal")


def _steal_status(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    moved: list[tuple[str, int, str]] = []
    for _ in range(amount):
        names = removable(game, player, to_move=True)
        if not names:
            break
        name = names[0]
        if len(names) > 1:
            name = yield choose(run.player, "choose_status", names, "8.5b.steal", of=player, source=run.source)
        yield StatusRemoved(player, name, 1, rule="8.5b.steal")
        event = received(game, run, run.player, name, 1, inflicted=False)
        if event is not None:
            yield event
            moved.append(("status_gained", run.player, name))
    return moved


STOLEN: Final[Mapping[str, Callable[[Game, Resolution, int, int], Steps]]] = {
    "cp": _steal_cp, "health": _steal_health, "status": _steal_status,
}  # fmt: skip


# Cards ------------------------------------------------------------------------------------------------------


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

    def worth(self, judge: Judge) -> float:
        return judge.card * judge.amount(self.amount)


class Discard(Verb, name="discard", rule="3.8.discard"):
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

    def variant(self) -> str:
        return "kind" if self.kind else ""

    def worth(self, judge: Judge) -> float:
        return judge.card * judge.amount(self.amount)


# Paying -----------------------------------------------------------------------------------------------------


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

    def pay(self, game: Game, player: int, source: str) -> Steps:
        """Pay; returns how much (of CP, else of tokens, else of cards, else of health)."""
        hero = game.state.heroes[player]
        paid: Any = 0
        if self.health is not None:
            paid = self.health
            yield HealthPaid(player, paid, rule="field.deck")
        if self.cards is not None:
            for _ in range(self.cards):
                cards = tuple(sorted(set(game.state.zones[HAND[player]].cards)))
                card = yield choose(player, "discard", cards, "3.8.discard", source=source)
                yield CardDiscarded(player, card, rule="3.8.discard")
            paid = self.cards
        if self.status is not None:
            paid = self.tokens
            if paid == "any":
                space = Number(0, self._limited(hero.count(self.status)))
                paid = yield Request(player, "how_many", space, "6.3.spendable", {"source": self.status})
            if paid:
                yield StatusSpent(player, self.status, paid, rule="6.3.spendable")
        if self.cp is not None:
            paid = self.cp
            if paid == "any":
                space = Number(0, self._limited(hero.cp))
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


class Pay(vocabulary.Pay, Verb, name="pay", rule="6.3.spendable"):
    """A player may pay; ``then`` follows if they do (the amount is `paid`), ``otherwise`` if not."""

    for_one = True

    cost: Cost
    by: Who = "self"

    def takes(self, step: str, content: Content) -> bool:
        return self.cost.status is not None if step == "spent" else super().takes(step, content)

    def do(self, game: Game, run: Resolution) -> Steps:
        """Who cannot pay, does not."""
        for player in seats(game, run, self.by):
            payable = self.cost.can_be_paid(game, player)
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

    @step
    def spent(self, game: Game, run: Resolution) -> Any:
        """What is triggered by tokens that were the price."""
        assert self.cost.status is not None
        return fire(game, "status_spent", run.player, about=self.cost.status, open=run.open)
