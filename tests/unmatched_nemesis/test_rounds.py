"""Pages 18 and 19: ends of rounds, the next round, the match."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright.zones import CardsMoved
from rulewright_unmatched_nemesis.events.before import StartPlayerFound
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestCalled
from rulewright_unmatched_nemesis.events.rounds import RoundBegan, RoundWon
from rulewright_unmatched_nemesis.events.turns import TurnBegan
from rulewright_unmatched_nemesis.state import ACTIVE, DECK, DISCARD, DISPLAY, HAND, KEPT

from .table import IDLE, attack, attacking, by_either, duel, filled_by, rule, seated, space, turn

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
@by_either
def test_the_second_round_that_someone_wins_decides_the_match(player: int) -> None:
    position = exhausted(light=seated(player, 0, 5), wins=(1, 1))

    assert position.game.result is not None
    assert position.game.result.winners == (player,)
    assert not position.events(RoundBegan)


@rule("round-end.token", 2)
@rule("goal.match")
@by_either
def test_the_winner_of_a_first_round_takes_a_token_and_the_next_round_begins(player: int) -> None:
    position = exhausted(light=seated(player, 0, 5), wins=seated(player, 0, 1))

    assert position.game.result is None
    assert [fighter.wins for fighter in position.state.fighters.values()] == [1, 1]
    assert position.last(RoundBegan).number == 2


@rule("round-end.flip")
@rule("next-round.start-player", 2)
@rule("note.flip-twice")
@by_either
def test_the_loser_turns_up_the_other_skill(player: int) -> None:
    """Once, and the winner does not."""
    position = exhausted(light=seated(player, 0, 5))

    loser = 1 - player
    assert set(position.cards(ACTIVE[loser])) == {SKILLS["active"][loser][0], SKILLS["kept"][loser][0]}
    assert position.cards(KEPT[loser]) == []
    assert position.cards(ACTIVE[player]) == [*SKILLS["active"][player]]
    assert position.cards(KEPT[player]) == [*SKILLS["kept"][player]]
    assert flipped(position) == [loser]


@rule("note.flip-twice")
@by_either
def test_who_loses_a_second_round_has_lost_and_turns_up_nothing(player: int) -> None:
    position = exhausted(light=seated(player, 0, 5), wins=seated(player, 1, 0))

    assert position.game.result is not None
    assert flipped(position) == []


def flipped(position: Scenario) -> list[int]:
    """Who turned up a second skill."""
    return [KEPT.index(event.origin) for event in position.events(CardsMoved) if event.rule == "round-end.flip"]


@rule("round-end.flip", 2)
@rule("skill-card.active", 1, 3)
@by_either
def test_both_skills_of_who_has_lost_a_round_count(player: int) -> None:
    """Close Quarters adds 1 light and Merciless 1 cube to the test."""
    skills = {"active": seated(player, ("close-quarters", "merciless"), ("tunnel-rat",))}
    position = attacking("hook", player, heavy=seated(player, 0, 9), dice=[(6, 6, 6)], **skills).answer(True)

    assert position.last(KnockdownTestCalled).cubes == 9 + 3 + 1


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
    assert [(event.origin, event.target) for event in thrown] == [(place, DISCARD) for place in (*HAND, DISPLAY)]


@rule("note.tokens-between-rounds")
def test_with_the_other_reading_tokens_are_kept() -> None:
    assert exhausted(light=(0, 5), tokens=(4, 0), reading={"tokens": "kept"}).state.fighters[0].tokens == 4


@rule("next-round.deck")
@rule("next-round.discard", 2)
@rule("note.discarded-cards")
def test_all_attack_cards_are_shuffled_into_a_new_deck_and_four_are_turned_up() -> None:
    """Those of the hands, of the display, of the discard pile and of the deck, in the order that chance gives them."""
    order = ("lunge", "elbow", "hook", "uppercut", "taunt", "vault", "lunge")
    cards: Any = {"hands": (("uppercut",), ("elbow",)), "discard": ("lunge", "lunge")}
    position = exhausted(light=(0, 5), cards=[order], **cards)

    assert position.cards(DISCARD) == []
    assert position.cards(DISPLAY) == list(order[:4])
    assert position.cards(DECK) == list(order[4:])


@rule("note.discarded-cards")
def test_both_players_discard_on_one_pile_which_is_not_shuffled_into_a_deck_that_runs_out() -> None:
    draws = attack(
        "feast", {"do": "discard"}, {"do": "discard", "of": "opponent"}, {"do": "draw", "amount": 3}, type="ability"
    )
    position = attacking(draws, hands=(("hook",), ("elbow",)), deck=("vault",))

    assert position.cards(DISCARD) == ["elbow", "hook"]
    assert (position.cards(HAND[0]), position.cards(HAND[1]), position.cards(DECK)) == (["vault"], [], [])


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
@rule("note.start-player-term")
@rule("note.initiative")
@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("active", [0, 1])
def test_the_loser_takes_the_first_turn_of_the_next_round(loser: int, active: int) -> None:
    """Whoever's turn it was when the deck ran out."""
    position = exhausted(active, light=seated(loser, 5, 0), discard=(IDLE,) * 12)
    finish_draft(position)

    assert position.last(StartPlayerFound) == StartPlayerFound(loser, rule="next-round.start-player")
    assert [event.player for event in position.events(TurnBegan)] == [active, loser]
    assert position.player == loser


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
@pytest.mark.parametrize("loser", [0, 1])
def test_a_tie_of_initiative_goes_to_the_start_player(loser: int) -> None:
    skills: dict[str, Any] = {
        "active": seated(loser, ("merciless",), ("quick-feet",)), "kept": seated(loser, ("quick-feet",), ())
    }  # fmt: skip
    position = exhausted(light=seated(loser, 5, 0), discard=(IDLE,) * 12, **skills)

    assert position.player == loser


@rule("next-round.hands", 1)
@rule("note.initiative")
def test_with_the_other_reading_the_start_player_drafts_first() -> None:
    skills: Any = {"active": (("quick-feet",), ("merciless",)), "kept": (("tunnel-rat",), ("second-wind",))}

    assert drafting(draft_order="start player", **skills).player == 1


@rule("field.hidden", 1)
def test_drafted_cards_stay_known_to_the_opponent() -> None:
    position = drafting()
    finish_draft(position)

    assert None not in position.game.view(0).state.zones[HAND[1]].cards
