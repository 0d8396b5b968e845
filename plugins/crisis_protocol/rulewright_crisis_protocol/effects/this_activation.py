"""Conditions about what a character has done in its activation, or in the turn, so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rulewright.vocabulary import Count, Some, Test

from ..running import Run, named
from ..terms import TurnOf, own_activation
from .words import Role

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.wording import Wording


class HasAttacked(Test, key="has_attacked"):
    """A character has attacked someone in its activation of this turn, before the attack that is being made."""

    has_attacked: Literal["anyone"] | Role = "target"
    by: Role = "self"
    using: tuple[str, ...] = Field((), description="the attacks of which it was one; any without")

    def holds(self, game: Game, run: Run) -> bool:
        activation = own_activation(game, named(game, run, self.by))
        struck = () if activation is None else activation.struck
        targets = [target for target, attack in struck if attack in (self.using or (attack,))]
        return bool(targets) if self.has_attacked == "anyone" else named(game, run, self.has_attacked) in targets

    def said(self, wording: Wording) -> str:
        who, whom = wording.whom(self.by), wording.whom(self.has_attacked)
        attacks = wording.either.join(map(wording.called, self.using))
        using = wording.say("attack.using", attacks=attacks) if attacks else ""
        return wording.say("test.has_attacked", who=who, whom=whom, using=using)


class TimesAttacked(Count, key="times_attacked"):
    """How many attacks against a character its own character has made in its activation of this turn."""

    times_attacked: Role

    def count(self, game: Game, run: Run) -> int:
        activation = own_activation(game, run.character)
        whom = named(game, run, self.times_attacked)
        return 0 if activation is None else sum(target == whom for target, _ in activation.struck)

    def said(self, wording: Wording) -> str:
        return wording.say("amount.times_attacked", who=wording.whom(self.times_attacked))


class HasMoved(Test, key="has_moved"):
    """Its character has been moved in one of these ways in its activation of this turn."""

    has_moved: Some[Literal["advance", "climb", "place", "push", "throw"]]

    def holds(self, game: Game, run: Run) -> bool:
        activation = own_activation(game, run.character)
        return activation is not None and any(how in activation.moved for how in self.has_moved)

    def said(self, wording: Wording) -> str:
        ways = wording.either.join(wording.say(f"moved.{how}") for how in self.has_moved)
        return wording.say("test.has_moved", ways=ways)


class FirstSuperpower(Test, key="first_superpower"):
    """Its character has used no active or reactive superpower in this turn so far; false where there is no turn."""

    first_superpower: Literal[True]

    def holds(self, game: Game, run: Run) -> bool:
        turn = game.find_context(TurnOf)
        return turn is not None and run.character not in turn.used

    def said(self, wording: Wording) -> str:
        return wording.say("test.first_superpower")
