"""The shape of Stratagems in content files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from rulewright import rule
from rulewright.vocabulary import ContentModel, Effect, Id, Name, NamedMoment, Needs, OpenWord, Some, TextPart

from ..moments import ACTS, ATTACKED, AWAY, FALLEN, MOMENTS, TARGET
from ..state import Deed

if TYPE_CHECKING:
    from ..book.wording import Wording

    Moment: TypeAlias = str
else:
    Moment = Literal[tuple(MOMENTS)]

Keywords = Annotated[tuple[str, ...], OpenWord("keyword")]
Phase = Literal["command", "movement", "shooting", "charge", "fight"]
Label = Literal["core", "battle tactic", "epic deed", "strategic ploy", "wargear"]


@rule("commentary.the-turn-the-phase", "faq.timing.command-phase-stratagem-default-step",
      "faq.command-phase.default-to-command-step", "commentary.rules-at-end-of-command-phase")  # fmt: skip
class When(ContentModel):
    """The moment at which a Stratagem is used, or others; with ``phases`` only in these, and in whose ``turn``."""

    moment: Moment = Field("command step", description="the window; the Command step where nothing else is said")
    also: tuple[Moment, ...] = Field((), description="other windows in which it is used")
    phases: tuple[Phase, ...] = ()
    turn: Literal["yours", "theirs", "either"] = "either"

    @property
    def moments(self) -> tuple[str, ...]:
        """All windows in which it is used."""
        return (self.moment, *self.also)

    def said(self, wording: Wording) -> str:
        """It in words: the moments, the phases, and whose turn it is."""
        told = wording.either.join(map(wording.window, self.moments))
        phases = wording.either.join(wording.say(f"phase.{one}") for one in self.phases)
        whose = wording.say(f"said.{self.turn}") if self.turn != "either" else ""
        return wording.comma.join(filter(None, (told, wording.say("said.in", phases=phases) if phases else "", whose)))


@rule("commentary.your-unit-in-stratagems")
class Target(ContentModel):
    """Which units of the user's army are targets: ``count`` of them, all of which fulfil all that is said here."""

    who: Annotated[
        Literal["acting", "attacked", "own", "reserves", "destroyed", "none"],
        Needs({"acting": (ACTS,), "attacked": (ATTACKED,)}),
    ] = Field(
        "own", description="the unit that acts, those that it attacks, any on the battlefield, any in Reserves, any "
        "that is destroyed, or none"
    )  # fmt: skip
    count: int = Field(1, ge=1, le=3)
    keywords: Keywords = Field((), description="all of these")
    either: Keywords = Field((), description="one of these at least")
    without: Keywords = Field((), description="none of these")
    unless: Keywords = Field((), description="with one of these, what stands under without does not matter")
    ability: str = Field("", description="it has this ability, whatever number the ability has")
    engaged: bool | None = Field(None, description="whether it is within Engagement Range of enemies")
    not_done: tuple[Deed, ...] = Field((), description="it did none of this in this turn: shot, advance, fought, ...")
    unselected: bool = Field(
        False, description="it has not been selected to shoot in this Shooting phase, or to fight in this Fight phase"
    )
    within: Annotated[float | None, Needs(anything=(ACTS,))] = Field(
        None, gt=0, le=1000, description="inches from the unit that acts"
    )

    def said(self, wording: Wording) -> str:
        """It in words; nothing where it has none."""
        return wording.qualified([wording.say(f"target.{self.who}", count=self.count), *self._said_of(wording)])

    def _said_of(self, wording: Wording) -> Iterator[str]:
        """What is asked of each of them."""
        for name in ("keywords", "either", "without", "unless"):
            if found := getattr(self, name):
                listed = wording.either.join(found) if name == "either" else wording.listed(found)
                yield wording.say(f"target.{name}", names=listed)
        if self.ability:
            yield wording.say("target.ability", ability=wording.ability(self.ability))
        if self.engaged is not None:
            yield wording.say("target.engaged" if self.engaged else "target.free")
        if self.not_done:
            yield wording.say("target.not_done", deeds=wording.either.join(map(wording.deed, self.not_done)))
        if self.unselected:
            yield wording.say("target.unselected")
        if self.within is not None:
            yield wording.say("target.within", inches=wording.inches(self.within))


@rule("core.stratagems", "commentary.stratagem-labels")
class Stratagem(TextPart):
    """A Stratagem: its labels and cost, when it is used and on whom, what it does, and how often it may be used."""

    moments = MOMENTS

    id: Id
    name: Name
    text: str = Field("", description="the text as its owner has it")
    detachment: str = Field("", description="the detachment that has it; none for a core Stratagem")
    labels: Some[Label]
    cp: int = Field(1, ge=0, le=6)
    when: When
    target: Target
    does: Some[Effect]
    once: Literal["phase", "turn", "battle"] = "phase"
    rule: str = Field("core.stratagems", description="the rule that it follows")

    @model_validator(mode="after")
    def _is_someones(self) -> Stratagem:
        if ("core" in self.labels) is bool(self.detachment):
            raise ValueError("a Stratagem is a core one, or belongs to a detachment")
        return self

    @cached_property
    def usual(self) -> NamedMoment:
        """Its moments as one: what is there at each of them."""
        found = [MOMENTS[name] for name in self.when.moments]
        shared = frozenset(found[0].offers).intersection(*(one.offers for one in found))
        return NamedMoment(" or ".join(self.when.moments), offers=tuple(shared))

    def moment(self) -> NamedMoment:
        return self.usual

    def offered(self) -> frozenset[str]:
        """What is there at all of its moments, and the units that it is used on."""
        targets = {"none": (), "reserves": (TARGET, AWAY), "destroyed": (FALLEN,)}.get(self.target.who, (TARGET,))
        return frozenset((*self.usual.offers, *targets))

    def said(self, wording: Wording) -> str:
        text = wording.colon.join(filter(None, (self.target.said(wording), wording.effects(self.does))))
        return wording.say("said.stratagem", cp=self.cp, when=self.when.said(wording), text=text)
