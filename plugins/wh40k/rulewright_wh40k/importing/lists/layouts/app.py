"""What the official app copies: a title with points, lines with faction, detachment and size, units with bullets."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..lines import Line
from ..model import ArmyList
from ..units import is_size, units_of
from ..words import is_heading, points_in
from .layout import head_of, lines_priced


class App(Struct, frozen=True):
    """The official app."""

    name: str = "official app"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether units have points, and headings or a size stand among them."""
        return lines_priced(lines) > 0 and any(is_heading(line.text) or is_size(line) for line in lines)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """The first line is the title; of the others, the first is the faction and the last the detachment."""
        head = head_of(lines)
        name, points, _ = points_in(head[0].text) if head else ("", None, False)
        named = [line.text for line in head[1:] if not is_size(line)]
        faction, detachment = (named[0] if named else ""), (named[-1] if len(named) > 1 else "")
        return ArmyList(self.name, tuple(units_of(lines[len(head) :])), name, faction, detachment, points)
