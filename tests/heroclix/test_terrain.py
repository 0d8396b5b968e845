"""Adjacency, moves, lines of fire and terrain on the map (chapters 6, 10, 11, 13, 15 and 16)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Refused, Rules
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState, square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.events.movement import BrokeAway, Moved
from rulewright_heroclix.events.terrain import MarkerPlaced, TerrainDestroyed
from rulewright_heroclix.movement.placing import free_placements
from rulewright_heroclix.space.board import adjacent, distance, scene_of, vacant
from rulewright_heroclix.space.sight import line, near, seen
from rulewright_heroclix.terms import Attack
from rulewright_heroclix.terrain.destroying import beside_pieces

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, marker, moving, one, play, rule

TOUGH = ("8/10/16/3",) * 8


def field(*, hero: Any = None, rows: Any = BLANK, **of_map: Any) -> Rules:
    """The rules with a map."""
    return invent(clix(HERO, **(hero or {})), clix(FOE, *TOUGH), rows=rows, **of_map)


def drawn(**rows: str) -> list[str]:
    """A blank map but for these rows: ``drawn(r3="..#")`` is the third one."""
    return [rows.get(f"r{number + 1}", "").ljust(16, ".") for number in range(16)]


def beside(one_: str, other: str, rules: Rules | None = None, *things: Any) -> bool:
    """Whether a hero in one square is adjacent to a foe in another."""
    return adjacent(play(at(HERO, one_), at(FOE, other), *things, rules=rules).game, HERO, FOE)


def fire(one_: str, other: str, rules: Rules | None = None, *things: Any) -> LineState:
    """The line of fire from the hero to a foe."""
    return line(play(at(HERO, one_), at(FOE, other), *things, rules=rules).game, HERO, FOE, 16)


def walk(
    to: str, rules: Rules | None = None, *things: Any, squares: int = 8, hero: str = "C3", **setup: Any
) -> Scenario:
    """The hero moves to a square."""
    position = moving(play(at(HERO, hero), *things, rules=rules, **setup), squares, may_carry=False)
    return position.answer(to)


def way(*squares: str) -> tuple[Any, ...]:
    """These squares as an answer."""
    return tuple(map(square_of, squares))


def stands(position: Scenario) -> str:
    """Where the hero stands."""
    return grid.name_of(one(position, HERO).squares[0])


# 6.3 Adjacent -----------------------------------------------------------------------------------------------


@rule("6.3", 1, 2)
@rule("6.3a", 1, 2)
@rule("16.1")
def test_eight_squares_are_adjacent_in_the_open() -> None:
    around = [f"{column}{row}" for column in "BCD" for row in (2, 3, 4)]

    assert all(beside("C3", square) for square in around if square != "C3")
    assert not beside("C3", "E3") and not beside("C3", "C5")
    position = play(at(HERO, "C3"))
    assert not adjacent(position.game, HERO, HERO)


@rule("6.3b", 1, 2, 3)
@rule("16.4c")
@rule("16.4d", 1, 2)
@rule("16.8c", 1, 2, 3)
def test_walls_elevation_and_closed_corners_part_squares() -> None:
    assert not beside("C3", "D3", field(walls=["C3|D3"])) and beside("C3", "D4", field(walls=["C3|D3"]))
    assert not beside("C3", "D3", field(elevated={"2": ["D3"]}))
    assert not beside("C3", "D4", field(rows=drawn(r3="...#", r4="..#")))
    assert beside("C3", "D4", field(rows=drawn(r3="...#")))
    assert not beside("C3", "D4", field(walls=["C3|D3", "C3|C4"])) and beside("C3", "D4", field(walls=["C3|D3"]))
    assert not beside("C3", "D4", field(elevated={"2": ["D3", "C4"]}))


@rule("16.4d", 2)
@pytest.mark.parametrize(
    ("walls", "found"),
    [(["C3|D3"], 1), (["C3|B3", "C3|D3", "C3|C2", "C3|C4"], 4), (["D3|E3"], 0), (["D3|D4"], 0), (["B2|B3"], 0)],
)
def test_a_wall_is_adjacent_only_to_who_occupies_a_square_along_which_it_lies(walls: list[str], found: int) -> None:
    game = play(at(HERO, "C3"), at(FOE, "P16"), rules=field(walls=walls)).game

    assert [piece for piece, _ in beside_pieces(game, HERO)] == ["wall"] * found


@rule("11.1", 1, 2)
def test_a_close_attack_needs_adjacency_and_no_line_of_fire() -> None:
    assert attacking(at(HERO, "C3"), at(FOE, "D3"), rolls=dice("56")).asked in ("", "knock_back")
    through = play(at(HERO, "C3"), at(FOE, "D4"), rules=field(walls=["C3|D3", "D3|D4"]))
    assert legal_targets(through.game, HERO, "close") == [FOE]
    apart = play(at(HERO, "C3"), at(FOE, "D3"), rules=field(walls=["C3|D3"]))
    assert legal_targets(apart.game, HERO, "close") == []


# 10 Moving --------------------------------------------------------------------------------------------------


@rule("10.1")
@rule("10.2", 2, 3)
@rule("10.4")
@rule("10.5", 1, 2)
def test_a_character_moves_square_by_square_and_stops_when_it_wants() -> None:
    (event,) = happened(walk("F5"), Moved)
    assert event.way[0] == square_of("C3") and event.way[-1] == square_of("F5") and len(event.way) == 4
    assert stands(walk("C3")) == "C3" and "moved" in one(walk("C3"), HERO).done
    with pytest.raises(Refused, match=r"10\.2"):
        walk("P16", squares=4)


@rule("10.2", 1)
def test_the_speed_value_is_calculated_before_the_move() -> None:
    with pytest.raises(Refused, match=r"10\.2"):
        walk("L3", squares=8)
    assert stands(walk("K3", squares=8)) == "K3"


@rule("10.7a")
@rule("10.7d")
@rule("13.2", 1, 2, 6)
def test_characters_move_through_friends_and_not_through_foes_and_share_no_square() -> None:
    walls = field(rows=drawn(r2="################", r4="################"))
    assert stands(walk("F3", walls, at(HERO, "D3", name="mate"))) == "F3"
    with pytest.raises(Refused, match=r"10\.7"):
        walk("G3", walls, at(FOE, "E3"))
    with pytest.raises(Refused, match=r"13\.2"):
        walk("D3", None, at(HERO, "D3", name="mate"))


@rule("10.7b")
def test_a_move_ends_beside_an_opposing_character() -> None:
    with pytest.raises(Refused, match=r"10\.7b"):
        moving(play(at(HERO, "C3"), at(FOE, "F3")), 8).answer(way("C3", "D3", "E3", "E4", "E5", "E6"))
    assert stands(walk("E3", None, at(FOE, "F3"))) == "E3"


@rule("10.7c")
@rule("10.8", 1, 2)
def test_who_is_beside_a_foe_breaks_away_first() -> None:
    position = moving(play(at(HERO, "C3"), at(FOE, "D3"), rolls=dice("4")), 8)

    assert happened(position, BrokeAway) and position.asked == "move"


@rule("13.2", 3, 5)
@rule("16.3a")
@rule("16.4a")
@rule("15.2", 1)
def test_nobody_moves_into_blocking_terrain_through_walls_or_off_the_map() -> None:
    with pytest.raises(Refused, match=r"16\.3a|13\.2"):
        walk("D3", field(rows=drawn(r3="...#")))
    shut = field(walls=["C3|D3", "C3|B3", "C2|C3", "C3|C4"])
    with pytest.raises(Refused, match=r"16\.|10\.2"):
        walk("D3", shut)
    with pytest.raises(Refused):
        walk("A0")
    phasing = field(hero={"improved": ["improved-movement-blocking"]}, rows=drawn(r3="...#"))
    assert stands(walk("E3", phasing)) == "E3"
    with pytest.raises(Refused, match=r"13\.2"):
        walk("D3", phasing)


@rule("16.2a")
def test_hindering_terrain_and_water_do_not_stop_moves() -> None:
    assert stands(walk("K3", field(rows=drawn(r3="...hhhh~~~~")), squares=8)) == "K3"


@rule("16.5a", 1, 2, 3, 4, 5)
@rule("16.7b", 1, 2)
def test_a_red_line_stops_moves_but_on_ramps() -> None:
    hill = {"elevated": {"2": ["D1:P16"]}}
    with pytest.raises(Refused, match=r"16\.5a"):
        walk("D3", field(**hill))
    crossing = walk("D3", field(**hill), red_lines="cross and stop")
    assert stands(crossing) == "D3"
    with pytest.raises(Refused, match=r"16\.5a|10\.2"):
        walk("E3", field(**hill), squares=2, red_lines="cross and stop")
    ramp = field(**hill, ramps=["C3-D3"])
    assert stands(walk("F3", ramp)) == "F3"
    with pytest.raises(Refused, match=r"16\.|10\.2"):
        walk("D4", ramp, squares=1)
    assert stands(walk("F3", field(**hill, hero={"improved": ["improved-movement-elevated"]}))) == "F3"


@rule("16.8", 1)
@rule("16.8a", 1, 2, 3)
def test_diagonal_steps_take_the_less_restrictive_side() -> None:
    assert stands(walk("D4", field(rows=drawn(r3="...#")), squares=1)) == "D4"
    with pytest.raises(Refused, match=r"16\.8a|10\.2"):
        walk("D4", field(rows=drawn(r3="...#", r4="..#")), squares=1)
    outdoor = field(hero={"improved": ["improved-movement-blocking"]}, rows=drawn(r3="...#", r4="..#"))
    assert stands(walk("D4", outdoor, squares=1)) == "D4"


@rule("16.4g", 3, 4, 5)
@rule("16.4f", 3, 4, 5)
def test_doors_let_moves_through_and_windows_lines() -> None:
    shut = [f"C{row}|D{row}" for row in range(1, 17) if row != 3]
    door, window = field(walls=shut, doors=["C3|D3"]), field(walls=shut, windows=["C3|D3"])

    assert stands(walk("D3", door)) == "D3" and fire("C3", "E3", door) is LineState.BLOCKED
    with pytest.raises(Refused):
        walk("D3", window)
    assert fire("C3", "E3", window) is LineState.OPEN
    assert not beside("C3", "D3", door) and not beside("C3", "D3", window)


@rule("improved.movement-destroy-blocking", 1, 2)
def test_who_crashes_through_blocking_terrain_destroys_it() -> None:
    tank = field(hero={"improved": ["improved-movement-destroy-blocking"]}, rows=drawn(r3="...##"), walls=["F3|G3"])
    straight = moving(play(at(HERO, "C3"), rules=tank), 8, may_carry=False)
    straight = straight.answer(way("C3", "D3", "E3", "F3", "G3", "H3"))
    assert len(happened(straight, TerrainDestroyed)) == 3
    assert {event.squares[0] for event in happened(straight, MarkerPlaced)} == {(3, 2), (4, 2), (5, 2), (6, 2)}


@rule("improved.movement-hindering")
@rule("improved.movement-water")
@rule("16.2a")
def test_older_improved_movement_has_no_effect() -> None:
    terrain = drawn(r3="...hh~~h")
    old = field(hero={"improved": ["improved-movement-hindering", "improved-movement-water"]}, rows=terrain)

    assert stands(walk("J3", old)) == stands(walk("J3", field(rows=terrain))) == "J3"


# 11 Range and lines of fire ---------------------------------------------------------------------------------


@rule("11.2")
@rule("11.3")
@rule("11.3a", 1, 2, 3)
@rule("11.3b")
@rule("11.3d")
def test_range_is_counted_in_squares_in_eight_directions() -> None:
    position = play(at(HERO, "C3"), at(FOE, "I9"), at(FOE, "J3", player=1, name="far"))

    assert distance(position.game, HERO, FOE) == 6 and distance(position.game, HERO, "far") == 7
    assert legal_targets(position.game, HERO, "range") == [FOE]
    board = scene_of(position.game).board
    assert near(position.game, HERO, 2).bit_count() == 25 and near(position.game, HERO, 0) == board.bit((2, 2))


@rule("11.4", 1, 2)
@rule("11.4a")
@rule("11.4b", 1)
@rule("11.4c", 1, 2)
@rule("16.3b", 1, 2)
def test_characters_and_blocking_terrain_block_lines() -> None:
    assert fire("C3", "G3") is LineState.OPEN
    assert fire("C3", "G3", None, at(HERO, "E3", name="mate")) is LineState.BLOCKED
    assert fire("C3", "G3", field(rows=drawn(r3="....#"))) is LineState.BLOCKED
    assert fire("C3", "G4", field(rows=drawn(r3="......."))) is LineState.OPEN
    assert fire("C3", "G3", field(rows=drawn(r3="..#"))) is LineState.OPEN
    position = play(at(HERO, "C3"), at(FOE, "G3"), rules=field(rows=drawn(r3="....#")))
    assert seen(position.game, HERO) & scene_of(position.game).board.bit((2, 2))


@rule("11.4d")
@rule("16.3b", 3)
@pytest.mark.parametrize(
    ("row", "square", "found"),
    [("", "G3", True), ("....h", "G3", True), ("....#", "G3", False), ("", "I3", True), ("", "J3", False)],
)
def test_whom_an_open_or_hindered_line_reaches_is_within_line_of_fire_and_whom_a_blocked_one_reaches_is_not(
    row: str, square: str, found: bool
) -> None:
    position = play(at(HERO, "C3"), at(FOE, square), rules=field(rows=drawn(r3=row)))

    assert legal_targets(position.game, HERO, "range") == ([FOE] if found else [])
    assert legal_targets(position.game, HERO, "close") == []


@rule("16.2", 1)
@rule("16.2b", 1, 2, 4)
def test_hindering_terrain_hinders_and_adds_to_the_defense() -> None:
    assert fire("C3", "G3", field(rows=drawn(r3="....h"))) is LineState.HINDERED
    assert fire("C3", "G3", field(rows=drawn(r3="......h"))) is LineState.HINDERED
    assert fire("C3", "G3", field(rows=drawn(r3="..h"))) is LineState.OPEN
    position = attacking(at(HERO, "C3"), at(FOE, "G3"), kind="range", rules=field(rows=drawn(r3="....h")))
    assert position.game.context(Attack).defenses == ((FOE, 17),)


@rule("16.4", 1)
@rule("16.4b")
def test_walls_block_lines() -> None:
    assert fire("C3", "G3", field(walls=["E3|F3"])) is LineState.BLOCKED
    assert fire("C3", "G3", field(walls=["E2|E3"])) is LineState.OPEN


@rule("16.5", 1, 2, 4, 5)
@rule("16.5c", 1, 2, 3, 4, 5, 8)
@rule("16.5d", 1, 2)
@rule("11.4c", 3)
def test_elevation_blocks_lines_but_at_the_rim() -> None:
    ridge = field(elevated={"2": ["E3"]})
    assert fire("C3", "G3", ridge) is LineState.BLOCKED
    pit = field(elevated={"2": ["A3:D3", "F3:P3"]})
    assert fire("C3", "G3", pit) is LineState.OPEN
    hill = {"elevated": {"2": ["F1:P16"]}}
    assert fire("C3", "F3", field(**hill)) is LineState.OPEN
    assert fire("C3", "H3", field(**hill)) is LineState.BLOCKED
    assert fire("C3", "F3", field(**hill, rows=drawn(r3="....#"))) is LineState.BLOCKED
    assert fire("C3", "F3", field(**hill, rows=drawn(r3="....h"))) is LineState.OPEN
    assert fire("C3", "F3", field(**hill, rows=drawn(r3=".....h"))) is LineState.HINDERED
    assert fire("F3", "H3", field(**hill, rows=drawn(r3="......h"))) is LineState.HINDERED


@rule("16.5c", 6)
def test_giants_block_lines_between_elevations() -> None:
    hill = invent(clix(HERO), clix(FOE, *TOUGH), clix("giant", size="giant"), elevated={"2": ["F1:P16"]})

    assert fire("C3", "F3", hill, at("giant", "D3")) is LineState.BLOCKED
    assert fire("C3", "F3", hill, at(HERO, "D3", name="mate")) is LineState.OPEN


@rule("16.5b", 4)
@rule("16.7", 1, 2, 3)
@rule("16.7c", 3)
def test_squares_of_two_elevations_are_never_adjacent() -> None:
    stairs = field(elevated={"2": ["D1:P16"]}, ramps=["C3-D3"])

    assert not beside("C3", "D3", stairs) and not beside("C3", "D4", stairs)


@rule("16.8b", 2, 3, 4)
def test_diagonal_lines_take_the_less_restrictive_side() -> None:
    assert fire("C3", "E5", field(rows=drawn(r3="...#"))) is LineState.OPEN
    assert fire("C3", "E5", field(rows=drawn(r3="...#", r4="..#"))) is LineState.BLOCKED
    assert fire("C3", "E5", field(rows=drawn(r3="...#", r4="..h"))) is LineState.HINDERED


@rule("keyword.swim", 1)
@rule("16.6", 1)
@rule("17.14f", 1, 2)
def test_a_swimmer_in_water_is_no_target_from_afar() -> None:
    pool = invent(clix(HERO, *TOUGH), clix(FOE, *TOUGH, symbols=["dolphin"]), rows=drawn(r3="......~~~"))

    def targets(square: str, *things: Any) -> list[str]:
        return legal_targets(play(at(HERO, "C3"), at(FOE, square), *things, rules=pool).game, HERO, "range")

    assert targets("H3") == [] and targets("G3") == [FOE]  # both are water: 5 and 4 squares away
    assert targets("H4") == [FOE] and targets("H4", marker("water", "H4")) == []


@rule("improved.targeting-destroy-blocking", 1, 2)
def test_a_shot_through_blocking_terrain_destroys_it_after_the_attack() -> None:
    sharp = field(hero={"improved": ["improved-targeting-destroy-blocking"]}, rows=drawn(r3="....#"))
    position = attacking(at(HERO, "C3"), at(FOE, "G3"), kind="range", rules=sharp, rolls=dice("45"))
    assert [event.squares for event in happened(position, TerrainDestroyed)] == [((4, 2),)]
    free = attacking(at(HERO, "C3"), at(FOE, "G7"), kind="range", rules=sharp, rolls=dice("45"))
    assert not happened(free, TerrainDestroyed)
    twice = field(hero={"improved": ["improved-targeting-destroy-blocking"]}, rows=drawn(r3="...##"))
    assert legal_targets(play(at(HERO, "C3"), at(FOE, "G3"), rules=twice).game, HERO, "range") == []


# 15 Maps ----------------------------------------------------------------------------------------------------


@rule("15.1", 4)
@rule("15.1c", 2, 3)
def test_what_passes_outdoor_blocking_terrain_does_not_pass_it_indoors() -> None:
    flyer = {"symbols": ["flight"]}
    wall = drawn(**{f"r{row}": "...#" for row in range(1, 17)})

    assert stands(walk("E3", field(hero=flyer, rows=wall))) == "E3"
    with pytest.raises(Refused):
        walk("E3", field(hero=flyer, rows=wall, indoor=["A1:P16"]))
    inside = field(hero=flyer, indoor=["D1:P16"], walls=[f"C{row}|D{row}" for row in range(1, 17)])
    assert scene_of(play(rules=inside).game).board.tiles[square_of("D3")].indoor


@rule("15.5", 1, 2)
def test_a_square_is_unoccupied_without_a_character_and_without_blocking_terrain() -> None:
    rules = field(rows=drawn(r3="...h", r4="..~#"))
    game = play(at(HERO, "B3"), at(FOE, "F3"), marker("object", "E3"), marker("debris", "E4"), rules=rules).game
    board = scene_of(game).board
    unoccupied = {square: bool(vacant(game) & board.bit(square_of(square))) for square in
                  ("B3", "C3", "D3", "E3", "F3", "C4", "D4", "E4")}  # fmt: skip

    assert [square for square, free in unoccupied.items() if not free] == ["B3", "F3", "D4"]
    assert {next(iter(board.squares(at))) for at in free_placements(game, HERO)} == set(board.squares(vacant(game)))


@rule("15.5", 1, 2)
def test_objects_and_terrain_do_not_occupy_squares() -> None:
    position = walk("D3", field(rows=drawn(r3="...h")), marker("object", "D3"))

    assert one(position, HERO).squares == (square_of("D3"),)


@rule("15.2", 2, 3)
def test_the_edge_of_the_map_is_no_wall() -> None:
    assert grid.walls_of(scene_of(play(rules=field()).game).board, (0, 0)) == ()


@rule("17.14a", 1)
@rule("17.14b", 1)
@rule("17.14g", 3)
@rule("17.14d", 3)
def test_barriers_block_moves_like_blocking_terrain() -> None:
    closed = field(rows=drawn(r2="################", r4="################"))
    with pytest.raises(Refused, match=r"16\.3a|10\.2"):
        walk("F3", closed, marker("barrier", "D3"))
    assert stands(walk("F3", closed, marker("debris", "D3", player=None))) == "F3"
