"""All words of the vocabulary: what its rooms define."""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from . import (
    amounts,
    attacks,
    cards,
    choices,
    companions,
    conditions,
    dice,
    health,
    order,
    paying,
    phases,
    prohibitions,
    rolls,
    stealing,
    tokens,
    tokens_removed,
)
from .values import VALUES
from .verb import Verb

LEXICON: Final = Lexicon(
    health, attacks, tokens, tokens_removed, companions, cards, stealing, paying, rolls, dice, choices, order, phases,
    prohibitions, amounts, conditions, values=VALUES, base=Verb,
)  # fmt: skip
