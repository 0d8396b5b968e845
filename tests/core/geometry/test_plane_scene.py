import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.scene import Change, Floor, Marker, Model, Piece, Scene, Zone
from rulewright.geometry.plane.shapes import Circle, Hull, Point, Pose

from .grounds import MANY

SQUARE: tuple[Point, ...] = ((10.0, 10.0), (14.0, 10.0), (14.0, 14.0), (10.0, 14.0))
CROSSED: tuple[Point, ...] = ((10.0, 10.0), (14.0, 14.0), (14.0, 10.0), (10.0, 14.0))
INNER: tuple[Point, ...] = ((11.0, 11.0), (13.0, 11.0), (12.0, 13.0))


def model(name: str, x: float = 20.0, y: float = 20.0, mm: float = 50.8) -> Model:
    return Model(name, Circle(mm), Pose(x, y), height=1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Piece("wall", CROSSED), "terrain 'wall': the outline is no simple polygon"),
        (lambda: Piece("wall", SQUARE[:2]), "terrain 'wall': an outline has at least 3"),
        (lambda: Piece("wall", SQUARE, height=-1.0), "terrain 'wall': its height is a number from 0 up, not -1.0"),
        (lambda: Piece("wall", SQUARE, height=math.nan), "terrain 'wall': its height is"),
        (lambda: Piece("wall", SQUARE, size=-2), "terrain 'wall': its size is"),
        (lambda: Piece("wall", SQUARE, holes=(CROSSED,)), "terrain 'wall': the outline is no simple polygon"),
        (lambda: Piece("wall", SQUARE, holes=(INNER[:2],)), "terrain 'wall': an outline has at least 3"),
        (lambda: Piece("wall", SQUARE, floors=(Floor(3.0, CROSSED),)), "terrain 'wall', floor 1: the outline"),
        (lambda: Piece("wall", SQUARE, floors=(Floor(-3.0, SQUARE),)), "terrain 'wall', floor 1: its height"),
        (lambda: Piece("wall", SQUARE).moved(math.nan, 0.0), "terrain 'wall': a corner is two finite numbers"),
        (lambda: Model("tank", Circle(60), Pose(1, 1), height=-1.0), "model 'tank': its height is"),
        (lambda: Model("tank", Circle(60), Pose(1, 1), height=math.nan), "model 'tank': its height is"),
        (lambda: Model("tank", Circle(60), Pose(1, 1), size=-1), "model 'tank': its size is"),
        (lambda: Zone("home", CROSSED), "zone 'home': the outline is no simple polygon"),
        (lambda: Marker("goal", math.nan, 1.0), "marker 'goal': the x of a pose"),
        (lambda: Marker("goal", 1.0, 1.0, mm=0.0), "marker 'goal': the diameter"),
        (lambda: Marker("goal", 1.0, 1.0, height=math.inf), "marker 'goal': the height of a pose"),
        (lambda: Scene(0.0, 44.0), "a table has a width and a depth above 0, not 0.0 by 44.0"),
        (lambda: Scene(60.0, math.nan), "a table has a width"),
        (lambda: Scene(math.inf, 44.0), "a table has a width"),
        (lambda: Scene(60.0, 44.0, models=[model("a"), model("a", 30.0)]), "model 'a' stands twice"),
        (lambda: Scene(60.0, 44.0, [Piece("w", SQUARE), Piece("w", SQUARE)]), "terrain 'w' stands twice"),
        (lambda: Scene(60.0, 44.0, zones=[Zone("z", SQUARE), Zone("z", SQUARE)]), "zone 'z' stands twice"),
        (lambda: Scene(60.0, 44.0, markers=[Marker("m", 1, 1), Marker("m", 2, 2)]), "marker 'm' stands twice"),
        (
            lambda: Scene(60.0, 44.0, models=[model("a", 0.75, 9)]),
            r"model 'a' at \(0.75, 9\) is 0.25 inch off the table",
        ),
        (lambda: Scene(60.0, 44.0, models=[model("a", 30, 43.5)]), "0.5 inch off the table, which is 60 by 44 inches"),
    ],
)
def test_bad_input_is_refused_by_name(make: Callable[[], object], message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        make()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda table: table.model("x"), "the scene has no model 'x'; it has a, b"),
        (lambda table: table.piece("x"), "the scene has no terrain 'x'; it has none"),
        (lambda table: table.zone("x"), "the scene has no zone 'x'"),
        (lambda table: table.marker("x"), "the scene has no marker 'x'"),
        (lambda table: table.moved({"x": Pose(5, 5)}), "the scene has no model 'x'"),
        (lambda table: table.without_models(["a", "x"]), "the scene has no model 'x'"),
        (lambda table: table.without_pieces(["x"]), "the scene has no terrain 'x'"),
        (lambda table: table.moved({"a": Pose(59.5, 5)}), "model 'a' at .* is 0.5 inch off the table"),
        (lambda table: table.with_models([model("c", 0, 0)]), "model 'c' at .* is 1 inch off the table"),
    ],
)
def test_what_is_not_there_or_off_the_table_is_named(ask: Callable[[Scene], object], message: str) -> None:
    table = Scene(60.0, 44.0, models=[model("a"), model("b")])
    with pytest.raises(GeometryError, match=message):
        ask(table)
    assert tuple(table.models) == ("a", "b")


