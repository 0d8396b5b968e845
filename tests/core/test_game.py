"""The running game: it asks, is answered, refuses, forks, goes back, is saved, explains, and guards itself."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import (
    BrokenRules,
    Context,
    Event,
    Game,
    GameOver,
    Loop,
    LoopDetected,
    Procedure,
    Refused,
    Request,
    Roll,
    Scripted,
    Steps,
    Subset,
    Together,
    Turn,
    Violation,
    Window,
    choose,
    load,
    new_game,
    reaction,
    rule,
    trigger,
    turns,
)
from rulewright.dice import D6
from rulewright.game import Drift
from rulewright.requests import CHANCE
from rulewright.spaces import Options, Space
from rulewright.testing.kit import check_ruleset
from tests.core.random_rules import random_rules
from tests.core.sketch import Grew, Said, Shrank, Went, ask, said, sketch, sketch_rules, told, value

# -------------------------------------------------------------------------------------- asking and answering


def greet(game: Game, context: Any) -> Steps:
    name = yield ask("name", "Ann", "Bob")
    yield Said(name)
    yield Grew(0)
    often = yield ask("often", 1, 2, 3, player=1)
    for _ in range(often):
        yield Said("hello")


def test_the_game_asks_and_goes_on_with_the_answer() -> None:
    game = sketch(greet)

    assert (game.request.player, game.request.ask) == (0, "name")
    assert [request.ask for request in game.requests] == ["name"]
    game.answer("Bob")
    assert (game.request.player, game.request.ask) == (1, "often")
    game.answer(2)

    assert game.request is None
    assert not game.requests
    assert said(game) == ["Bob", "hello", "hello"]
    assert game.answers == [(0, "Bob"), (1, 2)]


def test_an_answer_may_say_who_gives_it() -> None:
    game = sketch(greet)

    with pytest.raises(Refused, match="player 1 is not asked"):
        game.answer("Bob", player=1)
    game.answer("Bob", player=0)

    assert game.request.player == 1


def test_nothing_is_answered_when_the_game_is_over() -> None:
    game = sketch(lambda game, context: Said())

    assert game.request is None
    assert game.result is not None
    with pytest.raises(Refused, match="the game is over"):
        game.answer(True)


def test_a_list_is_as_good_as_a_tuple() -> None:
    """Answers from JSON come with lists."""

    def some(game: Game, context: Any) -> Steps:
        chosen = yield Request(0, "some", Subset((1, 2, 3), 1, 2))
        yield Said(chosen)

    game = sketch(some)
    game.answer([1, 3])

    assert said(game) == [(1, 3)]


def test_what_is_no_plain_data_is_refused() -> None:
    game = sketch(greet)

    for nonsense in (object(), {"Bob"}, {"name": "Bob"}, b"Bob", float("nan"), 1j):
        before = game.digest()
        with pytest.raises(Refused):
            game.answer(nonsense)
        assert game.digest() == before


def test_a_nested_list_of_objects_is_refused_and_not_a_crash() -> None:
    game = sketch(greet)

    with pytest.raises(Refused):
        game.answer([object()])


@rule("7.7")
def ask_by_rule(game: Game, context: Any) -> Steps:
    yield Request(0, "door", Options(("left", "right")), rule="7.7")


def test_a_refusal_says_why_by_which_rule_and_changes_nothing() -> None:
    game = sketch(ask_by_rule)
    before = game.position(), len(game.log), game.positions()

    with pytest.raises(Refused) as refused:
        game.answer("up")

    assert refused.value.rule == "7.7"
    assert "'up'" in refused.value.reason
    assert "'left', 'right'" in refused.value.reason
    assert (game.position(), len(game.log), game.positions()) == before
    game.answer("left")
    assert game.request is None


def test_a_rule_may_refuse_an_answer_that_its_space_allows() -> None:
    def picky(game: Game, context: Any) -> Steps:
        word = yield ask("word", "yes", "no")
        yield Grew(0)
        if word == "no":
            raise Refused(Violation("no_word", "1.2"))
        yield Said(word)

    game = sketch(picky)
    before = game.digest()

    with pytest.raises(Refused, match=r"no word \[1.2\]"):
        game.answer("no")
    assert game.digest() == before
    assert value(game) == 0
    game.answer("yes")
    assert value(game) == 1
    assert said(game) == ["yes"]


class Once(Space, frozen=True):
    """A space that fails."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        raise ZeroDivisionError("broken space")


