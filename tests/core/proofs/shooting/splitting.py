"""An Attached unit whose bodyguard falls comes apart, but only when the attacking unit has resolved all its attacks."""

from __future__ import annotations

import msgspec

import rulewright as rw
from rulewright.effects import EffectBegan

from .attack import SHOOT, SHOOTING, STATS
from .damage import INFLICT, ModelDestroyed
from .overwatch import MOVE_STAT, pinning
from .rolling import REROLLS, ROLL
from .terms import Battle, Kind, Setup, Troop, Unit, Weapon, living, ruleset


class UnitSplit(rw.Event, frozen=True):
    """An Attached unit came apart; ``units`` says, part by part, which unit the survivors are now."""

    unit: int
    units: dict[int, int]

    def apply(self, battle: Battle) -> None:
        old = battle.units[self.unit]
        for part, unit in self.units.items():
            battle.units.put(Unit(unit, old.owner, old.x, (old.parts[part],), old.done))
        for model in [model for model in battle.models.values() if model.unit == self.unit]:
            new = battle.models.edit(model.id)
            new.unit, new.part = self.units.get(model.part, self.unit), 0


def parted(game: rw.Game, event: ModelDestroyed) -> list[int]:
    alive, unit = {model.part for model in living(game, event.unit)}, game.state.units.get(event.unit)
    return [event.unit] if unit and len(unit.parts) > 1 and alive and 0 not in alive else []


def partly_alive(game: rw.Game, event: ModelDestroyed, unit: int) -> bool:
    """At the end of all attacks: what is left may have fallen too."""
    return bool(parted(game, event))


@rw.trigger(ModelDestroyed, sources=parted, usable=partly_alive, delay="attacks", order_matters=False)
@rw.rule("errata.leader", "errata.persisting-effects")
def split(game: rw.Game, event: ModelDestroyed, unit: int) -> rw.Steps:
    """Every surviving part becomes a unit of its own; effects on the whole stay on each of them."""
    alive = sorted({model.part for model in living(game, unit)})
    new = [max(game.state.units) + number for number in range(1, len(alive))]
    yield UnitSplit(unit, dict(zip(alive, (unit, *new), strict=True)))
    for effect in list(rw.active_effects(game, target=unit)):
        for other in new:
            yield EffectBegan(msgspec.structs.replace(effect, id=game.new_id(), target=other))


RULESET = ruleset(
    "splitting",
    SHOOTING,
    procedures=[ROLL, INFLICT, SHOOT],
    reactions=REROLLS,
    triggers=[pinning, split],
    stats=[*STATS, MOVE_STAT],
)
RULES = RULESET.freeze()
SETUP = Setup(
    units=tuple(Troop(owner, 20 * owner, {"rifleman": 3, "captain": 1, "sage": 1}) for owner in (0, 1, 0, 1)),
    kinds={
        "rifleman": Kind(("rifle",), save=5, abilities=("pinning",)),
        "captain": Kind(("rifle",), save=3, invulnerable=4, wounds=3, abilities=("character",)),
        "sage": Kind(("rifle",), toughness=3, wounds=2, abilities=("character",)),
    },
    weapons={"rifle": Weapon(36, 2, damage=2, sustained=1, abilities=("devastating wounds",))},
    rounds=3,
)
