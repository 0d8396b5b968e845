"""Dice Throne for Rulewright."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import hookimpl

if TYPE_CHECKING:
    from rulewright import Ruleset
    from rulewright.plugins import FileFormat


@hookimpl
def register_ruleset() -> Ruleset:
    """The ruleset; its content is read when the first game begins."""
    from .ruleset import RULESET

    return RULESET


@hookimpl
def read_file_format() -> FileFormat:
    """Heroes of roll-tree programs."""
    from .roll_tree import RollTreeHero

    return RollTreeHero()
