"""The chance of an attack that a player thinks of, as far as the table tells it before the attack begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.geometry.grid import LineState

from ..space.sight import line
from ..terms import hit_chance, needed

if TYPE_CHECKING:
    from rulewright import View


def hits(view: View, attacker: str, target: str, kind: str) -> dict[str, int]:
    """The number that 2d6 must show, from 2 to 12, and the chance in percent, for a text."""
    reach = int(view.number("range", attacker))
    hindered = kind == "range" and line(view, attacker, target, reach) is LineState.HINDERED
    need = needed(view, attacker, target, kind, hindered=hindered)
    return {"need": min(12, max(2, need)), "chance": round(100 * hit_chance(need))}
