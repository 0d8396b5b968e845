"""Special objects and EFFECT terrain (25.1, 25.9): what they cost, where they lie, whose their effects are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Rules, SetupError, Turn, new_game, testing
from rulewright.geometry import grid
from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.before.placement import Laying
from rulewright_heroclix.before.starting_areas import starting_area
from rulewright_heroclix.events.terrain import MarkerDestroyed, MarkerHeld, MarkerRemoved
from rulewright_heroclix.events.victory import ElementLost, Scored
from rulewright_heroclix.faces.look import look
from rulewright_heroclix.space.board import scene_of
from rulewright_heroclix.terrain.destroying import pieces
from rulewright_heroclix.terrain.markers import values

from .table import FOE, HERO, at, clix, happened, marker, play, rule, turn

AIM = {"modifies": "attack", "by": 1}


def piece(id: str, kind: str = "object", **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": id, "zh": id}, "kind": kind, "points": 7, "does": [AIM], **more}


def known(*pieces: dict[str, Any], speed: str = "8") -> Rules:
    both = [clix(id, *(f"{speed}/10/16/3",) * 6) for id in (HERO, FOE)]
    field = {"id": "field", "name": {"en": "Field", "zh": "空地"}, "map": {"rows": ["................"] * 16}}
    return testing.invent("heroclix", characters=both, maps=[field], markers=list(pieces))


def beacon(where: str = "C3", kind: str = "object", **printed: Any) -> Scenario:
    """A hero in C3 and a foe in C4, and a marker with effects there or in someone's hands."""
    lies = {"holder": where} if where in (HERO, FOE) else {}
    mine = marker(kind, *(() if lies else (where,)), name="beacon#11", card="beacon", **lies)
    forces = {0: {"elements": ("beacon#11",)}}
    return play(at(HERO, "C3"), at(FOE, "C4"), mine, rules=known(piece("beacon", kind, **printed)), forces=forces)


def attacks(position: Scenario) -> list[int]:
    """The attack values of the hero and of the foe, which are 10 without any effect."""
    return [int(position.game.number("attack", who)) for who in (HERO, FOE)]


def settled(position: Scenario) -> Scenario:
    """A turn begins, and after it what markers give has been given."""
    return turn(position)


# Whose the effects are --------------------------------------------------------------------------------------


@rule("25.1", 1)
@rule("25.9", 1)
@pytest.mark.parametrize("kind", ["object", "hindering"])
@pytest.mark.parametrize(
    ("to", "where", "expected"),
    [
        ("its squares", "C3", [11, 10]), ("its squares", "C5", [10, 10]), ("adjacent", "C3", [10, 11]),
        ("adjacent", "D3", [11, 11]), ("adjacent", "A1", [10, 10]), ("holder", "C3", [10, 10]),
    ],
)  # fmt: skip
def test_those_whom_it_names_have_its_effects(kind: str, to: str, where: str, expected: list[int]) -> None:
    assert attacks(settled(beacon(where, kind, gives_to=to))) == expected


@rule("25.1", 7)
@rule("25.9", 7)
@rule("17.7", 4)
@pytest.mark.parametrize("kind", ["object", "hindering"])
@pytest.mark.parametrize(
    ("to", "holder", "expected"),
    [
        ("holder", HERO, [11, 10]), ("holder", FOE, [10, 11]), ("its squares", FOE, [10, 11]),
        ("adjacent", HERO, [10, 11]),
    ],
)  # fmt: skip
def test_the_squares_of_its_holder_are_its_squares(kind: str, to: str, holder: str, expected: list[int]) -> None:
    rules = known(piece("beacon", kind, gives_to=to), speed="8 super-strength")
    held = marker(kind, name="beacon#11", card="beacon", holder=holder)

    assert attacks(settled(play(at(HERO, "C3"), at(FOE, "C4"), held, rules=rules))) == expected


@rule("25.1", 1)
def test_its_effects_go_with_it() -> None:
    position = beacon("C3").happen(MarkerHeld("beacon#11", FOE))
    assert attacks(position) == [10, 11]

    position.happen(MarkerDestroyed("beacon#11"))
    assert attacks(position) == [10, 10]


# Building a force and setting up ----------------------------------------------------------------------------


def set_up(rules: Rules, *markers: str, total: int = 100, of: int = 50) -> Any:
    forces = [{"members": [{"character": HERO}], "markers": list(markers)}, {"members": [{"character": FOE}]}]
    return new_game(rules, setup={"forces": forces, "map": "field", "build_total": total}, seed=4)


@rule("25.1", 3)
@rule("25.9", 3)
@rule("2.2", 1)
@pytest.mark.parametrize("kind", ["object", "hindering"])
def test_it_costs_its_points(kind: str) -> None:
    rules = known(piece("beacon", kind, points=51), piece("bell", kind, points=50))

    with pytest.raises(SetupError, match="101 points"):
        set_up(rules, "beacon")
    assert set_up(rules, "bell").state.forces[0].elements == ("bell#11",)


@rule("17.1a", 2)
@rule("25.1", 3)
@rule("25.9", 3)
@pytest.mark.parametrize("wrong", [{"points": 0}, {"does": []}])
def test_what_does_something_costs_points_and_the_other_way_round(wrong: dict[str, Any]) -> None:
    with pytest.raises(ContentError, match="it costs points where it grants or does something"):
        known(piece("beacon", **wrong))


