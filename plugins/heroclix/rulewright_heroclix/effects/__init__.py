"""The vocabulary of special powers and traits: each verb with what content says, what it does, and its words."""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from . import amounts, calling, choices, elements, harm, keywords, lasting, moves, sizes

LEXICON: Final = Lexicon(amounts, calling, choices, elements, harm, keywords, lasting, moves, sizes)
