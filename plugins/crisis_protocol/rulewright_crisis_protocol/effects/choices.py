"""Whom and what the player of an effect chooses; effects for each of several, and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace
from pydantic import Field, model_validator

from rulewright import Call, Limit, Request, Subset, ask_which, vocabulary
from rulewright.programs import counted, each_of, numbers, then_do
from rulewright.timing import use_key, within_limit
from rulewright.triggers import use
from rulewright.vocabulary import Amount, Effect, Some, Verb, variants

from ..movement.throws import throwable
from ..running import Run, who
from ..superpowers.moments import CHOSEN
from ..terms import EACH
from .words import Filter, OneOf, Role, Side, next_of

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.wording import Wording


class ChooseCharacter(Filter, OneOf, name="choose_character", rule="terms.objects", sort="side", opens=(CHOSEN,)):
    """One character is chosen, or some, whom what follows means by "chosen"; where there is none, nothing happens."""

    side: Side = "enemy"
    range: int | None = Field(2, ge=1, le=5)
    up_to: Amount | None = Field(None, description="how many may be chosen, or none; without it one must be")
    least: int | None = Field(None, ge=1, le=99, description="how many of these have to be, if there are as many")
    together: bool = Field(False, description="whether what follows happens once, whoever is chosen, and not for each")
    or_terrain: bool = Field(False, description="whether an interactive terrain feature of that size may be chosen")
    then: Some[Effect]

    en = "choose {whom}: {then}"
    zh = "选择{whom}：{then}"

    @model_validator(mode="after")
    def _together_of_several(self) -> ChooseCharacter:
        if (self.together or self.least) and self.up_to is None:
            raise ValueError("together, least, up_to: it is about several that are chosen")
        return self

    def candidates(self, game: Game, run: Run) -> list[str]:
        """What may be chosen now."""
        found = self.found(game, run)
        if self.or_terrain and run.character in game.state.characters:
            found += throwable(game, run.character, self.range or 5, self.size)
        return found

    def can(self, game: Game, run: Run) -> bool:
        return self.finds(game, run) or bool(self.candidates(game, run) if self.or_terrain else ())

    def matters(self, game: Game, run: Run) -> bool:
        """Whether anyone may be chosen for whom what follows would be of use."""
        for one in self.candidates(game, run):
            chosen = replace(run, ones=(one,)) if self.together else replace(run, chosen=one)
            if any(effect.matters(game, chosen) for effect in self.then):
                return True
        return False

    def do(self, game: Game, run: Run) -> Steps:
        found = self.candidates(game, run)
        if not (found or self.together):
            return
        if self.up_to is not None:
            most = min(counted(self.up_to, game, run), len(found))
            space, chosen = Subset(found, min(self.least or 0, most), most), ()
            if most:
                chosen = yield Request(run.player, "characters", space, self.rule, {"character": run.character})
            if self.together:
                yield then_do(game, run, self.then, ones=tuple(chosen))
            else:
                yield from each_of(run, chosen, self.then)
            return
        one = yield from ask_which(run.player, "character", found, self.rule, character=run.character)
        yield then_do(game, run, self.then, chosen=one)

    def facts(self, wording: Wording) -> dict[str, Any]:
        whom = self.told(wording, "one" if self.up_to is None else "several")
        if self.up_to is not None:
            whom = wording.say(
                "among.up_to" if self.least is None else "among.least",
                least=self.least,
                count=wording.amount(self.up_to),
                whom=whom,
            )
        if self.or_terrain:
            whom = wording.say("among.or_terrain", whom=whom)
        return {"whom": whom, "then": wording.effects(self.then)}


class ForEach(Filter, Verb, name="for_each", rule="terms.objects", sort="side", opens=(CHOSEN,)):
    """For everyone of a sort, one after the other, something happens; what follows means them by "chosen"."""

    side: Side = "enemy"
    ordered: bool = Field(False, description="whether the player of the effect chooses who comes next")
    then: Some[Effect]

    en = variants("for {whom}: {then}", ordered="for {whom}, in any order: {then}")
    zh = variants("对{whom}：{then}", ordered="以任意顺序对{whom}：{then}")

    def do(self, game: Game, run: Run) -> Steps:
        found = self.found(game, run)
        if not self.ordered:
            yield from each_of(run, found, self.then)
            return
        while one := (yield from next_of(game, run, found, self.rule)):
            yield from each_of(run, [one], self.then)

    def variant(self) -> str:
        return "ordered" if self.ordered else ""

    def worth(self, judge: Any) -> float:
        return float(judge.where(chosen=judge.side(self)).effects(self.then))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"whom": self.told(wording, "each"), "then": wording.effects(self.then)}


class ByOpponent(Verb, name="by_opponent", rule="terms.effects", whom=None):
    """What follows is decided by the opponent, whose allies it means where it speaks of allies."""

    then: Some[Effect]

    en = "the opponent decides: {then}"
    zh = "由对手决定：{then}"

    def do(self, game: Game, run: Run) -> Call:
        return Call("resolve", replace(run, queue=numbers(self.then), player=1 - run.player))

    def worth(self, judge: Any) -> float:
        return -float(judge.effects(self.then))


class Repeat(vocabulary.Repeat, name="repeat", rule="attack.effect-order"):
    """Something happens so many times."""


class OnceEach(Verb, name="once_each", rule="terms.effects"):
    """Something happens to a character only once in a while by one source."""

    who: Role = "chosen"
    per: Literal["activation", "turn", "round", "game"] = "turn"
    then: Some[Effect]

    en = "{then} ({who} can be affected once per {per})"
    zh = "{then}（{who}每{per}只能受影响一次）"

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if not one:
            return
        limit, name = Limit(1, self.per, per="source"), f"{run.source} once each"
        if within_limit(game, limit, name, one, None):
            yield use(game, use_key(game, limit, name, one, None))
            yield then_do(game, run, self.then)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "per": wording.say(f"per.{self.per}")}


class Choose(vocabulary.Choose, name="choose", rule="attack.effect-order"):
    """The player of the effect picks one of several."""


class May(vocabulary.May, name="may", rule="attack.effect-order"):
    """The player of the effect decides whether something happens."""


class ByHand(vocabulary.ByHand, name="by_hand", rule="overview.priority-of-rules"):
    """The player of the effect says what a text does that no program understands."""

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: every icon, for nobody knows what the text says."""
        yield from ((pool, icons) for pool in ("attack", "defense") for icons in EACH)
