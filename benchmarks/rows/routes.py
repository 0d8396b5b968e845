"""The shortest walk of a base of 0.63 inch round 30 pieces of terrain on a table of 60 by 44 inches."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Final

from ..measure import Pair, Row, Tools, cost, needs

WIDTH: Final = 60.0
DEPTH: Final = 44.0
RADIUS: Final = 0.63
TERRAIN: Final = 30
QUERIES: Final = 20
LONGER: Final = 1.001
"""How much longer than the least a walk along straight lines may be."""
GRAPH: Final = 0.001
"""How far apart the two graphs with fine corners may be, between which the least lengths lie."""

Place = tuple[float, float]


class Table:
    """The terrain of ``bench/geom_path.py``, and twenty starts and goals on it."""

    def __init__(self) -> None:
        with needs("shapely"):
            import shapely
            from shapely.geometry import Polygon
        rng = random.Random(11)
        self.terrain: list[Any] = []
        while len(self.terrain) < TERRAIN:
            x, y = rng.uniform(4, WIDTH - 4), rng.uniform(4, DEPTH - 4)
            corners, reach = rng.randint(4, 7), rng.uniform(1.2, 3.2)
            angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(corners))
            piece = Polygon([(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in angles])
            if piece.area > 2 and all(piece.distance(other) > 0.6 for other in self.terrain):
                self.terrain.append(piece)
        free = shapely.box(RADIUS, RADIUS, WIDTH - RADIUS, DEPTH - RADIUS)
        mitred = shapely.union_all(
            [piece.buffer(RADIUS, join_style="mitre", mitre_limit=2.5) for piece in self.terrain]
        )
        places: list[Place] = []
        while len(places) < 2 * QUERIES:
            place = (rng.uniform(RADIUS, WIDTH - RADIUS), rng.uniform(RADIUS, DEPTH - RADIUS))
            if not shapely.Point(place).buffer(0.01).intersects(mitred) and free.contains(shapely.Point(place)):
                places.append(place)
        self.queries = tuple(zip(places[::2], places[1::2], strict=True))
        self.free = free
        self.mitred = mitred

    def grown(self, quarter: int, outside: bool) -> Any:
        """The terrain grown by the base with arcs in chords, inside the true arcs or outside."""
        import shapely

        out = RADIUS / math.cos(math.pi / (4 * quarter)) if outside else RADIUS
        return shapely.union_all([piece.buffer(out, quad_segs=quarter) for piece in self.terrain])


class Graph:
    """A visibility graph over the corners of grown terrain, in networkx; built naively or by shapely's index."""

    def __init__(self, table: Table, grown: Any, naively: bool) -> None:
        with needs("networkx"):
            import networkx
        import numpy as np
        import shapely
        from shapely.geometry import Polygon

        self.networkx = networkx
        parts = [Polygon(part.exterior) for part in shapely.get_parts(grown)]
        corners = np.vstack([shapely.get_coordinates(part)[:-1] for part in parts])
        self.corners = corners[shapely.covers(table.free, shapely.points(corners))]
        # Touching along a wall is allowed.
        self.solid = [part.buffer(-1e-6) for part in parts]
        self.tree = shapely.STRtree(self.solid)
        self.graph = self.naive() if naively else self.quick()

    def clear(self, a: Any, b: Any) -> bool:
        """Whether a straight way crosses nothing."""
        from shapely.geometry import LineString

        line = LineString((a, b))
        return not any(line.intersects(part) for part in self.solid)

    def naive(self) -> Any:
        """Every pair of corners, one line after another."""
        places = self.corners.tolist()
        graph = self.networkx.Graph()
        graph.add_nodes_from(range(len(places)))
        for i, here in enumerate(places):
            for j in range(i + 1, len(places)):
                if self.clear(here, places[j]):
                    graph.add_edge(i, j, weight=math.dist(here, places[j]))
        return graph

    def quick(self) -> Any:
        """The same graph, all lines at once."""
        import numpy as np

        one, two = np.triu_indices(len(self.corners), 1)
        ok = self._clear_lines(self.corners[one], self.corners[two])
        graph = self.networkx.Graph()
        graph.add_nodes_from(range(len(self.corners)))
        lengths = np.hypot(*(self.corners[one[ok]] - self.corners[two[ok]]).T)
        graph.add_weighted_edges_from(zip(one[ok].tolist(), two[ok].tolist(), lengths.tolist(), strict=True))
        return graph

    def _clear_lines(self, a: Any, b: Any) -> Any:
        import numpy as np
        import shapely

        ok = np.ones(len(a), dtype=bool)
        ok[self.tree.query(shapely.linestrings(np.stack([a, b], axis=1)), predicate="intersects")[0]] = False
        return ok

    def quick_length(self, start: Place, goal: Place) -> float:
        """The length of the shortest way, all lines from start and goal at once, no copy of the graph."""
        import numpy as np

        if self.clear(start, goal):
            return math.dist(start, goal)
        for name, place in (("start", start), ("goal", goal)):
            ok = np.flatnonzero(self._clear_lines(np.tile(place, (len(self.corners), 1)), self.corners))
            lengths = np.hypot(*(self.corners[ok] - place).T)
            self.graph.add_weighted_edges_from((name, row, way) for row, way in zip(ok, lengths, strict=True))
        found = self._between()
        self.graph.remove_nodes_from(("start", "goal"))
        return found

    def _between(self) -> float:
        try:
            return float(self.networkx.shortest_path_length(self.graph, "start", "goal", weight="weight"))
        except (self.networkx.NetworkXNoPath, self.networkx.NodeNotFound):
            return math.inf

    def length(self, start: Place, goal: Place) -> float:
        """The length of the shortest way; infinite where there is none."""
        if self.clear(start, goal):
            return math.dist(start, goal)
        graph = self.graph.copy()
        for name, place in (("start", start), ("goal", goal)):
            for number, corner in enumerate(self.corners.tolist()):
                if self.clear(place, corner):
                    graph.add_edge(name, number, weight=math.dist(place, corner))
        try:
            return float(self.networkx.shortest_path_length(graph, "start", "goal", weight="weight"))
        except (self.networkx.NetworkXNoPath, self.networkx.NodeNotFound):
            return math.inf


