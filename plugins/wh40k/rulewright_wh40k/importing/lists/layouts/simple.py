"""New Recruit "simple": headlines with #, units with points in square brackets and their wargear behind a colon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ..lines import Line
from ..model import ArmyList
from ..units import units_of
from ..words import points_in
from .layout import head_of

_DETACHMENT: Final = re.compile(r"detachment(?: choice)?\s*:\s*(.+)", re.IGNORECASE)
_PRICE: Final = re.compile(r"\[\s*\d+ ?p(?:oin)?ts?\s*\]", re.IGNORECASE)
_FORCE: Final = re.compile(r"\+*\s*(.*roster.*?)\s*\+*$", re.IGNORECASE)


class Simple(Struct, frozen=True):
    """New Recruit "simple"; what stands behind models is counted for each of them."""

    name: str = "New Recruit simple"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether points stand in square brackets, or lines say the battle size or the detachment."""
        return any(_PRICE.search(line.text) or _DETACHMENT.match(line.text) for line in lines)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """``Faction - Name - [points]`` is the title; the total is that of the forces."""
        head = head_of(lines)
        title = points_in(head[0].text)[0] if head else ""
        faction, _, name = re.sub(r"\s[–—]\s", " - ", title).partition(" - ")
        forces = [points_in(line.text)[1] or 0 for line in lines if line.head and _FORCE.match(points_in(line.text)[0])]
        units = units_of(lines[len(head) :], each=True)
        return ArmyList(
            self.name, tuple(units), name or title, faction if name else "", detachment_in(lines), sum(forces) or None
        )


def detachment_in(lines: Sequence[Line]) -> str:
    """The detachment that a line names, ``Detachment: Night Watch``."""
    return next((found[1] for line in lines if (found := _DETACHMENT.match(line.text))), "")
