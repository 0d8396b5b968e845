"""Moves on squares, beside a search that takes one step at a time and reads the rules one sentence at a time."""

import pickle
from copy import deepcopy
from itertools import pairwise, product
from math import ceil
from typing import Final, NamedTuple

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.grid.adjacency import adjacent, beside
from rulewright.geometry.grid.board import (
    BLOCKING,
    DOOR,
    HINDERING,
    STEPS,
    WALL,
    WINDOW,
    Board,
    EdgeKind,
    Mask,
    Square,
    Tile,
    edge,
    square_of,
)
from rulewright.geometry.grid.moves import check_path, direct_path, reach, walks
from rulewright.geometry.grid.ways import WALK, MovePolicy
from tests.core.geometry.boards import boards, drawn, mirrored, turned

FLY: Final = MovePolicy(heights=True, through_blocking="outdoor", through_figures=True, past_figures=True)
POLICIES: Final = st.builds(
    MovePolicy,
    red_lines=st.sampled_from(["stop before", "cross and stop"]),
    heights=st.booleans(),
    through_blocking=st.sampled_from(["none", "none", "outdoor", "all"]),
    through_figures=st.booleans(),
    past_figures=st.booleans(),
    direct=st.sampled_from([False, False, True]),
    diagonals=st.sampled_from([True, True, False]),
    corners=st.sampled_from(["one side", "one side", "both sides", "free"]),
    old_hindering=st.sampled_from([False, False, True]),
)


class Case(NamedTuple):
    board: Board
    start: Square
    steps: int
    policy: MovePolicy
    friends: frozenset[Square]
    foes: frozenset[Square]

    @property
    def figures(self) -> tuple[Mask, Mask]:
        return self.board.mask(self.friends), self.board.mask(self.foes)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    board = draw(boards().filter(lambda board: board.tiles))
    squares = st.sampled_from(sorted(board.tiles))
    figures = st.frozensets(squares, max_size=3)
    return Case(board, draw(squares), draw(st.integers(0, 7)), draw(POLICIES), draw(figures), draw(figures))


# ---------------------------------------------------------------------------------------------- the twin

CLOSED, STOPS, FREE = range(3)


def over_edge(board: Board, a: Square, b: Square, policy: MovePolicy) -> int:
    """Over the edge between two squares, without the help of ramps."""
    if a not in board.tiles or b not in board.tiles:
        return CLOSED
    if board.tiles[b].terrain == BLOCKING and not ignores(policy, board.tiles[b].indoor):
        return CLOSED
    return walled_or_high(board, a, b, policy)


def walled_or_high(board: Board, a: Square, b: Square, policy: MovePolicy) -> int:
    kind = board.edges.get(edge(a, b))
    indoor = any(board.tiles[square].indoor for square in (a, b))
    if kind is not None and kind.stops_moves and not ignores(policy, indoor):
        return CLOSED
    return FREE if policy.heights or board.tiles[a].elevation == board.tiles[b].elevation else STOPS


def ignores(policy: MovePolicy, indoor: bool) -> bool:
    return policy.through_blocking == "all" or (policy.through_blocking == "outdoor" and not indoor)


def one_step(board: Board, a: Square, b: Square, policy: MovePolicy) -> int:
    """What a step to a square that touches comes to."""
    found = over_red_lines(board, a, b, policy)
    return CLOSED if found == STOPS and policy.red_lines == "stop before" else found


def over_red_lines(board: Board, a: Square, b: Square, policy: MovePolicy) -> int:
    """The same for who crosses red lines and stops beyond."""
    if a[0] == b[0] or a[1] == b[1]:
        found = over_edge(board, a, b, policy)
        return FREE if found == STOPS and edge(a, b) in board.ramps else found
    if not policy.diagonals or b not in board.tiles:
        return CLOSED
    sides = [(a[0], b[1]), (b[0], a[1])]
    if policy.corners == "free":
        if board.tiles[b].terrain == BLOCKING and not ignores(policy, board.tiles[b].indoor):
            return CLOSED
        lifted = msgspec.structs.replace(policy, heights=True)
        there = [side for side in sides if side in board.tiles]
        if not any(all(walled_or_high(board, side, end, lifted) for end in (a, b)) for side in there):
            return CLOSED
        return FREE if policy.heights or board.tiles[a].elevation == board.tiles[b].elevation else STOPS
    rounds = [min(over_edge(board, a, side, policy), over_edge(board, side, b, policy)) for side in sides]
    return max(rounds) if policy.corners == "one side" else min(rounds)


