"""The order of play: before the game, then rounds until someone has won."""

from __future__ import annotations

from typing import Final

from rulewright import Loop, Procedure, rounds

from .before.setup import OPENING
from .phases import ROUND

GAME: Final = Procedure("game", [OPENING, Loop("rounds", rounds(), [ROUND])])
