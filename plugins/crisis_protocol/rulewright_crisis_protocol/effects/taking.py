"""Objective tokens that pass from one character to another, and tokens of a card's own that are spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import Request, Subset, ask_which, choose
from rulewright.programs import counted, then_do
from rulewright.vocabulary import Amount, Effect, Some, Verb, variants

from ..events.characters import TokensChanged
from ..objectives import held_by, in_hand, interact_with, may_hold, pick_up, take, unburden
from ..running import Run, named, who
from ..space.battlefield import tokens_around
from ..superpowers.moments import MUCH
from ..terms import able, character
from .words import OneOf, Role

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording


class PassToken(Verb, name="pass_token", rule="objective.hold", whom="to"):
    """A character takes an objective token that another one holds, if it can hold one more of that crisis."""

    who: Role = "chosen"
    to: Role = "self"
    kinds: tuple[Literal["civilian", "asset", "point of interest"], ...] = ("asset", "civilian")
    picked_up: bool = Field(False, description="whether what the crisis says of picking it up happens, too")

    en = variants("{to} takes an objective token from {who}", picked_up="{to} picks up an objective token from {who}")
    zh = variants("{to}从{who}处取得一个目标标记", picked_up="{to}从{who}处拾取一个目标标记")

    def variant(self) -> str:
        return "picked_up" if self.picked_up else ""

    def do(self, game: Game, run: Run) -> Steps:
        holder, taker = who(game, run, self.who), who(game, run, self.to)
        found = [id for id in _passable(game, holder, taker) if _kind(game, id) in self.kinds] if taker else []
        if found:
            token = yield from ask_which(run.player, "token", found, self.rule, character=taker)
            yield from unburden(game, token)
            yield from (pick_up if self.picked_up else take)(game, taker, token)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"who": wording.whom(self.who), "to": wording.whom(self.to)}


class TakeToken(OneOf, name="take_token", rule="objective.hold"):
    """A character takes an objective token that lies near someone, without an interaction, if it can hold one more.

    A token that a dazed character is about to drop may be taken, too.
    """

    who: Role = "self"
    range: int = Field(2, ge=1, le=5)
    of: Role = Field("self", description="from whom the range is measured")

    en = "{who} takes an objective token within range {range} of {of}"
    zh = "{who}取得与{of}距离 {range} 之内的一个目标标记"

    def candidates(self, game: Game, run: Run) -> list[str]:
        """The tokens that it may take now."""
        taker, origin = who(game, run, self.who), named(game, run, self.of)
        if not taker or origin not in game.state.characters or not game.may("hold", taker):
            return []
        tokens = game.state.objectives
        lying = [id for id in sorted(tokens_around(game, origin, self.range)) if not tokens[id].holder]
        dropping = [str(one.id) for one in held_by(game, origin)] if not able(game, origin) else []
        has = [token.crisis for token in held_by(game, taker)]
        cards = game.content["crises"]
        return [
            id for id in (*dropping, *lying)
            if (card := cards[tokens[id].crisis]).interaction == "take"
            and not tokens[id].goal
            and may_hold(game, taker, id)
            and has.count(tokens[id].crisis) < card.most
        ]  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        if found := self.candidates(game, run):
            taker = who(game, run, self.who)
            token = yield from ask_which(run.player, "token", found, self.rule, character=taker)
            yield from unburden(game, token)
            yield from pick_up(game, taker, token)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"who": wording.whom(self.who), "of": wording.whom(self.of), "range": self.range}


def _passable(position: Position, holder: str, taker: str) -> list[str]:
    """The tokens of a holder that a character may take besides those that it has."""
    if not holder or holder == taker or not position.may("hold", taker):
        return []
    has = [token.crisis for token in held_by(position, taker)]
    cards = position.content["crises"]
    return [
        str(one.id)
        for one in held_by(position, holder)
        if has.count(one.crisis) < cards[one.crisis].most and may_hold(position, taker, str(one.id))
    ]


def _kind(position: Position, token: str) -> str:
    return str(position.content["crises"][position.state.objectives[token].crisis].token)


class Interact(Verb, name="interact", rule="objective.interact"):
    """A character interacts with any number of objective tokens near it, which its player chooses, without power."""

    who: Role = "self"

    en = "{who} may interact with any number of objective tokens without power"
    zh = "{who}可不花费力量与任意数量的目标标记互动"

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        found = [*in_hand(game, one, free=True)] if one else []
        if not found:
            return
        player = character(game, one).player
        chosen = yield Request(player, "tokens", Subset(found, 0, len(found)), self.rule, {"character": one})
        for token in chosen:
            if able(game, one) and token in in_hand(game, one, free=True):
                call = yield from interact_with(game, one, token, free=True)
                if call is not None:
                    yield call


class SpendTokens(Verb, name="spend_tokens", rule="power.spend", opens=(MUCH,)):
    """The character may spend tokens of its own, up to so many; "that_much" in what follows is how many it spent."""

    token: str = Field(description="what the text calls it")
    up_to: Amount = 1
    least: int = Field(1, ge=1, le=10, description="the fewest that it may spend, if it spends any")
    then: Some[Effect]

    en = "it may spend up to {up_to} {token}: {then}"
    zh = "其可花费至多 {up_to} 个{token}标记：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        if not able(game, run.character):
            return
        most = min(counted(self.up_to, game, run), character(game, run.character).tokens.count(self.token))
        if most < self.least:
            return
        amounts = (0, *range(self.least, most + 1))
        amount = yield choose(run.player, "spend_tokens", amounts, self.rule, character=run.character)
        if amount:
            yield TokensChanged(run.character, self.token, -amount, rule=self.rule)
            yield then_do(game, run, self.then, much=amount)
