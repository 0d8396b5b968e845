"""What files say: the tables to play on, and what units can do."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, Field
from rulewright import Position
from rulewright.content import Pack, load_pack
from rulewright.geometry.plane.data import TableData
from rulewright.kinds import ContentKind


class Name(BaseModel):
    """What a unit is called."""

    en: str
    zh: str


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


KINDS = [ContentKind("units", Unit), ContentKind("layouts", TableData, names={"model.*.unit": "units"})]


def load_content(added: Sequence[Any] = ()) -> Pack:
    """The units and layouts of this package, and those that extensions and players add."""
    pack = load_pack(files(__package__) / "content", KINDS)
    for folder in added:
        pack = pack.join(load_pack(folder, KINDS, base=pack))
    return pack


def sheet(position: Position, unit: str) -> Unit:
    """What a unit can do."""
    found: Unit = position.content["units"][unit]
    return found
