"""What the parts of all special powers and traits know: whose they are, and when their condition is met (20.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rulewright import rule
from rulewright.powers.written import Whose, WrittenPart

from ..effects.resolution import Run
from ..effects.words import ACTION, ATTACK
from .moments import MOMENTS

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.programs import Program

__all__ = ["Part", "Whose"]


class Part(WrittenPart):
    """One thing that a special power or trait does. ``test`` is its condition ("if", 20.9)."""

    moments = MOMENTS
    always: ClassVar[tuple[str, ...]] = (ATTACK, ACTION)

    def resolution(self, me: Bearer, source: str, other: Any, program: Program, subject: Any = None) -> Run:
        """Effects of the character that has it; at a moment of someone else, that one is the other character."""
        other = subject or other or ""
        return Run(player=me.player, source=source, queue=program, character=str(me.id), other=other)

    @rule("20.9", "20.9a")
    def met(self, game: Any, me: Bearer, source: str, other: Any = None, subject: Any = None) -> bool:
        """Whether its condition is met."""
        return super().met(game, me, source, other, subject)

    def label(self, place: Location) -> str:
        """It by its place among the parts."""
        return f"{self.called}_{place.number}"
