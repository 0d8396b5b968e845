"""Bases of several squares, beside every placement and every move tried out."""

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.grid.adjacency import beside
from rulewright.geometry.grid.bases import (
    CLOSE,
    BasePolicy,
    check_base_path,
    check_placement,
    footprints,
    orientations,
    reach_of_base,
)
from rulewright.geometry.grid.board import BLOCKING, DOOR, WALL, Board, Mask, Square, edge, square_of
from rulewright.geometry.grid.moves import check_path
from rulewright.geometry.grid.ways import MovePolicy
from tests.core.geometry.boards import boards, drawn, mirrored, turned
from tests.core.geometry.test_grid_moves import Case, cases, entered, halved, neighbours, searched_in_lines, speed
from tests.lengths import examples

SIZES = [(1, 1), (1, 2), (2, 2), (2, 4), (3, 6), (1, 3), (3, 2)]
BASES = st.builds(BasePolicy, st.booleans(), st.booleans())


def apart(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def is_base(squares: Iterable[Square], a: int, b: int) -> bool:
    """Whether squares form a base: a filled rectangle, or two squares at a corner."""
    found = sorted(squares)
    columns, rows = ({square[axis] for square in found} for axis in (0, 1))
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if {a, b} == {1, 2} and len(found) == 2 and apart(*found) == 1:
        return True
    return len(found) == a * b == wide * high and {wide, high} == {a, b}


def walled(board: Board, a: Square, b: Square) -> bool:
    kind = board.edges.get(edge(a, b))
    return kind is not None and kind.parts


def joined(board: Board, a: Square, b: Square, base: BasePolicy, over_walls: bool) -> bool:
    """Whether nothing parts two squares of a base that touch."""

    def level(*squares: Square) -> bool:
        return base.uneven or len({board.tiles[square].elevation for square in squares}) == 1

    if a[0] == b[0] or a[1] == b[1]:
        return (over_walls or not walled(board, a, b)) and level(a, b)
    return any(
        side in board.tiles
        and board.tiles[side].terrain != BLOCKING
        and level(a, side, b)
        and not walled(board, a, side)
        and not walled(board, side, b)
        for side in ((a[0], b[1]), (b[0], a[1]))
    )


def may_stand(board: Board, squares: Iterable[Square], base: BasePolicy, others: Iterable[Square]) -> bool:
    found = list(squares)
    if any(square in others or board.tiles[square].terrain == BLOCKING for square in found):
        return False
    if len(found) == 2:
        return joined(board, found[0], found[1], base, over_walls=False)
    return all(
        joined(board, a, b, base, base.large_bases_over_walls)
        for a, b in combinations(found, 2)
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    )


# ---------------------------------------------------------------------------------------------- placements


@given(boards(largest=4).filter(lambda board: board.tiles), st.sampled_from([(1, 1), (1, 2), (2, 2), (2, 1), (3, 2)]))
@examples(30)
def test_all_placements_are_found(board: Board, size: tuple[int, int]) -> None:
    a, b = size
    expected = {frozenset(squares) for squares in combinations(board.tiles, a * b) if is_base(squares, a, b)}
    found = footprints(board, a, b)
    assert {frozenset(board.squares(placement)) for placement in found} == expected
    assert len(set(found)) == len(found) and found == footprints(board, a, b)


def test_numbers_of_placements_on_an_open_board() -> None:
    board = Board(10, 7)
    counts = {size: len(footprints(board, *size)) for size in SIZES}
    assert counts == {
        (1, 1): 70,
        (1, 2): 9 * 7 + 10 * 6 + 2 * 9 * 6,
        (2, 2): 9 * 6,
        (2, 4): 7 * 6 + 9 * 4,
        (3, 6): 5 * 5 + 8 * 2,
        (1, 3): 8 * 7 + 10 * 5,
        (3, 2): 8 * 6 + 9 * 5,
    }


@given(boards(largest=5).filter(lambda board: board.tiles), st.sampled_from(SIZES), BASES, st.data())
def test_a_base_stands_where_nothing_parts_its_squares(
    board: Board, size: tuple[int, int], base: BasePolicy, data: st.DataObject
) -> None:
    others = data.draw(st.frozensets(st.sampled_from(sorted(board.tiles)), max_size=2))
    for placement in footprints(board, *size):
        fine = may_stand(board, board.squares(placement), base, others)
        assert (check_placement(board, placement, base, board.mask(others)) == ()) == fine


@given(boards(largest=5).filter(lambda board: board.tiles), st.sampled_from([mirrored, turned]), BASES)
def test_placements_are_the_same_on_a_mirrored_or_turned_board(board: Board, change: Any, base: BasePolicy) -> None:
    other, where = change(board)
    for size in ((1, 2), (2, 2), (3, 2)):
        there = {p for p in footprints(other, *size) if not check_placement(other, p, base)}
        here = (p for p in footprints(board, *size) if not check_placement(board, p, base))
        assert {other.mask(map(where, board.squares(p))) for p in here} == there


def faults(board: Board, squares: str, base: BasePolicy = CLOSE, occupied: str = "") -> list[str]:
    masks = [board.mask(map(square_of, names.split())) for names in (squares, occupied)]
    return [str(fault) for fault in check_placement(board, masks[0], base, masks[1])]


def test_what_keeps_a_base_from_a_place_is_named() -> None:
    assert faults(drawn(".#", "#."), "A1 B1 A2 B2") == ["blocking terrain B1", "blocking terrain A2"]
    assert faults(drawn("..", ".."), "A1 B1 A2 B2", occupied="B2") == ["occupied B2"]
    assert faults(drawn("12", "12"), "A1 B1 A2 B2") == ["different elevations B1", "different elevations B2"]
    assert faults(drawn("12", "12"), "A1 B1 A2 B2", BasePolicy(uneven=True)) == []
    for kind in (WALL, DOOR):
        assert faults(drawn("..", "..", edges={((0, 1), (1, 1)): kind}), "A1 B1 A2 B2", BasePolicy(uneven=True)) == [
            f"wall between {kind.name}"
        ]
    assert faults(drawn(".#", "#."), "A1 B2") == ["both sides of the corner are closed B2"]
    assert faults(drawn("12", "21"), "A1 B2") == ["both sides of the corner are closed B2"]
    assert faults(drawn("12", "21"), "A1 B2", BasePolicy(uneven=True)) == []


def test_only_bases_of_two_squares_lie_across_a_corner() -> None:
    board = Board(6, 6)
    for a, b in SIZES:
        for placement in footprints(board, a, b):
            found = list(board.squares(placement))
            assert is_base(found, a, b)
    with pytest.raises(GeometryError, match="A1, B2, C3 are not the squares of a base"):
        check_placement(board, board.mask([(0, 0), (1, 1), (2, 2)]))
    with pytest.raises(GeometryError, match="are not the squares of a base"):
        check_placement(board, board.mask([(0, 0), (2, 0)]))
    with pytest.raises(GeometryError, match="are not the squares of a base"):
        check_placement(board, board.mask([(0, 0), (2, 2)]))


def test_the_squares_beside_a_base_across_a_corner_are_adjacent_to_it() -> None:
    board = Board(3, 3)
    base = board.mask([(0, 0), (1, 1)])
    assert set(board.squares(beside(board, base))) == set(board.tiles) - {(0, 0), (1, 1)}


def test_bad_bases_are_refused() -> None:
    with pytest.raises(GeometryError, match="at least 1 by 1 squares, not 0 by 2"):
        orientations(0, 2)
    with pytest.raises(GeometryError, match="no board has room for a base of 2 by 1000000 squares"):
        orientations(2, 10**6)
    for mask in (0, 1 << 9):
        with pytest.raises(GeometryError, match="one or more squares of the board"):
            check_placement(Board(3, 3), mask)
    with pytest.raises(GeometryError, match="D1 is not a square of the base"):
        reach_of_base(Board(4, 4), 0b11, (3, 0), 1)
    with pytest.raises(GeometryError, match="0 steps or more"):
        reach_of_base(Board(4, 4), 0b11, (0, 0), -1)


# -------------------------------------------------------------------------------------------------- moving


def exact_moves(case: Case) -> list[set[Square]]:
    """For each number of steps the squares that the starting square can come to in exactly this many."""
    if case.policy.direct:
        lines = searched_in_lines(case._replace(friends=frozenset()))
        return [{square for square, steps in lines.items() if steps == count} for count in range(speed(case) + 1)]
    live, come = {case.start}, {case.start}
    found = [come]
    for _ in range(speed(case)):
        steps = {(there, entered(case, here, there)) for here in live for there in neighbours(here)}
        found.append({there for there, result in steps if result})
        live = {there for there, result in steps if result == 2}
    return found


def rigid(before: list[Square], after: list[Square]) -> bool:
    """Whether a base was only shifted and turned: the squares of it keep their places on it."""
    if len(before) == 2:
        return apart(*after) == 1
    shapes = [[(x - path[0][0], y - path[0][1]) for x, y in path] for path in (before, after)]
    return any(
        shapes[1] == [(x * c - y * s, x * s + y * c) for x, y in shapes[0]]
        for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )


def tried(case: Case, placement: Mask, size: tuple[int, int], base: BasePolicy) -> dict[Mask, int]:
    """Every placement that a move can end in, with the fewest squares moved: each turn of the base at each square."""
    before = [case.start, *(square for square in case.board.squares(placement) if square != case.start)]
    others = (case.friends | case.foes) - set(before)
    case = case._replace(foes=case.foes - set(before))
    moves = exact_moves(case)
    found: dict[Mask, int] = {}
    for target in footprints(case.board, *size):
        after = list(case.board.squares(target))
        if not may_stand(case.board, after, base, others):
            continue
        for count, ends in enumerate(moves):
            corners = [at for at in after if at in ends]
            if any(reachable(before, after, at, count) for at in corners):
                found.setdefault(target, count)
    return found


def reachable(before: list[Square], after: list[Square], end: Square, count: int) -> bool:
    """Whether the base can lie so, its first square in ``end``, with no square of it more than ``count`` away."""
    corner = before[0]
    for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) if len(before) != 2 else ((0, 0),):
        turned_ = [
            (end[0] + (x - corner[0]) * c - (y - corner[1]) * s, end[1] + (x - corner[0]) * s + (y - corner[1]) * c)
            for x, y in before
        ]
        if len(before) == 2:
            turned_ = [end, next(square for square in after if square != end)]
        assert rigid(before, turned_)
        if set(turned_) == set(after) and all(apart(a, b) <= count for a, b in zip(before, turned_, strict=True)):
            return True
    return False


