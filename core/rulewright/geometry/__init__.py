"""Geometry for tabletop games, usable without any game.

:mod:`rulewright.geometry.grid` rules on squares, :mod:`rulewright.geometry.plane` on continuous inches.
:mod:`rulewright.geometry.maps` gives both as data for faces to draw, :mod:`rulewright.geometry.pictures` reads them
from files. ``docs/geometry.md`` says which query answers which rule.
"""

from typing import Final

TOLERANCE: Final = 1e-6
"""Two measures closer than this are equal, in inches: at exactly the range is in range, touching is no overlap."""


class GeometryError(ValueError):
    """Bad input: it names the piece, what was found and what would be right."""
