"""Lines of fire on squares: the sentences of the rules one by one, and both ways to ask against a brute force twin."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.grid import firelines
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
from rulewright.geometry.grid.figures import Figure, Figures
from rulewright.geometry.grid.fire import (
    BY_CORNER,
    BY_FIGURE,
    BY_HIGHER,
    BY_HINDERING,
    BY_TERRAIN,
    BY_WALL,
    NO_RIM,
    PAST,
    Cause,
    Fire,
    FirePolicy,
    LineState,
    direct,
    line_of_fire,
    line_to_destroy,
)
from rulewright.geometry.grid.firetable import best_line, can_destroy, fire_table, line_state, seen_by, seen_from
from rulewright.geometry.grid.traces import MOST, trace, traces
from tests.lengths import examples

from .boards import boards, drawn, mirrored, turned
from .fire_twin import Twin, enters

OPEN, HINDERED, BLOCKED = LineState


# ------------------------------------------------------------------------------------------- boards at random


def at_random(seed: int, largest: int = 6) -> Board:
    """A board with gaps, walls, windows and doors also at the border, and elevations 1 to 4."""
    chance = Random(seed)
    width, height = chance.randint(1, largest), chance.randint(1, largest)
    gaps, blocks, hinders, walls, high = (chance.choice([0, share]) for share in (0.1, 0.15, 0.25, 0.15, 0.4))
    top = chance.randint(2, 4)
    tiles: dict[Square, Tile | None] = {}
    for square in product(range(width), range(height)):
        terrain = chance.choices([BLOCKING, HINDERING, CLEAR], [blocks, hinders, 1])[0]
        elevation = chance.randint(2, top) if chance.random() < high else 1
        tiles[square] = Tile(terrain, elevation, chance.random() < 0.4)
        if chance.random() < gaps and square != (0, 0):
            tiles[square] = None
    edges: dict[Edge, EdgeKind] = {}
    for (x, y), tile in tiles.items():
        for beside in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if tile is not None and chance.random() < walls:
                edges[edge((x, y), beside)] = chance.choice([WALL, WALL, WINDOW, DOOR])
    return Board(width, height, tiles, edges)


@st.composite
def crowds(draw: st.DrawFn, board: Board) -> Figures:
    squares = st.lists(st.sampled_from(sorted(board.tiles)), min_size=1, max_size=3, unique=True)
    rows = st.tuples(squares.map(tuple), st.integers(0, 3), st.booleans())
    found = draw(st.lists(rows, max_size=5))
    return Figures(board, [Figure(f"F{number}", *row) for number, row in enumerate(found)])


def policies() -> st.SearchStrategy[FirePolicy]:
    seldom = st.sampled_from([False, False, False, True])
    return st.builds(
        FirePolicy,
        elevated=seldom,
        hindering=seldom,
        blocking=seldom,
        outdoor_blocking=seldom,
        figures=seldom,
        target_hinders_only=seldom,
        pieces=st.sampled_from([0, 0, 0, 1, 2, 3]),
        giants_below_block=seldom,
        figures_below_block=seldom,
        figures_close_corners=seldom,
    )


class Case(msgspec.Struct):
    board: Board
    figures: Figures
    policy: FirePolicy
    shooter: Any

    def pairs(self) -> Iterator[tuple[Square, Square]]:
        return product(self.board.tiles, self.board.tiles)

    def twin(self, origin: Square, target: Square, without: tuple[Any, ...] = ()) -> int:
        return Twin(self.board, list(self.figures), self.policy, self.shooter, origin, target, without).state()

    def line(self, origin: Square, target: Square) -> Fire:
        return line_of_fire(self.board, origin, target, self.figures, self.policy, self.shooter)

    def table(self) -> Any:
        return fire_table(self.board, self.figures, self.policy, self.shooter)

    def number(self, square: Square) -> int:
        return square[1] * self.board.width + square[0]


@st.composite
def cases(draw: st.DrawFn, largest: int = 6) -> Case:
    plain = boards(largest).filter(lambda board: bool(board.tiles))
    board = draw(st.one_of(st.integers(0, 10**6).map(lambda seed: at_random(seed, largest)), plain))
    figures = draw(crowds(board))
    shooter = draw(st.sampled_from([None, *(figure.id for figure in figures)]))
    return Case(board, figures, draw(policies()), shooter)


# ------------------------------------------------------------------------------------------- where lines go


def test_lines_enter_the_squares_that_they_have_points_in() -> None:
    for dx, dy in product(range(-7, 8), repeat=2):
        every = product(range(-8, 9), repeat=2)
        expected = {square for square in every if enters((0, 0), (dx, dy), square) and square != (0, 0)}
        found = trace(dx, dy)
        assert set(found) == expected and len(found) == len(expected), (dx, dy)
        way = [(0, 0), *found]
        assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(way))
        assert way[-1] == (dx, dy)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 6), (6, 1), (5, 4), (4, 7)])
def test_what_lies_between_is_the_same_by_origin_by_square_and_by_line(width: int, height: int) -> None:
    lines = traces(width, height)
    squares = list(product(range(width), range(height)))
    for square in squares:
        through = lines.unpacked(lines.through(lines.width * square[1] + square[0]))
        for origin, target in product(squares, squares):
            a, b, here = (y * width + x for x, y in (origin, target, square))
            way = [(origin[0] + x, origin[1] + y) for x, y in trace(target[0] - origin[0], target[1] - origin[1])]
            expected = square in way[:-1]
            assert bool(lines.shadows(a)[here] >> b & 1) == expected
            assert bool(through[a, b]) == expected


# ------------------------------------------------------------------------------------------- against the twin


@examples(120)
@given(cases(), st.data())
def test_every_way_to_ask_agrees_with_brute_force(case: Case, data: st.DataObject) -> None:
    table = case.table()
    for origin in case.board.tiles:
        seen, hindered = seen_from(case.board, origin, case.figures, case.policy, case.shooter)
        assert not hindered & ~seen and not seen & ~case.board.present
        for target in case.board.tiles:
            fire = case.line(origin, target)
            bit = case.board.bit(target)
            by_masks = BLOCKED if not seen & bit else HINDERED if hindered & bit else OPEN
            assert table[case.number(origin), case.number(target)] == by_masks == fire.state
            assert not (fire.blocked and fire.hindered)
    pairs = list(case.pairs())
    for origin, target in data.draw(st.lists(st.sampled_from(pairs), max_size=40)):
        expected = case.twin(origin, target)
        assert case.line(origin, target).state == expected
        assert line_state(case.board, origin, target, case.figures, case.policy, case.shooter) == expected


@examples(60)
@given(cases())
def test_lines_that_are_drawn_one_by_one_are_those_that_are_drawn_together(case: Case) -> None:
    lines = firelines.TerrainLines(firelines.relief(case.board, case.policy))
    every = case.board.present
    squares = [number for number in range(lines.traces.size) if every >> number & 1]
    drawn = {origin: lines.among(every, origin) for origin in squares[: firelines.ONE_BY_ONE // max(1, len(squares))]}
    assert "rows" not in vars(lines)
    for origin, (seen, hindered) in drawn.items():
        assert (seen, hindered) == lines.rows[origin]


@examples(60)
@given(cases())
def test_whether_something_can_be_destroyed_is_what_its_line_says(case: Case) -> None:
    walls: list[Any] = [edge for edge, kind in case.board.edges.items() if kind.wall]
    for origin, piece in product(case.board.tiles, [*case.board.tiles, *walls]):
        drawn = line_to_destroy(case.board, origin, piece, case.figures, case.policy, case.shooter)
        assert can_destroy(case.board, origin, piece, case.figures, case.policy, case.shooter) != drawn.blocked


@examples(60)
@given(cases(5), st.data())
def test_what_is_disregarded_for_one_line(case: Case, data: st.DataObject) -> None:
    things: list[Any] = [*case.board.tiles, *case.board.edges]
    without = tuple(data.draw(st.lists(st.sampled_from(things), max_size=8)))
    for origin, target in data.draw(st.lists(st.sampled_from(list(case.pairs())), max_size=20)):
        fire = line_of_fire(case.board, origin, target, case.figures, case.policy, case.shooter, without)
        assert fire.state == case.twin(origin, target, without)


@examples(60)
@given(cases())
def test_the_evidence_explains_the_verdict(case: Case) -> None:
    for origin, target in case.pairs():
        fire = case.line(origin, target)
        assert bool(fire.causes) == (fire.blocked or fire.hindered)
        assert not fire.through or not fire.blocked
        assert len(fire.through) <= case.policy.pieces
        for cause in fire.causes:
            assert (cause.what == BY_HINDERING) == fire.hindered
            assert (cause.what == BY_FIGURE) == (cause.figure is not None)
            if cause.what in (BY_TERRAIN, BY_HIGHER):
                if case.policy.pieces == 0:
                    assert set(cause.squares) <= set(fire.crossed)
            if cause.what == BY_FIGURE:
                assert cause.figure != case.shooter
                assert set(cause.squares) <= set(fire.crossed[:-1])
                assert set(cause.squares) <= set(case.figures[cause.figure].squares)


@examples(60)
@given(cases())
def test_without_the_causes_the_line_is_not_blocked(case: Case) -> None:
    """As far as causes can be taken away: no line is asked what it would be if terrain were not so high."""
    for origin, target in case.pairs():
        fire = case.line(origin, target)
        squares = [square for cause in fire.causes for square in cause.squares if cause.figure is None]
        if fire.blocked and all(case.board.tiles[square].elevation == 1 for square in squares):
            pieces: list[Square | Edge] = [*squares, *(wall for cause in fire.causes for wall in cause.edges)]
            ids = {cause.figure for cause in fire.causes if cause.figure is not None}
            if case.policy.figures_close_corners:
                ids |= {figure.id for figure in case.figures if {*figure.squares} & {*squares}} - {case.shooter}
            left = case.figures.without(*ids)
            assert not line_of_fire(case.board, origin, target, left, case.policy, case.shooter, pieces).blocked


# ------------------------------------------------------------------------------------------- promises


@examples(60)
@given(cases())
def test_blocked_both_ways_or_neither(case: Case) -> None:
    """But for blocking terrain at one end: it does not block the line from there, and it does the line to there."""
    table = fire_table(case.board, case.figures, case.policy)
    ends = [case.number(square) for square, tile in case.board.tiles.items() if tile.terrain != BLOCKING]
    blocked = table[np.ix_(ends, ends)] == BLOCKED
    assert (blocked == blocked.T).all()


@examples(60)
@given(cases(), st.sampled_from([mirrored, turned]))
def test_mirrored_and_turned_boards_have_the_same_lines(case: Case, how: Any) -> None:
    board, where = how(case.board)
    figures = Figures(
        board,
        [msgspec.structs.replace(figure, squares=tuple(map(where, figure.squares))) for figure in case.figures],
    )
    other = Case(board, figures, case.policy, case.shooter)
    mine, theirs = case.table(), other.table()
    for a, b in case.pairs():
        assert mine[case.number(a), case.number(b)] == theirs[other.number(where(a)), other.number(where(b))]


@examples(60)
@given(cases(), policies())
def test_who_disregards_more_never_has_a_worse_line(case: Case, other: FirePolicy) -> None:
    readings = ("giants_below_block", "figures_below_block", "figures_close_corners")
    other = msgspec.structs.replace(other, **{field: getattr(case.policy, field) for field in readings})
    more = case.policy.joined(other)
    assert more == other.joined(case.policy)
    before, better = case.table(), fire_table(case.board, case.figures, more, case.shooter)
    assert ((better == BLOCKED) <= (before == BLOCKED)).all()
    # What closes a corner can send a line that goes through pieces round the other side, where nothing hinders it.
    assert more.pieces or (better <= before).all()


@examples(60)
@given(cases(), st.data())
def test_derived_boards_and_figures_are_as_if_new(case: Case, data: st.DataObject) -> None:
    case.table()
    square = data.draw(st.sampled_from(sorted(case.board.tiles)))
    tile = Tile(data.draw(st.sampled_from([CLEAR, BLOCKING, HINDERING])), data.draw(st.integers(1, 3)))
    beside = edge(square, (square[0] + 1, square[1]))
    board = case.board.with_tiles({square: tile}).with_edges({beside: data.draw(st.sampled_from([WALL, None]))})
    every = product(range(board.width), range(board.height))
    new = Board(board.width, board.height, {square: board.tiles.get(square) for square in every}, board.edges)
    figures = case.figures.placed(Figure("new", (square,), 2, True))
    fresh = Figures(new, list(figures))
    assert (fire_table(board, figures, case.policy, "new") == fire_table(new, fresh, case.policy, "new")).all()
    without = figures.without("new")
    again = fire_table(board, without, case.policy, case.shooter)
    assert (again == fire_table(new, Figures(new, list(without)), case.policy, case.shooter)).all()


def test_boards_of_the_same_terrain_share_their_lines() -> None:
    board = drawn("..#", "h..")
    other = board.with_tiles({(1, 1): Tile(BLOCKING)}).with_tiles({(1, 1): Tile()})
    water = board.with_tiles({(0, 0): Tile(areas=frozenset({"start"}))})
    assert firelines.terrain_lines(other) is firelines.terrain_lines(board) is firelines.terrain_lines(water)


# ------------------------------------------------------------------------------------------- the rules, in order


def state(board: Board, origin: Square, target: Square, *figures: Figure, **more: Any) -> LineState:
    """The state of a line; that all ways to ask agree on it is checked along the way."""
    crowd = Figures(board, figures)
    found = line_of_fire(board, origin, target, crowd, **more).state
    assert found == line_state(board, origin, target, crowd, **more)
    return found


def causes(fire: Fire) -> list[str]:
    return [cause.what for cause in fire.causes]


def test_a_line_to_oneself_is_always_open_through_the_terrain_there() -> None:
    """heroclix:11.4b"""
    board = drawn(".h#")
    assert [state(board, (x, 0), (x, 0)) for x in range(3)] == [OPEN, HINDERED, OPEN]
    crowd = Figure("crowd", ((0, 0),)), Figure("other", ((0, 0),))
    assert state(board, (0, 0), (0, 0), *crowd) == OPEN
    walled = drawn("#h", edges={((0, 0), (1, 0)): WALL})
    wide = Figure("wide", ((0, 0), (1, 0)))
    assert state(walled, (0, 0), (1, 0), wide) == BLOCKED
    assert state(walled, (0, 0), (1, 0), wide, shooter="wide") == HINDERED
    assert state(walled, (1, 0), (0, 0), wide, shooter="wide") == OPEN


def test_figures_on_the_way_block_and_those_at_the_ends_do_not() -> None:
    """heroclix:11.4c.1"""
    board = drawn("....")
    on = [Figure(x, ((x, 0),)) for x in range(4)]
    assert state(board, (0, 0), (3, 0), on[0], on[3]) == OPEN
    assert state(board, (0, 0), (3, 0), on[1]) == BLOCKED
    fire = line_of_fire(board, (0, 0), (3, 0), Figures(board, on))
    assert fire.causes == (Cause(BY_FIGURE, ((1, 0),), (), 1), Cause(BY_FIGURE, ((2, 0),), (), 2))
    assert fire.crossed == ((1, 0), (2, 0), (3, 0))


def test_a_figure_at_a_corner_does_not_count() -> None:
    board = drawn("..", "..")
    assert state(board, (0, 0), (1, 1), Figure("a", ((1, 0),)), Figure("b", ((0, 1),))) == OPEN


def test_direct_lines_stay_in_a_row_a_column_or_a_diagonal() -> None:
    """heroclix:11.4f"""
    rows = ("x.x.x", ".xxx.", "xx.xx", ".xxx.", "x.x.x")
    assert tuple("".join(".x"[direct((2, 2), (x, y))] for x in range(5)) for y in range(5)) == rows


def test_hindering_terrain_counts_in_the_target_and_not_in_the_origin() -> None:
    """heroclix:16.2b"""
    board = drawn("h..h")
    assert state(board, (0, 0), (2, 0)) == OPEN
    assert state(board, (2, 0), (0, 0)) == HINDERED
    assert state(board, (0, 0), (3, 0)) == HINDERED
    assert state(drawn(".h."), (0, 0), (2, 0)) == HINDERED
    assert line_of_fire(drawn(".hh"), (0, 0), (2, 0)).causes == (
        Cause(BY_HINDERING, ((1, 0),)),
        Cause(BY_HINDERING, ((2, 0),)),
    )


def test_within_one_piece_of_hindering_terrain_a_line_is_hindered() -> None:
    """heroclix:16.2b.3: also where origin and target are one square that is not the shooter's own."""
    board = drawn("hh.")
    away = Figure("away", ((2, 0),)), Figure("there", ((0, 0),))
    assert state(board, (0, 0), (1, 0), *away, shooter="away") == HINDERED
    assert state(board, (0, 0), (0, 0), *away, shooter="away") == HINDERED


