"""What dice must show: a little language, told apart by the one key that each requirement carries."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Tag

from rulewright.vocabulary import ContentModel, Several, Shape, Whole

from .words import SymbolId

Count = Annotated[int, Field(ge=1, le=5)]


class SymbolsShown(ContentModel):
    """At least this many dice of each symbol."""

    symbols: dict[SymbolId, Count] = Field(min_length=1)


class NumbersShown(ContentModel):
    """At least this many dice of each number."""

    numbers: dict[Annotated[Whole, Field(ge=1, le=6)], Count] = Field(min_length=1)


class OfAKind(ContentModel):
    """This many dice with one number."""

    of_a_kind: Annotated[Whole, Field(ge=2, le=5)]


class Straight(ContentModel):
    """Consecutive numbers: 4 for a small straight, 5 for a large one."""

    straight: Literal["small", "large"]


class AnyRequirement(ContentModel):
    """One of these is enough."""

    any: Several[Requirement]


class AllRequirements(ContentModel):
    """All of these together."""

    all: Several[Requirement]


_REQUIREMENT = Shape("requirement", "symbols", "numbers", "of_a_kind", "straight", "any", "all")
Requirement = Annotated[
    Annotated[SymbolsShown, Tag("symbols")]
    | Annotated[NumbersShown, Tag("numbers")]
    | Annotated[OfAKind, Tag("of_a_kind")]
    | Annotated[Straight, Tag("straight")]
    | Annotated[AnyRequirement, Tag("any")]
    | Annotated[AllRequirements, Tag("all")],
    _REQUIREMENT.discriminator,
    _REQUIREMENT.known,
]
for _model in (AnyRequirement, AllRequirements):
    _model.model_rebuild()