def test_a_space_that_fails_leaves_the_game_as_it_was() -> None:
    def broken(game: Game, context: Any) -> Steps:
        yield Request(0, "broken", Once())

    game = sketch(broken)
    before = game.digest()
    with pytest.raises(ZeroDivisionError):
        game.answer(1)
    assert game.digest() == before


# ------------------------------------------------------------------------------------------ a step that fails


def stumble(game: Game, context: Any) -> Steps:
    yield Grew(0, 5)
    way = yield ask("way", "good", "bad", "worse")
    yield Grew(1, 7)
    if way == "bad":
        yield Went(99)
    if way == "worse":
        faces = yield Roll((D6, D6), 0)
        yield Said(faces)
        raise KeyError("lost")
    yield Said(way)
    yield ask("on")


def test_a_step_that_fails_leaves_the_game_as_it_was_and_is_named() -> None:
    game = sketch(stumble)
    before = game.position(), told(game), game.answers.copy()

    with pytest.raises(BrokenRules, match=r"sketch: .*stumble.*failed: StateError: things has no record 99"):
        game.answer("bad")

    assert (game.position(), told(game), game.answers) == before
    assert (value(game, 0), value(game, 1)) == (5, 0)
    game.answer("good")
    assert said(game) == ["good"]


def test_a_step_that_fails_after_dice_gives_back_the_dice() -> None:
    """The next roll is what it would have been had the failing answer never been given."""
    game, other = (sketch(stumble, chance="seeded", seed=3) for _ in range(2))
    before = game.positions()

    with pytest.raises(BrokenRules, match="KeyError"):
        game.answer("worse")

    assert game.positions() == before == other.positions()


def test_a_step_that_fails_in_a_trigger_leaves_the_game_as_it_was() -> None:
    @trigger(Grew)
    def explode(game: Game, event: Grew, source: Any) -> Steps:
        yield Said("about to fail")
        yield ask("sure")
        raise RuntimeError("boom")

    def grow(game: Game, context: Any) -> Steps:
        yield ask("begin")
        yield Grew(0)

    game = sketch(grow, triggers=[explode])
    game.answer(True)
    before = game.position(), told(game)

    with pytest.raises(BrokenRules, match=r"explode.*boom"):
        game.answer(True)

    assert (game.position(), told(game)) == before
    assert game.request.ask == "sure"


def test_a_game_whose_first_step_fails_does_not_begin() -> None:
    def fail(game: Game, context: Any) -> None:
        raise KeyError("no board")

    with pytest.raises(Exception, match="no board"):
        sketch(fail)


def test_a_step_that_yields_nonsense_is_named() -> None:
    def confused(game: Game, context: Any) -> Steps:
        yield ask("begin")
        yield 42

    game = sketch(confused)

    with pytest.raises(BrokenRules, match=r"confused.*yielded a int; expected an Event"):
        game.answer(True)


def test_tables_are_written_by_events_only() -> None:
    def cheat(game: Game, context: Any) -> Steps:
        yield ask("begin")
        game.state.things.edit(0).value = 99

    game = sketch(cheat)

    with pytest.raises(BrokenRules, match="written outside an event"):
        game.answer(True)
    assert value(game) == 0


# ------------------------------------------------------------------------------------------- running in circles


def test_an_endless_loop_of_events_names_the_events() -> None:
    def flicker(game: Game, context: Any) -> Steps:
        yield ask("begin")
        while True:
            yield Grew(0)
            yield Shrank(0)

    game = sketch(flicker)

    with pytest.raises(LoopDetected, match=r"Grew > Shrank|Shrank > Grew"):
        game.answer(True)
    assert value(game) == 0
    assert game.request.ask == "begin"


