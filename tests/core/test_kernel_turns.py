"""Turns go on after a player has left the game."""

from typing import Any

import pytest

from rulewright import (
    BrokenRules,
    Event,
    GameOver,
    Loop,
    Record,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    alternating,
    choose,
    new_game,
    turns,
)


class Seat(Record):
    out: bool = False


class Ring(State):
    seats: Table[Seat]


class Out(Event, frozen=True):
    player: int

    def apply(self, state: Ring) -> None:
        state.seats.edit(self.player).out = True


def step_out(game: Any, turn: Turn) -> Steps:
    who = yield choose(turn.player, "who leaves", (None, *living(game)))
    if who is not None:
        yield Out(who)
    if len(living(game)) == 1:
        yield GameOver(tuple(living(game)))


def living(game: Any) -> list[int]:
    return [player for player in game.players if not game.state.seats[player].out]


def may_play(game: Any, player: int) -> bool:
    return not game.state.seats[player].out


def populate(state: Ring, setup: Any, content: Any) -> None:
    for player in range(3):
        state.seats.add(Seat(player))


def ring(advance: Any) -> Any:
    rules = Ruleset(
        id="ring",
        title="Ring",
        state=Ring,
        flow=Loop("turn", advance, [step_out]),
        populate=populate,
        players=lambda setup: 3,
    )
    return new_game(rules, seed=1)


def order(game: Any) -> tuple[int, ...]:
    return (2, 0, 1)


@pytest.mark.parametrize("advance", [turns(order, playing=may_play), alternating(order, may_play)])
def test_a_player_who_leaves_in_the_own_turn_is_followed_by_the_next(advance: Any) -> None:
    game = ring(advance)
    asked = []
    for leaver in (None, 0, None, None, None):
        asked.append(game.request.player)
        game.answer(leaver)

    assert asked == [2, 0, 1, 2, 1]
    assert game.request.player == 2


def test_each_once_counts_those_who_leave() -> None:
    game = ring(turns(lambda game: (1, 2, 0), once=True, playing=may_play))
    game.answer(1)
    assert game.request.player == 2
    game.answer(None)
    assert game.request.player == 0
    game.answer(None)
    assert game.request is None


def test_an_order_without_the_player_of_the_last_turn_is_refused_by_name() -> None:
    game = ring(turns(living))
    with pytest.raises(BrokenRules, match=r"player 0 had the last turn .* playing="):
        game.answer(0)
    assert game.request.player == 0 and not game.state.seats[0].out
