"""What special powers and traits do before something happens: less damage is taken, or none (12.4d, 12.5b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from rulewright import rule
from rulewright.powers.written import Prevention, Reduction

from ..damage import preventable
from .conditional import OfMoment, Whose
from .moments import Impending

if TYPE_CHECKING:
    from rulewright.powers import Bearer


class BeforeIt(OfMoment):
    """What comes before something that would happen to a character."""

    when: Impending
    whose: Whose = "self"
    once: Literal["", "turn", "game"] = Field("", description="once per turn or game (21.11)")


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

    @rule("12.4d")
    def instead(self, event: Any, amount: str, me: Bearer) -> Any:
        return super().instead(event, amount, me) if preventable(event) else event
