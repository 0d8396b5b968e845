"""The levels at which bots play: the same names in every game, and what plays at each of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..plaindata import Answer
    from ..view import View
    from .base import Bot

USUAL: Final[Mapping[str, str]] = MappingProxyType({
    "easy": "greedy:worlds=1:oversights=0.5",
    "normal": "greedy",
    "hard": "search:iterations=400",
})  # fmt: skip
"""What plays at a level where the ruleset names no other bot (`Ruleset.levels`)."""

LEVELS: Final = (*USUAL,)
"""The levels, the easiest first."""


class AtLevel:
    """A bot of one of the `LEVELS`: it plays what a game has for that level (`Ruleset.levels`), or what is usual."""

    def __init__(self, level: str, seed: int) -> None:
        self._level = level
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, view: View, request: Any) -> Answer:
        """The answer of the bot that plays at this level. Raises `UnknownBot` where the game names one that cannot."""
        if self._bot is None:
            from .base import make_bot

            self._bot = make_bot(at_level(view.rules.ruleset, self._level), self._seed)
        return self._bot.choose(view, request)


def at_level(ruleset: Any, level: str) -> str:
    """The name of the bot that plays a game at a level."""
    return str({**USUAL, **ruleset.levels}[level])
