"""Who is chosen, what may be done, dice and coins, and texts that are played by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from rulewright import Die, Limit, Roll, ask_which, choose, rule, vocabulary
from rulewright.programs import can_do, then_do
from rulewright.timing import use_key, within_limit
from rulewright.triggers import use
from rulewright.vocabulary import ContentModel, Effect, Some, Verb, Whole, step

from ..attack.targets import cannot_be_targeted
from ..dice.rolls import d6, result, succeeds
from ..terms import character
from .words import CHOSEN, D6, DONE, Filter, Role, Side, meant

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book.wording import Wording
    from .resolution import Run

COIN: Final = Die("coin", ("heads", "tails"))


class Target(Filter, Verb, name="target", rule="21.10", sort="among", opens=(CHOSEN,), leaves=(CHOSEN,)):
    """The player chooses a character, to which "chosen" refers from now on; nothing more happens without one."""

    among: Side = "opposing"
    optional: bool = False
    then: Some[Effect]

    def do(self, game: Game, run: Run) -> Steps:
        found = self.able(game, run)
        options: list[Any] = [*found, *([None] if self.optional else [])]
        if not found:
            return None
        chosen = yield from ask_which(
            run.player, "target", options, self.rule, character=run.character, source=run.source
        )
        return game.note(run, left=True) if chosen is None else then_do(game, run, self.then, chosen=(chosen,))

    @rule("13.3")
    def able(self, game: Game, run: Run) -> list[str]:
        """Those who can be chosen: to whom what follows can be done."""
        return [one for one in self._open(game, run) if can_do(game, replace(run, chosen=(one,)), self.then)]

    @rule("11.5", "12.1c")
    def _open(self, game: Game, run: Run) -> list[str]:
        """Those that its character can target."""
        return [one for one in self.found(game, run) if not cannot_be_targeted(game, one, run.character, "power")]

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return bool(self.able(game, run))

    def said(self, wording: Wording) -> str:
        return wording.say("verb.target", who=self.told(wording, "one"), then=wording.effects(self.then))


class Choose(vocabulary.Choose, name="choose"):
    """One of several options is chosen; with ``by`` by whoever controls that character."""

    by: Role | None = Field(None, description="whose controller chooses; the player of the effect without")

    @rule("13.3")
    def chooser(self, game: Game, run: Run) -> int | None:
        found = [run.character] if self.by is None else meant(game, run, self.by)
        return run.player if self.by is None else next((character(game, id).player for id in found), None)

    def said(self, wording: Any) -> str:
        told = super().said(wording)
        return told if self.by is None else str(wording.say("verb.choose_by", who=wording.whom(self.by), told=told))


class May(Verb, name="may", earlier="you_may", rule="20.9b", leaves=(DONE,)):
    """The player may do something; ``if_done`` follows if it was done, whatever came of it; who fails to break away has
    not moved.

    ``once`` a turn or game is counted for the character whose effect it is (21.11).
    """

    effects: Some[Effect]
    if_done: tuple[Effect, ...] = ()
    once: Literal["", "turn", "game"] = ""

    en = vocabulary.variants("you may {effects}", more="you may {effects}; if you do, {if_done}")
    zh = vocabulary.variants("你可以{effects}", more="你可以{effects}；如果你执行，{if_done}")

    @rule("20.9b", "21.11")
    def do(self, game: Game, run: Run) -> Steps:
        if not self.can(game, run):
            yield game.note(run, did=False)
            return
        if (yield choose(run.player, "may", (True, False), self.rule, effect=self.deed.number, source=run.source)):
            if self.once:
                yield use(game, use_key(game, self.limit(run), "", run.character, run.player))
            yield then_do(game, run, (*self.effects, self.follow) if self.if_done else self.effects, did=True)
        else:
            yield game.note(run, did=False)

    @step
    @rule("20.9b", "10.8a")
    def follow(self, game: Game, run: Run) -> Event | None:
        """What follows if it was done."""
        return then_do(game, run, self.if_done) if run.did else None

    def can(self, game: Game, run: Run) -> bool:
        open_ = not self.once or within_limit(game, self.limit(run), "", run.character, run.player)
        return open_ and can_do(game, replace(run, may=True), self.effects)

    def limit(self, run: Run) -> Limit:
        """How often it may be done."""
        return Limit(1, self.once, name=f"{run.source} may {self.deed.number}")

    def said(self, wording: Wording) -> str:
        told = super().said(wording)
        return wording.say("verb.may_once", told=told, once=wording.once(self.once)) if self.once else told

    def variant(self) -> str:
        return "more" if self.if_done else ""

    def worth(self, judge: Any) -> float:
        return max(0.0, self.promise(True, judge))

    def promise(self, answer: Any, judge: Any) -> float:
        return float(judge.effects((*self.effects, *self.if_done))) if answer else 0.0


class Range(ContentModel):
    """What a d6 from ``least`` to ``most`` brings."""

    least: int = Field(1, ge=1, le=6)
    most: int = Field(6, ge=1, le=6)
    effects: tuple[Effect, ...] = ()


class RollD6(Verb, name="roll", rule="6.4", opens=(D6,), leaves=(D6,)):
    """Roll a d6: an effect for each range of results; a single range that says ``least`` is success or failure."""

    results: Some[Range]
    more: Whole = 0
    final: bool = Field(False, description="it cannot be rerolled")

    def do(self, game: Game, run: Run) -> Steps:
        face = yield from d6(game, run.player, run.character, run.source, final=self.final)
        number = result(face, self.more)
        one = self.results[0]
        if len(self.results) == 1 and one.least > 1 and one.most == 6:
            done = one.effects if succeeds(face, one.least, self.more) else ()
        else:
            done = next((one.effects for one in self.results if one.least <= number <= one.most), ())
        return then_do(game, run, done, rolled=number)

    def said(self, wording: Wording) -> str:
        parts = [
            wording.say("verb.result", least=one.least, most=one.most, effects=self.brings_in(one, wording))
            for one in self.results
        ]
        return wording.say("verb.roll_final" if self.final else "verb.roll", results=wording.apart.join(parts))

    @staticmethod
    def brings_in(one: Range, wording: Wording) -> str:
        """What some results bring, in words."""
        return wording.effects(one.effects) if one.effects else wording.say("verb.nothing")

    def worth(self, judge: Any) -> float:
        return float(sum((one.most - one.least + 1) / 6 * judge.effects(one.effects) for one in self.results))


class Flip(Verb, name="flip", rule="21.13"):
    """Flip a coin, which nothing can reroll or change."""

    heads: tuple[Effect, ...] = ()
    tails: tuple[Effect, ...] = ()

    en = "flip a coin; heads: {heads}; tails: {tails}"
    zh = "投硬币；正面：{heads}；反面：{tails}"

    def do(self, game: Game, run: Run) -> Steps:
        (side,) = yield Roll((COIN,), run.player, "coin", self.rule)
        return then_do(game, run, self.heads if side == "heads" else self.tails)

    def worth(self, judge: Any) -> float:
        return float(judge.effects((*self.heads, *self.tails))) / 2


class ByHand(vocabulary.ByHand, name="by_hand", rule="18.2"):
    """The player of the character says what a text does that no program understands."""
