"""All words of the vocabulary: what its rooms define."""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from ..values import VALUES
from . import amounts, attacks, cards, companions, conditions, dice, health, structure, tokens
from .base import Verb

LEXICON: Final = Lexicon(
    health, attacks, tokens, companions, cards, dice, structure, amounts, conditions, values=VALUES, base=Verb
)
