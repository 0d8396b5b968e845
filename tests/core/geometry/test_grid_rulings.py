"""What was decided where the rules of squares leave room, each in the smallest position that shows it."""

from typing import Final

import pytest

from rulewright.geometry.grid.adjacency import adjacent
from rulewright.geometry.grid.bases import BasePolicy, check_placement
from rulewright.geometry.grid.board import BLOCKING, DOOR, HINDERING, WALL, Board, Edge, Mask, Square, Tile, square_of
from rulewright.geometry.grid.figures import Figure, Figures
from rulewright.geometry.grid.fire import BY_CORNER, REGARDING_ALL, Cause, FirePolicy, LineState, line_of_fire
from rulewright.geometry.grid.firetable import line_state
from rulewright.geometry.grid.knockback import knock_back
from rulewright.geometry.grid.moves import check_path, reach
from rulewright.geometry.grid.ways import WALK, MovePolicy
from tests.core.geometry.boards import drawn

OPEN, HINDERED, BLOCKED = LineState.OPEN, LineState.HINDERED, LineState.BLOCKED
CROSS_AND_STOP: Final = MovePolicy(red_lines="cross and stop")
ELEVATED: Final = MovePolicy(heights=True)


def squares(names: str) -> list[Square]:
    return [square_of(name) for name in names.split()]


def walls(*names: str) -> dict[Edge, object]:
    """``B2|C2`` for the edge between two squares."""
    return {(square_of(a), square_of(b)): WALL for a, b in (name.split("|") for name in names)}


def ends(board: Board, start: str, steps: int, policy: MovePolicy = WALK) -> set[Square]:
    return set(board.squares(reach(board, square_of(start), steps, policy).ends))


def line(board: Board, a: str, b: str, *figures: Figure, policy: FirePolicy = REGARDING_ALL) -> LineState:
    crowd = Figures(board, figures)
    found = line_of_fire(board, square_of(a), square_of(b), crowd, policy).state
    assert found == line_state(board, square_of(a), square_of(b), crowd, policy)
    return found


def standard(*names: str) -> list[Figure]:
    return [Figure(name, (square_of(name),)) for name in names]


def giant(name: str) -> Figure:
    return Figure(name, (square_of(name),), 2, tall=True)


# ------------------------------------------------------------------------------------------------- figures


def test_entering_a_square_beside_a_figure_just_broken_away_from_stops() -> None:
    """heroclix:10.7b against 10.8; the other reading names the squares that stop."""
    board, start, foe = Board(8, 5), square_of("C3"), Board(8, 5).bit(square_of("D3"))
    assert reach(board, start, 9, foes=foe).steps(square_of("F3")) == 6
    assert square_of("F3") not in set(board.squares(reach(board, start, 5, foes=foe).ends))
    spared: Mask = 0
    assert reach(board, start, 9, foes=foe, beside_foes=spared).steps(square_of("F3")) == 3


@pytest.mark.parametrize(
    ("heights", "figure", "expected", "giants", "all_figures"),
    [
        ("212", standard("B1")[0], OPEN, OPEN, BLOCKED),
        ("212", giant("B1"), OPEN, OPEN, BLOCKED),
        ("312", giant("B1"), OPEN, BLOCKED, BLOCKED),
        ("211", standard("B1")[0], OPEN, OPEN, BLOCKED),
        ("211", giant("B1"), BLOCKED, BLOCKED, BLOCKED),
        ("111", standard("B1")[0], BLOCKED, BLOCKED, BLOCKED),
    ],
)
def test_figures_below_both_ends_of_a_line_do_not_block_it(
    heights: str, figure: Figure, expected: LineState, giants: LineState, all_figures: LineState
) -> None:
    """heroclix:11.4c against 16.5c"""
    board = drawn(heights)
    for policy, found in (
        (REGARDING_ALL, expected),
        (FirePolicy(giants_below_block=True), giants),
        (FirePolicy(figures_below_block=True), all_figures),
    ):
        assert line(board, "A1", "C1", figure, policy=policy) == found
        assert line(board, "C1", "A1", figure, policy=policy) == found


# --------------------------------------------------------------------------------------------- knocked back


