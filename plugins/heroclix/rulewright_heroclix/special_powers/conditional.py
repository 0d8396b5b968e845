"""What the parts of all special powers and traits know: whose they are, and when their condition is met (20.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rulewright import Limit, rule
from rulewright.powers.written import Timed, Whose, WrittenPart

from ..effects.resolution import Run
from ..effects.words import ACTION, ATTACK
from ..terms import friendly
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


class OfMoment(Part, Timed):
    """What a special power or trait does at a moment of its own or another character."""

    always = ()

    @rule("21.11")
    def limit(self, place: Location) -> Limit | None:
        return Limit(1, self.once, name=f"{place.entry} {place.number}") if self.once else None

    def friendly(self, game: Any, me: Bearer, one: Any, player: int | None = None) -> bool:
        """Whether someone else is on its side; who has left the game is on none."""
        return one in game.state.characters and friendly(game, str(me.id), one)
