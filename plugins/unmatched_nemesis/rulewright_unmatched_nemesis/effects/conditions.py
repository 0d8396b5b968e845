"""Conditions of this game alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.programs import Resolution
from rulewright.vocabulary import Test

from ..space.arena import is_red
from .values import seat
from .words import Who

if TYPE_CHECKING:
    from rulewright import Game

    from ..book.wording import Wording


class OnRed(Test, key="on_red"):
    """A fighter stands on a red space, a corridor entrance."""

    on_red: Who

    def holds(self, game: Game, run: Resolution) -> bool:
        return is_red(game, seat(run, self.on_red))

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.on_red_{self.on_red}")
