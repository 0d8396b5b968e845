"""Whatever leaves in the middle of anything, the game goes on without it: the check of the kit in many games.

``python -m tests.attack.leaving GAME COUNT [SEED]`` lets things leave so many random games, each at many moments.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from rulewright import rules_for
from rulewright.testing.leaving import ON, Leaving, leavings
from rulewright.testing.patience import patience

from .content import Fault

MOMENTS: Final = 60
"""So often something leaves a game."""
WHOLE: Final = 10
"""Of so many games one goes on to its end wherever something has left it."""
SECONDS: Final = 600
"""So long may a game take with all that leaves it."""


def left(game: str, count: int, seed: int, moments: int = MOMENTS) -> Iterator[tuple[int, Leaving]]:
    """What has left so many games, each with the seed of its game; every fourth game has the usual setup."""
    rules = rules_for(game)
    sample = rules.ruleset.sample_setup
    for number in range(seed, seed + count):
        setup = sample(rules.content, Random(f"{number}/setup")) if sample and number % 4 else None
        with patience(SECONDS):
            for one in leavings(rules, setup, number, moments, on=ON if number % WHOLE else None):
                if one.what is not None or one.fault:
                    yield number, one


def attack(count: int, seed: int, game: str, moments: int = MOMENTS) -> Counter[str]:
    """How often something left in each way, in so many games. Raises Fault for the first that is met again."""
    found: Counter[str] = Counter()
    for number, one in left(game, count, seed, moments):
        if one.fault:
            raise Fault(f"{game}, seed {number}: {one}")
        found[one.way] += 1
    return found


if __name__ == "__main__":
    game, count, *rest = sys.argv[1:]
    found: Counter[str] = Counter()
    faults = 0
    for number, one in left(game, int(count), int(rest[0]) if rest else 1):
        found[one.way] += 1
        if one.fault:
            faults += 1
            print(f"seed {number}: {one}", flush=True)
    print(f"{game}: {found.total()} left, {faults} faults; {dict(found)}")
    sys.exit(bool(faults))
