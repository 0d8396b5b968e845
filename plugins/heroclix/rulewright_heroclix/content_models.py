"""The shape of the content: characters with their dials, and maps. Every model refuses unknown keys."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints, model_validator

from rulewright import rule
from rulewright.geometry.grid.data import BoardData
from rulewright.vocabulary import ContentModel, Id, Name, Some

from .parts import AnyPart, Using

Cell = Annotated[str, StringConstraints(pattern=r"^(KO|\d{1,2}( [a-z][a-z0-9-]*)?)$")]
"""One value of a click, with the power that it shows: ``9 charge``; ``KO`` for a KO click."""
Size = Literal["tiny", "standard", "giant", "colossal"]
Symbol = Literal["flight", "dolphin", "autonomous"]
Ring = Literal["", "unique", "prime", "promotional"]
Protection = Literal["outwit", "pulse-wave"]
Base = Literal["1x1", "1x2", "2x2", "2x4", "3x6"]
Improved = Literal[
    "improved-movement-elevated", "improved-movement-blocking", "improved-movement-outdoor-blocking",
    "improved-movement-destroy-blocking", "improved-movement-characters", "improved-movement-move-through",
    "improved-targeting-elevated", "improved-targeting-hindering", "improved-targeting-blocking",
    "improved-targeting-destroy-blocking", "improved-targeting-characters", "improved-targeting-adjacent",
    "improved-movement-hindering", "improved-movement-water",
]  # fmt: skip

COLUMNS: Final = ("speed", "attack", "defense", "damage")


class Entry(ContentModel):
    """What every entry has."""

    id: Id
    name: Name


@rule("1.2", "1.5", "1.6", "18.1")
class Dial(ContentModel):
    """A combat dial: for each combat value a row of clicks, each with the value and the power that it shows."""

    speed: Some[Cell]
    attack: Some[Cell]
    defense: Some[Cell]
    damage: Some[Cell]

    @model_validator(mode="after")
    def _of_one_length(self) -> Dial:
        lengths = {column: len(getattr(self, column)) for column in COLUMNS}
        if len(set(lengths.values())) > 1:
            told = ", ".join(f"{column} {length}" for column, length in lengths.items())
            raise ValueError(f"the columns of a dial have as many clicks as one another; found {told}")
        return self


@rule("1.7", "1.7a", "2.2", "2.2a")
class PointValue(ContentModel):
    """A point value at which a character can be added to a force, and the click of its starting line."""

    value: int = Field(ge=0, le=1000)
    click: int = Field(1, ge=1, le=30)


@rule("18.2", "19.2")
class Special(Entry):
    """A special power or a trait: the standard powers and keyphrases that it grants, and what else it does."""

    grants: tuple[str, ...] = ()
    protected: tuple[Protection, ...] = Field((), description="what can neither choose nor stop it (22.7)")
    protects: dict[str, tuple[Protection, ...]] = Field(
        {}, description="standard powers that it grants, which alone are protected (22.7)"
    )
    text: str = Field("", description="the text of its owner, for whoever reads the card")
    does: tuple[AnyPart, ...] = ()
    points: int | None = Field(None, description="the point value at which a trait is there (19.2a)")
    cost: int | None = Field(None, ge=-100, le=300, description="what an optional trait costs more (19.2b)")
    sideline: bool = Field(False, description="SIDELINE ACTIVE: it can be used on the Sideline")

    @property
    def results(self) -> dict[str, int]:
        """The standard powers that it grants in a version of its own, each with the change of its d6 (20.7a)."""
        own = (part for part in self.does if isinstance(part, Using) and not part.any)
        return {part.using: part.result for part in own}


@rule("1.1", "1.1b", "1.3", "1.9", "2.4a", "2.4b", "21.2", "23.1")
class Character(Entry):
    """A character: its base, its dial and its card."""

    set: str = ""
    number: str = ""
    points: Some[PointValue]
    range: int = Field(0, ge=0, le=20)
    bolts: int = Field(1, ge=1, le=4)
    dial: Dial
    size: Size = "standard"
    base: Base = "1x1"
    symbols: tuple[Symbol, ...] = ()
    ring: Ring = ""
    keywords: tuple[str, ...] = ()
    improved: tuple[Improved, ...] = ()
    specials: tuple[Special, ...] = Field((), description="special powers, which clicks of the dial show by their ids")
    traits: tuple[Special, ...] = ()


@rule("15", "15.1", "15.4")
class Map(Entry):
    """A map; its areas ``start`` and ``start of four`` are the printed starting areas."""

    map: BoardData
