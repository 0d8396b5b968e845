"""Characteristics and rolls in layers, with the limits of the rules: all that an ability may change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from rulewright import Layer, Modifier, Permission, Stat, StatRule, rule

from .terms import attack_of, models, profile, unit, weapon

REPLACED: Final = Layer("replaced", "set", rule="commentary.modifying-characteristics")
MULTIPLIED: Final = Layer("multiplied", "multiply", rule="commentary.modifiers")
HALVED: Final = Layer("halved", "divide", rule="commentary.modifiers")
CHANGED: Final = Layer("changed", "add", rule="commentary.modifiers")
ROUNDED: Final = Layer("rounded", "round", rounding="up", rule="commentary.modifiers")
HIGHEST: Final = Layer("highest", "least")
"""Of several amounts that do not add up the highest one counts, which its player would choose."""
PRINTED: Final = Layer("printed", "set", rule="errata.weapon-characteristics")
"""What is printed on a weapon, or what that came to where it is random, before anything changes it."""
LAYERS: Final = (REPLACED, HALVED, MULTIPLIED, CHANGED, ROUNDED)
OF_WEAPONS: Final = (PRINTED, *LAYERS)
ROLL: Final = (Layer("roll", "add", least=-1, most=1, rule="core.hit-roll"),)
"""A roll to hit or to wound is never modified by more than 1 (core.hit-roll 4, core.wound-roll 9)."""
SAVING: Final = (Layer("roll", "add", most=1, rule="core.saving-throw"),)
"""A saving throw is never improved by more than 1 (core.saving-throw 4)."""


def _stat(
    name: str, base: Callable[[Any, str], int] | int, en: str, zh: str, *, rule: str,
    layers: tuple[Layer, ...] = LAYERS, least: int | None = None, most: int | None = None,
    modifiers: tuple[Any, ...] = (),
) -> StatRule:  # fmt: skip
    return StatRule(stat=Stat(name, layers, least, most, rule=rule, en=en, zh=zh), base=base, modifiers=modifiers)


def _printed(name: str) -> Callable[[Any, str], int]:
    """A characteristic of a model."""
    return lambda game, id: int(getattr(profile(game, id), name))


@rule("core.command-phase-battle-shock-step", "commentary.modifiers")
def _of_shocked(game: Any, id: str) -> Iterator[Modifier]:
    """The OC of the models of a Battle-shocked unit becomes 0, before anything else changes it."""
    if unit(game, game.state.models[id].unit).shocked:
        yield Modifier("oc", "replaced", 0, "battle-shock", rule="core.command-phase-battle-shock-step")


@rule("errata.weapon-characteristics", "commentary.modifiers")
def of_weapon(position: Any, characteristic: str, unit: str, printed: int) -> int:
    """A characteristic of a weapon of a unit with all that changes it, or of one of its attacks."""
    usual = Modifier(characteristic, PRINTED.name, printed, characteristic, rule="errata.weapon-characteristics")
    return int(position.number(characteristic, unit, usual))


@rule("commentary.modifying-dice-rolls")
def modified(game: Any, roll: str, unit: str, faces: Sequence[int]) -> int:
    """What a roll comes to when its dice are added and modified: it may exceed the dice, but is never less than 1."""
    return max(1, sum(faces) + int(game.number(roll, unit)))


@rule("core.hover")
def _move(game: Any, id: str) -> int:
    """The Move of a model; of one in Hover mode it is 20."""
    hovers = game.state.units[game.state.models[id].unit].hovers
    return HOVERING if hovers else int(profile(game, id).move)


HOVERING: Final = 20


def _of_weapon(name: str) -> Callable[[Any, str], int]:
    """A characteristic of the weapon with which attacks are made; the unit that attacks is asked."""
    return lambda game, id: int(getattr(weapon(game, attack_of(game).weapon), name))  # type: ignore[union-attr]


MODELS: Final = "errata.model-characteristics"
WEAPONS: Final = "errata.weapon-characteristics"


def _stats() -> tuple[StatRule, ...]:
    return (
        _stat("move", _move, "Move", "移动", rule=MODELS, least=1),
        _stat("toughness", _printed("toughness"), "Toughness", "坚韧", rule=MODELS, least=1),
        _stat("save", _printed("save"), "Save", "保护", rule=MODELS, least=2),
        _stat("invulnerable", lambda game, id: profile(game, id).invulnerable or 7, "invulnerable save", "特殊保护",
              rule="core.invulnerable-save", layers=(*LAYERS, Layer("at least", "most", stacking="lowest")), least=2),
        _stat("leadership", _printed("leadership"), "Leadership", "领导", rule=MODELS, least=5, most=8),
        _stat("oc", _printed("oc"), "Objective Control", "目标控制", rule=MODELS, least=0, modifiers=(_of_shocked,)),
        _stat("attacks", 0, "Attacks", "攻击次数", rule=WEAPONS, layers=OF_WEAPONS),
        _stat("pile in", 3, "inches of a Pile-in move", "围拢移动距离", rule="core.pile-in", least=0),
        _stat("consolidation", 3, "inches of a Consolidation move", "巩固移动距离", rule="core.consolidate", least=0),
        _stat("range", 0, "Range", "射程", rule=WEAPONS, layers=OF_WEAPONS),
        _stat("skill", _of_weapon("skill"), "Weapon or Ballistic Skill", "近战或射击技能", rule=WEAPONS, least=2),
        _stat("strength", _of_weapon("strength"), "Strength", "力量", rule=WEAPONS, least=1),
        _stat("ap", _of_weapon("ap"), "Armour Penetration", "穿甲", rule=WEAPONS, most=0),
        _stat("damage", 0, "Damage", "伤害", rule=WEAPONS, layers=OF_WEAPONS),
        _stat("hit", 0, "Hit roll", "命中骰", rule="core.hit-roll", layers=ROLL),
        _stat("wound", 0, "Wound roll", "造伤骰", rule="core.wound-roll", layers=ROLL),
        _stat("wounds on", 0, "Wound roll that always wounds", "必定造伤的点数", rule="commentary.precedence-attacks"),
        _stat("wounded on", 0, "least Wound roll that wounds it", "造伤它的最低点数",
              rule="commentary.precedence-attacks"),
        _stat("saving throw", 0, "saving throw", "保护骰", rule="core.saving-throw", layers=SAVING),
        _stat("advance", 0, "Advance roll", "推进骰", rule="commentary.modifying-dice-rolls", layers=(CHANGED,)),
        _stat("charge", 0, "Charge roll", "冲锋骰", rule="commentary.modifying-dice-rolls", layers=(CHANGED,)),
        _stat("critical hit", 6, "unmodified roll of a Critical Hit", "暴击命中所需点数", rule="core.hit-roll",
              layers=(Layer("at least", "most", stacking="lowest"),), least=2),
        _stat("critical wound", 6, "unmodified roll of a Critical Wound", "暴击造伤所需点数", rule="core.wound-roll",
              layers=(Layer("at least", "most", stacking="lowest"),), least=2),
        _stat("feel no pain", 7, "Feel No Pain", "不知痛苦", rule="core.feel-no-pain",
              layers=(Layer("at least", "most", stacking="lowest"),), least=2),
        _stat("keeps off", 0, "distance from enemy Reinforcements", "与敌方增援的距离",
              rule="commentary.precedence-reinforcements", layers=(HIGHEST,)),
        _stat("set advance", 0, "fixed Advance", "固定推进距离",
              rule="commentary.do-not-make-an-advance-roll", layers=(HIGHEST,)),
        _stat("stratagem cost", 0, "cost of a Stratagem", "计谋消耗", rule="commentary.modifying-stratagem-cost",
              layers=(CHANGED,), least=0),
    )  # fmt: skip


STATS: Final = _stats()

NUMBERS: Final = {one.stat.name: one.stat for one in STATS}


def wrong_change(stat: str, layer: str, by: Any) -> str:
    """What is wrong with a change of a number in a layer by an amount; nothing where it can be made."""
    layers = {one.name: one for one in NUMBERS[stat].layers if one.op != "round" and one is not PRINTED}
    if layer not in layers:
        return f"layer: found {layer!r}, expected a layer of {stat}: {', '.join(layers)}"
    if layers[layer].op == "divide" and not (isinstance(by, int) and by > 0):
        return f"by: found {by!r}, expected a whole number of 1 or more: {stat} is divided by it"
    return ""


PERMISSIONS: Final = tuple(
    Permission(name, default, rule=id, en=en, zh=zh)
    for name, default, id, en, zh in (
        ("shoot after advancing", False, "core.advance", "to shoot after an Advance", "推进后射击"),
        ("charge after advancing", False, "core.advance", "to charge after an Advance", "推进后冲锋"),
        ("shoot after falling back", False, "core.fall-back", "to shoot after Falling Back", "撤退后射击"),
        ("charge after falling back", False, "core.fall-back", "to charge after Falling Back", "撤退后冲锋"),
        ("fight first", False, "core.fights-first", "to fight first", "率先战斗"),
        (
            "damage of 0",
            False,
            "errata.weapon-characteristics",
            "to suffer 0 Damage from attacks",
            "受到攻击的伤害变为0",
        ),
        ("reroll wounds", False, "core.weapon-twin-linked", "to re-roll Wound rolls", "重投造伤骰"),
        (
            "repeat stratagems",
            False,
            "faq.timing.repeat-stratagem-ability-order",
            "to be affected by a Stratagem again",
            "同阶段再次受同一计谋影响",
        ),
        (
            "falter",
            False,
            "errata.battle-shock",
            "to be tested when below its Starting Strength",
            "低于初始人数即须测试",
        ),
        (
            "survive",
            False,
            "faq.timing.destroyed-triggers-when-prevented",
            "to keep its last wound, once in the battle",
            "保留最后一点生命（每场战斗一次）",
        ),
        ("cover", False, "core.benefit-of-cover", "to have the Benefit of Cover", "获得掩护"),
    )
)


# Better and worse -------------------------------------------------------------------------------------------

LOWER_IS_BETTER: Final = frozenset({"save", "invulnerable", "leadership", "feel no pain", "skill", "ap"})
"""Characteristics with a plus sign, and AP, whose value is 0 or less; of all others the larger number is better."""


@rule(
    "commentary.modifying-by-improving-or-worsening",
    "commentary.or-better",
    "commentary.or-worse",
    "commentary.positive-modifier",
    "commentary.negative-modifier",
)
def better(characteristic: str, value: int, than: int) -> bool:
    """Whether a value of a characteristic is better than another one."""
    return value < than if characteristic in LOWER_IS_BETTER else value > than


@rule("commentary.best", "commentary.or-better")
def best(characteristic: str, values: Iterable[int]) -> int:
    """The value that no other one beats. Raises ValueError where there are none."""
    return (min if characteristic in LOWER_IS_BETTER else max)(values)


@rule("commentary.worst", "commentary.or-worse")
def worst(characteristic: str, values: Iterable[int]) -> int:
    """The value that all others equal or beat. Raises ValueError where there are none."""
    return (max if characteristic in LOWER_IS_BETTER else min)(values)


def values(game: Any, characteristic: str, unit: str) -> list[int]:
    """A characteristic of each model of a unit."""
    return [int(game.number(characteristic, str(one.id))) for one in models(game, unit)]


@rule("core.leadership-test", "commentary.unit-leadership", "commentary.best")
def best_leadership(game: Any, unit: str) -> int:
    """The best Leadership in a unit."""
    return best("leadership", values(game, "leadership", unit))
