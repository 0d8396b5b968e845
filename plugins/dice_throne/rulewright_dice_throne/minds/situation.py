"""What is asked about: dice, rolls left and cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from ..dice.best_rerolls import Keeping
from ..dice.throws import Throw, Worths, chances, dice_of
from ..dice.tricks import DiceCard
from .judgement import card_price

if TYPE_CHECKING:
    from ..dice.requirements import Requirement

MOST_CP: Final = 15


class Situation(Struct, frozen=True):
    """Dice, rolls left and cards in hand.

    ``fixed`` dice are locked, ``free`` ones may still be altered; None before the first roll.
    """

    count: int
    fixed: Throw
    free: Throw | None
    rolls: int
    cards: tuple[DiceCard, ...] = ()
    cp: int = MOST_CP

    @property
    def loose(self) -> int:
        """How many dice may still be altered."""
        return self.count - len(self.fixed)

    def keeping(self, wanted: Worths, *, cards: bool = True, prices: bool = False) -> Keeping:
        """The strategy for what is wanted; with prices a card is played only for what is worth more than it."""
        hand = self.cards if cards else ()
        if prices:
            hand = tuple(replace(card, price=card_price(card.cost)) for card in hand)
        return Keeping(self.loose, wanted, hand, self.cp, self.fixed)

    def chances(self, requirements: Sequence[Requirement], faces: Sequence[str]) -> Worths:
        """Which throws satisfy which requirement."""
        throws = [(*throw, *self.fixed) for throw in dice_of(self.loose).throws]
        return chances([[needs.met(throw, faces) for needs in requirements] for throw in throws])


def plain(faces: Iterable[int]) -> str:
    """Dice as numbers in a row."""
    return " ".join(map(str, faces))
