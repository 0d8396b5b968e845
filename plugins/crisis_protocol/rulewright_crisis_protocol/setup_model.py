"""What may be chosen before a game: squads, the mission, the layout, and readings where the rulebook is doubtful."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class SquadChoice(BaseModel):
    """A squad as it stands on the table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    characters: tuple[str, ...] = Field(min_length=1, max_length=10)
    affiliation: str = ""
    tactics: tuple[str, ...] = Field(default=(), max_length=5)


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

    squads: tuple[SquadChoice, SquadChoice] = Field(
        (SquadChoice(characters=("lumen", "brick")), SquadChoice(characters=("rime", "hollow"))),
        description="the squad of each player (squad.threat)",
    )
    rosters: tuple[Roster, Roster] | None = Field(
        None,
        description="the rosters, from which crises and squads are chosen in play (roster.contents)",
    )
    secure: str = Field("relays", description="the secure crisis card (mission.composition)")
    extract: str = Field("vials", description="the extract crisis card (mission.composition)")
    threat: Literal["secure", "extract"] = Field(
        "extract", description="which card's maximum threat counts; the player with priority chooses (mission.step-4)"
    )
    layout: str = Field("crossroads", description="where the terrain stands (battlefield.terrain-agree)")
    tool_width: float = Field(
        0.8, ge=0, lt=3, description="the width of a movement tool in inches; 0 makes it a line (field.tools.movement)"
    )
    passing: Literal["more tokens", "fewer to activate"] = Field(
        "more tokens",
        description="who may pass: who has more activated or dazed tokens, or who has fewer characters to activate "
        "(note.pass-count)",
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
