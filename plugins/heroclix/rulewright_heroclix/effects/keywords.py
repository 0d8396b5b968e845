"""Keywords that characters gain and lose (23.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import model_validator

from rulewright.vocabulary import OpenWord, variants

from ..events.characters import KeywordGained, KeywordLost
from ..terms import keywords
from .harm import OnCharacters
from .words import Who

if TYPE_CHECKING:
    from rulewright import Event, Game

    from .resolution import Run


class ChangeKeywords(OnCharacters, name="keyword", rule="23.1b", whom="to"):
    """Characters gain a keyword, or lose one, for the rest of the game."""

    to: Who = "self"
    gain: Annotated[str, OpenWord("keyword", carried=True)] = ""
    lose: Annotated[str, OpenWord("keyword")] = ""

    en = variants(gain="give {to} the keyword {gain}", lose="take the keyword {lose} from {to}")
    zh = variants(gain="{to}获得关键词{gain}", lose="{to}失去关键词{lose}")

    @model_validator(mode="after")
    def _one_of_both(self) -> ChangeKeywords:
        if bool(self.gain) == bool(self.lose):
            raise ValueError("gain, lose: it says exactly one of them")
        return self

    def do(self, game: Game, run: Run) -> list[Event]:
        kind, keyword = (KeywordGained, self.gain) if self.gain else (KeywordLost, self.lose)
        return [kind(id, keyword, rule=self.rule) for id in self.able(game, run)]

    def possible(self, game: Game, id: str) -> bool:
        found = keywords(game, id)
        return self.gain not in found if self.gain else self.lose in found

    def variant(self) -> str:
        return "gain" if self.gain else "lose"
