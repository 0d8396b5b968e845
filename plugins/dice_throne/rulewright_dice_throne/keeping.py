"""The best keeping strategy for dice, exactly: what every throw and every selection of kept dice is worth.

Worths are whole numbers over a unit: a roll of n dice has 6**n equally likely results, so what is kept is worth a sum
of whole numbers over 6**n times the unit before. Nothing is ever rounded. Floats calculate as long as no number can
exceed 2**53, up to which a float carries every whole number; where more is needed it is integers of 64 bits, and
beyond these Python's own. Which of them suffices follows from the greatest worth and the number of rolls.

Throws are multisets: 252 of five dice, 462 selections that can be kept of them. One matrix leads from what is kept to
what is then thrown; a table says what can be kept of each throw. Several things that may be wanted are worked out at
once, each a column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import factorial, lcm, prod
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from msgspec import Struct

from .activation import DICE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Throw = tuple[int, ...]
"""What dice show, or what is kept of them, in rising order."""

FACES: Final = range(1, 7)
FLOAT_MOST: Final = 2**53
INT_MOST: Final = 2**63 - 1


class Worths(Struct, frozen=True):
    """Worths of throws or of kept dice (rows) for each thing wanted (columns): whole numbers over ``unit``."""

    numbers: Array
    unit: int
    most: int
    """No number is further from 0 than this."""

    def exact(self, row: int, column: int = 0) -> Fraction:
        """One of the worths."""
        return Fraction(int(self.numbers[row, column]), self.unit)

    def floats(self, column: int = 0) -> list[float]:
        """The worths of all rows, each the float that is nearest to it."""
        return [int(number) / self.unit for number in self.numbers[:, column].tolist()]

    def over(self, unit: int) -> Worths:
        """The same over a multiple of the unit."""
        if unit == self.unit:
            return self
        times = unit // self.unit
        most = self.most * times
        return Worths(_fit(self.numbers, most) * times, unit, most)

    def less(self, price: int, unit: int) -> Worths:
        """The same, lowered by a price over a unit that divides this one."""
        if not price:
            return self
        lower = price * (self.unit // unit)
        most = self.most + lower
        return Worths(_fit(self.numbers, most) - lower, self.unit, most)


def chances(rows: Iterable[Sequence[bool]]) -> Worths:
    """Worths of 1 where what is wanted is there and 0 elsewhere; a row for each throw."""
    import numpy as np

    return Worths(np.array(list(rows), dtype=np.float64), 1, 1)


def worths(rows: Iterable[Sequence[int]], unit: int) -> Worths:
    """Worths in whole numbers over a unit; a row for each throw."""
    import numpy as np

    numbers = np.array(list(rows), dtype=object)
    most = max((abs(number) for number in numbers.flat), default=0)
    return Worths(_fit(numbers, most), unit, most)


def _fit(numbers: Array, most: int) -> Array:
    """The numbers in the quickest form in which sums up to ``most`` are exact."""
    import numpy as np

    if most <= FLOAT_MOST:
        return numbers if numbers.dtype == np.float64 else numbers.astype(np.float64)
    whole = numbers.astype(np.int64) if numbers.dtype == np.float64 else numbers
    return whole.astype(np.int64 if most <= INT_MOST else object)


class Dice:
    """All throws of this many dice and all that can be kept of them, with the ways from one to the other."""

    def __init__(self, count: int) -> None:
        import numpy as np

        self.count = count
        self.outcomes = 6**count
        self.throws: tuple[Throw, ...] = tuple(combinations_with_replacement(FACES, count))
        self.kept: tuple[Throw, ...] = tuple(
            kept for size in range(count + 1) for kept in combinations_with_replacement(FACES, size)
        )
        self.place = {throw: place for place, throw in enumerate(self.throws)}
        self.kept_place = {kept: place for place, kept in enumerate(self.kept)}
        self.selections = tuple(pick for size in range(count + 1) for pick in combinations(range(count), size))
        """Which dice of a throw may be kept, by their positions, fewest first."""
        self.choices = np.array(
            [[self.kept_place[tuple(throw[die] for die in pick)] for throw in self.throws] for pick in self.selections]
        )
        """For each selection (rows) what is kept of each throw (columns)."""
        self._weights: dict[str, Array] = {}

    @cached_property
    def _ways(self) -> Array:
        """In how many of all ways to roll as many dice as there are a selection that is not the whole throw (rows)
        leads to each throw."""
        import numpy as np

        partial = self.kept[: -len(self.throws)]
        ways = np.zeros((len(partial), len(self.throws)), dtype=np.int64)
        for row, kept in enumerate(partial):
            for others in combinations_with_replacement(FACES, self.count - len(kept)):
                ways[row, self.place[tuple(sorted((*kept, *others)))]] = _orders(others) * 6 ** len(kept)
        return ways

    def roll(self, thrown: Worths) -> Worths:
        """What each selection of kept dice is worth before the others are rolled."""
        import numpy as np

        most = thrown.most * self.outcomes
        numbers = _fit(thrown.numbers, most)
        weights = self._weights.get(numbers.dtype.str)
        if weights is None:
            weights = self._weights[numbers.dtype.str] = self._ways.astype(numbers.dtype)
        kept = np.empty((len(self.kept), numbers.shape[1]), numbers.dtype)
        kept[: -len(self.throws)] = weights @ numbers
        kept[-len(self.throws) :] = numbers * self.outcomes
        return Worths(kept, thrown.unit * self.outcomes, most)

    def best(self, kept: Worths, least: int = 0, most: int | None = None) -> Worths:
        """What each throw is worth if ``least`` to ``most`` of its dice (any, unless told) are rolled again."""
        choices = self.choices if most is None else self._choices_again(least, most)
        numbers = kept.numbers
        if numbers.shape[1] == 1:  # the same, much quicker
            best = numbers.ravel().take(choices).max(0)[:, None]
        else:
            best = numbers.take(choices, axis=0).max(0)
        return Worths(best, kept.unit, kept.most)

    def _choices_again(self, least: int, most: int) -> Array:
        rows = [row for row, pick in enumerate(self.selections) if least <= self.count - len(pick) <= most]
        return self.choices[rows]

    def one_again(self, thrown: Worths) -> Worths:
        """What each throw is worth if one of its dice, the best for it, is rolled again."""
        rows = slice(len(self._ways) - self._all_but_one, len(self._ways))
        most = thrown.most * 6
        numbers = _fit(thrown.numbers, most)
        single = (self._ways[rows] // 6 ** (self.count - 1)).astype(numbers.dtype)
        again = single @ numbers
        choices = self._choices_again(1, 1) - rows.start
        return Worths(again.take(choices, axis=0).max(0), thrown.unit * 6, most)

    @cached_property
    def _all_but_one(self) -> int:
        """How many selections there are of all dice but one."""
        return sum(len(kept) == self.count - 1 for kept in self.kept)


def _orders(faces: Throw) -> int:
    """In how many orders dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in FACES)