@given(cases(), st.sampled_from([(1, 1), (1, 2), (1, 2), (2, 2), (3, 2), (1, 3), (3, 3)]), BASES, st.data())
@settings(deadline=None)
def test_a_base_can_move_where_trying_every_placement_says(
    case: Case, size: tuple[int, int], base: BasePolicy, data: st.DataObject
) -> None:
    at_start = [p for p in footprints(case.board, *size) if p & case.board.bit(case.start)]
    assume(at_start)
    placement = data.draw(st.sampled_from(at_start))
    case = case._replace(steps=min(case.steps, 4))
    found = reach_of_base(case.board, placement, case.start, case.steps, case.policy, base, *case.figures)
    expected = tried(case, placement, size, base)
    assert {target: found.steps(target) for target in found} == expected
    assert len(found) == len(expected) == len(list(found))
    assert {target for target in footprints(case.board, *size) if target in found} == expected.keys()
    own = ~placement
    friends, foes = (figures & own for figures in case.figures)
    for target, count in expected.items():
        path = found.path(target)
        assert len(path) - 1 == count and path[0] == case.start and target & case.board.bit(path[-1])
        assert check_path(case.board, path, case.steps, case.policy, friends, foes) == ()
    target = data.draw(st.sampled_from(footprints(case.board, *size)))
    fault = found.why_not(target)
    assert (fault is None) == (target in expected)
    if fault is not None and fault.reason == "too far":
        wanted, each = speed(case) + int(fault.amount), 2 if halved(case) else 1
        assert target in tried(case._replace(steps=wanted * each), placement, size, base)
        assert target not in tried(case._replace(steps=(wanted - 1) * each), placement, size, base)


