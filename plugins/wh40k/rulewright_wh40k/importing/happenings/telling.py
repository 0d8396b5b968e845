"""How far a text is told, and how its clauses name units and print amounts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..nouns import measured

Document: TypeAlias = dict[str, Any]
Parts: TypeAlias = list[Document]
Says: TypeAlias = Callable[[str], Parts]
"""What a sentence says that counts at all times, as data."""

THAT: Final = r"(?:that(?: enemy| friendly)? unit|that(?: enemy| friendly)? model|the selected unit)"
SELF: Final = (
    r"(?:this unit|this fortification|this model's unit|the bearer's unit|this psyker's unit|that unit|this model|"
    r"the bearer|it)"
)
NAMED: Final = r"this unit|this model(?:'s unit)?|the bearer(?:'s unit)?|this fortification"


def is_model(whom: str, before: str) -> bool:
    """Whether a text speaks of a model, and not of its unit; "it" is whom the text named last ``before`` that."""
    named = re.findall(NAMED, before, re.IGNORECASE) if whom.lower() == "it" else [whom]
    return bool(named and measured(named[-1]))


class Telling(Struct, frozen=True):
    """How far a text is told: the moment that it named, and from whom "it" measures."""

    when: str
    says: Says
    that: str = ""
    """Whom "that unit" means: the chosen one, or an enemy that acts; nobody where none was named."""
    it: Document = {}


Reads: TypeAlias = Callable[[str, Telling], Parts]
"""What reads a clause, or several."""


def many(printed: str, name: str) -> Document:
    """The field of an amount: a number by its name, or dice."""
    return {name: int(printed)} if printed.isdigit() else {"dice": printed.upper()}


def inches(printed: str) -> int | str:
    """A distance, or the dice that decide it."""
    return int(printed) if printed.isdigit() else printed.upper()
