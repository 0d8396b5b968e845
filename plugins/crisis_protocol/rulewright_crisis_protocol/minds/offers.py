"""What a side may reroll of its own pool, where nobody looks at how these dice fall before the other side's turn.

Then only how many dice it may take is drawn, and how many it takes is played; what they come to is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from rulewright.programs import deed_at
from rulewright.vocabulary import walk

from ..attack.apart import texts_of, told_apart
from ..effects.dice import Reroll
from ..pools import FIGHTER, MODIFIABLE
from ..terms import PICKED, SUCCESSES, Apart, Attack, freed
from .drawn import Name, Offer
from .matchup import worth

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.sheets import Looks

Names = Mapping[str, Sequence[str]]


def offer_of(
    game: Game, attack: Attack, name: Name, moments: Sequence[str], looks: Callable[[Any], Looks], after: Apart
) -> Offer | None:
    """What a side may reroll of its own pool at these moments; None where more is looked at, or by several texts.

    ``looks`` says what a text tells apart then, and ``after`` is what is told apart afterwards.
    """
    texts = [
        (sheet, names)
        for sheet, names in texts_of(game, attack, moments)
        if any(name in names[pool] for pool, _ in looks(sheet))
    ]
    besides = told_apart(game, attack, moments, lambda sheet: ())[f"{name}_apart"]
    if len(texts) > 1 or besides:
        return None
    takes: tuple[str, ...] = ()
    counted: Apart = ()
    for sheet, names in texts:
        wanted = _wanted(game, attack, name, sheet, names)
        if wanted is None:
            return None
        takes, counted = wanted, tuple(_counted(sheet, names, name))
    offer = Offer(takes, tuple(chain(*counted)), (PICKED, takes, *counted, *after), after)
    return None if takes and offer.stands in ("", *SUCCESSES[name]) else offer


def _wanted(game: Game, attack: Attack, name: Name, sheet: Any, names: Names) -> tuple[str, ...] | None:
    """The icons that a side rerolls by a text, the first ones first; None where its program looks at dice in any other
    way, or does not always reroll the same ones."""
    parts = (part for key in sheet.program for _, part in walk(deed_at(game.content, key).verb))
    looking: list[Any] = [part for part in parts if _looks_at(part, names, name)]
    sets = {_icons(game, attack, name, part) if _is_own(part, names, name) else None for part in looking}
    if None in sets or len(sets) > 1:
        return None
    icons = (icon for icons in sets if icons is not None for icon in icons)
    return tuple(sorted(icons, key=lambda icon: worth(game, attack, name, icon, icon in SUCCESSES[name])))


def _icons(game: Game, attack: Attack, name: Name, reroll: Reroll) -> frozenset[str]:
    """The icons that a side rerolls: no success of its own, unless it must; see `matchup.decide`."""
    modifiable = bool(game.number(MODIFIABLE, getattr(attack, FIGHTER[name])))
    icons = frozenset(icon for group in reroll.takes() for icon in freed(group, modifiable))
    return icons if reroll.amount == "all" else icons.difference(SUCCESSES[name])


def _is_own(part: Any, names: Names, name: Name) -> bool:
    """Whether a part of a text rerolls dice of its own side, and nothing else."""
    own = isinstance(part, Reroll) and part.of == "own"
    return own and all(tuple(names[pool]) == (name,) for pool, _ in part.apart())


def _looks_at(part: Any, names: Names, name: Name) -> bool:
    """Whether a part of a text looks at a pool."""
    return hasattr(part, "apart") and any(name in names[pool] for pool, _ in part.apart())


def _counted(sheet: Any, names: Names, name: Name) -> Iterator[tuple[str, ...]]:
    """What a text counts in a pool before it happens: its icons, and what its condition looks at."""
    if name == "attack":
        yield from ((icon,) for icon in getattr(sheet, "icons", ()))
    parts: Iterator[Any] = (part for _, part in walk(sheet.test)) if sheet.test is not None else iter(())
    looks = (look for part in parts if _looks_at(part, names, name) for look in part.apart())
    yield from (icons for pool, icons in looks if name in names[pool])
