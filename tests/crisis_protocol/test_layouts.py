"""Terrain: how much there is and how far apart, layouts of the content, layouts of files, and scattered ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright import SetupError, new_game, rules_for
from rulewright.testing import begin_game
from rulewright_crisis_protocol.before.terrain import (
    Feature,
    features_of,
    impossible,
    overlap,
    piece,
    scattered,
    too_little,
    too_near,
)
from rulewright_crisis_protocol.events.before import BattlefieldBuilt

from .table import invent, named, rule, rules

BOOK = rules().content


def house(x: float, y: float) -> Feature:
    """A square of 5 by 5 inches."""
    return Feature("house", x, y)


@rule("battlefield.terrain-spacing", 1)
@pytest.mark.parametrize(("x", "y"), [(5.5, 18), (30.5, 18), (18, 5.5), (18, 30.5)])
def test_terrain_at_range_2_of_an_edge_is_too_near_and_a_hair_further_is_not(x: float, y: float) -> None:
    inward = Feature("house", x + (0.01 if x < 18 else -0.01 if x > 18 else 0), y + (0.01 if y < 18 else -0.01))
    (problem,) = too_near(BOOK, [house(x, y)])

    assert problem.startswith(f"terrain[0] (house at {x:g}, {y:g}): found 3.00 inches to the edge of the battlefield")
    assert not [*too_near(BOOK, [inward])]


@rule("battlefield.terrain-spacing", 2)
def test_terrain_at_range_2_of_other_terrain_is_too_near_and_a_hair_further_is_not() -> None:
    (problem,) = too_near(BOOK, [house(10, 10), house(18, 10)])

    assert problem.startswith("terrain[1] (house at 18, 10): found 3.00 inches to terrain[0] (house at 10, 10)")
    assert not [*too_near(BOOK, [house(10, 10), house(18.01, 10)])]


@rule("battlefield.terrain-spacing", 2)
def test_corners_are_measured_straight() -> None:
    """2.2 beside and 2.2 up are 3.11 inches apart."""
    assert not [*too_near(BOOK, [house(10, 10), house(17.2, 17.2)])]
    assert [*too_near(BOOK, [house(10, 10), house(17.1, 17.1)])]


@rule("battlefield.terrain-amount", 2)
@pytest.mark.parametrize(
    ("kinds", "wrong"),
    [
        (["car"] * 12, None),
        (["car"] * 11, "found 11 features of sizes 1 to 5, expected 12"),
        (["car"] * 11 + ["bastion"], "found 11 features of sizes 1 to 5, expected 12"),
        (["car"] * 7 + ["house"] * 5, None),
        (["truck"] * 3 + ["kiosk"] * 3 + ["house"] * 3 + ["lamp"] * 3, "found 6 of 12 features of sizes 2 to 4"),
    ],
)
def test_there_are_12_features_most_of_them_of_sizes_2_to_4(kinds: list[str], wrong: str | None) -> None:
    problems = [*too_little(BOOK, [Feature(kind, 18, 18) for kind in kinds])]

    assert len(problems) == (wrong is not None)
    assert wrong is None or wrong in problems[0]


@rule("battlefield.terrain-agree")
@pytest.mark.parametrize(
    ("features", "possible"),
    [
        ([house(2.5, 2.5)], True),
        ([house(2.4, 2.5)], False),
        ([house(10, 10), house(15, 10)], True),
        ([house(10, 10), house(14.9, 10)], False),
    ],
)
def test_players_may_agree_on_anything_that_can_stand_there(features: list[Feature], possible: bool) -> None:
    assert bool([*impossible(BOOK, features)]) is not possible


# Layouts of the content and of files ------------------------------------------------------------------------


@rule("battlefield.terrain-amount")
@rule("battlefield.terrain-spacing")
def test_the_layouts_of_the_package_keep_to_the_book() -> None:
    assert len(BOOK["layouts"]) >= 3
    for layout in BOOK["layouts"]:
        features = features_of(BOOK, layout)
        assert len(features) >= 12
        assert [*too_little(BOOK, features), *too_near(BOOK, features)] == [], layout


@rule("battlefield.terrain-amount", 1)
@rule("terrain.size-table")
def test_terrain_of_all_sizes_is_there_and_can_be_destroyed() -> None:
    sizes = Counter(sheet.size for sheet in BOOK.terrain.values() if sheet.interactive)

    assert set(sizes) == {1, 2, 3, 4, 5}
    assert sum(sizes.values()) >= 6
    assert BOOK.terrain["monument"].size == 5


FILE = """
[[layouts]]
id = "alley"
name = { en = "The alley", zh = "小巷" }
terrain = [{ kind = "car", at = [10, 10] }, { kind = "house", at = [10, 16.5] }, { kind = "lamp", at = [3.4, 30] }]
"""


@rule("battlefield.terrain-spacing")
@rule("battlefield.terrain-agree")
def test_a_layout_of_a_file_is_refused_with_places_and_reasons_unless_the_players_agree(tmp_path: Path) -> None:
    (tmp_path / "layouts.toml").write_text(FILE, encoding="utf-8")
    alley = rules_for("crisis_protocol", content=[tmp_path])
    with pytest.raises(SetupError) as refusal:
        new_game(alley, {"layout": "alley"})

    assert [problem.partition(": ")[2] for problem in refusal.value.problems] == [
        "terrain: found 3 features of sizes 1 to 5, expected 12 (battlefield.terrain-amount)",
        "terrain: found 1 of 3 features of sizes 2 to 4, expected more than half (battlefield.terrain-amount)",
        "terrain[1] (house at 10, 16.5): found 3.00 inches to terrain[0] (car at 10, 10), expected more than 3 "
        "(battlefield.terrain-spacing)",
        "terrain[2] (lamp at 3.4, 30): found 2.90 inches to the edge of the battlefield, expected more than 3 "
        "(battlefield.terrain-spacing)",
    ]
    game = new_game(alley, {"layout": "alley", "spacing": "as agreed"})
    assert [terrain.kind for terrain in game.state.terrain.values()] == ["car", "house", "lamp"]


def test_a_layout_that_cannot_stand_is_refused_even_when_agreed() -> None:
    odd = named({"id": "odd", "terrain": [{"kind": "car", "at": [1, 18]}]})
    with pytest.raises(SetupError, match=r"terrain\[0\] \(car at 1, 18\): it overlaps the edge of the battlefield"):
        new_game(invent(layouts=[odd]), {"layout": "odd", "spacing": "as agreed"})


def test_a_layout_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(SetupError, match="layout: there is no 'markt'; did you mean 'market'"):
        new_game(rules(), {"layout": "markt"})


# Scattered ones ---------------------------------------------------------------------------------------------


@rule("battlefield.terrain-amount")
@rule("battlefield.terrain-spacing")
@pytest.mark.parametrize("number", range(1, 21))
def test_a_scattered_layout_keeps_to_the_book_and_favours_no_edge(number: int) -> None:
    features = scattered(BOOK, number)

    assert [*too_little(BOOK, features), *too_near(BOOK, features)] == []
    grounds = [piece(BOOK, one).polygon for one in features]
    turned = [piece(BOOK, Feature(one.kind, 36 - one.x, 36 - one.y, one.facing + 180)).polygon for one in features]
    assert all(any(overlap(ground, twin) for twin in turned) for ground in grounds)


def test_a_number_scatters_the_same_terrain_again_and_another_one_other_terrain() -> None:
    assert scattered(BOOK, 4) == scattered(BOOK, 4) == features_of(BOOK, "random 4")
    assert scattered(BOOK, 4) != scattered(BOOK, 5)


def test_what_is_missing_to_scatter_terrain_is_said() -> None:
    bare: Any = SimpleNamespace(terrain={"car": BOOK.terrain["car"]})
    with pytest.raises(LookupError, match="no terrain of size 1 is there"):
        scattered(bare, 1)


@rule("battlefield.first")
@rule("overview.players", 3)
def test_the_battlefield_is_there_before_anyone_decides_anything() -> None:
    squads = ({"characters": ["lumen"]}, {"characters": ["rime"]})
    game = begin_game(rules(), {"squads": squads, "layout": "market"}, seed=1).game
    built = next(event for event in game.events() if isinstance(event, BattlefieldBuilt))

    assert built.layout == "market" and len(game.state.terrain) == 12
    assert game.log[0].event == built


@rule("battlefield.first")
def test_without_a_layout_one_is_drawn() -> None:
    layouts = {
        event.layout
        for seed in range(24)
        for event in new_game(rules(), seed=seed).events()
        if isinstance(event, BattlefieldBuilt)
    }
    assert layouts >= {"crossroads", "dockside", "market"}
    assert any(layout.startswith("random ") for layout in layouts)
