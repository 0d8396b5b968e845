"""What the text of a card may change: dice, statistics, costs, and what a character can do.

All of it is registered, so that ``game.value("attack dice", ...)`` says why it is what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, get_args

from rulewright import Modifier, StatRule, Violation, rule
from rulewright.stats import Layer, Permission, Stat

from .book.wording import say
from .space.tools import SPEEDS, Speed
from .terms import Condition, character, side

if TYPE_CHECKING:
    from rulewright import Position

UNLIMITED: Final = 99
"""What stands where no text sets a limit."""

PRINTED: Final = Layer("printed", "add")
HALVED: Final = Layer("halved", "divide", rounding="up")
DICE: Final = Layer("dice", "add")
CHANGED: Final = Layer("changed", "add")
AT_LEAST: Final = Layer("at least", "least")
AT_MOST: Final = Layer("at most", "most")


def _stat(
    name: str, base: Callable[[Any, str], int] | int, *layers: Layer, least: int = 0, rule: str, en: str, zh: str
) -> StatRule:
    return StatRule(stat=Stat(name, layers, least, rule=rule, en=en, zh=zh), base=base)


@rule("stat-card.defenses")
def _defense(kind: str) -> Callable[[Any, str], int]:
    return lambda game, id: int(getattr(side(game, id), kind))


@rule("stat-card.size")
def _size(game: Any, id: str) -> int:
    return int(game.content.characters[character(game, id).card].size)


STATS: Final = (
    _stat("attack dice", 0, PRINTED, HALVED, DICE, least=1, rule="attack.step-4", en="attack dice", zh="攻击骰"),
    _stat("defense dice", 0, PRINTED, HALVED, DICE, least=1, rule="attack.step-5", en="defense dice", zh="防御骰"),
    _stat("dodge dice", 0, PRINTED, HALVED, DICE, rule="dodge.roll", en="dodge dice", zh="躲避骰"),
    *(
        _stat(kind, _defense(kind), HALVED, CHANGED, AT_LEAST, rule="stat-card.defenses", en=kind, zh=zh)
        for kind, zh in (("physical", "物理防御"), ("energy", "能量防御"), ("mystic", "秘法防御"))
    ),
    _stat(
        "speed", lambda game, id: SPEEDS.index(side(game, id).speed) + 1, CHANGED, AT_MOST, least=1,
        rule="stat-card.speed", en="speed", zh="速度",
    ),
    _stat("actions", 2, CHANGED, rule="activation.two-actions", en="actions", zh="行动数"),
    _stat("move actions", UNLIMITED, CHANGED, AT_MOST, rule="action.move", en="move actions", zh="移动行动数"),
    _stat("movement size", _size, CHANGED, AT_LEAST, rule="move.tool", en="size while it moves", zh="移动时的体型"),
    _stat(
        "targeted within", UNLIMITED, CHANGED, AT_MOST, least=1, rule="superpower.keywords",
        en="range within which attackers must be", zh="攻击者须在的射程",
    ),
    _stat(
        "interaction range", 1, CHANGED, rule="objective.interact", en="range of interactions", zh="互动射程"
    ),
    _stat(
        "drop range", 2, CHANGED, least=1, rule="objective.drop", en="range in which its tokens drop",
        zh="掉落标记的射程",
    ),
    _stat("attack cost", 0, PRINTED, CHANGED, rule="attack-profile.cost", en="cost of attacks", zh="攻击能耗"),
    _stat(
        "superpower cost", 0, PRINTED, CHANGED, rule="superpower.anatomy", en="cost of superpowers", zh="超能力能耗"
    ),
    _stat("power gained", 0, PRINTED, CHANGED, AT_MOST, rule="power.sources", en="power gained", zh="获得的力量"),
    _stat("damage", 0, PRINTED, CHANGED, rule="attack.step-11", en="damage", zh="伤害"),
    _stat(
        "damage suffered", 0, PRINTED, CHANGED, least=1, rule="damage.tokens", en="damage suffered", zh="受到的伤害"
    ),
    _stat(
        "damage from enemies", 0, PRINTED, CHANGED, least=1, rule="terms.enemy-effect", en="damage from enemy effects",
        zh="敌方效果造成的伤害",
    ),
    _stat(
        "dice for criticals", 1, CHANGED, rule="attack.step-8", en="dice for each critical", zh="每个暴击追加的骰子"
    ),
    _stat(
        "successes for blanks", 0, CHANGED, rule="attack.step-11", en="successes for each blank",
        zh="每个空白算作的成功",
    ),
    _stat(
        "successes for failures", 0, CHANGED, rule="attack.step-11", en="successes for each failure",
        zh="每个失败算作的成功",
    ),
    _stat(
        "successes for opposing failures", 0, CHANGED, rule="attack.step-11",
        en="successes for each failure of the enemy", zh="敌方每个失败算作的成功",
    ),
    _stat(
        "modifiable failures", 0, CHANGED, rule="dice.failure", en="failures that it may modify and reroll",
        zh="可修改与重投的失败",
    ),
    _stat("worth for tokens", 1, CHANGED, rule="objective.contest", en="healthy ones as which it contests",
          zh="争夺时视为的健康角色数"),
    _stat("superpower discount", 0, CHANGED, rule="power.spend", en="superpowers cheaper by, to 1", zh="超能力减费"),
    _stat(
        "successes for wilds", 0, CHANGED, rule="attack.step-11", en="successes for each wild besides its own",
        zh="每个万能额外算作的成功",
    ),
)  # fmt: skip
"""Characteristics of characters; those that begin with 0 are given what is printed where they are asked."""

PERMISSIONS: Final = tuple(
    Permission(name, True, rule=id, en=en, zh=zh)
    for name, id, en, zh in (
        *(
            (f"shake off {one}", "action.shake", f"to shake off {one}", f"摇晃移除{say(f'condition.{one}', 'zh')}")
            for one in get_args(Condition)
        ),
        ("critical dice", "attack.step-8", "to roll dice for criticals", "因暴击追加骰子"),
        ("go without cover", "cover.effect", "to go without cover", "不受益于掩体"),
        ("power from damage", "damage.power", "to gain power from damage", "因伤害获得力量"),
        ("power from attacks", "damage.power", "to gain power from damage of attacks", "因攻击伤害获得力量"),
        ("move", "action.move", "to move", "移动"),
        ("be moved", "move.kinds", "to be moved", "被移动"),
        ("be moved by enemies", "terms.enemy-effect", "to be moved by enemy effects", "被敌方效果移动"),
        ("be advanced", "terms.enemy-effect", "to be advanced by effects of others", "被他人效果推进"),
        ("be placed", "terms.enemy-effect", "to be placed by effects of others", "被他人效果放置"),
        ("be pushed", "push.rules", "to be pushed", "被推动"),
        ("be thrown", "throw.character-tool", "to be thrown", "被投掷"),
        ("attack", "action.attack", "to attack", "攻击"),
        ("be targeted", "attack.target", "to be targeted", "成为攻击目标"),
        ("cover", "cover.effect", "to benefit from cover", "受益于掩体"),
        ("wild successes", "attack.step-11", "to count wilds as successes", "将万能计为成功"),
        ("critical successes", "attack.step-11", "to count criticals as successes", "将暴击计为成功"),
        ("roll defense dice", "attack.step-7", "to roll defense dice", "掷防御骰"),
        ("benefit from stealth", "superpower.keywords", "to benefit from stealth", "受益于潜行"),
        ("need sight", "attack.target", "to need line of sight for attacks", "攻击需要视线"),
        (
            "power by own attacks",
            "power.sources",
            "to gain power by effects of its attacks",
            "因自己攻击的效果获得力量",
        ),
        ("add defense dice", "attack.step-5", "to add dice to its defense roll", "增加防御骰"),
        ("be damaged by enemies", "terms.enemy-effect", "to be damaged by enemy effects", "受到敌方效果伤害"),
        ("remove damage", "damage.tokens", "to have damage removed", "移除伤害"),
        ("modify dice", "attack.step-9", "to modify dice", "修改骰子"),
        ("modify attack dice", "attack.step-9", "to modify attack dice", "修改攻击骰"),
        ("modify defense dice", "attack.step-9", "to modify defense dice", "修改防御骰"),
        ("superpowers", "superpower.anatomy", "to use superpowers", "使用超能力"),
        ("interact", "objective.interact", "to interact", "互动"),
        ("hold", "objective.hold", "to hold objective tokens", "持有目标标记"),
        *(
            (f"{deed} {type}", id, f"to {deed} {type} objectives", f"{zh}{say(f'crisis_type.{type}', 'zh')}目标")
            for deed, id, zh in (
                ("contest", "objective.contest", "争夺"),
                ("hold", "objective.hold", "持有"),
                ("interact with", "objective.interact", "与之互动："),
            )
            for type in ("secure", "extract")
        ),
        ("reactive superpowers", "superpower.reactive", "to use reactive superpowers", "使用反应超能力"),
        ("cards", "tactic-card.play", "to play team tactic cards", "打出团队战术卡"),
        ("reactive cards", "tactic-card.reactive", "to play reactive team tactic cards", "打出反应团队战术卡"),
        ("contest", "objective.contest", "to contest objective tokens", "争夺目标标记"),
        ("damage from collisions", "throw.collision-stop", "to suffer damage from collisions", "受到碰撞伤害"),
        (
            "damage from characters",
            "throw.hits-character",
            "to suffer damage from collisions with characters",
            "受到与角色碰撞的伤害",
        ),
    )
)


def printed(amount: int) -> Modifier:
    """What stands on the card."""
    return Modifier("printed", "printed", amount, "printed")


def with_printed(position: Position, stat: str, id: str, amount: int) -> int:
    """A characteristic of which the card of an attack, a superpower or a pool says the base."""
    return int(position.number(stat, id, _printed_of(stat, amount)))


@lru_cache(maxsize=1 << 10)
def _printed_of(stat: str, amount: int) -> Modifier:
    return Modifier(stat, "printed", amount, "printed")


def with_no_more(position: Position, stat: str, id: str, amount: int) -> int:
    """A number of dice of which a card says the base, without those that texts add; what they take away counts."""
    value = position.value(stat, id, _printed_of(stat, amount))
    return int(value) - sum(max(0, one.amount) for one in value.trace if one.counted and one.layer == DICE.name)


@rule("stat-card.speed", "field.condition.slow")
def speed(position: Position, id: str, least: str = "") -> Speed:
    """The longest movement tool that a character may use, or at least that one for once where it is not slow."""
    own = int(position.number("speed", id))
    if least and (more := [*SPEEDS].index(least) + 1 - own) > 0:  # type: ignore[arg-type]
        own = int(position.number("speed", id, Modifier("speed", "changed", more, "for once")))
    return SPEEDS[min(own, len(SPEEDS)) - 1]


@rule("terms.cannot-beats-can", "terms.cannot-example")
def forbidden(position: Position, what: str, id: str, key: str, **facts: Any) -> Violation | None:
    """The refusal that names what forbids something to a character; None where it may."""
    if position.may(what, id):
        return None
    verdict = position.verdict(what, id)
    by = verdict.forbidden_by
    name = verdict.permission if by is None else position.content.name_of(by.name)
    return Violation(key, verdict.rule if by is None or not by.rule else by.rule, by=name, **facts)
