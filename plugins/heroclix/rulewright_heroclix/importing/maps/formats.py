"""Maps in the HCMaps format as boards to play on, and to draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.geometry import GeometryError
from rulewright.plugins import Imported
from rulewright.problems import ContentError, Problem

if TYPE_CHECKING:
    from .reading import MapFile

MAP_KEYS = (b'"width"', b'"height"', b'"special"')
"""What the head of a map has whose rules of its own are so long that its tiles come later."""


class HCMap:
    """The file format of these maps."""

    name = "HCMaps map"
    ruleset = "heroclix"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is a JSON object with tiles, or the beginning of one."""
        begins = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
        return begins and (b'"tiles"' in head or all(key in head for key in MAP_KEYS))

    def read(self, data: bytes) -> Imported:
        """The map as content to play on. Raises ContentError for what is no map."""
        from rulewright.geometry.grid.data import BoardData

        from .reading import read_map

        try:
            found = read_map(data)
        except GeometryError as error:
            raise ContentError([Problem("", found=str(error))]) from None
        board = BoardData.of(found.board).plain()
        entry = {"id": _id_of(found.name), "name": {"en": found.name, "zh": found.name}, "map": board}
        scene = {"title": found.name, "board": board}
        return Imported("content", {"maps": [entry]}, (*map(str, found.notes), *_beside_the_board(found)), scene=scene)


def _id_of(name: str) -> str:
    """An id that a name makes: The Asylum is ``the-asylum``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "map"


def _beside_the_board(found: MapFile) -> Iterator[str]:
    """What a board has no place for."""
    for title in ("set", "source", "date"):
        if value := getattr(found, title):
            yield f"{title}: {value}"
    if found.labels:
        yield f"labels: {len(found.labels)} texts that are printed in squares"
