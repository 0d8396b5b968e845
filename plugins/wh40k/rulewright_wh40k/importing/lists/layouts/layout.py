"""What a layout is, and how most of them name a list: a title with points, and lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Protocol

from ..lines import Line
from ..model import ArmyList
from ..units import is_aside, is_priced, is_size, unit_lines
from ..words import counted, points_in


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
        if not is_size(line) and (line.bulleted or is_aside(line) or is_priced(line) or not named):
            break
        found.append(line)
    return found


def lines_priced(lines: Sequence[Line]) -> int:
    """How many lines have points."""
    return sum(map(is_priced, lines))


def _is_title(lines: Sequence[Line]) -> bool:
    """Whether the first line names the list: without points where units have them, else with those of the whole.

    So does one with other points, where plain lines such as the faction stand between it and the first heading.
    """
    first, *others = lines
    units = [line for line in others if is_priced(line)]
    if not units or first.bulleted:
        return False
    text, points, _ = points_in(first.text)
    if points is None:
        return True
    after, own = others[0], unit_lines(units)
    total = sum(points_in(line.text)[1] or 0 for line in own)
    if is_priced(after):
        return points == total and len(own) > 1
    return ":" not in text and not _goes_on(after) and (points >= total or _is_headed(others))


def _is_headed(lines: Sequence[Line]) -> bool:
    """Whether a size, or plain lines and then a heading, stand before anything else."""
    plain = list(takewhile(_is_plain, lines))
    return any(map(is_size, plain)) or (bool(plain) and any(map(is_aside, lines[len(plain) :][:1])))


def _is_plain(line: Line) -> bool:
    return is_size(line) or not (_goes_on(line) or is_aside(line) or is_priced(line))


def _goes_on(line: Line) -> bool:
    """Whether a line is about the unit above it."""
    return line.bulleted or counted(line.text)[0] is not None
