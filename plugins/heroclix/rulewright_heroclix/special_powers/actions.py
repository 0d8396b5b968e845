"""What special powers do with an action (21.1a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import Limit, rule
from rulewright.powers import Bearer, offers
from rulewright.powers.hooks import SAYS
from rulewright.programs import numbers
from rulewright.vocabulary import Effect, Some

from ..actions import ACTION, Action, always
from ..effects.resolution import resolve
from ..effects.words import ACTION as UNDER_WAY
from ..terms import Type
from .conditional import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.kinds import Location
    from rulewright.powers.written import Marked

    from ..book.wording import Wording


class Activated(Part):
    """``{ action = ["CLOSE", "RANGE"], effects = [...] }``: what it does with an action of one of these types."""

    key = "action"
    always = (UNDER_WAY,)

    action: Some[Type]
    once: Literal["", "turn", "game"] = Field("", description="once per turn or game (21.11)")
    effects: Some[Effect]

    def told(self, wording: Wording) -> str:
        types = wording.either.join(wording.say(f"type.{type}") for type in self.action)
        told = wording.say("part.action", types=types, effects=wording.effects(self.effects))
        return wording.say("part.once", told=told, once=wording.say(f"once.{self.once}")) if self.once else told

    @rule("21.1a", "21.1d", "21.11", "20.9a", "7.7")
    def marks(self, moments: Any, place: Location) -> Iterator[Marked]:
        id = place.entry
        name = f"{id}/{place.number + 1}" if place.number else id
        program = numbers(self.effects)
        limit = Limit(1, self.once) if self.once else None
        optional = [getattr(effect, "optional", False) for effect in self.effects] == [True]

        def do(game: Any, doing: Any) -> Any:
            me = Bearer(game, "characters", doing.character)
            call = resolve(doing.player, doing.character, id, program)
            return call is not None and self.met(game, me, id) and not (yield call).left

        def comes(game: Any, bearer: str) -> bool:
            me = Bearer(game, "characters", bearer)
            run = self.resolution(me, id, None, program)
            return self.met(game, me, id) and any(effect.can(game, run) for effect in self.effects)

        def offer_of(type: Type) -> Marked:
            def offer(game: Any, me: Bearer) -> Action:
                return Action(type, name, do, always, limit, comes, optional=optional)

            offer.__dict__[SAYS] = self.effects
            offer.__name__ = f"action_{type}_{place.number}"
            marked: Marked = offers(ACTION)(offer)
            return marked

        yield from map(offer_of, self.action)
