"""What the laws do not know: texts and abilities that could change attacks and are not played in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.text import show

from ...abilities.parts import Happens
from ...book.wording import say
from ...terms import has_keyword, models, weapon
from .battle import ATTACKER, TARGET, unit_of
from .sides import counts

if TYPE_CHECKING:
    from rulewright import Game

    from ...cards.loading import Book
    from .battle import Side
    from .law import Volley

AFTERWARDS: Final = frozenset({"hazardous"})
"""Abilities of weapons that do something to the unit that attacks, when its attacks are over."""


def unseen(game: Game, wishes: Mapping[str, Any], volleys: Sequence[Volley], lang: str) -> list[str]:
    """Everything of both units that the laws do not count, by name."""
    book, asked = game.content, game.setup.wishes
    found = [name for side in (asked.attacker, asked.target) for name in _texts(book, side, lang)]
    used = (*wishes["stratagem"], *wishes["target_stratagem"])
    found += [show(book.name_of(id), lang) for id in used if not all(map(counts, book.stratagems[id].does))]
    return list(dict.fromkeys([*found, *_of_attacks(game, volleys, lang)]))


def _texts(book: Book, side: Side, lang: str) -> Iterator[str]:
    """The texts of a side of which the program plays nothing, or that do something at a moment."""
    for choice in side.choices:
        sheet = book.pack["datasheets"][choice.sheet]
        for owner in (sheet, *sheet.profiles, *sheet.weapons, *sheet.wargear):
            yield from _not_counted(owner)
    if side.detachment:
        detachment = book.pack["detachments"][side.detachment]
        yield from _not_counted(detachment)
        for gift in detachment.enhancements:
            if any(choice.enhancement == f"{side.detachment}/{gift.id}" for choice in side.choices):
                yield from _not_counted(gift)


def _not_counted(owner: Any) -> Iterator[str]:
    for text in owner.texts:
        if not text.does or any(isinstance(one, Happens) for one in text.does):
            yield str(text.name)


def _of_attacks(game: Game, volleys: Sequence[Volley], lang: str) -> Iterator[str]:
    """Rules of the attacks themselves that are not followed here."""
    id, foe = unit_of(game, ATTACKER), unit_of(game, TARGET)
    used = {ability for one in volleys for ability in weapon(game, one.weapon, id).abilities}
    led = any(one.origin != foe and has_keyword(game, one.origin, "Character") for one in models(game, foe))
    if "precision" in used and led:
        yield say("odds.precision", lang)
    if AFTERWARDS & used:
        yield say("odds.hazardous", lang)
    if any(game.may("survive", str(one.id)) for one in models(game, foe)):
        yield say("odds.survive", lang)
