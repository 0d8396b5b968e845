"""What the laws do not know: texts and abilities that could change attacks and are not played in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.text import show

from ...abilities.parts import Happens
from ...book.wording import say
from ...terms import has_keyword, models, weapon
from .battle import ATTACKER, TARGET, picked_leader, unit_of
from .sides import counting

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
    texts = [text for side in (asked.attacker, asked.target) for text in _texts(book, side)]
    found = [show(text.called, lang) for text in texts if not _is_counted(text)]
    used = [book.stratagems[id] for id in (*wishes["stratagem"], *wishes["target_stratagem"])]
    found += [show(book.name_of(one.id), lang) for one in used if len(counting(one)) < len(one.does)]
    return list(dict.fromkeys([*found, *_of_attacks(game, volleys, lang)]))


def conditional(game: Game, lang: str) -> list[str]:
    """The texts of both units that count under a condition, which holds or not as things stand here."""
    return list(dict.fromkeys(
        show(text.called, lang)
        for side in (game.setup.wishes.attacker, game.setup.wishes.target)
        for text in _texts(game.content, side)
        if any(one.test is not None and not isinstance(one, Happens) for one in text.does)
    ))  # fmt: skip


def _texts(book: Book, side: Side) -> Iterator[Any]:
    """The texts of a side, as its files have them."""
    for choice in side.choices:
        sheet = book.pack["datasheets"][choice.sheet]
        for owner in (sheet, *sheet.profiles, *sheet.weapons, *sheet.wargear):
            yield from owner.texts
    if side.detachment:
        detachment = book.pack["detachments"][side.detachment]
        yield from detachment.texts
        for gift in detachment.enhancements:
            if any(choice.enhancement == f"{side.detachment}/{gift.id}" for choice in side.choices):
                yield from gift.texts


def _is_counted(text: Any) -> bool:
    """Whether the program plays a text, and all of it counts at all times."""
    return bool(text.does) and not any(isinstance(one, Happens) for one in text.does)


def _of_attacks(game: Game, volleys: Sequence[Volley], lang: str) -> Iterator[str]:
    """Rules of the attacks themselves that are not followed here."""
    id, foe = unit_of(game, ATTACKER), unit_of(game, TARGET)
    used = {ability for one in volleys for ability in weapon(game, one.weapon, id).abilities}
    led = any(one.origin != foe and has_keyword(game, one.origin, "Character") for one in models(game, foe))
    if "precision" in used and led and not (game.setup.wishes.precise and picked_leader(game)):
        yield say("odds.precision", lang)
    if AFTERWARDS & used:
        yield say("odds.hazardous", lang)
    if any(game.may("survive", str(one.id)) for one in models(game, foe)):
        yield say("odds.survive", lang)
