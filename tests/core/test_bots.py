"""Bots choose legally, from views only, and alike under a seed."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from rulewright import (
    CHANCE,
    Event,
    Game,
    Loop,
    Options,
    Pick,
    Record,
    Request,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    View,
    choose,
    new_game,
    turns,
)
from rulewright.bots import (
    LEVELS,
    Bot,
    GreedyBot,
    RandomBot,
    RolloutBot,
    SearchBot,
    UnknownBot,
    base,
    bot_names,
    make_bot,
    seat_seed,
)
from rulewright.bots.judging import worth_trying
from rulewright.bots.levels import USUAL
from rulewright.bots.rollout import _Race as Race
from rulewright.describe import has_secrets
from rulewright.flow import FlowError
from rulewright.imagining import remade

from .proofs.squares.skirmish import SKIRMISH
from .small_games import DECK, SURVEY, Fighter, duel


def play(game: Game, bots: dict[int, Bot]) -> list[tuple[int, Any]]:
    while request := game.request:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
    return list(game.answers)


def bots_of(names: str, seed: int) -> dict[int, Bot]:
    return {seat: make_bot(name, seat_seed(seed, seat)) for seat, name in enumerate(names.split())}


@pytest.mark.parametrize("names", ["random random", "greedy random", "search random"])
def test_one_seed_gives_one_game(names: str) -> None:
    rules = duel()
    games = [play(new_game(rules, seed=3), bots_of(names, seed)) for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


def test_random_bot_answers_every_kind_of_space() -> None:
    rules = SURVEY.freeze()
    for seed in range(5):
        game = new_game(rules, seed=seed)
        play(game, bots_of("random random", seed))
        assert game.result is not None


def test_greedy_bot_beats_the_random_one() -> None:
    rules = duel()
    wins = 0
    for seed in range(40):
        game = new_game(rules, seed=seed)
        names = "greedy random" if seed % 2 else "random greedy"
        play(game, bots_of(names, seed))
        assert game.result is not None
        wins += names.split()[game.result.winners[0]] == "greedy"
    assert wins >= 28


def test_search_bot_beats_the_random_one() -> None:
    rules = duel()
    wins = 0
    for seed in range(40):
        game = new_game(rules, seed=seed)
        seat = seed % 2
        play(game, {seat: SearchBot(seed, iterations=30), 1 - seat: RandomBot(seed)})
        assert game.result is not None
        wins += game.result.winners == (seat,)
    assert wins >= 28


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
def test_a_bot_takes_the_win_that_lies_before_it(kind: Any) -> None:
    game = new_game(duel(), {"hp": 1}, seed=1)
    bot = kind(1)
    assert bot.choose(game.view(0), game.request) == "strike"
    assert bot.lost_worlds == 0


class Purse(Record):
    gold: int = 0


class House(State):
    purses: Table[Purse]


class GoldFound(Event, frozen=True):
    gold: int

    def apply(self, state: House) -> None:
        state.purses.edit(0).gold += self.gold


ROOMS = {"cellar": (1, 1, 1), "attic": (0, 0, 5)}


def rummage(game: Game, turn: Turn) -> Steps:
    """In one of two rooms, and in one of three places there."""
    room = yield choose(0, "room", tuple(ROOMS))
    place = yield choose(0, "place", (0, 1, 2))
    yield GoldFound(ROOMS[room][place])


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot])
def test_a_choice_is_judged_by_the_best_of_what_carries_it_on(kind: Any) -> None:
    house = Ruleset(
        id="house", title="House", state=House, flow=Loop("turn", turns(lambda game: (0,)), [rummage]),
        players=lambda setup: 1, populate=lambda state, setup, content: state.purses.add(Purse(0)),
        events=[GoldFound], evaluate=lambda view, player: view.state.purses[0].gold, follow_ups=["place"],
    )  # fmt: skip

    games = [new_game(house.freeze(), seed=seed) for seed in range(8)]

    assert {kind(seed).choose(game.view(0), game.request) for seed, game in enumerate(games)} == {"attic"}
    blind = replace(house, follow_ups=()).freeze()
    assert {kind(seed, **ONE_LOOK[kind]).choose((game := new_game(blind)).view(0), game.request)
            for seed in range(20)} == set(ROOMS)  # fmt: skip


def test_questions_behind_one_another_share_what_is_tried() -> None:
    """Four times one of twelve: all ways together would be 20,736."""
    asked: Counter[int] = Counter()

    def dig(game: Game, turn: Turn) -> Steps:
        """Four times somewhere."""
        for _ in range(4):
            yield GoldFound((yield choose(0, "place", tuple(range(12)))))

    def worth_of(view: View, player: int) -> int:
        asked[0] += 1
        return int(view.state.purses[0].gold)

    house = Ruleset(
        id="house", title="House", state=House, flow=Loop("turn", turns(lambda game: (0,)), [dig]),
        players=lambda setup: 1, populate=lambda state, setup, content: state.purses.add(Purse(0)),
        events=[GoldFound], evaluate=worth_of, follow_ups=["place"],
    ).freeze()  # fmt: skip
    game = new_game(house, seed=1)

    assert GreedyBot(1, width=12).choose(game.view(0), game.request) == 11
    assert asked[0] < 12 * 100


def a_house_with_a_door() -> Ruleset:
    """To knock leads to a question of which much comes, and to wait to a little at once."""

    def call(game: Game, turn: Turn) -> Steps:
        """At a door: a little, or a question."""
        if (yield choose(0, "door", ("wait", "knock"))) == "wait":
            yield GoldFound(1)
        else:
            yield GoldFound((yield choose(0, "gift", (5, 0))))

    return Ruleset(
        id="house", title="House", state=House, flow=Loop("turn", turns(lambda game: (0,)), [call]),
        players=lambda setup: 1, populate=lambda state, setup, content: state.purses.add(Purse(0)),
        events=[GoldFound], evaluate=lambda view, player: view.state.purses[0].gold, follow_ups=["gift"],
    )  # fmt: skip


def test_a_rollout_plays_what_carries_an_answer_on_before_it_judges_it() -> None:
    game = new_game(a_house_with_a_door().freeze(), seed=1)

    assert RolloutBot(1)._at_once(game, game.request, Random(1)) == "wait"
    assert RolloutBot(1, through=1)._at_once(game, game.request, Random(1)) == "knock"


def test_a_rollout_of_deeds_plays_on_from_none_of_what_carries_a_decision_on() -> None:
    played: list[str] = []

    class Noting(RolloutBot):
        def _after(self, game: Game, request: Any, answer: Any, rng: Random) -> float:
            played.append(request.ask)
            return super()._after(game, request, answer, rng)

    for deeds, asks in ((0, {"door", "gift"}), (1, {"door"})):
        game = new_game(a_house_with_a_door().freeze(), seed=1)
        bot = Noting(1, turns=1, deeds=deeds)
        played.clear()
        for answer in ("knock", 5):
            assert bot.choose(game.view(0), game.request) == answer
            game.answer(answer, 0)
        assert {*played} == asks


def race(sure: float, *games: Sequence[float]) -> tuple[Any, int]:
    """What is best of the answers "a", "b" and "c" after games from each of them, and how many games were needed."""
    found = Race(["a", "b", "c"])
    for number, values in enumerate(games):
        if found.is_over:
            return found.best(sure), number
        found.note([values["abc".index(one.answer)] for one in found.running])
    return found.best(sure), len(games)


def test_a_rollout_gives_up_what_is_clearly_behind_and_stops_where_nothing_is_told_apart() -> None:
    clear = [(0, 5, -9), (1, 6, -8), (0, 6, -9), (1, 5, -9)]
    assert race(0, *clear) == ("b", 4)
    assert race(0, *clear[:2]) == ("b", 2), "after too few games nobody is given up"
    assert race(0, *[(3, 3, 3)] * 9) == ("a", 4)
    swinging = [(0, 9, 1), (9, 1, 8), (0, 9, 1), (9, 2, 8)]
    assert race(0, *swinging, *swinging) == ("b", 8), "what swings is played on"


def test_what_looked_best_at_first_stays_so_unless_another_leads_it_by_more_than_chance() -> None:
    swinging = [(0, 9, 1), (9, 1, 8), (0, 9, 1), (9, 2, 8)]
    assert race(1, *swinging) == ("a", 4)
    assert race(1, (0, 5, -9), (1, 7, -9)) == ("b", 2)
    assert race(1) == ("a", 0), "nothing could be imagined"


ONE_LOOK: dict[Any, dict[str, Any]] = {GreedyBot: {}, SearchBot: {"iterations": 4}}


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
@pytest.mark.parametrize("missing", ["evaluate", "determinize"])
def test_a_bot_plays_at_random_where_it_cannot_judge(kind: Any, missing: str) -> None:
    game = new_game(duel(**{missing: None}), {"hp": 1}, seed=1)
    chosen = {kind(seed).choose(game.view(0), game.request) for seed in range(20)}
    assert chosen == set(game.request.space.values)


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
def test_a_bot_tries_what_the_ruleset_suggests_and_else_anything(kind: Any) -> None:
    """To strike would win; who is told that waiting alone is worth a thought does not see it."""
    for suggested, choice in ((["wait"], "wait"), (["wait", "strike"], "strike"), ([], "strike"), (None, "strike")):
        game = new_game(duel(suggest=lambda view, request, those=suggested: those), {"hp": 1}, seed=1)
        assert kind(1).choose(game.view(0), game.request) == choice


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
@pytest.mark.parametrize("suggested", [["win"], ["strike", "win"]])
def test_a_suggestion_that_is_no_legal_answer_is_named(kind: Any, suggested: list[str]) -> None:
    game = new_game(duel(suggest=lambda view, request: suggested), {"hp": 1}, seed=1)
    told = r"^duel suggests 'win' for 'action', which is not allowed: 'win' is not among .* \[2\.1\]$"
    with pytest.raises(ValueError, match=told):
        kind(1).choose(game.view(0), game.request)


class Heading(Options, frozen=True):
    """Options that are also told by a direction, one of which leads nowhere."""

    def settle(self, answer: Any) -> Any:
        return {"north": "strike", "south": "a wall"}.get(answer, answer)


def test_an_intent_that_is_suggested_is_settled_and_an_impossible_one_left_out() -> None:
    ideas: list[str] = []
    game = new_game(duel(suggest=lambda view, request: ideas), {"hp": 1}, seed=1)
    asked = msgspec.structs.replace(game.request, space=Heading(game.request.space.values))

    for ideas[:], tried in (
        (["north", "wait"], ["strike", "wait"]),
        (["south", "wait"], ["wait"]),
        (["south"], [*asked.space.values]),
    ):
        assert list(worth_trying(game.view(0), asked, 9, Random(1))) == tried
    ideas[:] = ["up"]
    with pytest.raises(ValueError, match="suggests 'up' for 'action', which is not allowed"):
        worth_trying(game.view(0), asked, 9, Random(1))


def test_what_comes_to_nothing_is_left_where_anything_else_is_left() -> None:
    game = new_game(duel(), {"hp": 1}, seed=1)
    for idle, tried in ((("strike",), ["wait"]), (("strike", "wait"), ["strike", "wait"]), ((), ["strike", "wait"])):
        asked = msgspec.structs.replace(game.request, space=Options(("strike", "wait"), idle=idle))

        assert sorted(worth_trying(game.view(0), asked, 9, Random(1))) == tried


def test_a_game_without_secrets_is_told_from_one_with_hidden_hands() -> None:
    assert has_secrets(duel()) and not has_secrets(SURVEY.freeze())


def test_greedy_bot_tries_suggestions_where_answers_cannot_be_listed() -> None:
    rules = SURVEY

    def far(view: View, player: int) -> float:
        walked = [event for event in view.events() if getattr(event, "ask", "") == "walk"]
        return max((sum(event.what) for event in walked), default=0.0)  # type: ignore[attr-defined]

    game = new_game(replace(rules, evaluate=far).freeze(), seed=1)
    rng = Random(2)
    while game.request.ask != "walk":
        game.answer(game.request.space.sample(rng))
    walk = GreedyBot(1).choose(game.view(0), game.request)
    assert not game.request.space.check(walk)
    assert sum(walk) > 7  # of 2 at the start and at most 10.4


def test_greedy_bot_imagines_to_the_end_of_its_turn_and_no_further() -> None:
    """A move after which nobody can be attacked ends the turn: the other player has done nothing yet."""
    judged: list[tuple[Any, ...]] = []

    def look(view: View, player: int) -> float:
        judged.append((view.active, view.asked))
        return 0.0

    game = new_game(replace(SKIRMISH, evaluate=look).freeze(), seed=1)
    game.answer("ace")
    GreedyBot(1).choose(game.view(0), game.request)
    assert set(judged) == {(1, (1,))}


def test_greedy_bot_imagines_one_game_where_nothing_is_left_to_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """And as many as it was told to where dice decide."""
    imagined: list[str] = []
    imagine = View.imagine

    def counted(view: View, rng: Random) -> Game:
        imagined.append(view.request.ask)
        return imagine(view, rng)

    game = new_game(SKIRMISH.freeze(), seed=2)
    bots = bots_of("greedy greedy", 2)
    monkeypatch.setattr(View, "imagine", counted)
    worlds: dict[str, set[int]] = {}
    while (request := game.request) and len(game.answers) < 60:
        imagined.clear()
        game.answer(bots[request.player].choose(game.view(request.player), request))
        worlds.setdefault(request.ask, set()).add(len(imagined))
    assert worlds == {"figure": {1}, "move": {1}, "target": {4}}


def tried_by_greedy(finds: tuple[int, ...], purses: tuple[int, ...] = ()) -> list[int]:
    """What a greedy bot finds in the games that it imagines, one after the other.

    It picks one coin up, digs for any of the numbers of coins in ``finds``, or opens a purse, if there are any: it does
    not know which of these it is.
    """
    judged: list[int] = []

    def seek(game: Game, turn: Turn) -> Steps:
        way = yield choose(0, "way", ("pick up", *(["dig"] if finds else []), *(["open"] if purses else [])))
        (found,) = (yield Pick(finds, 1, CHANCE, "dig")) if way == "dig" else (1,)
        yield GoldFound(game.state.purses[0].gold if way == "open" else found)

    def look(view: View, player: int) -> float:
        judged.append(view.events()[-1].gold)  # type: ignore[attr-defined]
        return judged[-1]

    coast = Ruleset(
        id="coast", title="Coast", state=House, flow=Loop("turn", turns(lambda game: (0,)), [seek]),
        players=lambda setup: 1, populate=lambda state, setup, content: state.purses.add(Purse(0)),
        events=[GoldFound], evaluate=look,
        determinize=lambda view, rng: {"purses": [Purse(0, rng.choice(purses))] if purses else []},
    )  # fmt: skip
    game = new_game(coast.freeze(), seed=1)
    GreedyBot(1, worlds=4).choose(game.view(0), game.request)
    return judged


def test_greedy_bot_tries_once_what_leaves_nothing_to_luck() -> None:
    """And as often as it was told to what does: two games in which to dig brings more promise nothing of a third."""
    assert tried_by_greedy((5, 9)) == [1, 5, 9, 5, 9]


def test_greedy_bot_tries_what_is_made_up_as_long_as_that_may_change_what_is_best() -> None:
    """To open a purse of 5 or 9 is better by 4 or 8, which swings by 4; of 0 or 9 it is worse or better."""
    assert len(tried_by_greedy((), (5, 9))) == 2 * 2
    assert len(tried_by_greedy((), (0, 9))) == 2 * 4
    assert len(tried_by_greedy((), (1, 1))) == 2 * 2


@pytest.mark.parametrize(("replies", "deed"), [(0, "strike"), (2, "steal")])
def test_greedy_bot_can_expect_the_best_replies(replies: int, deed: str) -> None:
    """A strike would bring more if it were not parried; and who may not pass pays as little as possible."""

    def fence(game: Game, turn: Turn) -> Steps:
        chosen = yield choose(0, "deed", ("strike", "steal"))
        parried = chosen == "strike" and (yield choose(1, "parry", (None, "parry"))) == "parry"
        yield GoldFound(1 if chosen == "steal" else 0 if parried else 3)
        yield GoldFound((yield choose(1, "pay", (1, 0))))

    ruleset = Ruleset(
        id="fence", title="Fence", state=House, flow=Loop("turn", turns(lambda game: (0, 1)), [fence]),
        players=lambda setup: 2, populate=lambda state, setup, content: state.purses.add(Purse(0)), events=[GoldFound],
        evaluate=lambda view, player: view.state.purses[0].gold * (1 if player == 0 else -1),
    )  # fmt: skip
    game = new_game(ruleset.freeze(), seed=1)
    assert GreedyBot(1, replies=replies).choose(game.view(0), game.request) == deed


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
def test_a_bot_does_not_know_the_hidden_hand(kind: Any) -> None:
    """Whatever the opponent holds, the same view gives the same choices."""
    rules = duel()

    def choices(hand: tuple[str, ...]) -> list[Any]:
        game = new_game(rules, seed=5)
        left = list(DECK)
        for card in hand:
            left.remove(card)
        game.answer("wait")
        game.answer("wait")
        game = remade(game, {"fighters": [Fighter(1, 8, hand, tuple(left))]})
        return [kind(seed).choose(game.view(0), game.request) for seed in range(12)]

    assert choices(("shield",)) == choices(("oil",))


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
def test_bots_leave_the_game_as_it_is(kind: Any) -> None:
    game = new_game(duel(), seed=8)
    before = game.digest()
    kind(1).choose(game.view(0), game.request)
    assert game.digest() == before


@pytest.mark.parametrize("rules", [duel(), SKIRMISH.freeze()], ids=["cards", "squares"])
@pytest.mark.parametrize(
    "bot",
    [GreedyBot(5), GreedyBot(5, replies=3), RolloutBot(5, games=2), SearchBot(5)],
    ids=["greedy", "replies", "rollout", "search"],
)
def test_a_bot_leaves_no_imagined_game_behind(rules: Any, bot: Any) -> None:
    """Nothing waits for the garbage collector, also where questions carry one decision on."""
    game = new_game(rules, seed=4)
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(one, Game) for one in gc.get_objects())
        for _ in range(4):
            if (request := game.request) is not None:
                game.answer(bot.choose(game.view(request.player), request), request.player)
        assert sum(isinstance(one, Game) for one in gc.get_objects()) == before
    finally:
        gc.enable()


def test_a_world_that_does_not_fit_is_counted_and_not_played() -> None:
    def broken(view: View, rng: Random) -> dict[str, Any]:
        raise LookupError("made up badly")

    game = new_game(duel(determinize=broken), seed=1)
    bot = GreedyBot(1, worlds=3)
    assert bot.choose(game.view(0), game.request) in game.request.space.values
    assert bot.lost_worlds == 3
    searching = SearchBot(1, iterations=20)
    assert searching.choose(game.view(0), game.request) in game.request.space.values
    assert searching.lost_worlds > 3


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
def test_an_error_in_evaluate_is_not_swallowed(kind: Any) -> None:
    def wrong(view: View, player: int) -> float:
        raise ZeroDivisionError

    game = new_game(duel(evaluate=wrong), seed=1)
    with pytest.raises(ZeroDivisionError):
        kind(1).choose(game.view(0), game.request)


@pytest.mark.parametrize("kind", [GreedyBot, SearchBot, RolloutBot])
def test_an_evaluate_that_returns_no_number_is_named(kind: Any) -> None:
    game = new_game(duel(evaluate=lambda view, player: None), seed=1)
    with pytest.raises(TypeError, match="duel: evaluate returned None for player 0; expected a number"):
        kind(1).choose(game.view(0), game.request)


def test_search_bot_stops_in_time() -> None:
    game = new_game(duel(), seed=1)
    searching = SearchBot(1, iterations=10**9, seconds=0.05)
    assert searching.choose(game.view(0), game.request) in game.request.space.values


def test_a_search_by_time_halves_its_answers_too_and_needs_no_number_of_iterations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One world takes a second of this clock: of 7 seconds the round of all answers gets no more than its share."""
    clock, tried = [0.0], []

    def world(self: Any, view: View, answers: Any, tree: Any, rng: Random) -> None:
        tried.append(len(answers))
        clock[0] += 1

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(SearchBot, "_try_all", world)
    view = new_game(duel(), seed=1).view(0)
    assert SearchBot(1, seconds=12.0).choose(view, Request(0, "pick", Options(tuple(range(8))))) in range(8)
    assert tried == [8] * 4 + [4] * 4 + [2] * 4
    tried.clear()
    SearchBot(1, iterations=48, seconds=1e6).choose(view, Request(0, "pick", Options(tuple(range(8)))))
    assert tried == [8] * 2 + [4] * 4 + [2] * 8


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"iterations": 0}, "1 iteration"), ({"width": 0}, "1 answer"), ({"seconds": 0}, "more than 0 seconds")],
)
def test_a_search_without_effort_is_refused(wrong: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SearchBot(1, **wrong)


def test_seats_and_games_have_seeds_of_their_own() -> None:
    seeds = {seat_seed(seed, seat) for seed in range(50) for seat in range(4)}
    assert len(seeds) == 200
    assert seat_seed(7, 1) == seat_seed(7, 1)


# By name ----------------------------------------------------------------------------


class First:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View, request: Any) -> Any:
        return request.space.options()[0]


