"""What List Forge copies: ``name - faction - detachment (1995 Points)``, and headings that end with a colon."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from ..lines import Line
from ..model import ArmyList
from ..units import units_of
from ..words import is_heading, points_in
from .layout import head_of


class ListForge(Struct, frozen=True):
    """List Forge."""

    name: str = "List Forge"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether the first line has three parts, and headings end with a colon."""
        parts = re.split(r"\s[-–—]\s", points_in(lines[0].text)[0])
        return len(parts) > 2 and any(line.text.endswith(":") and is_heading(line.text) for line in lines)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """The title has everything that is said of the whole list."""
        head = head_of(lines)
        title, points, _ = points_in(lines[0].text)
        *name, faction, detachment = re.split(r"\s[-–—]\s", title)
        units = units_of(lines[max(1, len(head)) :])
        return ArmyList(self.name, tuple(units), " - ".join(name), faction, detachment, points)
