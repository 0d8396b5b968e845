"""How each character moves on the map, where its base fits, and squares worth going to (10, 16, 24.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.field import FaultRules
from rulewright.geometry import grid
from rulewright.geometry.grid import BasePolicy, MovePolicy

from ..terms import force, has, on_map, sheet, size_of
from .board import scene_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Game, Position
    from rulewright.geometry.grid import Square


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
        past_figures=through,
        old_hindering=position.setup.old_hindering,
        direct=direct,
    )


@rule("24.2c")
def base_policy(position: Position, id: str) -> BasePolicy:
    """What need not part the squares of a base: elevation, for a character with Flight, a giant or a colossal."""
    card = sheet(position, id)
    flies = has(position, "flight", id) if on_map(position, id) else "flight" in card.carries
    return BasePolicy(uneven=flies or size_of(position, id) >= 2)


class Hints:
    """Squares worth going to: beside each opposing character."""

    def __init__(self, game: Game, id: str) -> None:
        self.scene, self.side = scene_of(game), force(game, id)
        self.content = game.content

    def __call__(self, reach: Any) -> Iterator[tuple[Any, Square]]:
        board, figures = self.scene.board, self.scene.figures
        for foe in figures:
            if foe.side != self.side:
                near = grid.beside(board, figures.mask(foe.id)) & reach.ends
                for square in board.squares(near)[:1]:
                    yield self.content.names(foe.id), square
