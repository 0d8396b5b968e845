"""Standard attack powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power
from rulewright.powers import Bearer, after, permits

from ..actions import action
from ..board import adjacent_foes
from ..damage import deal, heal
from ..events import AttackResolved
from ..terms import attack_of, character, made_by

if TYPE_CHECKING:
    from rulewright import Game

    from ..terms import Doing


class SuperStrength(Power, name="super-strength", rule="pac.super-strength"):
    """It has KNOCKBACK for its close attacks."""

    @permits("knock back")
    def knock_back(self, game: Game, me: Bearer) -> bool:
        return made_by(attack_of(game), me.id, "close")


class PsychicBlast(Power, name="penetrating-psychic-blast", rule="pac.penetrating-psychic-blast"):
    """Damage dealt by its range attacks is penetrating damage."""

    @permits("deal penetrating damage")
    def pierce(self, game: Game, me: Bearer) -> bool:
        return made_by(attack_of(game), me.id, "range")


class Poison(Power, name="poison", rule="pac.poison"):
    """FREE: if it has neither moved nor been placed this turn, each adjacent opposing character is dealt 1 damage."""

    @action("FREE", lambda position, id: not {"moved", "placed"} & set(character(position, id).done)
            and bool(adjacent_foes(position, id)))  # fmt: skip
    def poison(self, game: Game, doing: Doing) -> Any:
        foes = adjacent_foes(game, doing.character)
        yield from deal(game, [(foe, 1) for foe in foes], doing.character, rule=self.rule)


class StealEnergy(Power, name="steal-energy", rule="pac.steal-energy"):
    """When it damages one or more characters with a close attack, it is healed 1 click after resolutions."""

    @after(
        AttackResolved,
        me="attacker",
        delay="action",
        only=lambda game, me, event: event.damaged and event.kind == "close",
    )
    def feed(self, game: Game, me: Bearer, event: AttackResolved) -> Any:
        return heal(game, me.id, 1, self.rule)


POWERS: Final = (SuperStrength(), PsychicBlast(), Poison(), StealEnergy())
