from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.grid.board import (
    BLOCKING,
    CLEAR,
    DOOR,
    EAST,
    HINDERING,
    LARGEST,
    NORTH,
    SIDES,
    SOUTH,
    STEPS,
    TERRAIN,
    WALL,
    WEST,
    WINDOW,
    Board,
    Edge,
    EdgeKind,
    Square,
    Tile,
    edge,
    name_of,
    square_of,
)
from tests.core.geometry.boards import boards, drawn

TABLES = ("present", "terrains", "levels", "indoor", "areas", "walls", "stops_moves", "stops_fire", "parts", "stairs")


def tables(board: Board) -> dict[str, Any]:
    """Everything that queries run on."""
    steps = {step: board.level_steps(step) for step in STEPS}
    moved = {step: board.shifted(board.present, step) for step in STEPS}
    return {name: getattr(board, name) for name in TABLES} | {"level": steps, "moved": moved}


def rebuilt(board: Board) -> Board:
    """The same board made from nothing."""
    every = product(range(board.width), range(board.height))
    tiles = {square: board.tiles.get(square) for square in every}
    return Board(board.width, board.height, tiles, board.edges, board.ramps, board.name)


# ------------------------------------------------------------------------------------------------ the masks


@given(boards())
def test_masks_hold_the_squares_that_the_tiles_say(board: Board) -> None:
    def where(**wanted: Any) -> set[Square]:
        return {at for at, tile in board.tiles.items() if all(getattr(tile, key) == wanted[key] for key in wanted)}

    in_rows = tuple(sorted(board.tiles, key=lambda at: (at[1], at[0])))
    assert board.squares(board.present) == in_rows
    assert board.mask(board.tiles) == board.present
    for terrain in TERRAIN:
        assert set(board.squares(board.where(terrain))) == where(terrain=terrain)
    for elevation in range(5):
        assert set(board.squares(board.levels.get(elevation, 0))) == where(elevation=elevation)
    assert list(board.levels) == sorted(board.levels)
    assert set(board.squares(board.indoor)) == where(indoor=True)
    for area in ("start", "goal", "nowhere"):
        mask = board.areas.get(area, 0)
        assert set(board.squares(mask)) == {at for at, tile in board.tiles.items() if area in tile.areas}


@given(boards(), st.data())
def test_a_step_of_a_mask_is_the_step_of_each_of_its_squares(board: Board, data: st.DataObject) -> None:
    squares = data.draw(st.sets(st.sampled_from(sorted(board.tiles)))) if board.tiles else set()
    for dx, dy in STEPS:
        there = {(x + dx, y + dy) for x, y in squares} & set(board.tiles)
        assert set(board.squares(board.shifted(board.mask(squares), (dx, dy)))) == there
        level = {
            (x, y)
            for x, y in board.tiles
            if (x + dx, y + dy) in board.tiles and board.tiles[x + dx, y + dy].elevation == board.tiles[x, y].elevation
        }
        assert set(board.squares(board.level_steps((dx, dy)))) == level


@given(boards())
def test_tables_of_edges_and_ramps_say_what_a_step_meets(board: Board) -> None:
    for dx, dy in SIDES:
        met = {at: board.edges.get(edge(at, (at[0] + dx, at[1] + dy))) for at in board.tiles}
        for table, field in (("walls", "wall"), ("stops_moves",) * 2, ("stops_fire",) * 2, ("parts",) * 2):
            wanted = {at for at, kind in met.items() if kind is not None and getattr(kind, field)}
            assert set(board.squares(getattr(board, table)[dx, dy])) == wanted, table
    for dx, dy in STEPS:
        joined = {at for at in board.tiles if edge(at, (at[0] + dx, at[1] + dy)) in board.ramps}
        assert set(board.squares(board.stairs[dx, dy])) == joined


