"""The best keeping of dice as one writes it first: a recursion over all orders of dice, remembered by sorted throws."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product

Throw = tuple[int, ...]


def value_of_board(worth: Callable[[Throw], float], rerolls: int = 2, dice: int = 5) -> float:
    """The expected worth of the first throw and this many rerolls, if the best is made of them."""

    @cache
    def rolled(kept: Throw, left: int) -> float:
        count = dice - len(kept)
        total = 0.0
        for others in product(range(1, 7), repeat=count):
            total += best(tuple(sorted((*kept, *others))), left)
        return total / 6.0**count

    @cache
    def best(throw: Throw, left: int) -> float:
        if not left:
            return worth(throw)
        return max(rolled(kept, left - 1) for size in range(dice + 1) for kept in combinations(throw, size))

    return rolled((), rerolls)
