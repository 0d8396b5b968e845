"""Lines and distances from figure to figure, beside every line between their squares drawn alone."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.grid.adjacency import distance
from rulewright.geometry.grid.board import BLOCKING, WALL, Board, Square, Tile, edge
from rulewright.geometry.grid.figurelines import Aim, FigureTable, figure_distances, figure_table
from rulewright.geometry.grid.figures import Figure, Figures
from rulewright.geometry.grid.fire import FirePolicy, LineState
from rulewright.geometry.grid.firetable import best_line, line_state
from tests.core.geometry.boards import drawn
from tests.core.geometry.test_grid_fire import Case, cases, crowds
from tests.lengths import examples

OPEN, HINDERED, BLOCKED = LineState


def drawn_alone(case: Case, shooter: Any, target: Any) -> Aim:
    """Every line between two figures by the twin, one after the other."""
    found: dict[int, list[int]] = {}
    squares = [case.figures[who].squares for who in (shooter, target)]
    alone = Case(case.board, case.figures, case.policy, shooter)
    for a, b in product(*squares):
        found.setdefault(alone.twin(a, b), []).append(distance(a, b))
    nearest = min(distance(a, b) for a, b in product(*squares))
    return Aim(nearest, min(found.get(OPEN, []), default=None), min(found.get(HINDERED, []), default=None))


def whole(table: FigureTable) -> dict[tuple[Any, Any], Aim]:
    return {(a.id, b.id): table[a.id, b.id] for a in table.figures for b in table.figures}


def fresh(board: Board, figures: Figures, policy: FirePolicy) -> dict[tuple[Any, Any], Aim]:
    return whole(figure_table(board, Figures(board, list(figures)), policy))


@examples(80)
@given(cases())
def test_the_table_has_what_each_line_drawn_alone_says(case: Case) -> None:
    table = figure_table(case.board, case.figures, case.policy)
    for (shooter, target), aim in whole(table).items():
        assert aim == drawn_alone(case, shooter, target)
        for reach in (0, 1, 2, 9):
            ends = (case.figures[shooter].squares, case.figures[target].squares)
            best = best_line(case.board, *ends, case.figures, case.policy, shooter, reach)
            assert aim.within(reach) == (BLOCKED if best is None else best.state)
        assert aim.state == aim.within(99)


@examples(80)
@given(cases(), st.data())
def test_after_any_move_the_table_is_as_if_new(case: Case, data: st.DataObject) -> None:
    board, figures = case.board, case.figures
    asked = st.sets(st.sampled_from([figure.id for figure in figures])) if len(figures) else st.just(set())
    for who in data.draw(asked):
        figure_table(board, figures, case.policy).row(who)
    for number in range(3):
        for pair in (
            data.draw(st.sets(st.tuples(*2 * [st.sampled_from([one.id for one in figures])]))) if len(figures) else ()
        ):
            assert figure_table(board, figures, case.policy)[pair] == drawn_alone(
                Case(board, figures, case.policy, None), *pair
            )
        others = data.draw(crowds(board))
        change = data.draw(st.sampled_from(["moved", "gone", "terrain", "not asked"]))
        if change == "gone" and len(figures):
            figures = figures.without(next(iter(figures)).id)
        elif change == "terrain":
            square = data.draw(st.sampled_from(sorted(board.tiles)))
            beside = edge(square, (square[0] + 1, square[1]))
            board = board.with_tiles({square: Tile(BLOCKING)}).with_edges({beside: WALL})
        else:
            figures = figures.placed(*list(others)[:2])
        ids = [figure.id for figure in figures]
        for pair in data.draw(st.sets(st.tuples(*2 * [st.sampled_from(ids)]))) if ids else ():
            squares = product(*(figures[who].squares for who in pair))
            assert figure_distances(figures)[pair] == min(distance(a, b) for a, b in squares)
        if change != "not asked" or number == 2:
            assert whole(figure_table(board, figures, case.policy)) == fresh(board, figures, case.policy)


def figures_at(board: Board, *squares: Square) -> Figures:
    return Figures(board, [Figure(number, (square,)) for number, square in enumerate(squares)])


def test_a_move_elsewhere_leaves_what_it_does_not_concern() -> None:
    board = Board(9, 9)
    before = figures_at(board, (0, 0), (4, 0), (0, 8))
    table = whole(figure_table(board, before))
    after = before.moved(2, [(0, 7)])

    found = figure_table(board, after)

    assert found[0, 1] is table[0, 1] and found[1, 0] is table[1, 0]
    assert table[0, 2] == Aim(8, 8, None) and found[0, 2] == Aim(7, 7, None)
    assert figure_table(board, after) is found
    between = after.moved(2, [(2, 0)])
    assert figure_table(board, between)[0, 1] == Aim(4, None, None)
    assert figure_table(board, before)[0, 1] == Aim(4, 4, None)


def test_a_figure_that_comes_beside_a_corner_of_a_line_closes_it_in_the_table() -> None:
    board, policy = Board(9, 9), FirePolicy(figures_close_corners=True)
    before = figures_at(board, (0, 0), (2, 2), (1, 0), (0, 5))
    assert figure_table(board, before, policy)[0, 1] == Aim(2, 2, None)
    assert figure_table(board, before.moved(3, [(0, 1)]), policy)[0, 1] == Aim(2, None, None)


def test_line_and_distance_are_taken_from_the_same_square() -> None:
    """heroclix:11.5: near squares without a line help nobody."""
    board = drawn(".#..", ".#..", ".#..", "....", "....", "....")
    figures = Figures(board, [Figure("long", tuple((0, y) for y in range(6))), Figure("foe", ((3, 0),))])
    aim = figure_table(board, figures)["long", "foe"]
    assert aim == Aim(3, 5, None)
    assert [aim.within(reach) for reach in (3, 4, 5)] == [BLOCKED, BLOCKED, OPEN]
    walled = board.with_tiles({(1, y): Tile(BLOCKING) for y in range(6)})
    aim = figure_table(walled, figures)["long", "foe"]
    assert aim == Aim(3, None, None) and aim.state == aim.within(9) == BLOCKED
    hidden = figure_table(drawn("..h."), Figures(drawn("...."), [Figure("a", ((0, 0),)), Figure("b", ((3, 0),))]))
    assert hidden["a", "b"] == Aim(3, None, 3)
    assert [hidden["a", "b"].within(reach) for reach in (2, 3)] == [BLOCKED, HINDERED]


def test_who_is_not_there_is_named() -> None:
    board = Board(4, 4)
    table = figure_table(board, figures_at(board, (0, 0)))
    for pair in ((0, 7), (7, 0)):
        with pytest.raises(GeometryError, match="no figure 7 stands on board"):
            table[pair]
    with pytest.raises(GeometryError, match="no figure 7 stands on board"):
        table.row(7)
    with pytest.raises(GeometryError, match="another shape"):
        figure_table(Board(5, 4), table.figures)


def test_a_tall_figure_in_the_square_of_a_shooter_who_is_not_still_blocks() -> None:
    """Between elevations a giant is in the way, also of a small figure with which it shares a square."""
    board = Board(1, 4, {(0, 3): Tile(elevation=2)})
    giant, small = Figure("giant", ((0, 0), (0, 1)), tall=True), Figure("small", ((0, 1),))
    figures = Figures(board, [giant, small])

    assert figures.blockers("small").tall == board.mask([(0, 0), (0, 1)])
    assert figures.blockers("giant").tall == 0
    assert line_state(board, (0, 0), (0, 3), figures, shooter="small") is LineState.BLOCKED
