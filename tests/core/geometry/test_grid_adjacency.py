from collections.abc import Callable, Iterable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.grid import adjacency
from rulewright.geometry.grid.board import (
    BLOCKING,
    CLEAR,
    DOOR,
    HINDERING,
    WALL,
    WINDOW,
    Board,
    Edge,
    EdgeKind,
    Square,
    Tile,
    edge,
)
from tests.core.geometry.boards import RAIL, boards, drawn, mirrored, turned
from tests.lengths import examples

MANY = examples(150)


def squares(board: Board, mask: int) -> set[Square]:
    return set(board.squares(mask))


# ----------------------------------------------------- the rules read literally, on dictionaries of squares


def parted(board: Board, a: Square, b: Square) -> bool:
    """Something that parts squares stands on the edge between these two."""
    kind = board.edges.get((a, b)) or board.edges.get((b, a))
    return kind is not None and kind.parts


def touch(a: Square, b: Square) -> bool:
    """heroclix:6.3c: they share an edge or a corner."""
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def sides_of(a: Square, b: Square) -> tuple[Square, Square]:
    """The two other squares at the corner of two diagonal ones."""
    return (a[0], b[1]), (b[0], a[1])


def is_adjacent(board: Board, a: Square, b: Square) -> bool:
    if not touch(a, b) or board.tiles[a].elevation != board.tiles[b].elevation:
        return False  # heroclix:6.3.1, 6.3b.2
    if a[0] == b[0] or a[1] == b[1]:
        return not parted(board, a, b)  # heroclix:6.3b.1, 16.4c
    return any(  # heroclix:6.3b.3, 16.8c
        side in board.tiles
        and board.tiles[side].terrain != BLOCKING
        and board.tiles[side].elevation == board.tiles[a].elevation
        and not parted(board, a, side)
        and not parted(board, side, b)
        for side in sides_of(a, b)
    )


def is_stair(board: Board, a: Square, b: Square) -> bool:
    """heroclix:16.7.3: the two triangles of a diamond bear different numbers."""
    joined = (a, b) in board.ramps or (b, a) in board.ramps
    return joined and board.tiles[a].elevation != board.tiles[b].elevation and not parted(board, a, b)


def is_linked(board: Board, a: Square, b: Square) -> bool:
    """heroclix:16.5b: by a stair, or diagonal to each other on a stair that is two squares wide."""
    if not touch(a, b) or is_stair(board, a, b):
        return touch(a, b)
    side, other = sides_of(a, b)
    if len({a, b, side, other}) < 4 or side not in board.tiles or other not in board.tiles:
        return False
    return any(
        is_stair(board, a, up)
        and is_stair(board, down, b)
        and (is_adjacent(board, up, b) and is_adjacent(board, a, down))
        for up, down in ((side, other), (other, side))
    )


def within(board: Board, start: Iterable[Square], steps: int) -> set[Square]:
    """heroclix:11.3a: counted outwards from the square, which is 0, in all eight directions."""
    found = dict.fromkeys(start, 0)
    for count in range(1, steps + 1):
        for x, y in list(found):
            for dx, dy in product((-1, 0, 1), repeat=2):
                found.setdefault((x + dx, y + dy), count)
    return {square for square, count in found.items() if count <= steps} & set(board.tiles)


@MANY
@given(boards())
def test_adjacent_squares_are_those_of_the_rules_read_literally(board: Board) -> None:
    for a in board.tiles:
        literal = {b for b in board.tiles if is_adjacent(board, a, b)}
        assert squares(board, adjacency.adjacent_to(board, a)) == literal
        assert {b for b in board.tiles if adjacency.adjacent(board, a, b)} == literal
        for step, leaving in adjacency.steps_to_adjacent(board).items():
            assert bool(leaving & board.bit(a)) == ((a[0] + step[0], a[1] + step[1]) in literal)


@MANY
@given(boards())
def test_stairs_link_the_squares_that_the_rules_say(board: Board) -> None:
    for a in board.tiles:
        literal = {b for b in board.tiles if is_linked(board, a, b)}
        assert squares(board, adjacency.linked(board, a)) == literal
        assert {b for b in board.tiles if adjacency.stair_linked(board, a, b)} == literal
        assert not literal & squares(board, adjacency.adjacent_to(board, a))  # heroclix:16.5b.4


@MANY
@given(boards())
def test_neither_order_nor_mirrors_nor_turns_change_an_answer(board: Board) -> None:
    flipped, there = mirrored(board)
    quarter, around = turned(board)
    for query in (adjacency.adjacent, adjacency.stair_linked):
        for a, b in product(board.tiles, repeat=2):
            answer = query(board, a, b)
            assert query(board, b, a) == answer
            assert query(flipped, there(a), there(b)) == answer
            assert query(quarter, around(a), around(b)) == answer


