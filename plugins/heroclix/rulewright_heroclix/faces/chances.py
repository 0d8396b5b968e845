"""The chance of an attack that a player thinks of, as far as the table tells it before the attack begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.geometry.grid import LineState

from ..minds.judgement import GUARDS
from ..space.sight import line
from ..terms import hit_chance

if TYPE_CHECKING:
    from rulewright import View


def needed(view: View, attacker: str, target: str, kind: str) -> int:
    """What 2d6 must show for the attack to hit, by the values of now and what stands between them."""
    defense = int(view.number("defense", target)) + 2 * view.has(GUARDS[kind], target)
    if kind == "range":
        defense += line(view, attacker, target, int(view.number("range", attacker))) is LineState.HINDERED
    return defense - int(view.number("attack", attacker))


def hits(view: View, attacker: str, target: str, kind: str) -> dict[str, int]:
    """The number that is needed, from 2 to 12, and the chance in percent, for a text."""
    need = needed(view, attacker, target, kind)
    return {"need": min(12, max(2, need)), "chance": round(100 * hit_chance(need))}
