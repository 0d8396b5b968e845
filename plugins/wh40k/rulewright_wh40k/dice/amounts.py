"""Random characteristics: ``D6+3`` attacks, ``2D3`` damage."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rulewright import Roll, rule

if TYPE_CHECKING:
    from rulewright import Steps

PATTERN: Final = r"^(\d*)D([36])(?:\+(\d+))?$|^(\d+)$"


@rule("core.dice", "core.random-characteristics", "commentary.damage-characteristic")
class Amount(Struct, frozen=True):
    """A number, or dice and what is added: ``dice`` D6, or D3 where ``sides`` is 3, and ``plus``."""

    dice: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def most(self) -> int:
        """The highest it can be."""
        return self.dice * self.sides + self.plus

    @property
    def least(self) -> int:
        """The lowest it can be."""
        return self.dice + self.plus

    def at_least(self, other: Amount) -> bool:
        """Whether it is never worse to have than another one: its lowest and its highest are not lower."""
        return self.least >= other.least and self.most >= other.most

    @property
    def mean(self) -> float:
        """What it is on average."""
        return self.dice * (1 + self.sides) / 2 + self.plus

    def of(self, faces: Iterable[int]) -> int:
        """What it comes to with these faces of D6; a D3 is half of one, rounded up (core.dice)."""
        return sum(face if self.sides == 6 else (face + 1) // 2 for face in faces) + self.plus

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        count = "" if self.dice == 1 else str(self.dice)
        return f"{count}D{self.sides}" + (f"+{self.plus}" if self.plus else "")


@cache
def amount(text: str) -> Amount:
    """An amount as it is printed. Raises ValueError for what is none."""
    found = re.match(PATTERN, text)
    if found is None:
        raise ValueError(f"an amount is a number or dice such as D6, 2D3 or D6+3, not {text!r}")
    dice, sides, plus, number = found.groups()
    return Amount(plus=int(number)) if number else Amount(int(dice or 1), int(sides), int(plus or 0))


@rule("core.random-characteristics")
def roll(one: Amount, times: int, player: int, purpose: str, rule: str) -> Steps:
    """What an amount comes to each of some times, rolled individually; receives a tuple of numbers."""
    if not one.dice or not times:
        return (one.plus,) * times
    faces: Any = yield Roll.d6(one.dice * times, player, purpose, rule=rule)
    return tuple(one.of(faces[start : start + one.dice]) for start in range(0, len(faces), one.dice))
