"""Texts that only repeat a core rule, which the program plays where a name or a weapon has it."""

from __future__ import annotations

import re
from typing import Final

from rulewright import rule

from ..book.weapons import WEAPON_ABILITIES
from .abilities import plain_text

_OF: Final = "|".join(re.escape(one.rstrip("-")) for one in WEAPON_ABILITIES)
FIRST_WORDS: Final = (
    rf"weapons with \[?(?:{_OF})[^\]]*\]? in their profile are known as (?:{_OF})[^.,]*? weapons\b",
    r"some (?:models|units) have ['‘\"]?(?:deadly demise|feel no pain|firing deck|scouts) x[+\"]*['’]? listed in their "
    r"abilities\b",
    r"during the declare battle formations step, if every model in a unit has this ability, you can set it up in "
    r"reserves instead of setting it up on the battlefield\b",
    r"during deployment, if every model in a unit has this ability, then when you set it up, it can be set up "
    r"anywhere on the battlefield that is more than 9\"? horizontally away from the enemy deployment zone and all "
    r"enemy models\b",
)
"""What such texts begin with."""
NAMES: Final = rf"(?:{_OF}|deep strike|deadly demise|feel no pain|firing deck|infiltrators|scouts|\d+\")"
"""What such texts are called, with what they count behind it."""


@rule("core.datasheet")
def repeats_a_core_rule(name: str, text: str) -> bool:
    """Whether a text is called what a core rule is, and begins as that does.

    One that says in its name who has it says more than that.
    """
    called = re.match(rf"\[?{NAMES}[^(]*$", plain_text(name))
    return called is not None and any(re.match(one, plain_text(text)) for one in FIRST_WORDS)
