"""Who cannot target a character, and from where (12.1c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import rule
from rulewright.powers import offers

from ..attack.targets import UNTARGETABLE
from ..effects.words import Everyone
from ..space.board import adjacent, within
from .conditional import Part

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording


class Untargetable(Part):
    """``{ untargetable = "range", nonadjacent = true }``: such attacks of others cannot target it, from so far away."""

    key = called = "untargetable"
    always = ()

    untargetable: Literal["close", "range", "any"]
    by: Everyone | None = Field(None, description="the attackers that cannot; all without")
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
            return lambda position, attacker, kind: self._keeps_off(position, me, place.entry, attacker, kind)

        keeps_off.__name__ = self.label(place)
        return offers(UNTARGETABLE)(keeps_off)

    def _keeps_off(self, position: Any, me: Bearer, source: str, attacker: str, kind: str) -> bool:
        id = str(me.id)
        if self.untargetable not in ("any", kind) or not self.met(position, me, source):
            return False
        if self.by is not None and not self.by.fits(position, self.resolution(me, source, None, ()), attacker):
            return False
        if self.nonadjacent and adjacent(position, id, attacker):
            return False
        return self.farther is None or not within(position, id, attacker, self.farther)
