"""Dice Throne for Rulewright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Announced, hookimpl

if TYPE_CHECKING:
    from rulewright import Ruleset
    from rulewright.plugins import FileFormat


def rules() -> Ruleset:
    """The rules; `rulewright games` lists the game without them."""
    from .ruleset import RULESET

    return RULESET


ANNOUNCED: Final = Announced(
    id="dice_throne",
    title="Dice Throne, second edition rulebook",
    version="0.1",
    rules=rules,
)


@hookimpl
def register_ruleset() -> Announced:
    """The game that this package brings."""
    return ANNOUNCED


@hookimpl
def read_file_format() -> FileFormat:
    """Heroes of roll-tree programs."""
    from .importing.roll_tree import RollTreeHero

    return RollTreeHero()
