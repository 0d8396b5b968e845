"""The Shooting phase: units are selected, they declare targets, and make their ranged attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Turn, choose, rule

from .attack import STRIKE, doomed, fall, toughness
from .cover import plunges
from .events import Selected
from .firing_deck import leave_deck, man_deck
from .stratagems.moments import moment
from .surging import surge
from .terms import (
    LARGE,
    SPLIT,
    Declared,
    LastShots,
    below_half,
    did,
    has_keyword,
    last_shots_of,
    models,
    shooting_models,
    unit,
    units,
    weapon,
)
from .world import engaged, nearest_first, sees, shooters, within

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

ALONE: Final = 12.0
"""Inches within which a Lone Operative can be shot at."""


@rule("core.shooting-phase", "core.locked-in-combat", "core.big-guns-never-tire", "core.weapon-pistol",
      "core.weapon-assault", "commentary.eligible-to-shoot",
      "commentary.eligible-to-shoot-without-ranged-weapons")  # fmt: skip
def can_shoot(position: Position, id: str) -> bool:
    """Whether a unit is eligible to shoot: it did not Advance or Fall Back, and is not Locked in Combat.

    A unit without ranged weapons is eligible, too.
    """
    return not did(position, id, "shot") and fit_to_shoot(position, id)


@rule("core.shooting-phase", "core.locked-in-combat", "commentary.eligible-to-shoot-without-ranged-weapons",
      "faq.reserves.eligible-to-shoot-in-reserves")  # fmt: skip
def fit_to_shoot(position: Position, id: str) -> bool:
    """Whether a unit is eligible to shoot, had it not shot yet."""
    if did(position, id, "too large"):
        return False
    if did(position, id, "advance") and not position.may("shoot after advancing", id):
        return False
    if did(position, id, "fall back") and not position.may("shoot after falling back", id):
        return False
    if did(position, id, "advance") or engaged(position, id):
        return any(usable(position, id, used) for used in carried(position, id))
    return True


def carried(position: Position, id: str) -> list[str]:
    """The weapons of a unit, each once, in the order of its models."""
    return list(dict.fromkeys(used for one in shooting_models(position, id) for used in one.weapons))


def large(position: Position, id: str) -> bool:
    """Whether a unit is a Monster or Vehicle."""
    return any(has_keyword(position, id, one) for one in LARGE)


@rule("core.locked-in-combat", "core.weapon-pistol", "core.big-guns-never-tire", "core.weapon-assault",
      "core.weapon-one-shot", "commentary.locked-in-combat")  # fmt: skip
def usable(position: Position, id: str, used: str) -> bool:
    """Whether a unit may shoot with a weapon at all now."""
    sheet = weapon(position, used)
    if sheet.melee or (did(position, id, "advance") and "assault" not in sheet.abilities):
        return False
    tireless = large(position, id) and last_shots_of(position, id) is None
    return "pistol" in sheet.abilities or tireless or not engaged(position, id)


@rule("core.select-ranged-targets", "core.locked-in-combat", "core.big-guns-never-tire", "core.lone-operative",
      "core.weapon-pistol", "core.weapon-blast", "core.weapon-indirect-fire",
      "commentary.big-guns-never-tire-blast-and-pistols", "commentary.locked-in-combat")  # fmt: skip
def targets(position: Position, id: str, used: str) -> Iterator[str]:
    """The enemy units that a weapon of a unit can be shot at."""
    sheet, near = weapon(position, used), engaged(position, id)
    player = unit(position, id).player
    for foe in units(position, 1 - player):
        if not within(position, id, foe, range_of(position, id, used)):
            continue
        if near and foe not in near and not large(position, id):
            continue
        held = engaged(position, foe)
        if held and not (foe in near or large(position, foe)):
            continue
        if held and "blast" in sheet.abilities:
            continue
        if any(True for _ in who_can(position, id, used, foe)):
            yield foe


@rule("errata.weapon-characteristics")
def range_of(position: Position, id: str, used: str) -> float:
    """The Range of a unit's weapon in inches; never below 1."""
    return max(1.0, weapon(position, used).range + float(position.number("range", id)))


@rule("core.select-ranged-targets", "core.lone-operative", "errata.indirect-fire", "core.weapon-one-shot",
      "commentary.one-shot")  # fmt: skip
