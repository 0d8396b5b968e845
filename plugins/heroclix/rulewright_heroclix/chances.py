"""How likely an attack hits."""

from __future__ import annotations

from functools import cache

from rulewright import rule

from .terms import CRITICAL, CRITICAL_MISS


@cache
@rule("12.2", "12.3")
def hit_chance(need: int) -> float:
    """How likely 2d6 hits a defense that is so much above the attack."""
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    return sum(dice == CRITICAL or (dice != CRITICAL_MISS and sum(dice) >= need) for dice in rolls) / len(rolls)
