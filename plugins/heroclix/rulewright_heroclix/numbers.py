"""Combat values in layers, other numbers, and what characters may do: all that the text of a card may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

from rulewright import Layer, Modifier, Permission, Stat, StatRule, rule

from .space.board import adjacent_foes, top_marker
from .terms import Type, attack_of, sheet, shows, size_of

if TYPE_CHECKING:
    from rulewright import Game

Modifying: TypeAlias = Callable[[Any, Any], Iterator[Modifier]]
"""What modifies a number of a character: a function ``(game, id)``."""

LAYERS: Final = (
    Layer("replace", "set", rule="13.1"),
    Layer("multiply", "multiply", rule="13.1"),
    Layer("divide", "divide", rounding="up", rule="6.11"),
    Layer("modify", "add", least=-3, most=3, rule="14.2"),
    Layer("beyond", "add", rule="14"),
    Layer("minimum", "least", rule="13.4"),
    Layer("maximum", "most", rule="13.4a"),
    Layer("printed", "set", rule="6.12"),
)
"""Replace, then modify (13.1); the Rule of 3 (14.2), and beyond it what says so (14); minimums and maximums (13.4);
the printed value where an effect says so, which is neither replaced nor modified (6.12)."""

TYPES: Final[tuple[str, ...]] = get_args(Type)

BE_GIVEN: Final = {type: f"be given {type} actions" for type in TYPES}
"""The permission to be given an action of each type (7.3a)."""

INCREASED: Final = (Layer("increase", "add", rule="6.10"), *LAYERS[5:7])
"""Numbers that are no combat values are increased and decreased, without the Rule of 3 (6.10)."""


@rule("1.5", "6.7", "6.8", "6.9", "13", "13.1", "13.4", "13.4a", "14", "14.2", "18.1")
def combat_value(name: str, en: str, zh: str, *modifiers: Modifying, also: tuple[str, ...] = ()) -> StatRule:
    """A combat value: printed on the dial or the base, then replaced, then modified.

    ``also`` are the tables that its modifiers read besides.
    """
    stat = Stat(name, LAYERS, 0, rule="13.1", en=en, zh=zh)

    def base(game: Game, id: str) -> int:
        return printed(game, id, name)

    return StatRule(stat=stat, base=base, modifiers=modifiers, reads=("characters", "effects", *also))


@rule("pac.smoke-cloud", "17.3")
def in_smoke(game: Game, id: str) -> Iterator[Modifier]:
    """In one or more markers of an opposing Smoke Cloud a character modifies attack -1; covered ones do nothing."""
    one = game.state.characters[id]
    for marker in game.state.markers.values():
        if marker.power == "smoke-cloud" and marker.kind == "smoke" and one.player not in game.team(marker.player):
            if any(top_marker(game, square) == marker.id for square in marker.squares if square in one.squares):
                yield Modifier("attack", "modify", -1, "Smoke Cloud", rule="pac.smoke-cloud")
                return


@rule("6.12")
def printed(game: Game, id: str, value: str) -> int:
    """A printed combat value: the range on the card, any other as the dial shows it now."""
    return sheet(game, id).range if value == "range" else int(getattr(shows(game, id), value))


@rule("1.3b", "12.1a")
def bolts(game: Game, id: str) -> int:
    """The most targets of one attack: as many as the bolts beside the range value."""
    return sheet(game, id).bolts


@rule("7.9", "2.1a")
def action_total(game: Game, player: int) -> int:
    """One for each 100 points of the build total."""
    return int(game.setup.build_total) // 100


@rule("21.2b", "10.8")
def least_to_break_away(game: Game, id: str) -> int:
    """What the d6 must show: 4, or 3 from smaller characters."""
    own = size_of(game, id)
    return 3 if all(size_of(game, foe) < own for foe in adjacent_foes(game, id)) else 4


# Numbers of the attack that is being made; 0 for who has no part in it.


@rule("12.2b")
def rolled(game: Game, id: str) -> int:
    """What the attack roll of a character shows."""
    attack = attack_of(game)
    return sum(attack.roll.numbers) if attack is not None and attack.attacker == id else 0


@rule("12.2d")
def attack_total(game: Game, id: str) -> int:
    """The attack value of the attacker with the result of its attack roll."""
    attack = attack_of(game)
    return attack.value + int(game.number("attack roll", id)) if attack is not None and attack.attacker == id else 0


@rule("12.4a", "12.3b")
def assigned(game: Game, id: str) -> int:
    """The damage that falls to a hit target before anything increases it."""
    attack = attack_of(game)
    if attack is None or id not in dict(attack.shares):
        return 0
    return dict(attack.shares)[id]


STATS: Final = (
    combat_value("speed", "speed value", "速度值"),
    combat_value("attack", "attack value", "攻击值", in_smoke, also=("markers",)),
    combat_value("defense", "defense value", "防御值"),
    combat_value("damage", "damage value", "伤害值"),
    combat_value("range", "range value", "射程值"),
    StatRule(
        stat=Stat("action total", (Layer("increase", "add"),), 2, 10, rule="7.9", en="action total", zh="行动总数"),
        base=action_total,
    ),
    StatRule(
        stat=Stat("targets", INCREASED, 1, rule="12.1a", en="number of targets", zh="目标数量"),
        base=bolts,
    ),
    StatRule(
        stat=Stat("attack roll", INCREASED, rule="12.2b", en="result of the attack roll", zh="攻击骰结果"),
        base=rolled,
    ),
    StatRule(stat=Stat("attack total", INCREASED, rule="12.2d", en="attack total", zh="攻击总值"), base=attack_total),
    StatRule(stat=Stat("dealt", INCREASED, 0, rule="12.4a", en="damage dealt", zh="造成的伤害"), base=assigned),
    StatRule(
        stat=Stat("break away", INCREASED, 1, rule="10.8", en="roll to break away", zh="脱离所需点数"),
        base=least_to_break_away,
    ),
)

PERMISSIONS: Final = tuple(
    Permission(name, default, rule=id, en=en, zh=zh)
    for name, default, id, en, zh in (
        ("move", True, "7.3a", "to move", "移动"),
        ("be placed", True, "keyword.immobile", "to be placed", "被放置"),
        ("be knocked back", True, "12.6f", "to be knocked back", "被击退"),
        ("make close attacks", True, "7.3a", "to make close attacks", "进行近战攻击"),
        ("make range attacks", True, "pac.battle-fury", "to make range attacks", "进行远程攻击"),
        ("be targeted", True, "12.1c", "to be targeted", "成为目标"),
        ("break away automatically", False, "10.8", "to break away automatically", "自动脱离"),
        (
            "shoot beside foes", False, "improved.targeting-adjacent", "to shoot beside opposing characters",
            "邻敌时远程攻击",
        ),
        ("cross elevations", False, "16.5a", "to move over changes of elevation", "越过海拔变化"),
        ("move through blocking terrain", False, "16.3a", "to move through blocking terrain", "穿过阻挡地形"),
        ("move through outdoor blocking terrain", False, "16.3a", "to move through outdoor blocking terrain",
         "穿过室外阻挡地形"),
        ("move through opposing characters", False, "10.7d", "to move through and past opposing characters",
         "穿过敌方角色"),
        ("move past opposing characters", False, "10.7d", "to move past opposing characters", "经过敌方角色而不停下"),
        ("clear tokens", True, "9.4", "to clear action tokens", "移除行动指示物"),
        ("be carried", True, "pac.carry", "to be carried", "被携带"),
        ("hold markers", True, "17.7", "to pick up or hold terrain markers", "捡起或持有地形标记"),
        ("deal penetrating damage", False, "12.4d", "to deal penetrating damage", "造成穿透伤害"),
        ("turn on", True, "12.5c", "to turn its dial any further by that damage", "因该伤害继续转动转盘"),
        ("knock back", False, "keyword.knockback", "to knock back", "击退目标"),
        *((BE_GIVEN[type], True, "7.3a", f"to be given {type} actions", f"被给予{type}行动") for type in TYPES),
    )
)  # fmt: skip


_MAY: Final = {one.name: {"en": one.en, "zh": one.zh} for one in PERMISSIONS}


def may(name: str, lang: str) -> str:
    """What a character may do or not, in words: "to be placed"."""
    return _MAY[name][lang] if name in _MAY else name


def result_of(power: str) -> StatRule:
    """By how much the result of the d6 of a standard power is increased (20.7a)."""
    name, en, zh = f"result of {power}", f"change of {power} rolls", f"{power} 掷骰增减"
    return StatRule(stat=Stat(name, INCREASED, rule="6.10", en=en, zh=zh), base=0)


def to_use(power: str) -> str:
    """The permission to use a standard power (20.2)."""
    return f"use {power}"


def use_of(power: str) -> Permission:
    """Whether a standard power can be used now, which a special power may limit (20.2)."""
    return Permission(to_use(power), True, rule="20.2", en=f"to use {power}", zh=f"使用 {power}")
