"""Who cannot target a character, and from where (12.1c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field

from rulewright import rule
from rulewright.powers import offers

from ..attack.targets import UNTARGETABLE
from ..effects.words import Everyone
from ..space.board import adjacent, within
from ..terms import friendly
from .conditional import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording


TARGETED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "close": ("close",),
    "range": ("range",),
    "attacks": ("close", "range"),
    "any": ("close", "range", "power"),
}
"""What each word keeps off."""


class Untargetable(Part):
    """``{ untargetable = "range", nonadjacent = true }``: such attacks of others cannot target it, from so far away;
    with "any" nothing of theirs can, be it an attack or not."""

    key = called = "untargetable"
    always = ()

    untargetable: Literal["close", "range", "attacks", "any"]
    by: Everyone | None = Field(None, description="those who cannot; all opposing ones without")
    nonadjacent: bool = Field(False, description="only those that are not adjacent to it")
    farther: int | None = Field(None, ge=1, le=20, description="only from more than so many squares away")

    def told(self, wording: Wording) -> str:
        far = [wording.say("part.farther", squares=self.farther)] if self.farther else []
        near = [wording.say("part.nonadjacent")] if self.nonadjacent else []
        by = wording.whom(self.by) if self.by is not None else wording.say("among.each_opposing")
        return wording.say(f"part.untargetable_{self.untargetable}", by=by, further="".join((*near, *far)))

    @rule("12.1c", "20.4")
    def marked(self, moments: Any, place: Location) -> Marked:
        def keeps_off(game: Any, me: Bearer) -> Any:
            return lambda position, other, what: self._keeps_off(position, me, place.entry, other, what)

        keeps_off.__name__ = self.label(place)
        return offers(UNTARGETABLE)(keeps_off)

    def _keeps_off(self, position: Any, me: Bearer, source: str, other: str, what: str) -> bool:
        id = str(me.id)
        if what not in TARGETED_BY[self.untargetable] or not self.met(position, me, source):
            return False
        if not self._of_those(position, me, source, other):
            return False
        if self.nonadjacent and adjacent(position, id, other):
            return False
        return self.farther is None or not within(position, id, other, self.farther)

    def _of_those(self, position: Any, me: Bearer, source: str, other: str) -> bool:
        if self.by is None:
            return not friendly(position, str(me.id), other)
        return self.by.fits(position, self.resolution(me, source, None, ()), other)
