"""Saltern for Rulewright."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import hookimpl

if TYPE_CHECKING:
    from rulewright import Ruleset


@hookimpl
def register_ruleset() -> Ruleset:
    """The game that this package brings."""
    from .ruleset import RULESET

    return RULESET
