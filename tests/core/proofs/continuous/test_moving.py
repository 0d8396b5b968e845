"""Moves in the plane: what is legal, what is said of what is not, exactness of floats, reach and odds."""

import math
from fractions import Fraction
from itertools import product
from pathlib import Path as FilePath
from random import Random
from typing import Any

import pytest

from rulewright import Game, Refused, load, new_game, odds
from rulewright.bots import GreedyBot, RandomBot
from rulewright.geometry import TOLERANCE
from rulewright.testing.kit import check_ruleset

from . import moving
from .moving import RULES, Placed, Setup

FAR = (Placed(1, 1.0, 11.0), Placed(2, 11.0, 11.0))
"""Two enemies who are out of the way."""


def to_move(*bases: Placed) -> Game:
    """A game in which player 0 is to move base 0."""
    game = new_game(RULES, Setup(bases=bases), seed=1)
    game.answer(0)
    assert game.request.ask == "move"
    return game


def refused(game: Game, answer: Any) -> Refused:
    before = game.digest()
    with pytest.raises(Refused) as caught:
        game.answer(answer)
    assert game.digest() == before
    return caught.value


# ---------------------------------------------------------------------------------------------------- the path


def test_exactly_at_length_is_legal() -> None:
    """A base moves up to 4 inches."""
    game = to_move(Placed(0, 1.0, 1.0), *FAR)
    game.answer(((1.0, 5.0),))
    assert game.state.bases[0].at == (1.0, 5.0)


def test_a_way_with_corners_is_as_long_as_its_legs() -> None:
    game = to_move(Placed(0, 1.0, 1.0), *FAR)
    assert game.request.check(((3.0, 1.0), (3.0, 3.0))) == ()
    (violation,) = game.request.check(((3.0, 1.0), (3.0, 3.5)))
    assert violation.facts["excess"] == 0.5


def test_too_long_names_the_exact_excess() -> None:
    game = to_move(Placed(0, 1.0, 1.0), *FAR)
    refusal = refused(game, ((1.0, 5.25),))
    assert str(refusal) == "the move is 0.25 inch too long, 4 inch is allowed [hill.move]"
    assert refusal.facts == {"length": 4.25, "allowed": 4.0, "excess": 0.25}


@pytest.mark.parametrize(("beyond", "count"), [(TOLERANCE / 2, 0), (TOLERANCE * 2, 1)])
def test_the_tolerance_is_the_boundary(beyond: float, count: int) -> None:
    game = to_move(Placed(0, 1.0, 1.0), *FAR)
    assert len(game.request.check(((1.0, 5.0 + beyond),))) == count


def test_everything_that_is_wrong_is_said_at_once() -> None:
    """Too long, off the table, into a rock, onto a friend, past an enemy: six reasons, each with its number."""
    game = to_move(Placed(0, 3.0, 4.0), Placed(0, 12.0, 7.0), Placed(1, 6.5, 5.0), Placed(2, 1.0, 11.0))
    refusal = refused(game, ((3.0, 5.0), (11.9, 7.0)))

    reasons = [violation.reason for violation in refusal.violations]
    assert [reason.split(" inch ")[-1] for reason in reasons] == [
        "is allowed",
        "off the table",
        "into obstacle 1",
        "into obstacle 2",
        "too near",
        "too near",
    ]
    facts = [violation.facts for violation in refusal.violations]
    assert facts[0]["excess"] == pytest.approx(1 + math.hypot(8.9, 2) - 4, abs=1e-12)
    assert facts[1]["excess"] == pytest.approx(0.4, abs=1e-12)
    assert facts[2]["overlap"] == pytest.approx(0.75 + 0.5 - 8.9 / math.hypot(8.9, 2), abs=1e-12)
    assert facts[4]["missing"] == pytest.approx(1.0 - 0.1, abs=1e-12), "friend: bases overlap by 0.9 inch"
    rules = [violation.rule for violation in refusal.violations]
    assert rules[4:] == ["hill.apart", "hill.apart"]


def test_touching_a_rock_is_no_overlap() -> None:
    """The base rests against the rock at (3, 6) with radius 0.75."""
    game = to_move(Placed(0, 3.0, 2.0), *FAR)
    game.answer(((3.0, 6.0 - 0.75 - 0.5),))
    assert game.state.bases[0].y == 4.75


