"""What effects are usually worth, in health."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rulewright import programs

if TYPE_CHECKING:
    from .verb import Verb


CARD: Final = 0.6
CP: Final = 0.45
TOKEN: Final = 1.4
HEAL: Final = 0.75
RISK: Final = 0.15
"""How much more damage counts that cannot be defended."""


class Judge(programs.Judge):
    """What effects are usually worth, in health."""

    values = MappingProxyType({"roll": 10, "attack_damage": 6, "output": 6, "paid": 2, "spent": 2, "removed": 1})
    others = 4.0
    heal = HEAL
    token = TOKEN
    card = CARD
    cp = CP
    risk = RISK


JUDGE: Final = Judge()


def promise(effects: Iterable[Verb]) -> float:
    """About how much health the effects of an ability are worth."""
    return JUDGE.effects(effects)
