"""Tankard, an extension of brawl for Rulewright."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rulewright import hookimpl

if TYPE_CHECKING:
    from rulewright import Extension

RULEWRIGHT_API: Final = 2
"""What this package builds on: Rulewright says so where it has another one, and what has changed."""


@hookimpl
def extend_ruleset() -> Extension:
    """What this package adds to the game."""
    from rulewright import Extension

    from .steps import CHEER, CheerRaised

    here = files(__package__)
    return Extension(
        ruleset="brawl",
        id="tankard",
        version="0.1.0",
        content=here / "content",
        inserts=[CHEER],
        events=[CheerRaised],
        ledger=here / "rules.toml",
        texts=here / "text.toml",
    )