def installed(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, Any]) -> None:
    def load(made: Any) -> Any:
        if isinstance(made, Exception):
            raise made
        return made

    found: dict[str, list[Any]] = {}
    for name, made in points:
        point = SimpleNamespace(name=name, value="somewhere:make", load=lambda made=made: load(made))
        found.setdefault(name, []).append(point)
    monkeypatch.setattr(base, "_installed", lambda: found)


def test_bots_of_plugins_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, ("first", First))
    assert {*USUAL} == {*LEVELS}
    assert bot_names() == ("easy", "normal", "hard", "random", "greedy", "search", "rollout", "first")
    request = Request(0, "pick", Options(("a", "b")))
    assert make_bot("first", 1).choose(None, request) == "a"  # type: ignore[arg-type]
    assert isinstance(make_bot("random", 1), RandomBot)


@pytest.mark.parametrize(
    ("points", "name", "words"),
    [
        ([], "greddy", "no bot is named 'greddy'; did you mean 'greedy'?"),
        ([], "x", "there are: easy, normal, hard, random, greedy, search, rollout"),
        ([("mine", First), ("mine", First)], "mine", "2 packages register a bot 'mine'"),
        ([("mine", ImportError("no module 'torch'"))], "mine", "bot 'mine' (somewhere:make) is broken: ImportError"),
        ([("mine", lambda seed: None)], "mine", "is broken: NoneType has no choose(view, request)"),
        ([("mine", First)], "mine:depth=2", "bot 'mine:depth=2' (somewhere:make) is broken: TypeError"),
        ([], "serch:iterations=9", "no bot is named 'serch'; did you mean 'search'?"),
        ([], "search:iterations=many", "'iterations=many' is not a keyword with a number, such as iterations=400"),
        ([], "search:9", "'9' is not a keyword with a number"),
        ([], "search:iterations=0", "bot 'search:iterations=0' is broken: ValueError: a search has at least 1"),
    ],
)
def test_a_bot_that_cannot_play_is_named(
    monkeypatch: pytest.MonkeyPatch, points: list[tuple[str, Any]], name: str, words: str
) -> None:
    installed(monkeypatch, *points)
    with pytest.raises(UnknownBot) as caught:
        make_bot(name, 1)
    assert words in str(caught.value)


