"""One thread at a time plays a game; a second one is refused, and the game stays whole."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from rulewright import Game, GameError, Steps, Turn, new_game
from rulewright.flow import Loop, turns
from rulewright.requests import choose
from tests.core.sketch import Grew, sketch_rules


class Gate:
    """Holds a step up until the test lets it go on."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def wait(self) -> None:
        self.reached.set()
        assert self.opened.wait(30)


def held_up() -> tuple[Game, Gate, threading.Thread]:
    """A game that another thread is answering, in the middle of a step."""
    gate = Gate()

    def move(game: Game, turn: Turn) -> Steps:
        by = yield choose(turn.player, "by", (1, 2))
        if turn.number == 2:
            gate.wait()
        yield Grew(turn.player, by)

    game = new_game(sketch_rules(flow=Loop("turn", turns(lambda game: game.players), [move])), seed=1)
    game.answer(1)
    thread = threading.Thread(target=game.answer, args=(2,))
    thread.start()
    assert gate.reached.wait(30)
    return game, gate, thread


@pytest.mark.parametrize(
    "use",
    [
        lambda game: game.answer(1), lambda game: game.undo(), lambda game: game.fork(), lambda game: game.view(0),
        lambda game: game.digest(), lambda game: game.position(), lambda game: game.save("never written.json"),
    ],
)  # fmt: skip
def test_a_second_thread_is_refused_by_name(use: Any) -> None:
    game, gate, thread = held_up()

    with pytest.raises(GameError, match="the thread 'MainThread' uses a game that another thread is using"):
        use(game)
    gate.opened.set()
    thread.join(30)
    assert [answer for _, answer in game.answers] == [1, 2]
    game.answer(1)


def test_threads_may_take_turns_and_play_games_of_their_own() -> None:
    game, gate, thread = held_up()
    gate.opened.set()
    thread.join(30)
    forks = [game.fork() for _ in range(3)]
    threads = [threading.Thread(target=fork.answer, args=(1,)) for fork in forks]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)

    assert {fork.digest() for fork in forks} == {forks[0].digest()}
    assert len(game.answers) == 2
