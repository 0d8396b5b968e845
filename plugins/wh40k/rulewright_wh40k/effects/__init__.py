"""The vocabulary of effects: each verb with what content says, what it does, and its words."""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from . import (
    acting,
    amounts,
    attacking,
    choices,
    harm,
    lasting,
    lending,
    renewing,
    repositioning,
    results,
    returning,
    rolls,
)

LEXICON: Final = Lexicon(
    lasting, lending, harm, rolls, results, acting, returning, repositioning, renewing, choices, amounts, attacking,
    values=amounts.VALUES,
)  # fmt: skip
