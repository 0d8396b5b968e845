"""What may be chosen before a game: squads, the mission, the layout, and readings where the rulebook is doubtful.

What a setup leaves open is drawn, or decided by the players in the order of the rulebook.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rulewright import rule


class SquadChoice(BaseModel):
    """A squad as it stands on the table; where it stands may be left to be played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    characters: tuple[str, ...] = Field(min_length=1, max_length=10)
    affiliation: str = ""
    tactics: tuple[str, ...] = Field(default=(), max_length=5)
    edge: Literal["", "south", "north", "west", "east"] = Field(
        "", description="the deployment edge; chosen in play without (mission.step-5)"
    )
    places: tuple[tuple[float, float], ...] = Field(
        (), description="where each character is deployed, in inches; chosen in play without (deployment.order)"
    )
    leader: str = Field(
        "", description="the character whose leadership is announced, where several could be (affiliation.leadership)"
    )


@rule("roster.contents")
class Roster(BaseModel):
    """A roster, from which the squad for a mission is chosen (roster.contents)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    characters: tuple[str, ...] = Field(min_length=10, max_length=10)
    tactics: tuple[str, ...] = Field(min_length=8, max_length=8)
    secure: tuple[str, ...] = Field(min_length=3, max_length=3)
    extract: tuple[str, ...] = Field(min_length=3, max_length=3)


class Setup(BaseModel):
    """A game of Marvel: Crisis Protocol."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    squads: tuple[SquadChoice, SquadChoice] | None = Field(
        None, description="the squad of each player; drawn without (squad.threat)"
    )
    rosters: tuple[Roster, Roster] | None = Field(
        None,
        description="in place of squads: the rosters, from which crises and squads are chosen in play "
        "(roster.contents)",
    )
    secure: str = Field("", description="the secure crisis card; drawn without (mission.composition)")
    extract: str = Field("", description="the extract crisis card; drawn without (mission.composition)")
    threat: Literal["", "secure", "extract"] = Field(
        "", description="the card whose maximum threat counts; drawn without (mission.step-4)"
    )
    layout: str = Field(
        "",
        description='where the terrain stands: the id of a layout, or "random 7" for one that is scattered by that '
        "number; drawn without (battlefield.terrain-agree)",
    )
    spacing: Literal["by the book", "as agreed"] = Field(
        "by the book",
        description="whether a layout with too little terrain, or too near to each other or to an edge, is refused "
        "(battlefield.terrain-spacing)",
    )
    priority: Literal[0, 1] | None = Field(
        None, description="the seat that begins with the priority token; rolled for without (priority.roll)"
    )
    tool_width: float = Field(
        0.8, ge=0, lt=3, description="the width of a movement tool in inches; 0 makes it a line (field.tools.movement)"
    )
    passing: Literal["more tokens", "fewer to activate"] = Field(
        "more tokens",
        description="who may pass: who has more activated or dazed tokens, or who has fewer characters to activate "
        "(note.pass-count)",
    )
    control: Literal["lasts", "while near"] = Field(
        "lasts",
        description="whether control of a token lasts until the other player takes it, or ends when nobody of the "
        "player is within range 1 (note.control-persists)",
    )
    cover: Literal["any line", "centre line"] = Field(
        "any line", description="which line between the bases decides about cover (note.cover-line)"
    )
    may_end_wholly_on: bool = Field(
        False,
        description="whether a push or a throw may end wholly on top of terrain, as other movements do "
        "(move.overlap-forced)",
    )
    to_the_far_end: bool = Field(
        False,
        description="whether a push or a throw goes to the far end of the tool, as an advance does, which is its "
        "length and the diameter of the base (field.forced-full)",
    )
    dazed_collide: bool = Field(
        True, description="whether what is thrown stops at dazed characters (damage.dazed-limits)"
    )

    @model_validator(mode="after")
    def _either_way(self) -> Setup:
        if self.rosters is not None and self.squads is not None:
            raise ValueError("squads, rosters: with rosters the squads are chosen in play")
        if self.rosters is not None and (self.secure or self.extract or self.threat):
            raise ValueError("secure, extract, threat: with rosters the mission is built in play")
        for squad in self.squads or ():
            if squad.places and len(squad.places) != len(squad.characters):
                raise ValueError(f"places: found {len(squad.places)}, expected {len(squad.characters)}")
        return self
