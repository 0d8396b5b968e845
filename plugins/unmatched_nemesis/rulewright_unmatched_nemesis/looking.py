"""A closer look, for people: a fighter's panel, a card, a special attack, a skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from .looks import BOLD, PLAIN
from .wording import attack_text, skill_text

if TYPE_CHECKING:
    from rulewright import View

LANGUAGES: Final = ("en", "zh")


def look(view: View, what: str, lang: str) -> str | None:
    """What has a name, or a part of it, in either language; without a name both panels, that of whoever looks first.

    None where nothing has that name.
    """
    if not what.strip():
        seats = sorted(view.players, key=lambda seat: seat != view.player)
        fighters = [view.state.fighters[seat] for seat in seats]
        return "\n\n".join(panel(view, view.content["fighters"][one.name], one.side, lang) for one in fighters)
    wanted = what.strip().casefold()
    found = [(names, tell) for names, tell in _things(view) if any(wanted in name.casefold() for name in names)]
    exact = [(names, tell) for names, tell in found if wanted in (name.casefold() for name in names)]
    return "\n".join(tell(lang) for _, tell in exact or found) or None


def panel(view: View, model: Any, side: str, lang: str) -> str:
    """One side of a panel with its special attacks."""
    own = getattr(model, side)
    title = f"{getattr(model.name, lang)}, {getattr(model.fighter_class, lang)} - {getattr(own.name, lang)}"
    return "\n".join([f"{BOLD}{title}{PLAIN}", *(attack_text(view.content, one.id, lang) for one in own.specials)])


Thing = tuple[tuple[str, ...], Callable[[str], str]]
"""The names of something, and how it is told in a language."""


def _things(view: View) -> Iterator[Thing]:
    """All that can be looked at: the two panels with their special attacks, attack cards, skills."""
    book = view.content
    for fighter in view.state.fighters.values():
        model = book["fighters"][fighter.name]
        yield _names(model), partial(panel, view, model, fighter.side)
        for special in getattr(model, fighter.side).specials:
            yield _names(special), partial(attack_text, book, special.id)
    for card in book["attacks"].values():
        yield _names(card), partial(attack_text, book, card.id)
    for skill in book["skills"].values():
        yield _names(skill), partial(skill_text, book, skill.id)


def _names(model: Any) -> tuple[str, ...]:
    return (model.id, *(getattr(model.name, lang) for lang in LANGUAGES))
