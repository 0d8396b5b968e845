"""An Attached unit whose bodyguard falls comes apart, but only when the attacking unit has resolved all its attacks."""

from __future__ import annotations

import msgspec

import rulewright as rw
from rulewright.effects import EffectBegan
from rulewright.powers import Bearer, after

from .attack import SHOOT, SHOOTING, STATS
from .damage import INFLICT, ModelDestroyed
from .overwatch import MOVE_STAT, Pinning
from .phases import ruleset
from .rolling import REROLLS, ROLL
from .terms import Battle, Kind, Setup, Troop, Unit, Weapon, living, shared


class UnitSplit(rw.Event, frozen=True):
    """An Attached unit came apart; ``units`` says, part by part, which unit the survivors are now."""

    unit: int
    units: dict[int, int]

    def apply(self, battle: Battle) -> None:
        old = battle.units[self.unit]
        for part, unit in self.units.items():
            battle.units.put(Unit(unit, old.owner, old.x, (old.parts[part],), done=old.done))
        for model in [model for model in battle.models.values() if model.unit == self.unit]:
            new = battle.models.edit(model.id)
            new.unit, new.part = self.units.get(model.part, self.unit), 0
        for unit in self.units.values():
            battle.units.edit(unit).abilities = shared(battle, unit)


def surviving(game: rw.Game, unit: int) -> list[int]:
    """The parts of a unit of which a model is alive, the bodyguard's being 0."""
    return sorted({model.part for model in living(game, unit)})


def unguarded(game: rw.Game, me: Bearer, event: ModelDestroyed) -> bool:
    """The bodyguard of an Attached unit has fallen, and not all the others."""
    return me.id in game.state.units and len(me.record.parts) > 1 and 0 not in surviving(game, me.id)


class Leader(rw.Power, name="leader", rule="errata.leader"):
    """When its bodyguard has fallen, every surviving part becomes a unit of its own, with the effects on the whole."""

    @rw.rule("errata.leader", "errata.persisting-effects")
    @after(
        ModelDestroyed, me="unit", of="units", only=unguarded, usable=unguarded, delay="attacks", order_matters=False
    )
    def split(self, game: rw.Game, me: Bearer, event: ModelDestroyed) -> rw.Steps:
        alive = surviving(game, me.id)
        new = [max(game.state.units) + number for number in range(1, len(alive))]
        yield UnitSplit(me.id, dict(zip(alive, (me.id, *new), strict=True)))
        for effect in list(rw.active_effects(game, target=me.id)):
            for other in new:
                yield EffectBegan(msgspec.structs.replace(effect, id=game.new_id(), target=other))


RULESET = ruleset(
    "splitting",
    SHOOTING,
    procedures=[ROLL, INFLICT, SHOOT],
    reactions=REROLLS,
    powers=[Pinning, Leader],
    stats=[*STATS, MOVE_STAT],
)
RULES = RULESET.freeze()
SETUP = Setup(
    units=tuple(Troop(owner, 20 * owner, {"rifleman": 3, "captain": 1, "sage": 1}) for owner in (0, 1, 0, 1)),
    kinds={
        "rifleman": Kind(("rifle",), save=5, shared=("pinning",)),
        "captain": Kind(("rifle",), save=3, invulnerable=4, wounds=3, keywords=("character",), shared=("leader",)),
        "sage": Kind(("rifle",), toughness=3, wounds=2, keywords=("character",), shared=("leader",)),
    },
    weapons={"rifle": Weapon(36, 2, damage=2, sustained=1, abilities=("devastating wounds",))},
    rounds=3,
)