@MANY
@given(boards())
def test_what_keeps_two_squares_apart_is_said_of_all_that_are_not_adjacent(board: Board) -> None:
    for a, b in product(board.tiles, repeat=2):
        fault, back = adjacency.apart(board, a, b), adjacency.apart(board, b, a)
        assert (fault is None) == is_adjacent(board, a, b)
        assert (fault and fault.reason) == (back and back.reason)
        if fault is None:
            continue
        tiles, straight = board.tiles, a[0] == b[0] or a[1] == b[1]
        assert {
            "the same square": a == b,
            "not touching": not touch(a, b) and fault.amount == adjacency.distance(a, b) - 1,
            "different elevations": touch(a, b) and tiles[a].elevation != tiles[b].elevation,
            "wall between": straight and parted(board, a, b) and fault.by == board.edges[edge(a, b)].name,
            "both sides of the corner are closed": not straight and set(fault.squares) == set(sides_of(a, b)),
        }[fault.reason]


# ------------------------------------------------------------------------------------ single rules, by hand


def test_a_square_in_the_open_has_eight_adjacent_squares() -> None:
    board = drawn("...", "...", "...")
    assert adjacency.adjacent_to(board, (1, 1)).bit_count() == 8  # heroclix:6.3.2
    assert not adjacency.adjacent(board, (1, 1), (1, 1))  # heroclix:6.3a.2
    assert adjacency.adjacent_to(board, (0, 0)).bit_count() == 3


@pytest.mark.parametrize("kind", [WALL, WINDOW, DOOR])
def test_walls_windows_and_doors_part(kind: EdgeKind) -> None:
    board = drawn("..", edges={((0, 0), (1, 0)): kind})
    fault = adjacency.apart(board, (0, 0), (1, 0))  # heroclix:16.4c, 16.4f.3, 16.4g.3
    assert fault is not None and (fault.reason, fault.by) == ("wall between", kind.name)
    assert adjacency.adjacent(drawn("..", edges={((0, 0), (1, 0)): RAIL}), (0, 0), (1, 0))


@pytest.mark.parametrize(
    ("rows", "adjacent"),
    [
        (("..", ".."), True),
        ((".#", ".."), True),
        ((".#", "#."), False),  # heroclix:6.3b.3
        ((".2", "#."), False),
        ((".2", "2."), False),
        ((". ", " ."), False),  # nobody goes by way of squares that are not there (heroclix:15.2)
        ((". ", ".."), True),
        ((".h", "~."), True),
        (("#.", ".#"), True),  # what the squares themselves are does not matter
        (("..", ".2"), False),  # heroclix:6.3b.2
        (("2.", "22"), True),
    ],
)
def test_round_a_corner(rows: tuple[str, ...], adjacent: bool) -> None:
    board = drawn(*rows)
    assert adjacency.adjacent(board, (0, 0), (1, 1)) == adjacent


A, B, C, D = (0, 0), (1, 0), (0, 1), (1, 1)


@pytest.mark.parametrize(
    ("walls", "adjacent"),
    [
        ([(A, B)], True),
        ([(A, B), (B, D)], True),
        ([(A, B), (A, C)], False),
        ([(A, B), (C, D)], False),
        ([(B, D), (A, C)], False),
        ([(B, D), (C, D)], False),
    ],
)
def test_walls_at_an_intersection_close_one_way_round_each(walls: list[Edge], adjacent: bool) -> None:
    board = drawn("..", "..", edges=dict.fromkeys(walls, WALL))
    assert adjacency.adjacent(board, A, D) == adjacent  # heroclix:16.8c


def test_a_wall_and_a_blocking_square_together_close_a_corner() -> None:
    fault = adjacency.apart(drawn(".#", "..", edges={(C, D): WINDOW}), A, D)
    assert fault is not None and fault.reason == "both sides of the corner are closed"


@pytest.mark.parametrize(
    ("rows", "ramps", "linked"),
    [
        (("12",), [((0, 0), (1, 0))], True),
        (("12",), [], False),
        (("11",), [((0, 0), (1, 0))], False),  # a doorway, heroclix:16.7.4
        (("14",), [((0, 0), (1, 0))], True),
        (("12", "12"), [((0, 0), (1, 0)), ((0, 1), (1, 1))], True),  # heroclix:16.5b.3
        (("12", "12"), [((0, 0), (1, 0))], False),
        (("12", "22"), [((0, 0), (1, 0)), ((0, 0), (0, 1))], False),
        (("12", "22"), [((0, 0), (1, 1))], True),
    ],
)
def test_stairs(rows: tuple[str, ...], ramps: list[Edge], linked: bool) -> None:
    board = drawn(*rows, ramps=tuple(ramps))
    assert adjacency.stair_linked(board, (0, 0), (len(rows[0]) - 1, len(rows) - 1)) == linked


