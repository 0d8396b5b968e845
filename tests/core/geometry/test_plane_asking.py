"""Sight between units, asked lazily: the same answers as the exact functions, and no more work than they need."""

from collections.abc import Callable
from itertools import product

import msgspec
import numpy as np
import pytest
import shapely

from rulewright.geometry import GeometryError
from rulewright.geometry.plane import Circle, Hull, Model, Pose, Scene
from rulewright.geometry.plane.measure import within
from rulewright.geometry.plane.see import (
    SightPolicy,
    crossed,
    crosses,
    facing,
    fully_visible,
    seers,
    sees,
    sight,
    sight_table,
    unit_sees,
)
from rulewright.geometry.plane.see.bodies import Flags, Rows
from rulewright.geometry.plane.see.lookout import Looks
from rulewright.geometry.plane.see.views import View, looks
from rulewright.geometry.plane.see.visible import _Face
from tests.lengths import length

from .test_plane_sight import INCH, POLICIES, crowd, room, somewhere, wall

ANGLE = Hull(((-1, -1), (1, -1), (1, 0), (0, 0), (0, 1), (-1, 1)))


def anew(scene: Scene) -> Scene:
    """The same table, with nothing known of it."""
    return Scene(scene.width, scene.depth, scene.pieces.values(), scene.models.values())


def mixed(seed: int) -> Scene:
    """A crowd in which one base is an angle."""
    scene = crowd(seed)
    first = next(iter(scene.models.values()))
    return scene.with_models([msgspec.structs.replace(first, base=ANGLE)])


def changed(scene: Scene, numbers: np.random.Generator) -> Scene:
    """A model moves, and sometimes a piece, too."""
    name = f"model {numbers.integers(0, 14)}"
    later = scene.moved({name: somewhere(numbers, 15.0)})
    if numbers.random() < 0.5:
        piece = later.pieces[f"piece {numbers.integers(0, 8)}"]
        later = later.with_pieces([piece.moved(0.5, -0.5)])
    return later


def pairs(scene: Scene, a: str, b: str, inches: float | None, policy: SightPolicy) -> list[tuple[str, str]]:
    """Who sees whom within a distance, pair by pair and exactly."""
    mine, theirs = ([name for name, model in scene.models.items() if model.unit == unit] for unit in (a, b))
    grounds = {name: model.footprint for name, model in scene.models.items()}
    return [
        (one, two)
        for one, two in product(mine, theirs)
        if (inches is None or within(grounds[one], grounds[two], inches)) and sight(scene, one, two, policy).seen
    ]


@pytest.mark.parametrize("number", range(len(POLICIES)))
def test_units_see_what_pairs_of_models_see(number: int) -> None:
    policy, numbers = POLICIES[number], np.random.default_rng(number)
    scene = mixed(number)
    units = [f"unit {one}" for one in range(5)]
    steps = length(3, 4)
    for step in range(steps):
        fresh = anew(scene)
        for a, b in numbers.permuted(list(product(units, units)), axis=0)[: length(4, 8)].tolist():
            inches = (None, 8.0, 20.0)[step % 3]
            wanted = pairs(fresh, a, b, inches, policy)
            assert unit_sees(scene, a, b, inches, policy) == bool(wanted)
            assert seers(scene, a, b, inches, policy) == tuple(dict.fromkeys(one for one, _ in wanted))
        if step == steps - 1:
            assert (sight_table(scene, policy) == sight_table(fresh, policy)).all()
        scene = changed(scene, numbers)


