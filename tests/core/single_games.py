"""Single games of a simulation, for tests that compare them with those of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulewright.ruleset import Rules
from rulewright.simulate import Played
from rulewright.simulate.games import MOST_DECISIONS, attempt, keep


def play_game(
    rules: Rules,
    seed: int,
    seats: Sequence[str],
    setup: Any = None,
    *,
    number: int = 0,
    failures: Path | None = None,
    most: int = MOST_DECISIONS,
) -> Played:
    """Play one game between bots as a simulation does; one that fails is kept in the folder ``failures``."""
    return keep(rules.id, *attempt(rules, seed, seats, setup, number=number, most=most), failures)
