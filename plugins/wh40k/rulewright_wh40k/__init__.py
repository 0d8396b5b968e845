"""Warhammer 40,000, 10th edition, for Rulewright."""

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


ANNOUNCED: Final = Announced(id="wh40k", title="Warhammer 40,000", version="0.1", rules=rules)


@hookimpl
def register_ruleset() -> Announced:
    """The game that this package brings."""
    return ANNOUNCED


@hookimpl
def read_file_format() -> list[FileFormat]:
    """Rosters that players have."""
    from .importing.formats import FORMATS

    return list(FORMATS)
