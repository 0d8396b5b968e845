"""What crisis cards do with their tokens, and what they ask of whoever is near them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from rulewright import FOREVER, Call, Limit, Request, ask_which, begin_effect, during
from rulewright.programs import numbers
from rulewright.timing import use_key, within_limit
from rulewright.triggers import use
from rulewright.vocabulary import Count, Effect, Some, Test, Verb, variants

from ..events.objectives import ControlLost, ControlTaken, ObjectivePlaced, ObjectiveRemoved
from ..objectives import (
    SEALED,
    contested_by,
    contesting,
    held_by,
    is_sealed,
    of_type,
    place_for_token,
    secured_by,
    tokens_of,
    unburden,
)
from ..running import Run, named, who
from ..space.battlefield import TABLE, tokens_around
from ..superpowers.moments import TOKEN
from ..terms import character
from .words import OneOf, Role, Side

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from ..book.wording import Wording


# Tokens -----------------------------------------------------------------------------------------------------


class TakeControl(Verb, name="control", rule="objective.control", needs=(TOKEN,), whom=None):
    """The player of the character controls the token."""

    en = "its player controls the token"
    zh = "其玩家控制该标记"

    def do(self, game: Game, run: Run) -> Event | None:
        return None if is_sealed(game, run.token) else ControlTaken(run.token, run.player, rule=self.rule)


class Seal(Verb, name="seal", rule="terms.cannot-beats-can", needs=(TOKEN,), whom=None):
    """Nobody can interact with the token, contest it or control it for a time; who controls it does so no longer."""

    until: Literal["round", "game"] = "round"

    en = "nobody can interact with, contest or control the token {until}"
    zh = "{until}任何角色不能与该标记互动、争夺或控制该标记"

    def do(self, game: Game, run: Run) -> Steps:
        token = game.state.objectives.get(run.token)
        if token is None or (self.until != "game" and game.scope(self.until) is None):
            return
        ends = FOREVER if self.until == "game" else during(self.until)
        yield begin_effect(game, SEALED.name, ends, target=("objectives", run.token), rule=self.rule)
        if token.control is not None:
            yield ControlLost(run.token, token.control, rule=self.rule)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"until": wording.say(f"for.{self.until}")}


class ChooseObjective(OneOf, name="choose_objective", rule="terms.objects", opens=(TOKEN,)):
    """An objective token on the battlefield within a range of its character is chosen."""

    range: int = Field(2, ge=1, le=5)
    type: Literal["any", "secure", "extract"] = "any"
    then: Some[Effect]

    en = variants(
        "choose an objective token within range {range} of it: {then}",
        typed="choose an objective token ({type}) within range {range} of it: {then}",
    )
    zh = variants(
        "选择其距离 {range} 内一个目标标记：{then}", typed="选择其距离 {range} 内一个目标标记（{type}）：{then}"
    )

    def candidates(self, game: Game, run: Run) -> list[str]:
        """The tokens that may be chosen now."""
        if run.character not in TABLE(game).models:
            return []
        near = sorted(tokens_around(game, run.character, self.range))
        lying = (id for id in near if not game.state.objectives[id].goal)
        return [id for id in lying if self.type in ("any", of_type(game, id))]

    def do(self, game: Game, run: Run) -> Steps:
        if found := self.candidates(game, run):
            token = yield from ask_which(run.player, "token", found, self.rule, character=run.character)
            yield Call("resolve", replace(run, queue=numbers(self.then), token=token))

    def variant(self) -> str:
        return "" if self.type == "any" else "typed"

    def worth(self, judge: Any) -> float:
        return float(judge.effects(self.then))

    def facts(self, wording: Wording) -> dict[str, Any]:
        type = "" if self.type == "any" else wording.say(f"crisis_type.{self.type}")
        return {"range": self.range, "type": type, "then": wording.effects(self.then)}


class ForTokens(Verb, name="for_tokens", rule="objective.contest", opens=(TOKEN,)):
    """For each token of the card that a player secures or controls, one after the other, something happens; which one
    comes next the player of the effect says."""

    that: Literal["controlled", "secured"]
    by: Literal["own", "opponent"] = "own"
    once: Literal["", "round"] = Field("", description="whether it happens with each token once in a while only")
    then: Some[Effect]

    en = variants(
        "for each token that is {that} by {by}: {then}",
        once="for each token that is {that} by {by}, once per round: {then}",
    )
    zh = variants("对每个被{by}{that}的标记：{then}", once="对每个被{by}{that}的标记，每轮一次：{then}")

    def found(self, game: Game, run: Run) -> list[str]:
        """The tokens that it is about now."""
        player = run.player if self.by == "own" else 1 - run.player
        tokens = (one for one in tokens_of(game, run.source) if not one.holder)
        ids = (
            str(one.id)
            for one in tokens
            if player == (one.control if self.that == "controlled" else secured_by(game, str(one.id)))
        )
        return [id for id in ids if self._left(game, run, id)]

    def do(self, game: Game, run: Run) -> Steps:
        left = self.found(game, run)
        while left:
            token = yield from ask_which(run.player, "next_token", left, self.rule, crisis=run.source)
            left.remove(token)
            if token not in game.state.objectives or not self._left(game, run, token):
                continue
            if self.once:
                yield use(game, use_key(game, self._limit, self._name(run), token, None))
            yield Call("resolve", replace(run, queue=numbers(self.then), token=token))

    def _left(self, game: Game, run: Run, token: str) -> bool:
        return not self.once or within_limit(game, self._limit, self._name(run), token, None)

    @property
    def _limit(self) -> Limit:
        return Limit(1, self.once, per="source")

    def _name(self, run: Run) -> str:
        return f"{run.source} token"

    def variant(self) -> str:
        return "once" if self.once else ""

    def worth(self, judge: Any) -> float:
        return float(judge.effects(self.then))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "that": wording.say(f"token.{self.that}"),
            "by": wording.say(f"token.{self.by}"),
            "then": wording.effects(self.then),
        }


class PlaceToken(Verb, name="place_token", rule="objective.no-size", needs=(TOKEN,), whom=None):
    """The token is placed within a range of where it lies, by the player of the effect."""

    range: int = Field(2, ge=1, le=5)

    en = "place the token within range {range} of where it lies"
    zh = "将该标记放置在其所在位置距离 {range} 内"

    def do(self, game: Game, run: Run) -> Steps:
        if run.token not in TABLE(game).markers:
            return
        ground = TABLE(game).markers[run.token].footprint
        question = place_for_token(game, run.token, ground, self.range, run.player)
        x, y = yield Request(run.player, "place_token", question, self.rule, {"objective": run.token})
        yield ObjectivePlaced(run.token, x, y, rule=self.rule)


class ForLyingTokens(Verb, name="for_lying_tokens", rule="terms.objects", opens=(TOKEN,)):
    """For each objective token of a kind that lies near its character something happens, in the order that its player
    chooses."""

    kind: Literal["civilian", "asset", "point of interest"]
    range: int = Field(2, ge=1, le=5)
    then: Some[Effect]

    en = "for each token ({kind}) within range {range} of it: {then}"
    zh = "对其距离 {range} 内的每个标记（{kind}）：{then}"

    def found(self, game: Game, run: Run) -> list[str]:
        """The tokens that it is about now."""
        if run.character not in game.state.characters:
            return []
        tokens, cards = game.state.objectives, game.content["crises"]
        near = (id for id in sorted(tokens_around(game, run.character, self.range)) if not tokens[id].holder)
        return [id for id in near if not tokens[id].goal and cards[tokens[id].crisis].token == self.kind]

    def do(self, game: Game, run: Run) -> Steps:
        left = self.found(game, run)
        while left:
            token = yield from ask_which(run.player, "token", left, self.rule, character=run.character)
            left.remove(token)
            yield Call("resolve", replace(run, queue=numbers(self.then), token=token))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "then": wording.effects(self.then)}


class ChooseToken(OneOf, name="choose_token", rule="objective.contest", opens=(TOKEN,), whom="contested_by"):
    """One of the objective tokens that a character contests is chosen, which what follows means; without any nothing
    happens."""

    contested_by: Role = "chosen"
    then: Some[Effect]

    en = "choose a token that {contested_by} contests: {then}"
    zh = "选择{contested_by}争夺的一个标记：{then}"

    def candidates(self, game: Game, run: Run) -> list[str]:
        """The tokens that it contests now."""
        one = who(game, run, self.contested_by)
        return [*contested_by(game, one)] if one else []

    def do(self, game: Game, run: Run) -> Steps:
        if found := self.candidates(game, run):
            one = who(game, run, self.contested_by)
            token = yield from ask_which(run.player, "token", found, self.rule, character=one)
            yield Call("resolve", replace(run, queue=numbers(self.then), token=token))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"contested_by": wording.whom(self.contested_by), "then": wording.effects(self.then)}


class RemoveToken(Verb, name="remove_token", rule="objective.hold"):
    """An objective token that a character holds is removed from the game."""

    who: Role = "self"

    en = "an objective token that {who} holds is removed from the game"
    zh = "将{who}持有的一个目标标记移出游戏"

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        held = [str(token.id) for token in held_by(game, one)] if one else []
        if held:
            token = yield from ask_which(run.player, "token", held, self.rule, character=one)
            yield from unburden(game, token)
            yield ObjectiveRemoved(token, one, rule=self.rule)


# Amounts and conditions -------------------------------------------------------------------------------------


class Contesting(Count, key="contesting", needs=(TOKEN,)):
    """How many characters of a side contest the token, or how many healthy ones."""

    contesting: Side
    healthy: bool = False

    def count(self, game: Game, run: Run) -> int:
        found = contesting(game, run.token) if run.token in game.state.objectives else {}
        sides = {"allied": (run.player,), "enemy": (1 - run.player,), "any": (0, 1)}[self.contesting]
        return sum(
            healthy + (0 if self.healthy else injured) for seat, (healthy, injured) in found.items() if seat in sides
        )

    def said(self, wording: Wording) -> str:
        how = "healthy" if self.healthy else "all"
        return wording.say(f"amount.contesting_{how}", side=wording.say(f"player.{self.contesting}"))


class Holds(Count, key="holds"):
    """How many objective tokens a character holds."""

    holds: Role

    def count(self, game: Game, run: Run) -> int:
        one = named(game, run, self.holds)
        return len([*held_by(game, one)]) if one else 0

    def said(self, wording: Wording) -> str:
        return wording.say("amount.holds", whose=wording.whose(self.holds))


class Controlled(Count, key="controlled"):
    """How many objective tokens the player of a side controls."""

    controlled: Literal["allied", "enemy"]

    def count(self, game: Game, run: Run) -> int:
        player = run.player if self.controlled == "allied" else 1 - run.player
        return sum(token.control == player for token in game.state.objectives.values())

    def said(self, wording: Wording) -> str:
        return wording.say("amount.controlled", side=wording.say(f"player.{self.controlled}"))


class NearToken(Test, key="near_token"):
    """A character is within a range of a token of the card that lies on the battlefield."""

    near_token: int = Field(ge=1, le=5, description="the range")
    who: Role = "self"

    def holds(self, game: Position, run: Run) -> bool:
        one = who(game, run, self.who)
        near = tokens_around(game, one, self.near_token) if one else ()
        return any(str(token.id) in near for token in tokens_of(game, run.source))

    def said(self, wording: Wording) -> str:
        return wording.say("test.near_token", who=wording.whom(self.who), range=self.near_token)


class NearObjective(Test, key="near_objective"):
    """A character is within a range of a token of the secure or the extract crisis that lies on the battlefield."""

    near_objective: int = Field(ge=1, le=5, description="the range")
    type: Literal["secure", "extract"]
    who: Role = "self"

    def holds(self, game: Position, run: Run) -> bool:
        one = who(game, run, self.who)
        near = tokens_around(game, one, self.near_objective) if one else ()
        return any(of_type(game, token) == self.type for token in near)

    def said(self, wording: Wording) -> str:
        facts = {"range": self.near_objective, "type": wording.say(f"crisis_type.{self.type}")}
        return wording.say("test.near_objective", who=wording.whom(self.who), **facts)


def other_tokens(position: Position, token: str) -> list[str]:
    """The other tokens of the same crisis that lie on the battlefield."""
    tokens = tokens_of(position, position.state.objectives[token].crisis)
    return [str(one.id) for one in tokens if str(one.id) != token and not one.holder]


def player_of(position: Position, run: Run, id: str, decided_by: str) -> int:
    """Who says where a character comes: the player of the effect, or the opponent of its own player."""
    return run.player if decided_by == "own" else 1 - character(position, id).player
