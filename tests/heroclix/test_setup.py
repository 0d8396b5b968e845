"""Set-up: the first player, the map, starting areas and their expansion, placing characters (chapter 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from rulewright import Game, Rules, SetupError, new_game, testing
from rulewright.geometry.grid import name_of, square_of
from rulewright.testing import Script
from rulewright_heroclix.before.starting_areas import home, starting_area
from rulewright_heroclix.events.before import AreaExpanded, GameBegan, InitiativeRolled, PlacementRedone
from rulewright_heroclix.events.damage import KnockedOut
from rulewright_heroclix.events.victory import Scored
from rulewright_heroclix.space.board import map_of, scene_of

from .table import BLANK, clix, dice, happened_in, rule

PLAIN = {"members": [{"character": "plain"}]}


def rules(*cards: Mapping[str, Any], rows: Sequence[str] = BLANK, **of_map: Any) -> Rules:
    """The rules with a plain character, these, and the maps ``field`` and ``yard``."""
    maps = [{"id": id, "name": {"en": id, "zh": id}, "map": {"rows": list(rows), **of_map}} for id in ("field", "yard")]
    return testing.invent("heroclix", characters=[clix("plain", points=5), *cards], maps=maps)


def force(*counts: tuple[str, int], **more: Any) -> dict[str, Any]:
    """A force of so many of each character."""
    return {"members": [{"character": id} for id, count in counts for _ in range(count)], **more}


def begin(
    *forces: Mapping[str, Any], rolls: Iterable[str] = ("66", "11"), found: Rules | None = None, **setup: Any
) -> Game:
    """A game with these forces, and what is rolled for the first turn."""
    given = {"map": "field", "forces": forces or (PLAIN, PLAIN), **setup}
    return new_game(found or rules(), given, chance=Script(dice(*rolls)))


def answered(game: Game, *answers: Any) -> Game:
    """A game with these answers; squares by their names."""
    for answer in answers:
        game.answer(square_of(answer) if isinstance(answer, str) and answer[:1].isupper() else answer)
    return game


def along_a_row(row: int, count: int) -> list[str]:
    """The first squares of a row."""
    return [name_of((x, row - 1)) for x in range(count)]


# The first player -------------------------------------------------------------------------------------------


@rule("4.1b", 1)
def test_the_highest_roll_chooses_the_first_player() -> None:
    game = begin(rolls=("12", "65"))
    assert (game.request.player, game.request.ask, game.request.space.options()) == (1, "first_player", (1, 0))

    assert answered(game, 1).state.match[0].first == 1


@rule("4.1b", 2)
def test_tied_rolls_are_rolled_again() -> None:
    game = begin(rolls=("34", "43", "11", "12"))

    assert [event.faces for event in happened_in(game, InitiativeRolled)] == [(3, 4), (4, 3), (1, 1), (1, 2)]
    assert game.request.player == 1


@rule("4.1b", 4, 5)
@rule("26.1", 1)
def test_whoever_has_the_second_highest_roll_is_first_where_the_highest_declines() -> None:
    found = rules(areas={"start of four": ["A1", "P1", "A16", "P16"]})
    game = begin(PLAIN, PLAIN, PLAIN, PLAIN, rolls=("11", "55", "12", "44"), found=found)
    assert (game.request.player, game.request.space.options()) == (1, (1, 3))

    answered(game, 3)
    order = []
    for area in (1, 2, 3):
        order.append(game.request.player)
        answered(game, f"area {area}")
    assert order == [3, 0, 1]


@rule("23.3", 1)
@rule("4.1", 4)
@rule("4.1b", 1)
def test_a_themed_team_adds_three_to_the_roll() -> None:
    found = rules(clix("one", keywords=["Guild"]))
    game = begin(force(("one", 1)), force(("one", 1), keyword="Guild"), rolls=("44", "33"), found=found)

    assert [event.bonus for event in happened_in(game, InitiativeRolled)] == [0, 3]
    assert game.request.player == 1


@rule("4.1b", 6)
def test_the_first_player_is_active_before_the_first_turn() -> None:
    game = answered(begin(), 1, "north")

    assert game.active == 1


# The map and the starting areas -----------------------------------------------------------------------------


@rule("4.2", 1, 2)
def test_the_second_player_chooses_the_map_and_the_first_player_an_area() -> None:
    game = answered(begin(maps=("field", "yard")), 0)
    assert (game.request.player, game.request.ask, game.request.space.options()) == (1, "map", ("field", "yard"))

    answered(game, "yard")
    assert map_of(game) == "yard" and (game.request.player, game.request.ask) == (0, "edge")


@rule("4.2a", 1)
@rule("15.4", 1)
def test_on_a_small_map_two_players_start_at_opposite_edges() -> None:
    game = answered(begin(), 0, "west")

    assert [game.state.forces[seat].edge for seat in (0, 1)] == ["west", "east"]
    assert scene_of(game).board.squares(starting_area(game, 0)) == tuple((0, y) for y in range(16))


@rule("4.2a", 2)
@rule("15.4", 2)
def test_on_a_larger_map_the_printed_areas_are_the_starting_areas() -> None:
    found = rules(rows=("." * 24,) * 16, areas={"start": ["A1:A16", "X1:X16"]})
    game = answered(begin(found=found), 0)
    assert game.request.space.options() == ("area 1", "area 2")

    answered(game, "area 2")
    assert [game.state.forces[seat].edge for seat in (0, 1)] == ["area 2", "area 1"]


@rule("26", 3)
def test_a_map_without_an_area_for_each_player_is_refused() -> None:
    with pytest.raises(
        SetupError, match=r"map: found 'field', which has 0, expected a map with 3 starting areas \(26\)"
    ):
        begin(PLAIN, PLAIN, PLAIN)


def test_sides_are_named_for_every_player() -> None:
    with pytest.raises(SetupError, match="sides: found 1 sides, expected one for each of 2 forces"):
        begin(sides=(0,))
    with pytest.raises(SetupError, match="sides: found one side, expected two or more sides"):
        begin(sides=(0, 0))


# Placing ----------------------------------------------------------------------------------------------------


@rule("4.3", 1, 4)
@rule("4.3a", 5)
@rule("4.5", 1)
def test_the_first_player_places_everyone_in_the_starting_area_then_the_second() -> None:
    game = answered(begin(force(("plain", 2)), PLAIN), 0, "north")
    assert game.request.player == 0
    with testing.refused(game, rule="4.3"):
        game.answer(square_of("A2"))

    answered(game, "A1", "B1")
    assert (game.request.player, game.request.ask) == (1, "place")
    answered(game, "A16")
    assert happened_in(game, GameBegan) and game.request.player == 0 and game.request.ask == "action"


@rule("4.3", 3)
@rule("3", 1)
def test_what_does_not_belong_on_the_map_has_areas_of_its_own() -> None:
    call = [{"id": "call", "name": {"en": "call", "zh": "call"}, "builds_sideline": True}]
    found = rules(clix("captain", points=5, traits=call))
    own = {**force(("captain", 1)), "sideline": [{"character": "plain"}]}
    game = answered(begin(own, PLAIN, found=found), 0, "north", "A1", "A16")

    assert {str(one.id): one.area for one in game.state.characters.values()} == {
        "captain#11": "map", "plain#12": "sideline", "plain#21": "map",
    }  # fmt: skip


@rule("4.3a", 2, 3)
@rule("24.2", 1, 2)
@rule("24.2a", 2)
def test_the_largest_base_is_placed_first_and_as_far_inside_as_possible() -> None:
    found = rules(clix("whale", points=5, base="2x2"), clix("pair", points=5, base="1x2"))
    game = answered(begin(force(("plain", 1), ("pair", 1), ("whale", 1)), PLAIN, found=found), 0, "north")

    assert (game.request.ask, game.request.about["character"]) == ("place_base", "whale#13")
    whale = game.request.space.options()
    assert len(whale) == 15 and ((0, 0), (1, 0), (0, 1), (1, 1)) in whale
    assert all(sum(y == 0 for _, y in squares) == 2 for squares in whale)
    answered(game, ((0, 0), (1, 0), (0, 1), (1, 1)))
    pair = game.request.space.options()
    assert game.request.about["character"] == "pair#12"
    assert all(y == 0 for squares in pair for _, y in squares) and ((2, 0), (3, 0)) in pair


NARROW: Any = {"rows": ("." * 24,) * 16, "areas": {"start": ["A2:A5", "X2:X5"]}}
"""Areas of four squares, one under the other."""


@rule("4.3a", 4, 5)
def test_nobody_places_a_large_base_so_that_another_one_no_longer_fits() -> None:
    found = rules(clix("pair", points=5, base="1x2"), **NARROW)
    game = answered(begin(force(("pair", 2)), PLAIN, found=found), 0, "area 1")
    upright = {squares for squares in game.request.space.options() if all(x == 0 for x, _ in squares)}
    assert upright == {((0, 1), (0, 2)), ((0, 3), (0, 4))}
    answered(game, ((0, 1), (0, 2)))

    assert ((0, 3), (0, 4)) in game.request.space.options() and not happened_in(game, AreaExpanded)


@rule("4.3a", 4)
def test_room_is_left_for_those_on_one_square_too() -> None:
    """Two pairs side by side would leave none for a single one; one of them lies partly outside then."""
    found = rules(clix("pair", points=5, base="1x2"), **NARROW)
    game = answered(begin(force(("pair", 2), ("plain", 1)), PLAIN, found=found), 0, "area 1")
    upright = {squares for squares in game.request.space.options() if all(x == 0 for x, _ in squares)}

    assert upright == {((0, 2), (0, 3))}


@rule("4.3a", 4)
def test_where_not_everyone_fits_whatever_is_done_the_first_lies_anywhere() -> None:
    found = rules(clix("pair", points=5, base="1x2"), **NARROW)
    game = answered(begin(force(("pair", 2), ("plain", 4)), PLAIN, found=found), 0, "area 1")
    upright = {squares for squares in game.request.space.options() if all(x == 0 for x, _ in squares)}

    assert len(upright) == 3


@rule("4.3a", 4)
def test_a_single_large_base_lies_where_its_player_wants() -> None:
    found = rules(clix("pair", points=5, base="1x2"), **NARROW)
    game = answered(begin(force(("pair", 1), ("plain", 2)), PLAIN, found=found), 0, "area 1")

    assert ((0, 2), (0, 3)) in game.request.space.options()


@rule("24.2a", 1)
def test_a_base_of_two_squares_may_lie_across_a_corner() -> None:
    found = rules(
        clix("pair", points=5, base="1x2"), rows=("." * 16,) * 16, areas={"start of four": ["A1", "B2", "P1"]}
    )
    three = begin(force(("pair", 1)), PLAIN, PLAIN, rolls=("66", "11", "12"), found=found)
    game = answered(three, 0, "area 1")

    while game.request.ask == "edge":
        answered(game, game.request.space.options()[0])
    assert ((0, 0), (1, 1)) in game.request.space.options()


@rule("4.3b", 1)
@rule("4.3d", 1, 6)
def test_a_full_area_grows_by_a_row_for_both_players() -> None:
    game = answered(begin(force(("plain", 17)), PLAIN), 0, "north", *along_a_row(1, 16))
    with testing.refused(game, rule="4.3"):
        game.answer(square_of("A3"))

    answered(game, "A2")
    assert [(event.player, event.rows) for event in happened_in(game, AreaExpanded)][:1] == [(0, 2)]


@rule("4.3d", 1)
def test_the_second_player_uses_an_area_expanded_as_often() -> None:
    game = answered(begin(force(("plain", 17)), PLAIN), 0, "north", *along_a_row(1, 16), "A2")

    answered(game, "C15")
    assert game.state.characters["plain#21"].squares == ((2, 14),)


@rule("4.3d", 2, 3, 6)
def test_the_first_player_places_again_where_the_second_had_to_expand() -> None:
    game = answered(begin(PLAIN, force(("plain", 17))), 0, "north", "A1", *along_a_row(16, 16), "A15")
    assert happened_in(game, PlacementRedone)[0].player == 0
    assert (game.request.player, game.request.ask) == (0, "place")

    answered(game, "B2")
    assert game.state.characters["plain#11"].squares == ((1, 1),)
    assert scene_of(game).board.squares(home(game, 0)) == tuple((x, 0) for x in range(16))


@rule("4.3c", 1, 2)
def test_what_finds_no_place_because_areas_would_overlap_is_knocked_out_and_scored() -> None:
    found = rules(rows=("..",) * 2)
    game = answered(begin(force(("plain", 3)), PLAIN, found=found), 0, "north", "A1", "B1")

    assert [event.character for event in happened_in(game, KnockedOut)] == ["plain#13"]
    assert [(event.player, event.points) for event in happened_in(game, Scored)] == [(1, 5)]


@rule("4.3b", 2, 3, 4)
def test_a_printed_area_grows_along_the_shortest_edge_and_then_in_rows() -> None:
    found = rules(rows=("." * 24,) * 6, areas={"start": ["A2:B5", "W2:X5"]})
    game = answered(begin(found=found), 0, "area 1")
    board = scene_of(game).board

    def grown(rows: int) -> set[str]:
        before = starting_area(game, 0, rows - 1)
        return {name_of(square) for square in board.squares(starting_area(game, 0, rows) & ~before)}

    assert grown(2) == {"A1", "B1"} and grown(3) == {"A6", "B6"}
    assert grown(4) == {f"C{row}" for row in range(1, 7)}


@rule("4.4", 1, 2)
def test_the_game_begins_once_before_the_first_turn() -> None:
    game = answered(begin(), 0, "north", "A1", "A16")

    assert len(happened_in(game, GameBegan)) == 1
