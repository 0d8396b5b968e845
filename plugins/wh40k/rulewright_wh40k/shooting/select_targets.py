"""Select targets: what each weapon of a unit can be shot at, by which models, and what is declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import choose, rule
from rulewright.geometry import TOLERANCE

from ..attack import alike, settle_toughness, toughness
from ..numbers import as_changed, settled
from ..space.battlefield import any_shoots, engaged, gap, nearest_first, sees, shooters, within
from ..space.cover import plunges
from ..terms import SPLIT, Declared, below_half, models, on_table, shooting_models, unit, units, weapon
from .eligible import carried, is_large, large, usable

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

ALONE: Final = 12.0
"""Inches within which a Lone Operative can be shot at."""


@rule("core.select-ranged-targets", "core.weapon-indirect-fire")
def targets(position: Position, id: str, used: str) -> Iterator[str]:
    """The enemy units that a weapon of a unit can be shot at."""
    return (foe for foe in units(position, 1 - unit(position, id).player) if is_target(position, id, used, foe))


@rule("core.select-ranged-targets", "core.weapon-indirect-fire")
def is_target(position: Position, id: str, used: str, foe: str) -> bool:
    """Whether a weapon of a unit can be shot at an enemy unit: one model that can is enough."""
    if not is_open(position, id, used, foe):
        return False
    able, reach = list(dict.fromkeys(loaded(position, id, used))), reach_at(position, id, used, foe)
    if sight_is_needed(position, id, used):
        return any_shoots(position, able, foe, reach)
    return any(within(position, one, foe, reach) for one in able)


@rule("core.locked-in-combat", "core.big-guns-never-tire", "core.weapon-pistol", "core.weapon-blast",
      "commentary.big-guns-never-tire-blast-and-pistols", "commentary.locked-in-combat")  # fmt: skip
def is_open(position: Position, id: str, used: str, foe: str) -> bool:
    """Whether an enemy unit is in range of a weapon of a unit, and no combat keeps it from being shot at."""
    if not within(position, id, foe, range_of(position, id, used)):
        return False
    near, held = engaged(position, id), engaged(position, foe)
    if near and foe not in near and not large(position, id):
        return False
    if held and not (foe in near or large(position, foe)):
        return False
    return not (held and "blast" in weapon(position, used, id).abilities)


@rule("errata.weapon-characteristics")
def range_of(position: Position, id: str, used: str) -> float:
    """The Range of a unit's weapon in inches; never below 1."""
    return float(as_changed(position, "range", id, weapon(position, used).range))


def who_can(position: Position, id: str, used: str, foe: str) -> Iterator[str]:
    """The models of a unit that can shoot a weapon at an enemy unit, each once for every such weapon that it has."""
    able = reaching(position, id, used, foe)
    return (one for one in loaded(position, id, used) if one in able)


@rule("core.weapon-one-shot", "commentary.one-shot")
def loaded(position: Position, id: str, used: str) -> list[str]:
    """The models of a unit that have a weapon and can shoot it, each once for every such weapon that it has."""
    once = "one shot" in weapon(position, used, id).abilities
    found: list[str] = []
    for one in shooting_models(position, id):
        copies = one.weapons.count(used)
        copies -= min(copies, one.spent.count(used)) if once else 0
        found += [str(one.id)] * copies
    return found


@rule("core.select-ranged-targets", "errata.indirect-fire")
def reaching(position: Position, id: str, used: str, foe: str) -> tuple[str, ...]:
    """The models of a unit that such a weapon would let shoot at an enemy unit from where they are."""
    reach = reach_at(position, id, used, foe)
    if sight_is_needed(position, id, used):
        return shooters(position, id, foe, reach)
    near = (str(one.id) for one in shooting_models(position, id))
    return tuple(one for one in near if within(position, one, foe, reach))