def test_blocking_terrain_blocks_in_the_target_and_not_in_the_origin() -> None:
    """heroclix:16.3b"""
    board = drawn("#..")
    assert state(board, (0, 0), (2, 0)) == OPEN
    assert state(board, (2, 0), (0, 0)) == BLOCKED
    assert state(drawn(".#."), (0, 0), (2, 0)) == BLOCKED
    assert causes(line_of_fire(board, (2, 0), (0, 0))) == [BY_TERRAIN]


@pytest.mark.parametrize(("kind", "expected"), [(WALL, BLOCKED), (DOOR, BLOCKED), (WINDOW, OPEN)])
def test_walls_and_doors_block_and_windows_do_not(kind: EdgeKind, expected: LineState) -> None:
    """heroclix:16.4b, 16.4f.5, 16.4g.5"""
    for board, far in (
        (drawn("..", edges={((0, 0), (1, 0)): kind}), (1, 0)),
        (drawn(".", ".", edges={((0, 0), (0, 1)): kind}), (0, 1)),
    ):
        assert state(board, (0, 0), far) == state(board, far, (0, 0)) == expected
        assert causes(line_of_fire(board, (0, 0), far)) == ([BY_WALL] if expected == BLOCKED else [])


def test_a_wall_at_the_border_or_along_the_way_is_in_nobodys_way() -> None:
    edges = {((0, 0), (0, 1)): WALL, ((1, 0), (1, 1)): WALL, ((-1, 0), (0, 0)): WALL, ((1, 0), (2, 0)): WALL}
    board = drawn("..", "..", edges=edges)
    assert state(board, (0, 0), (1, 0)) == OPEN


