"""A closer look at things by their names, for ``Ruleset(look=...)``.

    def things(view):
        for card in view.content.cards.values():
            yield Thing(names_of(card.name, card.id), partial(card_text, card))

    Ruleset(..., look=look_for(things, own_board))

People type a name or a part of it, in either language, with or without what stands between letters. A name in full
means what has it, a part of a name all that it is a part of. Powers that are classes need not be listed: each is
shown with its text and the rule that it stands in. What several things show alike is shown once, piece by piece; so
what belongs together is one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .describe import ledger_of
from .narrator import Narrator
from .panels import Item, Items, Panel
from .powers import Power
from .text import LANGUAGES, Words, by_language, show

if TYPE_CHECKING:
    from .panels import Piece
    from .rules import Rule
    from .ruleset import Rules


class Thing(NamedTuple):
    """What can be looked at: its names, and the pieces of a panel that show it."""

    names: tuple[str, ...]
    show: Callable[[], Iterable[Piece]]


def names_of(*names: Words) -> tuple[str, ...]:
    """Names in every language, each once."""
    return tuple(dict.fromkeys(show(name, lang) for name in names for lang in LANGUAGES))


def look_for(
    things: Callable[[Any], Iterable[Thing]], at_once: Callable[[Any], Iterable[Piece]]
) -> Callable[[Any, str], Panel | None]:
    """``look(view, typed)`` over the ``things(view)`` of a game; ``at_once(view)`` is seen where nothing was typed.

    What nothing is called is None.
    """

    def look(view: Any, typed: str) -> Panel | None:
        if not typed.strip():
            return Panel(tuple(at_once(view)))
        found = named([*things(view), *powers(view)], typed)
        pieces = _without_repeats(piece for thing in found for piece in thing.show())
        return Panel(pieces) if pieces else None

    return look


def named(things: Iterable[Thing], typed: str) -> list[Thing]:
    """The things of that name; where there are none, those of whose names it is a part."""
    wanted = plain(typed)
    if not wanted:
        return []
    known = [(thing, [plain(name) for name in thing.names]) for thing in things]
    return [thing for thing, names in known if wanted in names] or [
        thing for thing, names in known if any(wanted in name for name in names)
    ]


def plain(name: str) -> str:
    """A name without what nobody types: capitals, spaces and signs."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def powers(view: Any) -> Iterator[Thing]:
    """The powers that a game has as classes.

    Others may stand in its content: those are things of the content, which the game itself lists (`thing_of`).
    """
    return (thing_of(view, power) for power in view.rules.powers.powers.values() if type(power) is not Power)


def thing_of(view: Any, power: Power) -> Thing:
    """A power, by its name and by what players call it."""
    called = by_language(lambda lang: str(Narrator(view.rules, lang).fact(view, "power", power.name)))
    return Thing(names_of(power.name, called), partial(_power, view.rules, power, called))


def _power(rules: Rules, power: Power, called: Words) -> tuple[Piece, ...]:
    ledger = ledger_of(rules) if power.rule else None
    titled = () if ledger is None or power.rule not in ledger else (_titled(ledger[power.rule]),)
    return (Items((Item(called, " ".join(power.text.split()), titled, about=power.name),)),)


def _titled(rule: Rule) -> Words:
    return {lang: f"{rule.id} {rule.title(lang)}" for lang in LANGUAGES}


def _without_repeats(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for piece in pieces:
        if piece not in found:
            found.append(piece)
    return tuple(found)


__all__ = ["Thing", "look_for", "named", "names_of", "plain", "powers", "thing_of"]
