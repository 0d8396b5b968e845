"""What special powers and traits do at a moment (8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec.structs import replace
from pydantic import Field, model_validator

from rulewright import Limit, rule
from rulewright.powers.written import AtMoment
from rulewright.programs import numbers
from rulewright.vocabulary import Needs

from ..dice.rolls import result
from ..effects.resolution import RESOLVING
from ..effects.words import ACTION, ATTACK, DONE, OTHER, POWER, SUBJECT
from ..powers import ROLLED, USED
from ..terms import RESOLUTIONS, Type
from .conditional import OfMoment, Whose
from .moments import OVER, When

if TYPE_CHECKING:
    from rulewright import Call
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.hooks import Asks
    from rulewright.programs import Program
    from rulewright.vocabulary import NamedMoment

    from ..book.wording import Wording
    from ..effects.resolution import Run


class Triggered(OfMoment, AtMoment):
    """``{ when = "hits", may = true, effects = [...] }``: what it does at a moment of its own or another character."""

    key, called = "when", "trigger"
    of_others = (OTHER,)

    when: When
    whose: Annotated[Whose, Needs(dict.fromkeys(("friendly", "opposing", "any"), (SUBJECT,)))] = Field(
        "self", description="whose moment it is"
    )
    may: bool = Field(False, description="its player may leave it (8.1e)")
    after_resolutions: bool = Field(False, description="it waits until what resolves has resolved (8.1c)")
    immediately: bool = Field(False, description="before others of the same timing (8.1d)")
    once: Literal["", "attack", "turn", "game"] = Field("", description="once per attack, turn or game (21.11)")
    shared: str = Field("", description="a name under which all of its player's characters share that limit")
    types: tuple[Type, ...] = Field((), description="of which types the action is that is given, or has resolved")
    least: int = Field(1, ge=1, le=6, description='at "rolls", the least that the d6 shows')
    most: int = Field(6, ge=1, le=6, description='at "rolls", the most that the d6 shows')
    using: Annotated[str, Needs(anything=(POWER,))] = Field("", description="only to use this power or ability (8.1f)")

    @model_validator(mode="before")
    @classmethod
    def _optional(cls, data: Any) -> Any:
        """What consists of a replacement, or of an action as FREE once a turn or game, may be left as a whole, so that
        its limit is not used up."""
        match data:
            case {"may": True}:
                return data
            case {"effects": [{"do": "replace", **how}], **part} if how.get("optional", True):
                return {**part, "may": True, "effects": [{"do": "replace", **how, "optional": False}]}
            case {"effects": [{"do": "as_free", **how}], "once": "turn" | "game", **part} if how.get("optional", True):
                given = {"do": "as_free", **how, "optional": False}
                return {**part, "once": data["once"], "may": True, "effects": [given]}
        return data

    def unfit(self, moment: NamedMoment) -> str:
        """What is used with an action is heard of when that is given, and what is always there is not used at all."""
        if (self.least, self.most) != (1, 6) and self.when != "rolls":
            return f"least, most: at {self.when!r} no d6 is rolled"
        if self.types and self.when not in OF_ACTIONS:
            return f"types: at {self.when!r} there is no action"
        mute = self.when == "uses a power" and self.using and self.using not in USED
        return super().unfit(moment) or (f"using: at {self.when!r} it is one of {', '.join(USED)}" if mute else "")

    @rule("8.1c", "20.9b")
    def offered(self) -> frozenset[str]:
        """What resolves is over when effects after it come; of what may be left one can say "if you do"."""
        found = super().offered() | ({DONE} if self.may else set())
        return found - {ATTACK, ACTION} if self.after_resolutions else found

    @rule("21.11")
    def limit(self, place: Location) -> Limit | None:
        return Limit(1, self.once, per="player", name=self.shared) if self.shared else super().limit(place)

    def heads(self, wording: Wording) -> list[str]:
        using = [wording.say("part.using_it", power=wording.power(self.using))] if self.using else []
        late = [wording.say("part.after_resolutions")] if self.after_resolutions else []
        faces = {"least": self.least, "most": self.most}
        shown = [wording.say("part.shown", **faces)] if tuple(faces.values()) != (1, 6) else []
        types = wording.either.join(wording.say(f"type.{type}") for type in self.types)
        given = [wording.say("part.of_types", types=types)] if types else []
        return [*super().heads(wording), *using, *given, *shown, *late]

    @rule("8.1e")
    def how(self, moment: NamedMoment, place: Location) -> dict[str, Any]:
        late = {"immediate": self.immediately, "delay": RESOLUTIONS if self.after_resolutions else ""}
        usable = {"usable": self.comes(moment, place)} if self.may else {}
        return {**super().how(moment, place), **late, **usable}

    @rule("8.1e", "20.9b")
    def comes(self, moment: NamedMoment, place: Location) -> Asks:
        """Whether anything of it can be done now; what may be left is not offered otherwise."""
        program = numbers(self.effects)

        def usable(game: Any, me: Bearer, event: Any) -> bool:
            other, subject = self.other_of(event, moment), self.subject_of(event, moment)
            run = self.resolution(me, place.entry, other, program, subject)
            met = self.met(game, me, place.entry, other, subject)
            return met and any(effect.can(game, run) for effect in self.effects)

        return usable

    @rule("8.1", "8.1f", "18.4")
    def asked(self, moment: NamedMoment, place: Location) -> Asks:
        """Whether its moment has come; its condition is looked at when it resolves (20.9a)."""

        def only(game: Any, me: Bearer, event: Any) -> bool:
            if self.using and event.name.partition(":")[0] != self.using:
                return False
            if self.when == "rolls" and not self.least <= shown(game, event) <= self.most:
                return False
            if self.types and event.type not in self.types:
                return False
            if self.when == "revealed" and place.entry not in _shown(game, event):
                return False
            return self.concerns(game, me, event, moment)

        return only

    @rule("8.1a")
    def concerns(self, game: Any, me: Bearer, happening: Any, moment: NamedMoment) -> bool:
        """Whether it is a moment of whom the text means; the turn of an opponent is nobody's of the own team."""
        if moment.name.startswith("opposing turn"):
            return happening.player not in game.team(me.player)
        return super().concerns(game, me, happening, moment)

    @rule("20.3")
    def resolution(self, me: Bearer, source: str, other: Any, program: Program, subject: Any = None) -> Run:
        over = RESOLVING if self.after_resolutions else OVER.get(self.when, ())
        return replace(super().resolution(me, source, other, program, subject), over=over, may=self.may, did=self.may)

    @rule("21.1b", "20.9a")
    def call(self, me: Bearer, source: str, other: Any, subject: Any = None) -> Call | None:
        return super().call(me, source, other, subject) if self.met(me.game, me, source, other, subject) else None


OF_ACTIONS: Final = ("given an action", "action resolved")
"""The moments of an action."""


@rule("6.4", "20.7a")
def shown(game: Any, event: Any) -> int:
    """The result of a d6: what it shows, with what increases that of its power."""
    more = int(game.number(f"result of {event.name}", event.character)) if event.name in ROLLED else 0
    return result(event.face, more)


@rule("18.4")
def _shown(game: Any, event: Any) -> set[str]:
    """The special powers that a turned dial reveals."""
    card = game.content.characters[game.state.characters[event.character].card]
    return {one if isinstance(one, str) else one.name for one in card.shows(event.click).powers}