def stopped_by_foe(case: Case, square: Square) -> bool:
    foes = case.foes - {case.start}
    if case.policy.past_figures or square in foes:
        return False
    return any(adjacent(case.board, square, foe) for foe in foes)


def neighbours(square: Square) -> list[Square]:
    return [(square[0] + dx, square[1] + dy) for dx, dy in STEPS]


def entered(case: Case, here: Square, there: Square) -> int:
    """What a step of the figure comes to: CLOSED, STOPS or FREE."""
    if there not in case.board.tiles:
        return CLOSED
    found = one_step(case.board, here, there, case.policy)
    if there in case.foes - {case.start} and not case.policy.through_figures:
        return CLOSED
    stopped = stopped_by_foe(case, there) or stopped_by_terrain(case, here, there)
    return min(found, STOPS) if stopped else found


def stopped_by_terrain(case: Case, here: Square, there: Square) -> bool:
    before, after = case.board.tiles[here].terrain, case.board.tiles[there].terrain
    return case.policy.old_hindering and after == HINDERING != before


def halved(case: Case) -> bool:
    return case.policy.old_hindering and case.board.tiles[case.start].terrain == HINDERING


def speed(case: Case) -> int:
    """How many steps it has, half of a number being rounded up."""
    return ceil(case.steps / 2) if halved(case) else case.steps


def may_end(case: Case, square: Square) -> bool:
    others = (case.friends | case.foes) - {case.start}
    return square == case.start or (square not in others and case.board.tiles[square].terrain != BLOCKING)


def searched(case: Case) -> dict[Square, int]:
    """Every square in which the figure can end, with the fewest steps to it."""
    if case.policy.direct:
        return searched_in_lines(case)
    states = {(case.start, FREE): 0}
    front = [case.start]
    for count in range(1, speed(case) + 1):
        arrived = [
            (there, found)
            for here in front
            for there in neighbours(here)
            if (found := entered(case, here, there)) != CLOSED and (there, found) not in states
        ]
        states.update(dict.fromkeys(arrived, count))
        front = [there for there, found in dict.fromkeys(arrived) if found == FREE]
    counts: dict[Square, int] = {}
    for (square, _), count in states.items():
        if may_end(case, square):
            counts[square] = min(count, counts.get(square, count))
    return counts


def searched_in_lines(case: Case) -> dict[Square, int]:
    counts = {}
    for dx, dy in STEPS:
        here = case.start
        for count in range(1, speed(case) + 1):
            there = (here[0] + dx, here[1] + dy)
            found = entered(case, here, there)
            if found == CLOSED:
                break
            if may_end(case, there):
                counts[there] = count
            if found == STOPS:
                break
            here = there
    return counts


def legal(case: Case, path: list[Square]) -> bool:
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    found = FREE
    for here, there in pairwise(path):
        if found != FREE or there not in neighbours(here) or here not in case.board.tiles:
            return False
        found = entered(case, here, there)
    if case.policy.direct and len(set(steps)) != 1:
        return False
    return found != CLOSED and len(steps) <= speed(case) and may_end(case, path[-1])


# ------------------------------------------------------------------------------------------ beside the twin


@given(cases())
def test_the_squares_in_reach_are_those_of_the_search(case: Case) -> None:
    found = reach(case.board, case.start, case.steps, case.policy, *case.figures)
    expected = searched(case)
    assert set(case.board.squares(found.ends)) == set(expected)
    for square, count in expected.items():
        path = found.path(square)
        assert found.steps(square) == count == len(path) - 1
        assert path[0] == case.start and path[-1] == square
        assert check_path(case.board, path, case.steps, case.policy, *case.figures) == ()
        assert path == found.path(square)


