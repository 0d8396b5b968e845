"""The Shooting phase: units are selected, they declare targets, and make their ranged attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Turn, choose, rule

from .attack import STRIKE
from .events import Selected
from .firing_deck import leave_deck, man_deck
from .surging import surge
from .terms import LARGE, SPLIT, Declared, did, has_keyword, models, unit, units, weapon
from .world import engaged, nearest_first, sees, shooters, within

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

ALONE: Final = 12.0
"""Inches within which a Lone Operative can be shot at."""


@rule("core.shooting-phase", "core.locked-in-combat", "core.big-guns-never-tire", "core.weapon-pistol",
      "core.weapon-assault", "commentary.eligible-to-shoot")  # fmt: skip
def can_shoot(position: Position, id: str) -> bool:
    """Whether a unit is eligible to shoot: it did not Advance or Fall Back, and is not Locked in Combat."""
    if did(position, id, "shot", "too large"):
        return False
    if did(position, id, "advance") and not position.may("shoot after advancing", id):
        return False
    if did(position, id, "fall back") and not position.may("shoot after falling back", id):
        return False
    return any(usable(position, id, used) for used in carried(position, id))


def carried(position: Position, id: str) -> list[str]:
    """The weapons of a unit, each once, in the order of its models."""
    return list(dict.fromkeys(used for one in models(position, id) for used in one.weapons))


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
    return "pistol" in sheet.abilities or large(position, id) or not engaged(position, id)


@rule("core.select-ranged-targets", "core.locked-in-combat", "core.big-guns-never-tire", "core.lone-operative",
      "core.weapon-pistol", "core.weapon-blast", "core.weapon-indirect-fire",
      "commentary.big-guns-never-tire-blast-and-pistols", "commentary.locked-in-combat")  # fmt: skip
def targets(position: Position, id: str, used: str) -> Iterator[str]:
    """The enemy units that a weapon of a unit can be shot at."""
    sheet, near = weapon(position, used), engaged(position, id)
    player = unit(position, id).player
    for foe in units(position, 1 - player):
        if not within(position, id, foe, sheet.range):
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


@rule("core.select-ranged-targets", "core.lone-operative", "errata.indirect-fire", "core.weapon-one-shot")
def who_can(position: Position, id: str, used: str, foe: str) -> Iterator[str]:
    """The models of a unit that can shoot a weapon at an enemy unit."""
    sheet = weapon(position, used)
    reach = min(sheet.range, ALONE) if position.has("lone-operative", foe) else float(sheet.range)
    blind = "indirect fire" in sheet.abilities and "torrent" not in sheet.abilities
    seeing = () if blind else shooters(position, id, foe, reach)
    for one in models(position, id):
        if used in one.weapons and not ("one shot" in sheet.abilities and used in one.spent):
            if str(one.id) in seeing or (blind and within(position, str(one.id), foe, reach)):
                yield from (str(one.id),) * one.weapons.count(used)


# The phase --------------------------------------------------------------------------------------------------


class Shooter(Context):
    """A unit that is selected to shoot; ``over`` when the player shoots no more."""

    player: int
    over: bool = False


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
    yield Selected(chosen, "shot", rule="core.shooting-phase")
    yield from man_deck(game, player, chosen)
    declared = yield from declare(game, player, chosen)
    return STRIKE(player=player, unit=chosen, declared=tuple(declared)) if declared else None


def has_target(position: Position, id: str) -> bool:
    """Whether some weapon of a unit has a target (errata.selected-to-shoot)."""
    return any(usable(position, id, used) and any(targets(position, id, used)) for used in carried(position, id))


@rule("core.select-ranged-targets", "core.weapon-pistol")
def declare(game: Game, player: int, id: str) -> Steps:
    """For each weapon its target, before any attack is resolved; its models may shoot at different ones.

    Receives a list of `Declared`.
    """
    declared: list[Declared] = []
    pistols: bool | None = None
    for used in carried(game, id):
        pistol = "pistol" in weapon(game, used).abilities
        if not usable(game, id, used) or (pistols is not None and pistols != pistol and not large(game, id)):
            continue
        found = nearest_first(game, id, targets(game, id, used))
        if not found:
            continue
        options: list[Any] = [*found, None]
        if len(found) > 1 and len({*models_with(game, id, used)}) > 1:
            options.insert(-1, SPLIT)
        target = yield choose(player, "ranged_target", options, "core.select-ranged-targets", unit=id, weapon=used)
        if target is None:
            continue
        pistols = pistol
        chosen: dict[str, list[str]] = {}
        if target == SPLIT:
            for one in models_with(game, id, used):
                mine = [foe for foe in found if one in who_can(game, id, used, foe)]
                if mine:
                    foe = yield choose(
                        player, "ranged_target", [*mine, None], "core.select-ranged-targets", unit=one, weapon=used
                    )
                    chosen.setdefault(foe, []).append(one)
        else:
            chosen[target] = list(who_can(game, id, used, target))
        chosen.pop(None, None)  # type: ignore[call-overload]
        for foe, ids in chosen.items():
            declared += aimed(game, id, foe, used, ids)
    return declared


def models_with(position: Position, id: str, used: str) -> list[str]:
    """The models of a unit that have a weapon."""
    return [str(one.id) for one in models(position, id) if used in one.weapons]


@rule("core.weapon-melta", "core.weapon-rapid-fire", "core.weapon-blast", "core.fast-dice-rolling",
      "errata.indirect-fire", "errata.big-guns-never-tire")  # fmt: skip
def aimed(position: Position, id: str, foe: str, used: str, ids: Sequence[str]) -> list[Declared]:
    """What models of a unit declare with a weapon; those within half of its range attack by themselves."""
    half = weapon(position, used).range / 2
    unseen, locked = not sees(position, id, foe), bool(engaged(position, id))
    groups: dict[bool, list[str]] = {}
    for one in ids:
        groups.setdefault(within(position, one, foe, half), []).append(one)
    return [
        Declared(foe, used, tuple(group), len(models(position, foe)), near, unseen, locked)
        for near, group in sorted(groups.items(), reverse=True)
    ]


SHOOTING: Final = Loop("shooting", next_shooter, [select_shooter, leave_deck, surge])
