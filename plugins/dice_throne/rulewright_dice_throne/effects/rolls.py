"""Verbs that roll dice (8.1)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from rulewright import Roll, rule
from rulewright.dice import D6
from rulewright.programs import counted, then_do
from rulewright.vocabulary import Amount, Needs, step, variants

from ..dice.on_the_table import free_place
from ..events.dice import DiceTaken, EffectDiceRolled
from ..moments import DEFENDING, EFFECT_ROLLED, ROLLED
from ..resolution import Resolution, fire, is_listened_to
from ..state import DEFENCE
from .dice import Effects
from .verb import Verb
from .words import Named, Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.programs import Deed

    from ..cards.wording import Wording
    from .worth import Judge


class Rolls(Verb):
    """What rolls dice that can be changed before they count."""

    sayable = False
    for_one = True

    @rule("10.2.interfere", "5.2.interrupt", "5.2.uninterruptible", "6.3.spend-uninterruptible")
    def aftermath(self, game: Game, run: Resolution) -> tuple[Deed, ...]:
        """What follows the fall of the dice: what they trigger, a window if it can be interrupted, the count."""
        found: tuple[Deed, ...] = (self.count_dice,)
        if run.open:
            found = (self.interrupted, *found)
        if is_listened_to(game, "effect_rolled", run.player):
            found = (self.triggered, *found)
        return found

    @step
    def triggered(self, game: Game, run: Resolution) -> Any:
        """What is triggered by dice of an effect that lie on the table."""
        return fire(game, "effect_rolled", run.player, about=run.source, open=run.open)

    @step
    @rule("10.2.interfere")
    def interrupted(self, game: Game, run: Resolution) -> Any:
        """What players do about dice of an effect."""
        return EFFECT_ROLLED

    @step
    def count_dice(self, game: Game, run: Resolution) -> Any:
        """The dice count as they lie now."""
        raise NotImplementedError


class RollDice(Rolls, name="roll", rule="8.1.roll", opens=(ROLLED,), leaves=(ROLLED,)):
    """Roll dice for an effect (8.1); each branch of ``on`` that the roll shows happens once (8.2).

    A key of ``on`` is a symbol, or numbers: ``"6"``, ``"1-2"``. ``otherwise`` happens if no branch did,
    ``then`` in any case afterwards. Between the fall of the dice and the branches lies the moment
    `effect_rolled`, at which the dice may be changed. Whom the roll is ``against`` is named before the dice fall.
    """

    dice: Amount = 1
    by: Who = "self"
    against: Who | None = None
    on: Annotated[dict[str, Effects], Named("symbol")] = Field(default_factory=dict)
    otherwise: Effects = ()
    then: Effects = ()

    @model_validator(mode="after")
    def _otherwise_of_something(self) -> RollDice:
        if self.otherwise and not self.on:
            raise ValueError("otherwise needs an on that it is the alternative of; write then")
        if not (self.on or self.then):
            raise ValueError("a roll needs on or then, or nothing comes of it")
        return self

    def do(self, game: Game, run: Resolution) -> Steps:
        """At once; before they count they may be changed, unless nothing may interrupt."""
        count = counted(self.dice, game, run)
        for player in seats(game, run, self.by):
            if not count:
                return then_do(game, run, self.results(game, player, ()), dice=(), roller=player, place=-1)
            faces = yield Roll((D6,) * count, player, "effect_roll", self.rule, {"source": run.source})
            after = self.aftermath(game, run)
            if len(after) == 1:  # nobody can touch them, so they need not lie on the table
                yield EffectDiceRolled(player, -1, faces, run.source, rule=self.rule)
                return then_do(game, run, self.results(game, player, faces), dice=faces, roller=player, place=-1)
            place = free_place(game)
            yield EffectDiceRolled(player, place, faces, run.source, rule=self.rule)
            return then_do(game, run, after, place=place, roller=player)
        return None

    @step
    def count_dice(self, game: Game, run: Resolution) -> Steps:
        """Dice that lay on the table count as they lie now."""
        faces = game.state.rolls[run.place].faces
        yield DiceTaken((run.place,))
        return then_do(game, run, self.results(game, run.roller, faces), dice=faces, place=-1)

    @rule("8.2.on-symbol", "8.1.roll")
    def results(self, game: Game, roller: int, faces: tuple[int, ...]) -> Effects:
        """Each branch that the dice show happens once, "otherwise" if none did, "then" in any case."""
        if not self.on:
            return self.then
        symbols = game.content.heroes[game.state.heroes[roller].name].faces
        shown = {*faces, *(symbols[face - 1] for face in faces)}
        found: Effects = ()
        for wanted, effects in self.branches:
            if not shown.isdisjoint(wanted):
                found += effects
        return (*(found or self.otherwise), *self.then)

    @cached_property
    def branches(self) -> tuple[tuple[frozenset[str | int], Effects], ...]:
        """The faces that each branch names, and its effects."""
        return tuple((_faces_named(key), effects) for key, effects in self.on.items())

    def said(self, wording: Wording) -> str:
        branches = [
            wording.say("effect.on", shown=wording.symbol(key), effects=wording.effects(effects))
            for key, effects in self.on.items()
        ]
        if self.otherwise:
            branches.append(wording.say("effect.otherwise", effects=wording.effects(self.otherwise)))
        if self.then:
            branches.append(wording.effects(self.then))
        told = wording.roll(wording.amount(self.dice), wording.apart.join(branches))
        if self.against is None:
            return told
        return wording.say("effect.against", who=wording.who(self.against), effect=told)

    def worth(self, judge: Judge) -> float:
        return judge.effects(self.then) + sum(judge.effects(effects) for effects in self.on.values()) / 2


def _faces_named(key: str) -> frozenset[str | int]:
    """The faces that a branch of a roll names: a symbol, or numbers such as "1-2" and "6"."""
    if not set(key) <= set("123456,-"):
        return frozenset((key,))
    found: set[str | int] = set()
    for part in key.split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return frozenset(found)


class Contest(Rolls, name="contest", rule="8.1.roll"):
    """Two players compare one die each: the player of the effect against ``against``.

    ``own`` says whether the own die is rolled for this, or is the die of the defensive roll.
    """

    patient = True

    against: Who
    own: Annotated[Literal["new", "defence"], Needs({"defence": (DEFENDING,)})] = "new"
    tie: Literal["win", "lose", "neither"]
    win: Effects = ()
    lose: Effects = ()

    en = variants(
        "die against die: higher: {win}; lower: {lose}",
        win="die against die (ties win): higher: {win}; lower: {lose}",
        lose="die against die (ties lose): higher: {win}; lower: {lose}",
    )
    zh = variants(
        "比点数：较大：{win}；较小：{lose}",
        win="比点数（平手算赢）：较大：{win}；较小：{lose}",
        lose="比点数（平手算输）：较大：{win}；较小：{lose}",
    )

    def do(self, game: Game, run: Resolution) -> Steps:
        """The own die is rolled now, or is that of the defensive roll, if any."""
        rivals = seats(game, run, self.against)
        if not rivals or (self.own == "defence" and not game.state.rolls[DEFENCE].faces):
            return None
        place = DEFENCE
        if self.own == "new":
            place = free_place(game)
            faces = yield Roll((D6,), run.player, "contest", self.rule, {"source": run.source})
            yield EffectDiceRolled(run.player, place, faces, run.source, rule=self.rule)
        rival, theirs = rivals[0], free_place(game)
        faces = yield Roll((D6,), rival, "contest", self.rule, {"source": run.source})
        yield EffectDiceRolled(rival, theirs, faces, run.source, rule=self.rule)
        return then_do(game, run, self.aftermath(game, run), place=place, rival=theirs, roller=run.player)

    @step
    @rule("10.2.example")
    def count_dice(self, game: Game, run: Resolution) -> Steps:
        """The dice as they lie after all interference decide."""
        rolls = game.state.rolls
        own, other = rolls[run.place].faces[0], rolls[run.rival].faces[0]
        outcome = self.tie if own == other else "win" if own > other else "lose"
        yield DiceTaken((run.rival,) if run.place == DEFENCE else (run.place, run.rival))
        place = DEFENCE if run.kind == "defence" else -1
        return then_do(game, run, {"win": self.win, "lose": self.lose}.get(outcome, ()), place=place)

    def variant(self) -> str:
        return self.tie

    def facts(self, wording: Wording) -> dict[str, Any]:
        nothing = wording.say("effect.nothing")
        return {"win": wording.effects(self.win) or nothing, "lose": wording.effects(self.lose) or nothing}

    def worth(self, judge: Judge) -> float:
        return (judge.effects(self.win) + judge.effects(self.lose)) / 2
