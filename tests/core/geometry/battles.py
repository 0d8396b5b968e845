"""Random tables with two armies, terrain of every kind, round bases and ovals: the same for the same seed."""

import math
import random
from typing import Final

import shapely

from rulewright.geometry.plane.measure.ranges import distance
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.scene import Floor, Marker, Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Oval, Pose, Rectangle

ROUNDS: Final[tuple[Base, ...]] = (Circle(32), Circle(25), Circle(40))
OVALS: Final[tuple[Base, ...]] = (Oval(75, 42), Oval(60, 35))
ANY: Final[tuple[Base, ...]] = (*ROUNDS, *OVALS, Rectangle(50, 25))
WALK: Final = MovePolicy(
    areas=frozenset({"ruin"}),
    through=frozenset({"wall"}),
    never_on=frozenset({"wall"}),
    clear_on_way=1.0,
    clear_at_end=1.0,
)
CHARGE: Final = MovePolicy(
    areas=frozenset({"ruin"}),
    through=frozenset({"wall"}),
    never_on=frozenset({"wall"}),
    clear_on_way=1.0,
    clear_at_end=1.0,
    engages=frozenset({"E"}),
)


def battle(seed: int, bases: tuple[Base, ...] = ROUNDS, size: int = 5, terrain: int = 7, apart: float = 9.0) -> Scene:
    """Our unit A (with B beside it) below, the enemy's E (with F) above, so far apart, with terrain between them."""
    rng = random.Random(seed)
    pieces: list[Piece] = []
    while len(pieces) < terrain:
        piece = _piece(f"piece {len(pieces)}", rng, 8.0 + apart)
        if all(shapely.distance(piece.polygon, other.polygon) > 0.2 for other in pieces):
            pieces.append(piece)
    models: list[Model] = []
    armies = (("A", 0, 17, 7, size), ("E", 1, 18, 7 + apart, size), ("F", 1, 28, 9 + apart, 3), ("B", 0, 9, 8, 3))
    for unit, side, x, y, count in armies:
        models += _unit(unit, side, rng.choice(bases), (x, y), count, rng, pieces, models)
    return Scene(44, 30, pieces, models, markers=[Marker("objective", 22, 7 + apart / 2)])


def _piece(name: str, rng: random.Random, high: float) -> Piece:
    x, y = rng.uniform(6, 32), rng.uniform(5, high)
    wide, deep, turn = rng.uniform(1.0, 3.5), rng.uniform(0.5, 2.5), rng.uniform(0, math.pi)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    outline = tuple((x + (a * cos - b * sin) / 2, y + (a * sin + b * cos) / 2) for a, b in corners)
    kind = rng.choice(("block", "hill", "crate", "wall", "ruin", "step"))
    height = {"block": math.inf, "hill": 3.0, "crate": 1.5, "wall": 4.0, "ruin": 6.0, "step": 2.5}[kind]
    floors = (Floor(3.0, outline),) if kind == "ruin" and rng.random() < 0.5 else ()
    return Piece(name, outline, height, 0, frozenset({kind}), floors)


def _unit(
    unit: str,
    side: int,
    base: Base,
    at: tuple[float, float],
    count: int,
    rng: random.Random,
    pieces: list[Piece],
    others: list[Model],
) -> list[Model]:
    """Models near each other, on open ground, an inch or more from the enemy."""
    found: list[Model] = []
    while len(found) < count:
        near = rng.choice(found).pose.centre if found else at
        wide = 3.0
        pose = Pose(near[0] + rng.uniform(-wide, wide), near[1] + rng.uniform(-wide, wide), rng.uniform(0, 359))
        model = Model(f"{unit}{len(found)}", base, pose, 1.2, side=side, unit=unit)
        left, low, right, high = model.footprint.bounds
        ground = model.footprint.polygon
        free = all(shapely.distance(ground, piece.polygon) > 0.05 for piece in pieces)
        free = free and left > 0 and low > 0 and right < 44 and high < 30
        free = free and (not found or min(distance(model.footprint, one.footprint) for one in found) < 1.9)
        if free and all(
            distance(model.footprint, one.footprint) > (0.05 if one.side == side else 1.2) for one in (*others, *found)
        ):
            found.append(model)
    return found
