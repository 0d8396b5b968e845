"""Alternating activations: whose turn it is when somebody has more pieces, has passed, or is out of the game."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright import Game, Refused, Round, Scripted, load, new_game, odds
from rulewright.testing.kit import check_ruleset

from . import passing
from .passing import RULES, Setup


def hill(pieces: tuple[int, int, int] = (2, 2, 2), dice: Any = (), **setup: Any) -> Game:
    """A game of sides with so many pieces."""
    return new_game(RULES, Setup(pieces, **setup), chance=Scripted(dice))


def answer_all(game: Game, *answers: tuple[int, Any]) -> Game:
    for player, answer in answers:
        assert game.request.player == player, game.request
        game.answer(answer)
    return game


def activation_order(game: Game) -> list[int]:
    """Who is asked for an activation to the end of the round, if nobody throws."""
    seen, number = [], game.context(Round).number
    while game.request is not None and game.context(Round).number == number:
        ask, values = game.request.ask, game.request.space.values
        if ask == "activate":
            seen.append(game.request.player)
        game.answer(values[-1] if ask == "activate" else None)
    return seen


# ------------------------------------------------------------------------------------------------------ alternating


@pytest.mark.parametrize(
    ("pieces", "order"), [((2, 2, 2), [0, 1, 2, 0, 1, 2]), ((2, 1, 1), [0, 1, 2, 0]), ((1, 3, 1), [0, 1, 2, 1, 1])]
)
def test_activations_alternate(pieces: tuple[int, int, int], order: list[int]) -> None:
    """Who has more pieces goes on alone at the end."""
    assert activation_order(hill(pieces)) == order


def test_each_round_another_side_begins() -> None:
    game = hill()
    assert [activation_order(game)[0] for _ in range(3)] == [0, 1, 2]
    assert game.result is not None


def test_a_piece_is_activated_once_a_round() -> None:
    game = answer_all(hill(), (0, 0), (0, None), (1, None), (2, None))
    assert game.request.space.values == (None, 1)
    with pytest.raises(Refused):
        game.answer(0)


# ---------------------------------------------------------------------------------------------------------- passing


def test_who_passes_is_done_for_the_round_and_back_in_the_next() -> None:
    """A player who passes activates no more this round; the others go on."""
    game = answer_all(hill(), (0, 0), (0, None), (1, None))
    assert activation_order(game) == [2, 0, 2]
    assert activation_order(game) == [1, 2, 0, 1, 2, 0]


def test_a_round_in_which_all_pass_is_over() -> None:
    game = answer_all(hill(), (0, None), (1, None), (2, None))
    assert game.context(Round).number == 2
    assert not any(side.passed for side in game.state.sides.values())


# ------------------------------------------------------------------------------------------------- out of the game


def knock_out_1(**setup: Any) -> Game:
    """Player 0 throws the only piece of player 1 out of the game."""
    game = answer_all(hill((2, 1, 1), dice=[(6, 6)], **setup), (0, 0), (0, 2))
    assert passing.living(game) == [0, 2]
    return game


def test_a_side_without_pieces_is_passed_over() -> None:
    assert activation_order(knock_out_1()) == [2, 0]


def test_the_round_that_the_lost_side_would_begin_is_begun_by_the_next() -> None:
    game = knock_out_1()
    activation_order(game)
    assert activation_order(game) == [2, 0, 0], "round 2: player 1 would begin"
    assert activation_order(game) == [2, 0, 0]


def test_who_loses_the_last_piece_while_able_is_not_asked_again() -> None:
    """Player 2 had one more activation this round when the piece for it fell."""
    game = answer_all(hill((1, 1, 2), dice=[(6, 6)]), (0, None), (1, 1), (1, 3), (2, 2), (2, None))
    assert game.context(Round).number == 2


def test_a_lost_side_does_not_win_on_points() -> None:
    game = knock_out_1(points=(1, 9, 4), rounds=1)
    activation_order(game)
    assert [side.points for side in game.state.sides.values()] == [2, 9, 5]
    assert game.result is not None and game.result.winners == (2,)


def test_the_last_one_standing_wins_at_once() -> None:
    game = answer_all(hill((2, 1, 0), dice=[(4, 3)]), (0, 0), (0, 2))
    assert game.result is not None and game.result.winners == (0,)
    assert game.request is None


def test_odds_of_the_last_throw() -> None:
    law = odds.distribution(
        answer_all(hill((1, 1, 0)), (0, 0)), lambda after: after.result is not None, answers=[1], until="throw"
    )
    hits = sum(one + two >= 7 for one, two in product(range(1, 7), repeat=2))
    assert law == {True: Fraction(hits, 36), False: Fraction(36 - hits, 36)}


# -------------------------------------------------------------------------------------------------------------- kit


def test_a_save_remembers_who_has_passed(tmp_path: Any) -> None:
    game = answer_all(hill(), (0, 0), (0, None), (1, None))
    game.save(tmp_path / "game.json")
    again = load(tmp_path / "game.json", game=RULES)
    assert again.digest() == game.digest() == game.fork().digest()
    assert activation_order(again) == [2, 0, 2]


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=6, seed=1, looks=10, where=f"{passing.__name__}:RULESET")
    assert report.exercised["step"] and report.checks["hash seeds"] == 1
