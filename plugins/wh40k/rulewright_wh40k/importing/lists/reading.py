"""A text as a list: cleaned, and read by the first layout that knows it."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.problems import ContentError, Problem

from ..editions import READ, other_game
from .layouts import LAYOUTS
from .layouts.layout import head_of
from .lines import Line, clean_lines
from .model import ArmyList
from .rosterizer import read_rosterizer
from .units import is_priced


def read_list(data: bytes) -> ArmyList:
    """The list that a text or a roster of Rosterizer is. Raises ContentError for one without units."""
    if is_rosterizer(data):
        return with_units(read_rosterizer(data))
    lines = clean_lines(data)
    if lines:
        _refuse_other_game(lines)
        layout = next(one for one in LAYOUTS if one.knows(lines))
        return with_units(layout.read(lines))
    return with_units(ArmyList("", ()))


def is_rosterizer(head: bytes) -> bool:
    """Whether JSON begins as Rosterizer writes it."""
    return head.lstrip().startswith(b"{") and b'"rulebook"' in head and b'"snapshot"' in head


def with_units(found: ArmyList) -> ArmyList:
    """A list that has units. Raises ContentError for one that has none."""
    if found.units:
        return found
    wish = "units with their points, such as Name (90 pts)"
    raise ContentError([Problem("", found="a text without units", expected=wish)])


def _refuse_other_game(lines: Sequence[Line]) -> None:
    """Raises ContentError where the head of a list names another game or edition."""
    for line in head_of(lines) or lines[:1]:
        if not is_priced(line) and other_game(line.text):
            raise ContentError(
                [Problem("", f"line {line.number}", found=repr(line.text), expected=f"a list of {READ}")]
            )
