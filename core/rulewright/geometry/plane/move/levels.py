"""Up and down: what a base stands on along its way, how far it climbs or flies, and whether it can stand at the end.

Terrain counts as reaching up from the table. A level is a height that counts: standing on terrain low enough to
be moved over freely is level 0.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from ... import TOLERANCE
from ...caching import kept
from ...evidence import Fault
from ...irrational import scalar
from ..areas import area_footprints
from ..measure.ranges import outside
from ..scene import Piece, Scene, Terrain
from ..shapes import Base, Footprint, Point, Pose, facing_of, footprint, polygon_of
from ..slides import at_origin, depth, forbidden, stretches
from .policy import MovePolicy, Way


class Under(msgspec.Struct, frozen=True):
    """A piece of terrain, its ground in convex parts, and where a base's centre is to overlap it and each floor."""

    piece: Piece
    parts: tuple[Footprint, ...]
    grounds: tuple[Footprint, ...]
    floors: tuple[tuple[float, tuple[Footprint, ...]], ...]


class LevelStep(msgspec.Struct, frozen=True):
    """A part of a way, from how far to how far along it, and the levels a base can have there."""

    start: float
    end: float
    levels: tuple[float, ...]


def unders(terrain: Terrain, base: Base, facing: float, rows: Iterable[int]) -> Iterator[Under]:
    """What the rows of terrain are to a base of that facing."""
    return (_under(terrain, base, facing, row) for row in rows)


@kept
def floors_of(terrain: Terrain, row: int) -> tuple[tuple[Footprint, ...], ...]:
    """The floors of a row of terrain, each in convex parts."""
    piece = terrain.pieces[row]
    return tuple(area_footprints(polygon_of(piece.name, floor.outline)) for floor in piece.floors)


@kept
def _under(terrain: Terrain, base: Base, facing: float, row: int) -> Under:
    piece, parts, mover = terrain.pieces[row], terrain.parts(row), at_origin(base, facing)
    shapes = (parts, *floors_of(terrain, row))
    ground, *floors = (tuple(out for part in shape for out in forbidden(mover, part)) for shape in shapes)
    heights = (floor.height for floor in piece.floors)
    return Under(piece, parts, ground, tuple(zip(heights, floors, strict=True)))


# ------------------------------------------------------------------------------------------- along a straight way


def steps(
    unders: Iterable[Under],
    start: Point,
    way: Point,
    length: float,
    policy: MovePolicy,
    stood_on: frozenset[str] = frozenset(),
) -> list[LevelStep]:
    """The levels along a straight way, from one end to the other; ``stood_on`` is low terrain whose top is one."""
    tops: list[tuple[float, float, float, int]] = []
    floors: list[tuple[float, float, float, int]] = []
    for number, under in enumerate(unders):
        if policy.way(under.piece) is Way.CLIMBED:
            for first, last in stretches(start, way, length, under.grounds):
                tops.append((first, last, under.piece.height, number))
        if under.piece.id in stood_on:
            for first, last in stretches(start, way, length, under.grounds):
                floors.append((first, last, under.piece.height, number))
        if policy.way(under.piece) is not Way.LOW:
            for height, grounds in under.floors:
                for first, last in stretches(start, way, length, grounds):
                    floors.append((first, last, height, number))
    cuts = sorted({0.0, length, *(end for one in (*tops, *floors) for end in one[:2])})
    return [_step(first, last, tops, floors) for first, last in pairwise(cuts)]


def _step(
    first: float,
    last: float,
    tops: list[tuple[float, float, float, int]],
    floors: list[tuple[float, float, float, int]],
) -> LevelStep:
    middle = (first + last) / 2
    here = [(height, number) for low, high, height, number in tops if low <= middle <= high]
    shelves = [(height, number) for low, high, height, number in floors if low <= middle <= high]
    return LevelStep(first, last, _levels(here, shelves))


def levels_at(unders: Iterable[Under], centre: Point, policy: MovePolicy) -> tuple[float, ...]:
    """The levels that a base can have at one place."""
    tops, floors = [], []
    for number, under in enumerate(unders):
        if policy.way(under.piece) is Way.CLIMBED and depth(centre, under.grounds) > TOLERANCE:
            tops.append((under.piece.height, number))
        if policy.way(under.piece) is not Way.LOW:
            floors += [(height, number) for height, grounds in under.floors if depth(centre, grounds) > TOLERANCE]
    return _levels(tops, floors)


def _levels(tops: list[tuple[float, int]], floors: list[tuple[float, int]]) -> tuple[float, ...]:
    """No lower than what is climbed there, or on a floor of it; the ground where nothing is climbed."""
    found = {height for height, _ in (*tops, *floors)} | ({0.0} if not tops else set())
    return tuple(
        sorted(level for level in found if all(level >= top or (level, number) in floors for top, number in tops))
    )


# ---------------------------------------------------------------------------------------------- climbing, flying


def climb(start: float, steps: Iterable[LevelStep]) -> tuple[float, tuple[float, ...]]:
    """The least that must be climbed, up and down together, from a level through all steps, and the level in each."""
    best: dict[float, tuple[float, tuple[float, ...]]] = {start: (0.0, ())}
    for step in steps:
        best = {
            level: min((cost + abs(level - before), (*path, level)) for before, (cost, path) in best.items())
            for level in step.levels
        }
    cost, path = min(best.values(), key=lambda found: (found[0], found[1][-1:]))
    return cost, path


