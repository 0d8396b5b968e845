"""
Files that describe a table or a board and what a picture of it should show.

A table is written as :mod:`..plane.data` says, with what to show and what counts in sight, where by default all terrain
blocks in plan view::

    show = ["sight scout tank", "walk scout 6"]
    sight = {heights = true, sizes = true, models = true}

A board is written as :mod:`..grid.data` says, under a name of its own, with the figures on it::

    show = ["fire A2 E2", "reach A2 3"]

    [board]
    rows = ["..h..", "..#..", "....."]

    [[figure]]
    id = "scout"
    squares = ["A2"]
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...documents import DocumentError, read_document
from ...problems import MAX_PROBLEMS
from ...validation import problems_of
from .. import GeometryError
from ..grid.board import Board
from ..grid.data import BoardData
from ..grid.figures import Figure
from ..plane.data import MOST_PIECES, TableData
from ..plane.scene import Scene
from ..plane.see.screens import SightPolicy

MOST_SHOWN: Final = 100
"""Queries that one picture shows."""

World: TypeAlias = "Tabletop | Grid"
File = TypeVar("File", bound=BaseModel)


class Tabletop(msgspec.Struct, frozen=True):
    """A table in inches, and what blocks sight on it."""

    scene: Scene
    sight: SightPolicy = SightPolicy()


class Grid(msgspec.Struct, frozen=True):
    """A board and the figures on it."""

    board: Board
    figures: tuple[Figure, ...] = ()
    sides: Mapping[str, int] = {}


class Drawn(msgspec.Struct, frozen=True):
    """What a file describes: a world, what to show of it, and a title."""

    world: World
    shows: tuple[str, ...] = ()
    title: str = ""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


Shown: TypeAlias = Annotated[list[str], Field(max_length=MOST_SHOWN)]


class _Sight(_Part):
    heights: bool = Field(default=False, description="heights count; otherwise sight is drawn in plan view")
    sizes: bool = Field(default=False, description="only terrain larger than the model looked at blocks")
    models: bool = Field(default=False, description="other models block")

    def policy(self) -> SightPolicy:
        return SightPolicy(heights=self.heights, sizes=self.sizes, models=self.models)


class _TableFile(TableData):
    sight: _Sight = _Sight()
    show: Shown = Field([], description="queries that the picture shows")

    def drawn(self) -> Drawn:
        return Drawn(Tabletop(self.scene(), self.sight.policy()), tuple(self.show), self.title)


class _Figure(_Part):
    id: str
    squares: list[str] = Field(min_length=1)
    side: int = 0
    size: int = 1


class _BoardFile(_Part):
    title: str = ""
    board: BoardData
    figure: list[_Figure] = Field([], max_length=MOST_PIECES)
    show: Shown = []

    def drawn(self) -> Drawn:
        board = self.board.board(self.title or "board")
        figures = tuple(Figure(one.id, tuple(map(board.square, one.squares)), one.size) for one in self.figure)
        sides = {one.id: one.side for one in self.figure}
        return Drawn(Grid(board, figures, sides), tuple(self.show), self.title)


def read_drawn(path: Path) -> Drawn:
    """
    What a file describes, a table or a board written for a picture (TOML or JSON).

    Raises GeometryError naming the file, the place in it, what was found and what would be right.
    """
    try:
        return drawn_of(read_document(path))
    except (DocumentError, GeometryError) as error:
        raise GeometryError(f"{path}: {error}") from None


def drawn_of(data: Any) -> Drawn:
    """What the data of such a file describes. Raises GeometryError naming the place in it."""
    keys = set(data) if isinstance(data, dict) else set()
    if "table" in keys:
        return _validated(_TableFile, data).drawn()
    if "board" in keys:
        return _validated(_BoardFile, data).drawn()
    if "rulewright" in keys:
        raise GeometryError("this is a saved game; a picture is drawn of a table or a board")
    raise GeometryError("there is no table and no board in it; a table has a key 'table', a board 'board'")


def drawn_in(entry: Any, title: str = "") -> Drawn | None:
    """What an entry of content describes: the table or board that it is or has in a field; None where it has none."""
    if isinstance(entry, TableData):
        return Drawn(Tabletop(entry.scene()), title=entry.title or title)
    if isinstance(entry, BoardData):
        return Drawn(Grid(entry.board(title or "board")), title=title)
    fields = (value for _, value in entry) if isinstance(entry, BaseModel) else ()
    return next((found for value in fields if (found := drawn_in(value, title)) is not None), None)


def _validated(model: type[File], data: Any) -> File:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        if error.error_count() > MAX_PROBLEMS:
            raise GeometryError(f"{error.error_count():,} wrong values") from None
        raise GeometryError("; ".join(map(str, problems_of(error, model, data=data)))) from None