@pytest.fixture
def exact_tests(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many pairs were looked at exactly."""
    counted: list[int] = []

    def counting(view: View, one: Rows, two: Rows, uses: Flags | None = None) -> Looks:
        counted.append(len(one))
        return looks(view, one, two, uses)

    monkeypatch.setattr("rulewright.geometry.plane.see.units.looks", counting)
    return lambda: sum(counted)


def rows(*lanes: float, at: float, unit: str) -> list[Model]:
    return [Model(f"{unit} {lane:g}", Circle(INCH), Pose(at, lane), unit=unit) for lane in lanes]


def test_a_free_line_between_centres_ends_the_search(exact_tests: Callable[[], int]) -> None:
    scene = Scene(
        30, 20, [wall("wall", 14, 0, 15, 9.7)], [*rows(2, 4, 10, at=5, unit="a"), *rows(2, 4, 10, at=25, unit="b")]
    )
    assert unit_sees(scene, "a", "b")
    assert exact_tests() == 0


def test_a_free_line_between_sides_ends_the_search(exact_tests: Callable[[], int]) -> None:
    scene = Scene(30, 20, [wall("wall", 14, 0, 15, 10.2)], [*rows(10, at=5, unit="a"), *rows(10, at=25, unit="b")])
    assert unit_sees(scene, "a", "b")
    assert exact_tests() == 0


def test_what_cuts_every_line_ends_the_search(exact_tests: Callable[[], int]) -> None:
    scene = Scene(30, 20, [wall("wall", 14, 0, 15, 20)], [*rows(8, 10, at=5, unit="a"), *rows(8, 10, at=25, unit="b")])
    assert not unit_sees(scene, "a", "b") and seers(scene, "a", "b") == ()
    assert exact_tests() == 0


def test_only_models_in_range_are_looked_at(exact_tests: Callable[[], int]) -> None:
    scene = Scene(30, 20, [wall("wall", 14, 9, 15, 11)], [*rows(2, 10, at=5, unit="a"), *rows(10, at=25, unit="b")])
    assert unit_sees(scene, "a", "b", 21.0)  # from (5, 2) it is 20.54 to the nearest point
    assert not unit_sees(scene, "a", "b", 18.9)
    assert unit_sees(scene, "a 10", "b", 19.0) == sees(scene, "a 10", "b 10")
    assert exact_tests() <= 1


def test_an_answer_is_found_out_once_and_comes_along(exact_tests: Callable[[], int]) -> None:
    walls = [wall("wall", 14, 9.4, 15, 10.2), wall("other", 14, 10.3, 15, 11)]  # with a narrow gap between them
    scene = Scene(30, 20, walls, [*rows(10, at=5, unit="a"), *rows(10, 2, at=25, unit="b")])
    first = sees(scene, "a 10", "b 10")
    assert exact_tests() == 1
    later = scene.moved({"b 2": Pose(20, 2)})
    assert sees(scene, "a 10", "b 10") == sees(later, "a 10", "b 10") == first
    assert exact_tests() == 1
    assert sees(later.with_pieces([wall("far", 5, 15, 6, 16)]), "a 10", "b 10") == first
    assert exact_tests() == 1
    assert not sees(later.with_pieces([wall("wall", 14, 5, 15, 15)]), "a 10", "b 10")


def test_a_name_is_a_unit_a_model_or_several() -> None:
    scene = Scene(30, 20, [], [*rows(2, 10, at=5, unit="a"), Model("lone", Circle(INCH), Pose(25, 10))])
    assert seers(scene, "a", "lone") == ("a 2", "a 10") == seers(scene, ["a 10", "a 2"], ["lone"])
    assert seers(scene, "a 2", "lone") == ("a 2",)
    assert unit_sees(scene, "a", "a")
    assert not unit_sees(scene, [], "lone")
    with pytest.raises(GeometryError, match="no unit and no model 'b'; it has the units a, lone"):
        unit_sees(scene, "a", "b")
    with pytest.raises(GeometryError, match="no model 'b'"):
        unit_sees(scene, ["b"], "a")
    with pytest.raises(GeometryError, match="from 0 up, not -1"):
        unit_sees(scene, "a", "lone", -1.0)


def test_exactly_so_far_is_within() -> None:
    scene = Scene(30, 20, [], [*rows(10, at=5, unit="a"), *rows(10, at=15, unit="b")])
    assert unit_sees(scene, "a", "b", 9.0) and not unit_sees(scene, "a", "b", 8.999)


@pytest.mark.parametrize("number", range(len(POLICIES)))
def test_quick_answers_on_full_visibility_are_those_of_the_outline(number: int) -> None:
    """Against the outline cut by all that is near, every arc looked at."""
    policy, scene = POLICIES[number], mixed(number)
    numbers = np.random.default_rng(number)
    for _ in range(2):
        # An oval that blocks has 96 corners, which the plain way joins two by two.
        asked = numbers.integers(0, 14, (3 if policy.models and not policy.heights else length(8, 20), 2)).tolist()
        found = [fully_visible(scene, f"model {a}", f"model {b}", policy) for a, b in asked]
        kept = [facing(scene, f"model {a}", f"model {b}", policy) for a, b in asked]
        fresh = anew(scene)
        with pytest.MonkeyPatch.context() as plainly:
            plainly.setattr(_Face, "_may_face", lambda _, ways: np.ones(len(ways), dtype=bool))
            plainly.setattr(
                "rulewright.geometry.plane.see.visible.reaching_in",
                lambda _, walls, rows: np.ones(len(rows), dtype=bool),
            )
            plain = [facing(fresh, f"model {a}", f"model {b}", policy) for a, b in asked]
        assert found == [one.full for one in kept] == [one.full for one in plain]
        for one, other in zip(kept, plain, strict=True):
            assert one.because == other.because or not other.hidden
            # Low things beside the way make the plain answer a sample.
            lengths = [shapely.MultiLineString(each.hidden).length for each in (one, other)]
            assert one.exact >= other.exact and lengths[0] == pytest.approx(
                lengths[1], abs=0.02 if other.exact else 0.2
            )
        scene = changed(scene, numbers)


def test_full_visibility_is_settled_without_the_outline_where_it_can_be() -> None:
    """Nothing between them, or a place that is plainly hidden."""
    scene = room(wall("wall", 9, 9.8, 11, 12), wall("far", 9, 2, 11, 3), bases=[(5, 10), (15, 10), (15, 12), (5, 14)])
    with pytest.MonkeyPatch.context() as no_arcs:
        no_arcs.setattr(_Face, "_cuts", lambda *_: pytest.fail("it was cut into arcs"))
        assert fully_visible(scene, "a", "b") is False
        assert fully_visible(scene, "b", "c") is True
    assert not facing(anew(scene), "a", "b").full and facing(anew(scene), "b", "c").full


def test_what_lines_cross_is_what_each_piece_says() -> None:
    for seed in range(3):
        scene, numbers = mixed(seed), np.random.default_rng(seed)
        for _ in range(3):
            for a, b in numbers.integers(0, 14, (12, 2)).tolist():
                one, two = f"model {a}", f"model {b}"
                hull = [
                    shapely.convex_hull(shapely.union(part.polygon, other.polygon))
                    for part in scene.models[one].footprint.parts
                    for other in scene.models[two].footprint.parts
                ]
                found = crossed(scene, one, two)
                assert found == crossed(scene, two, one)
                for name, piece in scene.pieces.items():
                    apart = min(shapely.distance(area, piece.polygon) for area in hull)
                    deep = max(shapely.intersection(area, piece.polygon).area for area in hull)
                    assert (name in found or deep < 1e-2) and (name not in found or apart < 1e-3)
                    assert crosses(scene, one, two, name) == (name in found)
            scene = changed(scene, numbers)
