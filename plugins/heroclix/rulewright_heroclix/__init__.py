"""HeroClix for Rulewright: the game, and maps in the HCMaps format."""

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


ANNOUNCED: Final = Announced(id="heroclix", title="HeroClix", version="0.1", rules=rules)


@hookimpl
def register_ruleset() -> Announced:
    """The game that this package brings."""
    return ANNOUNCED


@hookimpl
def read_file_format() -> list[FileFormat]:
    """Maps in the HCMaps format, and units in the notations that players have."""
    from .importing.formats import ColumnFile, DialCode, DialRows, HCUnits
    from .importing.maps.formats import HCMap

    return [HCMap(), HCUnits(), DialCode(), DialRows(), ColumnFile()]
