"""Damage that is penetrating only for some (12.4d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulewright import rule
from rulewright.powers import before

from ..effects.words import Everyone
from ..events.damage import DamageDealt
from .conditional import Part

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording


class Pierces(Part):
    """``{ pierces = { every = "opposing", keyword = "Ruler" } }``: damage that it deals to these is penetrating."""

    key = called = "pierces"

    pierces: Everyone

    def told(self, wording: Wording) -> str:
        return wording.say("part.pierces", whom=wording.whom(self.pierces))

    @rule("12.4d", "8.1d")
    def marked(self, moments: Any, place: Location) -> Marked:
        def only(game: Any, me: Bearer, event: DamageDealt) -> bool:
            run = self.resolution(me, place.entry, event.character, ())
            return not event.kind and self.met(game, me, place.entry) and self.pierces.fits(game, run, event.character)

        def pierce(game: Any, me: Bearer, event: DamageDealt) -> DamageDealt:
            return replace(event, kind="penetrating")

        return before(DamageDealt, me="by", immediate=True, only=only)(pierce)