@given(cases(), st.data())
def test_a_path_is_legal_where_each_step_of_it_is(case: Case, data: st.DataObject) -> None:
    path = [case.start]
    for _ in range(data.draw(st.integers(0, 5))):
        path.append(data.draw(st.sampled_from(neighbours(path[-1]))))
    if data.draw(st.booleans()) and len(path) > 2:
        path.pop(1)
    assert (check_path(case.board, path, case.steps, case.policy, *case.figures) == ()) == legal(case, path)


@given(cases(), st.sampled_from([mirrored, turned]))
def test_reach_is_the_same_on_a_mirrored_or_turned_board(case: Case, change: object) -> None:
    board, where = change(case.board)  # type: ignore[operator]
    friends, foes = (board.mask(map(where, figures)) for figures in (case.friends, case.foes))
    there = reach(board, where(case.start), case.steps, case.policy, friends, foes)
    here = reach(case.board, case.start, case.steps, case.policy, *case.figures)
    assert set(board.squares(there.ends)) == {where(square) for square in case.board.squares(here.ends)}


@given(cases())
def test_every_square_out_of_reach_has_a_reason(case: Case) -> None:
    found = reach(case.board, case.start, case.steps, case.policy, *case.figures)
    forever = searched(case._replace(steps=2 * len(case.board.tiles)))
    for square in product(range(-1, case.board.width + 1), range(-1, case.board.height + 1)):
        fault, way = found.why_not(square), found.attempt(square)
        if way is None:
            assert fault is not None
        else:
            assert way[0] == case.start and way[-1] == square
            wrong = check_path(case.board, way, case.steps, case.policy, *case.figures)
            assert (wrong == ()) == (fault is None)
        if square not in case.board.tiles:
            assert fault is not None and fault.reason == "off the board"
        elif found.ends & case.board.bit(square):
            assert fault is None
        elif square in forever:
            assert fault is not None and fault.reason == "too far"
            assert fault.amount == forever[square] - speed(case)
        else:
            assert fault is not None and fault.reason not in ("too far", "off the board") and fault.squares
            with pytest.raises(GeometryError, match="out of reach"):
                found.path(square)


@given(cases())
def test_moves_of_an_exact_number_of_steps(case: Case) -> None:
    assume(not case.policy.direct)
    arrivals, fronts = walks(case.board, case.start, case.steps, case.policy, case.figures[1])
    live, come = {case.start}, {case.start}
    for arrived, front in zip(arrivals, fronts, strict=True):
        assert set(case.board.squares(arrived)) == come and set(case.board.squares(front)) == live
        steps = {(there, entered(case, here, there)) for here in live for there in neighbours(here)}
        come = {there for there, found in steps if found != CLOSED}
        live = {there for there, found in steps if found == FREE}


@given(cases())
def test_direct_moves_of_an_exact_number_of_steps(case: Case) -> None:
    policy = msgspec.structs.replace(case.policy, direct=True)
    case = case._replace(policy=policy, friends=frozenset())
    arrivals, _ = walks(case.board, case.start, case.steps, policy, case.figures[1])
    counted = {at: count for count, arrived in enumerate(arrivals) for at in case.board.squares(arrived)}
    assert {at: count for at, count in counted.items() if may_end(case, at)} == searched_in_lines(case)
    assert case.start not in counted
    if not policy.through_figures:
        assert not counted.keys() & case.foes


@given(cases())
def test_the_shortest_path_is_found_where_there_is_one(case: Case) -> None:
    case = case._replace(steps=2 * len(case.board.tiles))
    expected = searched(case)
    reached = reach(case.board, case.start, case.steps, case.policy, *case.figures)
    found = set(case.board.squares(reached.ends))
    for end in case.board.tiles:
        assert (end in found) == (end in expected)
        if end in found:
            assert len(reached.path(end)) - 1 == expected[end]


@given(cases())
def test_squares_beside_foes_can_be_given(case: Case) -> None:
    friends, foes = case.figures
    own = case.board.bit(case.start)
    given_ = reach(case.board, case.start, case.steps, case.policy, friends, foes, beside(case.board, foes & ~own))
    assert given_.ends == reach(case.board, case.start, case.steps, case.policy, friends, foes).ends


