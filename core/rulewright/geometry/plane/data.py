"""
Tables in inches as data: what a file, or the content of a game, says of a table and what stands on it.

::

    table = {width = 44, depth = 30}

    [[terrain]]
    id = "ruin"
    outline = [[20, 10], [26, 10], [26, 16], [20, 16]]
    height = 5

    [[model]]
    id = "scout"
    base = "32mm"
    at = [12, 12]

A game names :class:`TableData` as the model of its layouts; a file of content is then a scene that `rulewright render`
draws, too. This room loads pydantic: it is imported where models are made.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Final, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .. import TOLERANCE
from .measure.ranges import penetration
from .scene import UNLIMITED, Floor, Marker, Model, Piece, Scene, Zone
from .shapes import Base, Hull, Pose, base_of

LONGEST_SIDE: Final = 1_000
"""Inches of a table; the longest boards are an eighth of it."""
MOST_PIECES: Final = 2_000
"""Pieces of terrain, models, zones or markers of one table, and corners of one of them."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True)


Inches: TypeAlias = Annotated[float, Field(ge=-LONGEST_SIDE, le=LONGEST_SIDE)]
Spot: TypeAlias = tuple[Inches, Inches]
Degrees: TypeAlias = Annotated[float, Field(ge=-3600, le=3600)]
Label: TypeAlias = Annotated[int, Field(ge=-1000, le=1000)]
"""A size or a side, which rules tell apart."""
Outline: TypeAlias = Annotated[tuple[Spot, ...], Field(max_length=MOST_PIECES)]


class SizeData(_Part):
    """The width and depth of a table, in inches."""

    width: float = Field(gt=0, le=LONGEST_SIDE)
    depth: float = Field(gt=0, le=LONGEST_SIDE)


class FloorData(_Part):
    """A floor of terrain that models can stand on."""

    height: Inches
    outline: Outline


class NameData(_Part):
    """What a piece of terrain is called, in both languages."""

    en: str
    zh: str


class TerrainData(_Part):
    """A piece of terrain."""

    id: str
    name: NameData | None = Field(None, description="what people call it; its id where it has none")
    outline: Outline
    height: Inches | None = Field(None, description="inches; unlimited where it is left out")
    size: Label = 0
    traits: tuple[str, ...] = ()
    floors: tuple[FloorData, ...] = Field((), max_length=MOST_PIECES)
    holes: tuple[Outline, ...] = Field((), max_length=MOST_PIECES)
    balance: bool = Field(True, description="whether a base can stand on top of it")

    def piece(self) -> Piece:
        """The same as a scene has it."""
        return Piece(
            self.id,
            self.outline,
            UNLIMITED if self.height is None else self.height,
            self.size,
            frozenset(self.traits),
            tuple(Floor(floor.height, floor.outline) for floor in self.floors),
            self.holes,
            self.balance,
        )

    @model_validator(mode="after")
    def _is_a_piece(self) -> Self:
        self.piece()
        return self


class ModelData(_Part):
    """A model where it begins."""

    id: str
    base: str = Field("", description="32mm, 60x35mm or 60x40mm rectangle")
    hull: Outline = Field((), description="or the outline of a hull in inches about its centre")
    at: Spot
    facing: Degrees = 0.0
    ground: Inches = Field(0.0, description="the height it stands on, in inches")
    height: Inches = 0.0
    size: Label = 0
    side: Label = 0
    unit: str = ""
    traits: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _has_one_shape(self) -> Self:
        if bool(self.base) == bool(self.hull):
            raise ValueError("a model has a base or a hull, one of them")
        self.model()
        return self

    def model(self) -> Model:
        """The same as a scene has it."""
        base: Base = base_of(self.base) if self.base else Hull(self.hull)
        pose = Pose(*self.at, self.facing, self.ground)
        return Model(self.id, base, pose, self.height, self.size, self.side, self.unit, frozenset(self.traits))


class ZoneData(_Part):
    """A marked area."""

    id: str
    outline: Outline


class MarkerData(_Part):
    """An objective marker."""

    id: str
    at: Spot
    mm: float = Field(40.0, ge=0, le=1000)
    height: Inches = 0.0


class TableData(_Part):
    """
    A table as data: its size, the terrain, zones and markers on it, and models where they begin.

    What cannot stand so is a mistake that names the piece, or the two models that stand on each other. ``id`` is what
    the content of a game calls the table.
    """

    id: str = ""
    title: str = ""
    table: SizeData
    terrain: tuple[TerrainData, ...] = Field((), max_length=MOST_PIECES)
    model: tuple[ModelData, ...] = Field((), max_length=MOST_PIECES)
    zone: tuple[ZoneData, ...] = Field((), max_length=MOST_PIECES)
    marker: tuple[MarkerData, ...] = Field((), max_length=MOST_PIECES)
    off_table: bool = Field(default=False, description="models may overhang or leave the table")

    def scene(self) -> Scene:
        """The table with everything on it."""
        return Scene(
            self.table.width,
            self.table.depth,
            [one.piece() for one in self.terrain],
            [one.model() for one in self.model],
            [Zone(one.id, one.outline) for one in self.zone],
            [Marker(one.id, *one.at, one.mm, one.height) for one in self.marker],
            self.off_table,
        )

    @model_validator(mode="after")
    def _can_stand_so(self) -> Self:
        wrong = [
            f"models {one.id!r} and {other.id!r} stand on each other: their bases overlap by {deep:.2g} inch"
            for one, other, deep in overlapping(self.scene())
        ]
        if wrong:
            raise ValueError("; ".join(wrong))
        return self


def overlapping(scene: Scene) -> Iterator[tuple[Model, Model, float]]:
    """
    Models whose bases overlap, two and two, and how many inches deep.

    Bases that touch do not overlap, nor do those of which one is above the other.
    """
    from_left = sorted(zip(scene.models.values(), scene.footprints, strict=True), key=lambda one: one[1].bounds[0])
    for place, (model, ground) in enumerate(from_left, start=1):
        for other, theirs in islice(from_left, place, None):
            if theirs.bounds[0] > ground.bounds[2]:
                break
            (low, top), (under, over) = model.body, other.body
            level = low == under or min(top, over) - max(low, under) > TOLERANCE
            if level and (deep := penetration(ground, theirs)) > TOLERANCE:
                yield model, other, deep