def test_triggers_that_set_each_other_off_are_named() -> None:
    @trigger(Grew)
    def shrink(game: Game, event: Grew, source: Any) -> Event:
        return Shrank(event.thing)

    @trigger(Shrank)
    def grow(game: Game, event: Shrank, source: Any) -> Event:
        return Grew(event.thing)

    def begin(game: Game, context: Any) -> Steps:
        yield ask("begin")
        yield Grew(0)

    game = sketch(begin, triggers=[shrink, grow])

    with pytest.raises(LoopDetected, match=r"(Grew > Shrank|Shrank > Grew) and again.*(shrink|grow)"):
        game.answer(True)
    assert (value(game), len(game.log)) == (0, 0)


def test_replacements_that_undo_each_other_happen_once_each() -> None:
    """A replacement is offered an event once; two that turn it back and forth come to an end."""

    @trigger(Grew, before=True)
    def grow_less(game: Game, event: Grew, source: Any) -> Event:
        return Shrank(event.thing, event.by)

    @trigger(Shrank, before=True)
    def shrink_less(game: Game, event: Shrank, source: Any) -> Event:
        return Grew(event.thing, event.by)

    game = sketch(lambda game, context: Grew(0), triggers=[grow_less, shrink_less])

    assert value(game) == 1


def begin(game: Game, context: Any) -> Steps:
    yield ask("begin")


def do_nothing(game: Game, turn: Turn) -> None: ...


def yield_nothing(game: Game, turn: Turn) -> Steps:
    yield []


@pytest.mark.parametrize("idle", [do_nothing, yield_nothing])
def test_an_endless_loop_of_steps_that_do_nothing_is_named(idle: Any) -> None:
    game = sketch(begin, Loop("treadmill", lambda game, last: Turn(player=0), [idle]))

    with pytest.raises(LoopDetected, match="treadmill"):
        game.answer(True)
    assert game.request.ask == "begin"


def test_a_step_that_yields_nothing_for_ever_is_named() -> None:
    def stuck(game: Game, context: Any) -> Steps:
        yield ask("begin")
        while True:
            yield []

    game = sketch(stuck)

    with pytest.raises(LoopDetected, match="stuck"):
        game.answer(True)


def test_rolling_for_ever_is_named() -> None:
    def unlucky(game: Game, context: Any) -> Steps:
        yield ask("begin")
        while True:
            (face,) = yield Roll((D6,), 0, "again")
            if face == 7:
                return

    game = sketch(unlucky, chance="seeded")

    with pytest.raises(LoopDetected, match="unlucky"):
        game.answer(True)
    assert game.answers == []


def test_procedures_that_call_each_other_for_ever_are_named() -> None:
    def call_pong(game: Game, context: Any) -> Any:
        return pong()

    ping = Procedure("ping", [call_pong])
    pong = Procedure("pong", [lambda game, context: ping()])
    game = sketch(begin, call_pong, procedures=[ping, pong])

    with pytest.raises(LoopDetected, match=r"ping|pong"):
        game.answer(True)
    assert game.request.ask == "begin"


def test_steps_that_call_each_other_for_ever_are_named() -> None:
    def call_again(game: Game, context: Any) -> Steps:
        yield deeper()

    deeper = Procedure("deeper", [call_again])
    game = sketch(begin, call_again, procedures=[deeper])

    with pytest.raises(LoopDetected, match="call_again"):
        game.answer(True)


def test_a_long_game_is_no_loop() -> None:
    """Guards count since the last answer; a saved game of many events loads."""

    def walk(game: Game, turn: Turn) -> Steps:
        steps = yield ask("steps", 400)
        for _ in range(steps):
            yield Grew(0)

    def advance(game: Game, last: Turn | None) -> Turn | None:
        number = last.number + 1 if last else 1
        return Turn(player=0, number=number) if number <= 60 else None

    game = sketch(flow=Loop("walk", advance, [walk]))
    while game.request:
        game.answer(400)

    assert value(game) == 24_000
    again = Game(game.rules, game.header, game.setup, game.fork()._chance, game.answers)
    assert again.digest() == game.digest()


