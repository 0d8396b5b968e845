"""The vocabulary of effects: each verb with what content says, what it does, and its words."""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from . import amounts, choices, dice, movement, tokens
from .amounts import Faces as Faces
from .amounts import dealt, spent
from .choices import ByHand as ByHand
from .dice import ChangeDie as ChangeDie
from .dice import Reroll as Reroll
from .words import Condition as Condition
from .words import Icon as Icon

VALUES: Final = {"damage_dealt": dealt, "power_spent": spent}

LEXICON: Final = Lexicon(amounts, tokens, movement, dice, choices, values=VALUES)
