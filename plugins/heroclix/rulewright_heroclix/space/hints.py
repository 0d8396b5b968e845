"""Squares worth going to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.geometry import grid

from ..terms import force, side_of
from .board import scene_of

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.geometry.grid import Square


class Hints:
    """Squares worth going to: beside each opposing character."""

    def __init__(self, game: Game, id: str) -> None:
        self.scene, self.side = scene_of(game), side_of(game, force(game, id))
        self.content = game.content

    def __call__(self, reach: Any) -> Iterator[tuple[Any, Square]]:
        board, figures = self.scene.board, self.scene.figures
        for foe in figures:
            if foe.side != self.side:
                near = grid.beside(board, figures.mask(foe.id)) & reach.ends
                for square in board.squares(near)[:1]:
                    yield self.content.names(foe.id), square
