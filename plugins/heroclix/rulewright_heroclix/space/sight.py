"""Range and lines of fire: who sees whom, and which squares (11.3, 11.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule
from rulewright.geometry import grid
from rulewright.geometry.grid import FirePolicy, LineState

from ..terms import has, improved, on_map
from .board import scene_of

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.geometry.grid import Mask


@rule("improved.targeting-elevated", "improved.targeting-hindering", "improved.targeting-blocking",
      "improved.targeting-characters", "improved.targeting-destroy-blocking", "keyword.great-size")  # fmt: skip
def fire_policy(position: Position, id: str, target: str = "") -> FirePolicy:
    """What lines of fire from a character disregard, and what lines to the target do."""
    great = has(position, "great-size", id) or (bool(target) and has(position, "great-size", target))
    return FirePolicy(
        elevated=great or improved(position, "improved-targeting-elevated", id),
        hindering=improved(position, "improved-targeting-hindering", id),
        blocking=improved(position, "improved-targeting-blocking", id),
        outdoor_blocking=great,
        figures=improved(position, "improved-targeting-characters", id),
        target_hinders_only=great,
        pieces=1 if improved(position, "improved-targeting-destroy-blocking", id) else 0,
        giants_below_block=position.setup.giants_below_block,
        figures_below_block=position.setup.figures_below_block,
        figures_close_corners=position.setup.figures_close_corners,
    )


@rule("11.3", "11.4", "11.4a", "11.4b", "11.4c", "11.5", "16.2b", "16.3b", "16.4b", "16.4f", "16.4g", "16.5c",
      "16.5d", "16.5e", "16.8b", "24.2e")  # fmt: skip
def line(position: Position, id: str, target: str, reach: int) -> LineState:
    """The best line of fire of at most this length from one character to another; range is counted with it.

    There is none from or to who is off the map.
    """
    if not (on_map(position, id) and on_map(position, target)):
        return LineState.BLOCKED
    scene = scene_of(position)
    table = grid.figure_table(scene.board, scene.figures, fire_policy(position, id, target))
    found: LineState = table[id, target].within(reach)
    return found


@rule("11.4f")
def direct_line(position: Position, id: str, target: str, reach: int) -> bool:
    """Whether a line of fire of at most this length from one character to another is a direct one.

    There is none from or to who is off the map.
    """
    if not (on_map(position, id) and on_map(position, target)):
        return False
    scene, policy = scene_of(position), fire_policy(position, id, target)
    pairs = ((a, b) for a in scene.figures[id].squares for b in scene.figures[target].squares)
    return any(
        grid.direct(a, b)
        and grid.distance(a, b) <= reach
        and not grid.line_of_fire(scene.board, a, b, scene.figures, policy, id).blocked
        for a, b in pairs
    )


@rule("11.3a", "11.3b", "11.3d")
def near(position: Position, id: str, squares: int) -> Mask:
    """The squares within so many squares of a character."""
    scene = scene_of(position)
    return grid.ball(scene.board, scene.figures.mask(id), squares)


@rule("11.4", "11.4a", "11.4b", "11.4d")
def seen(position: Position, id: str) -> Mask:
    """The squares within line of fire of a character; its own are."""
    scene = scene_of(position)
    in_sight, _ = grid.seen_by(scene.board, id, scene.figures, fire_policy(position, id))
    return in_sight | scene.figures.mask(id)
