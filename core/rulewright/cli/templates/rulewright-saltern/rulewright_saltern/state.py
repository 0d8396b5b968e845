"""What a game keeps: a row for each model. A unit is what models with the same name of a unit are."""

from __future__ import annotations

from pydantic import BaseModel, Field
from rulewright import Position, Record, SetupError, State, Table, rule
from rulewright.content import Pack


class Fighter(Record):
    """A model. The id is what it is called, such as "Heron 3"."""

    unit: str
    player: int
    base: str
    x: float
    y: float
    facing: float
    wounds: int


class Pans(State):
    """All tables of the game: the models that are left."""

    fighters: Table[Fighter]


class Setup(BaseModel, extra="forbid", frozen=True):
    """The options of a game."""

    layout: str = Field("pans", title="Layout", description="the table, and who stands where on it")
    rounds: int = Field(6, ge=1, le=20, title="Rounds", description="after this many, the game is over")


@rule("1.1")
def set_out(state: Pans, setup: Setup, content: Pack) -> None:
    """The models stand where the layout says. Chance and players have no part in this."""
    layouts = content["layouts"]
    if setup.layout not in layouts:
        problem = f"layout: found {setup.layout!r}, expected one of {', '.join(layouts)}"
        raise SetupError("setup of saltern", [problem])
    for one in layouts[setup.layout].model:
        (x, y), wounds = one.at, content["units"][one.unit].wounds
        state.fighters.add(Fighter(one.id, one.unit, one.side, one.base, x, y, one.facing, wounds))


def units(position: Position, player: int) -> list[str]:
    """The units of a player that have models left."""
    return list(dict.fromkeys(one.unit for one in position.state.fighters.values() if one.player == player))


def models(position: Position, unit: str) -> list[Fighter]:
    """The models of a unit that are left."""
    return [one for one in position.state.fighters.values() if one.unit == unit]


def wounds(position: Position, player: int) -> int:
    """The wounds that the models of a player have left."""
    return sum(one.wounds for one in position.state.fighters.values() if one.player == player)
