"""What special powers and traits do before something happens: less damage is taken, none, or it evades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from rulewright import Call, rule
from rulewright.powers import before
from rulewright.powers.written import Prevention, Reduction
from rulewright.programs import numbers
from rulewright.vocabulary import ContentModel, Effect, Some, Whole

from ..damage import preventable
from ..dice.rolls import d6, succeeds
from ..powers.defense import evaded, would_be_hit
from .conditional import OfMoment, Whose
from .moments import Impending

if TYPE_CHECKING:
    from rulewright import Steps
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked
    from rulewright.vocabulary import NamedMoment


class BeforeIt(OfMoment):
    """What comes before something that would happen to a character."""

    when: Impending
    whose: Whose = "self"
    once: Literal["", "attack", "turn", "game"] = Field("", description="once per attack, turn or game (21.11)")


class Reduced(BeforeIt, Reduction):
    """``{ when = "would take damage", reduce = 1 }``: one effect reduces damage, and not below its ``least``."""

    reduce: int = Field(ge=1, le=20)
    piercing: bool = Field(False, description="penetrating damage is reduced, too")

    def does(self, wording: Any) -> str:
        told = super().does(wording)
        return str(wording.say("part.piercing", told=told)) if self.piercing else told

    @rule("12.5b")
    def instead(self, event: Any, amount: str, me: Bearer) -> Any:
        kinds = ("", "penetrating") if self.piercing else ("",)
        if event.kind not in kinds or event.reduced:
            return event
        left = max(self.least, event.least, event.taken - self.counted(self.reduce, me))
        return replace(event, taken=left, reduced=True) if left < event.taken else event


class Prevented(BeforeIt, Prevention):
    """``{ when = "would take damage", prevent = true }``: none is taken; nothing prevents unavoidable damage."""

    def unfit(self, moment: NamedMoment) -> str:
        """What would be hit evades."""
        return super().unfit(moment) or ("" if moment.amount else f"when: at {self.when!r} write evade, not prevent")

    @rule("12.4d")
    def instead(self, event: Any, amount: str, me: Bearer) -> Any:
        return super().instead(event, amount, me) if preventable(event) else event


class Outcome(ContentModel):
    """What a d6 from ``least`` to ``most`` makes of damage: ``more`` of it, or so much as it ``becomes``."""

    least: int = Field(1, ge=1, le=6)
    most: int = Field(6, ge=1, le=6)
    more: Whole = 0
    becomes: int | None = Field(None, ge=0, le=20)
    effects: tuple[Effect, ...] = ()

    @rule("12.5", "12.5b")
    def instead(self, event: Any) -> Any:
        """The damage that is taken instead of what would be dealt: nothing reduces it, unless it is the same."""
        if self.becomes is None and not self.more:
            return event
        return replace(event, taken=event.taken + self.more if self.becomes is None else self.becomes, reduced=True)

    def said(self, wording: Any) -> str:
        """It in words."""
        says = "becomes" if self.becomes is not None else "more" if self.more else "same"
        told = wording.say(f"outcome.{says}", becomes=self.becomes, more=self.more)
        effects = wording.comma.join(filter(None, (told, wording.effects(self.effects) if self.effects else "")))
        return str(wording.say("verb.result", least=self.least, most=self.most, effects=effects))


class DiceInstead(BeforeIt):
    """``{ when = "would take damage", outcomes = [{ most = 3, more = 1 }, ...] }``: a d6 says what becomes of
    the damage of an attack, before anything reduces it."""

    key = "outcomes"

    when: Literal["would take damage"]
    outcomes: Some[Outcome]

    def does(self, wording: Any) -> str:
        return str(
            wording.say("part.outcomes", outcomes=wording.apart.join(one.said(wording) for one in self.outcomes))
        )

    @rule("12.5", "12.4d", "6.4")
    def marked(self, moments: Any, place: Location) -> Marked:
        moment = self.named(moments, place)
        asked = self.asked(moment, place)

        def only(game: Any, me: Bearer, event: Any) -> bool:
            return bool(event.attack) and preventable(event) and asked(game, me, event)

        def instead(game: Any, me: Bearer, event: Any) -> Steps:
            face = yield from d6(game, me.player, str(me.id), place.entry)
            outcome = next((one for one in self.outcomes if one.least <= face <= one.most), None)
            if outcome is None:
                return event
            if outcome.effects:
                yield Call("resolve", self.resolution(me, place.entry, event.by, numbers(outcome.effects)))
            return outcome.instead(event)

        how = {**self.how(moment, place), "only": only, "immediate": True}
        return before(*moment.events, **how)(instead)


class Evaded(BeforeIt):
    """``{ when = "would be hit", evade = 5 }``: on a d6 of 5 or more it evades; with 1 it does without a roll."""

    key = "evade"

    when: Literal["would be hit"]
    evade: int = Field(ge=1, le=6)
    cost: tuple[Effect, ...] = Field((), description="what has to be done for it")

    def does(self, wording: Any) -> str:
        told = str(wording.say("part.evades" if self.evade == 1 else "part.evades_on", least=self.evade))
        return str(wording.say("part.at_cost", cost=wording.effects(self.cost), told=told)) if self.cost else told

    @rule("12.3a", "12.3d", "keyword.evade", "6.4")
    def marked(self, moments: Any, place: Location) -> Marked:
        moment = self.named(moments, place)
        asked, cost = self.asked(moment, place), numbers(self.cost)

        def only(game: Any, me: Bearer, event: Any) -> bool:
            run = self.resolution(me, place.entry, event.attacker, cost)
            return (
                would_be_hit(game, me, event)
                and asked(game, me, event)
                and all(one.can(game, run) for one in self.cost)
            )

        def evade(game: Any, me: Bearer, event: Any) -> Steps:
            if cost:
                yield Call("resolve", self.resolution(me, place.entry, event.attacker, cost))
            if self.evade > 1:
                face = yield from d6(game, me.player, str(me.id), place.entry)
                if not succeeds(face, self.evade):
                    return event
            return evaded(event, "keyword.evade")

        return before(*moment.events, **{**self.how(moment, place), "only": only})(evade)