def test_between_equal_elevations_higher_terrain_blocks_and_lower_has_no_effect() -> None:
    """heroclix:16.5c.1 to 3"""
    assert state(drawn("1213"), (0, 0), (2, 0)) == BLOCKED
    assert causes(line_of_fire(drawn("121"), (0, 0), (2, 0))) == [BY_HIGHER]
    low = {(1, 0): Tile(BLOCKING), (2, 0): Tile(HINDERING)}
    over = Board(4, 1, {(0, 0): Tile(elevation=2), (3, 0): Tile(elevation=2), **low}, {((1, 0), (2, 0)): WALL})
    assert state(over, (0, 0), (3, 0)) == OPEN
    assert state(over, (0, 0), (3, 0), Figure("below", ((1, 0),), 3, True)) == OPEN
    for terrain, expected in ((BLOCKING, BLOCKED), (HINDERING, HINDERED)):
        roof = Board(3, 1, {(x, 0): Tile(terrain if x == 1 else CLEAR, 2) for x in range(3)})
        assert state(roof, (0, 0), (2, 0)) == expected


def test_between_elevations_blocking_terrain_of_the_lower_one_and_anything_above_it_block() -> None:
    """heroclix:16.5c.4, 5"""
    assert state(drawn("112"), (0, 0), (2, 0)) == OPEN
    assert state(drawn("112").with_tiles({(1, 0): Tile(BLOCKING)}), (0, 0), (2, 0)) == BLOCKED
    assert state(drawn("122"), (0, 0), (2, 0)) == state(drawn("122"), (2, 0), (0, 0)) == BLOCKED
    assert state(drawn("123"), (0, 0), (2, 0)) == BLOCKED
    valley = drawn("213").with_tiles({(1, 0): Tile(BLOCKING)})
    assert state(valley, (0, 0), (2, 0)) == OPEN


