"""Powers that others cannot counter, or cannot use on a character (20.4, 22.6, 22.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rulewright import rule
from rulewright.powers import offers

from ..effects.words import Everyone
from ..powers.damage import PROTECTED
from ..powers.reach import KEPT_OFF
from .conditional import Part

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording


class Shelters(Part):
    """``{ shelters = "outwit", by = { every = "opposing", fewer_points = true } }``: these cannot use a power on it."""

    key = called = "shelters"

    shelters: Literal["outwit", "perplex"]
    by: Everyone

    def told(self, wording: Wording) -> str:
        return wording.say("part.shelters", power=wording.power(self.shelters), by=wording.whom(self.by))

    @rule("20.4")
    def marked(self, moments: Any, place: Location) -> Marked:
        def shelter(game: Any, me: Bearer) -> Any:
            return lambda position, power, user: self._from(position, me, place.entry, power, user)

        return offers(KEPT_OFF)(shelter)

    def _from(self, position: Any, me: Bearer, source: str, power: str, user: str) -> bool:
        run = self.resolution(me, source, user, ())
        return power == self.shelters and self.met(position, me, source) and self.by.fits(position, run, user)


class Protects(Part):
    """``{ protects = "others" }``: Outwit can choose none of its other powers."""

    key = called = "protects"

    protects: Literal["others"]

    def told(self, wording: Wording) -> str:
        return wording.say("part.protects")

    @rule("keyword.protected-outwit", "22.7")
    def marked(self, moments: Any, place: Location) -> Marked:
        def protect(game: Any, me: Bearer) -> Any:
            return lambda position, power: power != place.entry and self.met(position, me, place.entry)

        return offers(PROTECTED)(protect)
