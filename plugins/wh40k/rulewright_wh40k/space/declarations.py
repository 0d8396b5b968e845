"""What a player declares at once: some of a list of declarations that go together."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from rulewright import Subset

if TYPE_CHECKING:
    from rulewright.plaindata import Answer


class Declarations(Subset, frozen=True):
    """Declarations of which each part of a legal list is legal, too; so random ones are added one by one."""

    def sample(self, rng: Random) -> Answer:
        chosen: tuple[Any, ...] = ()
        for item in rng.sample(list(self.items), len(self.items)):
            if rng.random() < HALF and not self.check((*chosen, item)):
                chosen = (*chosen, item)
        return chosen


HALF = 0.5
"""How likely a declaration is to be noted at random, where it can be."""