def plainly_wrong(
    case: Case, placement: Mask, path: list[Square], end: list[Square], base: BasePolicy
) -> tuple[bool, bool, bool]:
    """Whether the way, the turn of the base or the place where it ends is wrong: step by step, turn by turn."""
    before = [path[0], *(square for square in case.board.squares(placement) if square != path[0])]
    foes, others = case.foes - set(before), (case.friends | case.foes) - set(before)
    masks = (case.board.mask([]), case.board.mask(foes))
    free = {"ends in blocking terrain", "ends in an occupied square"}
    way = {fault.reason for fault in check_path(case.board, path, case.steps, case.policy, *masks)} - free
    if any(square not in case.board.tiles for square in end):
        return bool(way), True, True
    turned_ = path[-1] in end and len(set(end)) == len(end) == len(before)
    turned_ = turned_ and any(reachable(before, end, path[-1], count) for count in range(len(path)))
    return bool(way), not turned_, not may_stand(case.board, end, base, others)


@given(cases(), st.sampled_from([(1, 1), (1, 2), (2, 2), (3, 2), (1, 3)]), BASES, st.data())
@settings(deadline=None)
def test_a_move_of_a_base_is_legal_where_way_turn_and_end_are(
    case: Case, size: tuple[int, int], base: BasePolicy, data: st.DataObject
) -> None:
    """The check agrees with every step and turn looked at by itself, and with what can be reached."""
    at_start = [p for p in footprints(case.board, *size) if p & case.board.bit(case.start)]
    assume(at_start)
    placement = data.draw(st.sampled_from(at_start))
    case = case._replace(steps=min(case.steps, 4))
    rules = (case.steps, case.policy, base, *case.figures)
    found = reach_of_base(case.board, placement, case.start, *rules)
    for target in found:
        path, squares = found.path(target), list(case.board.squares(target))
        assert check_base_path(case.board, placement, path, squares, *rules) == ()
        assert plainly_wrong(case, placement, list(path), squares, base) == (False, False, False)
    for _ in range(5):
        path_ = [case.start]
        for _ in range(data.draw(st.integers(0, 4))):
            step = data.draw(st.sampled_from([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]))
            path_.append((path_[-1][0] + step[0], path_[-1][1] + step[1]))
        ends = [p for p in footprints(case.board, *size) if path_[-1] in case.board.squares(p)] or at_start
        end = list(case.board.squares(data.draw(st.sampled_from(ends))))
        faults = check_base_path(case.board, placement, path_, end, *rules)
        assert bool(faults) == any(plainly_wrong(case, placement, path_, end, base))
        if not faults:
            assert case.board.mask(end) in found