# ------------------------------------------------------------------------------------- the rules, one by one

OPEN: Final = Board(7, 7)


def ends(board: Board, start: str, steps: int, policy: MovePolicy = WALK, **others: str) -> set[Square]:
    masks = {name: board.mask(map(square_of, squares.split())) for name, squares in others.items()}
    return set(board.squares(reach(board, square_of(start), steps, policy, **masks).ends))


def squares(names: str) -> set[Square]:
    return {square_of(name) for name in names.split()}


def reasons(board: Board, path: str, steps: int = 9, policy: MovePolicy = WALK, **others: str) -> list[str]:
    masks = {name: board.mask(map(square_of, at.split())) for name, at in others.items()}
    return [fault.reason for fault in check_path(board, list(map(square_of, path.split())), steps, policy, **masks)]


def test_each_step_goes_in_one_of_eight_directions_and_the_figure_may_stop_early() -> None:
    assert ends(OPEN, "D4", 1) == squares("C3 D3 E3 C4 D4 E4 C5 D5 E5")
    assert ends(OPEN, "D4", 0) == squares("D4")
    assert len(ends(OPEN, "D4", 3)) == 49
    assert len(ends(OPEN, "A1", 2)) == 9


def test_friends_are_moved_through_but_not_ended_on_and_foes_are_not_entered() -> None:
    corridor = drawn(".....")
    assert ends(corridor, "A1", 4, friends="B1 C1") == squares("A1 D1 E1")
    assert ends(corridor, "A1", 4, foes="D1") == squares("A1 B1 C1")
    assert ends(corridor, "A1", 4, MovePolicy(through_figures=True, past_figures=True), foes="C1") == squares(
        "A1 B1 D1 E1"
    )
    assert reasons(corridor, "A1 B1 C1", friends="C1") == ["ends in an occupied square"]
    assert reasons(corridor, "A1 B1 C1 D1", foes="C1") == [
        "has to stop beside an opposing figure",
        "opposing figure",
    ]


def test_a_figure_stops_when_it_enters_a_square_beside_a_foe_but_may_leave_one() -> None:
    assert ends(OPEN, "A1", 9, foes="D4") >= squares("C3 C4 C5 D3 E5 G7")
    corridor = drawn(".....", ".....")
    assert ends(corridor, "A1", 4, foes="D1") == squares("A1 A2 B1 B2 C1 C2")
    assert ends(corridor, "C1", 2, foes="D1") == squares("A1 A2 B1 B2 C1 C2 D2")
    assert ends(corridor, "A1", 4, MovePolicy(past_figures=True), foes="D1") >= squares("D2 E1 E2")


def test_a_figure_cannot_stop_where_it_has_to_and_so_cannot_go_that_way() -> None:
    """Beside a foe, in the square of a friend."""
    corridor = drawn("....", "  . ")
    assert ends(corridor, "A1", 3, friends="B1", foes="C2") == squares("A1")


def test_blocking_terrain_walls_and_windows_are_not_moved_through_and_doors_are() -> None:
    assert ends(drawn("..#.."), "A1", 4) == squares("A1 B1")
    for kind, beyond in ((WALL, ""), (WINDOW, ""), (DOOR, " C1 D1")):
        board = drawn("....", edges={((1, 0), (2, 0)): kind})
        assert ends(board, "A1", 3) == squares("A1 B1" + beyond)
        assert reasons(board, "B1 C1") == ([] if beyond else ["wall between"])
    assert reasons(drawn("..#.."), "A1 B1 C1") == ["blocking terrain", "ends in blocking terrain"]
    assert reasons(drawn("..#.."), "A1 B1 C1 D1") == ["blocking terrain"]


