"""A closer look, for people: a fighter's panel, a card, a special attack, a skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.looks import Thing, look_for, names_of
from rulewright.panels import Heading, Item, Items, Piece

from ..book.wording import both
from .panel import attacks, fighter_id, skills, specials

if TYPE_CHECKING:
    from rulewright import View

    from ..cards.loading import Book


def panels(view: View) -> Iterator[Piece]:
    """Both panels, that of whoever looks first."""
    for seat in sorted(view.players, key=lambda seat: seat != view.player):
        yield from side_of(view, seat)


@rule("panel.anatomy")
def side_of(view: View, seat: int) -> tuple[Piece, ...]:
    """The side of a fighter's panel that is up, with its special attacks."""
    fighter = view.state.fighters[seat]
    model = view.content["fighters"][fighter.name]
    side = getattr(model, fighter.side)
    facts = {"name": model.name, "title": model.fighter_class, "side": side.name}
    title = both("look.side", **{key: name.words for key, name in facts.items()})
    return (Heading(title, about=fighter_id(seat)), Items(specials(view.content, side)))


def things(view: View) -> Iterator[Thing]:
    """All that can be looked at: panels, special attacks, cards, skills."""
    book = view.content
    for seat, fighter in view.state.fighters.items():
        model = book["fighters"][fighter.name]
        yield Thing(_names(model), partial(side_of, view, seat))
        for special in getattr(model, fighter.side).specials:
            yield Thing(_names(special), partial(_one, book, attacks, special.id))
    for card in book["attacks"].values():
        yield Thing(_names(card), partial(_one, book, attacks, card.id))
    for skill in book["skills"].values():
        yield Thing(_names(skill), partial(_one, book, skills, skill.id))


look: Final = look_for(things, panels)


def _one(book: Book, told: Callable[[Book, tuple[str, ...]], tuple[Item, ...]], id: str) -> tuple[Piece, ...]:
    return (Items(told(book, (id,))),)


def _names(model: Any) -> tuple[str, ...]:
    return names_of(model.name.words, model.id)