def test_between_elevations_only_tall_figures_block() -> None:
    """heroclix:16.5c.6"""
    board = drawn("112")
    assert state(board, (0, 0), (2, 0), Figure("small", ((1, 0),))) == OPEN
    assert state(board, (0, 0), (2, 0), Figure("tall", ((1, 0),), 2, True)) == BLOCKED
    assert state(drawn("213"), (0, 0), (2, 0), Figure("tall", ((1, 0),), 2, True)) == OPEN


def test_between_elevations_only_the_target_hinders() -> None:
    """heroclix:16.5c.7"""
    board = drawn("112").with_tiles({(1, 0): Tile(HINDERING)})
    assert state(board, (0, 0), (2, 0)) == OPEN
    roof = drawn("112").with_tiles({(2, 0): Tile(HINDERING, 2)})
    assert state(roof, (0, 0), (2, 0)) == HINDERED
    assert state(roof, (2, 0), (0, 0)) == OPEN


def test_between_elevations_the_higher_end_is_on_a_rim() -> None:
    """heroclix:16.5d: where the board has gaps, high terrain may touch none that is lower."""
    island = drawn("1 2")
    assert causes(line_of_fire(island, (0, 0), (2, 0))) == causes(line_of_fire(island, (2, 0), (0, 0))) == [NO_RIM]
    assert state(island, (0, 0), (2, 0)) == BLOCKED
    assert state(island, (0, 0), (2, 0), policy=FirePolicy(elevated=True)) == OPEN
    assert state(drawn("1 2", "..1"), (0, 0), (2, 0)) == OPEN


