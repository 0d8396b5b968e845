"""Dice that a person types in are as good a barrier as dice that a seed rolls, once they have fallen."""

from typing import Literal

import pytest

from rulewright import GameOver, Options, Procedure, Refused, Request, Roll, Ruleset, State, Steps, new_game


class Nothing(State):
    pass


YES_NO = Options(("yes", "no"))


def bet(game: object, context: object) -> Steps:
    yield Request(0, "bet", YES_NO)
    yield Roll.d6(1, 0)
    yield Request(0, "double", YES_NO)
    yield Request(0, "again", YES_NO)
    yield GameOver((0,))


RULES = Ruleset(id="bet", title="A bet", state=Nothing, flow=Procedure("game", [bet])).freeze()


def test_a_decision_is_taken_back_before_the_dice_have_fallen() -> None:
    game = new_game(RULES, seed=1, chance="manual")
    game.answer("yes")
    game.undo()
    assert game.request.ask == "bet"


@pytest.mark.parametrize("chance", ["manual", "seeded"])
def test_no_decision_is_taken_back_past_fallen_dice(chance: Literal["manual", "seeded"]) -> None:
    game = new_game(RULES, seed=1, chance=chance)
    game.answer("yes")
    if chance == "manual":
        game.answer((6,))
    with pytest.raises(Refused, match="dice have fallen"):
        game.undo()
    game.answer("no")
    game.undo()
    assert game.request.ask == "double"
    with pytest.raises(Refused, match="dice have fallen"):
        game.undo()
