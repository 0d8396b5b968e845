"""All powers and abilities: the standard powers of the PAC by column, inherent and improved abilities, keyphrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, rule

from . import attack, damage, defense, hurl, inherent, keyphrases, space, speed
from . import special as specials

if TYPE_CHECKING:
    from ..book import Book
    from ..content_models import Special

STANDARD: Final = (*speed.POWERS, *attack.POWERS, *defense.POWERS, *damage.POWERS, *space.POWERS)
"""The standard powers (18.1)."""

OTHERS: Final = (*inherent.POWERS, *space.INHERENT, hurl.Hurl(), *keyphrases.POWERS, *specials.POWERS)


def powers(book: Book) -> list[Any]:
    """All powers of the game with those of its content."""
    return [*STANDARD, *OTHERS, *map(special, book.specials.values())]


@rule("18.2", "19.2", "21.1")
def special(entry: Special) -> Power:
    """A special power or trait of a card as a power."""
    if entry.plot:
        return specials.plot_ability(entry)
    parts = (marked for place, part in enumerate(entry.does) for marked in part.marked(entry.id, place))
    return Power.of(entry.id, *parts, text=entry.text or entry.name.en, rule="18.2")
