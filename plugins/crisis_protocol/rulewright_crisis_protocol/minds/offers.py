"""What a side may take of a pool, to reroll or change it, where nothing looks at these dice before a later stage.

Then only how many dice it may take is drawn, and how many it takes is played; what they come to is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.programs import deed_at
from rulewright.vocabulary import Repeat, walk

from ..attack.apart import texts_of, told_apart
from ..effects.dice import ChangeDie, Reroll
from ..pools import BESIDES, FIGHTER, MODIFIABLE
from ..terms import PICKED, SUCCESSES, Apart, Attack, freed
from .drawn import Name, Offer
from .matchup import worth

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.sheets import Looks

Names = Mapping[str, Sequence[str]]


class Way(NamedTuple):
    """How dice are taken: which icons, the first ones first, and to which they are changed; empty: they are rerolled.

    Of its own dice a side rerolls no success and of the other side's only these, unless it must; see `matchup.decide`.
    """

    takes: tuple[str, ...]
    to: str


def offer_of(
    game: Game, attack: Attack, name: Name, moments: Sequence[str], looks: Callable[[Any], Looks], after: Apart
) -> Offer | None:
    """What a side may take of a pool at these moments; None where more is looked at, or by several texts.

    ``looks`` says what a text tells apart then, and ``after`` is what is told apart afterwards.
    """
    texts = [
        (sheet, names)
        for sheet, names in texts_of(game, attack, moments)
        if any(name in names[pool] for pool, _ in looks(sheet))
    ]
    if len(texts) > 1 or not _is_plain(game, attack, name, moments):
        return None
    ways: set[Way | None] = set()
    counted: Apart = ()
    for sheet, names in texts:
        parts = [part for key in sheet.program for _, part in walk(deed_at(game.content, key).verb)]
        first, then = _in_order([part for part in parts if _looks_at(part, names, name)], parts)
        ways = {_way(game, attack, name, part, names) for part in then}
        counted = tuple(_counted(sheet, first, names, name))
    way = next(iter(ways), Way((), ""))
    if way is None or len(ways) > 1:
        return None
    offer = Offer(way.takes, way.to, tuple(chain(*counted)), (PICKED, way.takes, *counted, *after), after)
    return offer if offer.stands or not way.takes else None


def _is_plain(game: Game, attack: Attack, name: Name, moments: Sequence[str]) -> bool:
    """Whether the icons of a pool are the successes that they always are, and nothing but texts takes dice of it.

    What the failures count for the other side makes no difference to what is taken.
    """
    looks = told_apart(game, attack, moments, lambda sheet: ())[f"{name}_apart"]
    return {*looks} <= {("failure",)} and not game.number(BESIDES["failure"], getattr(attack, FIGHTER[name]))


def _way(game: Game, attack: Attack, name: Name, part: Any, names: Names) -> Way | None:
    """How a part of a text takes dice of a pool; None where it looks at them in any other way, or at another pool."""
    changes = isinstance(part, ChangeDie) and part.to != "any"
    if not (changes or isinstance(part, Reroll)) or any(tuple(names[pool]) != (name,) for pool, _ in part.apart()):
        return None
    own, successes = part.of == "own", SUCCESSES[name]
    modifiable = bool(game.number(MODIFIABLE, getattr(attack, FIGHTER[name])))
    icons = {icon for group in part.takes() for icon in freed(group, modifiable)}
    if not changes and part.amount != "all":
        icons = icons.difference(successes) if own else icons.intersection(successes)
    first = sorted(icons, key=lambda icon: worth(game, attack, name, icon, icon in successes, own))
    to = part.to if changes else ""
    return None if to in icons else Way(tuple(first), to)


def _looks_at(part: Any, names: Names, name: Name) -> bool:
    """Whether a part of a text looks at a pool."""
    return hasattr(part, "apart") and any(name in names[pool] for pool, _ in part.apart())


def _in_order(looking: Sequence[Any], parts: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The parts of a text that look at a pool: those that say how often all others of them happen, and these."""
    for repeat in (part for part in parts if isinstance(part, Repeat)):
        inside = {id(part) for then in repeat.then for _, part in walk(then)}
        often = {id(part) for _, part in walk(repeat)} - inside
        if all(id(part) in inside or id(part) in often for part in looking):
            return [part for part in looking if id(part) in often], [part for part in looking if id(part) in inside]
    return [], [*looking]


def _counted(sheet: Any, first: Sequence[Any], names: Names, name: Name) -> Iterator[tuple[str, ...]]:
    """What a text counts in a pool before it takes dice: its icons, and what its condition and its amount look at."""
    if name == "attack":
        yield from ((icon,) for icon in getattr(sheet, "icons", ()))
    parts: Iterator[Any] = (part for _, part in walk(sheet.test)) if sheet.test is not None else iter(())
    looks = (look for part in (*first, *parts) if _looks_at(part, names, name) for look in part.apart())
    yield from (icons for pool, icons in looks if name in names[pool])
