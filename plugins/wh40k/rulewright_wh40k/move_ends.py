"""Where moves end, with the height of what models stand on then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule
from rulewright.geometry.plane.move.moves import end_pose, policy_of

if TYPE_CHECKING:
    from rulewright.field.inches import UnitMove
    from rulewright.plaindata import Answer

Landing = tuple[str, float, float, float, float]
"""A model, x and y of its middle in inches, its facing in degrees, and the height of the ground under it in inches."""


@rule("core.moving-over-terrain", "core.terrain-hills", "commentary.ground-level")
def landings(question: UnitMove, answer: Answer) -> tuple[Landing, ...]:
    """Where an exact answer to a move puts the models that move."""
    moves = question.moves(answer)
    ends = [(move.model, end_pose(question.scene, move, policy_of(question.policy, move.model))) for move in moves]
    return tuple((id, end.x, end.y, end.facing, end.height) for id, end in ends)
