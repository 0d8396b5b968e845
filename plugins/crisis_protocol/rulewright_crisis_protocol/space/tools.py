"""The range tools and movement tools of the game, in inches."""

from __future__ import annotations

from typing import Final, Literal

from rulewright import rule
from rulewright.geometry.irrational import scalar
from rulewright.geometry.plane.tools import MovementTool

MM: Final = 1 / 25.4
"""Inches in a millimetre."""

BOARD: Final = 36.0
"""The length of an edge of the battlefield (battlefield.size)."""

RANGES: Final = {1: 1.0, 2: 3.0, 3: 6.0, 4: 8.0, 5: 10.0}
"""The lengths of the range tools; range 1 is their width (field.tools.range)."""

Speed = Literal["short", "medium", "long"]

SPEEDS: Final[tuple[Speed, ...]] = ("short", "medium", "long")
"""The movement tools, the shortest first."""

LENGTHS: Final[dict[Speed, float]] = {"short": 85 * MM, "medium": 127 * MM, "long": 178 * MM}
"""The lengths of the movement tools (field.tools.movement)."""

TOKEN: Final = 25.4
"""The diameter of an objective token, in millimetres (field.tokens)."""


@rule("measure.tools", "measure.range-tools", "field.tools.range")
def inches(range: int) -> float:
    """How far a range reaches. Raises KeyError for what is no range from 1 to 5."""
    return RANGES[range]


@rule("beam.definition", "field.tools.range")
def beam_inches(range: int) -> float:
    """How far a beam reaches: as far as its tool is long from corner to corner, for it may be laid askew."""
    return scalar.hypot(inches(range), inches(1))


@rule("measure.tools", "measure.movement-tools", "field.tools.movement")
def movement_tool(speed: Speed, width: float) -> MovementTool:
    """A movement tool; its width is a reading of the setup, in inches."""
    return MovementTool(LENGTHS[speed], width)
