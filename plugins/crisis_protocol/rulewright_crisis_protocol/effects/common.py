"""What all who play a card have to be near: a character of a sort, or a terrain feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from rulewright.vocabulary import ContentModel

from ..movement.throws import throwable
from .words import LARGEST

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.wording import Wording
    from ..running import Run


class SomeTerrain(ContentModel):
    """An interactive terrain feature near someone: ``{ terrain = 2, range = 3 }`` is one of size 2 or less."""

    terrain: int = Field(ge=1, le=LARGEST, description="of this size or less")
    range: int = Field(ge=1, le=5)
    smaller: bool = Field(False, description="whether it has to be smaller than whoever is near it")

    def found(self, position: Position, run: Run) -> list[str]:
        """The features that are near the one whose effect it is."""
        size = self.terrain
        if self.smaller:
            card = position.state.characters[run.character].card
            size = min(size, position.content.characters[card].size - 1)
        return throwable(position, run.character, self.range, size)

    def told(self, wording: Wording, how: str) -> str:
        """It in words, as a group of characters is told."""
        key = "look.smaller_terrain" if self.smaller else "look.some_terrain"
        return wording.say(key, size=self.terrain, range=self.range)