def test_what_windows_and_doors_stop() -> None:
    board = drawn("....", edges={((0, 0), (1, 0)): WALL, ((1, 0), (2, 0)): WINDOW, ((2, 0), (3, 0)): DOOR})
    squares = board.squares
    assert list(squares(board.walls[EAST])) == [(0, 0), (1, 0), (2, 0)]  # heroclix:16.4f.2, 16.4g.2
    assert list(squares(board.parts[EAST])) == [(0, 0), (1, 0), (2, 0)]  # heroclix:16.4f.3, 16.4g.3
    assert list(squares(board.stops_moves[EAST])) == [(0, 0), (1, 0)]  # heroclix:16.4f.4, 16.4g.4
    assert list(squares(board.stops_fire[EAST])) == [(0, 0), (2, 0)]  # heroclix:16.4f.5, 16.4g.5
    assert list(squares(board.walls[WEST])) == [(1, 0), (2, 0), (3, 0)]
    assert board.walls[NORTH] == board.walls[SOUTH] == 0


def test_a_wall_on_the_border_stands_on_one_square() -> None:
    board = drawn("..", edges={((0, -1), (0, 0)): WALL})
    assert list(board.squares(board.stops_moves[NORTH])) == [(0, 0)]  # heroclix:15.2
    assert board.stops_moves[SOUTH] == 0


def test_a_board_without_squares_answers_none() -> None:
    board = Board(2, 1, {(0, 0): None, (1, 0): None})
    assert (board.present, dict(board.levels), board.shifted(3, EAST)) == (0, {}, 0)


# --------------------------------------------------------------------------------------------- derived boards


@given(boards(), boards(), st.data())
def test_a_derived_board_is_the_board_made_afresh(board: Board, other: Board, data: st.DataObject) -> None:
    tables(board)  # Whatever is remembered must not leak into the next board.
    tiles = {square: tile for square, tile in other.tiles.items() if square in board.tiles}
    on_it = [pair for pair in other.edges if pair[0] in board.tiles or pair[1] in board.tiles]
    edges: dict[Edge, EdgeKind | None] = {pair: other.edges[pair] for pair in on_it}
    gone = data.draw(st.sets(st.sampled_from(sorted(board.edges)))) if board.edges else set()
    more = [pair for pair in other.ramps if pair[0] in board.tiles and pair[1] in board.tiles]
    without = data.draw(st.sets(st.sampled_from(sorted(board.ramps)))) if board.ramps else set()
    changes = data.draw(st.permutations(["tiles", "edges", "ramps"]))
    new = board
    for change in changes:
        if change == "tiles":
            new = new.with_tiles(tiles)
        if change == "edges":
            new = new.with_edges(edges | dict.fromkeys(gone))
        if change == "ramps":
            new = new.with_ramps(more, without)
        assert tables(new) == tables(rebuilt(new))
    assert new.tiles == {**board.tiles, **tiles}
    assert new.edges == {
        **{pair: kind for pair, kind in board.edges.items() if pair not in gone},
        **{pair: kind for pair, kind in edges.items() if pair not in gone},
    }
    assert new.ramps == (board.ramps - without) | set(more)


@given(boards())
def test_a_change_and_its_opposite_give_the_same_tables(board: Board) -> None:
    before = tables(board)
    for square, tile in board.tiles.items():
        other = Tile(BLOCKING if tile.terrain == CLEAR else CLEAR, tile.elevation + 1, not tile.indoor)
        assert tables(board.with_tiles({square: other}).with_tiles({square: tile})) == before
    for pair, kind in board.edges.items():
        assert tables(board.with_edges({pair: None}).with_edges({pair: kind})) == before
    assert tables(board) == before


def test_what_does_not_change_is_shared() -> None:
    board = drawn("..", "..", edges={((0, 0), (1, 0)): WALL}, ramps=(((0, 0), (0, 1)),))
    new = board.with_tiles({(1, 1): Tile(BLOCKING)})
    assert new.edges is board.edges and new.stops_fire is board.stops_fire and new.stairs is board.stairs
    other = board.with_edges({((0, 0), (1, 0)): DOOR})
    assert other.tiles is board.tiles and other.terrains is board.terrains
    assert board.with_tiles({(1, 1): Tile()}) is board
    assert board.with_edges({((1, 0), (0, 0)): WALL}) is board
    assert board.with_ramps([((0, 1), (0, 0))]) is board
    assert board.with_ramps(without=[((1, 0), (1, 1))]) is board


