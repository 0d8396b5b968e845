"""Whatever leaves in the middle of anything, the game goes on without it: the check of the kit in many games.

``python -m tests.attack.leaving GAME COUNT [SEED]`` lets things leave so many random games, each at many moments.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

from rulewright import SetupError, new_game, rules_for
from rulewright.testing.leaving import ON, Leaving, leavings
from rulewright.testing.patience import patience

from .content import Fault

MOMENTS: Final = 60
"""So often something leaves a game."""
WHOLE: Final = 10
"""Of so many games one goes on to its end wherever something has left it."""
SECONDS: Final = 600
"""So long may a game take with all that leaves it."""


def setup_of(game: str, number: int) -> Any:
    """The setup of the game with that seed, with Sidelines where there can be some; every fourth is the usual one."""
    rules = rules_for(game)
    if not number % 4 or rules.ruleset.sample_setup is None:
        return None
    setup = rules.ruleset.sample_setup(rules.content, Random(f"{number}/setup"))
    for place in range(len(setup["forces"])) if game == "heroclix" else ():
        with suppress(SetupError):  # most forces may have none
            made = with_sideline(setup, place)
            new_game(rules, made)
            setup = made
    return setup


def with_sideline(setup: dict[str, Any], place: int) -> dict[str, Any]:
    """A setup of HeroClix in which one force has the characters of the force before it on its Sideline."""
    forces = list(setup["forces"])
    sideline = [{name: one[name] for name in ("character", "points")} for one in forces[place - 1]["members"]]
    forces[place] = {**forces[place], "sideline": sideline}
    return {**setup, "forces": forces}


def left(game: str, count: int, seed: int, moments: int = MOMENTS) -> Iterator[tuple[int, Leaving]]:
    """What has left so many games, each with the seed of its game."""
    for number in range(seed, seed + count):
        with patience(SECONDS):
            on = ON if number % WHOLE else None
            for one in leavings(rules_for(game), setup_of(game, number), number, moments, on):
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
