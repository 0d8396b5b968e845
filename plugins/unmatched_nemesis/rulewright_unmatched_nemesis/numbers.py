"""What the text of a card may change: numbers of damage, numbers of the rules, and what is permitted.

All of them are registered, so ``game.value("hand limit", 0)`` says why it is what it is. What a skill card changes
counts as long as it is active, what an attack changes while it is being resolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import Modifier, StatRule, Violation, rule
from rulewright.stats import Layer, Permission, Stat

if TYPE_CHECKING:
    from rulewright import Game, View
    from rulewright.stats import Value

MOST_CARDS: Final = 6
ACTIONS_A_TURN: Final = 2
TEST_DICE: Final = 3
MOST_TEST_DICE: Final = 10
"""More dice than that nobody throws for one test."""


def _stat(
    name: str, base: int, *layers: Layer, least: int | None = 0, most: int | None = None, rule: str, en: str, zh: str
) -> StatRule:
    stat = Stat(name, layers, least, most, rule=rule, en=en, zh=zh)
    return StatRule(stat=stat, base=lambda game, fighter: base)


# Damage -----------------------------------------------------------------------------------------------------

PRINTED: Final = Layer("printed", "add")
SOFTENED: Final = Layer("softened", "add")
CHANGED: Final = Layer("changed", "add")
INSTEAD: Final = Layer("instead", "set")

POINTS: Final = {
    "assault dealt": ("attack.step-1", "damage of assaults", "突袭伤害"),
    "assault taken": ("attack.step-1", "damage of assaults against the fighter", "受到的突袭伤害"),
    "corridor": ("corridor.damage", "damage of corridors", "检修通道伤害"),
    "test": ("knockdown.dice-roll", "cubes in knockdown tests", "击倒检定的方块"),
}
"""Numbers of heavy and light points: the rule, and what they are called."""
KINDS: Final = {"heavy": "重伤", "light": "轻伤"}


def _of_points() -> Iterator[StatRule]:
    for name, (id, en, zh) in POINTS.items():
        yield _stat(f"{name} softened", 0, CHANGED, rule=id, en=f"{en}: heavy become light", zh=f"{zh}：重伤变轻伤")
        for kind, word in KINDS.items():
            yield _stat(
                f"{name} {kind}", 0, PRINTED, SOFTENED, CHANGED, rule=id, en=f"{en}: {kind}", zh=f"{zh}：{word}"
            )


@rule("rule.golden", "attack.step-1")
def changed(game: Game | View, number: str, fighter: int, heavy: int, light: int) -> tuple[int, int]:
    """Heavy and light points as texts change them for a fighter: some heavy ones become light, then some are added."""
    (of_heavy, heavies), (of_light, lights) = _given(game, number, fighter, heavy, light)
    return game.number(of_heavy, fighter, *heavies), game.number(of_light, fighter, *lights)


def explained(game: Game | View, number: str, fighter: int, heavy: int, light: int) -> list[Value]:
    """The same two numbers with what changed them; without one that is 0 and stays 0."""
    values = [game.value(name, fighter, *given) for name, given in _given(game, number, fighter, heavy, light)]
    return [value for value in values if value.number or len(value.trace) > 1]


def _given(
    game: Game | View, number: str, fighter: int, heavy: int, light: int
) -> tuple[tuple[str, list[Modifier]], tuple[str, list[Modifier]]]:
    """Each kind with what is printed, and what of it is of the other kind."""
    soft = min(heavy, game.number(f"{number} softened", fighter))
    return _printed(f"{number} heavy", heavy, -soft), _printed(f"{number} light", light, soft)


def _printed(name: str, printed: int, softened: int) -> tuple[str, list[Modifier]]:
    given = [Modifier(name, "printed", printed, "printed")]
    if softened:
        given.append(Modifier(name, "softened", softened, "softened"))
    return name, given


# Numbers of the rules, and permissions ----------------------------------------------------------------------

STATS: Final = (
    *_of_points(),
    _stat("hand limit", MOST_CARDS, INSTEAD, CHANGED, rule="rule.hand-limit", en="hand limit", zh="手牌上限"),
    _stat("actions", ACTIONS_A_TURN, INSTEAD, CHANGED, least=1, rule="turn.actions", en="actions", zh="每回合行动数"),
    _stat("range", 0, CHANGED, least=None, rule="range.up-to", en="longer range", zh="额外范围"),
    _stat(
        "test dice", TEST_DICE, INSTEAD, CHANGED, least=1, most=MOST_TEST_DICE, rule="knockdown.dice-roll",
        en="dice in a knockdown test", zh="击倒检定骰子数",
    ),
)  # fmt: skip

PERMISSIONS: Final = tuple(
    Permission(name, True, rule=id, en=en, zh=zh)
    for name, id, en, zh in (
        ("block", "block.use", "to block", "格挡"),
        ("respond", "note.response", "to respond", "响应"),
        ("dash", "dash.pay", "to dash", "突进"),
        ("corridor", "corridor.network", "to use corridors", "使用检修通道"),
        ("be tested", "attack.step-3", "to be made to take a knockdown test", "被要求进行击倒检定"),
    )
)


@rule("rule.golden")
def forbidden(game: Game, fighter: int, what: str, key: str) -> Violation | None:
    """The refusal that names the card by whose text a fighter may not do something; None where it may."""
    verdict = game.verdict(what, fighter)
    by = verdict.forbidden_by
    if by is None:
        return None
    return Violation(key, by.rule or verdict.rule, by=game.content.name_of(by.name))