def test_a_wall_that_is_gone_stops_nothing() -> None:
    pair = ((0, 0), (1, 0))
    board = drawn("..", edges={pair: WALL}).with_edges({(pair[1], pair[0]): None})
    assert not board.edges and tables(board) == tables(drawn(".."))  # heroclix:16.9b.7


def test_values_are_kept_with_the_board_they_belong_to() -> None:
    asked: list[Board] = []

    def clear(board: Board) -> int:
        asked.append(board)
        return board.where("clear").bit_count()

    board = drawn("...", "...")
    assert board.kept("n", clear) == board.kept("n", clear) == 6
    second = board.with_tiles({(0, 0): Tile("water")})
    third = second.with_edges({((1, 0), (2, 0)): WALL}).with_ramps([((0, 1), (1, 1))])
    assert (third.kept("n", clear), second.kept("n", clear), board.kept("n", clear)) == (5, 5, 6)
    assert asked == [board, third, second]


# ------------------------------------------------------------------------------------------------ bad boards

NOT_ON_IT = (5, 0)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"width": 0}, "1 to 200 columns and rows, not 0 by 2"),
        ({"height": -3}, "1 to 200 columns and rows, not 3 by -3"),
        ({"height": 2.0}, "not 3 by 2.0"),
        ({"width": LARGEST + 1}, "not 201 by 2"),
        ({"tiles": {NOT_ON_IT: Tile()}}, "F1 is not on a board of 3 by 2"),
        ({"tiles": {(-1, 0): None}}, r"\(-1, 0\) is not on a board of 3 by 2"),
        ({"tiles": {(1, 1): Tile("lava")}}, "'lava' of B2 is no terrain; there is clear, "),
        ({"tiles": {(1, 1): Tile(elevation=1.5)}}, "elevation of B2 is a whole number, not 1.5"),  # type: ignore[arg-type]
        ({"tiles": {(1, 1): Tile(elevation="+1")}}, "elevation of B2 is a whole number"),  # type: ignore[arg-type]
        ({"tiles": {(1, 1): Tile(elevation=True)}}, "elevation of B2 is a whole number, not True"),
        ({"edges": {((0, 0), (1, 1)): WALL}}, "A1 and B2 share no edge"),
        ({"edges": {((0, 0), (0, 0)): WALL}}, "A1 and A1 share no edge"),
        ({"edges": {((5, 0), (6, 0)): WALL}}, "neither F1 nor G1 is on the board"),
        ({"edges": {"A1": WALL}}, "two squares such as .* not 'A1'"),
        ({"edges": {((0, 0), (0.5, 0)): WALL}}, "two squares such as"),
        ({"ramps": [((0, 0), (2, 0))]}, "a ramp joins two squares that touch, not A1 and C1"),
        ({"ramps": [((0, 0), (0, 0))]}, "a ramp joins two squares that touch, not A1 and A1"),
        ({"ramps": [((2, 0), (3, 0))]}, "joins C1 and D1, but D1 is off the board"),
        ({"tiles": {(0, 0): None}, "ramps": [((0, 0), (0, 1))]}, "but A1 is off the board"),
    ],
)
def test_a_bad_board_is_refused_by_the_name_of_what_is_wrong(what: dict[str, Any], message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        Board(**({"width": 3, "height": 2} | what))


def test_bad_changes_are_refused() -> None:
    board = Board(3, 2, {(2, 1): None}, name="yard")
    for square in ((2, 1), NOT_ON_IT):
        with pytest.raises(GeometryError, match=f"yard has no square {name_of(square)}; it is 3 by 2"):
            board.with_tiles({square: Tile()})
    with pytest.raises(GeometryError, match="'lava' of A1 is no terrain"):
        board.with_tiles({(0, 0): Tile("lava")})
    with pytest.raises(GeometryError, match="share no edge"):
        board.with_edges({((0, 0), (1, 1)): WALL})
    with pytest.raises(GeometryError, match="C2 is off the board"):
        board.with_ramps([((1, 1), (2, 1))])
    with pytest.raises(GeometryError, match="has no square"):
        board.tile((2, 1))


# --------------------------------------------------------------------------------------------------- names


@given(st.integers(0, 800), st.integers(0, 800))
def test_every_square_has_a_name_and_is_found_by_it(x: int, y: int) -> None:
    assert square_of(name_of((x, y))) == square_of(name_of((x, y)).lower()) == (x, y)


def test_names_as_they_are_printed() -> None:
    named = {(0, 0): "A1", (25, 0): "Z1", (26, 11): "AA12", (51, 0): "AZ1", (52, 0): "BA1", (-1, 2): "(-1, 2)"}
    assert {square: name_of(square) for square in named} == named


@pytest.mark.parametrize("name", ["", "A", "7", "A0", "A-1", "1A", "A1B", "Ä1", "A 1", "A1.5"])
def test_what_names_no_square_is_refused(name: str) -> None:
    with pytest.raises(GeometryError, match="is not a square"):
        square_of(name)


def test_hindering_terrain_stays_where_a_tile_only_rises() -> None:
    board = drawn("h").with_tiles({(0, 0): Tile(HINDERING, 2)})
    assert (board.where(HINDERING), dict(board.levels)) == (1, {2: 1})


@pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint8])
def test_squares_that_come_from_numpy_are_squares(kind: Any) -> None:
    board = Board(40, 40, {(30, 35): Tile(BLOCKING)})
    there = (kind(30), kind(35))
    assert board.mask([there]) == board.bit(there) == board.where(BLOCKING) == 1 << 35 * 40 + 30
    assert name_of(there) == "AE36"
    assert Board(40, 40).with_tiles({there: Tile(BLOCKING)}).where(BLOCKING) == board.where(BLOCKING)


