"""The vocabulary of effects: each verb with what content says, what it does, and its words.

The acting player decides where the text does not say who. Whom an effect means is "self", the player whose card, panel
or skill it is, or "opponent".
"""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from . import cards, choices, conditions, cubes, movement, named, tokens
from .values import VALUES

LEXICON: Final = Lexicon(conditions, cubes, movement, cards, tokens, named, choices, values=VALUES, least=0)
