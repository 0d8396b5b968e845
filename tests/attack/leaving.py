"""Whatever leaves in the middle of anything, the game goes on without it: the check of the kit in many games.

``python -m tests.attack.leaving GAME COUNT [SEED]`` lets things leave so many random games, each at many moments.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from rulewright import rules_for
from rulewright.testing.leaving import ON, Leaving, leavings
from rulewright.testing.patience import patience

MOMENTS = 60
"""So often something leaves a game."""


def attack(game: str, count: int, seed: int, show: bool = False) -> tuple[Counter[str], list[str]]:
    """How often something of each table left in each way, in so many games, and what was wrong."""
    rules = rules_for(game)
    left: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(seed, seed + count):
        sample = rules.ruleset.sample_setup
        setup = sample(rules.content, Random(f"{number}/setup")) if sample and number % 4 else None
        one: Leaving
        with patience(600):
            for one in leavings(rules, setup, number, MOMENTS, on=None if number % 10 == 0 else ON):
                if one.what is not None:
                    left[f"{one.what[0]} {one.way}"] += 1
                if one.fault:
                    faults.append(f"seed {number}: {one}")
                    if show:
                        print(faults[-1], flush=True)
    return left, faults


if __name__ == "__main__":
    game, count, *rest = sys.argv[1:]
    left, faults = attack(game, int(count), int(rest[0]) if rest else 1, show=True)
    print(f"{game}: {left.total()} left, {len(faults)} faults; {dict(left)}")
    sys.exit(bool(faults))
