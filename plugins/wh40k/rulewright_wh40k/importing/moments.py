"""Texts that no program understands: at which moment their first words say that people play them."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from .abilities import plain_text

Document: TypeAlias = dict[str, Any]

PHASES: Final = r"(movement|shooting|charge|fight)"
HEADS: Final[tuple[tuple[str, Document], ...]] = (
    (r"at the start of any phase", {"when": "phase start", "whose": "any"}),
    (r"at the end of your command phase", {"when": "end of command phase"}),
    (r"(?:at the start of|in) your command phase", {"when": "command step"}),
    (rf"at the start of your {PHASES} phase", {"when": "{} phase start"}),
    (rf"at the start of your opponent's {PHASES} phase", {"when": "{} phase start", "whose": "opposing"}),
    (r"(?:at the start of|in) the (fight) phase", {"when": "{} phase start", "whose": "any"}),
    (rf"at the end of your {PHASES} phase", {"when": "end of {} phase"}),
    (rf"at the end of your opponent's {PHASES} phase", {"when": "end of {} phase", "whose": "opposing"}),
    (r"at the end of the (fight) phase", {"when": "end of {} phase", "whose": "any"}),
    (r"in your movement phase", {"when": "select to move"}),
    (r"in your shooting phase", {"when": "select to shoot"}),
    (r"in your charge phase", {"when": "select to charge"}),
    (r"(?:each time|when) this (?:unit|model) is selected to shoot", {"when": "targets selected"}),
    (r"(?:each time|when) this (?:unit|model) is selected to fight", {"when": "selected to fight"}),
    (r"(?:each time|when|after) this (?:unit|model) (?:has fought|fights)", {"when": "has fought"}),
    (r"(?:each time|when|after) this (?:unit|model) ends a charge move", {"when": "charge ended"}),
    (r"(?:each time|when|after) this (?:unit|model) ends a (?:normal|advance|fall back)", {"when": "move ends"}),
    (r"(?:each time|when|after) an enemy unit ends a charge move", {"when": "charge ended", "whose": "opposing"}),
    (r"(?:each time|when|after) an enemy unit ends a", {"when": "move ends", "whose": "opposing"}),
    (r"(?:each time|when) this (?:unit|model) is set up", {"when": "set up"}),
)  # fmt: skip
"""The first words of texts, and the moment that they name, with the phase in its place."""
_MAY: Final = re.compile(r"\b(can|may)\b")
"""What happens is a choice; so is when, where it happens only once in a while."""
_ONCE: Final = re.compile(r"once per (battle round|battle|turn|phase),? *")


def by_hand(text: str) -> list[Document]:
    """What a text does by hand at the moment that its first words name; nothing where they name none."""
    plain = plain_text(text)
    often = _ONCE.match(plain)
    for head, means in HEADS:
        if found := re.match(head, plain[often.end() :] if often else plain):
            when = means["when"].format(*filter(None, found.groups()))
            once = {"once": often[1].removeprefix("battle ") or often[1]} if often else {}
            may = {"may": True} if often or _MAY.search(plain) else {}
            return [{**means, "when": when, **once, **may, "effects": [{"do": "by_hand", "text": text}]}]
    return []
