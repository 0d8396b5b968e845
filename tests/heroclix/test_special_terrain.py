"""Markers of more than one square (17.2a), and special terrain (25.5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Game, Rules, SetupError, Turn, new_game, testing
from rulewright.geometry import grid
from rulewright.geometry.grid import name_of, square_of
from rulewright.problems import ContentError
from rulewright_heroclix.events.belongings import Granted
from rulewright_heroclix.events.damage import KnockedOut
from rulewright_heroclix.events.terrain import MarkerDestroyed, MarkerPlaced
from rulewright_heroclix.events.victory import ElementLost, Scored
from rulewright_heroclix.faces.look import look
from rulewright_heroclix.space.board import scene_of
from rulewright_heroclix.terrain.destroying import pieces
from rulewright_heroclix.terrain.markers import room_for, values
from rulewright_heroclix.terrain.objects import can_lift

from .specials import act, special
from .table import BLANK, FOE, HERO, at, clix, happened, happened_in, marker, moving, one, play, rule, turn

WIDE = {"kind": "hindering", "covers": [2, 1]}
POND = {"kind": "water", "covers": [2, 2], "special_terrain": True, "points": 9}


def piece(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": id, "zh": id}, **more}


def known(*markers: dict[str, Any], rows: Any = BLANK, speed: str = "8 super-strength", **of_map: Any) -> Rules:
    both = [clix(id, *(f"{speed}/10/16/3",) * 6) for id in (HERO, FOE)]
    maps = [{**piece(id), "map": {"rows": list(rows), **of_map}} for id in ("field", "yard")]
    return testing.invent("heroclix", characters=both, maps=maps, markers=list(markers))


def set_up(rules: Rules, *markers: str, **setup: Any) -> Game:
    """A game up to the first marker."""
    forces = [{"members": [{"character": HERO}], "markers": list(markers)}, {"members": [{"character": FOE}]}]
    game = new_game(rules, setup={"forces": forces, "map": "field", "build_total": 100, **setup}, seed=4)
    while game.request.ask not in ("lay", "lay_piece", "action"):
        game.answer(game.request.space.sample(Random(1)), game.request.player)
    return game


def squares(*names: str) -> tuple[Any, ...]:
    return tuple(map(square_of, names))


def placements(game: Game) -> set[tuple[str, ...]]:
    """The squares that may be covered, by their names."""
    return {tuple(map(name_of, option)) for option in game.request.space.options()}


# Markers of more than one square ----------------------------------------------------------------------------


@rule("17.2a", 2)
def test_a_marker_lies_along_rows_or_columns_and_never_across_a_corner() -> None:
    game = set_up(known(piece("cart", **WIDE)), "cart")
    found = placements(game)

    assert {("C5", "D5"), ("C5", "C6")} <= found and ("C5", "D6") not in found
    game.answer(squares("C5", "D5"))
    assert game.state.markers["cart#11"].squares == squares("C5", "D5")
    assert scene_of(game).board.where(grid.HINDERING) == scene_of(game).board.mask(squares("C5", "D5"))


@rule("17.5", 4)
def test_no_wall_parts_its_squares() -> None:
    game = set_up(known(piece("cart", **WIDE), walls=["C5|D5"]), "cart")
    assert ("C5", "D5") not in placements(game) and ("D5", "E5") in placements(game)


@rule("17.10", 4)
def test_all_of_it_is_destroyed_and_leaves_debris_in_each_square() -> None:
    from rulewright_heroclix.terrain.destroying import destroyed

    lies = marker("hindering", "C5", "D5", name="cart#1", card="cart")
    position = play(at(HERO, "C4"), at(FOE, "P16"), lies, rules=known(piece("cart", **WIDE)))
    position.happen(*destroyed(position.game, ("marker", "cart#1"), "16.9"))

    left = sorted(name_of(*each.squares) for each in position.state.markers.values())
    assert left == ["C5", "D5"] and {each.kind for each in position.state.markers.values()} == {"debris"}


@rule("17.8", 1)
def test_it_is_put_down_with_one_square_at_least_on_the_way_or_beside_it() -> None:
    lies = marker("hindering", holder=HERO, name="cart#1", card="cart")
    position = play(at(HERO, "C3"), at(FOE, "P16"), lies, rules=known(piece("cart", **WIDE)))
    position = moving(position, 4, may_carry=False).answer(square_of("C5")).answer("yes")
    found = placements(position.game)

    assert {("D7", "E7"), ("C6", "C7")}.isdisjoint(found) is False
    assert ("E6", "F6") not in found and ("D6", "E6") in found
    position.answer(squares("D6", "E6"))
    assert position.state.markers["cart#1"].squares == squares("D6", "E6")


@rule("17.7", 7, 8)
def test_where_it_finds_no_room_it_leaves_debris_of_its_shape() -> None:
    rows = ["#" * 16, "#.." + "#" * 13, *("#" * 16,) * 14]
    lies = marker("blocking", holder=HERO, name="cart#1", card="cart")
    rules = known(piece("cart", kind="blocking", covers=[2, 1]), rows=rows)
    position = play(at(HERO, "B2"), at(FOE, "C2"), lies, rules=rules).happen(KnockedOut(HERO))

    assert position.asked == "lay_piece" and all("B2" in place for place in placements(position.game))
    position.answer(squares("B2", "C2"))
    assert happened(position, MarkerDestroyed) == [MarkerDestroyed("cart#1", rule="17.7")]
    assert {event.squares for event in happened(position, MarkerPlaced)} == {squares("B2"), squares("C2")}


# Special terrain --------------------------------------------------------------------------------------------


@rule("25.5", 1, 3, 4, 6)
@pytest.mark.parametrize(("kind", "terrain"), [("water", grid.WATER), ("clear", grid.CLEAR)])
def test_special_terrain_replaces_the_terrain_under_it(kind: str, terrain: str) -> None:
    rows = ["." * 16] * 4 + ["....hh.........."] * 2 + ["." * 16] * 10
    game = set_up(known(piece("pond", **{**POND, "kind": kind}), rows=rows), "pond")
    game.answer(squares("E5", "F5", "E6", "F6"))
    board = scene_of(game).board

    assert board.where(terrain) & board.mask(squares("E5", "F5", "E6", "F6")) == board.mask(
        squares("E5", "F5", "E6", "F6")
    )
    assert not board.where(grid.HINDERING)


@rule("25.5", 2)
@rule("25.5a", 1)
@rule("17.2", 1)
def test_it_is_added_to_a_force_for_its_points_once_and_beside_three_terrain_markers() -> None:
    rules = known(piece("pond", **POND), piece("marsh", **POND))

    with pytest.raises(SetupError, match="59 points"):
        set_up(rules, "pond", build_total=58)
    with pytest.raises(SetupError, match=r"pond, marsh, expected at most one special terrain \(25.5a\)"):
        set_up(rules, "pond", "marsh")
    with pytest.raises(SetupError, match="4 terrain markers, expected at most 3"):
        set_up(rules, "object", "object", "object", "object")
    set_up(rules, "object", "object", "object", "pond")


@rule("25.5b", 1, 2)
def test_it_is_placed_more_than_three_squares_from_every_starting_area() -> None:
    rows = {int(name[1:]) for place in placements(set_up(known(piece("pond", **POND)), "pond")) for name in place}
    assert rows == set(range(5, 13))


@rule("25.5b", 3, 5)
def test_it_is_placed_on_one_elevation_and_across_no_stairs() -> None:
    rules = known(piece("pond", **POND), elevated={2: ["A7:P9"]}, ramps=["H6-H7"])
    found = placements(set_up(rules, "pond"))

    assert ("A5", "B5", "A6", "B6") in found and ("A7", "B7", "A8", "B8") in found
    assert not any({"A6", "A7"} <= set(place) for place in found)
    assert not any({"H6", "H7"} & set(place) for place in found)


@rule("25.5b", 4)
@rule("5.4a", 2)
def test_what_cannot_be_placed_is_lost_at_once() -> None:
    game = set_up(known(piece("pond", **{**POND, "covers": [9, 9]})), "pond")

    assert happened_in(game, ElementLost) == [ElementLost(0, "pond#11", rule="5.4a")]
    assert [(event.player, event.points) for event in happened_in(game, Scored)] == [(1, 9)]


@rule("25.5c", 1)
@pytest.mark.parametrize(("kind", "may"), [("water", False), ("clear", True)])
def test_markers_are_placed_only_on_special_terrain_that_is_clear(kind: str, may: bool) -> None:
    rules = known(piece("pond", **{**POND, "kind": kind}))
    game = set_up(rules, "pond", "object")
    game.answer(squares("E5", "F5", "E6", "F6"))
    here = scene_of(game).board.mask(squares("E5"))

    assert bool(game.request.space.mask & here) is may
    assert bool(room_for(game, "object") & here) is may


@rule("25.5d", 1, 2)
@pytest.mark.parametrize(
    ("map", "covers", "granted"), [("field", [2, 2], True), ("yard", [2, 2], False), ("yard", [9, 9], True)]
)
def test_its_force_has_the_map_bonus(map: str, covers: list[int], granted: bool) -> None:
    game = set_up(known(piece("pond", **{**POND, "covers": covers, "map": map, "bonus": ["toughness"]})), "pond")
    if game.request.ask == "lay_piece":
        game.answer(game.request.space.sample(Random(1)), game.request.player)

    assert bool(happened_in(game, Granted)) is granted
    assert (game.has("toughness", f"{HERO}#11"), game.has("toughness", f"{FOE}#21")) == (granted, False)


@rule("25.5e", 1, 2)
def test_nobody_destroys_or_lifts_it() -> None:
    lies = marker("blocking", "C5", "D5", name="keep#11", card="keep")
    rules = known(piece("keep", **{**POND, "kind": "blocking", "covers": [2, 1]}))
    position = play(at(HERO, "C4"), at(FOE, "P16"), lies, rules=rules)
    board = scene_of(position.game).board

    assert not list(pieces(position.game, board.mask(squares("C5", "D5"))))
    position = moving(position, 4, may_carry=False).answer(square_of("B4"))
    assert position.asked == "" and one(position, HERO).squares == squares("B4")


BREAK = special(act({"do": "destroy_special_terrain"}, action=("FREE",)))


@rule("25.5e", 2, 3)
@rule("17.1d")
def test_what_speaks_of_special_terrain_destroys_it_and_leaves_heavy_objects() -> None:
    lies = marker("water", "C5", "D5", "C6", "D6", name="pond#11", card="pond")
    forces = {0: {"elements": ("pond#11",)}, 1: {}}
    rules = testing.invent("heroclix", characters=[clix(HERO, traits=[BREAK]), clix(FOE), clix("mate")],
                           maps=[{**piece("field"), "map": {"rows": list(BLANK)}}],
                           markers=[piece("pond", **POND)])  # fmt: skip
    things = at(HERO, "C4"), at(FOE, "P16"), at("mate", "P1"), lies
    position = turn(play(*things, rules=rules, forces=forces)).answer((HERO, "brawn", "FREE"))

    left = {one.squares[0]: one for one in position.state.markers.values()}
    assert set(left) == set(squares("C5", "D5", "C6", "D6"))
    assert all(
        (one.kind, values(position.game, one).heavy, one.player) == ("object", True, None) for one in left.values()
    )
    assert [(event.player, event.points) for event in happened(position, Scored)] == [(1, 9)]
    assert not can_lift(position.game, HERO, left[squares("C5")[0]])


@rule("25.5e", 2)
@pytest.mark.parametrize(("where", "card", "kind"), [("C7", "pond", "water"), ("C4", "cart", "hindering")])
def test_it_destroys_only_special_terrain_in_reach(where: str, card: str, kind: str) -> None:
    lies = marker(kind, "C4", "D4", name="lies", card=card)
    rules = testing.invent("heroclix", characters=[clix(HERO, traits=[BREAK]), clix(FOE), clix("mate")],
                           maps=[{**piece("field"), "map": {"rows": list(BLANK)}}],
                           markers=[piece("pond", **{**POND, "covers": [2, 1]}), piece("cart", **WIDE)])  # fmt: skip
    position = turn(play(at(HERO, where), at(FOE, "P16"), at("mate", "P1"), lies, rules=rules))
    position.answer((HERO, "brawn", "FREE"))

    assert list(position.state.markers) == ["lies"]


@rule("25.5", 5)
def test_it_is_scored_with_a_defeated_force() -> None:
    lies = marker("water", "C5", name="pond#11", card="pond")
    forces = {0: {"elements": ("pond#11",)}}
    position = play(at(HERO, area="ko"), at(FOE, "C4"), lies, rules=known(piece("pond", **POND)), forces=forces)
    position.begin("game/turn/defeats", Turn(player=1, number=1))

    assert [(event.player, event.points) for event in happened(position, Scored)] == [(1, 9)]


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "clear"}, {"bonus": ["flight"]}, {"covers": [2, 2]}, {"special_terrain": True, "kind": "hindering"}],
)
def test_what_only_terrain_can_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ContentError):
        known(piece("thing", **wrong))


def test_a_look_tells_its_size_and_its_bonus() -> None:
    view = set_up(known(piece("pond", **{**POND, "map": "field", "bonus": ["toughness"]})), "pond").view(0)
    told = str(look(view, "pond"))
    assert "covers 2 × 2 squares" in told and "map bonus on field: Toughness" in told
