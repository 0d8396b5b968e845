"""Conditions about the attack that is being made, and about who rolls in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulewright import rule
from rulewright.vocabulary import Some, Test

from ..attack.choosing import in_reach
from ..running import Run, doer, who
from ..terms import Attack, Series, allied, attack_type, has, pool_of
from .dice import pools
from .words import Role, Side

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.wording import Wording


class AttackIs(Test, key="attack_is"):
    """The attack is of one of these types."""

    attack_is: Some[Literal["physical", "energy", "mystic"]]

    def holds(self, game: Game, run: Run) -> bool:
        attack = game.find_context(Attack)
        return attack is not None and attack_type(game, attack) in self.attack_is

    def said(self, wording: Wording) -> str:
        types = wording.either.join(wording.say(f"attack_type.{one}") for one in self.attack_is)
        return wording.say("test.attack_is", types=types)


class OutOfReach(Test, key="out_of_reach"):
    """A character is not in the range of the attack that is being made, or not in the attacker's line of sight."""

    out_of_reach: Role

    def holds(self, game: Game, run: Run) -> bool:
        attack, one = game.find_context(Attack), who(game, run, self.out_of_reach)
        return attack is not None and bool(one) and not in_reach(game, attack, one)

    def said(self, wording: Wording) -> str:
        return wording.say("test.out_of_reach", who=wording.whom(self.out_of_reach))


class ManyTargets(Test, key="many_targets"):
    """The attack that is being made is one of several against different targets, as of a beam or an area."""

    many_targets: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        attack, series = game.find_context(Attack), game.find_context(Series)
        return attack is not None and attack.series and series is not None and series.aimed > 1

    def said(self, wording: Wording) -> str:
        return wording.say("test.many_targets")


class FirstStrike(Test, key="first_strike"):
    """The attack that is being made is the first one of its action: of a beam or an area, or the only one."""

    first_strike: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        attack, series = game.find_context(Attack), game.find_context(Series)
        if attack is None or not attack.series or series is None:
            return attack is not None
        return series.struck <= 1

    def said(self, wording: Wording) -> str:
        return wording.say("test.first_strike")


class Rolls(Test, key="rolls"):
    """A character rolls dice of one of these kinds in what is going on."""

    rolls: Some[Literal["attack", "defense", "dodge"]]
    who: Role = "self"

    def holds(self, game: Game, run: Run) -> bool:
        context, one = pools(game), who(game, run, self.who)
        return context is not None and bool(one) and pool_of(context, one) in self.rolls

    def said(self, wording: Wording) -> str:
        kinds = wording.either.join(wording.say(f"rolling.{one}") for one in self.rolls)
        return wording.say("test.rolls", who=wording.whom(self.who), kinds=kinds)


class Carries(Test, key="carries"):
    """A character has a keyword."""

    carries: Literal["flight", "wall crawler", "stealth"]
    who: Role = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.who)
        return bool(one) and has(game, self.carries, one)

    def said(self, wording: Wording) -> str:
        return wording.say("test.carries", who=wording.whom(self.who), keyword=wording.say(f"keyword.{self.carries}"))


class EffectOf(Test, key="effect_of"):
    """What is being done is an effect of an attack, of a superpower, or any: an enemy's, an ally's or anyone's."""

    effect_of: Some[Literal["attack", "superpower", "any"]]
    by: Side = "any"

    @rule("terms.effects", "terms.enemy-effect")
    def holds(self, game: Game, run: Run) -> bool:
        under_way = (frame.context for frame in game.frames())
        cause = next((one for one in under_way if isinstance(one, Run | Attack)), None)
        if cause is None or not {"any", _sort(game, cause)} & {*self.effect_of}:
            return False
        by = cause.attacker if isinstance(cause, Attack) else doer(game, cause)
        return self.by == "any" or (bool(by) and allied(game, run.character, by) is (self.by == "allied"))

    def said(self, wording: Wording) -> str:
        sorts = wording.either.join(wording.say(f"effect_of.{one}") for one in self.effect_of)
        return wording.say(f"test.effect_of_{self.by}", sorts=sorts)


@rule("terms.effects")
def _sort(game: Game, cause: Run | Attack) -> str:
    """Of what it is an effect: of an attack, special rules of it among them, or of a superpower; empty for a card."""
    content = game.content
    if isinstance(cause, Attack):
        return "attack"
    if cause.source in content.attacks:
        return "attack"
    if cause.source in content.later:
        return str(content.later[cause.source])
    power = content.superpowers.get(cause.source)
    return "" if power is None or power.led or cause.source in content.nobodys else "superpower"
