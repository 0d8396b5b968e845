"""What a hero carries: the status effects of its tokens, its passive abilities and companions are powers.

``game.has("poison", 0)`` asks for one, ``game.carried(0)`` for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, Power, rule
from rulewright.powers import Bearer, forbids, modifies

if TYPE_CHECKING:
    from rulewright import Game

    from .book import Book, Change, HeroSheet
    from .state import Hero


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
    statuses = [
        Power.of(status.id, *_parts({"": status.changes}), rule="6.3.persistent") for status in book.statuses.values()
    ]
    return [*statuses, *(power for hero in book.heroes.values() for power in _powers_of(hero))]


def _powers_of(hero: HeroSheet) -> Iterator[Power]:
    for slot in hero.passives:
        ability = hero.abilities[slot]
        levels = {str(number): level.changes for number, level in enumerate(ability.levels, 1)}
        yield Power.of(f"{hero.id}.{ability.id}", *_parts(levels), rule="4.2.passive")
    for companion in hero.companions.values():
        yield Power.of(f"{hero.id}.{companion.id}", *_parts({"": companion.changes}), rule="6.4.companion")


def _parts(versions: Mapping[str, tuple[Change, ...]]) -> Iterator[Callable[..., Any]]:
    """What a power changes in each of its versions."""
    for version, changes in versions.items():
        for change in changes:
            yield _part(version, change)


def _part(version: str, change: Change) -> Callable[..., Any]:
    def counts(game: Game, me: Bearer) -> int | None:
        return change.amount if me.version == version else None

    def bans(game: Game, me: Bearer) -> bool:
        return me.version == version

    if change.layer == "cannot":
        return forbids(change.name)(bans)
    return modifies(change.name, change.layer)(counts)
