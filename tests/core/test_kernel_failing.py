"""When the rules fail, the message names the step at which they did, also one that could not even be called."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import BrokenRules, FlowError, Loop, Procedure, Ruleset, State, Steps, Window, choose, new_game
from rulewright.flow import Round
from rulewright.timing import reaction


def ask(game: Any, context: Any) -> Steps:
    yield choose(0, "go on", (1,))


def takes_too_little(game: Any) -> None:
    """A step takes the game and a context."""


def divides(game: Any, context: Any) -> None:
    game.players[0] / 0


@pytest.mark.parametrize("step", [takes_too_little, divides])
def test_a_step_that_fails_at_once_is_named(step: Any) -> None:
    flow = Procedure("main", [ask, Procedure("inner", [step])])
    game = new_game(Ruleset(id="t", title="t", state=State, flow=flow), seed=1)

    with pytest.raises(BrokenRules, match=f"t: <main/inner/{step.__name__}> failed: "):
        game.answer(1)


def test_a_loop_that_does_not_know_what_comes_next_is_named() -> None:
    def advance(game: Any, last: Any) -> Round:
        return Round(number=1 // (last is None))

    game = new_game(Ruleset(id="t", title="t", state=State, flow=Loop("rounds", advance, [ask])), seed=1)

    with pytest.raises(BrokenRules, match="t: <rounds> failed: ZeroDivisionError"):
        game.answer(1)


def test_a_window_of_a_procedure_that_is_not_listed_is_explained() -> None:
    @reaction("struck", options=lambda game, player, context: ())
    def parry(game: Any, player: int, choice: Any, context: Any) -> None:
        """Never used."""

    Procedure("blow", [Window("struck")])
    rules = Ruleset(id="t", title="t", state=State, flow=Procedure("main", [ask]), reactions=[parry])

    with pytest.raises(FlowError, match=r"waits for window 'struck', which no procedure has; .*procedures=\["):
        rules.freeze()
