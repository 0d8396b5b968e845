"""What may be chosen before a game: mode, heroes, who begins, and readings where the rulebook is doubtful."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .modes import DUEL, SEATS, TEAMS, USUAL, Mode

USUAL_HEROES = ("gunslinger", "barbarian")
MOST_SEATS = max(USUAL)


class Setup(BaseModel):
    """A game of Dice Throne."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Mode = Field(
        DUEL,
        description="two players, two teams of two (9.1), three players (9.2), or four to six each for themselves; "
        "without it the number of heroes decides: 2 duel, 3 king_of_the_hill, 4 teams, 5 and 6 free_for_all",
    )
    heroes: tuple[str, ...] = Field(
        USUAL_HEROES, description="the hero of each seat, clockwise; without it those that come with the package"
    )
    seating: Literal["alternating", "same side"] = Field(
        "alternating",
        description="how two teams sit: partners opposite each other, or side by side, which changes who is on "
        "whose left and right and who may act first (note.seating); turns go by seat numbers either way",
    )
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

    card_for_damage: bool = Field(
        False,
        description="whether the card for attacking a leader is drawn only once at least 1 damage is counted, instead "
        "of when the target is named (9.2.reward-timing)",
    )
    until_damage: bool = Field(
        False,
        description="whether the lock of an Ultimate ends with its damage instead of with the roll phases "
        "(note.ultimate-lock)",
    )
    may_stand: bool = Field(
        False,
        description="whether who thinks again about altered dice may also keep an announcement that still fits, or "
        "activate nothing (3.4.step-3)",
    )
    move_refused: bool = Field(
        False,
        description="whether a token cannot be moved to who is at the stack limit, instead of being lost "
        "(6.2.stack-limit)",
    )
    waits_for_attack: bool = Field(
        False,
        description="whether what triggers when an Attack is over (Stun) waits for one, instead of ending with the "
        "ability without an Attack that inflicted it (field.status-negative)",
    )
    blessing_holds: bool = Field(
        False,
        description="whether a status effect such as the Blessing of Divinity saves from defeat by an Ultimate, too "
        "(11.ultimate)",
    )
    used_up: bool = Field(
        False,
        description="whether status effects that an Ultimate ignores, such as Shame and Blind, are used up by it all "
        "the same (11.ultimate)",
    )

    @model_validator(mode="before")
    @classmethod
    def _usual(cls, data: Any) -> Any:
        """What is not said follows from the rest: the mode from the heroes, the heroes from the mode."""
        if not isinstance(data, dict):
            return data
        heroes, mode = data.get("heroes"), data.get("mode")
        if mode is None and isinstance(heroes, list | tuple):
            return {**data, "mode": USUAL.get(len(heroes), DUEL)}
        if heroes is None and isinstance(mode, str) and mode in SEATS:
            count = SEATS[mode][0]
            return {**data, "heroes": (USUAL_HEROES * count)[:count]}
        return data

    @model_validator(mode="after")
    def _fits_the_mode(self) -> Setup:
        count = len(self.heroes)
        if count not in USUAL:
            raise ValueError(f"heroes: {_players(count)} cannot play; two to {MOST_SEATS} can")
        if count not in SEATS[self.mode]:
            raise ValueError(f"mode: {self.mode} is for {_counts(SEATS[self.mode])} players, not for {count}")
        if self.seating != "alternating" and self.mode != TEAMS:
            raise ValueError(f"seating: {self.seating!r} says how teams sit, and there are none in {self.mode}")
        if self.start_player is not None and not 0 <= self.start_player < count:
            raise ValueError(f"start_player: there is no seat {self.start_player}, only 0 to {count - 1}")
        return self


def _players(count: int) -> str:
    return "one player" if count == 1 else f"{count} players"


def _counts(counts: tuple[int, ...]) -> str:
    return " or ".join(map(str, counts))
