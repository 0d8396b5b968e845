"""Tokens of team tactic cards that lie on the battlefield: where they are laid, who is near them, and when they go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from pydantic import Field

from rulewright import Call, Request, ask_which
from rulewright.field.inches import SetUp
from rulewright.geometry.plane import Circle, Model, Pose, Scene
from rulewright.geometry.plane.place import Away, SetupPolicy
from rulewright.programs import numbers
from rulewright.vocabulary import Effect, Some, Test, Verb, variants

from ..events.objectives import CardTokenLaid, CardTokenRemoved
from ..movement.throws import destroyed
from ..objectives import place_for_token
from ..running import Run, named, who
from ..space.battlefield import TABLE, within
from ..space.faults import LAYING
from ..space.tools import BOARD, TOKEN, inches
from ..superpowers.moments import CARD_TOKEN
from .words import OneOf, Role

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from ..book.wording import Wording


def tokens_called(position: Position, kind: str) -> list[str]:
    """The tokens on the battlefield that a text calls so, whoever has laid them."""
    return [str(one.id) for one in position.state.card_tokens.values() if one.kind == kind]


class LayToken(Verb, name="lay_token", rule="terms.objects", whom=None):
    """A token of the card is laid on the battlefield within a range of someone, or anywhere away from others,
    where the player of the effect says."""

    token: str = Field(description="what the text calls it")
    range: int = Field(1, ge=1, le=5)
    of: Role = "self"
    away: int | None = Field(
        None, ge=1, le=5, description="within which range of another one it must not be, as it is laid anywhere else"
    )

    en = variants(
        "place a {token} token within range {range} of {of}",
        away="place a {token} token on the battlefield, not within range {away} of another one",
    )  # fmt: skip
    zh = variants(
        "将一个{token}标记放置在{of}距离 {range} 内",
        away="将一个{token}标记放置在战场上，不在另一个该标记距离 {away} 内",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        one = named(game, run, self.of)
        if one not in TABLE(game).models:
            return
        base, id = TABLE(game).models[one], self._id(game, run)
        if self.away is not None:
            yield from self._anywhere(game, run, id, self.away)
            return
        question = place_for_token(game, id, base.footprint, self.range, run.player, base.pose.centre)
        x, y = yield Request(run.player, "lay_token", question, self.rule, {"token": self.token, "character": one})
        yield CardTokenLaid(id, self.token, run.player, x, y, rule=self.rule)

    def _anywhere(self, game: Game, run: Run, id: str, away: int) -> Steps:
        others = tokens_called(game, self.token)
        kept_off = (Away(inches(away), tuple(others)),) if others else ()
        markers = [TABLE(game).markers[other] for other in others]
        scene = Scene(BOARD, BOARD, markers=markers)
        model = Model(id, Circle(TOKEN), Pose(BOARD / 2, BOARD / 2))
        question = SetUp(scene, (model,), SetupPolicy(kept_off), LAYING)
        ((_, x, y, *_),) = yield Request(run.player, "lay_token_anywhere", question, self.rule, {"token": self.token})
        yield CardTokenLaid(id, self.token, run.player, x, y, rule=self.rule)

    def variant(self) -> str:
        return "" if self.away is None else "away"

    def _id(self, game: Game, run: Run) -> str:
        """The card with the first number that none of its tokens has."""
        return next(id for n in range(1, 100) if (id := f"{run.source}#{n}") not in game.state.card_tokens)


class ForCardTokens(Verb, name="for_card_tokens", rule="terms.objects", opens=(CARD_TOKEN,)):
    """For each token of the card on the battlefield something happens."""

    token: str = Field(description="what the text calls it")
    then: Some[Effect]

    en = "for each {token} token: {then}"
    zh = "对每个{token}标记：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        for id in tokens_called(game, self.token):
            yield Call("resolve", replace(run, queue=numbers(self.then), token=id))

    def worth(self, judge: Any) -> float:
        return float(judge.effects(self.then))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"token": wording.token(self.token), "then": wording.effects(self.then)}


class ChooseCardToken(OneOf, name="choose_card_token", rule="terms.objects", opens=(CARD_TOKEN,)):
    """A token of the card on the battlefield is chosen, or another one than one near its character."""

    token: str = Field(description="what the text calls it")
    another: int | None = Field(None, ge=1, le=5, description="within which range another one has to be")
    then: Some[Effect]

    en = variants("choose a {token} token: {then}", another="choose another {token} token: {then}")
    zh = variants("选择一个{token}标记：{then}", another="选择另一个{token}标记：{then}")

    def candidates(self, game: Game, run: Run) -> list[str]:
        """The tokens that may be chosen now."""
        found = tokens_called(game, self.token)
        if self.another is None:
            return found
        near = [id for id in found if run.character in TABLE(game).models
                and within(game, run.character, id, self.another)]  # fmt: skip
        return [id for id in found if any(other != id for other in near)]

    def do(self, game: Game, run: Run) -> Steps:
        if found := self.candidates(game, run):
            token = yield from ask_which(run.player, "card_token", found, self.rule, character=run.character)
            yield Call("resolve", replace(run, queue=numbers(self.then), token=token))

    def variant(self) -> str:
        return "" if self.another is None else "another"

    def worth(self, judge: Any) -> float:
        return float(judge.effects(self.then))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"token": wording.token(self.token), "then": wording.effects(self.then)}


class LiftToken(Verb, name="lift_token", rule="terms.objects", needs=(CARD_TOKEN,), whom=None):
    """The token of the card is removed from the battlefield."""

    en = "remove the token from the battlefield"
    zh = "将该标记移出战场"

    def do(self, game: Game, run: Run) -> Event | None:
        there = run.token in game.state.card_tokens
        return CardTokenRemoved(run.token, rule=self.rule) if there else None


class DestroyNear(Verb, name="destroy_near", rule="terrain.destroyed", needs=(CARD_TOKEN,), whom=None):
    """All terrain features of a size within a range of the token of the card are destroyed."""

    size: int = Field(ge=1, le=6, description="of this size or less")
    range: int = Field(2, ge=1, le=5)

    en = "destroy all terrain of size {size} or less within range {range} of the token"
    zh = "摧毁该标记距离 {range} 内所有尺寸 {size} 或更小的地形"

    def do(self, game: Game, run: Run) -> Steps:
        if run.token not in TABLE(game).markers:
            return
        kinds = game.content.terrain
        small = [str(one.id) for one in game.state.terrain.values() if kinds[one.kind].size <= self.size]
        for id in [id for id in small if within(game, run.token, id, self.range)]:
            if id in game.state.terrain:
                yield destroyed(game, id, self.rule)


class NearCardToken(Test, key="near_card_token"):
    """A character is within a range of a token of the card on the battlefield."""

    near_card_token: str = Field(description="what the text calls it")
    range: int = Field(1, ge=1, le=5)
    who: Role = "self"

    def holds(self, game: Position, run: Run) -> bool:
        one = who(game, run, self.who)
        there = one in TABLE(game).models
        return there and any(within(game, one, id, self.range) for id in tokens_called(game, self.near_card_token))

    def said(self, wording: Wording) -> str:
        facts = {"who": wording.whom(self.who), "token": wording.token(self.near_card_token), "range": self.range}
        return wording.say("test.near_card_token", **facts)
