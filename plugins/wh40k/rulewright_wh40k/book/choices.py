"""What may be chosen before a battle: armies, the battlefield, and readings where the rules leave room."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class UnitChoice(BaseModel):
    """A unit of an army."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sheet: str = Field(description="the id of its datasheet")
    models: int | None = Field(None, ge=1, le=100, description="its models; the fewest without")
    enhancement: str = Field(
        default="", description="the id of an Enhancement of the detachment (core.muster-enhancements)"
    )
    bearer: int | None = Field(default=None, ge=1, le=100, description="which of its models has it, counting from 1")
    options: dict[int, Annotated[int, Field(ge=1, le=100)]] = Field(
        default={}, description="by the numbers of wargear options, counted from 1, how many of its models use each"
    )
    champion: int | None = Field(
        default=None, ge=1, le=100, description="which of its models is the unit champion, where several could be it"
    )
    warlord: bool = Field(default=False, description="whether its model is the Warlord (core.muster-warlord)")


class ArmyChoice(BaseModel):
    """An army roster (core.muster-roster)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    faction: str = Field(description="the Army Faction (core.muster-faction)")
    detachment: str = Field(default="", description="the id of a detachment of the faction; the first one without")
    units: tuple[UnitChoice, ...] = Field(min_length=1, max_length=60)


class Setup(BaseModel):
    """A battle of Warhammer 40,000."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    armies: tuple[ArmyChoice, ArmyChoice] | None = Field(None, description="the army of each player; drawn without")
    rosters: tuple[str, str] | None = Field(
        None, description="the ids of two rosters of the content, in place of armies (core.muster-roster)"
    )
    open_play: bool = Field(
        default=False, description="armies are played as they are, whatever Muster Armies says of points and units"
    )
    size: Literal["incursion", "strike force", "onslaught"] = Field(
        "incursion", description="1000, 2000 or 3000 points (core.muster-battle-size)"
    )
    battlefield: str = Field("crossroads", description="the battlefield with its terrain and deployment zones")
    mission: str = Field(default="", description="the id of a mission with further rules of scoring; none without")
    reserves_limit: int | None = Field(
        default=None, ge=0, le=100, description="the percentage of the points limit that units in Reserves may have, "
        "Strategic Reserves among them; no such limit without (faq.reserves.limits-cover-strategic-reserves)",
    )  # fmt: skip
    early_returns: bool = Field(
        default=False, description="units placed into Strategic Reserves during the battle return in any battle round, "
        "by abilities of their own (faq.reserves.return-from-reserves-round)",
    )  # fmt: skip
    battle_rounds: int = Field(5, ge=1, le=10, description="battle rounds (core.only-war-battle-length)")
