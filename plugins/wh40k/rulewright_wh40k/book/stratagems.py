"""The shape of Stratagems in content files."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from rulewright import rule
from rulewright.problems import did_you_mean, nearest
from rulewright.vocabulary import ContentModel, Id, Name, Some, earlier_words

from ..moments import ACTED, MOMENTS
from ..state import Deed

Phase = Literal["command", "movement", "shooting", "charge", "fight"]
Label = Literal["core", "battle tactic", "epic deed", "strategic ploy", "wargear"]
Duration = Literal["phase", "turn"]


@rule("commentary.the-turn-the-phase", "faq.timing.command-phase-stratagem-default-step",
      "faq.command-phase.default-to-command-step", "commentary.rules-at-end-of-command-phase")  # fmt: skip
class When(ContentModel):
    """The moment at which a Stratagem is used, or others; with ``phases`` only in these, and in whose ``turn``."""

    moment: str = Field("command step", description="the window; the Command step where nothing else is said")
    also: tuple[str, ...] = Field((), description="other windows in which it is used")
    phases: tuple[Phase, ...] = ()
    turn: Literal["yours", "theirs", "either"] = "either"

    @property
    def moments(self) -> tuple[str, ...]:
        """All windows in which it is used."""
        return (self.moment, *self.also)


@rule("commentary.your-unit-in-stratagems")
class Target(ContentModel):
    """Which units of the user's army are targets: ``count`` of them, all of which fulfil all that is said here."""

    who: Literal["acting", "attacked", "own", "reserves", "none"] = Field(
        "own", description="the unit that acts, those that it attacks, any on the battlefield, any in Reserves, or none"
    )
    count: int = Field(1, ge=1, le=3)
    keywords: tuple[str, ...] = Field((), description="all of these")
    without: tuple[str, ...] = Field((), description="none of these")
    unless: tuple[str, ...] = Field((), description="with one of these, what stands under without does not matter")
    ability: str = Field("", description="it has this ability, whatever number the ability has")
    engaged: bool | None = Field(None, description="whether it is within Engagement Range of enemies")
    not_done: tuple[Deed, ...] = Field((), description="it did none of this in this turn: shot, advance, fought, ...")
    within: float | None = Field(None, gt=0, le=1000, description="inches from the unit that acts")


class Give(ContentModel):
    """Each unit that is its target has abilities, or counts as having them."""

    do: Literal["give"]
    abilities: Some[str]
    until: Duration = "phase"


class Change(ContentModel):
    """A number of each unit that is its target, or of all of its models, is another one."""

    do: Literal["change"]
    stat: str
    layer: str
    by: int = Field(ge=-100, le=100)
    until: Duration = "phase"


class MortalWounds(ContentModel):
    """An enemy unit is selected that fulfils all of this, and dice are rolled: mortal wounds for those high enough."""

    do: Literal["mortal_wounds"]
    by: str = Field(description="the keyword of the model that is selected in the unit")
    dice: Annotated[int, Field(ge=1, le=20)] | Literal["toughness"]
    on: int = Field(ge=2, le=6)
    most: int = Field(20, ge=1, le=100)
    within: float | None = Field(None, gt=0, le=1000, description="inches from that model")
    seen: bool = Field(False, description="visible to that model")
    engaged: bool = Field(False, description="within Engagement Range of that model")
    free: bool = Field(False, description="not within Engagement Range of anyone in the user's army")


class BattleShock(ContentModel):
    """An enemy unit is selected within some inches of its unit, and takes a Battle-shock test."""

    do: Literal["battle_shock"]
    within: float = Field(12, gt=0, le=1000)


class GainCp(ContentModel):
    """The user gains command points, as far as the limit of the battle round allows."""

    do: Literal["gain_cp"]
    cp: int = Field(ge=1, le=6)


class Simply(ContentModel):
    """What needs no more than its name."""

    do: Literal["reroll", "pass", "arrive", "shoot", "charge", "fight_next", "challenge"]


EARLIER: Final = {
    "gives": "give", "changes": "change", "harms": "mortal_wounds", "frightens": "battle_shock", "gains": "gain_cp",
    "re-rolls": "reroll", "passes": "pass", "arrives": "arrive", "shoots": "shoot", "charges": "charge",
    "fights next": "fight_next", "challenges": "challenge",
}  # fmt: skip
"""What content wrote before its verbs had the form that they have in all games."""

Doing = Annotated[
    Give | Change | MortalWounds | BattleShock | GainCp | Simply, Field(discriminator="do"), earlier_words(EARLIER)
]


@rule("core.stratagems", "commentary.stratagem-labels")
class Stratagem(ContentModel):
    """A Stratagem: its labels and cost, when it is used and on whom, what it does, and how often it may be used."""

    id: Id
    name: Name
    detachment: str = Field("", description="the detachment that has it; none for a core Stratagem")
    labels: Some[Label]
    cp: int = Field(1, ge=0, le=6)
    when: When
    target: Target
    does: Some[Doing]
    once: Literal["phase", "turn", "battle"] = "phase"
    rule: str = Field("core.stratagems", description="the rule that it follows")

    @model_validator(mode="after")
    def _fits_together(self) -> Stratagem:
        if ("core" in self.labels) is bool(self.detachment):
            raise ValueError("a Stratagem is a core one, or belongs to a detachment")
        about_actor = self.target.who in ("acting", "attacked") or self.target.within is not None
        for moment in self.when.moments:
            if moment not in MOMENTS:
                hint = did_you_mean(nearest(moment, MOMENTS))
                raise ValueError(f"{moment!r} is no moment{hint}; they are {', '.join(MOMENTS)}")
            if about_actor and moment not in ACTED:
                raise ValueError(f"nobody acts in the moment {moment!r}; somebody does in {', '.join(ACTED)}")
        return self
