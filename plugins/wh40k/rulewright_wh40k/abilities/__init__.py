"""What units can do: abilities of weapons, core abilities, those of datasheets, and those that Stratagems give."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from rulewright import Power
from rulewright.powers.written import all_marks
from rulewright.problems import did_you_mean, nearest

from ..book.weapons import ANTI, of_weapons
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
RESULT: Final = r"[2-6]"
WHOLE: Final = r"\d{1,2}"
WITH_NUMBERS: Final = {
    **dict.fromkeys(("feel-no-pain", "psychic-ward", "mortal-ward", "ward", "invulnerable-save"), RESULT),
    **dict.fromkeys(("melta", "searing", "scouts", "redeploy", "firing-deck"), WHOLE),
    **dict.fromkeys(("deadly-demise", "sustained-hits", "rapid-fire", "psychic-bolt"), r"\d{1,2}|\d?D[36](\+\d)?"),
}
"""The abilities that have a number, and how it is written."""
OF_DATASHEETS: Final = frozenset({"damaged", "ranged-invulnerable-save", "big-guns-never-tire", "in-the-fray", "anti"})
"""What a datasheet says in other words than as an ability."""


def wrong_ability(given: str) -> str:
    """What is wrong with the name of an ability that is given; nothing where it can be."""
    name, _, number = given.partition(":")
    if name not in KNOWN or name in OF_DATASHEETS:
        near = did_you_mean(nearest(name, KNOWN - OF_DATASHEETS))
        return f"found {given!r}, expected an ability{near}"
    if name in WITH_NUMBERS and not re.fullmatch(WITH_NUMBERS[name], number):
        return f"found {given!r}, expected {name} with its number behind a colon, such as {name}:5"
    return f"found {given!r}, expected {name} without a number" if number and name not in WITH_NUMBERS else ""


def wrong_arm(given: str) -> str:
    """What is wrong with the name of an ability of weapons that is given; nothing where it can be."""
    if of_weapons(given) is None:
        return wrong_ability(given) or f"found {given!r}, expected an ability of weapons"
    return "" if given.startswith(ANTI) else wrong_ability(given)


FOR_UNIT: Final = frozenset(one.name for one in OWN)
"""What an ability of one of its models does for a whole unit; every other one is that of the models that have it."""


def powers(book: Any) -> list[Power]:
    """All powers of the game, and those that texts of the content are."""
    return [*POWERS, *map(_power, book.texts.values())]


def _power(text: TextSheet) -> Power:
    marks = all_marks(text.does, OF_ABILITIES, text.id)
    return Power.of(text.id, *marks, rule="core.datasheet", text=text.text)
