"""The table of the slice in inches: kinds of models, what stands where, and what can happen to it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

import rulewright as rw
from rulewright.field import Scenes
from rulewright.geometry import TOLERANCE, plane
from rulewright.geometry.plane import Base, Circle, Oval, Piece, Pose, Scene
from rulewright.geometry.plane.measure import Together
from rulewright.geometry.plane.move import MovePolicy
from rulewright.geometry.plane.tools import MovementTool, Passage

WIDTH, DEPTH = 30.0, 22.0
ENGAGED: Final = 1.0
"""Inches within which enemies are engaged."""


class Kind(msgspec.Struct, frozen=True):
    """What all models of a kind have in common. ``tool``: it advances by a movement tool of that length."""

    base: Base
    move: float
    reach: float
    shots: int = 1
    blows: int = 1
    wounds: int = 1
    tool: float = 0.0


KINDS: Final = {
    "trooper": Kind(Circle(32), 6.0, 14.0),
    "rider": Kind(Oval(75, 42), 9.0, 10.0, blows=3, wounds=2),
    "captain": Kind(Circle(40), 0.0, 12.0, shots=2, blows=4, wounds=3, tool=7.0),
}
ARMIES: Final = (
    (("Mob", "trooper", 5), ("Riders", "rider", 2), ("Captain", "captain", 1)),
    (("Scouts", "trooper", 4), ("Wolves", "rider", 2), ("Chief", "captain", 1)),
)
"""The units of each player: name, kind, models."""


def _box(name: str, x: float, y: float, wide: float, deep: float, **more: Any) -> Piece:
    return Piece(name, ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)), **more)


PIECES: Final = (
    _box("ruin", 12.0, 9.0, 5.0, 3.0, height=5.0, size=4),
    _box("tank", 5.0, 12.0, 3.0, 2.0, height=4.0, size=3),
    _box("shed", 22.0, 8.0, 3.0, 2.5, height=4.0, size=3),
    _box("woods", 20.0, 13.0, 5.0, 3.0, height=5.0, size=1, traits=frozenset({"woods"})),
)
WALKING: Final = MovePolicy(
    free_height=0.0, climbs=False, areas=frozenset({"woods"}), clear_on_way=ENGAGED, clear_at_end=ENGAGED
)
TOGETHER: Final = Together()
TOOL: Final = {name: MovementTool(kind.tool, 0.5) for name, kind in KINDS.items() if kind.tool}
PASSAGE: Final = Passage(1)


class Setup(msgspec.Struct, frozen=True):
    """How long it lasts."""

    rounds: int = 10


class Unit(rw.Record):
    id: str
    owner: int
    kind: str


class Figure(rw.Record):
    id: str
    unit: str
    x: float
    y: float
    facing: float
    wounds: int


class Battle(rw.State):
    units: rw.Table[Unit]
    figures: rw.Table[Figure]


def populate(battle: Battle, setup: Setup, content: Any) -> None:
    """Both armies along their edges, each unit in a line."""
    for owner, army in enumerate(ARMIES):
        for place, (name, kind, count) in enumerate(army):
            battle.units.add(Unit(name, owner, kind))
            for number in range(count):
                x = 3.0 + 9.5 * place + (3.2 if kind == "rider" else 1.8) * number
                y = 3.0 if owner == 0 else DEPTH - 3.0
                figure = f"{name} {number + 1}" if count > 1 else f"{name}'s own"
                battle.figures.add(Figure(figure, name, x, y, 90.0 if owner == 0 else 270.0, KINDS[kind].wounds))


def stand(position: Any, figure: Figure) -> plane.Model:
    """A model on the table: its unit never changes, so of the unit only that is read."""
    unit = position.state.units[figure.unit]
    pose = Pose(figure.x, figure.y, figure.facing)
    return plane.Model(figure.id, KINDS[unit.kind].base, pose, 1.5, side=unit.owner, unit=unit.id)


TABLE = Scenes(lambda position: (WIDTH, DEPTH), {"figures": stand}, terrain=lambda position: PIECES)


@TABLE.keep
def gaps(scene: Scene) -> dict[str, dict[str, float]]:
    """How many inches lie between each unit and each enemy unit."""
    rows: dict[str, list[int]] = {}
    sides = {}
    for row, model in enumerate(scene.models.values()):
        rows.setdefault(model.unit, []).append(row)
        sides[model.unit] = model.side
    apart = plane.measure.distances(scene)
    return {
        unit: {foe: float(apart[np.ix_(mine, rows[foe])].min()) for foe in rows if sides[foe] != sides[unit]}
        for unit, mine in rows.items()
    }


def within(position: Any, unit: str, inches: float) -> list[str]:
    """The enemy units within this many inches of a unit."""
    return [foe for foe, apart in gaps(position)[unit].items() if apart <= inches + TOLERANCE]


def engaged(position: Any, unit: str) -> list[str]:
    """The enemy units that a unit is engaged with."""
    return within(position, unit, ENGAGED)


def units_of(position: Any, player: int) -> list[str]:
    """The units of a player that have models left."""
    left = {figure.unit for figure in position.state.figures.values()}
    return [unit.id for unit in position.state.units.values() if unit.owner == player and unit.id in left]


def models_of(position: Any, unit: str) -> list[Figure]:
    """The models of a unit that are left."""
    return [figure for figure in position.state.figures.values() if figure.unit == unit]


def kind_of(position: Any, unit: str) -> Kind:
    """The kind of a unit."""
    return KINDS[position.state.units[unit].kind]


def nearest_foe(position: Any, unit: str) -> str:
    """The enemy unit that is nearest."""
    apart = gaps(position)[unit]
    return min(apart, key=lambda foe: apart[foe])


# --------------------------------------------------------------------------------------------------------- events


class UnitMoved(rw.Event, frozen=True):
    """The models of a unit went these ways."""

    unit: str
    ways: tuple[tuple[str, tuple[tuple[float, ...], ...]], ...]

    def apply(self, battle: Battle) -> None:
        for name, legs in self.ways:
            figure = battle.figures.edit(name)
            for leg in legs:
                if len(leg) == 1:
                    figure.facing = (figure.facing + leg[0]) % 360.0
                else:
                    figure.x, figure.y = leg[0], leg[1]


class Advanced(rw.Event, frozen=True):
    """A model advanced by its tool: where the tool lay, and where it stands."""

    figure: str
    tool: tuple[tuple[float, float], ...]
    place: tuple[float, float]

    def apply(self, battle: Battle) -> None:
        figure = battle.figures.edit(self.figure)
        figure.x, figure.y = self.place


class Attacked(rw.Event, frozen=True):
    """A unit rolled to hit."""

    unit: str
    target: str
    faces: tuple[int, ...]
    hits: int


class ChargeFailed(rw.Event, frozen=True):
    """The roll was too short."""

    unit: str
    target: str
    inches: int


class WoundLost(rw.Event, frozen=True):
    """A model lost a wound; with its last one it is removed."""

    figure: str

    def apply(self, battle: Battle) -> None:
        figure = battle.figures.edit(self.figure)
        figure.wounds -= 1
        if figure.wounds <= 0:
            battle.figures.remove(self.figure)
