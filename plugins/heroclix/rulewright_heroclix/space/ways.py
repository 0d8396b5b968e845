"""How each character moves on the map, and where its base fits (10, 16, 24.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule
from rulewright.geometry.grid import BasePolicy, MovePolicy

from ..terms import has, on_map, sheet, size_of

if TYPE_CHECKING:
    from rulewright import Position


@rule("improved.movement-elevated", "improved.movement-blocking", "improved.movement-outdoor-blocking",
      "improved.movement-characters", "improved.movement-move-through", "10.6", "10.7a", "10.7b",
      "10.7d", "16.5a")  # fmt: skip
def move_policy(position: Position, id: str, *, direct: bool = False) -> MovePolicy:
    """What a character disregards when it moves; ``direct`` where it moves in a direct path."""
    everywhere = position.may("move through blocking terrain", id)
    outdoor = position.may("move through outdoor blocking terrain", id)
    through = position.may("move through opposing characters", id)
    return MovePolicy(
        red_lines=position.setup.red_lines,
        heights=position.may("cross elevations", id),
        through_blocking="all" if everywhere else "outdoor" if outdoor else "none",
        through_figures=through,
        past_figures=through or position.may("move past opposing characters", id),
        old_hindering=position.setup.old_hindering,
        direct=direct,
    )


@rule("16.5g", "24.2c")
def base_policy(position: Position, id: str) -> BasePolicy:
    """What need not part the squares of a base: elevation, for a character with Flight, a giant or a colossal."""
    card = sheet(position, id)
    flies = has(position, "flight", id) if on_map(position, id) else "flight" in card.carries
    return BasePolicy(uneven=flies or size_of(position, id) >= 2)
