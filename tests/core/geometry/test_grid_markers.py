from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.epochs import Epochs
from rulewright.geometry.grid import adjacency
from rulewright.geometry.grid.board import (
    BLOCKING,
    CLEAR,
    HINDERING,
    SIDES,
    WALL,
    WATER,
    Board,
    Square,
    Tile,
    edge,
)
from rulewright.geometry.grid.markers import Destroyed, Ground, Marker
from tests.core.geometry.boards import RAIL, boards, drawn
from tests.lengths import examples

Record = Marker | Destroyed

HILL = Marker(((0, 0), (1, 0)), rises=1, ramps=(((1, 0), (2, 0)),))
SMOKE = Marker(((0, 0),), HINDERING)
DEBRIS = Marker(((0, 0),), HINDERING)
CRATE = Marker(((0, 0),), None)


# -------------------------------------------------------------------- a twin: the stack of every single square


def literal(printed: Board, records: dict[str, Record]) -> Board:
    """The board that counts, worked out for each square by turning over its stack from the bottom."""
    markers = sorted((r for r in records.values() if isinstance(r, Marker)), key=lambda marker: marker.layer)
    ruins = [r for r in records.values() if isinstance(r, Destroyed)]
    tiles: dict[Square, Tile | None] = {}
    for at in product(range(printed.width), range(printed.height)):
        if at not in printed.tiles:
            tiles[at] = None
            continue
        tile = printed.tiles[at]
        terrain = CLEAR if any(at in ruin.squares for ruin in ruins) else tile.terrain
        stack = [marker for marker in markers if at in marker.squares]
        for marker in stack:
            terrain = marker.terrain or terrain  # heroclix:17.3.3: the one placed last
        height = tile.elevation + sum(marker.rises for marker in stack)  # heroclix:17.14c.7
        tiles[at] = Tile(terrain, height, tile.indoor, tile.areas)
    gone = {frozenset(pair) for ruin in ruins for pair in ruin.walls}
    edges = {pair: kind for pair, kind in printed.edges.items() if frozenset(pair) not in gone}
    ramps = [pair for marker in markers for pair in marker.ramps if set(pair) <= set(printed.tiles)]
    return Board(printed.width, printed.height, tiles, edges, [*printed.ramps, *ramps])


def same(a: Board, b: Board) -> bool:
    return (a.tiles, a.edges, a.ramps, a.terrains, a.levels, a.stairs, a.walls) == (
        b.tiles,
        b.edges,
        b.ramps,
        b.terrains,
        b.levels,
        b.stairs,
        b.walls,
    )


@st.composite
def records(draw: st.DrawFn, board: Board) -> Record:
    every = sorted(board.tiles)
    standing = sorted(pair for pair, kind in board.edges.items() if kind.wall)
    if draw(st.integers(0, 3)) == 0:
        walls = draw(st.lists(st.sampled_from(standing), max_size=2)) if standing else []
        return Destroyed(tuple(draw(st.lists(st.sampled_from(every), max_size=2))), tuple(walls))
    squares = draw(st.lists(st.sampled_from(every), min_size=1, max_size=3, unique=True))
    beside = [edge(a, (a[0] + dx, a[1] + dy)) for a in squares for dx, dy in SIDES]
    out = [(a, b) for a, b in beside if not (a in squares and b in squares)]
    ramps = draw(st.lists(st.sampled_from(out), max_size=2)) if out else []
    return Marker(
        tuple(squares),
        draw(st.sampled_from([CLEAR, HINDERING, BLOCKING, WATER, None])),
        draw(st.integers(0, 2)),
        tuple(ramps),
        draw(st.integers(0, 2)),
    )


@examples(150)
@given(boards(4).filter(lambda board: bool(board.tiles)), st.data())
def test_laying_and_taking_away_gives_what_the_stacks_of_squares_say(board: Board, data: st.DataObject) -> None:
    ground = Ground(board)
    lying: dict[str, Record] = {}
    for _ in range(data.draw(st.integers(1, 6))):
        laid = data.draw(st.dictionaries(st.sampled_from("abcd"), records(board), max_size=2))
        left = sorted(lying.keys() - laid.keys())
        gone = data.draw(st.sets(st.sampled_from(left), max_size=2)) if left else set()
        before = (ground, ground.board.tiles, dict(lying))
        ground = ground.changed(laid, frozenset(gone))
        lying |= laid
        for name in gone:
            del lying[name]
        assert same(ground.board, literal(board, lying))
        assert same(Ground(board, lying).board, ground.board)
        assert before[0].board.tiles == before[1] and dict(before[0].records) == before[2]
        for at in board.tiles:
            on_it = [name for name, one in lying.items() if isinstance(one, Marker) and at in one.squares]
            assert sorted(ground.at(at)) == sorted(on_it)
    assert same(ground.changed({}, frozenset(lying)).board, board)


