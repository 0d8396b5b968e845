"""Where everything stands: the map before the first turn, and the board of any position."""

from __future__ import annotations

from random import Random
from typing import Any

from pydantic import BaseModel, Field
from rulewright import SetupError, rule
from rulewright.content import Pack
from rulewright.field import Boards, BoardScene
from rulewright.geometry import grid

from .content import Click
from .state import Cove, Fighter, Smoke

HIT = 15
HINDERED = 2


class Setup(BaseModel, extra="forbid", frozen=True):
    """The options of a game."""

    map: str = Field("cove", title="Map", description="the id of a map of the content")
    rounds: int = Field(12, ge=1, le=30, title="Rounds", description="after so many the crew with more clicks wins")


def sample_setup(content: Pack, rng: Random) -> dict[str, Any]:
    """Any setup that a game may begin with."""
    return {"map": rng.choice(sorted(content["maps"])), "rounds": rng.randint(3, 12)}


@rule("1.1")
def populate(state: Cove, setup: Setup, content: Pack) -> None:
    """The figures of each crew stand on its squares, in the order of the content, as many as there are squares."""
    if setup.map not in content["maps"]:
        wrong = f"map: found {setup.map!r}, expected one of {', '.join(content['maps'])}"
        raise SetupError("setup of slipway", [wrong])
    board = board_of(content, setup)
    for crew in (0, 1):
        figures = [figure for figure in content["figures"].values() if figure.crew == crew]
        for figure, square in zip(figures, board.squares(board.area(f"crew {crew}")), strict=False):
            state.fighters.add(Fighter(figure.id, crew, square))


def board_of(content: Pack, setup: Setup) -> grid.Board:
    """The printed map of a game."""
    board: grid.Board = content["maps"][setup.map].map.board(setup.map)
    return board


def stand(position: Any, fighter: Fighter) -> grid.Figure:
    """A fighter is a figure on one square."""
    return grid.Figure(fighter.id, (fighter.at,), side=fighter.player)


def cloud(position: Any, smoke: Smoke) -> grid.Marker:
    """Smoke is hindering terrain."""
    return grid.Marker((smoke.at,), grid.HINDERING)


BOARD = Boards(lambda position: board_of(position.content, position.setup), {"fighters": stand, "smoke": cloud})


@BOARD.keep
def lines(scene: BoardScene) -> grid.FigureTable:
    """The lines of fire from figure to figure."""
    return grid.figure_table(scene.board, scene.figures)


# What steps, bots and faces ask


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


def reach_of(position: Any, figure: str) -> int:
    """How many squares away its targets may be."""
    return int(position.content["figures"][figure].range)


def needed(position: Any, figure: str, target: str) -> int:
    """What the dice have to come to for a hit; more where the line of fire is hindered."""
    line = lines(position)[figure, target].within(reach_of(position, figure))
    return HIT + HINDERED * (line == grid.LineState.HINDERED) - shows(position, figure).attack


def targets(position: Any, figure: str) -> list[str]:
    """The opposing figures within its range to which a line of fire is not blocked."""
    aims, reach = lines(position).row(figure), reach_of(position, figure)
    foes = crew(position, 1 - position.state.fighters[figure].player)
    return [str(foe.id) for foe in foes if aims[foe.id].within(reach) != grid.LineState.BLOCKED]
