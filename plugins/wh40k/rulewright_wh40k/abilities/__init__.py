"""What units can do: abilities of weapons, core abilities, those of datasheets, and those that Stratagems give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power
from rulewright.powers.written import all_marks

from ..moments import OF_ABILITIES
from ..movement.surge_moves import Surge
from .core import CORE
from .datasheets import OWN
from .from_stratagems import GIVEN
from .weapons import WEAPONS

if TYPE_CHECKING:
    from ..book.sheets import TextSheet

POWERS: Final[tuple[Power, ...]] = (*WEAPONS, *CORE, *GIVEN, *OWN, Surge())
KNOWN: Final = frozenset(one.name for one in POWERS)
FOR_UNIT: Final = frozenset(one.name for one in OWN)
"""What an ability of one of its models does for a whole unit; every other one is that of the models that have it."""


def powers(book: Any) -> list[Power]:
    """All powers of the game, and those that texts of the content are."""
    return [*POWERS, *map(_power, book.texts.values())]


def _power(text: TextSheet) -> Power:
    marks = all_marks(text.does, OF_ABILITIES, text.id)
    return Power.of(text.id, *marks, rule="core.datasheet", text=text.text)
