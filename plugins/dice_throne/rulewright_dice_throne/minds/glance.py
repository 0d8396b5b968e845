"""What a player wants to know between two rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ..dice.best_rerolls import Keeping
from ..dice.throws import Throw
from ..dice.tricks import DiceCard
from ..numbers import ATTEMPTS
from .goals import Unknown, ability_goal, dice_card
from .judgement import board_worths
from .situation import Situation

if TYPE_CHECKING:
    from ..book.compiled import Book


class Glance(Struct, frozen=True):
    """What a player wants to know between two rolls: the chance of each ability, without and with the cards in hand,
    and what to keep for the best of the board."""

    chances: Mapping[str, float]
    with_cards: Mapping[str, float]
    keep: Throw
    value: float


def glance(
    book: Book, hero: str, variants: tuple[str, ...], levels: tuple[int, ...], faces: Iterable[int], left: int,
    cards: tuple[str, ...], cp: int, further: int,
) -> Glance:  # fmt: skip
    """The odds of these abilities for dice on the table; cards that do not alter dice are left out.

    ``further`` is what texts add to the cost of each card, in CP.
    """
    throw = tuple(sorted(faces))
    hand = _dice_cards(book, hero, cards, further)
    bare, helped, board = _strategies(book, hero, variants, levels, hand, cp, len(throw))
    keep, value = board.ranking(left, throw)[0]
    return Glance(
        {id: float(bare.promise(left, throw, column)) for column, id in enumerate(variants)},
        {id: float(helped.promise(left, throw, column)) for column, id in enumerate(variants)},
        keep,
        float(value),
    )


@lru_cache(maxsize=64)
def _strategies(
    book: Book, hero: str, variants: tuple[str, ...], levels: tuple[int, ...], cards: tuple[DiceCard, ...], cp: int,
    count: int,
) -> tuple[Keeping, Keeping, Keeping]:  # fmt: skip
    """Strategies for each ability without and with cards, and for the board with them."""
    situation = Situation(count, (), None, ATTEMPTS, cards, cp)
    known = book.variants(hero, levels)
    sheets = [known[id] for id in variants]
    wanted = situation.chances([ability_goal(sheet).requires for sheet in sheets], book.heroes[hero].faces)
    bare = situation.keeping(wanted, cards=False)
    helped = situation.keeping(wanted) if cards else bare
    return bare, helped, situation.keeping(board_worths(book, hero, sheets, count), prices=True)


@lru_cache(maxsize=1024)
def _dice_cards(book: Book, hero: str, cards: tuple[str, ...], further: int) -> tuple[DiceCard, ...]:
    """Those of some cards that alter dice, each at its present cost."""
    found = []
    for id in sorted(cards):
        with suppress(Unknown):
            card = dice_card(book, book.heroes[hero], id)
            found.append(replace(card, cost=max(0, card.cost + further)))
    return tuple(found)
