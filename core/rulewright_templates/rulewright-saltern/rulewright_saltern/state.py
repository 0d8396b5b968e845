"""What a game keeps, a row for each model, and what can happen. A unit is all models that name it."""

from __future__ import annotations

from pydantic import BaseModel, Field
from rulewright import Event, Position, Record, SetupError, State, Table, rule
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


# What can happen


class Moved(Event, frozen=True):
    """Models of a unit went to these places: id, x, y and facing."""

    unit: str
    places: tuple[tuple[str, float, float, float], ...]

    def apply(self, state: Pans) -> None:
        for id, x, y, facing in self.places:
            fighter = state.fighters.edit(id)
            fighter.x, fighter.y, fighter.facing = x, y, facing


class Attacked(Event, frozen=True):
    """A unit rolled to hit another one."""

    unit: str
    target: str
    faces: tuple[int, ...]
    hits: int


class WoundLost(Event, frozen=True):
    """A model lost a wound; with its last one it leaves the table."""

    fighter: str

    def apply(self, state: Pans) -> None:
        fighter = state.fighters.edit(self.fighter)
        fighter.wounds -= 1
        if fighter.wounds == 0:
            state.fighters.remove(self.fighter)


class ChargeFailed(Event, frozen=True):
    """A unit rolled too few inches for its charge."""

    unit: str
    target: str
    inches: int
