"""Rulewright, a tabletop rules platform: one kernel that plays, referees, explains and replays any ruleset.

The public names load when they are first used, so that ``import rulewright`` stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

# A public name stands twice: here for type checkers, as `from .game import Game as Game`, and in _ROOMS.
if TYPE_CHECKING:
    pass

_ROOMS: dict[str, str] = {
    # "Game": "game",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name from its room, once."""
        if name not in _ROOMS:
            raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
        value = getattr(import_module(f"rulewright.{_ROOMS[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ROOMS})