def test_a_base_may_touch_the_edge_and_stick_out_by_the_tolerance() -> None:
    for base in (Circle(50.8), Hull(((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)))):
        Scene(60.0, 44.0, models=[Model("a", base, Pose(1.0, 43.0))])
        with pytest.raises(GeometryError, match="off the table"):
            Scene(60.0, 44.0, models=[Model("a", base, Pose(0.9, 20.0))])
    Scene(60.0, 44.0, models=[model("a", 1.0 - TOLERANCE / 2, 20.0)])


def test_models_may_overhang_where_that_is_allowed() -> None:
    table = Scene(60.0, 44.0, models=[model("a", 0.0, 20.0)], off_table=True)
    assert table.moved({"a": Pose(-9.0, 20.0)}).model("a").pose.x == -9.0


def test_a_scene_never_changes() -> None:
    table = Scene(60.0, 44.0, [Piece("wall", SQUARE)], [model("a"), model("b", 30.0)])
    moved = table.moved({"a": Pose(25.0, 25.0)})
    more = moved.with_models([model("c", 40.0)])
    fewer = more.without_models(["b"])
    bare = fewer.without_pieces(["wall"])
    assert table.model("a").pose == Pose(20.0, 20.0) and tuple(table.models) == ("a", "b")
    assert moved.model("a").pose == Pose(25.0, 25.0)
    assert tuple(more.models) == ("a", "b", "c") and tuple(fewer.models) == ("a", "c")
    assert tuple(bare.pieces) == () and tuple(fewer.pieces) == ("wall",)
    assert bare.with_pieces([Piece("wall", SQUARE)]).piece("wall") == table.piece("wall")


def test_terrain_is_shared_while_it_is_the_same() -> None:
    table = Scene(60.0, 44.0, [Piece("wall", SQUARE, holes=(INNER,))], [model("a")])
    terrain = table.terrain
    assert table.moved({"a": Pose(30.0, 30.0)}).terrain is terrain
    assert table.with_pieces([Piece("hut", ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0)))]).terrain is not terrain
    assert terrain.ids == ("wall",) and terrain.rows == {"wall": 0} and terrain.heights.tolist() == [math.inf]
    assert sum(part.polygon.area for part in terrain.parts(0)) == pytest.approx(terrain.polygons[0].area)
    assert terrain.near((13.0, 0.0, 20.0, 11.0)) == [0] and terrain.near((14.0, 0.0, 20.0, 44.0)) == []


def test_a_piece_moves_with_its_floors_and_holes() -> None:
    piece = Piece("ruin", SQUARE, 6.0, floors=(Floor(3.0, INNER),), holes=(INNER,)).moved(2.0, -1.0)
    away = np.array([2.0, -1.0])
    assert np.allclose(piece.outline, np.array(SQUARE) + away)
    assert np.allclose(piece.floors[0].outline, np.array(INNER) + away) and piece.floors[0].height == 3.0
    assert np.allclose(piece.holes[0], np.array(INNER) + away)


# ---------------------------------------------------------------------------------------------------- what was kept

Table = dict[str, tuple[float, float]]


class Watched:
    """A value kept by scenes, where each model stands; it counts how it was made and what came to it as changed."""

    def __init__(self) -> None:
        self.built = 0
        self.fresh: list[int] = []
        self.grounds: list[float] = []

    def build(self, scene: Scene) -> Table:
        self.built += 1
        return {name: one.pose.centre for name, one in scene.models.items()}

    def update(self, old: Table, scene: Scene, change: Change) -> Table:
        places, models = list(old.values()), list(scene.models.values())
        self.fresh.append(int((change.rows < 0).sum()))
        self.grounds.append(sum(ground.area for ground in change.grounds))
        return {
            one.id: one.pose.centre if row < 0 else places[row]
            for one, row in zip(models, change.rows.tolist(), strict=True)
        }

    def of(self, scene: Scene) -> Table:
        return scene.kept(self, self.build, self.update)


def true(scene: Scene) -> Table:
    return {name: one.pose.centre for name, one in scene.models.items()}