@rule("core.lone-operative")
def reach_at(position: Position, id: str, used: str, foe: str) -> float:
    """How many inches a weapon of a unit reaches at an enemy unit."""
    lonely = position.has("lone-operative", foe) or position.may("lone operative", foe)
    reach = range_of(position, id, used)
    return min(reach, ALONE) if lonely and not unit(position, foe).leaders else reach


@rule("errata.indirect-fire")
def sight_is_needed(position: Position, id: str, used: str) -> bool:
    """Whether a weapon of a unit is shot only at what its bearer sees."""
    arms = weapon(position, used, id).abilities
    return "indirect fire" not in arms or "torrent" in arms


def has_target(position: Position, id: str) -> bool:
    """Whether some weapon of a unit has a target (errata.selected-to-shoot)."""
    return any(usable(position, id, used) and any(targets(position, id, used)) for used in carried(position, id))


@rule("core.select-ranged-targets")
def declare(game: Game, player: int, id: str, only: str = "") -> Steps:
    """For each weapon its target, before any attack is resolved; its models may shoot at different ones.

    With ``only`` they shoot out of phase at this unit. Receives a list of `Declared`.
    """
    declared: list[Declared] = []
    yield from settled(game, "range", [id])
    for used in carried(game, id):
        if not usable(game, id, used):
            continue
        able = {foe: free_to(game, id, used, foe, declared) for foe in targets(game, id, used)}
        at = nearest_first(game, id, [foe for foe, free in able.items() if free])
        found = at if not only else [foe for foe in at if used in open_targets(game, id, only) and foe == only]
        if not found:
            continue
        options: list[Any] = [*found, None]
        several = len(found) > 1 and not at_arms_length(game, id, used)
        if len(models_with(game, id, used)) > 1 and (several or has_a_price(game, id, used)):
            options.insert(-1, SPLIT)
        target = yield choose(player, "ranged_target", options, "core.select-ranged-targets", unit=id, weapon=used)
        if target is None:
            continue
        chosen: dict[str, list[str]] = {}
        if target == SPLIT:
            for one in models_with(game, id, used):
                mine = [foe for foe in found if one in able[foe]]
                if at_arms_length(game, id, used):
                    mine = [foe for foe in mine if {foe, None} >= chosen.keys()]
                if mine:
                    foe = yield choose(
                        player, "ranged_target", [*mine, None], "core.select-ranged-targets", unit=one, weapon=used
                    )
                    chosen.setdefault(foe, []).append(one)
        else:
            chosen[target] = able[target]
        chosen.pop(None, None)  # type: ignore[call-overload]
        yield from settle_toughness(game, chosen)
        for foe, ids in chosen.items():
            declared += aimed(game, id, foe, used, ids)
    return declared


@rule("core.select-ranged-targets", "core.weapon-pistol", "core.big-guns-never-tire")
def free_to(position: Position, id: str, used: str, foe: str, declared: Sequence[Declared]) -> list[str]:
    """Who can shoot a weapon at an enemy unit beside what is declared already.

    No model uses two profiles of one weapon. One that is no Monster or Vehicle uses no Pistols beside other weapons,
    and only Pistols while Locked in Combat; the Pistols of such a unit are all shot at one enemy unit.
    """
    whole, pistol = weapon(position, used).whole, is_pistol(position, id, used)
    if at_arms_length(position, id, used) and any(
        one.target != foe for one in declared if is_pistol(position, id, one.weapon)
    ):
        return []
    profiles = {
        model for one in declared if one.weapon != used and weapon(position, one.weapon).whole == whole
        for model in one.models
    }  # fmt: skip
    others = {model for one in declared if is_pistol(position, id, one.weapon) is not pistol for model in one.models}
    tired = not pistol and bool(engaged(position, id))
    able = (model for model in who_can(position, id, used, foe) if model not in profiles)
    return [model for model in able if is_large(position, model) or not (tired or model in others)]


