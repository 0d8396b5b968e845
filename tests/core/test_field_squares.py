"""Questions about squares: destinations and ways, on random boards with random figures."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.cli.refusals import refusal_in
from rulewright.field import BoardScene, FaultRules, Route, Squares
from rulewright.field.faults import _texts, fault_words
from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.grid import (
    BLOCKING,
    CLEAR,
    DOOR,
    HINDERING,
    WALL,
    WINDOW,
    Board,
    Figure,
    Figures,
    Ground,
    MovePolicy,
    Tile,
    apart,
    check_path,
    check_placement,
    edge,
    knock_back,
    reach,
)
from rulewright.geometry.maps import Kind, as_svg, as_text, map_of_board
from rulewright.geometry.maps import squares as squares_of_map
from rulewright.reading import Unreadable
from rulewright.requests import NothingLegal, Refused

RULES = FaultRules({"too far": "move.speed"}, others="move.way", kinds=Route.KINDS)


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
        wrong = route.check(settled) if answer is not None else ()
        assert labels == [one.reason for one in wrong if board.tiles.keys() & one.facts["squares"]]
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
    space = Squares(scene, mask, FaultRules({}, others="start", kinds=Squares.KINDS))
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
            assert [item.label for item in space.preview(square)[1:]] == [wrong.reason] * (square in board.tiles)


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
        with pytest.raises(Unreadable, match="is no square; type one such as D3"):
            route.read(text)


@pytest.mark.parametrize(
    ("typed", "en", "zh", "rule"),
    [
        ("F1", "F1 is 2 squares too far", "到F1超出 2 格", "move.speed"),
        ("E1", "E1 is 1 square too far", "到E1超出 1 格", "move.speed"),
        ("C1", "a move cannot end in C1: it is occupied", "移动不能停在C1：已被占据", "move.way"),
        ("Z9", "Z9 is off the board", "Z9不在棋盘上", "move.way"),
        ("B2", "a move cannot end in B2: it is blocking terrain", "移动不能停在B2：那里是阻挡地形", "move.way"),
        ("A1 A2", "a wall is between A1 and A2", "A1与A2之间有墙", "move.way"),
        ("A1 C2", "C2 is not next to A1", "C2不与A1相邻", "move.way"),
        ("B1 C2", "the way starts in B1, not in A1", "路线从B1开始，而不是A1", "move.way"),
    ],
)
def test_a_refusal_says_what_is_wrong_in_both_languages(typed: str, en: str, zh: str, rule: str) -> None:
    route = corridor()
    refused = Refused.of(route.check(route.settle(route.read(typed))))
    assert str(refused) == f"{en} [{rule}]"
    assert refusal_in(refused, "zh") == f"{zh} [{rule}]"
    assert refusal_in(refused, "en") == str(refused)


def test_what_is_no_way_is_refused_in_both_languages() -> None:
    route = corridor()
    squares = Squares(route.scene, 1)
    assert str(refused := Refused.of(route.check("C4"))) == "the answer is the squares of a way, from A1 on, not 'C4'"
    assert refusal_in(refused, "zh") == "应为从 A1 开始的一列格子，而不是 'C4'"
    assert refusal_in(Refused.of(squares.check(7)), "zh") == "应为一个格子（列, 行），而不是 7"


def test_hints_come_first_where_they_can_be_reached() -> None:
    route, rng = corridor(), Random(1)
    first, *others = route.suggest(4, rng)
    assert route.hint(first) == "to the gate" and first[-1] == (3, 0)
    assert [route.hint(way) for way in others] == ["", "", ""] and len(others) == 3


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


def test_a_figure_of_several_squares_is_refused_by_name() -> None:
    board = Board(4, 4)
    figures = Figures(board, [Figure("giant", ((0, 0), (1, 0)))])
    with pytest.raises(GeometryError, match="'giant' stands on 2 squares; a Route is for one square"):
        Route(BoardScene(Ground(board), figures), "giant", 3).sample(Random(1))


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
        found += [fault for _ in range(6) for fault in route._faults(any_way(route, rng))]
        found += [fault for at in [any_square(rng) for _ in range(9)] if (fault := route.reach.why_not(at))]
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
    shown = {f"square.{kind.replace(' ', '-')}" for kind in {*found, *Route.KINDS, *Squares.KINDS}}
    texts = {key for key in _texts() if key.startswith("square.")}
    assert shown <= texts and texts - shown <= {"square.a-base-between"}
    assert not _texts().missing("zh") and not _texts().missing("en")
    for fault in found.values():
        for lang in ("en", "zh"):
            told = fault_words(fault, lang)
            assert told != str(fault) and "{" not in told


def test_every_kind_that_a_way_can_have_is_listed() -> None:
    rng, found = Random(6), set()
    for seed in range(400):
        route = any_route(seed)
        found |= {fault.reason for fault in route._faults(any_way(route, rng))}
        found |= {one.facts["fault"] for one in route.check(any_square(rng)) if "fault" in one.facts}
    assert found <= set(Route.KINDS) and len(set(Route.KINDS) - found) <= 2


def test_a_kind_without_a_rule_is_found_when_the_ruleset_is_made() -> None:
    with pytest.raises(ValueError, match=r"no rule forbids .*'wall between'"):
        FaultRules({"too far": "10.1"}, kinds=Route.KINDS)
    with pytest.raises(ValueError, match=r"there is no fault 'to far' here; did you mean 'too far'\?"):
        FaultRules({"to far": "10.1"}, others="10", kinds=Route.KINDS)


def test_a_thing_is_called_by_its_name() -> None:
    assert fault_words(Fault("too near", "m1", 0.25), "en", {"m1": "Mob 1"}.get) == "0.25 inch too near to Mob 1"  # type: ignore[arg-type]
