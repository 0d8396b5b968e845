"""A closer look, for people: a fighter's panel, a card, a special attack, a skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.panels import Heading, Item, Items, Panel, Piece
from rulewright.text import LANGUAGES

from ..book.wording import both
from .panel import attacks, fighter_id, skills, specials

if TYPE_CHECKING:
    from rulewright import View

    from ..cards.loading import Book


def look(view: View, what: str) -> Panel | None:
    """What has a name, or a part of it, in either language; without a name both panels, that of whoever looks first.

    None where nothing has that name.
    """
    if not what.strip():
        seats = sorted(view.players, key=lambda seat: seat != view.player)
        return Panel(tuple(piece for seat in seats for piece in side_of(view, seat)))
    wanted = what.strip().casefold()
    found = [(names, tell) for names, tell in _things(view) if any(wanted in name.casefold() for name in names)]
    exact = [(names, tell) for names, tell in found if wanted in (name.casefold() for name in names)]
    pieces = tuple(piece for _, tell in exact or found for piece in tell())
    return Panel(pieces) if pieces else None


_Seen = Callable[[], tuple[Piece, ...]]


def side_of(view: View, seat: int) -> tuple[Piece, ...]:
    """The side of a fighter's panel that is up, with its special attacks."""
    fighter = view.state.fighters[seat]
    model = view.content["fighters"][fighter.name]
    side = getattr(model, fighter.side)
    facts = {"name": model.name, "title": model.fighter_class, "side": side.name}
    title = both("look.side", **{key: name.model_dump() for key, name in facts.items()})
    return (Heading(title, about=fighter_id(seat)), Items(specials(view.content, side)))


def _things(view: View) -> Iterator[tuple[tuple[str, ...], _Seen]]:
    """The names of all that can be looked at, and what there is to see: panels, special attacks, cards, skills."""
    book = view.content
    for seat, fighter in view.state.fighters.items():
        model = book["fighters"][fighter.name]
        yield _names(model), partial(side_of, view, seat)
        for special in getattr(model, fighter.side).specials:
            yield _names(special), partial(_one, book, attacks, special.id)
    for card in book["attacks"].values():
        yield _names(card), partial(_one, book, attacks, card.id)
    for skill in book["skills"].values():
        yield _names(skill), partial(_one, book, skills, skill.id)


def _one(book: Book, told: Callable[[Book, tuple[str, ...]], tuple[Item, ...]], id: str) -> tuple[Piece, ...]:
    return (Items(told(book, (id,))),)


def _names(model: Any) -> tuple[str, ...]:
    return (model.id, *(getattr(model.name, lang) for lang in LANGUAGES))
