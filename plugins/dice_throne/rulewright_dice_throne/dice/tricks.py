"""What cards do to dice on the table, and what throws are worth before it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from .throws import FACES, Dice, Throw, Worths, better, dice_of

if TYPE_CHECKING:
    from .throws import Array


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
