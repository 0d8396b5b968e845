"""Which game and edition is read here; files of others are refused by what they call it."""

from __future__ import annotations

import re
from typing import Final

from rulewright.importing import Roster
from rulewright.problems import ContentError, Problem

from .numbers import UNIT, WEAPONS

EDITION: Final = 10
READ: Final = f"Warhammer 40,000 {EDITION}th Edition"
SYSTEM: Final = "sys-352e-adc2-7639-d6a9"
"""The id of its game system."""
GAMES: Final = ("warhammer 40,000", "warhammer 40k", "warhammer 40 000", "warhammer 40000")
"""How files name the game, in small letters."""
OTHERS: Final = ("kill team", "kill-team", "apocalypse", "horus heresy", "age of sigmar")
"""How they name games beside it."""
_EDITION: Final = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)[ -]?ed(?:ition)?\b")
_EARLIER: Final = ("WS", "BS")
"""Columns of stat lines that only earlier editions have."""


def other_game(named: str) -> bool:
    """Whether a text names another game or another edition."""
    plain = named.lower()
    editions = {int(found) for found in _EDITION.findall(plain)}
    return any(one in plain for one in OTHERS) or bool(editions - {EDITION})


def refuse_other_game(roster: Roster) -> None:
    """Raises ContentError for a roster of another game or edition, by its name or by its stat lines."""
    named = roster.game or ""
    if named and (other_game(named) or not any(one in named.lower() for one in GAMES)):
        raise _refused(f"a roster of {named}")
    profiles = [each for one in roster.selections() for part in one.walk() for each in part.profiles]
    if any(each.type in WEAPONS for each in profiles):
        return
    if line := next((each for each in profiles if each.type == UNIT and any(map(each.value, _EARLIER))), None):
        raise _refused(f"a stat line with {' and '.join(_EARLIER)}, {line.name}, as earlier editions have it")


def _refused(found: str) -> ContentError:
    return ContentError([Problem("", found=found, expected=f"{READ}, which alone is read")])