def test_a_value_is_made_once_and_only_stale_rows_again() -> None:
    watched, table = Watched(), Scene(60.0, 44.0, models=[model("a"), model("b", 30.0), model("c", 40.0)])
    assert watched.of(table) is watched.of(table) and watched.built == 1
    moved = table.moved({"b": Pose(30.0, 30.0)})
    assert watched.of(moved) == true(moved) and watched.fresh == [1]
    twice = moved.moved({"a": Pose(9.0, 9.0)}).without_models(["c"]).with_models([model("d", 50.0)])
    assert watched.of(twice) == true(twice) and watched.fresh == [1, 2]
    assert watched.of(twice.moved({})) == true(twice) and watched.fresh == [1, 2, 0]
    assert watched.of(table) == true(table) and watched.built == 1


def test_a_value_without_update_is_made_again() -> None:
    table, made = Scene(60.0, 44.0, models=[model("a")]), []

    def count(scene: Scene) -> int:
        made.append(scene)
        return len(made)

    assert table.kept("count", count) == table.kept("count", count) == 1
    assert table.moved({"a": Pose(9.0, 9.0)}).kept("count", count) == 2


def test_the_ground_of_terrain_that_came_went_or_moved_is_told() -> None:
    watched, table = Watched(), Scene(60.0, 44.0, [Piece("wall", SQUARE)], [model("a")])
    watched.of(table)
    far = table.with_pieces([table.piece("wall").moved(20.0, 0.0)])
    watched.of(far)
    bare = far.without_pieces(["wall"])
    watched.of(bare.moved({"a": Pose(30.0, 30.0)}))
    watched.of(bare.with_pieces([Piece("hut", SQUARE)]).moved({"a": Pose(30.0, 30.0)}))
    assert watched.grounds == pytest.approx([32.0, 16.0, 32.0])
    assert watched.fresh == [0, 1, 1] and watched.built == 1


kinds = st.sampled_from(["move", "add", "drop", "replace", "all", "terrain", "look"])


@MANY
@given(
    st.integers(0, 3),
    st.lists(st.tuples(kinds, st.integers(0, 5)), max_size=12),
)
def test_what_is_kept_follows_every_change(size: int, steps: list[tuple[str, int]]) -> None:
    watched = Watched()
    table = Scene(60.0, 44.0, models=[model(f"m{number}", 10.0 + number) for number in range(size)])
    watched.of(table)
    forks = [table]
    for number, (kind, which) in enumerate(steps):
        names = list(table.models)
        name = names[which % len(names)] if names else ""
        if kind == "add":
            table = table.with_models([model(f"new{number}", 5.0 + number)])
        elif kind == "terrain":
            table = table.with_pieces([Piece("wall", SQUARE).moved(number, 0.0)])
        elif kind == "look":
            assert watched.of(table) == true(table)
            table = forks[which % len(forks)]
        elif kind == "all":
            table = table.moved({name: Pose(30.0 + number, 30.0) for name in names})
        elif name and kind == "move":
            table = table.moved({name: Pose(20.0, 20.0 + number)})
        elif name and kind == "drop":
            table = table.without_models([name])
        elif name:
            table = table.with_models([model(name, 33.0, 5.0 + number)])
        forks.append(table)
    for scene in forks:
        assert watched.of(scene) == true(scene)
    assert watched.built == 1


def test_zones_markers_and_table_are_areas() -> None:
    table = Scene(60.0, 44.0, zones=[Zone("home", SQUARE)], markers=[Marker("goal", 5.0, 6.0, mm=50.8)])
    assert table.table.equals(shapely.box(0, 0, 60, 44))
    assert table.zone("home").polygon.equals(Polygon(SQUARE))
    ground: Any = table.marker("goal").footprint
    assert ground.core.tolist() == [[5.0, 6.0]] and ground.radius == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        ({"pieces": [Piece("x", SQUARE)]}, {"markers": [Marker("x", 5.0, 5.0)]}),
        ({"models": [model("x")]}, {"pieces": [Piece("x", SQUARE)]}),
        ({"zones": [Zone("x", SQUARE)]}, {"models": [model("x")]}),
    ],
)
def test_one_id_names_one_thing(kind: dict[str, Any], other: dict[str, Any]) -> None:
    """Whatever is asked of an id, it is clear of what."""
    with pytest.raises(GeometryError, match="two things are called 'x'"):
        Scene(60.0, 44.0, **kind, **other)


def test_one_id_names_one_thing_after_a_change_too() -> None:
    table = Scene(60.0, 44.0, [Piece("wall", SQUARE)], [model("a")])
    with pytest.raises(GeometryError, match="two things are called 'wall'"):
        table.with_models([model("wall", 40.0, 40.0)])
    with pytest.raises(GeometryError, match="two things are called 'a'"):
        table.with_pieces([Piece("a", SQUARE)])


def test_a_scene_tells_what_it_is() -> None:
    assert repr(Scene(44, 30.5)) == "Scene(44 x 30.5, 0 pieces, 0 models, 0 zones, 0 markers)"
