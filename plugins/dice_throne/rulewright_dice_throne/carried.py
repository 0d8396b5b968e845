"""What a hero carries, and what texts may change: status effects, passive abilities and companions are powers.

``game.has("poison", 0)`` asks for one, ``game.carried(0)`` for all. What they forbid and what numbers they change is
registered, so ``game.verdict("selling", 0)`` and ``game.value("hand limit", 0)`` say why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, Modifier, PermissionRule, Power, StatRule, rule
from rulewright.effects import effects
from rulewright.powers import Bearer, forbids
from rulewright.stats import Layer, Permission, Stat

if TYPE_CHECKING:
    from rulewright import Game

    from .book import Book, HeroSheet, StatusSheet
    from .state import Hero

HAND_LIMIT: Final = 6
ATTEMPTS: Final = 3
MAX_CP: Final = 15

# Who carries what -------------------------------------------------------------------------------------------


@rule("4.2.passive", "6.3.persistent", "6.4.companion")
def carried(book: Book, hero: Hero) -> Iterator[str]:
    """The status effects of a hero's tokens, its passive abilities at their levels, its active companions."""
    yield from hero.held
    sheet = book.heroes[hero.name]
    for slot in sheet.passives:
        yield f"{hero.name}.{sheet.abilities[slot].id}:{hero.levels[slot]}"
    for companion in hero.active:
        yield f"{hero.name}.{companion}"


CARRIERS: Final = Carriers("heroes", carried, ("name", "levels", "held", "active"), lambda game, hero: int(hero.id))


def powers(book: Book) -> list[Power]:
    """Every status effect, passive ability and companion of the content."""
    of_heroes = [power for hero in book.heroes.values() for power in _powers_of(hero)]
    return [*map(_status, book.statuses.values()), *of_heroes]


def _status(status: StatusSheet) -> Power:
    return Power.of(status.id, *map(_ban, sorted(status.forbids)), rule="6.3.persistent")


def _ban(what: str) -> Callable[[Game, Bearer], bool]:
    def ban(game: Game, me: Bearer) -> bool:
        return True

    return forbids(what)(ban)


def _powers_of(hero: HeroSheet) -> Iterator[Power]:
    for slot in hero.passives:
        yield Power.of(f"{hero.id}.{hero.abilities[slot].id}", rule="4.2.passive")
    for companion in hero.companions:
        yield Power.of(f"{hero.id}.{companion}", rule="6.4.companion")


# What is forbidden ------------------------------------------------------------------------------------------


def _forbidding_effects(what: str) -> Callable[[Game, int], Sequence[Modifier]]:
    def forbidding(game: Game, player: int) -> Sequence[Modifier]:
        if not game.state.effects:
            return ()
        return [
            Modifier(what, "cannot", 0, "forbid", effect.id, "field.status-negative")
            for effect in effects(game, "forbid", player)
            if what in effect.data["what"]
        ]

    return forbidding


PERMISSIONS: Final = tuple(
    PermissionRule(permission=Permission(name, True, rule=id, en=en, zh=zh), modifiers=(_forbidding_effects(name),))
    for name, id, en, zh in (
        ("cards", "3.3.actions", "to play cards", "打出卡牌"),
        ("defence", "3.6.step-2", "to use a defensive ability", "使用防御技能"),
        ("status_effects", "6.3.spendable", "to spend tokens", "花费标记"),
        ("passives", "4.2.passive", "to use passive abilities", "使用被动技能"),
        ("straights", "4.1.requirement", "to activate abilities by straights", "以顺子激活技能"),
        ("selling", "3.3.sell", "to sell cards", "出售卡牌"),
    )
)


def forbidden(game: Any, player: int, what: str) -> bool:
    """Whether a token or an effect forbids a player something."""
    return not game.may(what, player)


# Numbers ----------------------------------------------------------------------------------------------------

INSTEAD: Final = Layer("instead", "set")
CHANGED: Final = Layer("changed", "add")


def _fewer_attempts(game: Game, player: int) -> Sequence[Modifier]:
    now = game.state.round[0]
    if not now.fewer or player != now.active:
        return ()
    return (Modifier("attempts", "changed", -now.fewer, "fewer_rolls", rule="3.4.step-1"),)


def _stat(name: str, base: int, least: int, rule: str, en: str, zh: str, *modifiers: Any) -> StatRule:
    stat = Stat(name, (INSTEAD, CHANGED), least, rule=rule, en=en, zh=zh)
    return StatRule(stat=stat, base=lambda game, player: base, modifiers=modifiers)


STATS: Final = (
    _stat("hand limit", HAND_LIMIT, 0, "3.8.limit", "hand limit", "手牌上限"),
    _stat("attempts", ATTEMPTS, 1, "3.4.step-1", "roll attempts", "投掷次数", _fewer_attempts),
    _stat("cp limit", MAX_CP, 0, "limits.cp", "CP limit", "CP 上限"),
)
