"""A wound on its way to a model: allocate, save, inflict damage point by point, feel no pain, destroy, remove.

The ruleset is a bombardment: in turn the players let each of their units inflict a wound, without an attack before it.
"""

from __future__ import annotations

import rulewright as rw
from rulewright.dice import D6

from .phases import Pick, picking, ruleset
from .rolling import REROLLS, ROLL, tiers
from .terms import Acted, Battle, Kind, Setup, Troop, Weapon, enemies, kind_of, living, shared


class AttackAllocated(rw.Event, frozen=True):
    model: int

    def apply(self, battle: Battle) -> None:
        battle.models.edit(self.model).allocated = True


class WoundsLost(rw.Event, frozen=True):
    model: int
    wounds: int

    def apply(self, battle: Battle) -> None:
        battle.models.edit(self.model).wounds -= self.wounds


class ModelDestroyed(rw.Event, frozen=True):
    """From here on the model is dead, though it may still stand on the battlefield."""

    model: int
    unit: int

    def apply(self, battle: Battle) -> None:
        battle.models.edit(self.model).destroyed = True
        battle.units.edit(self.unit).abilities = shared(battle, self.unit)


class ModelRemoved(rw.Event, frozen=True):
    model: int
    unit: int

    def apply(self, battle: Battle) -> None:
        battle.models.remove(self.model)
        if not any(model.unit == self.unit for model in battle.models.values()):
            battle.units.remove(self.unit)


class Wound(rw.Context):
    """One wound by a weapon, or mortal wounds without one; ``damage`` is what is still to be suffered."""

    target: int
    weapon: str = ""
    player: int = 0
    saveable: bool = True
    model: int = -1
    damage: int = 1
    rolled: int = 0


class Points(rw.Context):
    """This many points of damage are suffered at once."""

    points: int


def allocatable(game: rw.Game, unit: int) -> list[int]:
    """The models that a wound may be allocated to, one of each kind."""
    alive = living(game, unit)
    body = [model for model in alive if "character" not in kind_of(game, model).keywords] or alive
    marked = [model for model in body if model.allocated or model.wounds < kind_of(game, model).wounds] or body
    kinds: dict[str, int] = {}
    for model in marked:
        kinds.setdefault(model.kind, model.id)
    return list(kinds.values())


@rw.rule("core.allocate-attack", "errata.mortal-wounds")
def allocate(game: rw.Game, wound: Wound) -> rw.Steps:
    """The owner allocates it: to a model that was allocated one before or has lost wounds, if there is one."""
    models = allocatable(game, wound.target)
    if not models:
        return rw.Leave("inflict")
    owner = game.state.units[wound.target].owner
    model = (yield rw.choose(owner, "allocate", models)) if len(models) > 1 else models[0]
    if not game.state.models[model].allocated:
        yield AttackAllocated(model)
    return game.note(wound, model=model)


@rw.rule("core.saving-throw", "core.invulnerable-save")
def make_save(game: rw.Game, wound: Wound) -> rw.Call | None:
    """The better of the save, which the weapon worsens, and the invulnerable save."""
    if not wound.saveable:
        return None
    kind, ap = kind_of(game, game.state.models[wound.model]), game.setup.weapons[wound.weapon].ap
    needed = max(2, min(kind.save + ap, kind.invulnerable))
    return ROLL(player=game.state.units[wound.target].owner, what="save", needed=needed)


def saved(game: rw.Game, wound: Wound) -> rw.Leave | None:
    return rw.Leave("inflict") if wound.rolled else None


@rw.rule("commentary.damage-roll", "commentary.re-rolls", "core.dice")
def roll_damage(game: rw.Game, wound: Wound) -> rw.Call | None:
    """A random Damage characteristic is rolled for; its re-rolls look at the halved result of a D3."""
    weapon = game.setup.weapons.get(wound.weapon)
    if weapon is None or not weapon.die:
        return None
    again, every = weapon.again.get("damage", ()), tuple(range(2, weapon.die + 1))
    return ROLL(player=wound.player, what="damage", also=every, again=again, half=weapon.die == 3)


def sum_damage(game: rw.Game, wound: Wound) -> rw.Event | None:
    weapon = game.setup.weapons.get(wound.weapon)
    return game.note(wound, damage=weapon.damage + wound.rolled, rolled=0) if weapon else None


def next_points(game: rw.Game, last: Points | None) -> Points | None:
    """Point by point for a model that may feel no pain, all at once for another; what is left over is lost."""
    wound = game.context(Wound)
    model = game.state.models.get(wound.model)
    if wound.damage == 0 or model is None or model.destroyed:
        return None
    return Points(points=1 if kind_of(game, model).feel_no_pain < 7 else wound.damage)


@rw.rule("core.inflict-damage", "core.feel-no-pain")
def lose_wounds(game: rw.Game, points: Points) -> rw.Steps:
    """Feel No Pain may ignore each point; a model without wounds is destroyed, and then removed."""
    wound = game.context(Wound)
    model = game.state.models[wound.model]
    painless = kind_of(game, model).feel_no_pain
    yield game.note(wound, damage=wound.damage - points.points)
    if painless < 7:
        owner = game.state.units[wound.target].owner
        (face,) = yield rw.Roll((D6,), owner, "feel no pain", alike=tiers(painless))
        if face >= painless:
            return
    yield WoundsLost(model.id, min(points.points, model.wounds))
    if model.wounds <= points.points:
        yield ModelDestroyed(model.id, model.unit)
        yield ModelRemoved(model.id, model.unit)


POINTS = rw.Loop("points", next_points, [lose_wounds])
INFLICT = rw.Procedure("inflict", [allocate, make_save, saved, roll_damage, sum_damage, POINTS], Wound)


# ------------------------------------------------------------------------------------------------- the bombardment


def bombard(game: rw.Game, pick: Pick) -> rw.Steps:
    """A unit inflicts a wound with the first weapon of its first model."""
    unit = yield rw.choose(pick.player, "bombard", pick.units)
    units = [enemy.id for enemy in enemies(game, game.state.units[unit])]
    target = yield rw.choose(pick.player, "target", units)
    yield Acted(unit)
    weapon = kind_of(game, living(game, unit)[0]).weapons[0]
    return INFLICT(target=target, weapon=weapon, player=pick.player)


BOMBARDING = rw.Loop("bombarding", picking(enemies), [bombard])
RULESET = ruleset("damage", ("bombardment", BOMBARDING), procedures=[ROLL, INFLICT], reactions=REROLLS)
RULES = RULESET.freeze()
SETUP = Setup(
    units=tuple(Troop(owner, owner, {"tank": 1, "crew": 3, "captain": 1}) for owner in (0, 0, 1, 1)),
    kinds={
        "tank": Kind(("cannon",), save=5, invulnerable=5, wounds=3),
        "crew": Kind(("cannon",), save=6, feel_no_pain=5, wounds=2),
        "captain": Kind(("cannon",), save=4, keywords=("character",)),
    },
    weapons={"cannon": Weapon(ap=1, damage=0, die=3, again={"damage": (1,)})},
    cp=(2, 2),
    rounds=5,
)