# ------------------------------------------------------------------------------------------------- secret answers


def bid(game: Game, context: Any) -> Steps:
    bids = yield Together(tuple(choose(player, "bid", (1, 2, 3)) for player in (0, 1, 2)))
    yield Said(bids)
    yield ask("on")


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_secret_answers_come_in_any_order(order: tuple[int, ...]) -> None:
    game = sketch(bid, players=lambda setup: 3)
    assert [request.player for request in game.requests] == [0, 1, 2]

    for number, player in enumerate(order):
        assert len(game.requests) == 3 - number
        game.answer(player + 1, player)

    assert said(game) == [(1, 2, 3)]


def test_without_a_player_the_first_who_has_not_answered_does() -> None:
    game = sketch(bid, players=lambda setup: 3)
    game.answer(3, 1)

    assert game.request.player == 0
    game.answer(1)
    assert game.request.player == 2
    game.answer(2)

    assert said(game) == [(1, 3, 2)]


def test_nobody_answers_twice_in_secret() -> None:
    game = sketch(bid, players=lambda setup: 3)
    game.answer(3, 1)

    with pytest.raises(Refused, match="player 1 is not asked"):
        game.answer(2, 1)
    assert game.answers == [(1, 3)]


def test_a_fork_between_secret_answers_keeps_those_given() -> None:
    game = sketch(bid, players=lambda setup: 3)
    game.answer(3, 1)

    fork = game.fork()

    assert fork.digest() == game.digest()
    assert [request.player for request in fork.requests] == [0, 2]
    fork.answer(2, 2)
    fork.answer(1, 0)
    assert said(fork) == [(1, 3, 2)]
    assert [request.player for request in game.requests] == [0, 2]


def test_secret_answers_are_replayed_in_the_order_they_came(tmp_path: Path) -> None:
    game = sketch(bid, players=lambda setup: 3)
    game.answer(3, 2)
    game.answer(1, 0)
    game.save(tmp_path / "half.json")

    again = load(tmp_path / "half.json", game=game.rules)

    assert again.digest() == game.digest()
    again.answer(2, 1)
    assert said(again) == [(1, 2, 3)]


def test_a_wrong_secret_answer_leaves_the_others() -> None:
    game = sketch(bid, players=lambda setup: 3)
    game.answer(3, 2)

    with pytest.raises(Refused):
        game.answer(9, 0)

    assert [request.player for request in game.requests] == [0, 1]
    assert game.answers == [(2, 3)]


# ------------------------------------------------------------------------------------------------------- forks


class Deed(Context):
    who: int = 0
    face: int = 0


@trigger(Grew)
def cheer(game: Game, event: Grew, source: Any) -> Steps:
    loud = yield ask("loud", player=1)
    (face,) = yield Roll((D6,), 1, "cheer")
    yield Said(("cheer", loud, face))
    yield INNER(who=event.thing)


def begin_inner(game: Game, deed: Deed) -> Steps:
    yield game.note(deed, face=deed.who + 10)
    word = yield ask("inner", "a", "b", player=1)
    yield Said((word, game.context(Deed).face))


INNER = Procedure("inner", [begin_inner, Window("inner done"), lambda game, deed: Said(("face", deed.face))], Deed)


@reaction("outer window", options=lambda game, player, deed: ("poke",) if value(game) < 3 else ())
def poke(game: Game, player: int, choice: Any, deed: Deed) -> Steps:
    yield Said(("poke", player))
    yield Grew(0)
    sure = yield ask("sure", player=player)
    yield Said(sure)


@reaction("inner done", options=lambda game, player, deed: (1, 2) if player == 0 else ())
def settle_down(game: Game, player: int, choice: int, deed: Deed) -> Steps:
    yield game.note(deed, face=choice)


def outer(game: Game, deed: Deed) -> Steps:
    (face,) = yield Roll((D6,), 0, "outer")
    yield game.note(deed, face=face)
    yield Window("outer window")
    yield Shrank(0)
    yield Said(("outer", game.context(Deed).face))