def test_a_wall_across_the_stairs_unlinks_them() -> None:
    wide = (((0, 0), (1, 0)), ((0, 1), (1, 1)))
    walled = drawn("12", "12", ramps=wide, edges={((0, 0), (1, 0)): WALL})
    assert squares(walled, adjacency.linked(walled, (0, 0))) == set()
    assert squares(walled, adjacency.linked(walled, (0, 1))) == {(1, 1)}
    rail = drawn("12", "12", ramps=wide, edges={((0, 0), (0, 1)): WALL, ((1, 0), (1, 1)): WALL})
    assert squares(rail, adjacency.linked(rail, (0, 0))) == {(1, 0)}


def test_transition_squares_are_those_of_ramps_of_both_kinds() -> None:
    board = drawn("12..", ramps=(((0, 0), (1, 0)), ((1, 0), (2, 0))))
    assert squares(board, adjacency.transitions(board)) == {(0, 0), (1, 0), (2, 0)}


# ------------------------------------------------------------------------------------------ distances, balls


@given(boards(6), st.data(), st.integers(-1, 8))
def test_balls_are_counted_outwards(board: Board, data: st.DataObject, steps: int) -> None:
    start = data.draw(st.sets(st.sampled_from(sorted(board.tiles)), max_size=3)) if board.tiles else set()
    ball = squares(board, adjacency.ball(board, board.mask(start), steps))
    assert ball == (within(board, start, steps) if steps >= 0 else set())
    assert ball == {a for a in board.tiles if any(adjacency.distance(a, b) <= steps for b in start)}
    around = squares(board, adjacency.touching(board, board.mask(start)))
    assert around == {a for a in board.tiles if a not in start and any(touch(a, b) for b in start)}


def test_a_ball_does_not_run_over_the_border_into_the_next_row() -> None:
    board = Board(3, 3)
    assert squares(board, adjacency.ball(board, board.bit((2, 1)), 1)) == set(product((1, 2), (0, 1, 2)))
    assert adjacency.ball(board, board.bit((0, 0)), 100) == board.present


@MANY
@given(boards(), st.data())
def test_beside_a_base_is_adjacent_to_one_of_its_squares(board: Board, data: st.DataObject) -> None:
    base = data.draw(st.sets(st.sampled_from(sorted(board.tiles)), max_size=4)) if board.tiles else set()
    literal = {a for a in board.tiles if a not in base and any(is_adjacent(board, a, b) for b in base)}
    assert squares(board, adjacency.beside(board, board.mask(base))) == literal  # heroclix:24.2b.1


@MANY
@given(boards(), st.data())
def test_a_base_across_a_corner_keeps_its_two_sides_apart(board: Board, data: st.DataObject) -> None:
    every = sorted(board.tiles)
    bases = data.draw(st.lists(st.sets(st.sampled_from(every), max_size=3), max_size=3)) if every else []
    masks = [board.mask(base) for base in bases]
    for a, b in product(board.tiles, repeat=2):
        crossed = len({a, *sides_of(a, b)}) == 3 and touch(a, b) and set(sides_of(a, b)) in bases
        fault = adjacency.apart(board, a, b, iter(masks))
        assert adjacency.adjacent(board, a, b, masks) == (is_adjacent(board, a, b) and not crossed) == (fault is None)
        if crossed and is_adjacent(board, a, b):  # heroclix:24.2b.2
            assert fault is not None and fault.reason == "a base between" and set(fault.squares) in bases


def test_a_base_on_a1_and_b2_parts_a2_from_b1() -> None:
    board = drawn("...", "...")
    across, along = board.mask([(0, 0), (1, 1)]), board.mask([(0, 0), (1, 0)])
    assert not adjacency.adjacent(board, (0, 1), (1, 0), [across])
    assert adjacency.adjacent(board, (0, 1), (1, 0), [along])
    assert adjacency.adjacent(board, (0, 0), (0, 1), [across, along])
    gap = drawn(" .", "..")
    assert adjacency.adjacent_to(gap, (1, 1), [gap.mask([(0, 1), (1, 0)])]) == gap.mask([(0, 1), (1, 0)])


# --------------------------------------------------------------------------------------- heights, walls, pieces


@MANY
@given(boards())
def test_rims_touch_lower_squares(board: Board) -> None:
    heights = {square: tile.elevation for square, tile in board.tiles.items()}
    around = {a: [heights[b] for b in heights if touch(a, b)] for a in heights}
    assert squares(board, adjacency.rim(board)) == {a for a in heights if min(around[a], default=9) < heights[a]}


