"""What bots need, setups to test, and odds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rulewright import View
from rulewright.content import Pack
from rulewright.dice import D6
from rulewright.odds_desk import Listing, OddsDesk, Option, Told
from rulewright.outcomes import distribution
from rulewright.ruleset import Rules

from .fighting import HIT
from .space import gaps
from .state import units, wounds


def evaluate(view: View, player: int) -> float:
    """Wounds are good, and so is being near to an enemy."""
    away = sum(min(gaps(view)[unit].values(), default=0.0) for unit in units(view, player))
    return wounds(view, player) - 1.2 * wounds(view, 1 - player) - 0.02 * away


def sample_setup(content: Pack, rng: Random) -> dict[str, Any]:
    """Any setup that a game may begin with."""
    return {"layout": rng.choice(sorted(content["layouts"])), "rounds": rng.randint(1, 3)}


TITLE = {"en": "Hits", "zh": "命中"}
HEADS = {"en": ("hits", "chance"), "zh": ("命中", "概率")}


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """How likely each number of hits is."""
    law = distribution([D6] * wishes["dice"], each=lambda face: int(face) >= HIT)
    rows = tuple((str(hits), f"{float(chance):.1%}") for hits, chance in law.items())
    return Told(TITLE[lang], (Listing("", HEADS[lang], rows),), data={str(hits): str(law[hits]) for hits in law})


DESK = OddsDesk("the odds of shots and blows", ask, [Option("dice", "How many dice.", int, 5, least=1, most=40)])