class Plain:
    """Plain numpy over the same corners: no graph is kept, the neighbours of a corner are tested when it is left."""

    def __init__(self, graph: Graph) -> None:
        import numpy as np
        import shapely

        self.corners = graph.corners
        rings = [shapely.get_coordinates(part.exterior) for part in graph.solid]
        self.start = np.vstack([ring[:-1] for ring in rings])
        self.way = np.vstack([np.diff(ring, axis=0) for ring in rings])

    def clear(self, a: Any, b: Any) -> Any:
        """Which straight ways cross no edge."""
        x, y = a[:, 0, None] - self.start[:, 0], a[:, 1, None] - self.start[:, 1]
        dx, dy = (b - a)[:, 0, None], (b - a)[:, 1, None]
        ex, ey = self.way.T
        here, there = ex * y - ey * x, ex * (y + dy) - ey * (x + dx)
        first = dy * x - dx * y
        return ~((here * there < 0) & (first * (first + dx * ey - dy * ex) < 0)).any(axis=1)

    def length(self, start: Place, goal: Place) -> float:
        """The length of the shortest way; infinite where there is none."""
        import numpy as np

        places = np.vstack([self.corners, [goal]])
        last = len(self.corners)
        ahead = np.hypot(*(places - places[last]).T)
        best, done = np.full(last + 1, math.inf), np.zeros(last + 1, dtype=bool)
        waiting: list[tuple[float, int]] = []
        here, cost = np.array(start), 0.0
        while True:
            rows = np.flatnonzero(~done)
            total = cost + np.hypot(*(places[rows] - here).T)
            rows, total = rows[total < best[rows]], total[total < best[rows]]
            ok = self.clear(np.repeat(here[None], len(rows), axis=0), places[rows])
            best[rows[ok]] = total[ok]
            for row, value in zip(rows[ok].tolist(), (total[ok] + ahead[rows[ok]]).tolist(), strict=True):
                heapq.heappush(waiting, (value, row))
            while waiting and done[waiting[0][1]]:
                heapq.heappop(waiting)
            if not waiting:
                return math.inf
            row = heapq.heappop(waiting)[1]
            if row == last:
                return float(best[last])
            done[row] = True
            here, cost = places[row], float(best[row])