def test_rims_at_corners_and_behind_walls() -> None:
    board = drawn("222", "222", "221", edges={((1, 2), (2, 2)): WALL})
    assert squares(board, adjacency.rim(board)) == {(1, 1), (2, 1), (1, 2)}  # heroclix:16.5d.1


@MANY
@given(boards(), st.integers(0, 3))
def test_walls_of_squares_and_within_squares(board: Board, steps: int) -> None:
    standing = {pair for pair, kind in board.edges.items() if kind.wall}
    for a in board.tiles:
        own = {pair for pair in standing if a in pair}
        assert adjacency.walls_of(board, a) == tuple(sorted(own)) and len(own) <= 4  # heroclix:16.4d
        near = {pair for pair in standing if within(board, [a], steps) & set(pair)}
        assert adjacency.walls_within(board, a, steps) == tuple(sorted(near))  # heroclix:16.4e


def test_a_wall_that_ends_at_a_corner_of_the_square_is_not_its_own() -> None:
    board = drawn("..", "..", edges={((1, 0), (1, 1)): WALL, ((-1, 0), (0, 0)): DOOR})
    assert adjacency.walls_of(board, (0, 0)) == (((-1, 0), (0, 0)),)
    assert adjacency.walls_within(board, (0, 0), 1) == (((-1, 0), (0, 0)), ((1, 0), (1, 1)))


@MANY
@given(boards())
def test_pieces_of_terrain_hang_together_over_edges(board: Board) -> None:
    for terrain in (HINDERING, BLOCKING, CLEAR):
        left = sorted((y, x) for (x, y), tile in board.tiles.items() if tile.terrain == terrain)
        expected: list[set[Square]] = []
        while left:
            piece = {left[0][::-1]}
            while grown := {
                (x, y) for y, x in left if (x, y) not in piece and any(_share_edge((x, y), b) for b in piece)
            }:
                piece |= grown
            left = [(y, x) for y, x in left if (x, y) not in piece]
            expected.append(piece)
        assert [squares(board, piece) for piece in adjacency.pieces(board, terrain)] == expected


def _share_edge(a: Square, b: Square) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def test_pieces_that_meet_at_a_corner_are_two() -> None:
    board = drawn("hh.", "..h", "..h")
    assert [squares(board, piece) for piece in adjacency.pieces(board, HINDERING)] == [
        {(0, 0), (1, 0)},
        {(2, 1), (2, 2)},
    ]


def test_unoccupied_squares_have_no_figure_and_are_not_blocking() -> None:
    board = drawn(".#", "h ")
    assert squares(board, adjacency.unoccupied(board, board.bit((0, 0)))) == {(0, 1)}  # heroclix:15.5


# --------------------------------------------------------------------------------------------- derived boards


@MANY
@given(boards(), boards())
def test_adjacency_follows_what_changes(board: Board, other: Board) -> None:
    def answers(board: Board) -> list[object]:
        asked: list[Callable[[Board], object]] = [adjacency.steps_to_adjacent, adjacency.rim]
        return [ask(board) for ask in asked] + [adjacency.linked(board, at) for at in board.tiles]

    before = answers(board)
    edges: dict[Edge, EdgeKind | None] = {
        pair: other.edges.get(pair)
        for pair in (*other.edges, *board.edges)
        if pair[0] in board.tiles or pair[1] in board.tiles
    }
    for new in (
        board.with_tiles({at: tile for at, tile in other.tiles.items() if at in board.tiles}),
        board.with_edges(edges),
        board.with_ramps([pair for pair in other.ramps if set(pair) <= set(board.tiles)], board.ramps),
    ):
        gaps = {at: None for at in product(range(board.width), range(board.height)) if at not in board.tiles}
        tiles: dict[Square, Tile | None] = {**new.tiles, **gaps}
        assert answers(new) == answers(Board(board.width, board.height, tiles, new.edges, new.ramps))
    assert answers(board) == before


def test_squares_off_the_board_are_refused() -> None:
    board = drawn(".. ")
    for off in ((2, 0), (0, 1), (-1, 0)):
        for ask in (adjacency.adjacent, adjacency.apart, adjacency.stair_linked):
            for pair in ((off, (0, 0)), ((0, 0), off)):
                with pytest.raises(GeometryError, match="has no square"):
                    ask(board, *pair)
        for look in (adjacency.adjacent_to, adjacency.linked, adjacency.walls_of):
            with pytest.raises(GeometryError, match="has no square"):
                look(board, off)


def test_the_pieces_of_a_mask_are_those_on_the_board() -> None:
    board = drawn(". .")
    assert adjacency.connected(board, -1) == adjacency.connected(board, 1 << 9 | board.present) == (0b001, 0b100)
