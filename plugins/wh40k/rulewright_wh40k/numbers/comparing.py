"""What is better and what is worse, and the best and worst in a unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rulewright import rule

from ..terms import models

LOWER_IS_BETTER: Final = frozenset({
    "save", "invulnerable", "leadership", "feel no pain", "skill", "ap", "anti", "critical hit", "critical wound",
    "wounds on", "stratagem cost",
})  # fmt: skip
"""What has a plus sign, AP, whose value is 0 or less, and costs; of all others the larger number is better."""


@rule(
    "commentary.modifying-by-improving-or-worsening",
    "commentary.or-better",
    "commentary.or-worse",
    "commentary.positive-modifier",
    "commentary.negative-modifier",
)
def better(characteristic: str, value: int, than: int) -> bool:
    """Whether a value of a characteristic is better than another one."""
    return value < than if characteristic in LOWER_IS_BETTER else value > than


@rule("commentary.best", "commentary.or-better")
def best(characteristic: str, values: Iterable[int]) -> int:
    """The value that no other one beats. Raises ValueError where there are none."""
    return (min if characteristic in LOWER_IS_BETTER else max)(values)


@rule("commentary.worst", "commentary.or-worse")
def worst(characteristic: str, values: Iterable[int]) -> int:
    """The value that all others equal or beat. Raises ValueError where there are none."""
    return (max if characteristic in LOWER_IS_BETTER else min)(values)


def values(game: Any, characteristic: str, unit: str) -> list[int]:
    """A characteristic of each model of a unit."""
    return [int(game.number(characteristic, str(one.id))) for one in models(game, unit)]


@rule("core.leadership-test", "commentary.unit-leadership", "commentary.best")
def best_leadership(game: Any, unit: str) -> int:
    """The best Leadership in a unit."""
    return best("leadership", values(game, "leadership", unit))
