"""Checksums on the way stand where the answers say, however a game came to them."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Game, Loop, Refused, Round, Ruleset, State, Steps, choose, new_game, rounds
from rulewright.journal import journal_of


def ask(game: Game, this: Round) -> Steps:
    yield choose(0, "ask", (1, 2))


RULES = Ruleset(id="marks", title="Marks", state=State, flow=Loop("round", rounds(200), [ask])).freeze()


def played(game: Game, times: int) -> list[Any]:
    for _ in range(times):
        game.answer(1)
    return journal_of(game).marks


def test_a_fork_marks_where_the_game_marks() -> None:
    """A journal of a fork can be checked against a replay of its answers."""
    game = new_game(RULES, seed=1)
    played(game, 20)
    fork = game.fork()
    assert len(played(fork, 100)) > 1
    assert played(game, 100) == fork.marks


def test_a_refused_answer_and_an_undo_move_no_mark() -> None:
    game, other = new_game(RULES, seed=1), new_game(RULES, seed=1)
    played(game, 20)
    with pytest.raises(Refused):
        game.answer(3)
    game.answer(2)
    game.undo()
    assert played(game, 100) == played(other, 120)
