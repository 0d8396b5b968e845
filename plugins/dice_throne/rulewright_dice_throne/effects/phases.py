"""Verbs about phases (chapter 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import model_validator

from rulewright.vocabulary import variants

from ..events.phases import ExtraPhaseOrdered, SkipOrdered
from ..moments import MORE
from ..resolution import Resolution
from .resolving import together
from .verb import Verb
from .words import Phase, Who, seats

if TYPE_CHECKING:
    from rulewright import Game

SKIPPED: Final = ("upkeep", "income", "main_1", "offensive_roll", "main_2", "discard")
"""The phases that can be skipped so far."""


class SkipPhase(Verb, name="skip_phase", rule="3.order"):
    """A player skips a phase, the one about to begin or the next of this kind.

    Targeting and defence are parts of an Attack, not phases that a player has, and cannot be skipped.
    """

    tells = True
    patient = True

    phase: Phase
    of: Who = "self"

    en = "skip the {phase}"
    zh = "跳过{phase}"

    @model_validator(mode="after")
    def _can_be_skipped(self) -> SkipPhase:
        if self.phase not in SKIPPED:
            ways = ", ".join(SKIPPED)
            raise ValueError(f"phase: skipping the phase {self.phase!r} is not played by these rules, only {ways}")
        return self

    def do(self, game: Game, run: Resolution) -> Any:
        return together(SkipOrdered(who, self.phase, run.source, rule=self.rule) for who in seats(game, run, self.of))


class ExtraPhase(Verb, name="extra_phase", rule="field.status-negative", needs=(MORE,)):
    """A player has one more Offensive Roll Phase after this Attack, against the same opponent if so said."""

    tells = True
    patient = True
    for_one = True

    phase: Literal["offensive_roll"] = "offensive_roll"
    by: Who = "self"
    against: Who | None = None

    en = variants("another Offensive Roll Phase for {by}", self="another Offensive Roll Phase")
    zh = variants("{by}获得额外的攻击掷骰阶段", self="额外的攻击掷骰阶段")

    def do(self, game: Game, run: Resolution) -> Any:
        for player in seats(game, run, self.by):
            against = seats(game, run, self.against) if self.against else ()
            return ExtraPhaseOrdered(player, against[0] if against else -1, rule=self.rule)
        return None
