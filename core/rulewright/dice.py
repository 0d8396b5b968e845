"""Dice: what is on their faces, and pools of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from .plaindata import listed, shown
from .renamed import earlier_names

if TYPE_CHECKING:
    pass


Face: TypeAlias = int | str
Faces: TypeAlias = tuple[Face, ...]


# --------------------------------------------------------------------------------------------- dice


class Die(Struct, frozen=True, cache_hash=True):
    """
    One kind of die: its faces, which may repeat, and how likely each is (`weights`, whole numbers; none: all
    the same).

    `symbols` names what each face shows where several faces show the same thing (a hero die: five numbers are
    swords). Raises ValueError if the lists do not fit together.
    """

    name: str
    faces: Faces
    weights: tuple[int, ...] = ()
    symbols: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError(f"die {self.name!r} has no faces")
        for what, given in (("weights", self.weights), ("symbols", self.symbols)):
            if given and len(given) != len(self.faces):
                raise ValueError(f"die {self.name!r} has {len(self.faces)} faces and {len(given)} {what}")
        if any(type(face) not in (int, str) for face in self.faces):
            raise ValueError(f"die {self.name!r} has a face that is neither a whole number nor a name")
        if any(type(weight) is not int or weight < 1 for weight in self.weights):
            raise ValueError(f"die {self.name!r} has a weight that is not a whole number from 1 up")
        if len(set(zip(self.faces, self.symbols, strict=False))) > len(set(self.faces)):
            raise ValueError(f"die {self.name!r} has two symbols for one face")

    @classmethod
    def numbered(cls, sides: int) -> Die:
        """The die with faces 1 to `sides`."""
        return cls(f"D{sides}", tuple(range(1, sides + 1)))

    def symbol(self, face: Face) -> str:
        """What this face shows; without symbols, the face itself. Raises ValueError for a face it has not."""
        if face not in self.faces:
            raise ValueError(f"{shown(face)} is no face of {self.name}: {listed(self.faces)}")
        return self.symbols[self.faces.index(face)] if self.symbols else str(face)

    def has(self, face: Any) -> bool:
        """Whether this is one of its faces (1 is, but neither True nor 1.0)."""
        return type(face) in (int, str) and face in self.faces

    def draw(self, uniform: float) -> Face:
        """The face for a number from 0 to below 1."""
        if not self.weights:
            return self.faces[int(uniform * len(self.faces))]
        summed = _summed(self)
        return self.faces[bisect_right(summed, uniform * summed[-1])]

    def law(self) -> dict[Face, Fraction]:
        """The probability of each different face, in the order of the faces."""
        weights = weights_of(self)
        whole = sum(weights.values())
        return {face: Fraction(weight, whole) for face, weight in weights.items()}


@lru_cache(maxsize=256)
def _summed(die: Die) -> tuple[int, ...]:
    return tuple(accumulate(die.weights))


@lru_cache(maxsize=256)
def weights_of(die: Die, alike: tuple[Faces, ...] = ()) -> Mapping[Face, int]:
    """Each different face with the sum of its weights, those alike as the first of them."""
    stands_for: dict[Face, Face] = {}
    for group in alike:
        shown = [face for face in die.faces if face in group]
        stands_for.update(dict.fromkeys(shown, shown[0]) if shown else {})
    weights: dict[Face, int] = {}
    for face, weight in zip(die.faces, die.weights or (1,) * len(die.faces), strict=True):
        face = stands_for.get(face, face)
        weights[face] = weights.get(face, 0) + weight
    return weights


D6: Final = Die.numbered(6)


def halved(face: int) -> int:
    """A D6 read as a D3: half of it, rounded up."""
    return -(-face // 2)


class Pool(Struct, frozen=True):
    """Some dice to be rolled together, while effects still add some and take some away."""

    dice: tuple[Die, ...] = ()

    @classmethod
    def of(cls, die: Die, n: int) -> Pool:
        """`n` dice of one kind; none if `n` is below 0."""
        return cls((die,) * n)

    def plus(self, die: Die, n: int = 1) -> Pool:
        """With `n` more of these."""
        return Pool(self.dice + (die,) * n)

    def count(self, die: Die) -> int:
        """How many of this kind."""
        return self.dice.count(die)

    def __len__(self) -> int:
        return len(self.dice)


Dice: TypeAlias = tuple[Die, ...] | Pool


def dice_of(dice: Dice | Iterable[Die]) -> tuple[Die, ...]:
    """The dice of a pool, or these."""
    return dice.dice if isinstance(dice, Pool) else tuple(dice)


def number_on(face: Face) -> int:
    """The number on a face. Raises TypeError for a symbol."""
    if isinstance(face, str):
        raise TypeError(f"face {face!r} is no number and cannot be added up")
    return face


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)