def air(start: float, end: float, length: float, steps: Iterable[LevelStep]) -> float:
    """
    The shortest way through the air, over whatever must be flown over, in inches.

    Seen from the side the way is a string pulled tight over the terrain from one level to another.
    """
    heights = {0.0: start}
    for step in steps:
        for place in (step.start, step.end):
            heights[place] = max(heights.get(place, 0.0), step.levels[0])
    top_at_start = heights[0.0] = max(heights[0.0], start)
    top_at_end = heights[length] = max(heights.get(length, 0.0), end)
    string: list[Point] = []
    for corner in sorted(heights.items()):
        while len(string) > 1 and _below(string[-2], string[-1], corner):
            string.pop()
        string.append(corner)
    across = sum(scalar.dist(a, b) for a, b in pairwise(string))
    return across + (top_at_start - start) + (top_at_end - end)


def _below(a: Point, b: Point, c: Point) -> bool:
    """Whether b lies on or under the line from a to c."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0.0


# --------------------------------------------------------------------------------------------- standing somewhere


def level(unders: Iterable[Under], centre: Point, height: float, policy: MovePolicy) -> float:
    """The level of a base that stands so high somewhere: 0 on terrain that is moved over freely."""
    return 0.0 if low_under(unders, centre, height, policy) else height


def low_under(unders: Iterable[Under], centre: Point, height: float, policy: MovePolicy) -> frozenset[str]:
    """The terrain moved over freely on top of which a base stands that is so high."""
    low = (under for under in unders if _is_low(under, policy) and abs(under.piece.height - height) <= TOLERANCE)
    return frozenset(under.piece.id for under in low if depth(centre, under.grounds) > TOLERANCE)


def rest(unders: Iterable[Under], centre: Point, level: float, policy: MovePolicy) -> float:
    """How high the ground under a base on that level is: on top of low terrain where it is level 0."""
    if level > 0.0:
        return level
    low = (under for under in unders if _is_low(under, policy))
    return max((under.piece.height for under in low if depth(centre, under.grounds) > TOLERANCE), default=0.0)


def _is_low(under: Under, policy: MovePolicy) -> bool:
    return policy.way(under.piece) is Way.LOW


def standing_faults(scene: Scene, base: Base, pose: Pose, policy: MovePolicy) -> tuple[Fault, ...]:
    """What is wrong with ending a move there, as far as terrain goes; empty where a base can stand."""
    ground = footprint(base, pose)
    found: list[Fault] = []
    held = abs(pose.height) <= TOLERANCE
    for under in unders(scene.terrain, base, facing_of(base, pose), scene.terrain.near(ground.bounds)):
        deep = depth(pose.centre, under.grounds)
        floor = _floor_at(under, pose)
        if deep <= TOLERANCE and floor is None:
            continue
        piece = under.piece
        on_top = TOLERANCE < piece.height <= pose.height + TOLERANCE and _has_top(piece, pose, policy)
        held = held or on_top or floor is not None
        if piece.traits & policy.never_on and pose.height <= piece.height + TOLERANCE:
            found.append(Fault("ends on", piece.id, deep, (pose.centre,)))
        elif floor is not None:
            found += _floor_faults(piece, floor, ground, pose, policy)
        elif on_top:
            found += _overhang(piece.id, outside(ground, piece.polygon), pose)
        elif policy.way(piece) is not Way.OPEN and piece.height > pose.height + TOLERANCE:
            what = "ends mid-climb on" if policy.way(piece) is Way.CLIMBED else "ends inside"
            found.append(Fault(what, piece.id, deep, (pose.centre,)))
    if not held:
        where = "in the air" if pose.height > 0.0 else "below the table"
        found.append(Fault(f"ends {where}", "", abs(pose.height), (pose.centre,)))
    return tuple(found)


def _has_top(piece: Piece, pose: Pose, policy: MovePolicy) -> bool:
    """Whether a base at this height stands on top of a piece."""
    return piece.height >= pose.height - TOLERANCE and policy.way(piece) in (Way.LOW, Way.CLIMBED)


def _floor_at(under: Under, pose: Pose) -> float | None:
    """The height of the floor that a base at this pose overlaps at its own height."""
    for height, grounds in under.floors:
        if abs(height - pose.height) <= TOLERANCE and depth(pose.centre, grounds) > TOLERANCE:
            return height
    return None


def _floor_faults(piece: Piece, height: float, ground: Footprint, pose: Pose, policy: MovePolicy) -> Iterator[Fault]:
    if height > TOLERANCE and not policy.floors:
        yield Fault("ends on a floor of", piece.id, height, (pose.centre,))
    floors = (floor for floor in piece.floors if floor.height == height)
    over = min(outside(ground, polygon_of(piece.name, floor.outline)) for floor in floors)
    if height > TOLERANCE:
        yield from _overhang(piece.id, over, pose)


def _overhang(name: str, over: float, pose: Pose) -> Iterator[Fault]:
    if over > TOLERANCE:
        yield Fault("overhangs", name, over, (pose.centre,))
