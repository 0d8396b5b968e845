"""Who sees whom on a table: 100 bases, every second one oval, among 30 convex pieces on 60 x 44 inches."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from ..measure import Pair, Row, Sample, Tools, cost, needs
from .distances import fresh

if TYPE_CHECKING:
    from rulewright.geometry.plane.scene import Scene

BASES: Final = 100
PIECES: Final = 30
EDGE: Final = 8
"""Points on the edge of a base that the loop looks from and to, beside the centre."""
DENSE: Final = 24
"""Points on the edge of a base for the denser check of who is not seen."""
ROUNDS: Final = 5
UNIT: Final = 5
RANGE: Final = 24.0
QUESTIONS: Final = 200
PAIRS: Final = 60


@dataclass
class Table:
    """The scene, the points on and in each base, and the terrain as polygons of shapely."""

    scene: Scene
    points: Any
    terrain: list[Any]

    def again(self) -> Scene:
        """The same scene, with nothing computed yet."""
        from rulewright.geometry.plane.scene import Scene

        return Scene(60.0, 44.0, self.scene.pieces.values(), self.scene.models.values())


def terrain(random: Random) -> list[Any]:
    """Polygons with four to seven corners on circles, that leave gaps."""
    from shapely.geometry import Polygon

    found: list[Any] = []
    while len(found) < PIECES:
        x, y, corners, radius = (
            random.uniform(4, 56),
            random.uniform(4, 40),
            random.randint(4, 7),
            random.uniform(1.2, 3.2),
        )
        turns = sorted(random.uniform(0, 2 * math.pi) for _ in range(corners))
        piece = Polygon([(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns])
        if piece.area > 2 and all(piece.distance(other) > 0.6 for other in found):
            found.append(piece)
    return found


def table(seed: int = 11) -> Table:
    """Bases that overlap neither each other nor terrain."""
    import numpy as np

    from rulewright.geometry.plane.scene import Model, Piece, Scene
    from rulewright.geometry.plane.see.lookout import outline_points
    from rulewright.geometry.plane.shapes import MM_PER_INCH, Base, Circle, Oval, Pose

    random = Random(seed)
    areas = terrain(random)
    models: list[Model] = []
    while len(models) < BASES:
        x, y = random.uniform(1.6, 58.4), random.uniform(1.6, 42.4)
        wide = 2 * random.choice((0.49, 0.63, 0.79, 1.0)) * MM_PER_INCH
        base: Base = Oval(1.4 * wide, wide) if len(models) % 2 else Circle(wide)
        model = Model(f"base {len(models)}", base, Pose(x, y, random.uniform(0, 180)))
        ground = model.footprint.polygon
        taken = [*areas, *(other.footprint.polygon for other in models)]
        if all(ground.distance(area) > 0.05 for area in taken):
            models.append(model)
    pieces = [
        Piece(f"piece {row}", tuple((px, py) for px, py in area.exterior.coords[:-1])) for row, area in enumerate(areas)
    ]
    points = []
    for model in models:
        edge = outline_points(model.footprint)[:: DENSE // EDGE]
        points.append([model.pose.centre, *((float(spot.real), float(spot.imag)) for spot in edge)])
    return Table(Scene(60.0, 44.0, pieces, models), np.array(points), areas)


def loop(points: Any, areas: list[Any]) -> Any:
    """One segment after the other, against one piece after the other."""
    import numpy as np
    from shapely.geometry import LineString

    spots = points.tolist()
    found = np.eye(len(spots), dtype=bool)
    for i in range(len(spots)):
        for j in range(i + 1, len(spots)):
            found[i, j] = found[j, i] = any(
                not any(line.intersects(area) for area in areas)
                for line in (LineString((a, b)) for a in spots[i] for b in spots[j])
            )
    return found


def arrays(points: Any, areas: list[Any]) -> Any:
    """The same table by plain numpy: the centre lines, then all segments of the pairs that are left."""
    import numpy as np
    import shapely

    sides = [shapely.get_coordinates(area) for area in areas]
    edges = np.vstack([np.hstack([corners[:-1], corners[1:]]) for corners in sides])

    def free(start: Any, end: Any) -> Any:
        found = np.empty(len(start), dtype=bool)
        x3, y3, x4, y4 = edges.T
        for first in range(0, len(start), 4096):  # in pieces that stay in cache
            x1, y1 = start[first : first + 4096, 0, None], start[first : first + 4096, 1, None]
            x2, y2 = end[first : first + 4096, 0, None], end[first : first + 4096, 1, None]
            one = (x4 - x3) * (y1 - y3) - (y4 - y3) * (x1 - x3)
            two = (x4 - x3) * (y2 - y3) - (y4 - y3) * (x2 - x3)
            three = (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)
            four = (x2 - x1) * (y4 - y1) - (y2 - y1) * (x4 - x1)
            found[first : first + 4096] = ~((one * two < 0) & (three * four < 0)).any(axis=1)
        return found

    count, each = points.shape[:2]
    a, b = np.triu_indices(count, 1)
    seen = free(points[a, 0], points[b, 0])
    left = np.flatnonzero(~seen)
    start, end = np.repeat(points[a[left]], each, axis=1), np.tile(points[b[left]], (1, each, 1))
    seen[left] = free(start.reshape(-1, 2), end.reshape(-1, 2)).reshape(len(left), -1).any(axis=1)
    table = np.eye(count, dtype=bool)
    table[a, b] = table[b, a] = seen
    return table


def once(call: Callable[[], object]) -> Sample:
    """What one call costs in microseconds; for what takes seconds."""

    def sample(seconds: float) -> float:
        started = process_time()
        call()
        return (process_time() - started) * 1e6

    return sample


def agrees(world: Table, exact: Any, sampled: Any) -> None:
    """Whoever some sampled line sees is seen; who is seen beyond has a free segment; who is not, has no dense one."""
    import numpy as np
    import shapely

    from rulewright.geometry.plane.see.lines import sight
    from rulewright.geometry.plane.see.lookout import outline_points

    assert (exact | ~sampled).all(), "a free sampled segment, and yet not seen"
    names = list(world.scene.models)
    # The terrain less twice the tolerance: touching a corner is no harm.
    blocking = shapely.union_all([shapely.buffer(area, -2e-6, join_style="mitre") for area in world.terrain])
    shapely.prepare(blocking)
    for a, b in zip(*np.nonzero(np.triu(exact & ~sampled)), strict=True):
        segment = sight(world.scene, names[a], names[b]).segment
        assert segment is not None and not shapely.LineString(segment).intersects(blocking), "seen through terrain"
    edges = [outline_points(ground) for ground in world.scene.footprints]
    for a, b in zip(*np.nonzero(~np.triu(exact) & ~np.tri(len(exact), dtype=bool)), strict=True):
        start, end = np.repeat(edges[a], DENSE), np.tile(edges[b], DENSE)
        ends = np.stack([np.stack([start.real, start.imag], 1), np.stack([end.real, end.imag], 1)], axis=1)
        assert shapely.intersects(blocking, shapely.linestrings(ends)).all(), "a free segment, and yet not seen"


def _all(kind: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        with needs("shapely"):
            import shapely  # noqa: F401
        import numpy as np

        from rulewright.geometry.plane.see.lines import sample_table, sight_table

        world = table()
        points = world.points[:, :1] if kind == "centres" else world.points
        peer = loop(points, world.terrain)
        sampled = sample_table(world.scene, points)
        assert np.array_equal(sampled, peer), "the same segments give another table"
        if kind != "any":
            ours = fresh(world.again, lambda scene: sample_table(scene, points))
            rounds = () if kind == "centres" else (ROUNDS,)
            return Pair(ours, once(lambda: loop(points, world.terrain)), "the same table", *rounds)
        agrees(world, sight_table(world.scene), peer)
        twin = (
            f"sees all that the loop sees, the rest with a free segment, and no more than {DENSE} x {DENSE} segments do"
        )
        return Pair(fresh(world.again, sight_table), once(lambda: loop(points, world.terrain)), twin, ROUNDS)

    return build


def _beside_numpy(tools: Tools) -> Pair:
    with needs("shapely"):
        import shapely  # noqa: F401
    import numpy as np

    from rulewright.geometry.plane.see.lines import sample_table

    world = table()
    points = world.points
    assert np.array_equal(sample_table(world.scene, points), arrays(points, world.terrain)), "another table"
    ours = fresh(world.again, lambda scene: sample_table(scene, points))
    return Pair(ours, once(lambda: arrays(points, world.terrain)), "the same table", ROUNDS)


def _moved(tools: Tools) -> Pair:
    import numpy as np

    from rulewright.geometry.plane.see.lines import sight_table

    world, numbers = table(), count()
    scene = world.scene
    sight_table(scene)
    models = list(scene.models.values())

    def moved() -> Scene:
        number = next(numbers)
        model = models[number % BASES]
        return scene.moved({model.id: model.pose.at(model.pose.x + 0.04, model.pose.y)})

    for _ in range(10):
        after = moved()
        anew = sight_table(type(after)(60.0, 44.0, after.pieces.values(), after.models.values()))
        assert np.array_equal(sight_table(after), anew), "a row is stale"
    return Pair(fresh(moved, sight_table), fresh(world.again, sight_table), "equal to a table made anew")


def _asked() -> Callable[[], tuple[Scene, tuple[str, ...], tuple[str, ...]]]:
    """Questions: a unit of five that stand together has just moved a little; does it see another unit?"""
    from rulewright.geometry.plane.see.lines import sight_table
    from rulewright.geometry.plane.see.units import unit_sees

    scene, random = table().scene, Random(5)
    sight_table(scene), unit_sees(scene, scene.models, scene.models, RANGE)
    order = sorted(scene.models.values(), key=lambda model: (model.pose.x // 12, model.pose.y))
    units = [tuple(model.id for model in order[first : first + UNIT]) for first in range(0, BASES, UNIT)]

    def question() -> tuple[Scene, tuple[str, ...], tuple[str, ...]]:
        mine, theirs = random.sample(units, 2)
        poses = {name: scene.models[name].pose for name in mine}
        moved = {name: pose.at(pose.x + random.uniform(-0.1, 0.1), pose.y) for name, pose in poses.items()}
        return scene.moved(moved), mine, theirs

    return question


def _units(tools: Tools) -> Pair:
    import numpy as np

    from rulewright.geometry.plane.measure.ranges import within
    from rulewright.geometry.plane.see.lines import sight_table
    from rulewright.geometry.plane.see.units import unit_sees

    question = _asked()
    for _ in range(50):
        after, mine, theirs = question()
        pairs = [
            (after.rows[a], after.rows[b])
            for a in mine
            for b in theirs
            if within(after.models[a].footprint, after.models[b].footprint, RANGE)
        ]
        seen = sight_table(type(after)(60.0, 44.0, after.pieces.values(), after.models.values()))
        found = bool(pairs) and bool(seen[tuple(np.array(pairs).T)].any())
        assert unit_sees(after, mine, theirs, RANGE) == found, "another answer than the whole table's"
    return Pair(
        fresh(question, lambda asked: unit_sees(asked[0], asked[1], asked[2], RANGE)),
        fresh(question, lambda asked: sight_table(asked[0])),
        "equal to a table made anew, pair by pair in range",
    )


def _exact_tests(tools: Tools) -> Pair:
    from rulewright.geometry.plane.see import units
    from rulewright.geometry.plane.see.views import looks

    question, counted = _asked(), [0]

    def counting(view: Any, one: Any, two: Any, uses: Any = None) -> Any:
        counted[0] += len(one)
        return looks(view, one, two, uses)

    def sample(seconds: float) -> float:
        counted[0] = 0
        vars(units)["looks"] = counting
        for _ in range(QUESTIONS):
            units.unit_sees(*question(), RANGE)
        vars(units)["looks"] = looks
        return counted[0] / QUESTIONS

    return Pair(sample, lambda _: float(UNIT * UNIT), "counted, not timed")


def _full(tools: Tools) -> Pair:
    from rulewright.geometry.plane.see.visible import facing, fully_visible

    world, random = table(), Random(3)
    pairs = [tuple(random.sample(list(world.scene.models), 2)) for _ in range(PAIRS)]
    found = [fully_visible(world.scene, a, b) for a, b in pairs]
    assert found == [facing(world.again(), a, b).full for a, b in pairs], "another answer than the outline's"
    return Pair(
        fresh(world.again, lambda scene: [fully_visible(scene, a, b) for a, b in pairs]),
        fresh(world.again, lambda scene: [facing(scene, a, b) for a, b in pairs]),
        "equal answers",
    )


def _svg(tools: Tools) -> Pair:
    from xml.etree import ElementTree

    from rulewright.geometry.maps import as_svg, map_of_scene

    scene = table().scene
    shown = {element.get("data-id") for element in ElementTree.fromstring(as_svg(map_of_scene(scene))).iter()}
    assert shown >= {*scene.models, *scene.pieces}, "something is not on the map"
    return Pair(cost(lambda: as_svg(map_of_scene(scene))), None, "it can be parsed, and everything has its id")


ROWS: Final = (
    Row("sight-any", "who sees whom of 100 bases, from any part to any part, exactly, 30 pieces",
        "a loop over shapely segments between 9 points each", "us", _all("any"), must=1 / 60, stretch=1 / 110),
    Row("sight-sampled", "the same by the same 9 points each", "the same loop", "us", _all("sampled"),
        must=1 / 60, stretch=1 / 110),
    Row("sight-sampled-numpy", "the same by the same 9 points each", "plain numpy: centre lines, then all segments",
        "us", _beside_numpy),
    Row("sight-centres", "which centres a free line joins", "a loop over shapely segments", "us", _all("centres"),
        must=1 / 4, stretch=1 / 40),
    Row("sight-moved", "who sees whom after one of 100 bases has moved", "all of it anew", "us", _moved,
        must=1 / 30, stretch=1 / 55),
    Row("unit-sees", "whether a unit of five that moved sees another within 24 inches, asked lazily",
        "the whole table brought up to date", "us", _units, must=1 / 3, stretch=1 / 10),
    Row("unit-sees-exact", "pairs of the 25 that were looked at exactly for it", "all pairs", "pairs", _exact_tests,
        must=1 / 5, stretch=1 / 25),
    Row("fully-visible", f"whether one base sees all of another that faces it, {PAIRS} pairs on a new table",
        "the outline, cut and looked at arc by arc", "us", _full, must=1 / 2, stretch=1 / 5),
    Row("scene-svg", "the same table as a map and as SVG", "", "us", _svg, must=10_000, stretch=5_000),
)  # fmt: skip
