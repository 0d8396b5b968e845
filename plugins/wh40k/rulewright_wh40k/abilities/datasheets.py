"""Abilities of datasheets of our own: those that concern Stratagems and Battle-shock, Auras, and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, Turn, begin_effect, during, rule, until_next
from rulewright.geometry import TOLERANCE
from rulewright.powers import Bearer, after, modifies, offers, permits

from ..command import in_range
from ..dice.rolls import Again
from ..events.attacks import HitsRolled
from ..events.battle_round import PhaseEnded
from ..events.command import Secured
from ..lasting import SUPPRESSED, WITHERED
from ..space.battlefield import gap, nearest_first, within
from ..terms import abilities, attack_of, models, unit, units

if TYPE_CHECKING:
    from rulewright import Event, Game, Position


class Strategist(Power, name="strategist", rule="commentary.modifying-stratagem-cost"):
    """Stratagems that are used on it cost 1CP less."""

    @modifies("stratagem cost", "changed")
    def advise(self, game: Game, me: Bearer) -> int:
        return -1


class Tactician(Power, name="tactician", rule="faq.timing.repeat-stratagem-ability-order"):
    """A Stratagem can be used on it even if it was used already in this phase."""

    @permits("repeat stratagems")
    def repeat(self, game: Game, me: Bearer) -> bool:
        return True


class Faltering(Power, name="faltering", rule="errata.battle-shock"):
    """In the Battle-shock step it takes a test as soon as it is below its Starting Strength."""

    @permits("falter")
    def waver(self, game: Game, me: Bearer) -> bool:
        return True


# Auras ------------------------------------------------------------------------------------------------------

AURA: Final = 6.0
"""Inches from the base of a model within which our Auras reach."""


@rule("core.aura-abilities", "faq.general.aura-measured-from")
def in_aura(position: Position, bearer: str, aura: str, other: str) -> bool:
    """Whether a unit is within range of an Aura of models in another one; it is always within range of its own."""
    if bearer == other:
        return True
    own = (one for one in position.state.models.values() if one.unit == bearer)
    return any(within(position, str(one.id), other, AURA) for one in own if (aura, "") in abilities(position, one))


def _of_side(game: Game, me: Bearer, aura: str, other: Any, *, friendly: bool) -> bool:
    """Whether a model belongs to a unit of that side within range of an Aura that models in the bearer have."""
    one = game.state.models.get(other)
    if one is None or unit(game, one.unit).area != "table":
        return False
    return (one.player == me.record.player) is friendly and in_aura(game, me.id, aura, one.unit)


class Beacon(Power, name="beacon", rule="core.aura-abilities"):
    """Aura: the models of friendly units within 6 inches have a Leadership that is better by 1."""

    @modifies("leadership", "changed", others=True, group="beacon")
    def shine(self, game: Game, me: Bearer, other: Any) -> int | None:
        return -1 if _of_side(game, me, self.name, other, friendly=True) else None


class Dread(Power, name="dread", rule="core.aura-abilities"):
    """Aura: the models of enemy units within 6 inches have a Leadership that is worse by 1."""

    @modifies("leadership", "changed", others=True, group="dread")
    def loom(self, game: Game, me: Bearer, other: Any) -> int | None:
        return 1 if _of_side(game, me, self.name, other, friendly=False) else None


# After it has hit -------------------------------------------------------------------------------------------


class Suppressing(Power, name="suppressing", rule="commentary.abilities-with-the-same-name"):
    """In your Shooting phase, a unit that it hit is suppressed until your next turn: subtract 1 from its Hit rolls."""

    @after(HitsRolled, me="unit", phase="shooting phase", only=lambda game, me, event: event.hits > 0)
    def suppress(self, game: Game, me: Bearer, event: HitsRolled) -> Event:
        data = {"stat": "hit", "layer": "roll", "amount": -1, "group": SUPPRESSED}
        until = until_next("turn", me.record.player)
        return begin_effect(game, SUPPRESSED, until, target=("units", event.target), data=data, rule=self.rule)


class Withering(Power, name="withering", rule="commentary.abilities-with-the-same-name"):
    """In your Shooting phase, subtract 1 from the Toughness of a unit that it hit until the end of the turn."""

    @after(HitsRolled, me="unit", phase="shooting phase", only=lambda game, me, event: event.hits > 0)
    def wither(self, game: Game, me: Bearer, event: HitsRolled) -> list[Event]:
        data = {"stat": "toughness", "layer": "changed", "amount": -1}
        return [
            begin_effect(game, WITHERED, during("turn"), target=("models", one.id), data=data, rule=self.rule)
            for one in models(game, event.target)
        ]


# Re-rolls ---------------------------------------------------------------------------------------------------


class KeenEyed(Power, name="keen-eyed", rule="commentary.re-rolls"):
    """Hit rolls of 1 can be re-rolled."""

    @offers("re-roll")
    def look_twice(self, game: Game, me: Bearer) -> Again:
        return Again("hit", (1,))


class Thorough(Power, name="thorough", rule="commentary.re-rolls"):
    """Damage rolls of 1 can be re-rolled, and any Wound rolls."""

    @offers("re-roll")
    def strike_again(self, game: Game, me: Bearer) -> Again:
        return Again("wound")

    @offers("re-roll")
    def dig_deeper(self, game: Game, me: Bearer) -> Again:
        return Again("damage", (1,))


class Hunter(Power, name="hunter", rule="commentary.rules-with-several-conditions"):
    """Hit rolls of 1 against the closest enemy can be re-rolled.

    If that enemy is within range of an objective marker that its player controls, any Hit roll can be.
    """

    @offers("re-roll")
    def hunt(self, game: Game, me: Bearer) -> Again | None:
        attack = attack_of(game)
        if attack is None or attack.unit != me.id:
            return None
        player = me.record.player
        foes = nearest_first(game, me.id, units(game, 1 - player))
        if not foes or gap(game, me.id, attack.target) > gap(game, me.id, foes[0]) + TOLERANCE:
            return None
        return Again("hit") if holds(game, attack.target) else Again("hit", (1,))


@rule("commentary.within-range-of-objective")
def holds(position: Position, id: str) -> bool:
    """Whether a unit is within range of an objective marker that its player controls."""
    player = unit(position, id).player
    return any(
        one.controller == player and in_range(position, str(one.id), id) for one in position.state.objectives.values()
    )


class HoldFast(Power, name="hold-fast", rule="commentary.objective-secured"):
    """Objective markers within its range that its player controls when the own Command phase ends are secured.

    They stay under control without models, until the opponent has the higher Level of Control.
    """

    @after(PhaseEnded, only=lambda game, me, event: event.phase == "command" and _turn_of(game) == me.record.player)
    def secure(self, game: Game, me: Bearer, event: PhaseEnded) -> list[Event]:
        return [
            Secured(str(one.id), me.record.player, rule=self.rule)
            for one in game.state.objectives.values()
            if one.controller == me.record.player and in_range(game, str(one.id), me.id)
        ]


def _turn_of(game: Game) -> int:
    turn = game.find_context(Turn)
    return -1 if turn is None else turn.player


OWN: Final = (
    Strategist(), Tactician(), Faltering(), Beacon(), Dread(), Suppressing(), Withering(), KeenEyed(), Thorough(),
    Hunter(), HoldFast(),
)  # fmt: skip