def test_movers_through_blocking_terrain_go_on_beyond_and_do_not_end_in_it() -> None:
    board = drawn("..#..")
    for through in ("outdoor", "all"):
        assert ends(board, "A1", 4, MovePolicy(through_blocking=through)) == squares("A1 B1 D1 E1")
    indoors = board.with_tiles({(2, 0): Tile(BLOCKING, indoor=True)})
    assert ends(indoors, "A1", 4, MovePolicy(through_blocking="outdoor")) == squares("A1 B1")
    assert ends(indoors, "A1", 4, MovePolicy(through_blocking="all")) == squares("A1 B1 D1 E1")


def test_a_wall_between_indoors_and_outdoors_is_indoors() -> None:
    for inside, passes in ((set(), True), ({(0, 0)}, False), ({(1, 0)}, False)):
        tiles = {square: Tile(indoor=square in inside) for square in ((0, 0), (1, 0))}
        board = Board(2, 1, tiles, {((0, 0), (1, 0)): WALL})
        assert (ends(board, "A1", 1, MovePolicy(through_blocking="outdoor")) == squares("A1 B1")) == passes


CROSSING: Final = MovePolicy(red_lines="cross and stop")


def test_red_lines_are_not_crossed() -> None:
    """heroclix:16.5a"""
    board = drawn("11222")
    assert ends(board, "A1", 4) == squares("A1 B1")
    assert ends(board, "E1", 4) == squares("C1 D1 E1")
    assert ends(board, "A1", 4, MovePolicy(heights=True)) == squares("A1 B1 C1 D1 E1")
    assert reasons(board, "A1 B1 C1 D1") == ["change of elevation"]
    assert reasons(drawn("12", "21"), "A1 B2") == ["closed corner"]


def test_in_the_other_reading_crossing_a_red_line_ends_the_move_in_the_first_square_beyond() -> None:
    board = drawn("11222")
    assert ends(board, "A1", 4, CROSSING) == squares("A1 B1 C1")
    assert ends(board, "E1", 4, CROSSING) == squares("B1 C1 D1 E1")
    assert reasons(board, "A1 B1 C1 D1", policy=CROSSING) == ["has to stop beyond a change of elevation"]
    # What can only be reached with the very first step, where the figure could have come back to the start.
    assert ends(drawn("211"), "B1", 2, CROSSING) == squares("A1 B1 C1")


def test_a_ramp_lets_the_figure_go_on_straight_but_not_diagonally() -> None:
    """heroclix:16.7b"""
    board = drawn("1122", "1122")
    with_ramp = board.with_ramps([((1, 0), (2, 0))])
    assert ends(with_ramp, "A1", 3) == squares("A1 A2 B1 B2 C1 C2 D1 D2")
    assert reasons(with_ramp, "B1 C1 D1") == []
    assert reasons(with_ramp, "B1 C2") == ["change of elevation"]
    assert reasons(with_ramp, "B1 C2 D1", policy=CROSSING) == ["has to stop beyond a change of elevation"]
    diagonal = board.with_ramps([((1, 0), (2, 1))])
    assert reasons(diagonal, "B1 C2") == ["change of elevation"]
    assert reasons(diagonal, "B1 C2 D1", policy=CROSSING) == ["has to stop beyond a change of elevation"]


def test_what_bars_a_step_is_the_wall_before_the_change_of_elevation() -> None:
    """A door stands on a red line and stops nobody; the line does."""
    for kind, reason in ((WALL, "wall between"), (DOOR, "change of elevation")):
        assert reasons(drawn("12", edges={((0, 0), (1, 0)): kind}), "A1 B1") == [reason]


def test_a_path_on_the_way_to_a_square_does_not_stop_in_between() -> None:
    straight = MovePolicy(diagonals=False)
    for rows, hill, end in ((("12.", "111"), (1, 0), (2, 1)), (("11", "21", ".1"), (0, 1), (1, 2))):
        board = drawn(*rows).with_ramps([((0, 0), hill)])
        path = reach(board, (0, 0), 3, straight).path(end)
        assert len(path) == 4 and hill not in path
        assert check_path(board, path, 3, straight) == ()


def test_a_passage_without_a_change_of_elevation_is_left_diagonally() -> None:
    doorway = drawn("...", "...", edges={((0, 0), (0, 1)): WALL, ((2, 0), (2, 1)): WALL}, ramps=(((1, 0), (1, 1)),))
    assert ends(doorway, "B1", 1) == squares("A1 B1 C1 A2 B2 C2")


