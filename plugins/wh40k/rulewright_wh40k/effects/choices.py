"""What a player chooses, and what happens to each of several units, and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from rulewright import ask_which, rule, vocabulary
from rulewright.effects import active_effects
from rulewright.vocabulary import Effect, Group, Needs, OpenWord, Some, Verb

from ..command import in_range
from ..fight.melee_attacks import engaged_with
from ..moments import ATTACKED, CHOSEN, HIT, MOVES
from ..running import resolving
from ..space.battlefield import at_edge, engaged, in_no_mans_land, in_zone, sees, within
from ..terms import (
    PASSED,
    below_half,
    below_start,
    champion,
    did,
    has_itself,
    has_keyword,
    is_led_by,
    models,
    moving,
    stayed,
    unit,
    units,
    wargear,
)
from .words import Who, standing

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run

Side = Literal["enemy", "friendly", "any"]
FAR: Final = 1000.0
"""Inches that reach across any battlefield."""
MOST: Final = 20
"""So often something is repeated, at most."""


class Units(Group):
    """Which units on the battlefield a text may mean: those of a side for which all that it says holds."""

    own = "friendly"
    qualities = (
        "other", "alone", "keyword", "keywords", "either", "without", "leader", "wargear", "champion", "strength",
        "shocked", "charged", "moved", "stationary", "engaged", "edge", "area", "objective", "attacked", "hit",
        "over", "within", "to_models", "engaging", "seen",
    )  # fmt: skip

    other: bool = Field(False, description="none of the units that the text is used on")
    keyword: Annotated[str, OpenWord("keyword")] = Field("", description="with this keyword")
    wargear: str = Field("", description="the id of a weapon that a model in it has")
    champion: bool = Field(False, description="its unit champion is left")
    strength: Literal["", "below start", "below half"] = ""
    alone: bool = Field(False, description="not part of an Attached unit")
    keywords: Annotated[tuple[str, ...], OpenWord("keyword")] = Field((), description="with all of these keywords")
    either: Annotated[tuple[str, ...], OpenWord("keyword")] = Field((), description="with one of these at least")
    without: Annotated[tuple[str, ...], OpenWord("keyword")] = Field((), description="with none of these keywords")
    leader: Annotated[str, OpenWord("keyword")] = Field("", description="led by a model with this keyword")
    shocked: bool = Field(False, description="Battle-shocked")
    charged: bool = Field(False, description="it made a Charge move in this turn")
    moved: bool = Field(False, description="it made a Normal, Advance or Fall Back move in this turn")
    stationary: bool = Field(False, description="it has Remained Stationary in this turn")
    edge: Literal["", "wholly", "near"] = Field(
        "", description="wholly within some inches of the edges of the battlefield, or within as many inches of any"
    )
    inches: float = Field(6, gt=0, le=100, description="inches from an edge")
    objective: Literal["", "any", "yours", "theirs"] = Field(
        "", description="within range of an objective marker: of any, or one that you, or your opponent, control"
    )
    engaged: bool = Field(False, description="within Engagement Range of its enemies")
    area: Literal["", "no man's land", "your zone", "their zone"] = Field("", description="wholly within it")
    attacked: Annotated[bool, Needs(anything=(ATTACKED,))] = Field(False, description="it is attacked then")
    hit: Annotated[bool, Needs(anything=(HIT,))] = Field(False, description="attacks have hit it")
    over: Annotated[bool, Needs(anything=(MOVES,))] = Field(False, description="the unit that moves has moved over it")
    within: float | None = Field(None, gt=0, le=1000, description="inches from what it is measured from")
    to_models: bool = Field(False, description="to its models that have the keywords themselves that is measured")
    engaging: bool = Field(False, description="within Engagement Range of what it is measured from")
    seen: bool = Field(False, description="visible to what it is measured from")
    of: Who | Literal["", "bearer"] = Field(
        "", description="from which unit, or the model with the text, it is measured; the unit of the text without"
    )

    @model_validator(mode="after")
    def _measures_to_models(self) -> Units:
        if self.to_models and (self.within is None or self.seen or self.engaging):
            raise ValueError("to_models: only what is within some inches is measured to models")
        return self

    def anyone(self, position: Position, run: Run) -> Iterator[str]:
        for seat in position.players:
            yield from units(position, seat)

    @rule("core.keywords", "core.below-half-strength", "commentary.other-model", "commentary.unit-wargear",
          "commentary.unit-champion")  # fmt: skip
    def fits(self, position: Position, run: Run, one: str) -> bool:
        return (
            self.of_side(position.state.units[one].player == run.player)
            and not (self.other and one in run.units)
            and not (self.wargear and self.wargear not in wargear(position, one))
            and not (self.champion and not champion(position, one))
            and not (self.area and not self._there(position, run, one))
            and not (self.keyword and not has_keyword(position, one, self.keyword))
            and not (self.strength == "below start" and not below_start(position, one))
            and not (self.strength == "below half" and not below_half(position, one))
            and all(has_keyword(position, one, each) for each in self.keywords)
            and not (self.either and not any(has_keyword(position, one, each) for each in self.either))
            and not any(has_keyword(position, one, each) for each in self.without)
            and not (self.alone and unit(position, one).leaders)
            and not (self.leader and not is_led_by(position, one, self.leader))
            and not (self.shocked and not unit(position, one).shocked)
            and not (self.charged and not did(position, one, "charge"))
            and not (self.moved and not did(position, one, "normal", "advance", "fall back", "moved"))
            and not (self.stationary and not stayed(position, one))
            and not (self.edge and not self._at_edge(position, one))
            and not (self.objective and not self._holds(position, run, one))
            and not (self.engaged and not engaged(position, one))
            and not (self.attacked and one not in run.attacked)
            and not (self.hit and one not in run.hit)
            and not (self.over and not was_passed(position, one))
            and self._near(position, run, one)
        )

    def _near(self, position: Position, run: Run, one: str) -> bool:
        """Whether it is near and visible, as far as that is asked."""
        if self.within is None and not self.seen and not self.engaging:
            return True
        far = self.within or FAR
        origins = run.models if self.of == "bearer" else standing(position, run, self.of or "target")
        there = self._models(position, one) if self.to_models else [one]
        near = (id for id in origins if any(within(position, id, at, far) for at in there))
        if self.engaging:
            engages = engaged_with if self.of == "bearer" else engaged
            near = (id for id in near if one in engages(position, id))
        return any(not self.seen or sees(position, id, one) for id in near)

    @rule("commentary.keywords")
    def _models(self, position: Position, one: str) -> list[str]:
        """The models of a unit that have the keywords themselves."""
        asked = (*self.keywords, *([self.keyword] if self.keyword else ()))
        ids = (str(at.id) for at in models(position, one))
        return [id for id in ids if all(has_itself(position, id, each) for each in asked)]

    @rule("commentary.within-range-of-objective")
    def _holds(self, position: Position, run: Run, one: str) -> bool:
        """Whether it is within range of an objective marker, of one that the named player controls."""
        asked = {"any": None, "yours": run.player, "theirs": 1 - run.player}[self.objective]
        markers = (at for at in position.state.objectives.values() if self.objective == "any" or at.controller == asked)
        return any(in_range(position, str(at.id), one) for at in markers)

    @rule("commentary.battlefield-edge")
    def _at_edge(self, position: Position, one: str) -> bool:
        """Whether it is within that distance of the edges, wholly or with some model."""
        ids = [str(at.id) for at in models(position, one)]
        if self.edge == "wholly":
            return all(at_edge(position, id, self.inches, wholly=True) for id in ids)
        return any(at_edge(position, id, self.inches) for id in ids)

    @rule("core.no-mans-land", "commentary.no-mans-land")
    def _there(self, position: Position, run: Run, one: str) -> bool:
        """Whether all of its models are wholly within the area, seen by the player of the text."""
        ids = [str(at.id) for at in models(position, one)]
        if self.area == "no man's land":
            return all(in_no_mans_land(position, id) for id in ids)
        role = position.state.armies[run.player if self.area == "your zone" else 1 - run.player].role
        return all(in_zone(position, id, role) for id in ids)

    def quality(self, wording: Wording, name: str) -> str:
        if name == "within":
            return wording.say("among.within", inches=wording.inches(self.within), of=wording.whom(self.of or "target"))
        if name in ("seen", "engaging"):
            return wording.say(f"among.{name}", of=wording.whom(self.of or "target"))
        if name in ("strength", "area"):
            return wording.say("among." + getattr(self, name).replace(" ", "_").replace("'", ""))
        if name == "edge":
            return wording.say(f"among.edge_{self.edge}", inches=wording.inches(self.inches))
        if name == "keywords":
            return wording.say("among.keyword", keyword=wording.listed(self.keywords))
        if name == "either":
            return wording.say("among.keyword", keyword=wording.either.join(self.either))
        if name == "without":
            return wording.say("among.without", without=wording.listed(self.without))
        if name == "objective":
            return wording.say(f"among.objective_{self.objective}")
        return super().quality(wording, name)


def was_passed(position: Position, id: str) -> bool:
    """Whether the unit that moves has moved over a unit."""
    return moving(position) is not None and any(True for _ in active_effects(position, PASSED, id))


class ChooseUnit(Units, Verb, name="choose_unit", rule="core.stratagems", sort="side", opens=(CHOSEN,)):
    """One unit is chosen, which what follows means by "chosen"; where there is none, nothing happens."""

    side: Side = "enemy"
    then: Some[Effect]

    en = "choose {whom}: {then}"
    zh = "选择{whom}：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        if found := self.found(game, run):
            one = yield from ask_which(run.player, "text_unit", found, run.cites, source=run.source)
            yield resolving(run, self.then, chosen=one)

    def can(self, game: Position, run: Run) -> bool:
        return bool(self.found(game, run))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"whom": self.told(wording, "one"), "then": wording.effects(self.then)}


class ForEach(Units, Verb, name="for_each", rule="core.stratagems", sort="side", opens=(CHOSEN,)):
    """For every unit of a sort, one after the other, something happens; what follows means it by "chosen"."""

    side: Side = "enemy"
    then: Some[Effect]

    en = "for {whom}: {then}"
    zh = "对{whom}：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        for one in self.found(game, run):
            yield resolving(run, self.then, chosen=one)

    def worth(self, judge: Any) -> float:
        return float(judge.where(chosen=judge.side(self)).effects(self.then))

    def can(self, game: Position, run: Run) -> bool:
        return bool(self.found(game, run))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"whom": self.told(wording, "each"), "then": wording.effects(self.then)}


class Repeat(vocabulary.Repeat, name="repeat", rule="core.stratagems"):
    """Something happens a given number of times."""


class If(vocabulary.If, name="if", rule="core.stratagems"):
    """Whether a condition holds decides what happens."""


class Choose(vocabulary.Choose, name="choose", rule="core.stratagems"):
    """The player of the effect picks one of several."""


class May(vocabulary.May, name="may", rule="core.stratagems"):
    """The player of the effect decides whether something happens."""


class ByHand(vocabulary.ByHand, name="by_hand", rule="core.stratagems"):
    """The player of the effect says what a text does that no program understands."""
