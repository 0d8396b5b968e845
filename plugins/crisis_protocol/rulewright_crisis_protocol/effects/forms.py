"""Characters that change their form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from rulewright.vocabulary import Id, Verb

from ..events.characters import Transformed
from ..running import Run
from ..terms import able, character

if TYPE_CHECKING:
    from rulewright import Event, Game

    from ..book.wording import Wording


class Transform(Verb, name="transform", rule="stat-card.sides"):
    """The character has the stat card of another form from now on; damage, power and conditions stay."""

    into: Id = Field(description="the id of the character that is the other form")

    en = "it transforms into {into}"
    zh = "其变身为{into}"

    def do(self, game: Game, run: Run) -> Event | None:
        if not able(game, run.character) or self.into not in game.content.characters:
            return None
        before = character(game, run.character).card
        return None if before == self.into else Transformed(run.character, self.into, before, rule=self.rule)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"into": wording.called(self.into)}
