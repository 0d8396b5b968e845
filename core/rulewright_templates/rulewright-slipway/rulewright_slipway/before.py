"""1 Preparation: the options of a game, and where the figures begin."""

from __future__ import annotations

from random import Random
from typing import Any

from pydantic import BaseModel, Field
from rulewright import SetupError, rule
from rulewright.content import Pack

from .space import printed
from .state import Cove, Fighter


class Setup(BaseModel, extra="forbid", frozen=True):
    """The options of a game."""

    map: str = Field("cove", title="Map", description="the id of a map of the content")
    rounds: int = Field(12, ge=1, le=30, title="Rounds", description="after this many, the crew with more clicks wins")


def sample_setup(content: Pack, rng: Random) -> dict[str, Any]:
    """Any setup that a game may begin with."""
    return {"map": rng.choice(sorted(content["maps"])), "rounds": rng.randint(3, 12)}


@rule("1.1")
def populate(state: Cove, setup: Setup, content: Pack) -> None:
    """The figures of each crew stand on its squares, in the order of the content, as many as there are squares."""
    if setup.map not in content["maps"]:
        wrong = f"map: found {setup.map!r}, expected one of {', '.join(content['maps'])}"
        raise SetupError("setup of slipway", [wrong])
    board = printed(content, setup.map)
    for crew in (0, 1):
        figures = [figure for figure in content["figures"].values() if figure.crew == crew]
        for figure, square in zip(figures, board.squares(board.area(f"crew {crew}")), strict=False):
            state.fighters.add(Fighter(figure.id, crew, square))
