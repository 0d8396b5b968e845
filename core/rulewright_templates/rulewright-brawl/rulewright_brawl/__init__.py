"""Brawl for Rulewright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Announced, hookimpl

if TYPE_CHECKING:
    from rulewright import Ruleset

RULEWRIGHT_API: Final = 2
"""What this package builds on: Rulewright says so where it has another one, and what has changed."""


def rules() -> Ruleset:
    """The rules; `rulewright games` lists the game without them."""
    from .ruleset import RULESET

    return RULESET


ANNOUNCED: Final = Announced(
    id="brawl",
    title="Brawl",
    version="0.1.0",
    rules=rules,
)


@hookimpl
def register_ruleset() -> Announced:
    """The game that this package brings."""
    return ANNOUNCED
