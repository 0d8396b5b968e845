"""All powers and abilities: the standard powers of the PAC by column, inherent and improved abilities, keyphrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from . import attack, damage, defense, inherent, keyphrases, special, speed

if TYPE_CHECKING:
    from ..book import Book

STANDARD: Final = (*speed.POWERS, *attack.POWERS, *defense.POWERS, *damage.POWERS)
"""The standard powers (18.1)."""

OTHERS: Final = (*inherent.POWERS, *keyphrases.POWERS, *special.POWERS)


def powers(book: Book) -> list[Any]:
    """All powers of the game with those of its content."""
    from rulewright import Power

    specials = [
        special.plot_ability(one) if one.plot else Power.of(one.id, text=one.name.en, rule="18.2")
        for one in book.specials.values()
    ]
    return [*STANDARD, *OTHERS, *specials]
