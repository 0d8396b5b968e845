"""What files say: the tables to play on, and what units can do."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import Self

from pydantic import BaseModel, Field, model_validator
from rulewright import Position
from rulewright.content import load_pack
from rulewright.geometry.plane.data import TableData
from rulewright.geometry.plane.measure import Together
from rulewright.kinds import ContentKind
from rulewright.vocabulary import Name

TOGETHER = Together(inches=2.0)
"""How the models of a unit keep together."""


class Unit(BaseModel):
    """What all models of a unit can do. The id is that of the unit in the files of layouts."""

    id: str
    name: Name
    move: float = Field(0, ge=0, description="inches that each of its models may move")
    tool: float = Field(0, ge=0, description="or the length of the tool with which its only model advances")
    range: float = Field(0, ge=0, description="inches that it shoots")
    shots: int = Field(0, ge=0, le=6, description="dice of each model that shoots")
    blows: int = Field(1, ge=0, le=6, description="dice of each model that fights")
    wounds: int = Field(1, ge=1, le=9, description="wounds that each of its models can lose")


class Layout(TableData):
    """A table on which the models of each unit stand together."""

    @model_validator(mode="after")
    def keeps_units_together(self) -> Self:
        """Each unit as the rules for moves want it. Raises ValueError naming the one that does not keep together."""
        scene = self.scene()
        for unit in dict.fromkeys(one.unit for one in self.model):
            if faults := TOGETHER.faults(scene, tuple(one.id for one in self.model if one.unit == unit)):
                raise ValueError(f"unit {unit!r} does not stand together: {faults[0]}")
        return self


KINDS = [ContentKind("units", Unit), ContentKind("layouts", Layout, names={"model.*.unit": "units"})]
load_content = partial(load_pack, files(__package__) / "content", KINDS)
"""The units and layouts of this package, and those that extensions and players add."""


def sheet(position: Position, unit: str) -> Unit:
    """What a unit can do."""
    found: Unit = position.content["units"][unit]
    return found
