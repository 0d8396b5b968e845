"""Slipway for Rulewright."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import hookimpl

if TYPE_CHECKING:
    from rulewright import Ruleset
    from rulewright.plugins import FileFormat


@hookimpl
def register_ruleset() -> Ruleset:
    """The game that this package brings."""
    from .ruleset import RULESET

    return RULESET


@hookimpl
def read_file_format() -> FileFormat:
    """The maps of another program that it reads."""
    from .tiled import Tiled

    return Tiled()