OUTER = Procedure("outer", [outer, Window("afterwards")], Deed)
DEEP = {
    "procedures": [INNER, OUTER],
    "windows": [Window("outer window")],
    "triggers": [cheer],
    "reactions": [poke, settle_down],
}


def deep_game(seed: int = 1) -> Game:
    """Reactions inside windows inside open steps, triggers that ask and call procedures with windows of their own."""
    return sketch(first, second, chance="seeded", seed=seed, **DEEP)


def first(game: Game, context: Any) -> Any:
    return OUTER()


def second(game: Game, context: Any) -> Any:
    return OUTER(who=1)


def play(game: Game, seed: int, most: int = 1000) -> list[tuple[int, Any]]:
    """Random answers to the end; returns them."""
    rng = Random(seed)
    given: list[tuple[int, Any]] = []
    while (request := game.request) is not None and len(given) < most:
        answer = request.space.sample(rng)
        game.answer(answer, request.player)
        given.append((request.player, answer))
    return given


@pytest.mark.parametrize("seed", range(5))
def test_a_fork_at_every_moment_is_the_game_itself(seed: int) -> None:
    """In the middle of steps, of reactions inside windows, of triggers inside reactions."""
    game, rng = deep_game(seed), Random(seed)
    places = set()
    while (request := game.request) is not None:
        places.add(request.ask)
        fork = game.fork()
        assert fork.digest() == game.digest()
        assert fork.request == request
        assert fork.log == game.log
        assert fork.answers == game.answers
        assert fork.positions() == game.positions()
        twin = fork.fork()
        assert play(fork, seed) == play(twin, seed)
        assert fork.log == twin.log
        assert fork.digest() == twin.digest()
        game.answer(request.space.sample(rng))
    assert "react" in places
    assert seed == 4 or {"loud", "inner"} <= places


def test_a_fork_that_is_over_is_over() -> None:
    game = deep_game()
    play(game, 1)

    fork = game.fork()

    assert fork.request is None
    assert fork.result == game.result
    assert fork.log == game.log
    assert fork.digest() == game.digest()


def test_what_happens_in_a_fork_stays_there() -> None:
    game = deep_game()
    before = game.position(), told(game), game.positions()

    play(game.fork(), 2)

    assert (game.position(), told(game), game.positions()) == before


def test_a_fork_with_a_seed_has_dice_of_its_own() -> None:
    def roll_many(game: Game, context: Any) -> Steps:
        yield ask("begin")
        yield Said((yield Roll((D6,) * 20, 0)))

    game = sketch(roll_many, chance="seeded")
    forks = [game.fork(), game.fork(), game.fork(seed=5), game.fork(seed=5), game.fork(seed=6)]
    for fork in forks:
        fork.answer(True)

    fallen = [said(fork)[0] for fork in forks]
    assert fallen[0] == fallen[1] != fallen[2] == fallen[3] != fallen[4]


def test_a_fork_is_made_when_it_is_looked_at_and_not_before() -> None:
    runs = []

    def slow(game: Game, context: Any) -> Steps:
        runs.append(1)
        yield ask("first")
        yield ask("second")

    game = sketch(slow)
    game.answer(True)

    fork = game.fork()
    assert len(runs) == 1
    assert fork.request.ask == "second"
    assert len(runs) == 2


def test_a_fork_of_a_fork_that_nobody_looked_at() -> None:
    game = deep_game(3)
    play(game, 3, most=4)

    fork = game.fork().fork().fork()

    assert fork.digest() == game.digest()


# ---------------------------------------------------------------------------------------------------------- undo


def counting(game: Game, turn: Turn) -> Steps:
    by = yield ask("by", 1, 2, 3, player=turn.player)
    yield Grew(0, by)
    more = yield ask("more", player=turn.player)
    if more:
        yield Grew(1)
    yield Said(more)


def counting_game(**how: Any) -> Game:
    order = how.pop("order", (0, 0, 1))
    return sketch(flow=Loop("turn", turns_of(order), [counting]), **how)


