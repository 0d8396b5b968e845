"""Range and lines of fire: who sees whom, and which squares (11.3, 11.4)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.geometry import GeometryError, grid
from rulewright.geometry.caching import kept
from rulewright.geometry.grid import FirePolicy, LineState

from ..terms import has, on_map
from .board import scene_of

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.field import BoardScene
    from rulewright.geometry.grid import Mask


@rule("improved.targeting-elevated", "improved.targeting-hindering", "improved.targeting-blocking",
      "improved.targeting-characters", "improved.targeting-destroy-blocking", "keyword.great-size")  # fmt: skip
def fire_policy(position: Position, id: str, target: str = "") -> FirePolicy:
    """What lines of fire from a character disregard, and what lines to the target do."""
    abilities = frozenset(position.carries(SEES, id))
    great = GREAT in abilities or (bool(target) and has(position, GREAT, target))
    improved = abilities - {GREAT}
    if improved and has(position, "earthbound-neutralized", id):
        improved = frozenset()
    setup = position.setup
    below = (setup.giants_below_block, setup.figures_below_block, setup.figures_close_corners)
    return _policy(great, improved, *below)


IMPROVED: Final = frozenset(
    f"improved-targeting-{what}" for what in ("elevated", "hindering", "blocking", "characters", "destroy-blocking")
)
"""The abilities by which lines of fire disregard something."""
GREAT: Final = "great-size"
SEES: Final = IMPROVED | {GREAT}


@cache
def _policy(
    great: bool, improved: frozenset[str], giants_below: bool, figures_below: bool, close_corners: bool
) -> FirePolicy:
    """What lines of fire disregard with great size and improved targeting, under the options of the game."""
    elevated, hindering, blocking, characters, destroying = (
        f"improved-targeting-{what}" in improved
        for what in ("elevated", "hindering", "blocking", "characters", "destroy-blocking")
    )
    return FirePolicy(
        elevated=great or elevated,
        hindering=hindering,
        blocking=blocking,
        outdoor_blocking=great,
        figures=characters,
        target_hinders_only=great,
        pieces=1 if destroying else 0,
        giants_below_block=giants_below,
        figures_below_block=figures_below,
        figures_close_corners=close_corners,
    )


@rule("11.3", "11.4", "11.4a", "11.4b", "11.4c", "11.5", "16.2b", "16.3b", "16.4b", "16.4f", "16.4g", "16.5c",
      "16.5d", "16.5e", "16.8b", "24.2e")  # fmt: skip
def line(position: Position, id: str, target: str, reach: int) -> LineState:
    """The best line of fire of at most this length from one character to another; range is counted with it.

    There is none from or to who is off the map.
    """
    try:
        found: LineState = lines(scene_of(position), fire_policy(position, id, target))[id, target].within(reach)
    except GeometryError:
        return LineState.BLOCKED
    return found


@kept
def lines(scene: BoardScene, policy: FirePolicy) -> grid.FigureTable:
    """The lines of fire from figure to figure."""
    return grid.figure_table(scene.board, scene.figures, policy)


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
