"""What plays at each level: the levels have the same names in every game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

USUAL: Final[Mapping[str, str]] = MappingProxyType({
    "easy": "greedy:worlds=1:oversights=0.6",
    "normal": "greedy",
    "hard": "search:iterations=400",
})  # fmt: skip
"""What plays at a level where the ruleset names no other bot (`Ruleset.levels`)."""


def at_level(ruleset: Any, level: str) -> str:
    """The name of the bot that plays a game at a level."""
    return str({**USUAL, **ruleset.levels}[level])
