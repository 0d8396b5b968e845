"""Models that fight after they are destroyed and before they are removed, and others that blow up then."""

from __future__ import annotations

import rulewright as rw

from .attack import ATTACKS, STATS, Attacking
from .damage import INFLICT, ModelDestroyed, ModelRemoved
from .rolling import REROLLS, ROLL

from .terms import (  # isort: skip
    Acted, Battle, Kind, Moved, Pick, Setup, Troop, Weapon, engaged, kind_of, picking, ruleset, towards,
)  # fmt: skip


class Avenged(rw.Event, frozen=True):
    """Destroyed models fight their last fight."""

    models: tuple[int, ...]

    def apply(self, battle: Battle) -> None:
        for model in self.models:
            battle.models.edit(model).avenged = True


def waiting(game: rw.Game, unit: int) -> tuple[int, ...]:
    """The destroyed models of a unit that still have to fight."""
    dead = [model for model in game.state.models.values() if model.unit == unit and model.destroyed]
    return tuple(m.id for m in dead if "fight on death" in kind_of(game, m).abilities and not m.avenged)


def may_fight_on(game: rw.Game, event: ModelDestroyed | ModelRemoved) -> list[int]:
    attacking = game.find_context(Attacking)
    melee = attacking is not None and attacking.melee
    return [event.unit] if melee and event.model in waiting(game, event.unit) else []


@rw.trigger(ModelRemoved, before=True, immediate=True, sources=may_fight_on)
@rw.rule("commentary.fight-on-death")
def stay_to_fight(game: rw.Game, event: ModelRemoved, unit: int) -> None:
    """A model that will fight on death is not removed yet."""


@rw.trigger(ModelDestroyed, sources=may_fight_on, delay="attacks", order_matters=False)
@rw.rule("commentary.fight-on-death")
def last_fight(game: rw.Game, event: ModelDestroyed, unit: int) -> rw.Steps:
    """All destroyed models of a unit fight together, once, and then are removed."""
    dead = waiting(game, unit)
    yield Avenged(dead)
    yield LAST_FIGHT(player=game.state.units[unit].owner, unit=unit, melee=True, models=dead)
    yield [ModelRemoved(model, unit) for model in dead]


def explosive(game: rw.Game, event: ModelRemoved) -> list[int]:
    return [event.model] if "deadly demise" in kind_of(game, game.state.models[event.model]).abilities else []


@rw.trigger(ModelRemoved, before=True, sources=explosive)
@rw.rule("core.deadly-demise")
def deadly_demise(game: rw.Game, event: ModelRemoved, model: int) -> rw.Steps:
    """Roll one D6 before the model is removed: on a 6 every unit within 6" suffers a mortal wound."""
    unit = game.state.units[event.unit]
    (face,) = yield rw.Roll.d6(1, unit.owner, "deadly demise")
    for near in list(game.state.units.values()):
        if face == 6 and abs(near.x - unit.x) <= 6:
            yield INFLICT(target=near.id, saveable=False)
    return event


# ------------------------------------------------------------------------------------------------- the fight phase


@rw.rule("core.consolidate")
def consolidate(game: rw.Game, attacking: Attacking) -> list[rw.Event]:
    """After its attacks, and after the last fights that they caused, up to 3" towards the closest enemy."""
    unit = game.state.units.get(attacking.unit)
    return [Acted(unit.id), Moved(unit.id, towards(game, unit, 3)[-1])] if unit else []


def pick_fighter(game: rw.Game, pick: Pick) -> rw.Steps:
    unit = yield rw.choose(pick.player, "fight", pick.units)
    return FIGHT(player=pick.player, unit=unit, melee=True)


FIGHT = rw.Procedure("fight", [ATTACKS, consolidate], Attacking)
LAST_FIGHT = rw.Procedure("fight on death", [ATTACKS], Attacking)
FIGHTING = ("fighting", rw.Loop("fighters", picking(engaged, in_turn=True), [pick_fighter]))
RULESET = ruleset(
    "last_fight",
    FIGHTING,
    procedures=[ROLL, INFLICT, FIGHT, LAST_FIGHT],
    reactions=REROLLS,
    triggers=[stay_to_fight, last_fight, deadly_demise],
    stats=STATS,
)
RULES = RULESET.freeze()
SETUP = Setup(
    units=(Troop(0, 4, {"raider": 4}), Troop(0, 6, {"raider": 2, "bomb": 1}), Troop(1, 5, {"raider": 5, "bomb": 1})),
    kinds={
        "raider": Kind(("axe",), save=5, wounds=2, abilities=("fight on death",)),
        "bomb": Kind(("axe",), save=6, abilities=("fight on death", "deadly demise")),
    },
    weapons={"axe": Weapon(0, 2, 3, 5, 1, 2, again={"wound": (1,)})},
    cp=(1, 1),
    rounds=4,
)
