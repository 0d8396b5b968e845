"""Characteristics and rolls in layers, with the limits of the rules: all that an ability may change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright import Layer, Permission, PermissionRule, Stat, StatRule, rule

from .terms import profile, volley_of, weapon

REPLACED: Final = Layer("replaced", "set", rule="commentary.modifying-characteristics")
MULTIPLIED: Final = Layer("multiplied", "multiply", rule="commentary.modifiers")
HALVED: Final = Layer("halved", "divide", rounding="up", rule="commentary.modifiers")
CHANGED: Final = Layer("changed", "add", rule="commentary.modifiers")
LAYERS: Final = (REPLACED, HALVED, MULTIPLIED, CHANGED)
ROLL: Final = (Layer("roll", "add", least=-1, most=1, rule="core.hit-roll"),)
"""A roll to hit or to wound is never modified by more than 1 (core.hit-roll 4, core.wound-roll 9)."""
SAVING: Final = (Layer("roll", "add", most=1, rule="core.saving-throw"),)
"""A saving throw is never improved by more than 1 (core.saving-throw 4)."""


def _stat(
    name: str, base: Callable[[Any, str], int] | int, en: str, zh: str, *, rule: str,
    layers: tuple[Layer, ...] = LAYERS, least: int | None = None, most: int | None = None,
) -> StatRule:  # fmt: skip
    return StatRule(stat=Stat(name, layers, least, most, rule=rule, en=en, zh=zh), base=base)


def _printed(name: str) -> Callable[[Any, str], int]:
    """A characteristic of a model."""
    return lambda game, id: int(getattr(profile(game, id), name))


@rule("core.hover")
def _move(game: Any, id: str) -> int:
    """The Move of a model; of one in Hover mode it is 20."""
    hovers = game.state.units[game.state.models[id].unit].hovers
    return HOVERING if hovers else int(profile(game, id).move)


HOVERING: Final = 20


def _of_weapon(name: str) -> Callable[[Any, str], int]:
    """A characteristic of the weapon with which attacks are made; the unit that attacks is asked."""
    return lambda game, id: int(getattr(weapon(game, volley_of(game).weapon), name))  # type: ignore[union-attr]


@rule("errata.model-characteristics", "errata.weapon-characteristics", "core.hit-roll", "core.wound-roll",
      "core.saving-throw", "core.leadership-test")  # fmt: skip
def _stats() -> tuple[StatRule, ...]:
    models, weapons = "errata.model-characteristics", "errata.weapon-characteristics"
    return (
        _stat("move", _move, "Move", "移动", rule=models, least=1),
        _stat("toughness", _printed("toughness"), "Toughness", "坚韧", rule=models, least=1),
        _stat("save", _printed("save"), "Save", "保护", rule=models, least=2),
        _stat("invulnerable", lambda game, id: profile(game, id).invulnerable or 7, "invulnerable save", "特殊保护",
              rule="core.invulnerable-save", least=2),
        _stat("leadership", _printed("leadership"), "Leadership", "领导", rule=models, least=5, most=8),
        _stat("oc", _printed("oc"), "Objective Control", "目标控制", rule=models, least=0),
        _stat("attacks", 0, "more Attacks", "额外攻击次数", rule=weapons),
        _stat("strength", _of_weapon("strength"), "Strength", "力量", rule=weapons, least=1),
        _stat("ap", _of_weapon("ap"), "Armour Penetration", "穿甲", rule=weapons, most=0),
        _stat("damage", 0, "more Damage", "额外伤害", rule=weapons),
        _stat("hit", 0, "Hit roll", "命中骰", rule="core.hit-roll", layers=ROLL),
        _stat("wound", 0, "Wound roll", "造伤骰", rule="core.wound-roll", layers=ROLL),
        _stat("saving throw", 0, "saving throw", "保护骰", rule="core.saving-throw", layers=SAVING),
        _stat("critical hit", 6, "unmodified roll of a Critical Hit", "暴击命中所需点数", rule="core.hit-roll",
              layers=(Layer("at least", "most", stacking="lowest"),), least=2),
        _stat("critical wound", 6, "unmodified roll of a Critical Wound", "暴击造伤所需点数", rule="core.wound-roll",
              layers=(Layer("at least", "most", stacking="lowest"),), least=2),
        _stat("feel no pain", 7, "Feel No Pain", "不知痛苦", rule="core.feel-no-pain",
              layers=(Layer("at least", "most", stacking="lowest"),), least=2),
    )  # fmt: skip


STATS: Final = _stats()

PERMISSIONS: Final = tuple(
    PermissionRule(permission=Permission(name, default, rule=id, en=en, zh=zh))
    for name, default, id, en, zh in (
        ("shoot after advancing", False, "core.advance", "to shoot after an Advance", "推进后射击"),
        ("charge after advancing", False, "core.advance", "to charge after an Advance", "推进后冲锋"),
        ("shoot after falling back", False, "core.fall-back", "to shoot after Falling Back", "撤退后射击"),
        ("charge after falling back", False, "core.fall-back", "to charge after Falling Back", "撤退后冲锋"),
        ("fight first", False, "core.fights-first", "to fight first", "率先战斗"),
        ("reroll wounds", False, "core.weapon-twin-linked", "to re-roll Wound rolls", "重投造伤骰"),
        ("cover", False, "core.benefit-of-cover", "to have the Benefit of Cover", "获得掩护"),
    )
)


@rule("core.random-characteristics", "core.leadership-test", "commentary.unit-leadership")
def best_leadership(game: Any, unit: str) -> int:
    """The best Leadership in a unit."""
    return min(int(game.number("leadership", str(one.id))) for one in game.state.models.values() if one.unit == unit)
