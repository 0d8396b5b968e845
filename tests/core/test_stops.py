"""Stops: a person is asked at the best moment of a thing, nothing is lost, and the journal is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulewright import (
    Game,
    Loop,
    Phase,
    Steps,
    Stops,
    Timely,
    TimingPolicy,
    Window,
    active_first,
    new_game,
    reaction,
    rules_for,
    turns,
)
from rulewright.requests import may_pass, suggested
from rulewright.stops import StopWish, turn_of

from .small_games import DUEL

JUDGED = ("dice_throne", "wh40k")
"""Games that say where a thing has its moment, and in which it has one though all answer at random."""
TIMED = ("dice_throne",)
"""Those of them where that is a matter of when alone, and not of how much is at stake."""
OFTEN = 8
"""A kind of play that is offered in so many windows is asked about in one of them."""
SEEDS = {"crisis_protocol": 3, "dice_throne": 16, "wh40k": 2}
USUAL = ("crisis_protocol", "wh40k")
"""The games that know answers that nobody would give otherwise."""


def passes_at(game: Game, stops: Stops) -> bool:
    """Whether a face passes for the person; it does so."""
    if stops.asks(game, game.request):
        return False
    stops.passed(game)
    game.answer(None, stops.player)
    return True


def random_answer(game: Game, rng: Random) -> Any:
    """A pass in two of three offers, so that windows follow each other; else what the game suggests, or any answer."""
    request = game.request
    if may_pass(request) and request.ask == "react" and rng.random() < 2 / 3:
        return None
    suggest: Any = game.rules.ruleset.suggest
    ideas = suggest(game.view(request.player), request) if suggest is not None and rng.random() < 3 / 4 else None
    return rng.choice([*suggested(request, ideas)]) if ideas else request.space.for_program(rng)


def games_with_stops(name: str, seeds: range) -> Iterator[tuple[Game, Stops, Random]]:
    for seed in seeds:
        yield new_game(name, seed=seed), Stops(0), Random(seed)


@pytest.mark.parametrize("name", TIMED)
def test_what_can_be_used_again_and_again_is_asked_about_in_this_turn_or_the_next(name: str) -> None:
    """A thing whose moment is another one does have one, or its time comes again while it is still there."""
    judge: Any = rules_for(name).ruleset.stops
    lost: list[tuple[Any, str]] = []
    asked = unasked = 0
    for game, stops, rng in games_with_stops(name, range(SEEDS.get(name, 8))):
        turn = turn_of(game)
        earlier: dict[Any, str] = {}  # not asked about in the last turn
        now: dict[Any, str] = {}  # nor in this one
        seen: set[Any] = set()
        while (request := game.request) is not None and len(game.answers) < 500:
            if turn_of(game) != turn:
                lost += [(thing, where) for thing, where in earlier.items() if thing in now]
                turn, earlier, now, seen = turn_of(game), now, {}, set()
            if request.player == 0 and request.ask == "react":
                view, offered = game.view(0), {thing for thing in request.options() if thing is not None}
                if stops.asks(game, request):
                    asked += bool(offered)
                    seen |= offered
                elif offered:
                    unasked += 1
                    where = f"{request.about['window']} of {game.phase}"
                    now |= {thing: where for thing in offered if judge(view, request, thing) is Timely.NOT_NOW}
                now = {thing: where for thing, where in now.items() if thing not in seen}
                earlier = {thing: where for thing, where in earlier.items() if thing not in seen}
                if passes_at(game, stops):
                    continue
            answer = random_answer(game, rng)
            if answer is None and request.player == 0:
                stops.passed(game)
            game.answer(answer, request.player)
    assert not lost, lost
    assert asked > 20 and unasked > 20


# The person's wishes --------------------------------------------------------------------------------------


def nothing(game: Any, player: int, choice: str, context: Any) -> Steps:
    yield from ()


def always(game: Any, player: int, context: Any) -> list[str]:
    return ["shield"]


def often(game: Any, player: int, context: Any) -> list[str]:
    return ["horn"] if player == 0 else []


HOLD = reaction("dawn", "dusk", options=always, name="hold")(nothing)
BLOW = reaction("dusk", options=often, name="blow")(nothing)
DAYS = Loop(
    "turn",
    turns(lambda game: game.players),
    [Phase("early", [Window("dawn")]), Phase("late", [Window("dusk")])],
)


def at_dusk(view: Any, request: Any, answer: Any) -> Timely:
    if answer[0] == "blow":
        return Timely.NEVER
    return Timely.NOW if request.about["window"] == "dusk" else Timely.NOT_NOW


@pytest.fixture
def days() -> Game:
    """A game of nothing but days: player 1 holds a shield, best at dusk, and a horn, which is of no use."""
    timing = TimingPolicy(active_first)
    game = replace(DUEL, flow=DAYS, procedures=(), reactions=(HOLD, BLOW), timing=timing, stops=at_dusk)
    return new_game(game.freeze(), seed=1)


def asked_at(game: Game, stops: Stops, most: int = 8) -> list[str]:
    """The windows in which the person is asked in so many answers, everybody passing; the other player is let alone."""
    found = []
    for _ in range(most):
        request = game.request
        if request.player == stops.player:
            if stops.asks(game, request):
                found.append(request.about["window"])
            stops.passed(game)
        game.answer(None)
    return found


def test_a_person_is_asked_where_something_has_its_moment(days: Game) -> None:
    assert asked_at(days, Stops(0)) == ["dusk", "dusk"]


def test_a_person_may_be_asked_everywhere(days: Game) -> None:
    assert asked_at(days, Stops(0, "all")) == ["dawn", "dusk", "dawn", "dusk"]


def test_a_game_that_names_no_moments_asks_everywhere() -> None:
    game = replace(DUEL, flow=DAYS, procedures=(), reactions=(HOLD, BLOW), timing=TimingPolicy(active_first))
    assert asked_at(new_game(game.freeze(), seed=1), Stops(0)) == ["dawn", "dusk", "dawn", "dusk"]


@pytest.mark.parametrize(
    ("wishes", "asked"),
    [
        ([StopWish("window", "dawn", True)], ["dawn", "dusk", "dawn", "dusk"]),
        ([StopWish("window", "dusk", False)], []),
        ([StopWish("phase", "early", True)], ["dawn", "dusk", "dawn", "dusk"]),
        ([StopWish("thing", ("hold", "shield"), False)], []),
        (
            [StopWish("thing", ("hold", "shield"), True), StopWish("window", "dusk", False)],
            ["dawn", "dusk", "dawn", "dusk"],
        ),
        ([StopWish("phase", "late", False), StopWish("window", "dusk", True)], ["dusk", "dusk"]),
        ([StopWish("thing", ("blow", "horn"), True), StopWish("thing", ("hold", "shield"), False)], ["dusk", "dusk"]),
    ],
)
def test_what_was_wished_counts_a_thing_before_its_window_and_that_before_its_phase(
    days: Game, wishes: list[StopWish], asked: list[str]
) -> None:
    stops = Stops(0)
    for wish in wishes:
        stops.wish(wish)
    assert asked_at(days, stops) == asked
    for wish in wishes:
        stops.forget(wish.what, wish.name)
    assert asked_at(days, stops) == ["dusk", "dusk"]


def test_where_others_see_who_is_asked_nothing_that_a_person_holds_decides_it(days: Game) -> None:
    stops = Stops(0, in_sight=True)
    stops.wish(StopWish("thing", ("hold", "shield"), False))
    assert asked_at(days, stops) == ["dawn", "dusk", "dawn", "dusk"]
    stops.wish(StopWish("window", "dawn", False))
    assert asked_at(days, stops) == ["dusk", "dusk"]


def test_a_wish_for_this_turn_is_over_with_it(days: Game) -> None:
    stops = Stops(0)
    stops.wish(StopWish("window", "dawn", True, turn_of(days)))
    assert asked_at(days, stops) == ["dawn", "dusk", "dusk"]


def test_who_is_asked_again_because_someone_reacted_is_asked_about_what_had_its_moment_elsewhere(days: Game) -> None:
    stops = Stops(0)
    assert days.request.player == 0 and not stops.asks(days, days.request)
    stops.passed(days)
    days.answer(None)
    days.answer(("hold", "shield"), 1)
    assert (days.request.player, days.request.about["window"]) == (0, "dawn") and stops.asks(days, days.request)


def test_nobody_is_asked_twice_in_a_row_about_the_same(days: Game) -> None:
    stops = Stops(0)
    stops.wish(StopWish("window", "dawn", True))
    assert stops.asks(days, days.request)
    stops.passed(days)
    assert not stops.asks(days, days.request)


def test_a_question_that_is_no_offer_is_always_asked() -> None:
    game, stops = new_game("dice_throne", seed=1), Stops(0)
    while game.request.ask == "react":
        game.answer(None)
    assert stops.asks(game, game.request)


# Usual answers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", USUAL)
def test_a_usual_answer_is_legal_and_a_person_who_is_asked_everywhere_may_give_any_other(name: str) -> None:
    """A face answers as a person could, so both games go on alike; and who wants each question has it."""
    answered = 0
    for game, stops, rng in games_with_stops(name, range(6)):
        everywhere, in_sight = Stops(0, "all"), Stops(0, in_sight=True)
        while (request := game.request) is not None and len(game.answers) < 300:
            if request.player == 0 and request.ask != "react" and (said := stops.answer(game, request)) is not None:
                answered += 1
                assert not request.check(said[0]) and len(said) == 1
                assert everywhere.answer(game, request) is None
                assert in_sight.answer(game, request) is None
                game.answer(said[0])
                continue
            game.answer(random_answer(game, rng), request.player)
    assert answered


@pytest.mark.parametrize("name", JUDGED)
def test_whatever_is_offered_to_who_is_asked_everywhere_is_asked_about_where_it_matters(name: str) -> None:
    """Both ways driven through the same games: each kind of play that is often there can be made.

    What serves opponents alone is none.
    """
    judge: Any = rules_for(name).ruleset.stops
    offered, asked = Counter[str](), set[str]()
    for game, stops, rng in games_with_stops(name, range(SEEDS.get(name, 8))):
        while (request := game.request) is not None and len(game.answers) < 500:
            if request.player != 0 or request.ask != "react":
                game.answer(random_answer(game, rng), request.player)
                continue
            view, things = game.view(0), [thing for thing in request.options() if thing is not None]
            offered.update({_kind(thing) for thing in things if judge(view, request, thing) is not Timely.NEVER})
            if stops.asks(game, request):
                asked |= set(map(_kind, things))
            stops.passed(game)
            game.answer(None, 0)
    often = {kind for kind, count in offered.items() if count >= OFTEN}
    assert len(offered) > 3 and often
    assert often <= asked, often - asked


def _kind(thing: Any) -> str:
    """What is used, without when and on whom."""
    return str(thing[1][0] if thing[0].startswith("stratagem") else thing[0] if thing[1] is None else thing[1])