def who_can(position: Position, id: str, used: str, foe: str) -> Iterator[str]:
    """The models of a unit that can shoot a weapon at an enemy unit, each once for every such weapon that it has."""
    sheet, reach = weapon(position, used), range_of(position, id, used)
    reach = min(reach, ALONE) if position.has("lone-operative", foe) else reach
    blind = "indirect fire" in sheet.abilities and "torrent" not in sheet.abilities
    seeing = () if blind else shooters(position, id, foe, reach)
    for one in shooting_models(position, id):
        copies = one.weapons.count(used)
        copies -= min(copies, one.spent.count(used)) if "one shot" in sheet.abilities else 0
        if copies and (str(one.id) in seeing or (blind and within(position, str(one.id), foe, reach))):
            yield from (str(one.id),) * copies


# The phase --------------------------------------------------------------------------------------------------


class Shooter(Context):
    """A unit that is selected to shoot; ``over`` when the player shoots no more."""

    player: int
    over: bool = False
    unit: str = ""


@rule("core.shooting-phase")
def next_shooter(game: Game, last: Shooter | None) -> Shooter | None:
    """One unit after another, as long as the player wants."""
    if last is not None and last.over:
        return None
    return Shooter(player=game.context(Turn).player)


@rule("core.shooting-phase", "errata.selected-to-shoot")
def select_shooter(game: Game, shooter: Shooter) -> Steps:
    """The player selects an eligible unit with a target, or ends the phase."""
    player = shooter.player
    able = [id for id in units(game, player) if can_shoot(game, id) and has_target(game, id)]
    chosen = (yield choose(player, "shoot", [*able, None], "core.shooting-phase")) if able else None
    if chosen is None:
        return game.note(shooter, over=True)
    yield game.note(shooter, unit=chosen)
    yield Selected(chosen, "shot", rule="core.shooting-phase")
    yield from man_deck(game, player, chosen)
    declared = yield from declare(game, player, chosen)
    return STRIKE(player=player, unit=chosen, declared=tuple(declared), avenged=True) if declared else None


def has_target(position: Position, id: str) -> bool:
    """Whether some weapon of a unit has a target (errata.selected-to-shoot)."""
    return any(usable(position, id, used) and any(targets(position, id, used)) for used in carried(position, id))


@rule("core.select-ranged-targets", "core.weapon-pistol")
def declare(game: Game, player: int, id: str, only: str = "") -> Steps:
    """For each weapon its target, before any attack is resolved; its models may shoot at different ones.

    With ``only`` they shoot out of phase at this unit. Receives a list of `Declared`.
    """
    declared: list[Declared] = []
    pistols: bool | None = None
    for used in carried(game, id):
        pistol = "pistol" in weapon(game, used).abilities
        if not usable(game, id, used) or (pistols is not None and pistols != pistol and not large(game, id)):
            continue
        able = {foe: free_to(game, id, used, foe, declared) for foe in targets(game, id, used)}
        at = nearest_first(game, id, [foe for foe, free in able.items() if free])
        found = at if not only else [foe for foe in at if used in open_targets(game, id, only) and foe == only]
        if not found:
            continue
        options: list[Any] = [*found, None]
        if (len(found) > 1 or "one shot" in weapon(game, used).abilities) and len(models_with(game, id, used)) > 1:
            options.insert(-1, SPLIT)
        target = yield choose(player, "ranged_target", options, "core.select-ranged-targets", unit=id, weapon=used)
        if target is None:
            continue
        pistols = pistol
        chosen: dict[str, list[str]] = {}
        if target == SPLIT:
            for one in models_with(game, id, used):
                mine = [foe for foe in found if one in able[foe]]
                if mine:
                    foe = yield choose(
                        player, "ranged_target", [*mine, None], "core.select-ranged-targets", unit=one, weapon=used
                    )
                    chosen.setdefault(foe, []).append(one)
        else:
            chosen[target] = able[target]
        chosen.pop(None, None)  # type: ignore[call-overload]
        for foe, ids in chosen.items():
            declared += aimed(game, id, foe, used, ids)
    return declared


@rule("core.select-ranged-targets")
def free_to(position: Position, id: str, used: str, foe: str, declared: Sequence[Declared]) -> list[str]:
    """Who can shoot a weapon at an enemy unit, and has not declared another profile of the same weapon."""
    whole = weapon(position, used).whole
    others = [one for one in declared if one.weapon != used and weapon(position, one.weapon).whole == whole]
    busy = {model for one in others for model in one.models}
    return [model for model in who_can(position, id, used, foe) if model not in busy]