@pytest.mark.parametrize("level", LEVELS)
def test_at_a_level_plays_what_the_game_has_for_it_or_what_is_usual(level: str) -> None:
    for rules, name in ((duel(), USUAL[level]), (duel(levels={level: "random"}), "random")):
        for seed in range(6):
            game = new_game(rules, seed=seed)
            bot, same = make_bot(level, 3), make_bot(name, 3)
            while game.request is not None:
                view = game.view(game.request.player)
                answer = bot.choose(view, game.request)
                assert answer == same.choose(view, game.request)
                game.answer(answer)


def test_levels_are_named_as_everywhere_and_their_bots_when_they_play() -> None:
    with pytest.raises(FlowError, match=r"duel: 'search' plays at the level 'hrad', .*; did you mean 'hard'\?"):
        duel(levels={"hrad": "search"})
    game = new_game(duel(levels={"hard": "serch"}), seed=1)
    with pytest.raises(UnknownBot, match=r"no bot is named 'serch'; did you mean 'search'\?"):
        make_bot("hard", 1).choose(game.view(0), game.request)


def test_what_a_bot_overlooks_is_any_answer_that_is_worth_a_try() -> None:
    """To strike would win; waiting is as good to whoever does not look."""
    game = new_game(duel(), {"hp": 1}, seed=1)
    for share, least, most in ((0.0, 200, 200), (0.5, 120, 180), (1.0, 70, 130)):
        chosen = [GreedyBot(seed, oversights=share).choose(game.view(0), game.request) for seed in range(200)]
        assert least <= chosen.count("strike") <= most
    for wrong in (-0.1, 1.5):
        with pytest.raises(ValueError, match="a bot overlooks a share of 0 to 1 of its choices, not"):
            GreedyBot(1, oversights=wrong)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("worlds=0", "worlds is at least 1, not 0"),
        ("width=0", "width"),
        ("patience=0", "patience"),
        ("replies=-1", "0"),
    ],
)
def test_a_greedy_bot_that_could_not_think_is_refused(name: str, told: str) -> None:
    with pytest.raises(UnknownBot, match=told):
        make_bot(f"greedy:{name}", 1)
    assert make_bot("greedy:worlds=1:width=1:patience=1:replies=0", 1)


