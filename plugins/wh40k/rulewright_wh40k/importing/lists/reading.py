"""A text as a list: cleaned, and read by the first layout that knows it."""

from __future__ import annotations

from rulewright.problems import ContentError, Problem

from .layouts import LAYOUTS
from .lines import clean_lines
from .model import ArmyList


def read_list(data: bytes) -> ArmyList:
    """The list that a text is. Raises ContentError for a text without units."""
    lines = clean_lines(data)
    if lines:
        layout = next(one for one in LAYOUTS if one.knows(lines))
        if (found := layout.read(lines)).units:
            return found
    wish = "units with their points, such as Name (90 pts)"
    raise ContentError([Problem("", found="a text without units", expected=wish)])
