"""Characters with countdown clicks (24.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Power, rule, trigger
from rulewright.powers import Bearer, before, forbids

from ..damage import checked_for_ko, preventable
from ..events.characters import Replaced, SentBack, TakenOff
from ..events.damage import DamageDealt
from ..events.turns import TokenGiven
from ..numbers import BE_GIVEN
from ..terms import shows

if TYPE_CHECKING:
    from rulewright import Event, Game


@trigger(TakenOff, SentBack, Replaced, immediate=True, player=lambda game, event, source: None)
@rule("24.3", "12.5d", "21.12a")
def shows_ko(game: Game, event: TakenOff | SentBack | Replaced, source: None) -> list[Event] | None:
    """Who has left the map on a countdown click shows KO, as may a replacement on the click of who was replaced."""
    ids = event.replacements if isinstance(event, Replaced) else (event.character,)
    return [checked_for_ko(game, id) for id in ids if shows(game, id).ko] or None


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