def test_a_wall_on_the_rim_is_on_both_elevations_and_between() -> None:
    """heroclix:16.5e"""
    wall = {((1, 0), (2, 0)): WALL}
    assert state(drawn("1132", edges=wall), (0, 0), (2, 0)) == BLOCKED
    assert state(drawn("2132", edges=wall), (0, 0), (3, 0)) == BLOCKED
    for middle in (Tile(), Tile(elevation=2)):
        board = drawn("2.12", edges={((1, 0), (2, 0)): WALL}).with_tiles({(1, 0): middle})
        assert state(board, (0, 0), (3, 0)) == (BLOCKED if middle.elevation == 2 else OPEN)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(".", "#", OPEN), ("h", "#", HINDERED), ("#", "#", BLOCKED), ("h", "h", HINDERED), ("h", ".", OPEN),
     ("2", ".", OPEN), ("2", "#", BLOCKED), ("2", "h", HINDERED), (" ", "#", OPEN)],
)  # fmt: skip
def test_an_intersection_goes_by_the_less_restrictive_side(one: str, other: str, expected: LineState) -> None:
    """heroclix:16.8b"""
    for a, b in ((one, other), (other, one)):
        board = drawn(f".{a}", f"{b}.")
        assert state(board, (0, 0), (1, 1)) == state(board, (1, 1), (0, 0)) == expected
        flipped = drawn(f"{a}.", f".{b}")
        assert state(flipped, (1, 0), (0, 1)) == state(flipped, (0, 1), (1, 0)) == expected


