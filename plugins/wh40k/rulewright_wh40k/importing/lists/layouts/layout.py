"""What a layout is, and how most of them name a list: a title with points, and lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..lines import Line
from ..model import ArmyList
from ..units import is_aside, is_priced, unit_lines
from ..words import SIZES, counted, points_in


class Layout(Protocol):
    """A layout of lists."""

    @property
    def name(self) -> str:
        """What it is called, such as "WTC full"."""

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether a list has this layout."""

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """What the list says."""


def head_of(lines: Sequence[Line]) -> list[Line]:
    """The title of a list and the lines below it, before the first heading and the first unit."""
    named = lines_priced(lines) > 1
    found = list(lines[:1]) if _is_title(lines) else []
    for line in lines[len(found) :]:
        says = is_size(line) or (named and not is_priced(line))
        if line.bulleted or is_aside(line) or not says:
            break
        found.append(line)
    return found


def lines_priced(lines: Sequence[Line]) -> int:
    """How many lines have points."""
    return sum(map(is_priced, lines))


def is_size(line: Line) -> bool:
    """Whether a line says how large the battle is."""
    return points_in(line.text)[0].strip(" :").lower() in SIZES


def _is_title(lines: Sequence[Line]) -> bool:
    """Whether the first line names the list: without points where units have them, else with those of the whole."""
    first, *others = lines
    units = [line for line in others if _names_unit(line)]
    if not units or first.bulleted:
        return False
    text, points, _ = points_in(first.text)
    if points is None:
        return True
    after, own = others[0], unit_lines(units)
    total = sum(points_in(line.text)[1] or 0 for line in own)
    if _names_unit(after):
        return points == total and len(own) > 1
    goes_on = after.bulleted or counted(after.text)[0] is not None or ":" in text
    return not goes_on and points >= total


def _names_unit(line: Line) -> bool:
    return is_priced(line) and not is_size(line) and not is_aside(line)