@pytest.mark.parametrize(
    ("rows", "closed", "stops"),
    [
        ((".#", "#."), True, False),
        ((".#", ".."), False, False),
        (("12", "#1"), False, True),
        (("12", "21"), False, True),
        (("12", "11"), False, False),
        (("1 ", " 1"), True, False),
        (("1 ", "21"), False, True),
        (("11", "12"), False, True),
    ],
)
def test_a_diagonal_step_takes_the_less_restrictive_side(rows: tuple[str, ...], closed: bool, stops: bool) -> None:
    board = drawn(*(f"{row}." for row in rows), "...")
    crossing = reasons(board, "A1 B2 B3", policy=CROSSING)
    assert (reasons(board, "A1 B2", policy=CROSSING) == ["closed corner"]) == closed
    assert (crossing == ["has to stop beyond a change of elevation"]) == stops
    assert bool(reasons(board, "A1 B2")) == (closed or stops)


@pytest.mark.parametrize("policy", [MovePolicy(heights=True), MovePolicy(through_blocking="outdoor")])
def test_who_ignores_one_side_of_the_corner_goes_on(policy: MovePolicy) -> None:
    board = drawn("12..", "#1..", "....")
    assert reasons(board, "A1 B2 C3", policy=policy) == []


def test_two_walls_that_meet_close_a_corner_only_together_with_the_other_side() -> None:
    lone = {((0, 0), (1, 0)): WALL}
    assert reasons(drawn("..", "..", edges=lone), "A1 B2") == []
    line = {((0, 0), (1, 0)): WALL, ((0, 1), (1, 1)): WALL}
    assert reasons(drawn("..", "..", edges=line), "A1 B2") == ["closed corner"]
    hook = {((0, 0), (1, 0)): WALL, ((0, 0), (0, 1)): WALL}
    assert reasons(drawn("..", "..", edges=hook), "A1 B2") == ["closed corner"]


def test_other_games_forbid_diagonals_or_cut_corners() -> None:
    assert ends(OPEN, "D4", 1, MovePolicy(diagonals=False)) == squares("D3 C4 D4 E4 D5")
    assert reasons(OPEN, "D4 E5", policy=MovePolicy(diagonals=False)) == ["diagonal step"]
    pinched, half = drawn(".#", "#."), drawn(".#", "..")
    assert reasons(pinched, "A1 B2", policy=MovePolicy(corners="free")) == []
    assert reasons(half, "A1 B2", policy=MovePolicy(corners="both sides")) == ["closed corner"]
    line: dict[tuple[Square, Square], EdgeKind] = {((0, 0), (1, 0)): WALL, ((0, 1), (1, 1)): WALL}
    assert reasons(drawn("..", "..", edges=line), "A1 B2", policy=MovePolicy(corners="free")) == ["closed corner"]


def test_a_direct_path_keeps_its_direction_and_is_at_least_one_square_long() -> None:
    direct = MovePolicy(direct=True)
    assert ends(OPEN, "D4", 2, direct) == squares("D2 D3 D5 D6 B4 C4 E4 F4 C3 B2 E3 F2 C5 B6 E5 F6")
    assert reasons(OPEN, "A1 B1 C2", policy=direct) == ["turns"]
    assert reasons(OPEN, "A1 B1 A1", policy=direct) == ["turns"]
    assert reasons(OPEN, "A1", policy=direct) == ["a direct path is at least one square long"]
    assert direct_path((1, 1), (3, 3)) == ((1, 1), (2, 2), (3, 3))
    assert direct_path((3, 1), (1, 1)) == ((3, 1), (2, 1), (1, 1))
    for end in ((1, 1), (2, 4)):
        with pytest.raises(GeometryError, match="row, column or diagonal"):
            direct_path((1, 1), end)
    away = reach(OPEN, (0, 0), 3, direct).why_not((1, 2))
    assert away is not None and away.reason == "in no direct path"


