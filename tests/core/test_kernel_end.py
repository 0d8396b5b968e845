"""How a game ends when its flow does."""

from __future__ import annotations

from typing import Any

from rulewright import GameOver, Procedure, Ruleset, State, choose, new_game


class Nothing(State):
    pass


def ask(game: Any, context: None) -> Any:
    yield choose(0, "go on", (True,))


def test_a_flow_that_ends_is_in_the_log_as_the_end_of_the_game() -> None:
    """Nobody has won; the log says that the game is over, and why the log can say."""
    game = new_game(Ruleset(id="short", title="Short", state=Nothing, flow=Procedure("game", [ask])), seed=1)
    game.answer(True)

    assert game.events() == [GameOver((), "the flow ended")]
    assert game.result is not None and game.result.winners == ()
    assert game.why(-1).rules == ()
