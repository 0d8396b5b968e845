"""A part of a special power or trait, with its condition (20.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulewright import rule
from rulewright.vocabulary import Condition, TextPart

from ..effects.resolution import Run
from ..effects.words import ACTION, ATTACK
from .moments import MOMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.powers import Bearer

    from ..book.wording import Wording


Marked = Callable[..., Any]

Whose = Literal["self", "friendly", "opposing", "any"]


class Part(TextPart):
    """One thing that a special power or trait does. ``test`` is its condition ("if", 20.9)."""

    moments = MOMENTS
    offers: ClassVar[tuple[str, ...]] = (ATTACK, ACTION)

    test: Condition | None = None

    def marked(self, id: str, place: int) -> Iterator[Marked]:
        """The functions of the power with that id that do it; ``place`` is which of its parts it is."""
        raise NotImplementedError

    def said(self, wording: Wording) -> str:
        """It in words, with its condition."""
        told = self.told(wording)
        return told if self.test is None else wording.say("part.if", test=wording.condition(self.test), told=told)

    def told(self, wording: Wording) -> str:
        """It in words, whatever its condition."""
        raise NotImplementedError

    @rule("20.9", "20.9a")
    def met(self, game: Any, me: Bearer, id: str) -> bool:
        """Whether its condition is met."""
        if self.test is None:
            return True
        return self.test.holds(game, Run(player=me.player, source=id, queue=(), character=str(me.id)))
