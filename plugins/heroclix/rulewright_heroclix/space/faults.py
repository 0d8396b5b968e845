"""Which rule forbids what the geometry finds wrong with a way."""

from __future__ import annotations

from typing import Final

from rulewright.field import FaultRules

MOVING: Final = FaultRules(
    {
        "off the board": "15.2",
        "too far": "10.2",
        "not the next square": "10.2",
        "blocking terrain": "16.3a",
        "ends in blocking terrain": "13.2",
        "ends in an occupied square": "13.2",
        "occupied": "13.2",
        "wall between": "16.4a",
        "change of elevation": "16.5a",
        "has to stop beyond a change of elevation": "16.5a",
        "closed corner": "16.8a",
        "opposing figure": "10.7d",
        "has to stop beside an opposing figure": "10.7b",
        "different elevations": "16.5g",
        "farther than the square that leads": "24.2d",
        "not this base": "24.2a",
        "turns": "10.6",
        "a direct path is at least one square long": "10.6",
        "in no direct path": "10.6",
    },
    others="10.2",
)
"""Which rule forbids what the geometry finds wrong with a way."""
