"""The characteristics and rolls of the game, the layers in which they are changed, and what is permitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rulewright import Layer, Modifier, Permission, Stat, StatRule, rule

from ..dice.amounts import amount
from ..terms import attack_of, models, profile, unit, weapon
from .comparing import better
from .weighing import NONE, weighed

GRANTED: Final = Layer("at least", "most", stacking="lowest", rule="core.invulnerable-save")
"""What abilities say that somebody has, of which the best counts, before anything changes it."""
HIGHEST: Final = Layer("highest", "least")
"""Of several amounts that do not add up the highest one counts, which its player would choose."""
PRINTED: Final = Layer("printed", "set", rule="errata.weapon-characteristics")
"""What is printed on a weapon or an ability, or what that came to where it is random, before anything changes it."""
REPLACED: Final = Layer("replaced", "set", rule="commentary.modifying-characteristics")
HALVED: Final = Layer("halved", "divide", rule="commentary.modifiers")
MULTIPLIED: Final = Layer("multiplied", "multiply", rule="commentary.modifiers")
CHANGED: Final = Layer("changed", "add", rule="commentary.modifiers")
ROUNDED: Final = Layer("rounded", "round", rounding="up", rule="commentary.modifiers")
LAYERS: Final = (REPLACED, HALVED, MULTIPLIED, CHANGED, ROUNDED)
OF_WEAPONS: Final = (PRINTED, *LAYERS)
LIMITED: Final = (Layer("limited below", "least"), Layer("limited above", "most"))
ROLL: Final = (Layer("roll", "add", least=-1, most=1, rule="core.hit-roll"),)
"""A roll to hit or to wound is never modified by more than 1 (core.hit-roll 4, core.wound-roll 9)."""
SAVING: Final = (Layer("roll", "add", most=1, rule="core.saving-throw"),)
"""A saving throw is never improved by more than 1 (core.saving-throw 4)."""


def _stat(
    name: str, base: Callable[[Any, str], int] | int, en: str, zh: str, *, rule: str,
    layers: tuple[Layer, ...] = LAYERS, least: int | None = None, most: int | None = None,
    modifiers: tuple[Any, ...] = (),
) -> StatRule:  # fmt: skip
    stat = Stat(name, layers, least, most, rule=rule, en=en, zh=zh)
    return StatRule(stat=stat, base=base, modifiers=modifiers, weighs=weighed)


def _printed(name: str) -> Callable[[Any, str], int]:
    """A characteristic of a model."""
    return lambda game, id: int(getattr(profile(game, id), name))


@rule("core.command-phase-battle-shock-step", "commentary.modifiers")
def _of_shocked(game: Any, id: str) -> Iterator[Modifier]:
    """The OC of the models of a Battle-shocked unit becomes 0, before anything else changes it."""
    if unit(game, game.state.models[id].unit).shocked:
        yield Modifier("oc", "replaced", 0, "battle-shock", rule="core.command-phase-battle-shock-step")


@rule("commentary.no-characteristic")
def _leadership(game: Any, id: str) -> int:
    """The Leadership of a model; where that is - its Toughness stands for it."""
    printed = profile(game, id)
    return int(printed.leadership or printed.toughness)


@rule("errata.model-characteristics", "commentary.modifying-characteristics")
def _limits_of_leadership(game: Any, id: str) -> Iterator[Modifier]:
    """No Leadership is modified to better than 5+ or worse than 8+; a Toughness in its place may be anything."""
    if profile(game, id).leadership:
        for layer, amount in zip(LIMITED, (5, 8), strict=True):
            yield Modifier("leadership", layer.name, amount, rule="errata.model-characteristics")


@rule("errata.weapon-characteristics", "commentary.modifying-characteristics")
def _limit_of_damage(game: Any, id: str) -> Iterator[Modifier]:
    """No Damage is modified to less than 1, save where a rule changes it to 0."""
    attack = attack_of(game)
    if attack is None or not game.may("damage of 0", attack.target):
        yield Modifier("damage", LIMITED[0].name, 1, rule="errata.weapon-characteristics")


@rule("errata.weapon-characteristics", "commentary.modifiers")
def as_changed(position: Any, stat: str, subject: str, came_to: int, *also: Modifier) -> int:
    """What is printed on a weapon or an ability of a unit or model, or came of its dice, with all that changes it."""
    usual = Modifier(stat, PRINTED.name, came_to, stat, rule="errata.weapon-characteristics")
    return int(position.number(stat, subject, usual, *also))


@rule("commentary.modifying-dice-rolls")
def modified(game: Any, roll: str, unit: str, faces: Sequence[int]) -> int:
    """What a roll comes to when its dice are added and modified: it may exceed the dice, but is never less than 1."""
    return max(1, sum(faces) + int(game.number(roll, unit)))


@rule("commentary.modifying-dice-rolls")
def unmodified(game: Any, roll: str, unit: str, needed: int) -> int:
    """The least that a D6 has to show to come to so much when it is modified."""
    return max(1, needed - int(game.number(roll, unit)))


@rule("core.hover", "core.random-characteristics")
def _move(game: Any, id: str) -> int:
    """The Move of a model; of one in Hover mode it is 20, and a random one is what was rolled for its unit."""
    own = game.state.models[id].unit
    printed = profile(game, id).move
    if game.state.units[own].hovers:
        return HOVERING
    return printed if isinstance(printed, int) else rolled_moves(game, own).get(printed, amount(printed).most)


@rule("core.random-characteristics")
def rolled_moves(position: Any, unit: str) -> dict[str, int]:
    """What was rolled for the random Moves of a unit when it was selected to move, by their dice; before that nothing,
    and the highest roll stands for it."""
    found = position.state.random_moves.get(unit)
    return {} if found is None else dict(found.inches)


HOVERING: Final = 20


@rule("errata.model-characteristics", "commentary.modifying-characteristics")
def _limit_of_move(game: Any, id: str) -> Iterator[Modifier]:
    """No Move is modified to less than 1; one of - is none."""
    if profile(game, id).move:
        yield Modifier("move", LIMITED[0].name, 1, rule="errata.model-characteristics")


def _of_weapon(name: str) -> Callable[[Any, str], int]:
    """A characteristic of the weapon with which attacks are made; the unit that attacks is asked."""
    return lambda game, id: int(getattr(weapon(game, attack_of(game).weapon), name))  # type: ignore[union-attr]


MODELS: Final = "errata.model-characteristics"
WEAPONS: Final = "errata.weapon-characteristics"


def _characteristics() -> tuple[StatRule, ...]:
    """Those of models and weapons. Where a weapon has them the unit that attacks is asked."""
    return (
        _stat("move", _move, "Move", "移动", rule=MODELS, layers=(*LAYERS, LIMITED[0]), modifiers=(_limit_of_move,)),
        _stat("toughness", _printed("toughness"), "Toughness", "坚韧", rule=MODELS, least=1),
        _stat("save", _printed("save"), "Save", "保护", rule=MODELS, least=2),
        _stat("wounds", _printed("wounds"), "Wounds", "生命", rule=MODELS, least=1),
        _stat("leadership", _leadership, "Leadership", "领导", rule=MODELS, layers=(*LAYERS, *LIMITED),
              modifiers=(_limits_of_leadership,)),
        _stat("oc", _printed("oc"), "Objective Control", "目标控制", rule=MODELS, least=0, modifiers=(_of_shocked,)),
        _stat("range", 0, "Range", "射程", rule=WEAPONS, layers=OF_WEAPONS, least=1),
        _stat("attacks", 0, "Attacks", "攻击次数", rule=WEAPONS, layers=OF_WEAPONS, least=1),
        _stat("skill", _of_weapon("skill"), "Weapon or Ballistic Skill", "近战或射击技能", rule=WEAPONS, least=2),
        _stat("strength", _of_weapon("strength"), "Strength", "力量", rule=WEAPONS, least=1),
        _stat("ap", _of_weapon("ap"), "Armour Penetration", "穿甲", rule=WEAPONS, most=0),
        _stat("damage", 0, "Damage", "伤害", rule=WEAPONS, layers=(*OF_WEAPONS, LIMITED[0]), least=0,
              modifiers=(_limit_of_damage,)),
    )  # fmt: skip


def _of_all(name: str, own: Callable[[Any, str], int]) -> Callable[[Any, str], int]:
    """A save of a model; a unit has what all of its models have, which is the worst one."""

    def base(game: Any, id: str) -> int:
        if id not in game.state.units:
            return own(game, id)
        return max((int(game.number(name, str(one.id))) for one in models(game, id)), default=NONE)

    return base


def _saves() -> tuple[StatRule, ...]:
    """Saves that a model may have beside its Save."""
    return (
        _stat("invulnerable", _of_all("invulnerable", lambda game, id: profile(game, id).invulnerable or NONE),
              "invulnerable save", "特殊保护", rule="core.invulnerable-save", layers=(GRANTED, *LAYERS), least=2),
        _stat("feel no pain", _of_all("feel no pain", lambda game, id: NONE), "Feel No Pain", "不知痛苦",
              rule="core.feel-no-pain", layers=(GRANTED, *LAYERS), least=2),
    )  # fmt: skip


def _of_abilities() -> Iterator[StatRule]:
    """The numbers that abilities have, such as the 2 of Rapid Fire 2: the unit or model that has one is asked."""
    for name, en, zh, id, least in (
        ("sustained hits", "Sustained Hits", "连击", "core.weapon-sustained-hits", 0),
        ("rapid fire", "Rapid Fire", "速射", "core.weapon-rapid-fire", 0),
        ("melta", "Melta", "热熔", "core.weapon-melta", 0),
        ("anti", "Wound roll of Anti", "针对的致伤点数", "core.weapon-anti", 2),
        ("searing", "Searing", "灼烧", "errata.devastating-wounds", 0),
        ("deadly demise", "Deadly Demise", "致命终结", "core.deadly-demise", 0),
        ("psychic bolt", "mortal wounds of its bolt", "灵能弹的致命伤", "core.psychic", 0),
        ("scouts", "inches of a Scouts move", "斥候移动距离", "errata.scouts", 0),
        ("firing deck", "Firing Deck", "射击甲板", "errata.firing-deck", 0),
    ):
        yield _stat(name, 0, en, zh, rule=id, layers=OF_WEAPONS, least=least)


def _rolls() -> tuple[StatRule, ...]:
    """What is added to rolls."""
    cites = "commentary.modifying-dice-rolls"
    return (
        _stat("hit", 0, "Hit roll", "命中骰", rule="core.hit-roll", layers=ROLL),
        _stat("wound", 0, "Wound roll", "致伤骰", rule="core.wound-roll", layers=ROLL),
        _stat("saving throw", 0, "saving throw", "豁免骰", rule="core.saving-throw", layers=SAVING),
        _stat("advance", 0, "Advance roll", "推进骰", rule=cites, layers=(CHANGED,)),
        _stat("charge", 0, "Charge roll", "冲锋骰", rule=cites, layers=(CHANGED,)),
        _stat("battle-shock", 0, "Battle-shock test", "战斗震慑测试", rule=cites, layers=(CHANGED,)),
        _stat("desperate escape", 0, "Desperate Escape test", "溃逃测试", rule=cites, layers=(CHANGED,)),
        _stat("hazardous", 0, "Hazardous test", "危险测试", rule=cites, layers=(CHANGED,)),
    )  # fmt: skip


def _others() -> tuple[StatRule, ...]:
    """What else abilities may change."""
    return (
        _stat("pile in", 3, "inches of a Pile-in move", "围拢移动距离", rule="core.pile-in", least=0),
        _stat("consolidation", 3, "inches of a Consolidation move", "巩固移动距离", rule="core.consolidate", least=0),
        _stat("wounds on", 0, "Wound roll that always wounds", "必定致伤的点数", rule="commentary.precedence-attacks"),
        _stat("wounded on", 0, "least Wound roll that wounds it", "致伤它的最低点数",
              rule="commentary.precedence-attacks"),
        _stat("critical hit", 6, "unmodified roll of a Critical Hit", "暴击命中所需点数", rule="core.hit-roll",
              layers=(GRANTED,), least=2),
        _stat("critical wound", 6, "unmodified roll of a Critical Wound", "暴击致伤所需点数", rule="core.wound-roll",
              layers=(GRANTED,), least=2),
        _stat("overwatch", 6, "unmodified Hit roll of Fire Overwatch", "火力警戒命中所需点数",
              rule="errata.stratagem-fire-overwatch", layers=(GRANTED,), least=2),
        _stat("keeps off", 0, "distance from enemy Reinforcements", "与敌方增援的距离",
              rule="commentary.precedence-reinforcements", layers=(HIGHEST,)),
        _stat("set advance", 0, "fixed Advance", "固定推进距离",
              rule="commentary.do-not-make-an-advance-roll", layers=(HIGHEST,)),
        _stat("last fight", NONE, "roll to fight before it is removed", "被摧毁后战斗所需点数",
              rule="commentary.fight-on-death", layers=(GRANTED,), least=2),
        _stat("stratagem cost", 0, "cost of a Stratagem", "计谋消耗", rule="commentary.modifying-stratagem-cost",
              layers=(CHANGED,)),
    )  # fmt: skip


STATS: Final = (*_characteristics(), *_saves(), *_of_abilities(), *_rolls(), *_others())
CHARACTERISTICS: Final = tuple(one.stat.name for one in _characteristics())
"""Those of models and weapons (commentary.ignoring-modifiers 1)."""
ROLLS: Final = tuple(one.stat.name for one in _rolls())
"""The rolls that are modified (commentary.ignoring-modifiers 2)."""

NUMBERS: Final = {one.stat.name: one.stat for one in STATS}


SENSES: Final = {"improved": 1, "worsened": -1}
"""What texts say where they do not name a layer: a number gets better or worse by so much."""


def usual_layer(stat: str) -> str:
    """The layer in which a number is changed where a text does not say."""
    return next(one.name for one in NUMBERS[stat].layers if one.name in ("changed", "roll", "at least", "highest"))


@rule("commentary.modifying-by-improving-or-worsening")
def meant_by(stat: str, layer: str) -> tuple[str, int]:
    """The layer that a word means for a number, and the sign that its amount then has: to improve a Save subtracts."""
    if layer not in SENSES:
        return layer or usual_layer(stat), 1
    return _added(stat), SENSES[layer] * (1 if better(stat, 1, 0) else -1)


def _added(stat: str) -> str:
    """The layer in which a number has something added to it; none where it has no such layer."""
    return next((one.name for one in NUMBERS[stat].layers if one.name in ("changed", "roll")), "")


@rule("commentary.modifying-by-improving-or-worsening")
def improved(stat: str, by: int, name: str, rule: str) -> Modifier:
    """A number gets better by so much, because of something with a name, by a rule."""
    layer, sign = meant_by(stat, "improved")
    return Modifier(stat, layer, sign * by, name, rule=rule)


def wrong_change(stat: str, layer: str, by: Any) -> str:
    """What is wrong with a change of a number in a layer by an amount; nothing where it can be made."""
    layers = {one.name: one for one in NUMBERS[stat].layers if one.op != "round" and one not in (PRINTED, *LIMITED)}
    words = (*layers, *SENSES) if _added(stat) else (*layers,)
    if layer not in words:
        return f"layer: found {layer!r}, expected a layer of {stat}: {', '.join(words)}"
    if layer in SENSES and isinstance(by, int) and by < 0:
        return f"by: found {by!r}, expected a whole number of 0 or more: {stat} is {layer} by it"
    if layer in layers and layers[layer].op == "divide" and not (isinstance(by, int) and by > 0):
        return f"by: found {by!r}, expected a whole number of 1 or more: {stat} is divided by it"
    return ""


PERMISSIONS: Final = tuple(
    Permission(name, default, rule=id, en=en, zh=zh)
    for name, default, id, en, zh in (
        ("shoot after advancing", False, "core.advance", "to shoot after an Advance", "推进后射击"),
        ("charge after advancing", False, "core.advance", "to charge after an Advance", "推进后冲锋"),
        ("shoot after falling back", False, "core.fall-back", "to shoot after Falling Back", "撤退后射击"),
        ("charge after falling back", False, "core.fall-back", "to charge after Falling Back", "撤退后冲锋"),
        (
            "disembark after advancing",
            False,
            "core.disembark",
            "for units within it to disembark after it Advanced",
            "推进后让其中单位下车",
        ),
        (
            "charge after disembarking",
            False,
            "core.disembark",
            "for units to charge that disembark after its Normal move",
            "普通移动后下车的单位冲锋",
        ),
        ("fight first", False, "core.fights-first", "to fight first", "率先战斗"),
        (
            "damage of 0",
            False,
            "errata.weapon-characteristics",
            "to suffer 0 Damage from attacks",
            "受到攻击的伤害变为0",
        ),
        ("reroll wounds", False, "core.weapon-twin-linked", "to re-roll Wound rolls", "重投致伤骰"),
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
        (
            "only critical hits",
            False,
            "core.hit-roll",
            "to score a Critical Hit with each hit",
            "每次命中均为暴击命中",
        ),
        (
            "stratagems while shocked",
            False,
            "core.command-phase-battle-shock-step",
            "to be affected by Stratagems while Battle-shocked",
            "战斗震慑时受计谋影响",
        ),
        ("lone operative", False, "core.lone-operative", "to have Lone Operative", "具有孤胆特工"),
        ("cover", False, "core.benefit-of-cover", "to have the Benefit of Cover", "获得掩护"),
        ("no cover", False, "core.benefit-of-cover", "to be without the Benefit of Cover", "不获得掩护"),
    )
)
