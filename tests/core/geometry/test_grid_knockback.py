"""Knock back, beside the sentences of the rule taken square by square."""

from math import atan2, pi

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.grid.adjacency import distance
from rulewright.geometry.grid.board import BLOCKING, DOOR, WALL, WINDOW, Board, EdgeKind, Square, Tile, edge, square_of
from rulewright.geometry.grid.knockback import KnockBack, away_from, knock_back
from tests.core.geometry.boards import boards, drawn, mirrored, turned


def step_away(source: Square, square: Square) -> tuple[int, int]:
    """Of the four straight directions and four diagonals the one of the rule, by angles."""
    dx, dy = square[0] - source[0], square[1] - source[1]
    eighths = atan2(dy, dx) / (pi / 4)
    if abs(eighths - round(eighths)) > 1e-9:
        # In no line with the source: the odd eighths are the diagonals.
        eighths = min((-3, -1, 1, 3), key=lambda diagonal: abs(diagonal - eighths))
    directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    return directions[round(eighths) % 8]


def walled(board: Board, a: Square, b: Square) -> bool:
    kind = board.edges.get(edge(a, b))
    return kind is not None and kind.parts


def goes_on(board: Board, here: Square, there: Square, any_closed_corner: bool = False) -> bool:
    """Whether terrain lets the figure be placed in the next square."""
    tile = board.tiles.get(there)
    if tile is None or tile.terrain == BLOCKING or tile.elevation != board.tiles[here].elevation:
        return False
    if here[0] == there[0] or here[1] == there[1]:
        return not walled(board, here, there)
    return any(
        side in board.tiles
        and board.tiles[side].terrain != BLOCKING
        and (board.tiles[side].elevation == tile.elevation or not any_closed_corner)
        and not walled(board, here, side)
        and not walled(board, side, there)
        for side in ((here[0], there[1]), (there[0], here[1]))
    )


@given(boards(largest=6).filter(lambda board: len(board.tiles) > 1), st.integers(0, 4), st.booleans(), st.data())
def test_the_figure_is_placed_square_by_square(board: Board, squares: int, strict: bool, data: st.DataObject) -> None:
    at = st.sampled_from(sorted(board.tiles))
    source, square, others = data.draw(at), data.draw(at), data.draw(st.frozensets(at, max_size=3))
    assume(source != square)
    dx, dy = step_away(source, square)
    path = [square]
    stopped = False
    while len(path) - 1 < squares and not stopped:
        there = (path[-1][0] + dx, path[-1][1] + dy)
        stopped = there in others or not goes_on(board, path[-1], there, strict)
        if not stopped:
            path.append(there)
    found = knock_back(board, source, square, squares, board.mask(others), strict)
    assert found.path == tuple(path) and (found.stopped_by is not None) == stopped
    assert (found.end, found.squares) == (path[-1], len(path) - 1)
    if found.stopped_by is not None and found.stopped_by.reason != "off the board":
        there = (path[-1][0] + dx, path[-1][1] + dy)
        assert (found.stopped_by.reason == "occupied") == (there in others and goes_on(board, path[-1], there, strict))


@given(boards(largest=6).filter(lambda board: len(board.tiles) > 1), st.sampled_from([mirrored, turned]), st.data())
def test_knock_back_is_the_same_on_a_mirrored_or_turned_board(
    board: Board, change: object, data: st.DataObject
) -> None:
    source, square = data.draw(st.lists(st.sampled_from(sorted(board.tiles)), min_size=2, max_size=2, unique=True))
    other, where = change(board)  # type: ignore[operator]
    there = knock_back(other, where(source), where(square))
    here = knock_back(board, source, square)
    assert there.path == tuple(map(where, here.path))
    assert (there.stopped_by and there.stopped_by.reason) == (here.stopped_by and here.stopped_by.reason)