@cache
def dice_of(count: int) -> Dice:
    """The tables of this many dice, made once."""
    return Dice(count)


def better(one: Worths, other: Worths) -> Worths:
    """The better of two for each throw and each thing wanted."""
    import numpy as np

    unit = lcm(one.unit, other.unit)
    one, other = one.over(unit), other.over(unit)
    most = max(one.most, other.most)
    return Worths(np.maximum(_fit(one.numbers, most), _fit(other.numbers, most)), unit, most)


# Cards ------------------------------------------------------------------------------------------------------


class Trick(Protocol):
    """What a card does to dice on the table."""

    def before(self, dice: Dice, after: Worths, fixed: Throw) -> Worths:
        """What each throw is worth before it, if the throw that it leads to is worth that; at the best choice."""
        ...


class Change(Struct, frozen=True):
    """Turn ``count`` dice, each another one, to other numbers."""

    count: int = 1
    up_to: bool = False
    to: int | Literal["any", "copy"] | None = None
    by: int | None = None

    def before(self, dice: Dice, after: Worths, fixed: Throw) -> Worths:
        """The best of the throws that can be made of each."""
        return Worths(after.numbers.take(_turned(self, dice.count, fixed), axis=0).max(0), after.unit, after.most)

    def made_of(self, throw: Throw, fixed: Throw = ()) -> set[Throw]:
        """The throws that can be made of one; itself where nothing can be turned."""
        ends: set[Throw] = set()
        open_: set[tuple[Throw, Throw]] = {(throw, ())}
        for turn in range(self.count):
            following: set[tuple[Throw, Throw]] = set()
            for loose, done in open_:
                made = set(self._one(loose, done, fixed))
                following |= made
                if not made or (turn and self.up_to):
                    ends.add(tuple(sorted((*loose, *done))))
            open_ = following
        return ends | {tuple(sorted((*loose, *done))) for loose, done in open_}

    def _one(self, loose: Throw, done: Throw, fixed: Throw) -> Iterable[tuple[Throw, Throw]]:
        for face in dict.fromkeys(loose):
            rest = list(loose)
            rest.remove(face)
            for value in self._values(face, (*loose, *done, *fixed)):
                yield tuple(rest), tuple(sorted((*done, value)))

    def _values(self, face: int, shown: Throw) -> Iterable[int]:
        if self.by is not None:
            values: Iterable[int] = (face - self.by, face + self.by)
        elif self.to == "any":
            values = FACES
        elif self.to == "copy":
            values = set(shown)
        else:
            values = () if self.to is None else (self.to,)
        return (value for value in values if 1 <= value <= 6 and value != face)


@cache
def _turned(change: Change, count: int, fixed: Throw) -> Array:
    """For each throw (columns) the places of the throws that can be made of it (rows, filled up with the last)."""
    import numpy as np

    dice = dice_of(count)
    made = [sorted(dice.place[end] for end in change.made_of(throw, fixed)) for throw in dice.throws]
    longest = max(map(len, made))
    return np.array([ends + ends[-1:] * (longest - len(ends)) for ends in made]).T


class Again(Struct, frozen=True):
    """Roll ``least`` to ``most`` dice again at once; one by one, the same die may be named again."""

    least: int
    most: int
    one_by_one: bool = False

    def before(self, dice: Dice, after: Worths, fixed: Throw) -> Worths:
        """What the best dice for it promise."""
        if not dice.count:
            return after
        if not self.one_by_one:
            most = min(self.most, dice.count)
            return dice.best(dice.roll(after), min(self.least, most), most)
        before = after
        for turn in range(self.most, 0, -1):
            again = dice.one_again(before)
            before = again if turn <= self.least else better(after, again)
        return before


class DiceCard(Struct, frozen=True):
    """A card that alters dice: what it costs, and its text, in order.

    ``price`` is what it is worth not to play it, in units of what is wanted; nothing where only the chance counts.
    """

    id: str
    cost: int
    tricks: tuple[Trick, ...]
    price: int = 0

    def before(self, dice: Dice, after: Worths, fixed: Throw) -> Worths:
        """What each throw is worth before the card is played, its price not counted."""
        for trick in reversed(self.tricks):
            after = trick.before(dice, after, fixed)
        return after


# Strategies -------------------------------------------------------------------------------------------------

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


__all__ = [
    "DICE", "Again", "Change", "Dice", "DiceCard", "Keeping", "Throw", "Trick", "Worths", "chances", "dice_of", "worths"
]  # fmt: skip
