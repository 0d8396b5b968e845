"""The table in inches: what stands on it, what blocks sight and moves, and what the rules measure."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright import Position
from rulewright.field import Scenes
from rulewright.geometry import TOLERANCE, plane
from rulewright.geometry.plane import Piece, Pose, Scene
from rulewright.geometry.plane.data import TableData
from rulewright.geometry.plane.move import MovePolicy
from rulewright.geometry.plane.see import Screen, SeeThrough, SightPolicy

from .state import Fighter

ENGAGED = 1.0
"""Inches within which enemies fight."""
SIGHT = SightPolicy(screens=(Screen("reeds", SeeThrough.INTO),))
"""One sees into reeds and out of them, but not through to what is behind."""
WALKING = MovePolicy(climbs=False, areas=frozenset({"reeds"}), clear_on_way=ENGAGED, clear_at_end=ENGAGED)
"""Reeds are walked through, all other terrain is walked round, and enemies are kept away from."""


def layout(position: Position) -> TableData:
    """The table that the game is played on, as its file says."""
    table: TableData = position.content["layouts"][position.setup.layout]
    return table


def size(position: Position) -> tuple[float, float]:
    """The width and depth of the table, in inches."""
    return layout(position).table.width, layout(position).table.depth


def terrain(position: Position) -> Iterable[Piece]:
    """What lies on the table and never changes."""
    return [one.piece() for one in layout(position).terrain]


def stand(position: Position, fighter: Fighter) -> plane.Model:
    """A row as space sees it: where a base stands, and whose. Its wounds are no part of that."""
    pose = Pose(fighter.x, fighter.y, fighter.facing)
    return plane.Model(str(fighter.id), plane.base_of(fighter.base), pose, side=fighter.player, unit=fighter.unit)


TABLE = Scenes(size, {"fighters": stand}, terrain=terrain)


@TABLE.keep
def gaps(scene: Scene) -> dict[str, dict[str, float]]:
    """How many inches each unit is away from each enemy unit, the nearest first."""
    sides = {model.unit: model.side for model in scene.models.values()}
    found: dict[str, dict[str, float]] = {}
    for unit, side in sides.items():
        foes = [foe for foe in sides if sides[foe] != side]
        away = {foe: plane.measure.unit_gap(scene, unit, foe).horizontal for foe in foes}
        found[unit] = dict(sorted(away.items(), key=lambda one: one[1]))
    return found


def within(position: Position, unit: str, inches: float) -> list[str]:
    """The enemy units within this many inches of a unit, the nearest first."""
    return [foe for foe, away in gaps(position)[unit].items() if away <= inches + TOLERANCE]
