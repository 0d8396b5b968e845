"""Conditions that every game says in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final

from pydantic import model_validator

from ..programs import number
from .models import Several, Some
from .words import Amount, Condition, Test

if TYPE_CHECKING:
    from ..wording import Wording

BOUNDS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "at_least": ge, "at_most": le, "more_than": gt, "less_than": lt,
}  # fmt: skip


class Compare(Test, key="amount"):
    """An amount against a bound, which is an amount, too."""

    amount: Amount
    at_least: Amount | None = None
    at_most: Amount | None = None
    more_than: Amount | None = None
    less_than: Amount | None = None

    @cached_property
    def bound(self) -> tuple[str, Amount]:
        """The one bound that it names, behind the key under which it stands."""
        return next((key, getattr(self, key)) for key in BOUNDS if getattr(self, key) is not None)

    @model_validator(mode="after")
    def _one_bound(self) -> Compare:
        if sum(getattr(self, key) is not None for key in BOUNDS) != 1:
            raise ValueError(f"compare an amount with exactly one of {', '.join(BOUNDS)}")
        return self

    def holds(self, game: Any, run: Any) -> bool:
        key, bound = self.bound
        return BOUNDS[key](number(self.amount, game, run), number(bound, game, run))

    def said(self, wording: Wording) -> str:
        key, bound = self.bound
        return wording.say(f"test.{key}", amount=wording.amount(self.amount), bound=wording.amount(bound))


class AllTrue(Test, key="all"):
    """All of these hold."""

    all: Several[Condition]

    def holds(self, game: Any, run: Any) -> bool:
        return all(test.holds(game, run) for test in self.all)

    def said(self, wording: Wording) -> str:
        return wording.comma.join(map(wording.condition, self.all))


class AnyTrue(Test, key="any"):
    """At least one of these holds."""

    any: Several[Condition]

    def holds(self, game: Any, run: Any) -> bool:
        return any(test.holds(game, run) for test in self.any)

    def said(self, wording: Wording) -> str:
        return wording.either.join(map(wording.condition, self.any))


class NoneTrue(Test, key="none"):
    """None of these holds."""

    none: Some[Condition]

    def holds(self, game: Any, run: Any) -> bool:
        return not any(test.holds(game, run) for test in self.none)

    def said(self, wording: Wording) -> str:
        return wording.say("test.none", either=wording.either.join(map(wording.condition, self.none)))