def turns_of(order: tuple[int, ...]) -> Any:
    def advance(game: Game, last: Turn | None) -> Turn | None:
        number = last.number if last else 0
        return Turn(player=order[number], number=number + 1) if number < len(order) else None

    return advance


def test_undo_goes_back_decision_by_decision_of_one_player() -> None:
    game = counting_game()
    stands = [game.digest()]
    for answer in (1, True, 2):
        game.answer(answer)
        stands.append(game.digest())

    for expected in reversed(stands[:-1]):
        game.undo()
        assert game.digest() == expected

    with pytest.raises(Refused, match="there is no decision to take back"):
        game.undo()


def test_after_undo_the_game_goes_on_as_if_nothing_had_been() -> None:
    game, other = counting_game(), counting_game()
    game.answer(3)
    game.answer(False)
    game.undo()
    game.undo()
    for one in (game, other):
        one.answer(1)
        one.answer(True)

    assert game.digest() == other.digest()
    assert told(game) == told(other)
    assert game.answers == other.answers


def test_undo_stops_where_someone_else_has_acted() -> None:
    game = counting_game(order=(0, 1))
    for answer in (1, True, 2):
        game.answer(answer)

    game.undo()
    assert game.request.player == 1
    with pytest.raises(Refused, match="another player has acted"):
        game.undo()
    game.undo(force=True)

    assert (game.request.player, game.request.ask) == (0, "more")
    assert value(game) == 1


def test_undo_stops_at_fallen_dice() -> None:
    def risk(game: Game, context: Any) -> Steps:
        yield ask("roll")
        yield Said((yield Roll((D6,), 0)))
        yield ask("on")

    game = sketch(risk, chance=Scripted([(4,), (2,)]))
    game.answer(True)

    with pytest.raises(Refused, match="dice have fallen"):
        game.undo()
    game.undo(force=True)
    assert game.request.ask == "roll"
    game.answer(True)
    assert said(game) == [(2,)]


class TurnedUp(Event, frozen=True):
    card: str

    REVEALS = True


@pytest.mark.parametrize("together", [False, True])
def test_undo_stops_where_a_card_was_turned_up(together: bool) -> None:
    def flip(game: Game, context: Any) -> Steps:
        yield ask("flip")
        yield (TurnedUp("ace"), Said("there")) if together else TurnedUp("ace")
        yield ask("on")
        yield ask("further")

    game = sketch(flip)
    game.answer(True)
    with pytest.raises(Refused, match="cards were turned up"):
        game.undo()
    game.answer(True)
    game.undo()
    assert game.request.ask == "on"
    with pytest.raises(Refused, match="cards were turned up"):
        game.undo()


@trigger(TurnedUp)
def gasp(game: Game, event: TurnedUp, source: Any) -> Event:
    return Said("gasp")


def test_undo_stops_where_a_card_was_turned_up_that_triggers_something() -> None:
    def flip(game: Game, context: Any) -> Steps:
        yield ask("flip")
        yield TurnedUp("ace")
        yield ask("on")

    game = sketch(flip, triggers=[gasp])
    game.answer(True)
    assert said(game) == ["gasp"]

    with pytest.raises(Refused, match="cards were turned up"):
        game.undo()


def test_a_finished_game_can_be_taken_back() -> None:
    def finish(game: Game, context: Any) -> Steps:
        won = yield ask("won")
        yield GameOver((0,) if won else ())

    game = sketch(finish)
    game.answer(True)
    assert game.result is not None and game.result.winners == (0,)

    game.undo()

    assert game.result is None
    assert game.request.ask == "won"
    game.answer(False)
    assert game.result is not None and game.result.winners == ()


