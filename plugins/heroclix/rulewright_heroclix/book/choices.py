"""What may be chosen before a game: forces, the map, and readings where the rulebook is doubtful."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Member(BaseModel):
    """A character of a force or a Sideline."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    character: str
    points: int | None = Field(None, description="the point value at which it is added; the first without (2.2a)")
    card: str = Field("", description="the Legacy, alternate or Team-Up card with which it is added (1.9b, 1.9c)")
    traits: tuple[str, ...] = Field((), description="the optional traits that the force pays for (2.2c)")
    click: int | None = Field(None, description="another starting line, which a trait paid for offers (1.7a)")
    free: bool = Field(False, description="added without paying its cost (2.2b)")
    resource: bool = Field(False, description="whether the resource of the force is assigned to it (25.4a)")
    equipment: str = Field("", description="the equipment assigned to it (25.2b)")
    equipment_free: bool = Field(False, description="whether that is added without paying its cost (25.2a)")


class ForceChoice(BaseModel):
    """A player's starting force, with its Sideline."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    members: tuple[Member, ...] = Field(min_length=1)
    sideline: tuple[Member, ...] = Field((), description="the characters on the Sideline (2.6)")
    elements: tuple[str, ...] = Field((), description="additional game elements, other than equipment (25)")
    markers: tuple[str, ...] = Field(
        (),
        max_length=4,
        description="up to three terrain markers: standard ones (object, hindering, blocking, water, smoke), or those "
        "of the content by their ids (17.2); and special terrain (25.5)",
    )
    bonuses: tuple[str, ...] = Field((), description="the bonuses of its location that are paid for (25.6)")
    keyword: str = Field("", description="the keyword of a themed team, which all characters have (23.2a)")


def _force(*characters: str) -> ForceChoice:
    return ForceChoice.model_validate({"members": [{"character": one} for one in characters]})


class Setup(BaseModel):
    """A game of HeroClix."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    forces: tuple[ForceChoice, ...] = Field(
        (_force("gale", "mason"), _force("quill", "ember")),
        min_length=2,
        max_length=8,
        description="the force of each player, clockwise (2, 26)",
    )
    build_total: int = Field(300, ge=50, le=2000, description="the most points of a starting force (2.1)")
    map: str = Field("square", description="the map that was agreed on, where there is nothing to choose (4.2)")
    maps: tuple[str, ...] = Field((), description="the maps of which the second player chooses one (4.2)")
    event: Literal["casual", "tournament", "modern", "battle royale"] = Field(
        "casual",
        description="what forces may consist of: tournaments refuse promotional elements (2.4e), Modern events also "
        "old characters without a Legacy card (1.9c); a Battle Royale has no restrictions (26.4)",
    )
    sides: tuple[int, ...] = Field(
        (), description="for teams: the side of each player; without it all players are opponents (26)"
    )
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
    knock_back_in_seat_order: bool = Field(
        False, description="whether characters at the same distance are knocked back in seat order (12.6g)"
    )
    stairs_straight_only: bool = Field(
        False, description="whether stairs link no squares that are diagonal to each other for close attacks (16.5b)"
    )
    one_step_of_replacements: bool = Field(
        False, description="whether a replacement stands only for the one that it replaced itself (21.12b)"
    )
