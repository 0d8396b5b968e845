"""Which enemies models attack in melee: all one, each its own, or with the attacks of one weapon several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulewright import ask_which, choose, rule

from ..attack import alike, toughness
from ..numbers import as_changed
from ..terms import SPLIT, Combat, Declared, below_half, models, weapon

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..state import Model

RULE = "core.select-melee-targets"


@rule("commentary.fighting-with-one-model", "commentary.fight-on-death")
def fighting_models(position: Position, combat: Combat) -> list[Model]:
    """The models that fight: those of the unit, or only some of them."""
    if not combat.only:
        return models(position, combat.unit)
    return [position.state.models[id] for id in combat.only if id in position.state.models]


def aimed_at(position: Position, foe: str, used: str, ids: Sequence[str], attacks: int | None = None) -> Declared:
    """Models attack an enemy unit with a melee weapon, as it is now."""
    tough, size = toughness(position, foe), len(models(position, foe))
    return Declared(foe, used, tuple(ids), size, toughness=tough, attacks=attacks, weak=below_half(position, foe))


@rule("core.select-melee-targets")
def share(game: Game, combat: Combat, used: str, foes: tuple[str, ...], ids: list[str]) -> Steps:
    """What these models declare with a weapon: all attack one enemy, or each its own. Receives a list of `Declared`."""
    if len(foes) == 1:
        return [aimed_at(game, foes[0], used, ids)]
    options = [*foes, SPLIT] if len(ids) > 1 or strokes(game, combat.unit, used) > 1 else list(foes)
    foe = yield from ask_which(
        combat.player, "melee_target", options, RULE, models=tuple(ids), unit=combat.unit, weapon=used
    )
    if foe != SPLIT:
        return [aimed_at(game, foe, used, ids)]
    declared: list[Declared] = []
    for one in ids:
        declared += yield from share_attacks(game, combat, used, foes, one, asked=len(ids) == 1)
    return declared


@rule("core.select-melee-targets")
def share_attacks(game: Game, combat: Combat, used: str, foes: tuple[str, ...], one: str, *, asked: bool) -> Steps:
    """The enemy that a model attacks, or the attacks that it makes at each; ``asked`` says that it splits them."""
    about: dict[str, Any] = {"models": (one,), "unit": combat.unit, "weapon": used}
    left, declared = strokes(game, combat.unit, used), []
    if not asked:
        options = [*foes, SPLIT] if left > 1 else list(foes)
        foe = yield from ask_which(combat.player, "melee_target", options, RULE, **about)
        if foe != SPLIT:
            return [aimed_at(game, foe, used, [one])]
    for foe in foes[:-1]:
        count = yield choose(combat.player, "melee_attacks", list(range(left + 1)), RULE, target=foe, **about)
        left -= count
        if count:
            declared.append(aimed_at(game, foe, used, [one], count))
    return [*declared, aimed_at(game, foes[-1], used, [one], left)] if left else declared


@rule("core.select-melee-targets", "core.make-melee-attacks")
def strokes(position: Position, id: str, used: str) -> int:
    """The attacks that each model of a unit makes with a weapon; 0 where they are rolled for, and not to be split."""
    arm = weapon(position, used, id)
    printed = arm.attacks.plus
    changed = printed if "extra attacks" in arm.abilities else as_changed(position, "attacks", id, printed)
    return 0 if arm.attacks.dice else changed


@rule("core.fast-dice-rolling")
def joined(position: Position, id: str, declared: Iterable[Declared]) -> list[Declared]:
    """Models that attack the same enemy alike with the same weapon, and all of its attacks, attack together."""
    whole: dict[tuple[Any, ...], Declared] = {}
    parts: list[Declared] = []
    for one in declared:
        if one.attacks is not None:
            parts.append(one)
            continue
        for model in one.models:
            key = (one.target, one.weapon, *alike(position, id, one.weapon, one.target, model))
            before = whole[key].models if key in whole else ()
            whole[key] = replace(one, models=(*before, model))
    return [*whole.values(), *parts]
