"""What may be chosen before a game: forces, the map, and readings where the rulebook is doubtful."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Member(BaseModel):
    """A character of a force."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    character: str
    points: int | None = Field(None, description="the point value at which it is added; the first without (2.2a)")


class ForceChoice(BaseModel):
    """A player's starting force."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    members: tuple[Member, ...] = Field(min_length=1)
    keyword: str = Field("", description="the keyword of a themed team, which all characters have (23.2a)")


def _force(*characters: str) -> ForceChoice:
    return ForceChoice(members=tuple(Member(character=one, points=None) for one in characters), keyword="")


class Setup(BaseModel):
    """A game of HeroClix."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    forces: tuple[ForceChoice, ForceChoice] = Field(
        (_force("gale", "mason"), _force("quill", "ember")), description="the force of each player (2)"
    )
    build_total: int = Field(300, ge=50, le=2000, description="the most points of a starting force (2.1)")
    map: str = Field("square", description="the map (4.2)")
    turns: int = Field(60, ge=2, le=400, description="after so many turns time is up (5.3a)")
    red_lines: Literal["stop before", "cross and stop"] = Field(
        "stop before", description="what a change of elevation does to a move (16.5a)"
    )
    old_hindering: bool = Field(False, description="whether hindering terrain stops and halves moves (16.2a)")
    giants_below_block: bool = Field(
        False, description="whether a giant blocks a line between elevations wherever it stands (16.5c)"
    )
    figures_below_block: bool = Field(
        False, description="whether every character on the way blocks, whatever the elevations (11.4c)"
    )
    figures_close_corners: bool = Field(False, description="whether a character beside a corner closes it (16.8b)")
    any_closed_corner: bool = Field(
        False, description="whether whatever makes the next square not adjacent stops a knock back (12.6d)"
    )
    knock_back_damage_at_obstacles: bool = Field(
        False, description="whether obstacles rather than other characters deal knock back damage (12.6e)"
    )
