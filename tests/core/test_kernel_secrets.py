"""What one player decided in secret is not in a game that another player imagines."""

from random import Random

import pytest

from rulewright import (
    BrokenRules,
    Event,
    GameOver,
    Options,
    Procedure,
    Refused,
    Request,
    Ruleset,
    State,
    Steps,
    Together,
    new_game,
)


class Nothing(State):
    pass


class Shown(Event, frozen=True):
    hands: tuple[str, ...]


def show_hands(game: object) -> Steps:
    hands = Options(("stone", "paper", "scissors"))
    shown = yield Together(tuple(Request(player, "hand", hands) for player in (0, 1, 2)))
    yield Shown(shown)
    yield GameOver((0,))


RULES = Ruleset(
    id="hands",
    title="Show hands",
    state=Nothing,
    flow=Procedure("game", [lambda game, context: show_hands(game)]),
    players=lambda setup: 3,
).freeze()


def imagined_hands(player: int) -> list[tuple[str, ...]]:
    """What comes out in games that a player imagines when players 0 and 1 have shown stone."""
    game = new_game(RULES, seed=1)
    game.answer("stone", 0)
    game.answer("stone", 1)
    rng = Random(5)
    found = []
    for _ in range(40):
        imagined = game.view(player).imagine(rng)
        assert [request.player for request in imagined.requests] == [2]
        imagined.answer("paper", 2)
        (shown,) = [event for event in imagined.events() if isinstance(event, Shown)]
        found.append(shown.hands)
    assert game.requests and game.answers == [(0, "stone"), (1, "stone")]
    return found


def test_what_others_answered_in_secret_is_made_up() -> None:
    hands = imagined_hands(2)
    assert {first for first, _, _ in hands} == {second for _, second, _ in hands} == {"stone", "paper", "scissors"}


def test_a_player_knows_the_own_secret_answer() -> None:
    hands = imagined_hands(1)
    assert {second for _, second, _ in hands} == {"stone"}
    assert {first for first, _, _ in hands} == {"stone", "paper", "scissors"}


def test_a_secret_answer_is_taken_back_by_who_gave_it_until_all_are_shown() -> None:
    game = new_game(RULES, seed=1)
    game.answer("stone", 0)
    with pytest.raises(Refused, match="another player has acted"):
        game.answer("paper", 1)
        game.undo(player=0)
    with pytest.raises(Refused, match="no decision to take back"):
        game.undo(player=2)
    game.undo(player=1)
    assert [request.player for request in game.requests] == [1, 2]
    game.answer("paper", 1)
    game.answer("paper", 2)
    with pytest.raises(Refused, match="turned up since"):
        game.undo(player=2)
    assert len(game.answers) == 3


def test_nobody_is_asked_twice_at_once() -> None:
    def ask_twice(game: object, context: object) -> Steps:
        yield Request(0, "ready", Options((True,)))
        yield Together(tuple(Request(0, "hand", Options(("stone", "paper"))) for _ in range(2)))

    game = new_game(Ruleset(id="twice", title="Twice", state=Nothing, flow=Procedure("game", [ask_twice])), seed=1)

    with pytest.raises(BrokenRules, match=r"asked once, and here players \[0, 0\]"):
        game.answer(True)
