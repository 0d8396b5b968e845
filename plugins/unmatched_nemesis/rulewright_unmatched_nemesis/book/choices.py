"""What may be chosen before a match: fighters, and readings where the rulebook is doubtful or its symbols are lost."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Side = Literal["a", "b"]


class Setup(BaseModel):
    """A match of Knockdown: Nemesis."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fighters: tuple[str, str] = Field(("james", "katie"), description="the fighter of each player (setup.step-1)")
    sides: tuple[Side, Side] = Field(("a", "a"), description="which side of the panel each uses (setup.step-1)")
    mix: Literal["chosen", "random"] = Field(
        "chosen", description="whether fighters, skill set and arena are those named or drawn at random (mix.random)"
    )
    skill_set: str = Field("nemesis", description="the box of the skill cards (mix.tokens)")
    arena: str = Field("nemesis", description="the arena; that of the Nemesis needs its own deck (mix.nemesis-arena)")
    deck: str = Field("nemesis", description="the box of the attack cards (mix.nemesis-arena)")
    knockdown: Literal["dice", "tower"] = Field(
        "dice",
        description="the knockdown test: three dice (knockdown.dice-use), or a tower of real cubes in ten seconds, "
        "of which the tested player says whether it stands (knockdown.procedure)",
    )
    wild: Literal["any symbol", "costs only"] = Field(
        "any symbol",
        description="whether a card with a question mark stands for any symbol or only pays question marks (icon.wild)",
    )
    out_of_range: Literal["refused", "wasted"] = Field(
        "refused",
        description="whether a special attack may be paid for while the opponent is out of its range, to no effect "
        "(attack.range-required)",
    )
    block: Literal["heavy dear", "light dear"] = Field(
        "heavy dear",
        description="which damage takes two cards in hand to ignore one point of: heavy or light (note.block-icons)",
    )
    corridors: Literal["edge heavy", "centre heavy"] = Field(
        "edge heavy",
        description="which damage stands where: 1 heavy beside the red spaces at the edges and 1 light beside the "
        "central one, or the other way round (corridor.damage)",
    )
    combo_end: Literal["nothing possible", "specials over"] = Field(
        "nothing possible",
        description="whether a combo goes on while only dashes can be paid, or ends with the last special attack "
        "that can be paid, by the letter (note.combo-end)",
    )
    draft_order: Literal["initiative", "start player"] = Field(
        "initiative",
        description="who takes the first card from round 2 on: the higher initiative, or the start player "
        "(note.initiative)",
    )
    tokens: Literal["returned", "kept"] = Field(
        "returned", description="what becomes of fighters' tokens between rounds (note.tokens-between-rounds)"
    )
    asked: Literal["whoever might", "whoever can"] = Field(
        "whoever might",
        description="who is asked for a block, a response or the next link of a combo: whoever might have the card "
        "for all that the opponent knows, or only whoever has it, which tells about the hand (field.hidden)",
    )

    @model_validator(mode="after")
    def _different_fighters(self) -> Setup:
        if self.fighters[0] == self.fighters[1]:
            raise ValueError(f"fighters: there is only one {self.fighters[0]}; the two players choose different ones")
        return self
