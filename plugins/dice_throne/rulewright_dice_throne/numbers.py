"""What texts may change: numbers of the rules, and what is permitted.

All of them are registered, so ``game.value("hand limit", 0)`` and ``game.verdict("selling", 0)`` say why. What a token,
a passive ability or a companion changes counts as long as it is there, what the text of a card changes for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Modifier, StatRule, because, rule
from rulewright.stats import Layer, Permission, Stat

from .dice.requirements import DICE

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, View
    from rulewright.stats import Value

    from .state import Side

HAND_LIMIT: Final = 6
ATTEMPTS: Final = 3
MAX_CP: Final = 15
INCOME: Final = 1
SALE_PRICE: Final = 1
MOST_DICE: Final = 6
"""More dice than that nobody can choose among."""

INSTEAD: Final = Layer("instead", "set")
CHANGED: Final = Layer("changed", "add")


def _fewer_attempts(game: Game, player: int) -> Sequence[Modifier]:
    now = game.state.round[0]
    if not now.fewer or player != now.active:
        return ()
    return (Modifier("attempts", CHANGED.name, -now.fewer, "fewer_rolls", rule="3.4.step-1"),)


def _stat(
    name: str, base: Any, rule: str, en: str, zh: str, *modifiers: Any, least: int | None = 0, most: int | None = None
) -> StatRule:
    stat = Stat(name, (INSTEAD, CHANGED), least, most, rule=rule, en=en, zh=zh)
    return StatRule(stat=stat, base=base, modifiers=modifiers, reads=("round",) if modifiers else ())


STATS: Final = (
    _stat("hand limit", HAND_LIMIT, "3.8.limit", "hand limit", "手牌上限"),
    _stat("attempts", ATTEMPTS, "3.4.step-1", "roll attempts", "掷骰次数", _fewer_attempts, least=1),
    _stat("dice", DICE, "3.4.step-1", "dice of the offensive roll", "攻击掷骰的骰子数", least=1, most=MOST_DICE),
    _stat("defence dice", 0, "3.6.step-3", "further dice of the defensive roll", "防御掷骰的额外骰子数", least=None),
    _stat("cp limit", MAX_CP, "limits.cp", "CP limit", "CP 上限"),
    _stat(
        "health limit", lambda game, player: game.state.sides[game.state.heroes[player].side].most,
        "limits.health", "health limit", "体力上限", least=1,
    ),
    _stat("income cp", INCOME, "3.2.gain", "CP in the Income Phase", "收入阶段获得的 CP"),
    _stat("income cards", INCOME, "3.2.gain", "cards in the Income Phase", "收入阶段抽的牌"),
    _stat("sale price", SALE_PRICE, "3.3.sell", "CP for a card that is sold", "出售卡牌获得的 CP"),
    _stat("card cost", 0, "5.1.cost", "further cost of cards", "卡牌额外费用", least=None),
)  # fmt: skip

PLAIN: Final = {one.stat.name: one.base for one in STATS}
"""What each number is where no text changes it."""


def as_changed(game: Game, stat: str, player: int) -> tuple[Value, ...]:
    """A number with what changed it, where texts have made another of it than the rules say; else nothing."""
    return () if game.number(stat, player) == PLAIN[stat] else (game.value(stat, player),)


def explained(game: Game, event: Event, stat: str, player: int) -> Event | Because:
    """An event with the number that it came from, where texts have changed that."""
    numbers = as_changed(game, stat, player)
    return because(event, *numbers) if numbers else event


PERMISSIONS: Final = tuple(
    Permission(name, True, rule=id, en=en, zh=zh)
    for name, id, en, zh in (
        ("cards", "3.3.actions", "to play cards", "打出卡牌"),
        ("upgrades", "3.3.play-upgrade", "to play upgrades", "打出升级卡"),
        ("selling", "3.3.sell", "to sell cards", "出售卡牌"),
        ("status_effects", "6.3.spendable", "to spend tokens", "消耗状态效果"),
        ("passives", "4.2.passive", "to use passive abilities", "使用被动能力"),
        ("straights", "4.1.requirement", "to activate abilities by straights", "发动需要顺子的能力"),
        ("ultimates", "4.4.counter", "to activate an Ultimate", "发动终极招式"),
        ("defence", "3.6.step-2", "to use a defensive ability", "使用防御能力"),
        ("prevention", "10.1.reduce-last", "to have damage prevented", "受到的伤害被防止"),
        ("healing", "11.heal", "to be healed", "获得治疗"),
        ("dice_changes", "10.2.interfere", "to have dice changed", "骰子被改变"),
        ("targeting", "3.5.trigger", "to be chosen as a target", "被选为目标"),
    )
)


@rule("limits.health")
def health_limit(game: Game | View, side: Side) -> int:
    """What the health of a side can be raised to; what changes it for one of two partners does so for both."""
    ((player, *partners),) = (seats for seats in game.teams if game.state.heroes[seats[0]].side == side.id)
    changes = [
        Modifier("health limit", line.layer, line.amount)
        for partner in partners
        for line in game.value("health limit", partner).trace
        if line.layer
    ]
    return int(game.number("health limit", player, *changes))
