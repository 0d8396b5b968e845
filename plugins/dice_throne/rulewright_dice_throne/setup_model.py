"""What may be chosen before a game: heroes, who begins, and readings where the rulebook is doubtful."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

PLAYABLE = 2
MODES = {
    1: "one player",
    3: "three players (King of the Hill, 9.2)",
    4: "four players (2v2, 9.1)",
    5: "five players (9.3)",
    6: "six players (9.3)",
}


class Setup(BaseModel):
    """A game of Dice Throne."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    heroes: tuple[str, ...] = Field(("gunslinger", "barbarian"), description="the hero of each seat, clockwise")
    start_player: int | None = Field(
        None, description="the seat that begins; without it dice decide (setup.start-player)"
    )
    asked: Literal["whoever might", "whoever can"] = Field(
        "whoever might",
        description="who is asked for a reaction: whoever might hold one for all that the others know, "
        "or only whoever can really do something, which tells about the hand (field.hidden-hand)",
    )
    prevention: Literal["fraction first", "fixed first"] = Field(
        "fraction first",
        description="which prevention comes first when a hit is lowered by a fraction and by a number (10.1.order)",
    )
    ignorable: Literal["ignore and reduce", "ignore only"] = Field(
        "ignore and reduce",
        description="whether pure and collateral damage, which can be ignored, can also be lowered (7.3.ignorable)",
    )

    @field_validator("heroes")
    @classmethod
    def _two_heroes(cls, heroes: tuple[str, ...]) -> tuple[str, ...]:
        if len(heroes) != PLAYABLE:
            mode = MODES.get(len(heroes), f"{len(heroes)} players")
            raise ValueError(f"{mode} can not be played yet; give {PLAYABLE} heroes")
        return heroes

    @model_validator(mode="after")
    def _seat_at_table(self) -> Setup:
        if self.start_player is not None and not 0 <= self.start_player < len(self.heroes):
            raise ValueError(f"start_player: there is no seat {self.start_player}, only 0 to {len(self.heroes) - 1}")
        return self