def _ours(table: Table) -> tuple[Callable[[int], Any], Callable[[int], Any]]:
    """The walk of a query: on a table that was never seen before, and on the same table as last time."""
    from rulewright.geometry.plane.move.walking.routes import shortest
    from rulewright.geometry.plane.scene import Model, Piece, Scene
    from rulewright.geometry.plane.shapes import MM_PER_INCH, Circle, Pose

    pieces = [
        Piece(f"piece {number}", tuple(polygon.exterior.coords)[:-1]) for number, polygon in enumerate(table.terrain)
    ]
    models = [Model("model", Circle(2 * RADIUS * MM_PER_INCH), Pose(*start)) for start, _ in table.queries]
    known = Scene(WIDTH, DEPTH, pieces, models[:1])
    assert known.terrain, "what is known of the terrain goes on to all scenes after this one"

    def cold(number: int) -> Any:
        return shortest(Scene(WIDTH, DEPTH, pieces, [models[number]]), "model", table.queries[number][1])

    def warm(number: int) -> Any:
        return shortest(known.moved({"model": models[number].pose}), "model", table.queries[number][1])

    return cold, warm


@cache
def _proved() -> tuple[Table, Graph, str]:
    """Our least lengths lie between those of two fine graphs, and no walk slides into terrain."""
    from shapely.geometry import LineString

    from rulewright.geometry.plane.move.walking.routes import Route

    table = Table()
    graph = Graph(table, table.mitred, naively=True)
    inner, outer = (Graph(table, table.grown(8, outside), naively=False) for outside in (False, True))
    cold, warm = _ours(table)
    plain = Plain(graph)
    for number, (start, goal) in enumerate(table.queries):
        route, again = cold(number), warm(number)
        low, high, mitred = inner.quick_length(start, goal), outer.quick_length(start, goal), graph.length(start, goal)
        assert (route == again) and isinstance(route, Route) == math.isfinite(mitred), f"query {number}"
        assert abs(plain.length(start, goal) - mitred) < 1e-4 or plain.length(start, goal) == mitred
        if not isinstance(route, Route):
            continue
        assert low - 1e-5 <= route.least <= high + 1e-5 and high < low * (1 + GRAPH), f"query {number}"
        assert route.least <= route.length <= LONGER * route.least and route.least <= mitred + 1e-5
        line = LineString(route.points)
        assert all(line.distance(piece) > RADIUS - 2e-6 for piece in table.terrain), f"query {number}"
    return (
        table,
        graph,
        "20 walks between the lengths of graphs with arcs drawn inside and outside, none slides into terrain",
    )


def _in_turn(call: Callable[[int], Any]) -> Callable[[], Any]:
    """One query after another."""
    numbers = count()
    return lambda: call(next(numbers) % QUERIES)


def _cold(tools: Tools) -> Pair:
    """A table never seen before: the naive side builds its graph and asks it once."""
    table, graph, twin = _proved()

    def theirs(number: int) -> float:
        graph.graph = graph.naive()
        return graph.length(*table.queries[number])

    return Pair(cost(_in_turn(_ours(table)[0]), 1e3), cost(_in_turn(theirs), 1e3), twin)


def _warm(tools: Tools) -> Pair:
    """A table that was asked before."""
    table, graph, twin = _proved()
    theirs = _in_turn(lambda number: graph.length(*table.queries[number]))
    return Pair(cost(_in_turn(_ours(table)[1]), 1e3), cost(theirs, 1e3), twin)


def _numpy(tools: Tools) -> Pair:
    """A table never seen before, against numpy whose obstacles are grown already."""
    table, graph, twin = _proved()
    plain = Plain(graph)
    theirs = _in_turn(lambda number: plain.length(*table.queries[number]))
    return Pair(cost(_in_turn(_ours(table)[0]), 1e3), cost(theirs, 1e3), twin)


ROWS: Final = (
    Row("shortest-path", "shortest walk of a base, on a table never seen before",
        "naive graph in networkx and shapely, built and asked", "ms", _cold, must=1 / 20, stretch=1 / 35),
    Row("shortest-path-warm", "the same on a table that was asked before",
        "the naive graph, asked", "ms", _warm),
    Row("shortest-path-numpy", "shortest walk of a base, on a table never seen before",
        "plain numpy that tests lines as it goes, obstacles grown already", "ms", _numpy),
)  # fmt: skip