def test_a_blunder_is_any_answer_at_all() -> None:
    """Only to strike is worth a try here, and whoever blunders waits as often."""
    rules = duel(suggest=lambda view, request: ["strike"])
    game = new_game(rules, {"hp": 1}, seed=1)
    for share, least, most in ((0.0, 200, 200), (0.5, 120, 180), (1.0, 70, 130)):
        chosen = [GreedyBot(seed, blunders=share).choose(game.view(0), game.request) for seed in range(200)]
        assert least <= chosen.count("strike") <= most
    with pytest.raises(ValueError, match="a bot blunders in a share of 0 to 1 of its choices, not"):
        GreedyBot(1, blunders=1.5)


def test_numbers_behind_a_name_are_keywords() -> None:
    view = new_game(duel(), seed=1).view(0)
    same = make_bot("search:iterations=7:width=2", 3), SearchBot(3, iterations=7, width=2)
    assert vars(same[0]).keys() == vars(same[1]).keys()
    assert {key: value for key, value in vars(same[0]).items() if key != "_rng"} == {
        key: value for key, value in vars(same[1]).items() if key != "_rng"
    }
    assert same[0].choose(view, view.request) == same[1].choose(view, view.request)
    assert vars(make_bot("search:seconds=0.5", 1))["_seconds"] == 0.5


