"""What a hero carries: the status effects of its tokens, its passive abilities and companions are powers.

They change numbers and permissions, and they offer what they trigger, by its moment, and what they are used for.
``game.has("poison", 0)`` asks for one, ``game.carried(0)`` for all, ``game.offers("upkeep", 0)`` for triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, Power, rule
from rulewright.powers import Bearer, forbids, modifies, offers

from ..moments import USES

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.compiled import Book
    from ..book.sheets import Change, CompanionSheet, HeroSheet, LevelSheet, StatusSheet, TriggerSheet, UseSheet
    from ..state import Hero


@rule("4.2.passive", "6.3.persistent")
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
    statuses = [Power.of(status.id, *_parts({"1": status}), rule="6.3.persistent") for status in book.statuses.values()]
    return [*statuses, *(power for hero in book.heroes.values() for power in _powers_of(hero))]


def _powers_of(hero: HeroSheet) -> Iterator[Power]:
    for slot in hero.passives:
        ability = hero.abilities[slot]
        levels = {str(number): level for number, level in enumerate(ability.levels, 1)}
        yield Power.of(f"{hero.id}.{ability.id}", *_parts(levels), rule="4.2.passive")
    for companion in hero.companions.values():
        yield Power.of(f"{hero.id}.{companion.id}", *_parts({"1": companion}), rule="6.4.companion")


def _parts(levels: Mapping[str, StatusSheet | LevelSheet | CompanionSheet]) -> Iterator[Callable[..., Any]]:
    """What a power changes and offers at each of its levels; at the first where none is named."""
    for level, sheet in levels.items():
        for change in sheet.changes:
            yield _changing(level, change)
        for moment, triggers in sheet.triggers.items():
            for trigger in triggers:
                yield _offering(level, moment, trigger)
        for use in sheet.uses:
            yield _offering(level, USES, use)


def _changing(level: str, change: Change) -> Callable[..., Any]:
    def counts(game: Game, me: Bearer) -> int | None:
        return change.amount if (me.version or "1") == level else None

    def bans(game: Game, me: Bearer) -> bool:
        return (me.version or "1") == level

    if change.layer == "cannot":
        return forbids(change.name)(bans)
    return modifies(change.name, change.layer)(counts)


def _offering(level: str, name: str, sheet: TriggerSheet | UseSheet) -> Callable[..., Any]:
    def offered(game: Game, me: Bearer) -> TriggerSheet | UseSheet | None:
        return sheet if (me.version or "1") == level else None

    offered.__name__ = name
    return offers(name)(offered)
