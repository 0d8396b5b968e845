"""Characters with countdown clicks (24.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Power
from rulewright.powers import Bearer, before, forbids

from ..damage import preventable
from ..events.damage import DamageDealt
from ..events.turns import TokenGiven
from ..numbers import BE_GIVEN

if TYPE_CHECKING:
    from rulewright import Game


class Countdown(Power, name="countdown", rule="24.3"):
    """On a countdown click it is not moved, placed, targeted, given actions or tokens, damaged or healed."""

    @forbids("move")
    @forbids("be placed")
    @forbids("be targeted")
    @forbids(BE_GIVEN["MOVE"])
    @forbids(BE_GIVEN["CLOSE"])
    @forbids(BE_GIVEN["RANGE"])
    @forbids(BE_GIVEN["POWER"])
    @forbids(BE_GIVEN["FREE"])
    def wait(self, game: Game, me: Bearer) -> bool:
        return True

    @before(TokenGiven, me="character")
    def take_no_token(self, game: Game, me: Bearer, event: TokenGiven) -> None:
        return None

    @before(DamageDealt, me="character", only=lambda game, me, event: preventable(event))
    def take_no_damage(self, game: Game, me: Bearer, event: DamageDealt) -> None:
        return None