# ------------------------------------------------------------------------------------ single rules, by hand


def test_the_top_marker_counts_and_below_it_lies_the_next() -> None:
    ground = Ground(drawn("~"))
    ground = ground.changed({"smoke": SMOKE})
    ground = ground.changed({"barrier": Marker(((0, 0),), BLOCKING)})
    assert ground.board.tiles[0, 0].terrain == BLOCKING and ground.at((0, 0)) == ("smoke", "barrier")
    ground = ground.changed({}, ["barrier"])  # heroclix:17.3.5
    assert ground.board.tiles[0, 0].terrain == HINDERING
    assert ground.changed({}, ["smoke"]).board.tiles[0, 0].terrain == WATER


def test_taking_a_marker_from_the_middle_changes_nothing_above_it() -> None:
    ground = Ground(drawn("~"), {"smoke": SMOKE, "barrier": Marker(((0, 0),), BLOCKING)})
    assert ground.changed({}, ["smoke"]).board.tiles[0, 0].terrain == BLOCKING


def test_what_is_changed_keeps_its_place_unless_its_layer_is_higher() -> None:
    ground = Ground(drawn("."), {"smoke": SMOKE, "barrier": Marker(((0, 0),), BLOCKING)})
    ground = ground.changed({"smoke": Marker(((0, 0),), WATER)})
    assert ground.at((0, 0)) == ("smoke", "barrier") and ground.board.tiles[0, 0].terrain == BLOCKING
    ground = ground.changed({"smoke": Marker(((0, 0),), WATER, layer=1)})
    assert ground.at((0, 0)) == ("barrier", "smoke") and ground.board.tiles[0, 0].terrain == WATER


def test_objects_leave_the_terrain_as_it_is() -> None:
    ground = Ground(drawn("~"), {"crate": CRATE})
    assert ground.board.tiles[0, 0].terrain == WATER and ground.at((0, 0)) == ("crate",)  # heroclix:17.3.2


def test_a_raised_square_stays_raised_under_other_markers() -> None:
    ground = Ground(drawn("h2."), {"hill": HILL, "smoke": SMOKE})
    assert ground.board.tiles[0, 0] == Tile(HINDERING, 2)  # heroclix:17.14c.7
    assert ground.board.tiles[1, 0] == Tile(CLEAR, 3)  # heroclix:17.14c.3
    assert ground.board.ramps == {((1, 0), (2, 0))}
    assert adjacency.stair_linked(ground.board, (1, 0), (2, 0))  # heroclix:17.14c.5
    flat = ground.changed({}, ["hill"])
    assert flat.board.tiles[0, 0] == Tile(HINDERING, 1) and not flat.board.ramps


def test_a_raised_square_is_clear_by_default() -> None:
    assert Ground(drawn("h.."), {"hill": HILL}).board.tiles[0, 0] == Tile(CLEAR, 2)  # heroclix:16.5.2


def test_ramps_that_lead_off_the_board_lead_nowhere_and_printed_ones_stay() -> None:
    there = ((0, 0), (0, 1))
    board = drawn("1", "2", ramps=(there,))
    step = Marker(((0, 0),), rises=1, ramps=(there, ((-1, 0), (0, 0))))
    ground = Ground(board, {"step": step})
    assert ground.board.ramps == {there}
    assert ground.changed({}, ["step"]).board.ramps == {there}


def test_debris_on_blocking_terrain_makes_it_hindering() -> None:
    ground = Ground(drawn("#"), {"debris": DEBRIS})  # heroclix:17.14d.3
    assert ground.board.tiles[0, 0].terrain == HINDERING
    assert ground.changed({}, ["debris"]).board.tiles[0, 0].terrain == BLOCKING


