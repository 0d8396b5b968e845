"""Which dice to keep, exactly: what throws and kept dice are worth with rolls and cards left."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .throws import Throw, Worths, better, dice_of
from .tricks import DiceCard

Hand = tuple[DiceCard, ...]


class Keeping:
    """What throws and kept dice are worth with rolls and cards left, if the best is made of both.

    Cards may be played after any roll, as long as ``cp`` lasts. ``fixed`` dice lie locked beside those that are
    thrown; of them only that they can be copied matters here.
    """

    def __init__(
        self, count: int, wanted: Worths, cards: Iterable[DiceCard] = (), cp: int = 0, fixed: Throw = ()
    ) -> None:
        self.dice = dice_of(count)
        self.wanted = wanted
        self.hand: Hand = tuple(sorted(cards, key=lambda card: card.id))
        self.fixed = fixed
        self._debt = cp - sum(card.cost for card in self.hand)
        self._thrown: dict[tuple[int, Hand], Worths] = {}
        self._kept: dict[tuple[int, Hand], Worths] = {}

    def purse(self, hand: Hand) -> int:
        """The CP left when these cards are left."""
        return self._debt + sum(card.cost for card in hand)

    def thrown(self, left: int, hand: Hand | None = None) -> Worths:
        """What each throw is worth with this many rolls left."""
        hand = self.hand if hand is None else hand
        key = left, hand
        if key not in self._thrown:
            found = self.dice.best(self.kept(left, hand)) if left else self.wanted
            for played, after in self.plays(left, hand):
                found = better(found, self.played(played, after))
            self._thrown[key] = found
        return self._thrown[key]

    def kept(self, left: int, hand: Hand | None = None) -> Worths:
        """What each selection of kept dice is worth before the next of this many rolls."""
        hand = self.hand if hand is None else hand
        key = left, hand
        if key not in self._kept:
            self._kept[key] = self.dice.roll(self.thrown(left - 1, hand))
        return self._kept[key]

    def plays(self, left: int, hand: Hand) -> Iterable[tuple[DiceCard, Worths]]:
        """The cards that can be paid for, each with what throws are worth when it is gone."""
        purse = self.purse(hand)
        for number, card in enumerate(hand):
            if card.cost <= purse and card not in hand[:number]:
                yield card, self.thrown(left, hand[:number] + hand[number + 1 :])

    def played(self, card: DiceCard, after: Worths) -> Worths:
        """What each throw is worth if a card is played now, and what it leads to is worth that."""
        return card.before(self.dice, after, self.fixed).less(card.price, self.wanted.unit)

    def promise(self, left: int, throw: Throw | None, column: int = 0) -> Fraction:
        """What dice are worth with this many rolls left, or the first throw of this many where none lie there."""
        if throw is None:
            return self.kept(left).exact(0, column)
        return self.thrown(left).exact(self.dice.place[throw], column)

    def ranking(self, left: int, throw: Throw, column: int = 0) -> list[tuple[Throw, Fraction]]:
        """What can be kept of a throw and what it is then worth, best first; of equals the one with most dice."""
        kept = self.kept(left)
        picks = {tuple(throw[die] for die in pick) for pick in self.dice.selections}
        found = [(pick, kept.exact(self.dice.kept_place[pick], column)) for pick in picks]
        return sorted(found, key=lambda one: (-one[1], -len(one[0]), one[0]))
