"""Verbs about dice: rolls of effects, and dice on the table that are turned or rolled again (chapters 8, 10.2)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from rulewright import Request, Roll, choose, rule
from rulewright.dice import D6
from rulewright.programs import counted, then_do
from rulewright.spaces import Subset
from rulewright.vocabulary import Amount, Effect, Whole, step, variants

from ..dice import KEEPS, can_change, free_place, is_any_loose, loose_dice, reroll, values_for
from ..events import DiceTaken, DieChanged, EffectDiceRolled, FewerRollsOrdered
from ..keeping import Again, Change
from ..resolution import Resolution, fire, is_listened_to
from ..state import DEFENCE, OFFENCE
from ..timing import EFFECT_ROLLED
from .base import Named, Verb, Who, seats
from .running import together

if TYPE_CHECKING:
    from rulewright import Game, Steps, View
    from rulewright.programs import Deed

    from ..judgement import Judge
    from ..keeping import Trick
    from ..wording import Wording

Effects = tuple[Effect, ...]
OWN_DICE = ("own", "own_or_teammate", "any")


# Rolls of effects -------------------------------------------------------------------------------------------


class Rolls(Verb):
    """What rolls dice that can be changed before they count."""

    sayable = False
    for_one = True

    @rule("10.2.interfere", "5.2.uninterruptible", "6.3.spend-uninterruptible", "11.instant", "11.roll-phase-card")
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


class RollDice(Rolls, name="roll", rule="8.1.roll"):
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
    own: Literal["new", "defence"] = "new"
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


# Dice on the table ------------------------------------------------------------------------------------------


@rule("9.1.dice-interference", "field.dice")
class ChangeDie(Verb, name="change_die", rule="10.2.interfere"):
    """Change numbers on dice that lie on the table.

    ``to``: a number, ``any`` number, or ``copy`` the number of another of the same dice; ``by``: up or down
    by as much, within 1 to 6.
    """

    roles = ()
    needs_object = True
    alters_dice = True

    whose: Literal["own", "opponent", "any"] = "any"
    count: Annotated[Whole, Field(ge=1, le=5)] = 1
    up_to: bool = False
    to: Annotated[Whole, Field(ge=1, le=6)] | Literal["any", "copy"] | None = None
    by: Annotated[Whole, Field(ge=1, le=5)] | None = None

    en = variants(
        "turn {dice} to {to}",
        by="turn {dice} up or down by {by}",
        any="turn {dice} to any number",
        copy="turn {dice} to what another one shows",
    )
    zh = variants(
        "将{dice}改为 {to}",
        by="将{dice}增减 {by} 点",
        any="将{dice}改为任意点数",
        copy="将{dice}改为与另 1 颗相同",
    )

    @model_validator(mode="after")
    def _one_change(self) -> ChangeDie:
        if (self.to is None) == (self.by is None):
            raise ValueError("change_die takes exactly one of to, by")
        return self

    def has_object(self, game: Game, player: int) -> bool:
        return can_change(game, player, self)

    def do(self, game: Game, run: Resolution) -> Steps:
        """The symbol goes with the number."""
        done: list[tuple[int, int]] = []
        while len(done) < self.count:
            dice = tuple(
                die
                for die in loose_dice(game, run.player, self.whose)
                if die not in done and values_for(game, die, self)
            )
            if not dice:
                return
            may_stop = self.up_to and bool(done)
            place, index = yield from chosen_die(game, run, dice, may_stop)
            if place < 0:
                return
            done.append((place, index))
            values = values_for(game, (place, index), self)
            value = values[0]
            if len(values) > 1:
                value = yield choose(
                    run.player, "choose_value", values, self.rule, die=(place, index), source=run.source
                )
            rolled = game.state.rolls[place]
            before = rolled.faces[index]
            yield DieChanged(run.player, rolled.player, place, index, before, value, run.source, rule=self.rule)

    def variant(self) -> str:
        return "by" if self.by is not None else self.to if isinstance(self.to, str) else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"dice": wording.dice(self), "to": self.to, "by": self.by}

    def trick(self) -> Trick | None:
        return Change(self.count, self.up_to, self.to, self.by) if self.whose in OWN_DICE else None


def chosen_die(game: Game, run: Resolution, dice: tuple[tuple[int, int], ...], may_stop: bool) -> Steps:
    """One of these dice, or (-1, -1) to stop."""
    if len(dice) == 1 and not may_stop:
        return dice[0]
    options = (*dice, None) if may_stop else dice
    answer = yield choose(run.player, "choose_die", options, "10.2.interfere", source=run.source)
    return (-1, -1) if answer is None else answer


class RerollDice(Verb, name="reroll_dice", rule="10.2.interfere"):
    """Reroll dice that lie on the table; ``one_by_one`` dice may name the same die again."""

    needs_object = True
    alters_dice = True

    whose: Literal["own", "own_or_teammate", "opponent", "any"] = "own"
    count: Annotated[Whole, Field(ge=1, le=5)] = 1
    up_to: bool = True
    one_by_one: bool = False

    en = variants("reroll {dice}", singly="reroll {dice} one after the other, also the same one again")
    zh = variants("重掷{dice}", singly="逐一重掷{dice}，可再选同一颗")

    def has_object(self, game: Game, player: int) -> bool:
        return is_any_loose(game, player, self.whose)

    def do(self, game: Game, run: Resolution) -> Steps:
        """Together or one by one."""
        declinable = self.up_to and run.kind != "card" and not run.agreed
        if self.one_by_one or self.count == 1:
            for turn in range(self.count):
                dice = loose_dice(game, run.player, self.whose)
                if not dice:
                    return
                die = yield from chosen_die(game, run, dice, (self.up_to and bool(turn)) or declinable)
                if die[0] < 0:
                    return
                yield from reroll(game, run.player, run.source, (die,))
            return
        dice = loose_dice(game, run.player, self.whose)
        most = min(self.count, len(dice))
        least = (0 if declinable else min(1, most)) if self.up_to else most
        space = Subset(dice, least, most)
        picked = yield Request(run.player, "choose_dice", space, self.rule, {"source": run.source})
        yield from reroll(game, run.player, run.source, picked)

    def variant(self) -> str:
        return "singly" if self.one_by_one and self.count > 1 else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"dice": wording.dice(self)}

    def trick(self) -> Trick | None:
        singly = self.one_by_one or self.count == 1
        return Again(1 if self.up_to else self.count, self.count, singly) if self.whose in OWN_DICE else None


@rule("field.defence")
class ExtraRoll(Verb, name="extra_roll", rule="3.4.step-1"):
    """One more roll attempt of up to ``dice`` dice in a roll phase."""

    needs_object = True
    alters_dice = True

    phase: Literal["offensive_roll", "defensive_roll"]
    dice: Annotated[Whole, Field(ge=1, le=5)] = 5
    to: Who = "self"

    en = "one more roll attempt"
    zh = "额外掷骰 1 次"

    @property
    def place(self) -> int:
        """Where the dice lie."""
        return OFFENCE if self.phase == "offensive_roll" else DEFENCE

    def concerns(self, game: Game, run: Resolution, player: int) -> bool:
        rolled = game.state.rolls[self.place]
        return bool(rolled.player == player and rolled.faces and not rolled.locked)

    def serves_opponents(self, view: View, player: int) -> bool:
        rolled, heroes = view.state.rolls[self.place], view.state.heroes
        return not (rolled.faces and heroes[rolled.player].side == heroes[player].side)

    def do(self, game: Game, run: Resolution) -> Steps:
        for player in seats(game, run, self.to):
            rolled = game.state.rolls[self.place]
            if rolled.player != player or rolled.locked or not rolled.faces:
                continue
            count = len(rolled.faces)
            about = {"place": self.place, "source": run.source}
            space = KEEPS[count] if self.dice >= count else Subset(range(count), 0, self.dice)
            indexes = yield Request(player, "keep_or_reroll", space, self.rule, about)
            yield from reroll(game, run.player, run.source, tuple((self.place, index) for index in indexes))

    def trick(self) -> Trick | None:
        return Again(0, self.dice) if self.phase == "offensive_roll" else None


class FewerRolls(Verb, name="fewer_rolls", rule="3.4.step-1"):
    """Roll attempts fewer in the Offensive Roll Phase of this turn, or in that of the next turn of a player."""

    tells = True
    patient = True

    amount: Amount = 1
    to: Who = "self"

    en = "{amount} roll attempt{amount:s} fewer"
    zh = "少掷 {amount} 次"

    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        return together(FewerRollsOrdered(player, amount, rule=self.rule) for player in seats(game, run, self.to))
