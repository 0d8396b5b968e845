"""What stands in files: the maps, and the figures with their dials."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from pydantic import BaseModel, Field
from rulewright.content import load_pack
from rulewright.geometry.grid.data import BoardData
from rulewright.kinds import ContentKind
from rulewright.vocabulary import Name


class Map(BaseModel):
    """A map; its areas `crew 0` and `crew 1` are where the crews begin."""

    id: str
    name: Name
    map: BoardData


class Click(BaseModel):
    """What one click of a dial shows."""

    speed: int = Field(ge=0, le=12, description="how many squares the figure moves")
    attack: int = Field(ge=0, le=12, description="what is added to the dice")
    damage: int = Field(ge=1, le=6, description="how many clicks a hit turns the dial of its target")


class Figure(BaseModel):
    """What is printed on a figure."""

    id: str = Field(pattern="^[a-z][a-z0-9_]*$")
    name: Name
    crew: int = Field(ge=0, le=1, description="whose it is: 0 begins")
    range: int = Field(ge=1, le=12, description="how many squares away a target may be; 1 is beside")
    dial: tuple[Click, ...] = Field(min_length=1, max_length=8)


KINDS = [ContentKind("maps", Map), ContentKind("figures", Figure)]
load = partial(load_pack, files(__package__) / "content", KINDS)
"""The content of this package, and that of the folders that extensions add."""
