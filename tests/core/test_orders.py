"""Orders: what a person says at once is what could be answered one by one, and nothing that costs a choice."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulewright import Order, OrderGiven, Phase, Steps, Then, choose, new_game, rules_for
from rulewright.bots import make_bot
from rulewright.cli.ordering import order_in
from rulewright.cli.play import Sitting
from rulewright.cli.terminal import Terminal
from rulewright.overview import Question, question_of
from rulewright.plugins import registry
from rulewright.reading import Unreadable

from .small_games import DUEL

GAMES = tuple(
    name for name in ("crisis_protocol", "heroclix", "wh40k") if registry().get(name).orders is not None
)  # fmt: skip


# A game of errands ----------------------------------------------------------------------------------------


def errands(game: Any, context: Any) -> Steps:
    for _ in range(3):
        who = yield choose(0, "who", ["ann", "bob"])
        yield choose(0, "where", ["hill", "mill"], who=who)
        if who == "bob":
            yield choose(0, "bring", ["apples", "bread", None])
            yield choose(0, "bring", ["bread", None])
            yield choose(0, "bring", ["apples", None])


def to(view: Any, request: Any) -> Any:
    if request.ask == "who":
        for who in request.options():
            for place in ("hill", "mill", "moon"):
                then = Then("where", place), Then("bring", "bread", again=True)
                yield Order({"en": f"to the {place}", "zh": place}, who, then)
        yield Order({"en": "Bob rests", "zh": "休息"}, "bob", (Then("where", proposed=True),))


@pytest.fixture
def game() -> Any:
    ruleset = replace(DUEL, flow=Phase("day", [errands]), procedures=(), triggers=(), reactions=(), orders=to)
    return new_game(ruleset.freeze(), seed=1)


def asked(game: Any) -> Question:
    found = question_of(game.view(0), langs=("en", "zh"))
    assert found is not None
    return found


def given(game: Any, typed: str, lang: str = "en") -> list[Any]:
    """What the person answers, and what the order that was typed answers after it."""
    question = asked(game)
    names = [part.label[lang] for part in question.parts]
    order = order_in(typed, question, names, lang)
    if order is None:
        return []
    ahead = OrderGiven(game, order.then)
    game.answer(order.answer)
    said = [order.answer]
    while game.request is not None and (found := ahead.answer(game, game.request)) is not None:
        said.append(found[0])
        game.answer(found[0])
    return said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1a", ["ann", "hill"]),
        ("1 b", ["ann", "mill"]),
        ("2b", ["bob", "mill", "bread", "bread"]),
        ("2, b", ["bob", "mill", "bread", "bread"]),
        ("ann to the mill", ["ann", "mill"]),
        ("2 to the hill", ["bob", "hill", "bread", "bread"]),
        ("bob rests", ["bob", "hill"]),
        ("d", ["bob", "hill"]),
        ("1c", ["ann"]),
        ("1", []),
        ("ann", []),
        ("z", []),
    ],
)
def test_an_order_answers_what_it_foresees_and_leaves_the_rest_to_the_person(
    game: Any, typed: str, said: list[Any]
) -> None:
    """Of what cannot be, "to the moon" or bread that is not there, the person is asked, and the order goes on."""
    assert given(game, typed) == said


def test_orders_are_typed_in_both_languages(game: Any) -> None:
    assert given(game, "1 mill", "zh") == ["ann", "mill"]


@pytest.mark.parametrize("typed", ["a", "to the hill", "1d", "9a"])
def test_what_goes_with_several_answers_or_with_none_is_not_guessed(game: Any, typed: str) -> None:
    with pytest.raises(Unreadable):
        given(game, typed)


def test_the_journal_does_not_tell_an_order_from_answers(game: Any) -> None:
    other = game.fork()
    given(game, "2b")
    for answer in ("bob", "mill", "bread", "bread"):
        other.answer(answer)
    assert [*game.answers] == [*other.answers]


def test_an_order_ends_where_the_next_one_begins(game: Any) -> None:
    ahead = OrderGiven(game, (Then("where", "mill", again=True),))
    for answer in ("ann", "mill"):
        game.answer(answer)
    assert game.request.ask == "who" and ahead.answer(game, game.request) is None
    game.answer("ann")
    assert ahead.answer(game, game.request) is None


class Typed(Terminal):
    """A terminal at which lines are typed that were thought of before."""

    def __init__(self, lines: list[str], out: Any) -> None:
        from rich.console import Console

        super().__init__("en", Console(file=out, width=80, highlight=False))
        self.typed_lines = lines
        self.prompts = 0

    def ask(self, prompt: str) -> str:
        self.prompts += 1
        return self.typed_lines.pop(0) if self.typed_lines else "quit"


class Nowhere:
    named = False

    def save_somewhere(self, game: Any) -> str:
        return "nowhere"


def sat(game: Any, *lines: str) -> tuple[Sitting, Typed, str]:
    from io import StringIO

    out = StringIO()
    terminal = Typed([*lines], out)
    bots = {player: make_bot("random", 1) for player in game.players[1:]}
    sitting = Sitting(game, bots, terminal, Nowhere())  # type: ignore[arg-type]
    sitting.run()
    return sitting, terminal, out.getvalue()


def test_an_order_at_a_terminal_is_one_question_and_is_taken_back_as_one(game: Any) -> None:
    _, _, shown = sat(game, "2b", "quit")
    assert "a to the hill" in shown and "A number with a letter, such as 1a, does both at once." in shown
    assert [answer for _, answer in game.answers] == ["bob", "mill", "bread", "bread"]
    game.answer(None)
    _, terminal, shown = sat(game, "1b", "undo", "quit")
    assert game.request.ask == "who" and terminal.prompts == 3
    assert [answer for _, answer in game.answers] == ["bob", "mill", "bread", "bread", None]


# Every game that has orders -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_each_order_begins_with_an_answer_to_its_question_and_can_be_followed(name: str) -> None:
    offers: Any = rules_for(name).ruleset.orders
    followed: set[str] = set()
    for seed in range(2):
        game, rng = new_game(name, seed=seed), Random(seed)
        bot = make_bot("random", seed)
        while (request := game.request) is not None and len(game.answers) < 250:
            orders = [*offers(game.view(request.player), request)]
            for order in orders:
                assert not request.check(order.answer), (request.ask, order)
            if not orders or rng.random() < 1 / 2:
                game.answer(bot.choose(game.view(request.player), request), request.player)
                continue
            order, player = rng.choice(orders), request.player
            ahead = OrderGiven(game, order.then)
            game.answer(order.answer, player)
            while (request := game.request) is not None:
                found = ahead.answer(game, request) if request.player == player else None
                if found is None and (request.player == player and request.ask != "react"):
                    break
                followed.add(request.ask if found is not None else "")
                answer = bot.choose(game.view(request.player), request) if found is None else found[0]
                game.answer(answer, request.player)
    assert followed - {""}, followed