def test_a_destroyed_square_stays_destroyed_without_its_debris() -> None:
    board = Board(1, 1, {(0, 0): Tile(BLOCKING, 2, True)})
    ground = Ground(board, {"ruin": Destroyed(((0, 0),)), "debris": DEBRIS})
    assert ground.board.tiles[0, 0] == Tile(HINDERING, 2, True)
    ground = ground.changed({}, ["debris"])  # heroclix:16.9a.2
    assert ground.board.tiles[0, 0] == Tile(CLEAR, 2, True)
    assert ground.changed({}, ["ruin"]).board.tiles == board.tiles


def test_a_destroyed_wall_affects_nothing_any_more() -> None:
    pair = ((0, 0), (1, 0))
    board = drawn("#.", edges={pair: WALL})
    ground = Ground(board, {"ruin": Destroyed(walls=(pair[::-1],))})
    assert adjacency.adjacent(ground.board, *pair) and not adjacency.walls_of(ground.board, pair[1])
    assert ground.board.tiles[0, 0].terrain == BLOCKING  # heroclix:16.9b.9
    assert ground.changed({}, ["ruin"]).board.edges == {pair: WALL}


def test_a_layer_tells_what_is_on_top_whatever_came_first() -> None:
    low, high = Marker(((0, 0),), WATER, layer=1), Marker(((0, 0),), HINDERING, layer=2)
    for records in ({"low": low, "high": high}, {"high": high, "low": low}):
        ground = Ground(drawn("."), records)
        assert ground.at((0, 0)) == ("low", "high") and ground.board.tiles[0, 0].terrain == HINDERING


def test_grounds_of_the_same_records_are_one_world() -> None:
    printed = drawn("...", "...", edges={((0, 1), (1, 1)): WALL})
    built: list[int] = []

    def build(records: Any) -> Ground:
        built.append(len(records))
        return Ground(printed, records)

    grounds: Epochs[Ground] = Epochs(build, Ground.changed)
    rows: dict[str, Record] = {f"m{n}": Marker(((n, 0),), HINDERING) for n in range(3)}
    rows["ruin"] = Destroyed(walls=(((0, 1), (1, 1)),))
    first = grounds.world(rows)
    assert grounds.world(dict(rows)) is first
    fewer = {name: row for name, row in rows.items() if name != "ruin"}
    assert same(grounds.world(fewer).board, literal(printed, fewer)) and built == [4]


# --------------------------------------------------------------------------------------------------- input


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Marker(()), "marker 'x' lies on one square or more"),
        (Marker(((0, 0), (0, 0))), "marker 'x' lies on one square or more, each named once"),
        (Marker(((0, 0), (2, 0))), "marker 'x': C1 is not on board"),
        (Marker(((0, 0),), "lava"), "marker 'x': 'lava' is no terrain"),
        (Marker(((0, 0),), rises=1.5), "marker 'x' rises by a whole number, not 1.5"),  # type: ignore[arg-type]
        (Marker(((0, 0),), ramps=(((0, 0), (2, 0)),)), "joins one of its squares to one beside it, not A1 and C1"),
        (Marker(((0, 0), (1, 0)), ramps=(((0, 0), (1, 0)),)), "to one beside it, not A1 and B1"),
        (Marker(((0, 0),), ramps=(((1, 0), (2, 0)),)), "to one beside it, not B1 and C1"),
        (Destroyed(((5, 5),)), "destroyed terrain 'x': F6 is not on board"),
        (Destroyed(walls=(((0, 0), (0, 1)),)), "no wall stands between A1 and A2"),
        (Destroyed(walls=(((0, 0), (1, 0)),)), "no wall stands between A1 and B1"),
    ],
)
def test_bad_records_are_refused_by_name(record: Record, message: str) -> None:
    board = drawn("..", edges={((0, 0), (1, 0)): RAIL})
    with pytest.raises(GeometryError, match=message):
        Ground(board, {"x": record})
    with pytest.raises(GeometryError, match=message):
        Ground(board).changed({"x": record})


def test_unknown_records_and_squares_are_refused() -> None:
    ground = Ground(drawn("."), {"smoke": SMOKE})
    with pytest.raises(GeometryError, match="nothing 'fog' lies on board; there is smoke"):
        ground.changed({}, ["fog"])
    with pytest.raises(GeometryError, match="has no square B1"):
        ground.at((1, 0))
