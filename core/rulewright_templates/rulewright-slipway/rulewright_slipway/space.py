"""The board of any position, and what is asked of it."""

from __future__ import annotations

from typing import Any

from rulewright.content import Pack
from rulewright.field import Boards, BoardScene
from rulewright.geometry import grid

from .book import Click
from .state import Fighter, Smoke

HIT = 15
HINDERED = 2


def printed(content: Pack, id: str) -> grid.Board:
    """A map as it was printed."""
    board: grid.Board = content["maps"][id].map.board(id)
    return board


def stand(position: Any, fighter: Fighter) -> grid.Figure:
    """A fighter is a figure on one square."""
    return grid.Figure(fighter.id, (fighter.at,), side=fighter.player)


def cloud(position: Any, smoke: Smoke) -> grid.Marker:
    """Smoke is hindering terrain."""
    return grid.Marker((smoke.at,), grid.HINDERING)


BOARD = Boards(
    lambda position: printed(position.content, position.setup.map),
    {"fighters": stand, "smoke": cloud},
)


@BOARD.keep
def lines(scene: BoardScene) -> grid.FigureTable:
    """The lines of fire from figure to figure."""
    return grid.figure_table(scene.board, scene.figures)


def reach_of(position: Any, figure: str) -> int:
    """How many squares away its targets may be."""
    return int(position.content["figures"][figure].range)


def targets(position: Any, figure: str) -> list[str]:
    """The opposing figures within its range to which a line of fire is not blocked."""
    aims, reach = lines(position).row(figure), reach_of(position, figure)
    foes = crew(position, 1 - position.state.fighters[figure].player)
    return [str(foe.id) for foe in foes if aims[foe.id].within(reach) != grid.LineState.BLOCKED]


def needed(position: Any, figure: str, target: str) -> int:
    """What the dice have to come to for a hit; more where the line of fire is hindered."""
    line = lines(position)[figure, target].within(reach_of(position, figure))
    return HIT + HINDERED * (line == grid.LineState.HINDERED) - shows(position, figure).attack


def crew(position: Any, player: int) -> list[Fighter]:
    """The figures of a player that are on the map."""
    return [fighter for fighter in position.state.fighters.values() if fighter.player == player]


def shows(position: Any, figure: str) -> Click:
    """What the dial of a figure shows."""
    click: Click = position.content["figures"][figure].dial[position.state.fighters[figure].click]
    return click


def clicks_left(position: Any, player: int) -> int:
    """The clicks that a crew has left."""
    dials = position.content["figures"]
    return sum(len(dials[one.id].dial) - one.click for one in crew(position, player))
