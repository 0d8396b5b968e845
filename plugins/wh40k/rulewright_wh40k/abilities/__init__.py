"""What units can do: abilities of weapons, core abilities, those of datasheets, and those that Stratagems give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..movement.surge_moves import Surge
from .core import CORE
from .datasheets import OWN
from .from_stratagems import GIVEN
from .weapons import WEAPONS

if TYPE_CHECKING:
    from rulewright import Power

POWERS: Final[tuple[Power, ...]] = (*WEAPONS, *CORE, *GIVEN, *OWN, Surge())
KNOWN: Final = frozenset(one.name for one in POWERS)
FOR_UNIT: Final = frozenset(one.name for one in OWN)
"""What an ability of one of its models does for a whole unit; every other one is that of the models that have it."""


def powers(book: Any) -> list[Power]:
    """All powers of the game."""
    return list(POWERS)