@rule("core.select-ranged-targets", "core.weapon-pistol", "core.weapon-one-shot", "errata.hazardous")
def has_a_price(position: Position, id: str, used: str) -> bool:
    """Whether a model that shoots a weapon gives something up: the weapon, its safety, or another one that it has."""
    whole, pistol = weapon(position, used).whole, is_pistol(position, id, used)
    others = [other for other in carried(position, id) if other != used and usable(position, id, other)]
    return not PRICED.isdisjoint(weapon(position, used, id).abilities) or any(
        weapon(position, other).whole == whole or is_pistol(position, id, other) is not pistol for other in others
    )


PRICED: Final = frozenset({"one shot", "hazardous"})
"""The abilities of weapons that some models of a unit may rather not shoot."""


def is_pistol(position: Position, id: str, used: str) -> bool:
    """Whether a weapon is a Pistol."""
    return "pistol" in weapon(position, used, id).abilities


@rule("core.weapon-pistol")
def at_arms_length(position: Position, id: str, used: str) -> bool:
    """Whether it is a Pistol of a unit that is Locked in Combat."""
    return is_pistol(position, id, used) and bool(engaged(position, id))


@rule("faq.out-of-phase.overwatch-while-engaged", "commentary.big-guns-never-tire-out-of-phase")
def open_targets(position: Position, id: str, foe: str) -> Iterator[str]:
    """The weapons with which a unit can shoot an enemy out of phase, where big guns tire."""
    if not on_table(position, foe):
        return iter(())
    able = [used for used in carried(position, id) if usable(position, id, used)]
    pistols = [used for used in able if "pistol" in weapon(position, used, id).abilities]
    return (used for used in (pistols if engaged(position, id) else able) if is_target(position, id, used, foe))


@rule("commentary.one-shot", "commentary.bearer")
def models_with(position: Position, id: str, used: str) -> list[str]:
    """The models of a unit that have a weapon, each once for every such weapon that it has."""
    return [str(one.id) for one in shooting_models(position, id) for arm in one.weapons if arm == used]


@rule("core.weapon-melta", "core.weapon-rapid-fire", "core.weapon-blast", "core.fast-dice-rolling",
      "core.plunging-fire", "errata.indirect-fire", "errata.big-guns-never-tire")  # fmt: skip
def aimed(position: Position, id: str, foe: str, used: str, ids: Sequence[str]) -> list[Declared]:
    """What models of a unit declare with a weapon; those within half of its range, or high up, or not alike, apart."""
    half, tough = range_of(position, id, used) / 2, toughness(position, foe)
    unseen, locked = not sees(position, id, foe), bool(engaged(position, id))
    groups: dict[tuple[Any, ...], list[str]] = {}
    for one in ids:
        far = closest_eligible(position, id, used, foe, one), asked_distance(position, one, foe)
        near = within(position, one, foe, half), plunges(position, one, foe)
        groups.setdefault((near, far, *alike(position, id, used, foe, one)), []).append(one)
    size, weak = len(models(position, foe)), below_half(position, foe)
    return [
        Declared(foe, used, tuple(group), size, near, unseen, locked, plunging, tough, weak, closest, inches or None)
        for ((near, plunging), (closest, inches), *_), group in sorted(groups.items(), reverse=True)
    ]


@rule("commentary.closest")
def closest_eligible(position: Position, id: str, used: str, foe: str, model: str) -> bool:
    """Whether no target that a model can select for a weapon is closer to it than this one; False where nobody asks."""
    if not position.content.asks_for_closest:
        return False
    others = (one for one in units(position, 1 - unit(position, id).player) if is_open(position, id, used, one))
    able = [one for one in others if model in reaching(position, id, used, one)]
    return all(gap(position, model, foe) <= gap(position, model, one) + TOLERANCE for one in able)


def asked_distance(position: Position, model: str, foe: str) -> float:
    """The least of the distances that texts ask for within which a unit is from a model; 0 where it is within none."""
    return next((each for each in position.content.distances if within(position, model, foe, each)), 0)
