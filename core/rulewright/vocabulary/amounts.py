"""Amounts that every game says in the same way; a whole number is one, and so is the name of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import model_validator

from ..programs import number
from .models import Several, Whole
from .words import Amount, Count

if TYPE_CHECKING:
    from ..programs import Judge
    from ..wording import Wording


class Multiple(Count, key="value"):
    """``times`` an amount, + ``plus``, at least ``at_least`` and at most ``at_most``."""

    value: Amount
    times: Whole = 1
    plus: Whole = 0
    at_least: Whole | None = None
    at_most: Whole | None = None

    @model_validator(mode="after")
    def _in_order(self) -> Multiple:
        if None not in (self.at_least, self.at_most) and self.at_least > self.at_most:  # type: ignore[operator]
            raise ValueError(f"at_least, at_most: {self.at_least} is more than {self.at_most}")
        return self

    def count(self, game: Any, run: Any) -> int:
        found = multiple(self, number(self.value, game, run))
        return found if self.at_least is None else max(self.at_least, found)

    def said(self, wording: Wording) -> str:
        told = wording.multiple(wording.amount(self.value), self)
        return told if self.at_least is None else wording.say("amount.at_least", amount=told, least=self.at_least)

    def about(self, judge: Judge) -> float:
        return self.times * judge.amount(self.value) + self.plus


def multiple(amount: Any, count: int) -> int:
    """``times`` a count, + ``plus``, at most ``at_most``, as an amount with these fields says."""
    found: int = amount.times * count + amount.plus
    return found if amount.at_most is None else min(amount.at_most, found)


class Half(Count, key="half"):
    """One half of an amount; rounded up unless the text says otherwise."""

    half: Amount
    round: Literal["up", "down"] = "up"

    def count(self, game: Any, run: Any) -> int:
        return (number(self.half, game, run) + (self.round == "up")) // 2

    def said(self, wording: Wording) -> str:
        return wording.say(f"amount.half_{self.round}", amount=wording.amount(self.half))

    def about(self, judge: Judge) -> float:
        return judge.amount(self.half) / 2


class Sum(Count, key="sum"):
    """Several amounts together."""

    sum: Several[Amount]

    def count(self, game: Any, run: Any) -> int:
        return sum(number(part, game, run) for part in self.sum)

    def said(self, wording: Wording) -> str:
        return " + ".join(map(wording.amount, self.sum))

    def about(self, judge: Judge) -> float:
        return sum(map(judge.amount, self.sum))
