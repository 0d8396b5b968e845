"""Questions about squares: destinations and ways, on random boards with random figures."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.field import BoardScene, FaultRules, Route, Squares
from rulewright.field.faults import words_of
from rulewright.field.ways import position_name
from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.grid import (
    BLOCKING,
    CLEAR,
    DOOR,
    HINDERING,
    WALL,
    WINDOW,
    BasePolicy,
    Board,
    Figure,
    Figures,
    Ground,
    MovePolicy,
    Tile,
    apart,
    check_base_path,
    check_path,
    check_placement,
    edge,
    footprints,
    knock_back,
    reach,
    reach_of_base,
)
from rulewright.geometry.maps import Kind, as_svg, as_text, map_of_board
from rulewright.geometry.maps import Squares as Shown
from rulewright.geometry.maps import squares as squares_of_map
from rulewright.reading import Unreadable
from rulewright.refusals import NothingLegal, Refused, refusal_texts
from rulewright.requests import Request
from rulewright.text import show

RULES = FaultRules({"too far": "move.speed"}, others="move.way")


def any_scene(rng: Random, side: int = 7) -> BoardScene:
    """A board with terrain, two elevations, walls, doors, a gap and ramps; three figures a side and some in a heap."""
    squares = [(x, y) for x in range(side) for y in range(side)]
    kinds = [CLEAR] * 6 + [HINDERING, BLOCKING]
    tiles: dict[Any, Tile | None] = {at: Tile(rng.choice(kinds), rng.choice((1, 1, 1, 2))) for at in squares}
    stands = rng.sample(squares, 6)
    tiles[next(at for at in squares if at not in stands)] = None
    free = [at for at in squares if tiles[at] is not None]
    sides = [edge(at, (at[0] + 1, at[1])) for at in squares[:-side] if at[0] + 1 < side]
    walls = {pair: rng.choice((WALL, WINDOW, DOOR)) for pair in rng.sample(sides, 8)}
    ramps = [pair for pair in rng.sample(sides, 6) if all(tiles[at] is not None for at in pair)]
    walls = {pair: kind for pair, kind in walls.items() if any(at in free for at in pair)}
    ground = Ground(Board(side, side, tiles, walls, ramps))
    figures = [Figure(number, (at,), side=number % 2) for number, at in enumerate(stands)]
    return BoardScene(ground, Figures(ground.board, figures))


POLICIES = (
    MovePolicy(),
    MovePolicy(heights=True, past_figures=True),
    MovePolicy(red_lines="cross and stop", diagonals=False),
    MovePolicy(through_blocking="all", through_figures=True, corners="free"),
    MovePolicy(direct=True),
    MovePolicy(old_hindering=True),
)


def any_route(seed: int) -> Route:
    rng = Random(seed)
    return Route(any_scene(rng), rng.randrange(6), rng.randrange(5), rng.choice(POLICIES), RULES)


def any_square(rng: Random) -> tuple[int, int]:
    return (rng.randrange(-1, 8), rng.randrange(-1, 8))


def any_way(route: Route, rng: Random) -> Any:
    """A way that may be wrong in any respect."""
    start = route.start if rng.random() < 0.8 else any_square(rng)
    way = [start]
    for _ in range(rng.randrange(6)):
        x, y = way[-1]
        way.append((x + rng.randint(-1, 1), y + rng.randint(-1, 1)) if rng.random() < 0.9 else any_square(rng))
    return tuple(way)


STRANGE = [
    None, True, 1, 1.5, "C4", "", (), ((),), ((0, 0), None), ((0.0, 0.0),), (True, False), [(0, 0)], object(),
    (0, 0, 0), ((0, 0),) * 3, (10**30, 10**30), ((0, 0), (10**30, 1)), ((-1, -1),), (((0, 0),),), {}, float("nan"),
]  # fmt: skip

SEEDS = st.integers(0, 2**32)


# ------------------------------------------------------------------------------------------------- what must hold


@given(SEEDS)
def test_a_settled_square_is_legal_or_has_a_reason(seed: int) -> None:
    route = any_route(seed)
    board, found = route.scene.board, route.reach
    for square in [(x, y) for x in range(-1, 8) for y in range(-1, 8)]:
        settled = route.settle(square)
        assert route.settle(settled) == settled
        wrong = route.check(settled)
        assert (wrong == ()) == (square in board.tiles and bool(found.ends & board.bit(square)))
        assert all(one.reason and one.rule for one in wrong)
        if wrong == ():
            assert settled[-1] == square and len(settled) - 1 == found.steps(square)


@given(SEEDS)
def test_a_way_is_legal_where_the_geometry_finds_nothing_wrong(seed: int) -> None:
    route, rng = any_route(seed), Random(seed)
    scene = route.scene
    friends, foes = scene.side(scene.figures[route.figure].side), scene.others(scene.figures[route.figure].side)
    for _ in range(10):
        way = any_way(route, rng)
        assert route.settle(way) == way
        wrong = [one.facts["fault"] for one in route.check(way)]
        if way[0] != route.start:
            assert wrong == ["starts elsewhere"]
        else:
            faults = check_path(scene.board, way, route.squares, route.policy, friends, foes)
            assert wrong == [fault.reason for fault in faults]


@given(SEEDS)
def test_every_sample_and_suggestion_is_legal_and_read_as_it_is_shown(seed: int) -> None:
    route, rng = any_route(seed), Random(seed)
    board, ends = route.scene.board, route.reach.ends
    if not ends:
        with pytest.raises(NothingLegal):
            route.sample(rng)
        assert route.suggest(5, rng) == []
        return
    samples = [route.sample(rng) for _ in range(20)]
    some, every = route.suggest(5, rng), route.suggest(100, rng)
    assert sorted(way[-1] for way in every) == sorted(board.squares(ends))
    assert len(set(some)) == len(some) == min(5, len(every)) and set(some) <= set(every)
    for way in (*samples, *some, *every):
        assert route.check(way) == () and route.settle(way) == way
        assert route.settle(route.read(route.shown(way))) == way == route.read(route.shown(way))


@given(SEEDS)
def test_a_preview_draws_what_is_found_wrong(seed: int) -> None:
    route, rng = any_route(seed), Random(seed)
    board = route.scene.board
    for answer in (None, any_square(rng), any_way(route, rng)):
        drawn, settled = route.preview(answer), route.settle(answer)
        assert drawn[0] == squares_of_map(board, route.reach.ends)
        labels = [item.label for item in drawn if item.kind == Kind.FAULT]
        assert labels == [one.words for one in (route.check(settled) if answer is not None else ())]
        way = settled if answer is not None and isinstance(settled[0], tuple) else ()
        assert any(item.kind == Kind.ROUTE for item in drawn) == (len([at for at in way if at in board.tiles]) > 1)
        shown = map_of_board(board, route.scene.figures).over(*drawn)
        assert "svg" in as_svg(shown) and as_text(shown)


@given(SEEDS)
def test_what_can_be_reached_is_that_of_the_plain_question(seed: int) -> None:
    route = any_route(seed)
    scene, side = route.scene, route.scene.figures[route.figure].side
    board = scene.board
    friends = board.mask(at for one in scene.figures if one.side == side for at in one.squares)
    foes = board.mask(at for one in scene.figures if one.side != side for at in one.squares)
    assert route.reach.ends == reach(board, route.start, route.squares, route.policy, friends, foes).ends


@pytest.mark.parametrize("answer", STRANGE, ids=lambda answer: type(answer).__name__)
def test_any_object_can_be_checked(answer: Any) -> None:
    route = any_route(1)
    squares = Squares(route.scene, route.reach.ends)
    for space in (route, squares):
        settled = space.settle(answer) if space is route else answer
        assert space.check(answer) and all(one.reason for one in space.check(settled))


@given(SEEDS)
def test_a_square_is_one_of_the_mask_or_has_a_reason(seed: int) -> None:
    rng = Random(seed)
    scene = any_scene(rng)
    board = scene.board
    mask = board.mask(rng.sample(sorted(board.tiles), rng.randrange(1, 20)))
    space = Squares(scene, mask, FaultRules({}, others="start"))
    options, some = space.options(), space.suggest(4, rng)
    assert options is not None and board.mask(options) == mask and board.mask(some) | mask == mask
    assert len(set(some)) == min(4, len(options))
    for square in (*options, *some, space.sample(rng)):
        assert space.check(square) == () and space.read(space.shown(square)) == square
    for square in [(x, y) for x in range(-1, 8) for y in range(-1, 8)]:
        (wrong, *_) = space.check(square) or (None,)
        assert (wrong is None) == (square in options)
        if wrong is not None:
            assert wrong.facts["fault"] == ("outside" if square in board.tiles else "off the board")
            assert [item.label for item in space.preview(square)[1:]] == [wrong.words]


# ------------------------------------------------------------------------------------------------- smaller things


def corridor() -> Route:
    """A1 to F1: two figures at A1 and C1 of one side, and a foe far away."""
    board = Board(6, 3, {(1, 1): Tile(BLOCKING)}, {((0, 0), (0, 1)): WALL})
    ground = Ground(board)
    figures = [Figure("red", ((0, 0),)), Figure("ann", ((2, 0),)), Figure("foe", ((5, 2),), side=1)]
    scene = BoardScene(ground, Figures(board, figures))
    return Route(scene, "red", 3, rules=RULES, hints=lambda reach: (("to the gate", (3, 0)), ("too far", (5, 1))))


def test_ways_are_not_listed_for_there_are_many() -> None:
    route = corridor()
    assert route.options() is None and route.check(((0, 0), (1, 0), (0, 0))) == ()


def test_a_typed_square_a_typed_way_and_staying() -> None:
    route = corridor()
    assert route.read("b1") == (1, 0) and route.settle((1, 0)) == ((0, 0), (1, 0))
    assert route.read(" A1 B1, C2 ") == ((0, 0), (1, 0), (2, 1))
    assert route.read("stay") == route.read("不动") == ((0, 0),) and route.check(((0, 0),)) == ()
    assert route.shown(((0, 0),)) == "stay" and route.shown((1, 0)) == "B1"
    assert route.read("Z9") == (25, 8)
    for text in ("", "the gate", "B1 C", "9", "B0"):
        with pytest.raises(Unreadable, match=r"(is not a square; type one|type a square) such as D3"):
            route.read(text)


@pytest.mark.parametrize(
    ("typed", "en", "zh", "rule"),
    [
        ("F1", "F1 is 2 squares too far", "到 F1 超出 2 格", "move.speed"),
        ("E1", "E1 is 1 square too far", "到 E1 超出 1 格", "move.speed"),
        ("C1", "a move cannot end in C1: it is occupied", "移动不能停在 C1：已被占据", "move.way"),
        ("Z9", "Z9 is off the board", "Z9 不在棋盘上", "move.way"),
        ("B2", "a move cannot end in B2: it is blocking terrain", "移动不能停在 B2：那里是阻挡地形", "move.way"),
        ("A1 A2", "a wall is between A1 and A2", "A1 与 A2 之间有墙", "move.way"),
        ("A1 C2", "C2 is not next to A1", "C2 不与 A1 相邻", "move.way"),
        ("B1 C2", "the way starts in B1, not in A1", "路线从 B1 开始，而不是 A1", "move.way"),
    ],
)
def test_a_refusal_says_what_is_wrong_in_both_languages(typed: str, en: str, zh: str, rule: str) -> None:
    route = corridor()
    refused = Refused(*route.check(route.settle(route.read(typed))))
    assert str(refused) == f"{en} [{rule}]"
    assert refused.told("zh") == f"{zh} [{rule}]"
    assert refused.told("en") == str(refused)


def test_what_is_no_way_is_refused_in_both_languages() -> None:
    route = corridor()
    squares = Squares(route.scene, 1)
    assert str(refused := Refused(*route.check("C4"))) == "the answer is the squares of a way, from A1 on, not 'C4'"
    assert refused.told("zh") == "应为从 A1 开始的一列格子，而不是 'C4'"
    assert Refused(*squares.check(7)).told("zh") == "应为一个格子（列, 行），而不是 7"


def test_hints_come_first_where_they_can_be_reached() -> None:
    route, rng = corridor(), Random(1)
    first, *others = route.suggest(4, rng)
    assert route.hint(first) == "to the gate" and first[-1] == (3, 0)
    stay = {"en": "stay", "zh": "不动"}
    assert [route.hint(way) for way in others] == [stay if len(way) == 1 else "" for way in others] and len(others) == 3
    assert route.hint(((0, 0),)) == stay


def test_ways_of_a_move_that_stops_where_the_asker_says() -> None:
    route = corridor()
    free = Route(route.scene, "red", 3, rules=RULES, beside_foes=0)
    stopped = Route(route.scene, "red", 3, rules=RULES, beside_foes=route.scene.board.bit((1, 0)))
    assert free.check(((0, 0), (1, 0), (2, 1))) == ()
    (wrong,) = stopped.check(((0, 0), (1, 0), (2, 1)))
    assert wrong.reason == "the move has to stop in B1"


def test_the_world_keeps_what_can_be_reached() -> None:
    route = corridor()
    again = Route(route.scene, "red", 3, rules=RULES)
    assert again.reach is route.reach and Route(route.scene, "red", 2).reach is not route.reach


@pytest.mark.parametrize("mask", [[(0, 0)], (0, 0), "A1", None])
def test_squares_in_place_of_a_mask_are_refused(mask: Any) -> None:
    with pytest.raises(ValueError, match=r"^Squares: expected a mask, found .*; board\.mask\(squares\) makes one$"):
        Squares(corridor().scene, mask)


def test_a_mask_of_squares_off_the_board_is_refused() -> None:
    with pytest.raises(GeometryError, match="a mask has squares that are not on the board"):
        Squares(corridor().scene, 1 << 400)


@pytest.mark.parametrize("hints", [None, (4, 2), [(4, 2)], [((4, 2), "to E3")], ["E3"], [("to E3", "E3")]])
def test_hints_of_another_form_are_named(hints: Any) -> None:
    route = Route(corridor().scene, "red", 3, rules=RULES, hints=lambda reach: hints)
    for asked in (lambda: route.suggest(3, Random(1)), route.describe, lambda: route.hint(route.settle((0, 0)))):
        with pytest.raises(ValueError, match=r"^hints: expected .* such as \('to the flag', \(3, 4\)\), found "):
            asked()


def test_a_number_of_squares_below_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Route: -1 squares; a way has 0 or more$"):
        Route(corridor().scene, "red", -1)


def test_a_figure_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(GeometryError, match="no figure 'nobody' stands on "):
        Route(corridor().scene, "nobody", 3)


# ------------------------------------------------------------------------------------------------- bases of several


SIZES = ((1, 2), (2, 2), (1, 3), (3, 2))


def any_base(seed: int) -> Route:
    """A base of several squares among other figures on a random board: it may stand anywhere."""
    rng = Random(seed)
    scene = any_scene(rng)
    board, (a, b) = scene.board, rng.choice(SIZES)
    for one in (scene.figures[number] for number in rng.sample(range(6), 6)):
        here = (place for place in footprints(board, a, b) if place & board.bit(one.squares[0]))
        places = [place for place in here if not check_placement(board, place)]
        if places:
            squares = tuple(board.squares(rng.choice(places)))
            shuffled = tuple(rng.sample(squares, len(squares)))
            wide = BoardScene(scene.ground, scene.figures.moved(one.id, shuffled))
            base = BasePolicy(rng.random() < 0.5)
            return Route(wide, one.id, rng.randrange(5), rng.choice(POLICIES), BASES, base=base)
    return any_base(seed + 1)


BASES = FaultRules({"too far": "move.speed"}, others="move.base")


def any_base_way(route: Route, rng: Random) -> Any:
    """A way of a base that may be wrong in any respect: in most cases a legal one, a little changed."""
    ways = route.ways
    way, end = ways.any(rng) if ways.ends and rng.random() < 0.7 else (ways.stands[:1], ways.stands)
    for _ in range(rng.randrange(3)):
        x, y = way[-1]
        way = (*way, (x + rng.randint(-1, 1), y + rng.randint(-1, 1)))
    dx, dy = rng.choice(((0, 0), (0, 0), (1, 0), (-1, 1)))
    end = tuple((x + dx, y + dy) for x, y in end)
    return (way, end if rng.random() < 0.9 else tuple(any_square(rng) for _ in end))


@given(SEEDS)
def test_what_a_base_reaches_is_that_of_each_of_its_squares_that_leads(seed: int) -> None:
    route = any_base(seed)
    scene, figure = route.scene, route.scene.figures[route.figure]
    board, base = scene.board, scene.board.mask(figure.squares)
    friends, foes = scene.side(figure.side), scene.others(figure.side)
    more = (route.squares, route.policy, route.base, friends, foes)
    places: dict[int, int] = {}
    for start in figure.squares:
        found = reach_of_base(board, base, start, *more)
        for place in found:
            places[place] = min(places.get(place, 99), found.steps(place))
    assert route.reach.ends == board.mask([at for place in places for at in board.squares(place)])
    for place, steps in places.items():
        position = tuple(board.squares(place))
        way, end = route.settle(position)
        assert (len(way) - 1, end) == (steps, position) and route.check((way, end)) == ()
    for square in board.tiles:
        settled = route.settle(square)
        covering = [steps for place, steps in places.items() if place & board.bit(square)]
        assert bool(covering) == (settled != square)
        if covering:
            assert len(settled[0]) - 1 == min(covering) and square in settled[1] and route.check(settled) == ()


@given(SEEDS)
def test_a_way_of_a_base_is_legal_where_the_geometry_finds_nothing_wrong(seed: int) -> None:
    route, rng = any_base(seed), Random(seed)
    scene, figure = route.scene, route.scene.figures[route.figure]
    base = scene.board.mask(figure.squares)
    friends, foes = scene.side(figure.side), scene.others(figure.side)
    for _ in range(10):
        way, end = answer = any_base_way(route, rng)
        assert route.settle(answer) == answer
        wrong = [one.facts["fault"] for one in route.check(answer)]
        more = (route.squares, route.policy, route.base, friends, foes)
        faults = check_base_path(scene.board, base, way, end, *more)
        assert wrong == [fault.reason for fault in faults] and set(wrong) <= Route.BASE_KINDS


@given(SEEDS)
def test_a_settled_place_of_a_base_is_legal_or_has_a_reason(seed: int) -> None:
    route, rng = any_base(seed), Random(seed)
    size = len(route.ways.stands)
    positions = [tuple(any_square(rng) for _ in range(size)) for _ in range(4)]
    positions += [tuple((x + dx, y + dy) for x, y in route.ways.stands) for dx, dy in ((0, 0), (1, 0), (2, 2), (-9, 0))]
    for answer in (*positions, *((x, y) for x in range(-1, 8) for y in range(-1, 8))):
        settled = route.settle(answer)
        assert route.settle(settled) == settled
        wrong = route.check(settled)
        assert (wrong == ()) == (settled != answer)
        assert all(one.reason and one.rule for one in wrong)
        assert {one.facts["fault"] for one in wrong} <= Route.BASE_KINDS


@given(SEEDS)
def test_samples_and_suggestions_of_a_base_are_legal_and_read_as_they_are_shown(seed: int) -> None:
    route, rng = any_base(seed), Random(seed)
    if not route.reach.ends:
        with pytest.raises(NothingLegal):
            route.sample(rng)
        assert route.suggest(5, rng) == []
        return
    some = route.suggest(5, rng)
    assert 0 < len(set(some)) == len(some) <= 5
    for answer in (*some, *(route.sample(rng) for _ in range(20))):
        assert route.check(answer) == ()
        assert route.read(route.shown(answer)) == answer and route.settle(answer) == answer
        (way, end), position = route.parts_of(answer), route.read(route.shown(answer[1]))
        assert position == end == answer[1] and way == answer[0] and route.settle(position)[1] == end
        assert json.loads(json.dumps(route.describe()))["base"] == position_name(route.ways.stands)


@given(SEEDS)
def test_a_preview_of_a_base_draws_what_is_found_wrong(seed: int) -> None:
    route, rng = any_base(seed), Random(seed)
    board = route.scene.board
    for answer in (None, any_square(rng), any_base_way(route, rng), route.ways.stands):
        drawn, settled = route.preview(answer), route.settle(answer)
        assert drawn[0] == squares_of_map(board, route.reach.ends)
        labels = [item.label for item in drawn if item.kind == Kind.FAULT]
        assert labels == [one.words for one in (route.check(settled) if answer is not None else ())]
        ghosts = [item.squares for item in drawn if item.kind == Kind.GHOST and isinstance(item, Shown)]
        exact = answer is not None and not isinstance(settled[0], int) and isinstance(settled[0][0], tuple)
        there = tuple(at for at in settled[1] if at in board.tiles) if exact else ()
        assert ghosts == ([there] if there else [])
        shown = map_of_board(board, route.scene.figures).over(*drawn)
        assert "svg" in as_svg(shown) and as_text(shown)


@pytest.mark.parametrize("answer", STRANGE, ids=lambda answer: type(answer).__name__)
def test_any_object_can_be_checked_for_a_base(answer: Any) -> None:
    route = any_base(1)
    settled = route.settle(answer)
    assert all(one.reason for one in route.check(settled)) and isinstance(route.preview(answer), tuple)
    assert route.check(answer)


def hall() -> Route:
    """A giant on A1:B2 of 6 by 4 squares, with blocking terrain in D1."""
    ground = Ground(Board(6, 4, {(3, 0): Tile(BLOCKING)}))
    figures = [Figure("giant", ((1, 1), (0, 0), (1, 0), (0, 1))), Figure("foe", ((5, 3),), side=1)]
    scene = BoardScene(ground, Figures(ground.board, figures))
    return Route(scene, "giant", 2, rules=BASES, hints=lambda reach: [("to the gate", (2, 2)), ("no", (5, 0))])


NO_POSITION = "is not a position of this base; end with its first and last square, such as A1:B2"


@pytest.mark.parametrize(
    ("typed", "en", "zh"),
    [
        ("D1", "D1 is blocking terrain", "D1 是阻挡地形"),
        ("E1:F2", "F2 is 2 squares too far", "到 F2 超出 2 格"),
        ("Z9", "Z9 is off the board", "Z9 不在棋盘上"),
        ("A1 A2 A3 A4 C4:D4", f"C4:D4 {NO_POSITION}", ""),
        ("A1 B2 B3", f"B3 {NO_POSITION}", ""),
        ("e1:f3", f"E1:F3 {NO_POSITION}", ""),
        ("A1 hill B3:C4", "hill is not a square; type one such as D4", ""),
        ("A1 A2 A2:B3", "", ""),
        ("A2 A3 B2:C3", "the base does not come to B2:C3 by this way", "底座不能由这条路线停在 B2:C3"),
        ("C1 D1 C1:D2", "the way starts in C1, not in A1", "路线从 C1 开始，而不是 A1"),
        ("F4", "F4 is occupied", "F4 已被占据"),
    ],
)
def test_a_base_is_refused_in_words(typed: str, en: str, zh: str) -> None:
    route = hall()
    if en and not zh:
        with pytest.raises(Unreadable) as error:
            route.read(typed)
        assert show(error.value.reason) == en
        return
    wrong = route.check(route.settle(route.read(typed)))
    assert [show(one.words) for one in wrong] == [en] * bool(en)
    assert [show(one.words, "zh") for one in wrong] == [zh] * bool(zh)


def test_a_base_is_typed_by_its_first_and_last_square() -> None:
    route = hall()
    assert (
        route.read("stay") == (((0, 0),), ((0, 0), (1, 0), (0, 1), (1, 1)))
        and route.shown(route.read("stay")) == "stay"
    )
    assert route.read("b2:c3") == ((1, 1), (2, 1), (1, 2), (2, 2)) == route.read("C2：B3")
    assert route.read("C3") == (2, 2)
    assert route.shown(route.settle((2, 2))) == "A1 B2 B2:C3"
    assert "a position of the base by its first and last square, such as A1:B2" in show(route.prompt().how)
    first, *_ = route.suggest(3, Random(1))
    assert route.hint(first) == "to the gate" and route.shown(first) == "A1 B2 B2:C3"
    pair = Route(BoardScene(Ground(board := Board(4, 4)), Figures(board, [Figure("b", ((1, 1), (0, 2)))])), "b", 1)
    assert position_name(pair.ways.stands) == "B2:A3" and pair.read("A3:B2") == ((1, 1), (0, 2))
    assert pair.read("A1:B2") == ((0, 0), (1, 1))


def test_squares_and_ways_are_told_by_their_names() -> None:
    route, giant = corridor(), hall()
    assert route.told(((0, 0), (1, 0)), repr) == "A1 B1" and Squares(route.scene, 3).told((1, 0), repr) == "B1"
    assert giant.told(giant.settle((2, 2)), repr) == "to the gate"
    assert giant.told(giant.settle(giant.read("B1:C2")), repr) == "A1 B1 B1:C2"


def test_rules_for_a_base_name_what_only_a_base_can_do_wrong() -> None:
    some = FaultRules(dict.fromkeys(Route.KINDS, "1"))
    Route(corridor().scene, "red", 3, rules=some)
    with pytest.raises(ValueError, match=r"no rule forbids .*'not this base'"):
        Route(hall().scene, "giant", 3, rules=some)


def test_both_describe_themselves_as_json() -> None:
    import json

    route = corridor()
    told = json.loads(json.dumps(route.describe()))
    assert (told["kind"], told["start"], told["steps"], told["hints"]) == ("route", "A1", 3, [["to the gate", "D1"]])
    assert told["ends"] == list(route.scene.board.names(route.reach.ends))
    squares = json.loads(json.dumps(Squares(route.scene, 3).describe()))
    assert squares["kind"] == "squares" and squares["squares"] == ["A1", "B1"]


def test_a_reason_for_a_square_outside_may_be_given() -> None:
    route = corridor()
    space = Squares(route.scene, route.reach.ends, RULES, route.reach.why_not)
    (wrong,) = space.check((4, 0))
    assert wrong.reason == "E1 is 1 square too far" and wrong.rule == "move.speed"


# ------------------------------------------------------------------------------------------------- words for faults


def faults_found(rng: Random) -> list[Fault]:
    """What the questions about squares find wrong in a random position."""
    scene = any_scene(rng)
    board = scene.board
    occupied = scene.side(0, 1)
    found: list[Fault] = []
    for policy in POLICIES:
        route = Route(scene, rng.randrange(6), rng.randrange(4), policy)
        found += [fault for _ in range(6) for fault in route.ways.wrong(any_way(route, rng))]
        found += [fault for at in [any_square(rng) for _ in range(9)] if (fault := route.reach.why_not(at))]
    wide = any_base(rng.randrange(2**20))
    found += [fault for _ in range(6) for fault in wide.ways.wrong(any_base_way(wide, rng))]
    found += [fault for _ in range(6) for fault in wide.ways.wrong(any_square(rng))]
    for one in scene.figures:
        x, y = one.squares[0]
        for other in [(x + 1, y), (x + 1, y + 1), (x, y + 2)]:
            if other in board.tiles:
                stopped = knock_back(board, other, (x, y), 3, occupied).stopped_by
                found += filter(None, [apart(board, (x, y), other), stopped])
                if other != (x, y + 2):
                    found += check_placement(board, board.mask([(x, y), other]), occupied=occupied)
    found.append(apart(board, one.squares[0], one.squares[0]) or Fault(""))
    return found


def test_every_fault_on_squares_has_words_in_both_languages() -> None:
    """Those that random positions give, and those that a way or a square can have: no text is missing or too many."""
    rng = Random(5)
    found = {fault.reason: fault for _ in range(60) for fault in faults_found(rng)}
    shown = {f"refusal.square.{kind.replace(' ', '-')}" for kind in {*found, *Route.KINDS, *Squares.KINDS}}
    texts = {key for key in refusal_texts() if key.startswith("refusal.square.")}
    assert shown <= texts and texts - shown <= {"refusal.square.a-base-between"}
    for fault in found.values():
        for lang in ("en", "zh"):
            told = show(words_of(fault), lang)
            assert told != str(fault) and "{" not in told


def test_every_kind_that_a_way_can_have_is_listed() -> None:
    rng, found = Random(6), set()
    for seed in range(400):
        route = any_route(seed)
        found |= {fault.reason for fault in route.ways.wrong(any_way(route, rng))}
        found |= {one.facts["fault"] for one in route.check(any_square(rng)) if "fault" in one.facts}
    assert found <= set(Route.KINDS) and len(set(Route.KINDS) - found) <= 2


def test_every_kind_that_a_way_of_a_base_can_have_is_listed() -> None:
    rng, found = Random(6), set()
    for seed in range(300):
        route = any_base(seed)
        found |= {fault.reason for _ in range(3) for fault in route.ways.wrong(any_base_way(route, rng))}
        found |= {fault.reason for fault in route.ways.wrong(any_square(rng))}
    assert found == Route.BASE_KINDS - {"starts elsewhere", "has to stop"}


def test_a_kind_without_a_rule_is_found_when_the_question_is_made() -> None:
    scene, some = corridor().scene, FaultRules({"too far": "10.1"})
    for make in (lambda: Route(scene, "red", 3, rules=some), lambda: Squares(scene, 1, some, lambda at: None)):
        with pytest.raises(ValueError, match=r"no rule forbids .*'wall between'"):
            make()
    with pytest.raises(ValueError, match="no rule forbids 'off the board', 'outside'; list them, or give others="):
        Squares(scene, 1, some)


def test_a_kind_that_is_misspelt_is_found_when_the_rules_are_made() -> None:
    with pytest.raises(ValueError, match="there is no fault 'to far'; did you mean 'too far'"):
        FaultRules({"to far": "10.1"}, others="10")
    FaultRules({"of another colour": "a kind of a space of one's own"})


def test_where_others_is_empty_the_rule_that_asks_is_cited() -> None:
    space = Squares(corridor().scene, 1, FaultRules({}, others=""))
    assert [one.rule for one in space.check((1, 0))] == [""]
    assert [one.rule for one in Request(0, "where", space, "start").check((1, 0))] == ["start"]


def test_a_thing_is_called_by_its_name() -> None:
    assert show(words_of(Fault("too near", "m1", 0.25), {"m1": "Mob 1"}.__getitem__)) == "0.25 inches too near to Mob 1"