@pytest.mark.parametrize("mask", [-1, ~0b11, 1 << 4, 1 << 2])
def test_a_mask_of_squares_that_are_not_there_has_no_squares(mask: int) -> None:
    board = Board(2, 2, {(0, 1): None})
    with pytest.raises(GeometryError, match="board: a mask has squares that are not on the board"):
        list(board.squares(mask))


@pytest.mark.parametrize(
    ("tiles", "edges", "message"),
    [
        ({(1, 0): "water"}, {}, "B1 is a Tile, not 'water'"),
        ({(1, 0): Tile(areas="start")}, {}, "the areas of B1 are a set of words, not 'start'"),  # type: ignore[arg-type]
        ({}, {((1, 0), (0, 0)): "wall"}, "an EdgeKind stands between A1 and B1, not 'wall'"),
        ({}, {((0, 0), (1, 0)): WALL, ((1, 0), (0, 0)): DOOR}, "two different things stand between A1 and B1"),
    ],
)
def test_squares_and_edges_of_another_kind_are_refused(tiles: Any, edges: Any, message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        Board(2, 1, tiles, edges)
    with pytest.raises(GeometryError, match=message):
        Board(2, 1).with_tiles(tiles).with_edges(edges)


def test_an_area_that_is_not_there_is_named() -> None:
    board = Board(3, 2, {(0, 0): Tile(areas=frozenset({"bay"})), (1, 0): Tile(areas=frozenset({"start"}))}, name="cove")

    assert board.squares(board.area("bay")) == ((0, 0),)
    with pytest.raises(GeometryError, match=r"^cove has no area 'bey'; it has bay, start; did you mean 'bay'\?$"):
        board.area("bey")
    with pytest.raises(GeometryError, match=r"^board has no area 'bay'; it has none$"):
        Board(3, 2).area("bay")


def test_a_board_tells_what_it_is() -> None:
    assert repr(Board(3, 2, name="cove")) == "Board('cove', 3 x 2)"