BOT = """
class Eager:
    def __init__(self, seed, place=0):
        self.place = place

    def choose(self, view, request):
        listed = request.space.options()
        return listed[self.place] if listed else request.space.suggest(1, None)[0]
"""


def test_the_bot_of_an_installed_package_plays_simulates_and_is_an_opponent_dice_throne(tmp_path: Path) -> None:
    info = tmp_path / "eager_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: eager-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[rulewright.bots]\neager = eager_bots:Eager\n")
    (tmp_path / "eager_bots.py").write_text(BOT)
    places = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])

    def run(*command: str) -> str:
        found = subprocess.run(
            [sys.executable, *command],
            check=False,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": places},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert found.returncode == 0, found.stderr
        return found.stdout

    simulated = run("-m", "rulewright", "simulate", "dice_throne", "--games", "2", "--seats", "eager,eager:place=-1")
    assert "player 1 (eager)" in simulated and "player 2 (eager:place=-1)" in simulated
    played = run("-m", "rulewright", "play", "dice_throne", "--seats", "eager,random", "--seed", "1")
    assert "The game is over" in played
    pytest.importorskip("gymnasium")
    learning = "import rulewright.env as e; print(e.gym('dice_throne', opponents='eager', seed=1).reset()[1]['ask'])"
    assert run("-c", learning).strip()


def test_a_rollout_sees_what_looks_good_at_once_and_is_not() -> None:
    """A path that pays at once and leads nowhere, and one that pays two choices later: only who plays on takes that."""

    def walk(game: Game, turn: Turn) -> Steps:
        way = yield choose(0, "way", ("short", "long"))
        yield GoldFound(2 if way == "short" else 0)
        for _ in range(2):
            step = yield choose(0, "step", ("on", "rest"))
            yield GoldFound(3 if way == "long" and step == "on" else 0)

    path = Ruleset(
        id="path", title="Path", state=House, flow=Loop("turn", turns(lambda game: (0,)), [walk]),
        players=lambda setup: 1, populate=lambda state, setup, content: state.purses.add(Purse(0)),
        events=[GoldFound], evaluate=lambda view, player: view.state.purses[0].gold,
    ).freeze()  # fmt: skip

    for kind, way in ((GreedyBot, "short"), (RolloutBot, "long")):
        game = new_game(path, seed=1)
        assert {kind(seed).choose(game.view(0), game.request) for seed in range(5)} == {way}
    with pytest.raises(ValueError, match="keep is at least 1, not 0"):
        RolloutBot(1, keep=0)