def test_through_a_friend_but_not_onto_it() -> None:
    game = to_move(Placed(0, 5.0, 1.0), Placed(0, 6.5, 1.0, 0.63), *FAR)
    (violation,) = game.request.check(((6.0, 1.0),))
    assert violation.facts == {"distance": pytest.approx(-0.63), "least": 0.0, "missing": pytest.approx(0.63)}
    game.answer(((8.0, 1.0),))
    assert game.state.bases[0].at == (8.0, 1.0)


def test_a_larger_base_needs_more_room() -> None:
    """One inch is measured from edge to edge."""
    enemy = Placed(1, 5.0, 1.0)
    small = to_move(Placed(0, 2.0, 1.0, 0.5), enemy, FAR[1])
    large = to_move(Placed(0, 2.0, 1.0, 0.63), enemy, FAR[1])
    assert small.request.check(((3.0, 1.0),)) == ()
    (violation,) = large.request.check(((3.0, 1.0),))
    assert violation.facts["missing"] == pytest.approx(0.13)


def test_a_base_that_begins_too_near_may_go_away_but_not_nearer() -> None:
    game = to_move(Placed(0, 3.0, 1.0), Placed(1, 4.5, 1.0), FAR[1])
    assert game.request.check(((1.0, 1.0),)) == ()
    assert game.request.check(()) == ()
    (violation,) = game.request.check(((3.25, 1.0),))
    assert violation.facts["missing"] == 0.25


@pytest.mark.parametrize("answer", [None, "north", ((1.0,),), ((math.nan, 1.0),), (("a", "b"),), ((1.0, 2.0, 3.0),)])
def test_what_is_no_path_is_refused_in_words(answer: Any) -> None:
    assert refused(to_move(Placed(0, 1.0, 1.0), *FAR), answer).reason


def test_what_is_suggested_and_drawn_is_legal_and_the_hint_comes_first() -> None:
    game = to_move(Placed(0, 3.0, 3.0), Placed(0, 4.5, 3.0), Placed(1, 5.0, 5.0), FAR[1])
    space, rng = game.request.space, Random(4)
    suggested = space.suggest(12, rng)
    drawn = [space.sample(rng) for _ in range(60)]
    assert all(space.check(answer) == () for answer in (*suggested, *drawn))
    assert len({repr(answer) for answer in suggested}) == len(suggested) == 12
    assert len({repr(answer) for answer in drawn}) > 30
    free = to_move(Placed(0, 6.0, 1.0), *FAR).request.space
    assert free.suggest(3, rng)[0] == ((6.0, 5.0),)


def test_a_base_that_is_shut_in_may_stay() -> None:
    """With no room to go anywhere staying is legal, and is what is drawn."""
    ring = [Placed(1, 6 + math.cos(k * math.tau / 6), 2 + math.sin(k * math.tau / 6)) for k in range(6)]
    game = to_move(Placed(0, 6.0, 2.0), *ring, FAR[1])
    assert game.request.space.sample(Random(1)) == ()
    assert game.request.space.suggest(5, Random(1)) == [()]
    game.answer(())
    assert game.state.bases[0].at == (6.0, 2.0)


# ---------------------------------------------------------------------------------------------------- the pose


def test_a_pose_too_near_to_a_rock_says_by_how_much() -> None:
    """Bases are placed within their zone, clear of rocks and 1 inch from enemies."""
    game = new_game(RULES, seed=1)
    game.answer((6.0, 0.5, 0.0), 0)
    refusal = refused(game, (3.0, 7.0, 0.0))
    assert {v.reason for v in refusal.violations} == {
        "y is 2.5 inch outside 9.5 to 11.5",
        "rock 1 is 0.25 inch too near",
    }
    game.answer((0.5, 9.5, 359.5), 1)
    assert game.state.bases[1].facing == 359.5


def test_sides_place_in_turn_and_no_more_than_their_bases() -> None:
    game, asked = new_game(RULES, seed=1), []
    while game.request.ask == "place":
        asked.append(game.request.player)
        game.answer(game.request.space.suggest(1, Random(0))[0])
    assert asked == [0, 1, 2, 0, 1, 2]
    assert [base.radius for base in game.state.bases.values()] == [0.5] * 3 + [0.63] * 3


# --------------------------------------------------------------------------------------------- saves and exactness


