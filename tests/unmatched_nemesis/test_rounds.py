"""Pages 18 and 19: ends of rounds, the next round, the match."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright.zones import CardsMoved
from rulewright_unmatched_nemesis.events.rounds import RoundBegan, RoundWon
from rulewright_unmatched_nemesis.events.turns import TurnBegan
from rulewright_unmatched_nemesis.state import ACTIVE, DECK, DISCARD, DISPLAY, HAND, KEPT

from .table import IDLE, duel, filled_by, rule, space, turn

SKILLS: Any = {"active": (("close-quarters",), ("merciless",)), "kept": (("tunnel-rat",), ("sharp-eye",))}
"""Initiative 5 and 4; face down 1 and 7."""


def exhausted(player: int = 0, **how: Any) -> Scenario:
    """The turn of a player begins, and the deck cannot fill the display."""
    return turn(duel(display=("hook",), deck=("vault", "taunt"), **{**SKILLS, **how}), player=player)


def winner(position: Scenario) -> int:
    return position.last(RoundWon).player


@rule("round-end.triggers", 2)
@rule("goal.deck-out")
@rule("note.display-empty")
@pytest.mark.parametrize("player", [0, 1])
def test_the_round_is_over_when_the_deck_cannot_fill_the_display(player: int) -> None:
    """Before any action of the turn that has begun; a deck that can just fill it goes on."""
    position = exhausted(player, light=(3, 2))

    assert (winner(position), position.last(RoundWon).reason) == (1, "deck_out")
    assert [event.player for event in position.events(TurnBegan)] == [player]
    assert position.last(RoundBegan).number == 2

    full = turn(duel(display=("hook",), deck=("vault", "taunt", "lunge"), **SKILLS), player=player)
    assert not full.events(RoundWon)
    assert full.cards(DISPLAY) == ["hook", "vault", "taunt", "lunge"]
    assert full.asked == "action"


@rule("round-end.deck-out", 1)
@rule("goal.deck-out")
@rule("note.least-damage")
@pytest.mark.parametrize("player", [0, 1])
def test_fewer_heavy_cubes_win_whatever_the_light_ones_are(player: int) -> None:
    assert winner(exhausted(player, heavy=(1, 2), light=(9, 0))) == 0
    assert winner(exhausted(player, heavy=(2, 1), light=(0, 9))) == 1


@rule("round-end.deck-out", 2)
@rule("note.least-damage")
@pytest.mark.parametrize("player", [0, 1])
def test_then_fewer_light_cubes_win(player: int) -> None:
    assert winner(exhausted(player, heavy=(2, 2), light=(3, 4))) == 0
    assert winner(exhausted(player, heavy=(2, 2), light=(4, 3))) == 1


@rule("round-end.deck-out", 3)
@rule("goal.deck-out")
@rule("note.least-damage")
@pytest.mark.parametrize("player", [0, 1])
def test_then_the_player_whose_turn_it_is_wins(player: int) -> None:
    assert winner(exhausted(player, heavy=(2, 2), light=(3, 3))) == player


@rule("round-end.token", 1)
@rule("goal.match")
def test_the_second_round_that_someone_wins_decides_the_match() -> None:
    position = exhausted(light=(0, 5), wins=(1, 1))

    assert position.game.result is not None
    assert position.game.result.winners == (0,)


@rule("round-end.token", 2)
def test_the_winner_of_a_first_round_takes_a_token_and_the_next_round_begins() -> None:
    position = exhausted(light=(0, 5), wins=(0, 1))

    assert position.game.result is None
    assert [fighter.wins for fighter in position.state.fighters.values()] == [1, 1]
    assert position.last(RoundBegan).number == 2


@rule("round-end.flip")
@rule("next-round.start-player", 2)
def test_the_loser_turns_up_the_other_skill() -> None:
    position = exhausted(light=(0, 5))

    assert set(position.cards(ACTIVE[1])) == {"merciless", "sharp-eye"}
    assert position.cards(KEPT[1]) == []
    assert position.cards(KEPT[0]) == ["tunnel-rat"]


# The next round ---------------------------------------------------------------------------------------------


@rule("next-round.discard")
@rule("next-round.models")
@rule("note.tokens-between-rounds")
def test_cubes_hands_and_models_go_back() -> None:
    """Those of both players, before anyone drafts new cards."""
    hands = (("hook", "vault"), ("elbow", "lunge"))
    position = exhausted(light=(4, 5), heavy=(2, 3), hands=hands, tokens=(4, 0), discard=(IDLE,) * 8)

    assert position.asked == "take_card"
    assert [(one.heavy, one.light) for one in position.state.fighters.values()] == [(0, 0), (0, 0)]
    assert [position.cards(HAND[seat]) for seat in (0, 1)] == [[], []]
    assert (space(position, 0), space(position, 1)) == ("b1", "b5")
    assert position.state.fighters[0].tokens == 0
    thrown = [event for event in position.events(CardsMoved) if event.rule == "next-round.discard"]
    assert [(event.origin, event.target) for event in thrown] == [
        (place, DISCARD) for place in (*HAND, DISPLAY)
    ]


@rule("note.tokens-between-rounds")
def test_with_the_other_reading_tokens_are_kept() -> None:
    assert exhausted(light=(0, 5), tokens=(4, 0), reading={"tokens": "kept"}).state.fighters[0].tokens == 4


@rule("next-round.deck")
def test_all_attack_cards_are_shuffled_into_a_new_deck_and_four_are_turned_up() -> None:
    """Those of the hands, of the display, of the discard pile and of the deck, in the order that chance gives them."""
    order = ("lunge", "elbow", "hook", "uppercut", "taunt", "vault", "lunge")
    cards: Any = {"hands": (("uppercut",), ("elbow",)), "discard": ("lunge", "lunge")}
    position = exhausted(light=(0, 5), cards=[order], **cards)

    assert position.cards(DISCARD) == []
    assert position.cards(DISPLAY) == list(order[:4])
    assert position.cards(DECK) == list(order[4:])


def drafting(**how: Any) -> Scenario:
    """Round 2, in which player 1, who lost, starts; the opening draft begins."""
    deck = (IDLE,) * 12
    return exhausted(light=(0, 5), discard=deck, **how)


def finish_draft(position: Scenario) -> list[int | None]:
    """Take cards until the draft is over; who took them."""
    takers = []
    while position.asked == "take_card":
        takers.append(position.player)
        position.answer(position.options[0])
    return takers


@rule("next-round.start-player", 1)
@rule("setup.step-6-first", 1)
@rule("note.initiative")
def test_the_loser_takes_the_first_turn_of_the_next_round() -> None:
    position = drafting()
    finish_draft(position)

    assert position.last(TurnBegan).player == 1
    assert [event.player for event in position.events(TurnBegan)] == [0, 1]


@rule("next-round.hands", 1, 2, 3)
def test_the_draft_follows_the_higher_initiative_and_the_display_is_filled_again() -> None:
    """Player 1 lost and has Merciless (4) and Sharp Eye (7) against Close Quarters (5)."""
    position = drafting(cards=[("hook", "vault", "taunt", *(IDLE,) * 12)])

    assert finish_draft(position) == [1, 0, 0]
    assert (position.cards(HAND[0]), position.cards(HAND[1])) == (["vault", "taunt"], ["hook", IDLE])
    assert position.cards(DISPLAY) == [IDLE] * 4
    assert filled_by(position) == "setup.step-6-refill"


@rule("next-round.hands", 1, 3)
@rule("next-round.start-player", 1)
@rule("skill-card.initiative")
@rule("note.initiative")
def test_the_higher_initiative_drafts_first_even_if_the_loser_starts() -> None:
    position = drafting(active=(("quick-feet",), ("merciless",)), kept=(("tunnel-rat",), ("second-wind",)))
    assert finish_draft(position)[0] == 0
    assert position.last(TurnBegan).player == 1


@rule("next-round.hands", 3)
def test_a_tie_of_initiative_goes_to_the_start_player() -> None:
    position = drafting(active=(("quick-feet",), ("merciless",)), kept=((), ("quick-feet",)))

    assert position.player == 1


def test_with_the_other_reading_the_start_player_drafts_first() -> None:
    skills: Any = {"active": (("quick-feet",), ("merciless",)), "kept": (("tunnel-rat",), ("second-wind",))}

    assert drafting(draft_order="start player", **skills).player == 1


@rule("field.hidden", 1)
def test_drafted_cards_stay_known_to_the_opponent() -> None:
    position = drafting()
    finish_draft(position)

    assert None not in position.game.view(0).state.zones[HAND[1]].cards
