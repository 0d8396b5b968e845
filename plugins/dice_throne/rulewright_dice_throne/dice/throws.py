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
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

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