def test_every_broken_rule_of_a_path_is_named_with_its_squares() -> None:
    board = drawn("12.", "...", "..#")
    assert check_path(board, [(0, 0), (1, 0), (2, 0), (2, 2), (3, 3)], 3, CROSSING) == (
        Fault("has to stop beyond a change of elevation", "B1", squares=((0, 0), (1, 0))),
        Fault("has to stop beyond a change of elevation", "C1", squares=((1, 0), (2, 0))),
        Fault("not the next square", "C3", 2.0, squares=((2, 0), (2, 2))),
        Fault("off the board", squares=((3, 3),)),
        Fault("too far", amount=1.0, squares=((0, 0), (3, 3))),
    )


def test_the_reason_for_a_square_out_of_reach() -> None:
    def why(board: Board, start: str, end: str, steps: int = 3, **others: str) -> str:
        masks = {name: board.mask(map(square_of, at.split())) for name, at in others.items()}
        return str(reach(board, square_of(start), steps, WALK, **masks).why_not(square_of(end)))

    assert why(OPEN, "A1", "F6") == "too far F6: 2"
    assert why(OPEN, "A1", "B2", friends="B2") == "ends in an occupied square B2"
    assert why(drawn("..#"), "A1", "C1") == "ends in blocking terrain C1"
    assert why(drawn("..#."), "A1", "D1") == "blocking terrain C1"
    assert why(drawn("....", edges={((1, 0), (2, 0)): WALL}), "A1", "D1") == "wall between wall"
    assert why(drawn("1122"), "A1", "D1") == "change of elevation C1"
    assert why(drawn("...."), "A1", "D1", foes="C1") == "has to stop beside an opposing figure B1"
    assert why(drawn("...."), "A1", "D1", beside_foes="B1") == "has to stop B1"
    assert why(drawn(".. ."), "A1", "D1") == "cut off D1"


@pytest.mark.parametrize("policy", [{"through_blocking": "some"}, {"corners": "no"}, {"red_lines": "cross"}])
def test_a_policy_of_unknown_words_is_refused(policy: dict[str, str]) -> None:
    with pytest.raises(GeometryError, match=f"{next(iter(policy))} of a move is one of"):
        MovePolicy(**policy)  # type: ignore[arg-type]


def test_bad_input_is_refused_by_name() -> None:
    with pytest.raises(GeometryError, match="no square H1"):
        reach(OPEN, (7, 0), 1)
    with pytest.raises(GeometryError, match="0 steps or more, not -1"):
        reach(OPEN, (0, 0), -1)
    with pytest.raises(GeometryError, match="0 steps or more, not -1"):
        walks(OPEN, (0, 0), -1)
    with pytest.raises(GeometryError, match="at least the square in which it begins"):
        check_path(OPEN, [], 1)
    with pytest.raises(GeometryError, match="no square H1"):
        check_path(OPEN, [(7, 0)], 1)
    with pytest.raises(GeometryError, match="not on one board"):
        direct_path((0, 0), (10**9, 0))


def test_a_board_derived_from_another_has_its_own_steps() -> None:
    before = drawn("....")
    assert ends(before, "A1", 3) == squares("A1 B1 C1 D1")
    walled = before.with_edges({((1, 0), (2, 0)): WALL})
    assert ends(walled, "A1", 3) == squares("A1 B1")
    assert ends(walled.with_edges({((1, 0), (2, 0)): None}), "A1", 3) == squares("A1 B1 C1 D1")


def test_a_board_can_be_sent_to_another_process_after_it_was_asked() -> None:
    board = drawn("..#.")
    asked = ends(board, "A1", 3)
    assert ends(pickle.loads(pickle.dumps(board)), "A1", 3) == ends(deepcopy(board), "A1", 3) == asked


@pytest.mark.parametrize("rows", [["....."], ["..", ".."], [".2.", "2..", "#.."], [".#."]])
def test_walks_without_end_come_to_no_more_than_long_ones(rows: list[str]) -> None:
    """heroclix:24.2d."""
    board = drawn(*rows)
    long, endless = walks(board, (0, 0), 40), walks(board, (0, 0), 10**9)
    assert endless == long
    assert len(endless[0]) <= 40
