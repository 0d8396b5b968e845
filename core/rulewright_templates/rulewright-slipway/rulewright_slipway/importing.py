"""Maps that were drawn with Tiled, an editor of maps."""

from __future__ import annotations

import json

from rulewright.geometry.grid import name_of
from rulewright.plugins import Imported
from rulewright.problems import ContentError, Problem

TILES = " .h#~"
"""What the tiles of the set stand for, in their order; 0 is no tile, and no square."""


class Tiled:
    """A file of Tiled: the squares are its first layer, and the crews begin on the left and on the right."""

    name = "Tiled map"
    ruleset = "slipway"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """By the end of its name."""
        return file_name.endswith(".tmj")

    def read(self, data: bytes) -> Imported:
        """The map as content; what lies in other layers is left out. Raises ContentError."""
        try:
            found = json.loads(data)
            width, height, (ground, *others) = found["width"], found["height"], found["layers"]
            letters = "".join(TILES[tile] for tile in ground["data"])
        except (ValueError, LookupError, TypeError) as wrong:
            raise ContentError([Problem("", found=repr(wrong), expected="layers of tiles from 0 to 4")]) from None
        rows = [letters[row * width :][:width] for row in range(height)]
        columns = ((name_of((x, 0)), name_of((x, height - 1))) for x in (0, width - 1))
        areas = {f"crew {crew}": [f"{top}:{bottom}"] for crew, (top, bottom) in enumerate(columns)}
        name = str(ground["name"])
        entry = {"id": name.lower(), "name": {"en": name, "zh": name}, "map": {"rows": rows, "areas": areas}}
        return Imported("content", {"maps": [entry]}, tuple(f"layer {layer['name']}" for layer in others))
