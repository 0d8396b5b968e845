"""Distances of all bases on a table: 100 of them on 60 x 44 inches, round ones alone and half of them oval."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

from ..measure import Pair, Row, Sample, Tools, cost, needs

if TYPE_CHECKING:
    from rulewright.geometry.plane.scene import Model, Scene

BASES: Final = 100
CORNERS: Final = 32
"""Corners of the polygons that stand for bases beside us."""

COARSE: Final = 0.02
"""What such a polygon may be wrong by, in inches, on both sides of a distance."""


def crowd(ovals: bool) -> list[Model]:
    """Bases that do not overlap, every second one oval where that is asked for."""
    from rulewright.geometry.plane.measure.ranges import distance
    from rulewright.geometry.plane.scene import Model
    from rulewright.geometry.plane.shapes import Base, Circle, Oval, Pose

    random, models = Random(11), list[Model]()
    while len(models) < BASES:
        base: Base = Circle(random.choice((25, 32, 40, 50)))
        if ovals and len(models) % 2:
            base = Oval(*random.choice(((60, 35), (75, 42), (90, 52))))
        pose = Pose(random.uniform(2, 58), random.uniform(2, 42), random.uniform(0, 360))
        model = Model(f"base {len(models)}", base, pose, height=1.5)
        if all(distance(model.footprint, other.footprint) > 0.05 for other in models):
            models.append(model)
    return models


def table(models: list[Model]) -> Scene:
    """A table with these bases."""
    from rulewright.geometry.plane.scene import Scene

    return Scene(60.0, 44.0, models=models)


def polygons(models: list[Model]) -> list[Any]:
    """The bases as polygons of shapely."""
    from shapely.geometry import Polygon

    from rulewright.geometry.plane.shapes import Oval, inches

    found = []
    for model in models:
        base, (x, y) = model.base, model.pose.centre
        a, b = (base.length_mm, base.width_mm) if isinstance(base, Oval) else (base.mm, base.mm)  # type: ignore[union-attr]
        turn, rim = math.radians(model.pose.facing), []
        for corner in range(CORNERS):
            angle = 2 * math.pi * corner / CORNERS
            along, aside = inches(a) / 2 * math.cos(angle), inches(b) / 2 * math.sin(angle)
            rim.append((x + along * math.cos(turn) - aside * math.sin(turn),
                        y + along * math.sin(turn) + aside * math.cos(turn)))  # fmt: skip
        found.append(Polygon(rim))
    return found


def looped(bases: list[Any]) -> Any:
    """One distance after the other."""
    import numpy as np

    between = np.zeros((len(bases), len(bases)))
    for i in range(len(bases)):
        for j in range(i + 1, len(bases)):
            between[i, j] = between[j, i] = bases[i].distance(bases[j])
    return between


def arrays(corners: Any) -> Any:
    """Corners to edges both ways, one base to all later ones at a time: corners is (bases, corners, 2)."""
    import numpy as np

    ways = np.roll(corners, -1, axis=1) - corners
    squares = (ways * ways).sum(axis=2)
    between = np.zeros((len(corners), len(corners)))
    for i in range(len(corners) - 1):
        best = []
        for at, start, way, square in (
            (corners[i][None, :, None], corners[i + 1 :, None], ways[i + 1 :, None], squares[i + 1 :, None]),
            (corners[i + 1 :, :, None], corners[i][None, None], ways[i][None, None], squares[i][None, None]),
        ):
            apart = at - start
            along = np.clip((apart * way).sum(axis=3) / square, 0.0, 1.0)
            rest = apart - along[..., None] * way
            best.append((rest * rest).sum(axis=3).min(axis=(1, 2)))
        between[i, i + 1 :] = between[i + 1 :, i] = np.sqrt(np.minimum(*best))
    return between


def circles(models: list[Model]) -> Callable[[], Any]:
    """The closed form for round bases, written by hand."""
    import numpy as np

    centres = np.array([model.pose.centre for model in models])
    radii = np.array([model.footprint.radius for model in models])

    def measure() -> Any:
        away = np.hypot(*(centres[:, None] - centres).transpose(2, 0, 1))
        return np.maximum(away - radii[:, None] - radii, 0.0)

    return measure


def fresh(make: Callable[[], Any], use: Callable[[Any], object]) -> Sample:
    """What ``use`` costs in microseconds with something new each time; making it is not counted."""

    def sample(seconds: float) -> float:
        spent: list[float] = []
        until = perf_counter() + seconds
        while not spent or perf_counter() < until:
            made = make()
            started = process_time()
            use(made)
            spent.append(process_time() - started)
        return median(spent) * 1e6

    return sample


def _full(ovals: bool, beside: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        with needs("shapely"):
            import shapely
        import numpy as np

        from rulewright.geometry.plane.measure.pairs import distances
        from rulewright.geometry.plane.measure.ranges import distance

        models = crowd(ovals)
        scene, bases = table(models), polygons(models)
        corners = np.array([shapely.get_coordinates(base)[:-1] for base in bases])
        peers: dict[str, Callable[[], Any]] = {
            "loop": lambda: looped(bases),
            "arrays": (lambda: arrays(corners)) if ovals else circles(models),
        }
        found, grounds = distances(scene), scene.footprints
        exact = [[distance(a, b) for b in grounds] for a in grounds]
        assert np.allclose(found, exact, atol=1e-9), "all at once and one by one differ"
        assert all(np.allclose(found, peer(), atol=COARSE) for peer in peers.values()), "polygons are elsewhere"
        twin = f"equal to one distance after the other, and to within {COARSE} inch to polygons of {CORNERS} corners"
        return Pair(fresh(lambda: table(models), distances), cost(peers[beside]), twin)

    return build


def _moved(ovals: bool) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        import numpy as np

        from rulewright.geometry.plane.measure.pairs import distances
        from rulewright.geometry.plane.shapes import Pose

        models = crowd(ovals)
        scene, numbers = table(models), count()
        distances(scene)

        def moved() -> Scene:
            number = next(numbers)
            return scene.moved({f"base {number % BASES}": Pose(30.0 + number % 7, 22.0, number % 360)})

        for _ in range(6):
            after = moved()
            assert np.array_equal(distances(after), distances(table(list(after.models.values())))), "a row is stale"
        ours = fresh(moved, distances)
        return Pair(ours, fresh(lambda: table(models), distances), "equal to measuring all anew")

    return build


ROWS: Final = (
    Row("distances-round", "horizontal distances of 100 round bases, all pairs, of a scene just made",
        "a loop over shapely polygons", "us", _full(False, "loop"), must=1 / 100, stretch=1 / 250),
    Row("distances-round-arrays", "the same", "the closed form in numpy by hand", "us", _full(False, "arrays")),
    Row("distances-mixed", "horizontal distances of 50 round and 50 oval bases, all pairs",
        "a loop over shapely polygons", "us", _full(True, "loop")),
    Row("distances-mixed-arrays", "the same", "corners to edges in numpy by hand", "us", _full(True, "arrays")),
    Row("distances-moved-round", "distances after one of 100 round bases has moved", "all of them anew", "us",
        _moved(False)),
    Row("distances-moved-mixed", "distances after one of 50 round and 50 oval bases has moved", "all of them anew",
        "us", _moved(True)),
)  # fmt: skip
