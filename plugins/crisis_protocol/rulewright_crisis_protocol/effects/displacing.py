"""A character that an effect is about to move: in which way, and that it stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulewright.vocabulary import Some, Test, Verb

from ..movement.moves import Displacement
from ..running import Run
from ..superpowers.moments import FORCED

if TYPE_CHECKING:
    from rulewright import Event, Game

    from ..book.wording import Wording


class Stay(Verb, name="stay", rule="terms.cannot-beats-can", needs=(FORCED,), whom=None):
    """The character that would be moved stays where it is."""

    en = "it is not moved"
    zh = "其不会被移动"

    def do(self, game: Game, run: Run) -> Event | None:
        found = game.find_context(Displacement)
        return None if found is None else game.note(found, stopped=True)


class WouldBe(Test, key="would_be"):
    """The effect would move the character in one of these ways."""

    would_be: Some[Literal["advanced", "placed", "pushed", "thrown"]]

    def holds(self, game: Game, run: Run) -> bool:
        found = game.find_context(Displacement)
        return found is not None and found.how in self.would_be

    def said(self, wording: Wording) -> str:
        ways = wording.either.join(wording.say(f"would_be.{how}") for how in self.would_be)
        return wording.say("test.would_be", ways=ways)
