"""What bots need, and people who want advice: how good a position is, and where to go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright import View
from rulewright.content import Pack
from rulewright.field import BoardScene
from rulewright.geometry import grid

from .space import clicks_left, crew


def worth_going_to(content: Pack, scene: BoardScene, figure: str, reach: grid.Reach) -> Iterator[Any]:
    """For each foe the farthest square from which it can be attacked, by an open line if there is one."""
    for foe in scene.figures:
        if foe.side == scene.figures[figure].side:
            continue
        seen, hindered = grid.seen_by(scene.board, foe.id, scene.figures)
        near = grid.ball(scene.board, scene.figures.mask(foe.id), content["figures"][figure].range)
        ends = reach.ends & seen & near
        if squares := ends & ~hindered or ends:
            square = max(scene.board.squares(squares), key=lambda at: grid.distance(at, foe.squares[0]))
            name = content["figures"][foe.id].name
            at = grid.name_of(square)
            yield {"en": f"to attack {name.en} from {at}", "zh": f"在{at}攻击{name.zh}"}, square


def evaluate(view: View, player: int) -> float:
    """More clicks than the other crew are good, and so is being near to it."""
    own, others = crew(view, player), crew(view, 1 - player)
    far = sum(min((grid.distance(one.at, other.at) for other in others), default=0) for one in own)
    return clicks_left(view, player) - clicks_left(view, 1 - player) - 0.02 * far