@pytest.mark.parametrize(
    ("closed", "blocking", "high", "end", "any_closed_corner"),
    [
        ([], "", "", "E5", "E5"),
        (["B2|C2"], "", "", "E5", "E5"),
        (["B2|C2", "C2|C3"], "", "", "E5", "E5"),
        (["B2|C2", "B2|B3"], "", "", "B2", "B2"),
        ([], "C2 B3", "", "B2", "B2"),
        ([], "", "C2 B3", "E5", "B2"),
        ([], "", "C3", "B2", "B2"),
    ],
)
def test_a_corner_stops_knock_back_where_walls_or_blocking_squares_close_both_ways_round(
    closed: list[str], blocking: str, high: str, end: str, any_closed_corner: str
) -> None:
    """heroclix:12.6d.9; the other reading counts whatever makes the next square not adjacent."""
    tiles = {square: Tile(BLOCKING) for square in squares(blocking)}
    tiles |= {square: Tile(elevation=2) for square in squares(high)}
    board = Board(6, 6, tiles, walls(*closed))  # type: ignore[arg-type]
    for strict, expected in ((False, end), (True, any_closed_corner)):
        found = knock_back(board, square_of("A1"), square_of("B2"), 3, any_closed_corner=strict)
        assert found.end == square_of(expected)


# ------------------------------------------------------------------------------------------ lines at a corner


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ({"B1": Tile(elevation=2)}, OPEN),
        ({"B1": Tile(elevation=2), "A2": Tile(elevation=2)}, BLOCKED),
        ({"B1": Tile(elevation=2), "A2": Tile(BLOCKING)}, BLOCKED),
        ({"B1": Tile(elevation=2), "A2": Tile(HINDERING)}, HINDERED),
        ({"A1": Tile(elevation=2), "B1": Tile(elevation=2), "A2": Tile(HINDERING)}, OPEN),
    ],
)
def test_a_line_through_a_corner_goes_by_the_less_restrictive_square(
    tiles: dict[str, Tile], expected: LineState
) -> None:
    """heroclix:16.8b"""
    board = Board(3, 3, {square_of(name): tile for name, tile in tiles.items()})
    assert line(board, "A1", "C3") == expected


@pytest.mark.parametrize(
    ("figures", "tiles", "expected", "closing"),
    [
        (standard("B1", "A2"), {}, OPEN, BLOCKED),
        (standard("B1"), {}, OPEN, OPEN),
        (standard("B1"), {"A2": Tile(HINDERING)}, OPEN, HINDERED),
        (standard("B1"), {"A2": Tile(BLOCKING)}, OPEN, BLOCKED),
        (standard("B1"), {"A2": Tile(BLOCKING), "B1": Tile(elevation=2)}, BLOCKED, BLOCKED),
        (standard("B1", "A2"), {"C3": Tile(elevation=2)}, OPEN, OPEN),
        ([giant("B1"), giant("A2")], {"C3": Tile(elevation=2)}, OPEN, BLOCKED),
        ([giant("B1"), giant("A2")], {"A1": Tile(elevation=2), "B2": Tile(elevation=2)}, BLOCKED, BLOCKED),
    ],
)
def test_figures_beside_a_corner_do_not_close_it(
    figures: list[Figure], tiles: dict[str, Tile], expected: LineState, closing: LineState
) -> None:
    """heroclix:16.8b names terrain and walls only; in the other reading who would block on the way closes a side."""
    board = Board(3, 3, {square_of(name): tile for name, tile in tiles.items()})
    assert line(board, "A1", "C3", *figures) == expected
    assert line(board, "A1", "C3", *figures, policy=FirePolicy(figures_close_corners=True)) == closing


def test_a_corner_that_figures_close_has_their_squares() -> None:
    crowd = Figures(Board(3, 3), standard("B1", "A2"))
    fire = line_of_fire(crowd.board, (0, 0), (2, 2), crowd, FirePolicy(figures_close_corners=True))
    assert fire.causes == (Cause(BY_CORNER, ((1, 0), (0, 1))),)


# ------------------------------------------------------------------------------------------------ large bases


@pytest.mark.parametrize(
    ("base", "blocking", "closed", "legal", "over_walls"),
    [
        ("A1 B2", "", [], True, True),
        ("A1 B2", "B1", [], True, True),
        ("A1 B2", "B1 A2", [], False, False),
        ("A1 B1", "", ["A1|B1"], False, False),
        ("A1 B1 A2 B2", "", ["A1|B1"], False, True),
        ("A1 B1 C1", "", ["A1|B1"], False, True),
        ("A1 B1 A2 B2", "B1", [], False, False),
    ],
)
def test_a_base_lies_on_squares_that_are_adjacent(
    base: str, blocking: str, closed: list[str], legal: bool, over_walls: bool
) -> None:
    """heroclix:24.2a; in the other reading walls part only bases of two squares."""
    board = Board(3, 3, {square: Tile(BLOCKING) for square in squares(blocking)}, walls(*closed))  # type: ignore[arg-type]
    placement = board.mask(squares(base))
    assert (check_placement(board, placement) == ()) == legal
    assert (check_placement(board, placement, BasePolicy(large_bases_over_walls=True)) == ()) == over_walls