def test_a_move_of_a_base_says_what_is_wrong_with_it() -> None:
    board = drawn("......", "..#...")
    base = board.mask([(0, 0), (1, 0)])

    def wrong(path: str, end: str, steps: int = 2, friends: Mask = 0) -> list[str]:
        way, there = ([*map(square_of, text.split())] for text in (path, end))
        return [*map(str, check_base_path(board, base, way, there, steps, friends=friends))]

    assert wrong("A1 B1 C1", "C1 D1") == []
    assert wrong("A1 B1 C1 D1", "D1 E1") == ["too far: 1"]
    assert wrong("A1 B1 C1", "C1 C2") == ["blocking terrain C2"]
    assert wrong("A1 B1 C1", "C1 D1", friends=board.bit((3, 0))) == ["occupied D1"]
    assert wrong("B1", "B1 B2") == ["farther than the square that leads: 1"]
    assert (
        wrong("A1 B1", "C1 D1")
        == wrong("A1 B1", "B1")
        == wrong("A1 B1", "B1 B1")
        == wrong("A1", "")
        == ["not this base"]
    )
    assert wrong("A1 B1", "B1 Z9") == ["off the board"]
    for path in ("C1 D1", ""):
        with pytest.raises(GeometryError, match="the path of a base begins in one of its squares"):
            wrong(path, "C1 D1")