@rule("25.1", 4)
@rule("25.9", 4)
@rule("2.4a", 4)
@pytest.mark.parametrize("kind", ["object", "hindering"])
def test_it_is_unique_without_a_ring(kind: str) -> None:
    rules = known(piece("beacon", kind), piece("bell", kind), {**piece("stool", kind), "points": 0, "does": []})

    with pytest.raises(SetupError, match="2 of beacon"):
        set_up(rules, "beacon", "beacon")
    set_up(rules, "beacon", "bell")
    set_up(rules, "stool", "stool")


@rule("25.1", 5)
@rule("25.9", 5)
@pytest.mark.parametrize("kind", ["object", "hindering"])
def test_it_is_placed_five_squares_from_every_starting_area(kind: str) -> None:
    game = set_up(known(piece("beacon", kind)), "beacon")
    while game.request.ask != "lay":
        game.answer(game.request.space.sample(Random(1)), game.request.player)
    board, room = scene_of(game).board, set(game.request.space.options())
    areas = [square for seat in (0, 1) for square in board.squares(starting_area(game, seat))]
    far = [
        square for square in board.tiles
        if min(max(abs(square[0] - x), abs(square[1] - y)) for x, y in areas) >= 5
    ]  # fmt: skip

    assert {square_of(one) if isinstance(one, str) else one for one in room} == set(far)


@rule("4.3d", 4)
def test_it_is_placed_five_squares_from_an_area_as_it_was_expanded() -> None:
    lies = marker("object", name="beacon#11", card="beacon")
    edges: dict[int, Any] = {0: {"edge": "north", "rows": 3}, 1: {"edge": "south"}}
    position = play(at(HERO, "A1"), at(FOE, "P16"), lies, rules=known(piece("beacon")), forces=edges)
    position.begin("set-up/terrain markers", Laying(player=0, marker="beacon#11"))

    assert {row for _, row in position.options} == {7, 8, 9, 10}


@rule("4.3d", 5)
@pytest.mark.parametrize(
    ("kind", "more", "rows"),
    [
        ("object", {}, {8, 9}),
        ("hindering", {}, {8, 9}),
        ("object", {"does": [], "points": 0}, {7, 8, 9, 10}),  # it has to be outside of the areas, and no farther
        ("water", {"does": [], "special_terrain": True}, None),  # it is not placed at all then (25.5b)
    ],
)
def test_what_cannot_be_far_enough_is_placed_as_far_away_as_possible(kind: str, more: Any, rows: Any) -> None:
    """Four rows are left between both areas."""
    lies = marker(kind, name="beacon#11", card="beacon")
    edges: dict[int, Any] = {0: {"edge": "north", "rows": 7}, 1: {"edge": "south", "rows": 5}}
    rules = known(piece("beacon", kind, **more))
    position = play(at(HERO, "A1"), at(FOE, "P16"), lies, rules=rules, forces=edges)
    position.begin("set-up/terrain markers", Laying(player=0, marker="beacon#11"))

    if rows is None:
        assert "beacon#11" not in position.state.markers
    else:
        assert {row for _, row in position.options} == rows


@rule("4.3d", 5)
def test_where_no_room_is_left_outside_of_the_areas_it_is_not_placed() -> None:
    lies = marker("object", name="beacon#11", card="beacon")
    edges: dict[int, Any] = {0: {"edge": "north", "rows": 8}, 1: {"edge": "south", "rows": 8}}
    position = play(at(HERO, "A1"), at(FOE, "P16"), lies, rules=known(piece("beacon")), forces=edges)
    position.begin("set-up/terrain markers", Laying(player=0, marker="beacon#11"))

    assert "beacon#11" not in position.state.markers


# Destroying it ----------------------------------------------------------------------------------------------


@rule("25.1", 6)
@rule("25.1a", 1)
@rule("25.9", 6)
def test_a_special_object_is_indestructible_and_effect_terrain_can_be() -> None:
    rules = known(piece("beacon"), piece("wall", "blocking"), piece("keep", "blocking", indestructible=True))
    lying = [marker("object", "F3", name="beacon#11", card="beacon")]
    lying += [
        marker("blocking", where, name=f"{card}#1", card=card) for card, where in (("wall", "G3"), ("keep", "H3"))
    ]
    position = play(at(HERO, "C3"), at(FOE, "P16"), *lying, rules=rules).game
    board = scene_of(position).board

    assert [which for _, which in pieces(position, grid.ball(board, board.bit(square_of("G3")), 3))] == ["wall#1"]
    assert values(position, position.state.markers["beacon#11"]).indestructible


@rule("5.4a", 2)
@pytest.mark.parametrize("gone", [MarkerDestroyed, MarkerRemoved])
def test_the_opponent_scores_it_when_it_is_destroyed(gone: Any) -> None:
    position = beacon("C3").happen(gone("beacon#11"))

    assert happened(position, ElementLost) == [ElementLost(0, "beacon#11", rule="5.4a")]
    assert [(one.player, one.points) for one in happened(position, Scored)] == [(1, 7)]


@rule("5.4b", 8)
def test_what_is_left_of_it_is_scored_with_a_defeated_force() -> None:
    lies = marker("object", "C3", name="beacon#11", card="beacon")
    forces = {0: {"elements": ("beacon#11",)}}
    position = play(at(HERO, area="ko"), at(FOE, "C4"), lies, rules=known(piece("beacon")), forces=forces)
    position.begin("game/turn/defeats", Turn(player=1, number=1))

    assert [(one.player, one.points) for one in happened(position, Scored)] == [(1, 7)]


# Looking ----------------------------------------------------------------------------------------------------


def test_a_look_tells_what_it_does_and_for_whom() -> None:
    view = settled(beacon("C3", gives_to="adjacent")).game.view(0)
    told = str(look(view, "beacon"))

    assert "for whoever is adjacent to it or to its holder" in told and "7 points" in told
