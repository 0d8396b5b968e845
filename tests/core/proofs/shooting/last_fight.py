"""Models that fight after they are destroyed and before they are removed, and others that blow up then."""

from __future__ import annotations

import rulewright as rw
from rulewright.powers import Bearer, after, before

from .attack import ATTACKS, STATS, Attacking
from .damage import INFLICT, ModelDestroyed, ModelRemoved
from .phases import Pick, picking, ruleset
from .rolling import REROLLS, ROLL
from .terms import Acted, Battle, Kind, Moved, Setup, Troop, Weapon, engaged, towards


class Avenged(rw.Event, frozen=True):
    """Destroyed models fight their last fight."""

    models: tuple[int, ...]

    def apply(self, battle: Battle) -> None:
        for model in self.models:
            battle.models.edit(model).avenged = True


def waiting(game: rw.Game, unit: int) -> tuple[int, ...]:
    """The destroyed models of a unit that still have to fight."""
    dead = [model for model in game.state.models.values() if model.unit == unit and model.destroyed]
    return tuple(model.id for model in dead if game.has("fight on death", model.id, "models") and not model.avenged)


def may_fight_on(game: rw.Game, me: Bearer, event: ModelDestroyed | ModelRemoved) -> bool:
    attacking = game.find_context(Attacking)
    return attacking is not None and attacking.melee and me.id in waiting(game, event.unit)


class FightOnDeath(rw.Power, name="fight on death", rule="commentary.fight-on-death"):
    """A model that is destroyed in melee fights before it is removed, all of its unit together, once."""

    @before(ModelRemoved, me="model", of="models", immediate=True, only=may_fight_on)
    def stay(self, game: rw.Game, me: Bearer, event: ModelRemoved) -> None:
        return None

    @after(ModelDestroyed, me="model", of="models", only=may_fight_on, delay="attacks", order_matters=False)
    def last_fight(self, game: rw.Game, me: Bearer, event: ModelDestroyed) -> rw.Steps:
        dead = waiting(game, event.unit)
        yield Avenged(dead)
        yield LAST_FIGHT(player=me.player, unit=event.unit, melee=True, models=dead)
        yield [ModelRemoved(model, event.unit) for model in dead]


class DeadlyDemise(rw.Power, name="deadly demise", rule="core.deadly-demise"):
    """Roll one D6 before the model is removed: on a 6 every unit within 6" suffers a mortal wound."""

    @before(ModelRemoved, me="model", of="models")
    def blow_up(self, game: rw.Game, me: Bearer, event: ModelRemoved) -> rw.Steps:
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
    powers=[FightOnDeath, DeadlyDemise],
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