@pytest.mark.parametrize("how", ["alone", "in a list", "heard", "from a trigger", "replaced"])
def test_nothing_happens_after_the_end(how: str) -> None:
    @trigger(GameOver)
    def mourn(game: Game, event: GameOver, source: Any) -> Event:
        return Said("alas")

    @trigger(Grew)
    def end(game: Game, event: Grew, source: Any) -> Event:
        return GameOver((1,))

    @trigger(Shrank, before=True)
    def end_instead(game: Game, event: Shrank, source: Any) -> Event:
        return GameOver((1,))

    def finish(game: Game, context: Any) -> Steps:
        yield ask("begin")
        if how == "in a list":
            yield (Said("last"), GameOver((1,)))
        elif how == "from a trigger":
            yield Grew(0)
        elif how == "replaced":
            yield Shrank(0)
        else:
            yield GameOver((1,))
        yield Said("never")
        yield ask("never")

    game = sketch(finish, triggers=[end, end_instead, *([mourn] if how == "heard" else [])])
    game.answer(True)

    assert game.request is None
    assert game.result is not None and game.result.winners == (1,)
    assert "never" not in said(game)
    assert game.fork().digest() == game.digest()
    with pytest.raises(Refused):
        game.answer(True)
    game.undo()
    assert game.requests[0].ask == "begin"


def test_undo_in_the_middle_of_a_secret_decision() -> None:
    game = sketch(bid, players=lambda setup: 3)
    before = game.digest()
    game.answer(3, 2)

    game.undo()

    assert game.digest() == before
    assert [request.player for request in game.requests] == [0, 1, 2]


def test_a_fork_can_be_taken_back_as_far_as_its_own_decisions_go() -> None:
    game = counting_game()
    game.answer(1)
    fork = game.fork()
    before = fork.digest()
    fork.answer(True)
    fork.undo()
    assert fork.digest() == before == game.digest()


def test_undo_and_answer_in_every_deep_place() -> None:
    """Whatever can be taken back without force leads to the very position before."""
    game, rng, taken = deep_game(2), Random(2), 0
    while (request := game.request) is not None:
        before, log = game.digest(), list(game.log)
        answer = request.space.sample(rng)
        game.answer(answer)
        try:
            game.undo()
        except Refused:
            continue
        taken += 1
        assert game.digest() == before
        assert game.log == log
        game.answer(answer)
    assert taken > 3


# ------------------------------------------------------------------------------------------------ replay and drift


def test_a_replay_is_the_game() -> None:
    game = deep_game(4)
    play(game, 4)

    again = Game(game.rules, game.header, game.setup, game.fork()._chance, game.answers)

    assert again.digest() == game.digest()
    assert told(again) == told(game)
    assert again.result == game.result


def test_a_recorded_answer_of_the_wrong_player_is_drift() -> None:
    game = sketch(greet)

    with pytest.raises(Drift, match=r"answer 0: the record has one by player 1, but player 0 is asked 'name'"):
        Game(game.rules, game.header, None, game.fork()._chance, [(1, "Bob")])


def test_a_recorded_answer_that_does_not_fit_is_drift() -> None:
    game = sketch(greet)

    with pytest.raises(Drift, match=r"answer 1, 9 by player 1, does not fit 'often'"):
        Game(game.rules, game.header, None, game.fork()._chance, [(0, "Bob"), (1, 9)])


# ------------------------------------------------------------------------------------------------------------- why


@rule("3.1")
@trigger(Grew)
def shout(game: Game, event: Grew, source: Any) -> Event:
    return Said("shout", rule="3.2")


@rule("2.1")
def grow_twice(game: Game, context: Any) -> Steps:
    yield Grew(0, rule="2.2")
    yield Grew(0)


def test_why_names_the_rules_the_step_and_the_causes() -> None:
    game = sketch(grow_twice, triggers=[shout])

    why = game.why(1)

    assert [type(cause.event).__name__ for cause in why.chain] == ["Said", "Grew"]
    assert [cause.by for cause in why.chain] == ["shout", "game/grow_twice"]
    assert why.event == game.log[1].event
    assert why.rules[:1] == ("3.2",)
    assert why.chain[1].rules == ("2.2",), "what the event names, and not the decorator of its step"
    assert game.why(2).chain[0].rules == ("2.1",), "the decorator, where the event names nothing"


