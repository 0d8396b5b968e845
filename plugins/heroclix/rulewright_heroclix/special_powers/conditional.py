"""What the parts of all special powers and traits know: whose they are, and when their condition is met (20.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field, model_validator

from rulewright import Limit, rule
from rulewright.powers.written import Timed, Whose, WrittenPart
from rulewright.vocabulary import Condition

from ..effects.resolution import Run
from ..effects.words import ACTION, ATTACK, Everyone
from ..terms import attack_of, friendly
from .moments import MOMENTS

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.programs import Program
    from rulewright.vocabulary import NamedMoment

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
    """What a special power or trait does at a moment of its own or another character.

    ``of`` and ``against`` are looked at when the moment comes, its ``test`` when it resolves (20.9a).
    """

    always = ()

    of: Everyone | None = Field(None, description="whose moment it is, of those on that side")
    against: Everyone | None = Field(None, description="who the other one is whom the moment concerns")
    case: Condition | None = Field(None, description="what holds when the moment comes, before anything resolves")
    attacking: Literal["", "close", "range"] = Field(
        "", description="the kind of attack that is being made when the moment comes"
    )

    @model_validator(mode="after")
    def _of_whom(self) -> OfMoment:
        moment = self.moment()
        if self.of is not None and (self.whose == "self" or self.of.every not in ("any", self.whose)):
            raise ValueError("of: it tells those apart whom `whose` means, and is of the same side or of any")
        if self.against is not None and moment is not None and not moment.other:
            raise ValueError(f"against: at {self.when!r} there is no other one")
        if self.attacking and moment is not None and ATTACK not in moment.offers:
            raise ValueError(f"attacking: at {self.when!r} there is no attack")
        return self

    def heads(self, wording: Any) -> list[str]:
        of = [wording.say("part.of_whom", whom=wording.whom(self.of))] if self.of is not None else []
        against = [wording.say("part.against", whom=wording.whom(self.against))] if self.against is not None else []
        kind = [wording.say(f"part.attacking_{self.attacking}")] if self.attacking else []
        case = [wording.say("part.case", test=wording.condition(self.case))] if self.case is not None else []
        return [*super().heads(wording), *of, *against, *kind, *case]

    @rule("8.1a", "20.9a")
    def concerns(self, game: Any, me: Bearer, happening: Any, moment: NamedMoment) -> bool:
        """Whether it is a moment of whom the text means, with whom it means."""
        attack = attack_of(game) if self.attacking else None
        if self.attacking and (attack is None or attack.kind != self.attacking):
            return False
        if not super().concerns(game, me, happening, moment) or not self._in_case(game, me, happening, moment):
            return False
        return all(
            self._is(game, me, who, getattr(happening, field))
            for who, field in ((self.of, moment.me), (self.against, moment.other))
            if who is not None
        )

    @rule("8.1a", "20.9a")
    def _in_case(self, game: Any, me: Bearer, happening: Any, moment: NamedMoment) -> bool:
        """Whether that holds which is looked at when the moment comes."""
        if self.case is None:
            return True
        other, subject = self.other_of(happening, moment), self.subject_of(happening, moment)
        return self.case.holds(game, self.resolution(me, "", other, (), subject))

    def _is(self, game: Any, me: Bearer, who: Everyone, one: Any) -> bool:
        """Whether a character is one of those; it may have just left the map."""
        return one in game.state.characters and who.fits(game, self.resolution(me, "", None, ()), str(one))

    @rule("21.11")
    def limit(self, place: Location) -> Limit | None:
        return Limit(1, self.once, name=f"{place.entry} {place.number}") if self.once else None

    def friendly(self, game: Any, me: Bearer, one: Any, player: int | None = None) -> bool:
        """Whether someone else is on its side; who has left the game is on none."""
        return one in game.state.characters and friendly(game, str(me.id), one)