def test_walls_that_meet_at_an_intersection_close_a_side() -> None:
    """heroclix:16.8b"""
    around: list[Edge] = [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 0), (0, 1)), ((0, 1), (1, 1))]
    for closed in product([False, True], repeat=4):
        walls = {wall: WALL for wall, there in zip(around, closed, strict=True) if there}
        board = drawn("..", "..", edges=walls)
        expected = BLOCKED if any(closed[:2]) and any(closed[2:]) else OPEN
        assert state(board, (0, 0), (1, 1)) == state(board, (1, 1), (0, 0)) == expected
        if expected == BLOCKED:
            assert line_of_fire(board, (0, 0), (1, 1)).causes == (Cause(BY_CORNER, (), tuple(walls)),)
    board = drawn(".#", "..", edges={((0, 0), (0, 1)): WALL})
    assert line_of_fire(board, (0, 0), (1, 1)).causes == (Cause(BY_CORNER, ((1, 0),), (((0, 0), (0, 1)),)),)


def test_smaller_figures_do_not_block_a_greater_shooter() -> None:
    """heroclix:21.2b.1"""
    board = drawn("...")
    for size in range(4):
        shooter = Figure("shooter", ((0, 0),), 2)
        assert state(board, (0, 0), (2, 0), shooter, Figure("b", ((1, 0),), size), shooter="shooter") == (
            OPEN if size < 2 else BLOCKED
        )


def test_the_squares_of_the_shooter_do_not_block_and_those_of_others_do() -> None:
    """heroclix:24.2e"""
    board = drawn("....")
    wide = Figure("wide", ((0, 0), (1, 0), (2, 0)))
    assert state(board, (0, 0), (3, 0), wide, shooter="wide") == OPEN
    assert state(board, (3, 0), (0, 0), wide, Figure("other", ((3, 0),)), shooter="other") == BLOCKED
    assert state(board, (3, 0), (2, 0), wide, Figure("other", ((3, 0),)), shooter="other") == OPEN


# ------------------------------------------------------------------------------------------- what lines disregard


def test_improved_targeting_disregards_one_thing_each() -> None:
    figure = Figure("f", ((1, 0),))
    high, hinder, block = drawn("121"), drawn(".h."), drawn(".#.")
    cases: list[tuple[Board, FirePolicy, tuple[Figure, ...]]] = [
        (high, FirePolicy(elevated=True), ()),
        (hinder, FirePolicy(hindering=True), ()),
        (hinder, FirePolicy(target_hinders_only=True), ()),
        (block, FirePolicy(blocking=True), ()),
        (block, FirePolicy(outdoor_blocking=True), ()),
        (block, FirePolicy(pieces=1), ()),
        (drawn("..."), FirePolicy(figures=True), (figure,)),
    ]
    for number, (board, policy, figures) in enumerate(cases):
        assert state(board, (0, 0), (2, 0), *figures) != OPEN
        assert state(board, (0, 0), (2, 0), *figures, policy=policy) == OPEN
        for other, (_, unlike, _) in enumerate(cases):
            if board is not cases[other][0]:
                assert state(board, (0, 0), (2, 0), *figures, policy=unlike) != OPEN, (number, other)
    assert state(drawn("..h"), (0, 0), (2, 0), policy=FirePolicy(target_hinders_only=True)) == HINDERED


def test_what_is_indoors_is_no_outdoor_blocking_terrain() -> None:
    """heroclix:15.1c.3: a wall with indoor squares on one side is an indoor wall."""
    great = FirePolicy(outdoor_blocking=True)
    assert state(Board(3, 1, {(1, 0): Tile(BLOCKING, indoor=True)}), (0, 0), (2, 0), policy=great) == BLOCKED
    for inside in product([False, True], repeat=2):
        board = Board(2, 1, {(x, 0): Tile(indoor=inside[x]) for x in range(2)}, {((0, 0), (1, 0)): WALL})
        expected = BLOCKED if any(inside) else OPEN
        assert state(board, (0, 0), (1, 0), policy=great) == expected


