"""What special powers and traits do at a moment (8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from rulewright import Limit, rule
from rulewright.powers import after
from rulewright.programs import numbers
from rulewright.vocabulary import Effect, Needs, Some

from ..effects.resolution import resolve
from ..effects.words import ACTION, ATTACK, OTHER, POWER, SUBJECT
from ..terms import friendly
from .conditional import Part, Whose
from .moments import MOMENTS, When

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.powers import Bearer
    from rulewright.vocabulary import NamedMoment

    from ..book.wording import Wording
    from .conditional import Marked


class Triggered(Part):
    """``{ when = "hits", may = true, effects = [...] }``: what it does at a moment of its own or another character."""

    offers = ()

    when: When
    whose: Annotated[Whose, Needs(dict.fromkeys(("friendly", "opposing", "any"), (SUBJECT,)))] = Field(
        "self", description="whose moment it is"
    )
    may: bool = Field(False, description="its player may leave it (8.1e)")
    after_resolutions: bool = Field(False, description="it waits until what resolves has resolved (8.1c)")
    immediately: bool = Field(False, description="before others of the same timing (8.1d)")
    once: Literal["", "turn", "game"] = Field("", description="once per turn or game (21.11)")
    using: Annotated[str, Needs(anything=(POWER,))] = Field("", description="only to use this power or ability (8.1f)")
    effects: Some[Effect]

    @rule("8.1c")
    def offered(self) -> frozenset[str]:
        """What resolves is over when effects after it come; a moment of others concerns whoever has it."""
        found = super().offered()
        others = () if self.whose == "self" else (OTHER,)
        return (found - {ATTACK, ACTION} if self.after_resolutions else found).union(others)

    def told(self, wording: Wording) -> str:
        moment = wording.moment(self.when, wording.whose(self.whose))
        using = wording.say("part.using_it", power=wording.power(self.using)) if self.using else ""
        once = wording.say(f"once.{self.once}") if self.once else ""
        late = wording.say("part.after_resolutions") if self.after_resolutions else ""
        effects = wording.effects(self.effects)
        does = wording.say("part.may", effects=effects) if self.may else effects
        return wording.say("part.when", when=wording.comma.join(filter(None, (once, moment, using, late))), does=does)

    @rule("8.1", "8.1a", "8.1e", "8.1f", "21.1b", "21.11", "18.4", "20.9a")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        moment, program = MOMENTS[self.when], numbers(self.effects)
        limit = Limit(1, self.once, name=f"{id} {place}") if self.once else None

        def only(game: Any, me: Bearer, event: Any) -> bool:
            return self._concerns(game, me, event, moment, id)

        def react(game: Any, me: Bearer, event: Any) -> Any:
            other = getattr(event, moment.other) if moment.other else ""
            if self.whose != "self":
                other = getattr(event, moment.me)
            call = resolve(me.player, str(me.id), id, program, other)
            return call if self.met(game, me, id) else None

        react.__name__ = f"trigger_{place}"
        own = moment.me if self.whose == "self" else ""
        yield after(
            *moment.events, me=own, left=moment.left and self.whose == "self", only=only, optional=self.may,
            limit=limit, immediate=self.immediately, delay="action" if self.after_resolutions else "",
        )(react)  # fmt: skip

    def _concerns(self, game: Any, me: Bearer, event: Any, moment: NamedMoment, id: str) -> bool:
        if not moment.me:
            return self.when == "game begins" or bool(event.player == me.player)
        if self.using and event.name.partition(":")[0] != self.using:
            return False
        if self.when == "revealed":
            return id in _shown(game, event)
        if self.whose == "self":
            return True
        one = getattr(event, moment.me)
        near = friendly(game, str(me.id), one) if one in game.state.characters else False
        return one != me.id and (self.whose == "any" or near == (self.whose == "friendly"))


@rule("18.4")
def _shown(game: Any, event: Any) -> set[str]:
    """The special powers that a turned dial reveals."""
    card = game.content.characters[game.state.characters[event.character].card]
    return {one if isinstance(one, str) else one.name for one in card.shows(event.click).powers}