def test_a_base_turns_while_it_moves_but_no_square_goes_farther_than_the_start() -> None:
    board = Board(5, 5)
    base = board.mask([(0, 0), (1, 0)])
    stay = reach_of_base(board, base, (0, 0), 0)
    assert set(stay) == {base}
    one = reach_of_base(board, base, (0, 0), 1)
    assert board.mask([(1, 0), (2, 0)]) in one and board.mask([(0, 1), (1, 1)]) in one
    assert board.mask([(1, 1), (2, 2)]) not in one
    two = reach_of_base(board, base, (0, 0), 2)
    swapped = board.mask([(0, 0), (0, 1)])
    assert two.path(swapped) == ((0, 0), (0, 1))


def test_a_start_goes_to_and_fro_so_that_the_rest_can_follow() -> None:
    board = drawn("...", ".  ")
    base = board.mask([(0, 0), (1, 0)])
    upright = board.mask([(0, 0), (0, 1)])
    found = reach_of_base(board, base, (0, 0), 2)
    assert found.steps(upright) == 1 and found.path(upright) == ((0, 0), (0, 1))
    row = drawn(". . ", "....")
    start = row.mask([(0, 0), (0, 1)])
    assert reach_of_base(row, start, (0, 1), 2).path(row.mask([(0, 1), (1, 1)])) == ((0, 1), (1, 1))


def test_the_own_squares_of_the_base_are_in_nobodys_way() -> None:
    board = Board(5, 1)
    base = board.mask([(0, 0), (1, 0)])
    found = reach_of_base(board, base, (0, 0), 3, friends=base, foes=base)
    assert set(found) == {board.mask([(x, 0), (x + 1, 0)]) for x in range(4)}


def test_why_a_base_cannot_end_somewhere() -> None:
    board = drawn("......", "..#...")
    base = board.mask([(0, 0), (1, 0)])
    found = reach_of_base(board, base, (0, 0), 2)
    assert str(found.why_not(board.mask([(4, 0), (5, 0)]))) == "too far: 2"
    assert str(found.why_not(board.mask([(2, 0), (2, 1)]))) == "blocking terrain C2"
    cut = drawn(".. ..")
    gone = cut.mask([(3, 0), (4, 0)])
    apart_ = reach_of_base(cut, cut.mask([(0, 0), (1, 0)]), (0, 0), 9)
    assert str(apart_.why_not(gone)) == "cut off"
    with pytest.raises(GeometryError, match=r"cannot move there \(cut off\)"):
        apart_.path(gone)


def test_a_direct_move_of_a_base_is_at_least_one_square_long() -> None:
    board = Board(4, 4)
    base = board.mask(product((0, 1), (0, 1)))
    ends = reach_of_base(board, base, (0, 0), 2, MovePolicy(direct=True))
    assert board.mask(product((1, 2), (1, 2))) in ends and board.mask(product((1, 2), (2, 3))) not in ends


def test_a_base_that_may_move_without_end_can_be_where_a_long_move_takes_it() -> None:
    """heroclix:24.2d."""
    board = drawn("...#....", ".#...#..", ".#.##...")
    base = board.mask([(0, 0), (0, 1)])
    found = reach_of_base(board, base, (0, 0), 10**9)
    assert set(found) == set(reach_of_base(board, base, (0, 0), 60))
    assert len(found.path(board.mask([(6, 1), (7, 1)]))) > 6


def test_a_base_as_large_as_a_large_board_lies_on_it_once() -> None:
    assert footprints(Board(200, 200), 200, 200) == ((1 << 40_000) - 1,)