def test_a_line_may_go_through_one_piece_of_blocking_terrain_and_says_which() -> None:
    policy = FirePolicy(pieces=1)
    board = drawn("...#..", edges={((0, 0), (1, 0)): WALL})
    assert line_of_fire(board, (0, 0), (2, 0), None, policy).through == (Cause(BY_WALL, (), (((0, 0), (1, 0)),)),)
    assert line_of_fire(board, (1, 0), (5, 0), None, policy).through == (Cause(BY_TERRAIN, ((3, 0),)),)
    assert causes(line_of_fire(board, (0, 0), (5, 0), None, policy)) == [BY_WALL, BY_TERRAIN]
    assert state(board, (0, 0), (5, 0), policy=policy) == BLOCKED
    assert state(board, (0, 0), (5, 0), policy=FirePolicy(pieces=2)) == OPEN
    corner = drawn(".#", "#.", edges={((0, 0), (1, 0)): WALL})
    assert line_of_fire(corner, (0, 0), (1, 1), None, policy).through == (Cause(BY_TERRAIN, ((0, 1),)),)
    assert state(drawn(".#", "h."), (0, 0), (1, 1), policy=policy) == HINDERED


def test_a_square_is_seen_by_who_would_destroy_it() -> None:
    """heroclix:16.9a.3"""
    board = drawn("..#", ".#.")
    assert state(board, (0, 0), (2, 0)) == BLOCKED
    assert line_to_destroy(board, (0, 0), (2, 0)).state == OPEN
    assert line_to_destroy(drawn(".##"), (0, 0), (2, 0)).state == BLOCKED


def test_a_wall_is_seen_through_to_the_square_beyond() -> None:
    """heroclix:16.9b.3 to 5"""
    wall: Edge = ((2, 0), (3, 0))
    board = drawn("...#", "....", edges={wall: WALL, ((0, 1), (0, 2)): WALL})
    there = Figures(board, [Figure("there", ((3, 0),))])
    fire = line_to_destroy(board, (0, 0), wall, there)
    assert (fire.target, fire.state) == ((3, 0), OPEN)
    assert line_to_destroy(board, (2, 0), wall).state == OPEN
    back = line_to_destroy(board, (3, 0), ((3, 0), (2, 0)))
    assert (back.target, back.state) == ((2, 0), OPEN)
    assert causes(line_to_destroy(board, (2, 1), wall)) == [PAST]
    assert causes(line_to_destroy(board, (0, 0), ((0, 1), (0, 2)))) == [PAST]
    in_the_way = Figures(board, [Figure("near", ((2, 0),))])
    assert causes(line_to_destroy(board, (0, 0), wall, in_the_way)) == [BY_FIGURE]
    with pytest.raises(GeometryError, match="no wall"):
        line_to_destroy(board, (0, 0), ((0, 0), (1, 0)))


# ------------------------------------------------------------------------------------------- several squares


@examples(60)
@given(cases(5), st.data())
def test_the_best_line_is_the_best_of_all(case: Case, data: st.DataObject) -> None:
    some = st.lists(st.sampled_from(sorted(case.board.tiles)), min_size=1, max_size=4)
    origins, targets, reach = data.draw(some), data.draw(some), data.draw(st.none() | st.integers(0, 3))
    rest = (case.figures, case.policy, case.shooter)
    found = best_line(case.board, origins, targets, *rest, reach=reach)
    near = [
        (a, b) for a in origins for b in targets if reach is None or max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= reach
    ]
    assert (found is None) == (not near)
    if found is not None:
        assert (found.origin, found.target) in near
        assert found.state == min(case.twin(*pair) for pair in near)
        assert found == best_line(case.board, reversed(origins), reversed(targets), *rest, reach=reach)


@examples(40)
@given(cases())
def test_a_figure_sees_by_the_best_of_its_squares(case: Case) -> None:
    for figure in case.figures:
        seen, hindered = seen_by(case.board, figure.id, case.figures, case.policy)
        for target in case.board.tiles:
            best = best_line(case.board, figure.squares, [target], case.figures, case.policy, figure.id)
            assert best is not None
            bit = case.board.bit(target)
            assert (bool(seen & bit), bool(hindered & bit)) == (not best.blocked, best.hindered)


# ------------------------------------------------------------------------------------------- input


def test_what_does_not_fit_is_named() -> None:
    board = drawn("..", ". ")
    wrong: list[tuple[str, Any]] = [
        ("B2", lambda: line_of_fire(board, (1, 1), (0, 0))),
        ("B2", lambda: line_of_fire(board, (0, 0), (1, 1))),
        ("(5, 0)|F1", lambda: seen_from(board, (5, 0))),
        ("B2", lambda: line_state(board, (0, 0), (1, 1))),
        ("'nobody'", lambda: seen_from(board, (0, 0), Figures(board), shooter="nobody")),
        ("'nobody'", lambda: line_of_fire(board, (0, 0), (1, 0), None, shooter="nobody")),
        ("another shape", lambda: fire_table(board, Figures(drawn("..")))),
        ("another shape", lambda: line_of_fire(board, (0, 0), (1, 0), Figures(drawn("..")))),
        ("'a'.*no square", lambda: Figures(board, [Figure("a", ())])),
        ("'a'.*B2", lambda: Figures(board, [Figure("a", ((1, 1),))])),
        ("two figures.*'a'", lambda: Figures(board, [Figure("a", ((0, 0),)), Figure("a", ((1, 0),))])),
        ("'b'", lambda: Figures(board).moved("b", [(0, 0)])),
        ("'b'", lambda: Figures(board).without("b")),
        ("pieces of blocking terrain", lambda: FirePolicy(pieces=-1)),
        ("square or an edge", lambda: line_to_destroy(board, (0, 0), "A1")),  # type: ignore[arg-type]
    ]
    for message, ask in wrong:
        with pytest.raises(GeometryError, match=message):
            ask()


