"""Make Melee Attacks: which models fight, with which weapons, and whom they reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import ask_which, rule
from rulewright.geometry import plane

from ..attack import STRIKE, settle_toughness
from ..space.barricades import foes_across
from ..space.battlefield import ENGAGED, TABLE
from ..terms import SPLIT, Combat, Declared, has_keyword, weapon
from .select_targets import fighting_models, joined, share

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


@rule("core.aircraft-charge-and-fight")
def meets(position: Position, id: str, foe: str) -> bool:
    """Whether two units can fight each other: Aircraft only with what can Fly."""
    pair = ((id, foe), (foe, id))
    return all(has_keyword(position, one, "Fly") or not has_keyword(position, other, "Aircraft") for one, other in pair)


@rule("core.which-models-fight", "core.select-melee-weapon", "core.select-melee-targets", "errata.extra-attacks",
      "commentary.fight")  # fmt: skip
def attack(game: Game, combat: Combat) -> Steps:
    """Each model that can reach an enemy attacks with a melee weapon; all targets are declared before."""
    id = combat.unit
    declared: list[Declared] = []
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for one in fighting_models(game, combat):
        reach = tuple(reached(game, str(one.id)))
        arms = tuple(used for used in one.weapons if weapon(game, used).melee)
        if reach and arms:
            groups.setdefault((reach, arms), []).append(str(one.id))
    for (foes, arms), ids in groups.items():
        yield from settle_toughness(game, foes)
        for weapons in choices(game, id, arms):
            wielding = yield from wield(combat, weapons, ids)
            for used, them in wielding.items():
                declared += yield from share(game, combat, used, foes, them)
    if not declared:
        return None
    return STRIKE(player=combat.player, unit=id, melee=True, declared=tuple(joined(game, id, declared)), avenged=True)


@rule("core.select-melee-weapon", "errata.extra-attacks", "core.weapon-extra-attacks")
def choices(position: Position, id: str, arms: tuple[str, ...]) -> list[list[str]]:
    """Of each of these a model of a unit attacks with one: its usual weapons, and the profiles of each extra one."""
    extra = [used for used in arms if "extra attacks" in weapon(position, used, id).abilities]
    usual = list(dict.fromkeys(used for used in arms if used not in extra))
    profiles: dict[str, list[str]] = {}
    for used in dict.fromkeys(extra):
        profiles.setdefault(weapon(position, used).whole, []).append(used)
    copies = [each for each in profiles.values() for _ in range(max(map(extra.count, each)))]
    return [usual, *copies] if usual else copies


@rule("core.select-melee-weapon")
def wield(combat: Combat, weapons: list[str], ids: list[str]) -> Steps:
    """The weapon with which models attack: all with one, or each with its own. Receives the models of each weapon."""
    several = len(weapons) > 1 and len(ids) > 1
    chosen = yield from _pick(combat, [*weapons, SPLIT] if several else weapons, ids)
    if chosen != SPLIT:
        return {chosen: ids}
    found: dict[str, list[str]] = {}
    for one in ids:
        own = yield from _pick(combat, weapons, [one])
        found.setdefault(own, []).append(one)
    return found


def _pick(combat: Combat, options: list[str], ids: list[str]) -> Steps:
    return ask_which(
        combat.player, "melee_weapon", options, "core.select-melee-weapon", unit=combat.unit, models=tuple(ids)
    )


@rule("core.which-models-fight", "core.select-melee-targets", "core.aircraft-charge-and-fight",
      "commentary.base-contact", "commentary.charging-with-units")  # fmt: skip
def reached(position: Position, id: str) -> list[str]:
    """The enemy units that a model can attack: it is engaged with them, or beside one of its unit that touches them."""
    scene = TABLE(position)
    found = dict.fromkeys(engaged_with(position, id))
    for friend in plane.measure.in_contact(scene, id):
        if scene.models[friend].unit == scene.models[id].unit:
            for foe in plane.measure.in_contact(scene, friend):
                if scene.models[foe].side != scene.models[id].side:
                    found[scene.models[foe].unit] = None
    found |= dict.fromkeys(foes_across(position, id))
    return [foe for foe in found if meets(position, scene.models[id].unit, foe)]


def engaged_with(position: Position, id: str) -> list[str]:
    """The enemy units within Engagement Range of a model."""
    scene = TABLE(position)
    return [scene.models[foe].unit for foe in plane.measure.foes_of(scene, id, ENGAGED)]