def test_why_of_an_event_itself_and_counted_from_the_end() -> None:
    game = sketch(grow_twice)

    first, second = game.log[0].event, game.log[1].event
    assert game.why(first).chain[0].number == 0
    assert game.why(second).chain[0].number == 1
    assert game.why(-2).event == second or game.why(-2).event == first


def test_why_of_what_never_happened() -> None:
    game = sketch(grow_twice)

    with pytest.raises(LookupError, match="is not in the log"):
        game.why(Said("never"))
    with pytest.raises(LookupError, match="there is no event 99"):
        game.why(99)


def test_a_cause_is_the_event_that_was_reacted_to_also_after_a_fork() -> None:
    game = deep_game(5)
    play(game, 5, most=6)

    fork = game.fork()

    assert told(fork) == told(game)
    assert any(cause.isdecimal() for _, _, cause in told(game))


# -------------------------------------------------------------------------------------------------- small questions


def test_who_is_active_and_what_runs() -> None:
    seen: list[Any] = []

    def look(game: Game, turn: Turn) -> Steps:
        seen.append((game.active, game.phase, game.scope("turn") is not None, game.scope("round")))
        yield ask("on", player=turn.player)

    game = sketch(flow=Loop("turn", turns(lambda game: game.players, once=True), [look]))
    game.answer(True)

    assert seen == [(0, "", True, None), (1, "", True, None)]
    assert [frame.node.name for frame in game.frames()] == ["turn"]
    assert game.opponents(0) == (1,)
    assert game.team(1) == (1,)


def test_teams_share_a_side() -> None:
    game = sketch(greet, players=lambda setup: 4, teams=lambda setup: [(0, 2), (1, 3)])

    assert game.team(2) == (0, 2)
    assert game.opponents(2) == (1, 3)


def test_a_context_that_is_not_going_on() -> None:
    game = sketch(greet)

    assert game.find_context(Turn) is None
    with pytest.raises(LookupError, match="no Turn is going on"):
        game.context(Turn)


def test_dice_may_be_typed_in() -> None:
    def roll(game: Game, context: Any) -> Steps:
        faces = yield Roll((D6, D6), 0, "attack")
        yield Said(faces)

    game = sketch(roll, chance="manual")

    assert game.request.ask == "attack"
    with pytest.raises(Refused, match="die 2"):
        game.answer((3, 7))
    game.answer((3, 6))
    assert said(game) == [(3, 6)]
    assert game.answers == [(CHANCE, (3, 6))]


def test_a_script_of_dice_that_is_used_up_says_so() -> None:
    def roll(game: Game, context: Any) -> Steps:
        yield ask("first")
        yield Roll((D6,), 0, "one")
        yield Roll((D6,), 0, "two")

    game = sketch(roll, chance=Scripted([(4,)]))

    with pytest.raises(Refused, match="the script of chance is used up, and 'two' asks"):
        game.answer(True)
    assert game.answers == []


def test_two_games_of_one_ruleset_do_not_meet() -> None:
    rules = sketch_rules(greet).freeze()
    one, other = new_game(rules, seed=1), new_game(rules, seed=1)
    one.answer("Ann")

    assert other.request.ask == "name"
    assert value(other) == 0


# ------------------------------------------------------------------------------------------- rules made at random


@pytest.mark.parametrize("seed", range(12))
def test_random_rules_keep_every_promise(seed: int) -> None:
    """Forks, replays, saves, undo and the rest of the kit, over combinations that nobody would think of."""
    report = check_ruleset(random_rules(seed), games=1, seed=seed, looks=6)

    assert report.checks["fork"] > 0


def test_a_fork_that_was_looked_at_is_a_game_like_others() -> None:
    """Only a fork that nobody looked at answers for missing attributes, which makes all others slow to look up."""
    game = new_game(random_rules(3), seed=3)
    fork = game.fork()

    assert type(fork) is not Game
    with pytest.raises(AttributeError, match="no attribute 'reqest'"):
        fork.reqest  # type: ignore[attr-defined]  # noqa: B018
    assert fork.request == game.request
    assert type(fork) is Game and "__getattr__" not in vars(Game)
