"""What a side may take of a pool, to reroll or change it, where nothing looks at these dice before a later stage.

Then only how many dice it may take is drawn, and how many it takes is played; what they come to is worked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.programs import deed_at
from rulewright.vocabulary import If, May, Repeat, walk

from ..attack.apart import texts_of, told_apart
from ..book.sheets import SpecialSheet
from ..effects.amounts import Faces
from ..effects.dice import ChangeDie, Reroll
from ..pools import BESIDES, FIGHTER, MODIFIABLE, OTHER
from ..terms import PICKED, SUCCESSES, Apart, Attack, freed
from .drawn import Name, Offer
from .matchup import worth

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.sheets import Looks

Names = Mapping[str, Sequence[str]]


class Way(NamedTuple):
    """How dice are taken: which icons, the first ones first, and to which they are changed; empty: they are rerolled.
    ``all`` says that all of them are.

    Of its own dice a side rerolls no success and of the other side's only these, unless it must; see `matchup.decide`.
    """

    takes: tuple[str, ...]
    to: str
    all: bool = False


def offer_of(
    game: Game, attack: Attack, name: Name, moments: Sequence[str], looks: Callable[[Any], Looks], after: Apart
) -> Offer | None:
    """What a side may take of a pool at these moments; None where several texts take dice of it, or one rerolls them
    and another counts them, before or after it.

    ``looks`` says what a text tells apart then, and ``after`` is what is told apart afterwards.
    """
    texts = [*_looking_at(game, attack, name, moments, looks)]
    if not _is_plain(game, attack, name, moments):
        return None
    taking: list[tuple[set[Way | None], int | None]] = []
    counted: list[tuple[str, ...]] = []
    icons: Counter[str] = Counter()
    for sheet, names in texts:
        parts = _parts(game, sheet)
        first, then = _in_order([part for part in parts if _looks_at(part, names, name)], parts)
        if then:
            most = _most(game, sheet, parts, then)
            grows = any(_may_grow(game, attack, part, moments, looks) for part in parts if isinstance(part, Faces))
            taking.append(({_way(game, attack, name, part, names) for part in then}, None if grows else most))
        counted += _counted(sheet, first, names, name)
        icons |= Counter(_icons(sheet, name))
    ways, most = next(iter(taking), ({Way((), "")}, None))
    way = next(iter(ways))
    if len(taking) > 1 or len(ways) > 1 or way is None or (len(texts) > 1 and way.takes and not way.to):
        return None
    told = (PICKED, way.takes, *counted, *after)
    offer = Offer(way.takes, way.to, most, tuple(chain(*counted)), (*icons.items(),), told, after)
    return offer if way.all or offer.is_in_order else None


def awaits(game: Game, attack: Attack, name: Name, moments: Sequence[str], looks: Callable[[Any], Looks]) -> bool:
    """Whether what is counted in the other pool says how many dice of a pool are taken."""
    for sheet, names in _looking_at(game, attack, name, moments, looks):
        parts = _parts(game, sheet)
        counts = any(_looks_at(part, names, OTHER[name]) for part in parts if isinstance(part, Faces))
        _, then = _in_order([part for part in parts if _looks_at(part, names, name)], parts)
        if counts and then:
            return True
    return False


def _looking_at(
    game: Game, attack: Attack, name: Name, moments: Sequence[str], looks: Callable[[Any], Looks]
) -> Iterator[tuple[Any, Names]]:
    """The texts that look at a pool at these moments."""
    for sheet, names in texts_of(game, attack, moments):
        if any(name in names[pool] for pool, _ in looks(sheet)):
            yield sheet, names


def _parts(game: Game, sheet: Any) -> list[Any]:
    """All parts of what a text does."""
    return [part for key in sheet.program for _, part in walk(deed_at(game.content, key).verb)]


def _may_grow(game: Game, attack: Attack, count: Faces, moments: Sequence[str], looks: Callable[[Any], Looks]) -> bool:
    """Whether more dice may show what is counted when dice have been taken at these moments, or a die was covered."""
    if count.of == "roll":
        return True
    name = count.of
    if "own dice" in moments and "block" in count.icons:
        return True
    texts = _looking_at(game, attack, name, moments, looks)
    seen = (part for sheet, names in texts for part in _parts(game, sheet) if _looks_at(part, names, name))
    changes = (part for part in seen if not isinstance(part, Faces))
    return not all(isinstance(part, ChangeDie) and part.to not in ("any", *count.icons) for part in changes)


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
    own, successes = name in names["own"], SUCCESSES[name]
    modifiable = bool(game.number(MODIFIABLE, getattr(attack, FIGHTER[name])))
    icons = {icon for group in part.takes() for icon in freed(group, modifiable)}
    if not changes and part.amount != "all":
        icons = icons.difference(successes) if own else icons.intersection(successes)
    first = sorted(icons, key=lambda icon: worth(game, attack, name, icon, icon in successes, own))
    to = part.to if changes else ""
    return None if to in icons else Way(tuple(first), to, part.amount == "all")


def _most(game: Game, sheet: Any, parts: Sequence[Any], taking: Sequence[Any]) -> int | None:
    """How many dice a text takes at most, as the dice lie that it counts; None where it may happen again, or its words
    do not say it."""
    if not isinstance(sheet, SpecialSheet) and getattr(sheet, "kind", "") != "innate":
        return None
    ids = {id(part) for part in taking}
    round_it = [part for part in parts if id(part) not in ids and any(id(inner) in ids for _, inner in walk(part))]
    times = [part.times for part in round_it if isinstance(part, Repeat)]
    if len(times) > 1 or not all(isinstance(part, Repeat | If | May) for part in round_it):
        return None
    each = [_number(game, getattr(part, "amount", None)) for part in taking]
    often = _number(game, times[0]) if times else 1
    return None if often is None or None in each else often * sum(filter(None, each))


def _number(game: Game, amount: Any) -> int | None:
    """An amount as it is now; None where it is no number and counts no dice of the attack."""
    if isinstance(amount, Faces) and amount.of != "roll":
        return amount.lying(game)
    return amount if isinstance(amount, int) else None


def _looks_at(part: Any, names: Names, name: str) -> bool:
    """Whether a part of a text looks at a pool."""
    return hasattr(part, "apart") and any(name in names[pool] for pool, _ in part.apart())


def _in_order(looking: Sequence[Any], parts: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The parts of a text that look at a pool: those that only count it or say how often all others of them happen, and
    these others."""
    if all(isinstance(part, Faces) for part in looking):
        return [*looking], []
    for repeat in (part for part in parts if isinstance(part, Repeat)):
        inside = {id(part) for then in repeat.then for _, part in walk(then)}
        often = {id(part) for _, part in walk(repeat)} - inside
        if all(id(part) in inside or id(part) in often for part in looking):
            return [part for part in looking if id(part) in often], [part for part in looking if id(part) in inside]
    return [], [*looking]


def _icons(sheet: Any, name: Name) -> Sequence[str]:
    """The icons that a text needs in a pool."""
    return getattr(sheet, "icons", ()) if name == "attack" else ()


def _counted(sheet: Any, first: Sequence[Any], names: Names, name: Name) -> Iterator[tuple[str, ...]]:
    """What a text counts in a pool before it takes dice: what its condition and its amount look at."""
    parts: Iterator[Any] = (part for _, part in walk(sheet.test)) if sheet.test is not None else iter(())
    looks = (look for part in (*first, *parts) if _looks_at(part, names, name) for look in part.apart())
    yield from (icons for pool, icons in looks if name in names[pool])
