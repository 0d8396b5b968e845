"""The powers of the game with those of its cards, and which of them a character can use (20.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, rule
from rulewright.powers import given
from rulewright.powers.written import all_marks

from ..lasting import protection
from ..powers import ALL
from ..special_powers.moments import MOMENTS
from ..state import element_of
from .grants import all_granted, granted, in_size, of_special
from .plot_abilities import plot_ability

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulewright.powers import Held
    from rulewright.state import Effect

    from ..state import Character
    from .loading import Book
    from .models import Special


@rule(
    "20.1",
    "19.4",
    "18",
    "19",
    "19.1",
    "19.3",
    "19.2",
    "19.2a",
    "19.2b",
    "20.4",
    "20.6a",
    "20.6b",
    "keyword.sideline-active",
)
def carried(book: Book, character: Character) -> tuple[str | Held, ...]:
    """The powers that the dial shows, and the abilities of base and card; off the map what says so."""
    card = book.characters[character.card]
    if character.area != "map":
        return card.sideline if character.area == "sideline" else ()
    carries = in_size(card.carries, card.size, character.size or card.size)
    at_points = (trait.id for trait in card.at_points if trait.at == character.points)
    gifts = (item for id in (*usable(book, character), *at_points) for item in _of_given(book, id))
    return tuple(dict.fromkeys((*card.shows(character.click, expired=character.expired).powers, *carries, *gifts)))


@rule("15.3")
def uses_effects(book: Book, character: Character) -> bool:
    """Whether a character uses what effects give it: only on the map."""
    return character.area == "map"


@rule("20.1", "20.4", "18.5", "24.4", "24.5", "pac.battle-fury", "pac.telekinesis", "keyword.flight",
      "keyword.great-size", "keyword.protected-outwit", "keyword.protected-pulse-wave")  # fmt: skip
def of_effect(book: Book, effect: Effect) -> Iterator[str | Held]:
    """The powers and abilities that an effect gives with all that they include, as protected as the text that does."""
    text = book.specials.get(effect.data.get("by", ""))
    proof = () if text is None else protection(text)
    for name in given(effect):
        special = book.specials.get(name)
        yield from granted(name, (), proof) if special is None else of_special(special)


@rule("25.4a")
def usable(book: Book, character: Character) -> Iterator[str]:
    """What a character was given; on another force than its own it cannot use a resource."""
    for id in character.given:
        element = book.elements.get(element_of(id))
        if element is None or element.kind != "resource" or character.player == character.starting:
            yield id


def _of_given(book: Book, id: str) -> Iterable[str | Held]:
    special = book.specials.get(element_of(id))
    return all_granted((id,)) if special is None else of_special(special)


CARRIED_BY: Final = ("card", "click", "area", "points", "given", "player", "starting", "size", "last_squares")
"""The fields of a character on which it depends what it carries."""


def powers(book: Book) -> list[Any]:
    """All powers of the game with those of its content."""
    return [*ALL, *map(special, book.specials.values())]


@rule("18.2", "19.2", "21.1")
def special(entry: Special) -> Power:
    """A special power or trait of a card as a power."""
    if entry.plot:
        return plot_ability(entry)
    return Power.of(entry.id, *all_marks(entry.does, MOMENTS, entry.id), text=entry.text or entry.name.en, rule="18.2")
