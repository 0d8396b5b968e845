"""The order of play: what is drawn at random, the skill draft, then rounds until someone has won two."""

from __future__ import annotations

from typing import Final

from rulewright import Loop, Procedure, rounds

from .before.lots import LOTS
from .before.opening import OPENING
from .before.skill_draft import SKILL_DRAFT
from .rounds import begin_round, gather_cards
from .turn import TURNS

ROUND: Final = Procedure("round", [begin_round, gather_cards, OPENING, TURNS])
MATCH: Final = Procedure("match", [LOTS, SKILL_DRAFT, Loop("rounds", rounds(), [ROUND])])