@rule("faq.out-of-phase.overwatch-while-engaged", "commentary.big-guns-never-tire-out-of-phase")
def open_targets(position: Position, id: str, foe: str) -> list[str]:
    """The weapons with which a unit can shoot an enemy out of phase, where big guns tire."""
    able = [used for used in carried(position, id) if usable(position, id, used)]
    pistols = [used for used in able if "pistol" in weapon(position, used).abilities]
    return [used for used in (pistols if engaged(position, id) else able) if foe in targets(position, id, used)]


@rule("commentary.one-shot", "commentary.bearer")
def models_with(position: Position, id: str, used: str) -> list[str]:
    """The models of a unit that have a weapon, each once for every such weapon that it has."""
    return [str(one.id) for one in shooting_models(position, id) for arm in one.weapons if arm == used]


@rule("core.weapon-melta", "core.weapon-rapid-fire", "core.weapon-blast", "core.fast-dice-rolling",
      "core.plunging-fire", "errata.indirect-fire", "errata.big-guns-never-tire")  # fmt: skip
def aimed(position: Position, id: str, foe: str, used: str, ids: Sequence[str]) -> list[Declared]:
    """What models of a unit declare with a weapon; those within half of its range, or high up, apart."""
    half, tough = range_of(position, id, used) / 2, toughness(position, foe)
    unseen, locked = not sees(position, id, foe), bool(engaged(position, id))
    groups: dict[tuple[bool, bool], list[str]] = {}
    for one in ids:
        groups.setdefault((within(position, one, foe, half), plunges(position, one, foe)), []).append(one)
    size, weak = len(models(position, foe)), below_half(position, foe)
    return [
        Declared(foe, used, tuple(group), size, near, unseen, locked, plunging, tough, weak)
        for (near, plunging), group in sorted(groups.items(), reverse=True)
    ]


@rule("commentary.shooting-again")
def may_shoot_again(position: Position, id: str) -> bool:
    """Whether a unit that has shot can shoot again: by its ability, if it is eligible, with weapons used before too."""
    able = did(position, id, "has shot") and position.has("shoot-again", id)
    return bool(able) and bool(models(position, id)) and fit_to_shoot(position, id) and has_target(position, id)


@rule("commentary.shooting-again")
def shoot_again(game: Game, shooter: Shooter) -> Steps:
    """When its first attacks have been resolved a unit may shoot again."""
    if not shooter.unit or not may_shoot_again(game, shooter.unit):
        return None
    chosen = yield choose(shooter.player, "shoot_again", [shooter.unit, None], "commentary.shooting-again",
                          unit=shooter.unit)  # fmt: skip
    declared = (yield from declare(game, shooter.player, chosen)) if chosen is not None else ()
    if not declared:
        return None
    return STRIKE(player=shooter.player, unit=chosen, declared=tuple(declared), avenged=True)


@rule("commentary.shoot-on-death")
def next_last_shots(game: Game, last: LastShots | None) -> LastShots | None:
    """The destroyed models of one unit after another."""
    for id, ids in doomed(game).items():
        return LastShots(player=unit(game, id).player, unit=id, models=ids)
    return None


@rule("commentary.shoot-on-death", "commentary.shooting-again", "faq.general.shoot-on-death-not-selected",
      "faq.general.conditional-shoot-or-fight-count")  # fmt: skip
def shoot_on_death(game: Game, last: LastShots) -> Steps:
    """Destroyed models make ranged attacks out of phase; their unit is not selected to shoot by that."""
    declared = yield from declare(game, last.player, last.unit)
    if not declared:
        return None
    return STRIKE(player=last.player, unit=last.unit, declared=tuple(declared), avenged=True)


def remove_shot(game: Game, last: LastShots) -> Steps:
    """Then they are removed."""
    yield from fall(game, last.models)


def last_shots(name: str) -> Loop:
    """Whoever the attacks before destroyed shoots on death."""
    return Loop(name, next_last_shots, [shoot_on_death, remove_shot])


SHOOTING: Final = Loop(
    "shooting",
    next_shooter,
    [
        moment("select to shoot"), select_shooter, last_shots("last shots"), shoot_again,
        last_shots("more last shots"), leave_deck, surge,
    ],
)  # fmt: skip
