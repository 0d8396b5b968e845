"""Conditions of attacks: how far away their target is, and which of those that could be attacked it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rulewright import rule
from rulewright.vocabulary import Test

from ..moments import ACTS
from ..terms import attack_of, did, has_ability, models, weapon
from .words import Who, meant

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.wording import Wording
    from ..running import Run


class AttackAt(Test, key="attack_at", needs=(ACTS,)):
    """Whether the attack that is made targets the ``"closest"`` eligible target of the model that makes it, or one
    within ``"half range"``."""

    attack_at: Literal["closest", "half range"]

    @rule("commentary.closest", "commentary.rules-with-several-conditions")
    def holds(self, game: Position, run: Run) -> bool:
        attack = attack_of(game)
        return attack is not None and (attack.closest if self.attack_at == "closest" else attack.near)

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.attack_at_{self.attack_at.replace(' ', '_')}")


class AttackWithin(Test, key="attack_within", needs=(ACTS,)):
    """Whether the attack that is made targets a unit within inches of the model that makes it; in melee it does."""

    attack_within: float = Field(ge=5, le=100)

    @rule("core.measuring")
    def holds(self, game: Position, run: Run) -> bool:
        attack = attack_of(game)
        if attack is None:
            return False
        near = attack.inches is not None and attack.inches <= self.attack_within
        return near or weapon(game, attack.weapon).melee

    def said(self, wording: Wording) -> str:
        return wording.say("test.attack_within", inches=wording.inches(self.attack_within))


class AttackOn(Test, key="attack_on", needs=(ACTS,)):
    """Whether the attack that is made targets a unit in which a model has a core ability."""

    attack_on: Literal["stealth", "deep strike", "infiltrators", "lone operative", "fights first", "feel no pain"]

    @rule("commentary.with-the-x-ability")
    def holds(self, game: Position, run: Run) -> bool:
        attack = attack_of(game)
        left = () if attack is None else models(game, attack.target)
        return any(has_ability(game, str(one.id), self.attack_on.replace(" ", "-")) for one in left)

    def said(self, wording: Wording) -> str:
        return wording.say("test.attack_on", ability=wording.ability(self.attack_on.replace(" ", "-")))


class HasArrived(Test, key="arrived"):
    """Whether units were set up on the battlefield in this turn: ``{ arrived = "target" }``."""

    arrived: Who

    @rule("commentary.set-up-on-the-battlefield")
    def holds(self, game: Position, run: Run) -> bool:
        found = meant(game, run, self.arrived)
        return bool(found) and all(did(game, id, "arrived", "disembarked") for id in found)

    def said(self, wording: Wording) -> str:
        return wording.say("test.arrived", whom=wording.whom(self.arrived))
