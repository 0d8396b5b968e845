"""Tables as data: what the content of a game says of a table, and a scene that can be drawn all the same."""

from __future__ import annotations

import itertools
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.content import load_files
from rulewright.geometry import TOLERANCE
from rulewright.geometry.pictures import Tabletop, read_drawn
from rulewright.geometry.plane import Circle, Floor, Marker, Model, Oval, Piece, Pose, Scene, Zone
from rulewright.geometry.plane.data import TableData, overlapping
from rulewright.kinds import ContentKind
from rulewright.problems import ContentError

KINDS = [ContentKind("layouts", TableData)]
YARD: dict[str, Any] = {
    "id": "yard",
    "table": {"width": 20, "depth": 10},
    "terrain": [
        {
            "id": "ruin",
            "outline": [[2, 2], [6, 2], [6, 6], [2, 6]],
            "height": 5,
            "size": 3,
            "traits": ["ruin"],
            "floors": [{"height": 3, "outline": [[2, 2], [4, 2], [4, 4], [2, 4]]}],
            "holes": [[[4.5, 4.5], [5, 4.5], [5, 5], [4.5, 5]]],
        },
        {"id": "tower", "outline": [[10, 2], [12, 2], [11, 4]], "balance": False},
    ],
    "model": [
        {"id": "a", "base": "32mm", "at": [8, 5], "height": 1.5, "side": 1, "unit": "mob", "traits": ["fast"]},
        {"id": "b", "base": "60x35mm", "at": [15, 5], "facing": 90},
    ],
    "zone": [{"id": "west", "outline": [[0, 0], [4, 0], [4, 10], [0, 10]]}],
    "marker": [{"id": "1", "at": [10, 8]}],
}


def loaded(folder: Path, data: dict[str, Any]) -> Any:
    path = folder / "yard.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return load_files([path], KINDS, kind="layouts")["layouts"]


def test_content_has_the_scene_that_the_file_describes(tmp_path: Path) -> None:
    scene = loaded(tmp_path, YARD)["yard"].scene()

    ruin, tower = scene.pieces.values()
    floor = Floor(3.0, ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0)))
    hole = ((4.5, 4.5), (5.0, 4.5), (5.0, 5.0), (4.5, 5.0))
    outline = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))
    assert (scene.width, scene.depth) == (20.0, 10.0)
    assert ruin == Piece("ruin", outline, 5.0, 3, frozenset({"ruin"}), (floor,), (hole,))
    assert (tower.height, tower.balance) == (math.inf, False)
    assert scene.models["a"] == Model("a", Circle(32.0), Pose(8.0, 5.0), 1.5, 0, 1, "mob", frozenset({"fast"}))
    assert scene.models["b"] == Model("b", Oval(60.0, 35.0), Pose(15.0, 5.0, 90.0))
    assert scene.zones["west"] == Zone("west", ((0.0, 0.0), (4.0, 0.0), (4.0, 10.0), (0.0, 10.0)))
    assert scene.markers["1"] == Marker("1", 10.0, 8.0, 40.0, 0.0)


def test_a_file_of_content_is_a_scene_that_is_drawn(tmp_path: Path) -> None:
    scene = loaded(tmp_path, YARD)["yard"].scene()

    drawn = read_drawn(tmp_path / "yard.json").world

    assert isinstance(drawn, Tabletop)
    assert (drawn.scene.pieces, drawn.scene.models) == (scene.pieces, scene.models)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"table": {"width": 20}}, "yard.json: yard: table.depth: found nothing, expected a value"),
        ({"model": [{"id": "a", "at": [8, 5]}]}, "yard.json: yard: model[0]: a model has a base or a hull"),
        ({"model": [YARD["model"][0], YARD["model"][0]]}, "yard.json: yard: model 'a' stands twice in the scene"),
        ({"model": [{"id": "a", "base": "32 mn", "at": [8, 5]}]}, "yard: model[0]: '32 mn' is no base; write 32mm"),
        ({"model": [{"id": "a", "base": "32mm", "at": [0, 5]}]}, "yard.json: yard: model 'a'"),
        (
            {"terrain": [{"id": "bow", "outline": [[0, 0], [2, 2], [2, 0], [0, 2]]}]},
            "terrain[0]: terrain 'bow': the outline",
        ),
        ({"terain": []}, "terain: found an unknown field, expected a known one; did you mean 'terrain' or"),
    ],
)
def test_a_table_that_cannot_stand_so_is_a_mistake_in_the_file(change: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError) as wrong:
        loaded(tmp_path, {**YARD, **change})

    assert words in str(wrong.value)


@pytest.mark.parametrize(
    ("second", "deep"),
    [
        ({"at": [8.5, 5]}, "0.76"),
        ({"at": [8, 5]}, "1.3"),
        ({"at": [8.5, 5], "ground": 1.0, "height": 2.0}, "0.76"),
    ],
)
def test_models_of_a_layout_that_stand_on_each_other_are_named(
    second: dict[str, Any], deep: str, tmp_path: Path
) -> None:
    model = [YARD["model"][0], {"id": "c", "base": "32mm", **second}]

    words = f"models 'a' and 'c' stand on each other: their bases overlap by {deep} inch"
    with pytest.raises(ContentError, match=re.escape(words)):
        loaded(tmp_path, {**YARD, "model": model})


@pytest.mark.parametrize("second", [{"at": [8 + 32 / 25.4, 5]}, {"at": [8.5, 5], "ground": 3.0}])
def test_models_may_touch_and_stand_on_floors_above_others(second: dict[str, Any], tmp_path: Path) -> None:
    model = [YARD["model"][0], {"id": "c", "base": "32mm", **second}]

    assert set(loaded(tmp_path, {**YARD, "model": model})["yard"].scene().models) == {"a", "c"}


@given(st.lists(st.tuples(st.floats(1, 19), st.floats(1, 9), st.sampled_from([0.0, 2.0])), max_size=8))
def test_overlapping_models_are_those_that_all_pairs_find(places: list[tuple[float, float, float]]) -> None:
    models = [Model(str(n), Circle(32.0), Pose(x, y, 0.0, up), 1.0) for n, (x, y, up) in enumerate(places)]
    found = {frozenset((one.id, other.id)) for one, other, _ in overlapping(Scene(20, 10, models=models))}

    apart = 32 / 25.4 - TOLERANCE
    pairs = itertools.combinations(models, 2)
    near = [(a, b) for a, b in pairs if a.pose.height == b.pose.height]
    assert found == {
        frozenset((a.id, b.id)) for a, b in near if math.dist((a.pose.x, a.pose.y), (b.pose.x, b.pose.y)) < apart
    }