# ------------------------------------------------------------------------------------------- doors and terrain


def test_doors_let_moves_through_stop_lines_and_part_squares() -> None:
    """heroclix:16.4g"""
    board = Board(3, 1, edges={(square_of("A1"), square_of("B1")): DOOR})
    assert square_of("C1") in ends(board, "A1", 2)
    assert line(board, "A1", "C1") == BLOCKED
    assert not adjacent(board, square_of("A1"), square_of("B1"))


OLD_HINDERING: Final = MovePolicy(old_hindering=True)


def test_hindering_terrain_does_not_slow_a_move() -> None:
    """heroclix:16.2a; in old editions entering it stops, and a move that starts in it is halved."""
    board = drawn(".h..")
    assert square_of("D1") in ends(board, "A1", 3)
    assert ends(board, "A1", 3, OLD_HINDERING) == set(squares("A1 B1"))
    assert ends(drawn("hh.h."), "A1", 9, OLD_HINDERING) == set(squares("A1 B1 C1 D1"))
    assert ends(drawn("h....."), "A1", 3, OLD_HINDERING) == set(squares("A1 B1 C1"))


def test_what_hindering_terrain_does_to_a_move_is_named() -> None:
    board = drawn(".h.", "...")

    def reasons(path: str) -> list[str]:
        return [str(fault) for fault in check_path(board, squares(path), 3, OLD_HINDERING)]

    assert reasons("A1 B1 C1") == ["has to stop in hindering terrain B1"]
    assert reasons("A1 A2 B2 C1") == []
    assert reasons("B1 C1 C2 B2") == ["too far: 1"]
    assert reach(board, square_of("B1"), 1, OLD_HINDERING).why_not(square_of("C2")) is None
    assert str(reach(drawn("h..."), square_of("A1"), 3, OLD_HINDERING).why_not(square_of("D1"))) == "too far D1: 1"


def test_one_step_can_end_beyond_a_red_line_and_in_hindering_terrain() -> None:
    board = Board(3, 1, {square_of("B1"): Tile(HINDERING, elevation=2), square_of("C1"): Tile(elevation=2)})
    policy = MovePolicy(red_lines="cross and stop", old_hindering=True)
    assert [fault.reason for fault in check_path(board, squares("A1 B1 C1"), 3, policy)] == [
        "has to stop beyond a change of elevation",
        "has to stop in hindering terrain",
    ]


# -------------------------------------------------------------------------------------------------- red lines


def test_a_ramp_leads_only_straight_across_the_red_line() -> None:
    """heroclix:16.7b; the other reading crosses and stops."""
    board = drawn("222", "111", "111").with_ramps([(square_of("B1"), square_of("B2"))])
    assert {at for at in ends(board, "B2", 1) if at[1] == 0} == set(squares("B1"))
    assert reach(board, square_of("B3"), 3).path(square_of("A1")) == tuple(squares("B3 B2 B1 A1"))
    assert {at for at in ends(board, "B2", 1, CROSS_AND_STOP) if at[1] == 0} == set(squares("A1 B1 C1"))


def test_who_would_cross_a_red_line_stops_before_it() -> None:
    """heroclix:16.5a; the other reading crosses and stops in the first square beyond."""
    board = drawn("11122")
    assert ends(board, "A1", 4) == set(squares("A1 B1 C1"))
    assert ends(board, "A1", 4, CROSS_AND_STOP) == set(squares("A1 B1 C1 D1"))
    assert square_of("E1") in ends(board.with_ramps([(square_of("C1"), square_of("D1"))]), "A1", 4)
    assert square_of("E1") in ends(board, "A1", 4, ELEVATED)


def test_a_red_line_closes_its_side_of_a_corner() -> None:
    """heroclix:16.8a"""
    board, path = drawn("12", "#1"), squares("A1 B2")
    assert [fault.reason for fault in check_path(board, path, 1)] == ["closed corner"]
    assert check_path(board, path, 1, CROSS_AND_STOP) == ()
    further = drawn("12.", "#1.", "...")
    assert [fault.reason for fault in check_path(further, squares("A1 B2 C3"), 2, CROSS_AND_STOP)] == [
        "has to stop beyond a change of elevation"
    ]