@given(st.tuples(st.integers(0, 9), st.integers(0, 9)), st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_each_square_of_the_path_is_farther_from_the_source(source: Square, square: Square) -> None:
    assume(source != square)
    dx, dy = away_from(source, square)
    path = [(square[0] + dx * count, square[1] + dy * count) for count in range(4)]
    assert [distance(source, at) - distance(source, square) for at in path] == [0, 1, 2, 3]
    off = (square[0] - source[0], square[1] - source[1])
    assert all(bool(step) == bool(gone) and step * gone >= 0 for step, gone in zip((dx, dy), off, strict=True))


# ------------------------------------------------------------------------------------- the rules, one by one


def told(board: Board, source: str, square: str, squares: int = 3, occupied: str = "") -> tuple[str, str]:
    """Where the figure ends, and what stopped it."""
    others = board.mask(map(square_of, occupied.split()))
    found = knock_back(board, square_of(source), square_of(square), squares, others)
    return "".join(
        chr(65 + x) + str(y + 1) for x, y in [found.end]
    ), found.stopped_by.reason if found.stopped_by else ""


OPEN = Board(9, 9)


@pytest.mark.parametrize(
    ("source", "square", "end"),
    [("A1", "B1", "E1"), ("C5", "C4", "C1"), ("A1", "B2", "E5"), ("A1", "C2", "F5"), ("H1", "C2", "A4")],
)
def test_the_path_keeps_to_the_row_column_or_diagonal_away_from_the_source(source: str, square: str, end: str) -> None:
    assert told(OPEN, source, square)[0] == end


def test_it_goes_three_squares_or_as_many_as_the_effect_says() -> None:
    assert told(OPEN, "A1", "B1") == ("E1", "")
    assert told(OPEN, "A1", "B1", 5) == ("G1", "")
    assert told(OPEN, "A1", "B1", 0) == ("B1", "")


def test_what_stops_it() -> None:
    assert told(OPEN, "D4", "B4") == ("A4", "off the board")
    assert told(drawn("....."), "A1", "B1", occupied="D1") == ("C1", "occupied")
    assert told(drawn("...#."), "A1", "B1") == ("C1", "blocking terrain")
    assert told(drawn("..2.."), "A1", "B1") == ("B1", "different elevations")
    assert told(drawn("222.."), "A1", "B1") == ("C1", "different elevations")
    assert told(drawn("..2..", ramps=(((1, 0), (2, 0)),)), "A1", "B1") == ("B1", "different elevations")
    assert told(drawn(".. .."), "A1", "B1") == ("B1", "off the board")


@pytest.mark.parametrize("kind", [WALL, WINDOW, DOOR])
def test_every_kind_of_wall_stops_it(kind: EdgeKind) -> None:
    board = drawn(".....", edges={((2, 0), (3, 0)): kind})
    found = knock_back(board, (0, 0), (1, 0))
    assert found == KnockBack(((1, 0), (2, 0)), Fault("wall between", kind.name, squares=((2, 0), (3, 0))))


def test_a_figure_behind_a_wall_is_not_run_into() -> None:
    board = drawn(".....", edges={((2, 0), (3, 0)): WALL})
    assert told(board, "A1", "B1", occupied="D1") == ("C1", "wall between")


def test_a_closed_corner_stops_a_diagonal_path_and_an_open_side_does_not() -> None:
    assert told(drawn("....", "..#.", ".#..", "...."), "A1", "B2") == ("B2", "both sides of the corner are closed")
    assert told(drawn("....", "..#.", "....", "...."), "A1", "B2", 2) == ("D4", "")


def test_bad_input_is_refused_by_name() -> None:
    with pytest.raises(GeometryError, match="source in the same square B1"):
        knock_back(OPEN, (1, 0), (1, 0))
    with pytest.raises(GeometryError, match="0 squares or more, not -1"):
        knock_back(OPEN, (0, 0), (1, 0), -1)
    for source, square in (((9, 0), (1, 0)), ((1, 0), (9, 0))):
        with pytest.raises(GeometryError, match="no square J1"):
            knock_back(OPEN, source, square)


def test_terrain_without_restriction_does_not_matter() -> None:
    board = Board(5, 1, {(2, 0): Tile("water"), (3, 0): Tile("hindering")})
    assert told(board, "A1", "B1") == ("E1", "")


def test_squares_that_come_from_numpy_are_squares() -> None:
    """heroclix:12.6d."""
    source, square = map(tuple, np.array([[3, 9], [4, 9]]))
    assert knock_back(Board(16, 16), source, square).end == (7, 9)
