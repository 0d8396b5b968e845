"""The vocabulary of effects: each verb with what content says, what it does, and its words."""

from __future__ import annotations

from typing import Final

from rulewright.vocabulary import Lexicon

from ..terms import Condition as Condition
from . import (
    activating,
    afterwards,
    amounts,
    attacks,
    by_another,
    card_tokens,
    cards,
    choices,
    countering,
    defending,
    dice,
    displacing,
    fights,
    forms,
    lasting,
    later,
    leading,
    movement,
    of_crises,
    scoring,
    suffering,
    taking,
    this_activation,
    tokens,
)
from .amounts import Faces as Faces
from .amounts import dealt, round_number, spent, that_much
from .choices import ByHand as ByHand
from .dice import Modify as Modify
from .words import Icon as Icon

VALUES: Final = {"damage_dealt": dealt, "power_spent": spent, "that_much": that_much, "round_number": round_number}

LEXICON: Final = Lexicon(
    amounts,
    tokens,
    movement,
    of_crises,
    scoring,
    taking,
    suffering,
    countering,
    afterwards,
    attacks,
    dice,
    defending,
    this_activation,
    activating,
    fights,
    displacing,
    forms,
    lasting,
    later,
    leading,
    cards,
    card_tokens,
    by_another,
    choices,
    values=VALUES,
)