def test_saves_keep_every_bit_of_a_float(tmp_path: FilePath) -> None:
    game = to_move(Placed(0, 0.1 + 0.2 + 0.7, 1.0 / 3 + 1), *FAR)
    path = ((1.0 / 3 + 2, 4 / 3 + 1e-15), (math.pi, math.e))
    game.answer(path)
    game.save(tmp_path / "game.json")
    again = load(tmp_path / "game.json", game=RULES)
    assert again.state.bases[0].at == (math.pi, math.e)
    assert again.answers[-1] == (0, path)
    assert [float.hex(x) for x in again.state.bases[0].at] == [float.hex(x) for x in (math.pi, math.e)]
    assert again.digest() == game.digest()


def test_a_path_from_json_is_lists_and_stands_for_the_same() -> None:
    one, other = to_move(Placed(0, 1.0, 1.0), *FAR), to_move(Placed(0, 1.0, 1.0), *FAR)
    one.answer([[1.0, 2.0], [2.0, 2.0]])
    other.answer(((1.0, 2.0), (2.0, 2.0)))
    assert one.digest() == other.digest()


def test_a_move_is_taken_back_to_the_bit() -> None:
    game = to_move(Placed(0, 1 / 3, 1.0), *FAR)
    before = game.digest()
    game.answer(((2 / 3, 1.1),))
    game.undo()
    assert game.digest() == before


# ----------------------------------------------------------------------------------------------------- throwing


@pytest.mark.parametrize(("x", "offered"), [(5.0, True), (5.0 + TOLERANCE / 2, True), (5.001, False)])
def test_exactly_at_reach_is_in_reach(x: float, offered: bool) -> None:
    """Thrown at within 3 inches, from edge to edge."""
    game = to_move(Placed(0, 1.0, 1.0), Placed(1, x, 1.0), Placed(2, 11.0, 11.0))
    game.answer(())
    assert (game.request.ask == "throw") == offered
    if offered:
        assert game.request.space.values == (None, 1)


@pytest.mark.parametrize(
    ("distance", "wanted"), [(-0.1, 6), (0.0, 6), (0.01, 7), (1.0, 7), (1.0 + 1e-9, 7), (1.01, 8), (3.0, 9)]
)
def test_each_inch_begun_needs_one_more(distance: float, wanted: int) -> None:
    assert moving.needed(distance) == wanted


@pytest.mark.parametrize("distance", [1.0, 1.5, 3.0])
def test_odds_of_a_throw(distance: float) -> None:
    """The chance of a hit is that of two dice reaching the number."""
    game = to_move(Placed(0, 1.0, 1.0), Placed(1, 2.0 + distance, 1.0), Placed(2, 11.0, 11.0))
    game.answer(())

    law = odds.distribution(game, lambda after: 1 in after.state.bases, answers=[1])

    wanted = 6 + math.ceil(distance)
    hits = sum(one + two >= wanted for one, two in product(range(1, 7), repeat=2))
    assert law == {False: Fraction(hits, 36), True: Fraction(36 - hits, 36)}


def test_bases_wholly_on_the_hill_score() -> None:
    """A base whose edge is exactly on the edge of the hill is wholly within."""
    bases = (Placed(0, 7.5, 6.0), Placed(1, 6.0, 7.51), Placed(2, 6.0, 4.5), Placed(2, 6.0, 5.9, 0.63))
    game = new_game(RULES, Setup(bases=bases, rounds=1), seed=1)
    while (request := game.request) is not None:
        game.answer({"base": request.player, "move": (), "throw": None}[request.ask])
    assert [side.points for side in game.state.sides.values()] == [1, 0, 2]


# -------------------------------------------------------------------------------------------------------- bots, kit


def test_a_bot_that_looks_ahead_plays_paths_and_takes_the_hill() -> None:
    points = [0, 0, 0]
    for seed in range(2):
        game = new_game(RULES, Setup(rounds=2), seed=seed)
        bots = [GreedyBot(seed, worlds=1, width=8), RandomBot(seed), RandomBot(seed + 9)]
        while (request := game.request) is not None:
            game.answer(bots[request.player].choose(game.view(request.player), request))
        points = [have + side.points for have, side in zip(points, game.state.sides.values(), strict=True)]
    assert points[0] > points[1] + points[2]


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=6, seed=1, looks=10, where=f"{moving.__name__}:RULESET")
    assert report.exercised["step"] and report.checks["hash seeds"] == 1