def test_squares_that_are_left_out_are_seen_by_nobody_and_lines_go_over_them() -> None:
    board = drawn(". .", "  .")
    table = fire_table(board)
    assert table.shape == (6, 6) and table[0, 2] == table[2, 0] == OPEN
    for gap in (1, 3, 4):
        assert set(table[gap]) == set(table[:, gap]) == {BLOCKED}
    assert seen_from(board, (0, 0)) == (board.present, 0)


def test_figures_never_change() -> None:
    board = drawn("...")
    one = Figures(board, [Figure("a", ((0, 0),))])
    other = one.moved("a", [(2, 0)])
    assert one["a"].squares == ((0, 0),) and other["a"].squares == ((2, 0),)
    assert len(other.without("a")) == 0 and "a" in other and list(one) == [Figure("a", ((0, 0),))]
    assert (one.mask("a"), other.mask("a")) == (1, 4)


def test_a_board_too_large_for_tables_still_has_lines() -> None:
    board = Board(51, 50)
    assert line_of_fire(board, (0, 0), (50, 49)).state == OPEN
    with pytest.raises(GeometryError, match=f"up to {MOST} squares"):
        seen_from(board, (0, 0))


def test_an_edge_may_be_named_from_either_side() -> None:
    """heroclix:16.9b: the chosen wall does not block the line, whichever of its squares is named first."""
    board = Board(3, 1, {}, {((0, 0), (1, 0)): WALL})
    for wall in (((0, 0), (1, 0)), ((1, 0), (0, 0))):
        assert line_of_fire(board, (0, 0), (2, 0), without=[wall]).state == OPEN
        assert line_to_destroy(board, (2, 0), wall).state == OPEN
    with pytest.raises(GeometryError, match="is a square or an edge, not 'A1'"):
        line_of_fire(board, (0, 0), (2, 0), without=["A1"])  # type: ignore[list-item]


def test_what_is_no_wall_is_not_destroyed() -> None:
    """heroclix:16.9b."""
    board = Board(3, 1, {}, {((0, 0), (1, 0)): EdgeKind("rail", False, False, False, wall=False)})
    with pytest.raises(GeometryError, match="no wall stands between"):
        line_to_destroy(board, (2, 0), ((0, 0), (1, 0)))


def test_a_shooter_that_stands_nowhere_is_refused_by_every_way_to_ask() -> None:
    """heroclix:24.2e."""
    board = Board(2, 1)
    for ask in (
        lambda: line_of_fire(board, (0, 0), (1, 0), shooter="ghost"),
        lambda: line_state(board, (0, 0), (1, 0), shooter="ghost"),
        lambda: seen_from(board, (0, 0), shooter="ghost"),
        lambda: fire_table(board, shooter="ghost"),
    ):
        with pytest.raises(GeometryError, match="no figure 'ghost'"):
            ask()


def test_a_line_may_go_through_as_much_as_it_likes() -> None:
    """heroclix:16.3b."""
    board = drawn(".#.#.", "#.#h#", ".#.#.", edges={((0, 0), (1, 0)): WALL, ((1, 1), (1, 2)): WALL})
    endless, enough = FirePolicy(pieces=10**6), FirePolicy(pieces=60)
    assert (fire_table(board, policy=endless) == fire_table(board, policy=enough)).all()
    assert state(board, (0, 0), (4, 0), policy=endless) == OPEN
    with pytest.raises(GeometryError, match=r"0 pieces of blocking terrain or more, not 1\.5"):
        FirePolicy(pieces=1.5)  # type: ignore[arg-type]


def test_squares_that_come_from_a_table_are_squares() -> None:
    """heroclix:11.4: what numpy finds in the table can be asked for again."""
    board = drawn(
        "....#....", "#........", ".........", ".....#...", "....h....", ".........", "..#......", "........."
    )
    for origin, target in np.argwhere(fire_table(board) == LineState.BLOCKED)[::97]:
        here, there = ((number % board.width, number // board.width) for number in (origin, target))
        assert state(board, here, there) == LineState.BLOCKED
