"""Names alone, with points or without: what people type themselves."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..lines import Line
from ..model import ArmyList
from ..units import is_aside, units_of
from ..words import counted, points_in
from .layout import head_of, lines_priced


class Names(Struct, frozen=True):
    """A unit in each line."""

    name: str = "plain names"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Always: every other layout has been asked."""
        return True

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """A first line without a count above counted ones is a title."""
        head = head_of(lines)
        if not lines_priced(lines):
            head = [line for line in lines[:1] if _is_title(line, lines[1:])]
        title, points, _ = points_in(head[0].text) if head else ("", None, False)
        return ArmyList(self.name, tuple(units_of(lines[len(head) :])), title.strip(" :"), points=points)


def _is_title(line: Line, others: Sequence[Line]) -> bool:
    own = [one for one in others if not is_aside(one)]
    marked = line.text.endswith(":") or bool(line.head)
    return bool(own) and (marked or (counted(line.text)[0] is None and all(counted(one.text)[0] for one in own)))
