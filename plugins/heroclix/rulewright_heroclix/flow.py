"""The order of play: set-up, then turns until the game is over."""

from __future__ import annotations

from typing import Final

from rulewright import Procedure

from .before.setup import SETUP
from .turn import GAME_TURN

GAME: Final = Procedure("game", [SETUP, GAME_TURN])
