"""Rules that run in circles are found where the position repeats, and nothing that ends is taken for a circle."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from rulewright import Context, Event, Game, Loop, LoopDetected, Procedure, Roll, Turn, Window, reaction, trigger
from rulewright.chance import Chance
from rulewright.circles import EVENTS_PER_ACTION, IDLE_TURNS, UNWATCHED
from rulewright.dice import D6
from rulewright.flow import Steps
from rulewright.game import NAMED

from .sketch import Grew, Said, Shelf, Shrank, Thing, ask, said, sketch, value

calls: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def count_anew() -> None:
    calls.clear()


def begin(game: Game, context: Any) -> Steps:
    yield ask("begin")


def same(game: Game, last: Turn | None) -> Turn:
    return Turn(player=0)


def do_nothing(game: Game, context: Any) -> None:
    calls["nothing"] += 1


def grow(game: Game, context: Any) -> Event:
    calls["grow"] += 1
    return Grew(0)


def shrink(game: Game, context: Any) -> Event:
    return Shrank(0)


def grow_and_shrink(game: Game, context: Any) -> Steps:
    calls["grow"] += 1
    yield Grew(0)
    yield Shrank(0)


def run_in_circles(*steps: Any, **registered: Any) -> str:
    """What is said about the circle that these steps run in once the game has begun."""
    game = sketch(begin, *steps, **registered)
    before = game.digest()
    with pytest.raises(LoopDetected) as caught:
        game.answer(True)
    assert game.digest() == before and game.request.ask == "begin" and game.answers == []
    return str(caught.value).removeprefix("sketch: the rules run in circles: ")


# ------------------------------------------------------------------------------------------------------- circles


def is_round_of(said: str, *events: str) -> bool:
    """Whether these are the events of the circle, wherever the round is said to begin."""
    named = said.split(" and again", maxsplit=1)[0].split(" > ")
    return named in [[*events[at:], *events[:at]] for at in range(len(events))]


@pytest.mark.parametrize(
    ("steps", "events"),
    [
        ([do_nothing], ["nothing happens"]),
        ([grow, shrink], ["Grew", "Shrank"]),
        ([grow_and_shrink], ["Grew", "Shrank"]),
        ([grow, grow_and_shrink, lambda game, turn: [Shrank(0)]], ["Grew", "Grew", "Shrank", "Shrank"]),
        ([Window("quiet"), grow_and_shrink, Window("silent")], ["Grew", "Shrank"]),
        ([Procedure("inner", [grow, shrink], Context)], ["Grew", "Shrank"]),
    ],
)
def test_a_position_that_repeats_is_a_circle_with_exactly_its_events(steps: Any, events: list[str]) -> None:
    said = run_in_circles(Loop("circle", same, steps))
    assert is_round_of(said, *events) and "again, inside game > circle" in said
    assert calls.total() <= 2 * UNWATCHED


def test_a_circle_of_many_turns_is_found_and_named_in_a_few_rounds() -> None:
    """Growing to 300 and back takes more turns than go unwatched."""

    def swing(game: Game, last: Turn | None) -> Turn:
        return Turn(player=0, number=1 if value(game) == 0 else 2 if value(game) == 300 else last.number if last else 1)

    def go(game: Game, turn: Turn) -> Event:
        calls["go"] += 1
        return Grew(0) if turn.number == 1 else Shrank(0)

    said = run_in_circles(Loop("circle", swing, [go]))
    events = said.split(" and again")[0].split(" > ")
    assert {"Grew", "Shrank"} & set(events) and events[-1] == "..." and len(events) == NAMED + 1
    assert calls["go"] < 6 * 600


def test_a_circle_inside_an_open_step_is_found() -> None:
    def call(game: Game, context: Any) -> Steps:
        yield circle()

    circle = Loop("circle", same, [grow, shrink])
    said = run_in_circles(call, procedures=[circle])
    assert is_round_of(said, "Grew", "Shrank") and said.endswith("inside game > circle; open: <game/call>")
    assert calls["grow"] <= UNWATCHED


def test_a_circle_of_triggers_is_found() -> None:
    @trigger(Grew, before=True)
    def twice(game: Game, event: Grew, source: Any) -> Event:
        return Grew(event.thing, 2)

    @trigger(Grew)
    def back(game: Game, event: Grew, source: Any) -> Event:
        return Shrank(event.thing, 2)

    @reaction("moment", options=lambda game, player, context: ())
    def react(game: Game, player: int, choice: Any, context: Any) -> None: ...

    steps = [grow, Window("moment")]
    said = run_in_circles(Loop("circle", same, steps), triggers=[twice, back], reactions=[react])
    assert is_round_of(said, "Grew", "Shrank")
    assert calls["grow"] <= UNWATCHED


def test_turns_that_are_only_counted_are_a_circle_too() -> None:
    def count(game: Game, last: Turn | None) -> Turn:
        return Turn(player=0, number=last.number + 1 if last else 1)

    assert run_in_circles(grow, Loop("circle", count, [do_nothing])).startswith("nothing happens and again")
    assert IDLE_TURNS / 4 < calls["nothing"] < 2 * IDLE_TURNS


def test_growing_for_ever_ends_at_the_limit_of_events() -> None:
    assert run_in_circles(Loop("circle", same, [grow])).startswith("Grew and again")
    assert calls["grow"] == EVENTS_PER_ACTION + 1


def test_rolling_for_ever_ends_at_the_limit_of_chance() -> None:
    def roll(game: Game, turn: Turn) -> Steps:
        calls["roll"] += 1
        yield Roll((D6,), 0, "again")

    run_in_circles(Loop("circle", same, [roll]), chance="seeded")
    assert EVENTS_PER_ACTION <= calls["roll"] < EVENTS_PER_ACTION + 2 * UNWATCHED


def test_a_long_record_makes_a_later_circle_no_longer() -> None:
    def once(game: Game, turn: Turn) -> Steps:
        if turn.number == 300:
            calls.clear()
        elif turn.number < 300:
            yield ask("again")
        else:
            calls["idle"] += 1

    def count(game: Game, last: Turn | None) -> Turn:
        return Turn(player=0, number=last.number + 1 if last else 1)

    game = sketch(begin, Loop("circle", count, [once]))
    for _ in range(299):
        game.answer(True)
    again = Game(game.rules, game.header, game.setup, game.fork()._chance, game.answers)
    assert len(again.answers) == 299
    with pytest.raises(LoopDetected):
        again.answer(True)
    assert calls["idle"] < 2 * IDLE_TURNS


# ------------------------------------------------------------------------------------------------ what is no circle


def test_a_step_that_counts_by_itself_is_no_circle() -> None:
    """The position is the same each time, and only the step knows how often it has been."""

    def repeat(game: Game, context: Any) -> Steps:
        yield ask("begin")
        for _ in range(2000):
            yield inner()
        for _ in range(2000):
            yield Grew(0)
            yield Shrank(0)
        yield Said("done")

    inner = Procedure("inner", [grow, shrink])
    game = sketch(repeat, procedures=[inner])
    game.answer(True)
    assert said(game) == ["done"]


def test_a_step_that_counts_round_a_loop_is_no_circle() -> None:
    def repeat(game: Game, context: Any) -> Steps:
        yield ask("begin")
        for _ in range(300):
            yield thrice()
        yield Said("done")

    def three(game: Game, last: Turn | None) -> Turn | None:
        number = last.number + 1 if last else 1
        return Turn(player=0, number=number) if number <= 3 else None

    thrice = Loop("thrice", three, [grow, shrink])
    game = sketch(repeat, procedures=[thrice])
    game.answer(True)
    assert said(game) == ["done"]


class Unlucky(Chance):
    """Rolls a six at the last."""

    def __init__(self) -> None:
        self.left = 5000

    def copy(self) -> Unlucky:
        raise NotImplementedError

    def draw(self, request: Any) -> Any:
        self.left -= 1
        return (6,) if self.left == 0 else (1,)

    def take_back(self, count: int) -> None: ...

    def positions(self) -> dict[str, int]:
        return {}


def test_dice_that_fall_alike_for_long_are_no_circle() -> None:
    def until_six(game: Game, last: Turn | None) -> Turn | None:
        return None if value(game) else Turn(player=0)

    def roll(game: Game, turn: Turn) -> Steps:
        (face,) = yield Roll((D6,), 0, "again")
        if face == 6:
            yield Grew(0)

    game = sketch(begin, Loop("circle", until_six, [roll]), chance=Unlucky())
    game.answer(True)
    assert value(game) == 1 and len(game.answers) == 5001


class Reordered(Event, frozen=True):
    order: tuple[int, ...]

    def apply(self, state: Shelf) -> None:
        for thing in self.order:
            state.things.remove(thing)
            state.things.add(Thing(thing))


def test_records_in_another_order_are_another_position() -> None:
    orders = list(permutations(range(6)))

    def fill(state: Shelf, setup: Any, content: Any) -> None:
        for thing in orders[0]:
            state.things.add(Thing(thing))

    def more(game: Game, last: Turn | None) -> Turn | None:
        return Turn(player=0) if tuple(game.state.things) != orders[-1] else None

    def reorder(game: Game, turn: Turn) -> Event:
        return Reordered(orders[orders.index(tuple(game.state.things)) + 1])

    game = sketch(begin, Loop("circle", more, [reorder]), populate=fill)
    game.answer(True)
    assert len(game.log) == len(orders)  # with the end of the game


class Odd:
    """Something that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    __hash__ = object.__hash__


class Held(Context):
    odd: Any


def test_what_cannot_be_compared_is_no_circle() -> None:
    def more(game: Game, last: Held | None) -> Held | None:
        calls["pass"] += 1
        return Held(odd=Odd()) if calls["pass"] < 2000 else None

    game = sketch(begin, Loop("circle", more, [do_nothing]))
    game.answer(True)
    assert game.result is not None


def test_positions_are_compared_only_after_many_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork(state: Shelf) -> Shelf:
        raise AssertionError("a position was remembered")

    def for_240_passes(game: Game, last: Turn | None) -> Turn | None:
        return Turn(player=0) if calls["nothing"] < 240 else None

    monkeypatch.setattr(Shelf, "fork", fork)
    game = sketch(begin, Loop("circle", for_240_passes, [do_nothing]))
    game.answer(True)
    assert game.result is not None
