"""The row, and a limit of the hand that acts at once, between two draws even."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulewright import Event, Extension, Game, Insert, Refused, Ruleset, Scripted, choose, new_game, trigger
from rulewright.testing.kit import KitFailure, check_ruleset
from rulewright.zones import CardsMoved

from . import market
from .hands import DECK, Scene
from .market import RULES, RULESET
from .paired import answer, check_pairs, hand, looks

ROW = ("elbow/4", "guard/4", "kick/4", "taunt/4")
FULL = ("guard/1", "guard/2", "taunt/1", "taunt/2", "kick/1", "kick/2")
DRAWN = ("elbow/1", "elbow/2", "hook/1", "hook/2")


def scene(*cards: str, deck: tuple[str, ...] = DRAWN, row: tuple[str, ...] = ROW) -> Game:
    """Player 0 with these cards in hand is on turn."""
    return new_game(RULES, Scene(hands=(cards, ()), row=row, deck=deck), chance=Scripted(()))


# --------------------------------------------------------------------------------------------------------- the row


def test_the_row_is_not_filled_between_the_two_actions() -> None:
    game = answer(scene(), ("take", "elbow/4"))
    assert game.state.zones["row"].cards == ROW[1:]
    assert len(game.request.space.values) == 4, "three cards to take, one to rummage with"
    answer(game, ("take", "kick/4"))
    assert game.active == 1 and game.state.zones["row"].cards == ("guard/4", "taunt/4", "elbow/1", "elbow/2")


def test_a_turn_has_exactly_two_actions() -> None:
    game = scene()
    assert None not in game.request.space.values
    answer(game, ("take", "elbow/4"))
    assert game.active == 0 and None not in game.request.space.values
    answer(game, ("take", "kick/4"))
    assert game.active == 1


def test_what_is_gone_from_the_row_is_not_taken() -> None:
    game = answer(scene(), ("take", "elbow/4"))
    with pytest.raises(Refused, match="is not among"):
        game.answer(("take", "elbow/4"))


@pytest.mark.parametrize(("deck", "over"), [(DRAWN[:1], True), (DRAWN[:2], False)])
def test_a_row_that_cannot_be_filled_ends_the_round_at_the_start_of_a_turn(deck: tuple[str, ...], over: bool) -> None:
    """A deck that just fills the row goes on."""
    game = answer(scene(deck=deck), ("take", "elbow/4"), ("take", "kick/4"))
    assert (game.result is not None) == over
    assert game.result is None or game.result.winners == (0,)


# ------------------------------------------------------------------------------------------------ limit of the hand


def test_the_seventh_card_is_discarded_at_once() -> None:
    """Whoever takes a seventh card discards any one of the seven immediately, before the next action."""
    game = answer(scene(*FULL), ("take", "elbow/4"))
    assert game.request.ask == "hand limit" and game.request.player == 0
    assert game.request.space.values == (*FULL, "elbow/4")
    answer(game, "elbow/4")
    assert hand(game, 0) == FULL and game.request.ask == "action"


def test_six_cards_are_allowed() -> None:
    game = answer(scene(*FULL[:5]), ("take", "elbow/4"))
    assert len(hand(game, 0)) == 6 and game.request.ask == "action"


def test_cards_drawn_from_the_deck_count_one_by_one() -> None:
    """The sixth card is no reason to discard, the seventh is; and of the seven the drawn ones may go as well."""
    game = answer(scene(*FULL[:5], "taunt/3"), ("rummage", "taunt/3"))
    assert game.request.ask == "hand limit" and game.request.space.values == (*FULL[:5], "elbow/1", "elbow/2")
    before = game.digest()
    with pytest.raises(Refused):
        game.answer("taunt/3")
    assert game.digest() == before
    answer(game, "elbow/1")
    assert hand(game, 0) == (*FULL[:5], "elbow/2") and game.request.ask == "action"


def test_the_limit_interrupts_between_two_draws() -> None:
    """With six cards in hand after paying, each of two draws makes a seventh, and one is discarded each time."""
    game = answer(scene(*FULL, "taunt/3"), ("rummage", "taunt/3"))
    assert hand(game, 0) == (*FULL, "elbow/1"), "the second card waits for the discard"
    answer(game, "guard/1")
    assert hand(game, 0) == (*FULL[1:], "elbow/1", "elbow/2") and game.request.ask == "hand limit"


# -------------------------------------------------------------------------------------------------- who knows what


def test_a_card_from_the_row_is_known_and_one_from_the_deck_is_not() -> None:
    game = answer(scene(), ("take", "elbow/4"))
    assert game.view(1).state.zones["hand:0"].cards == ("elbow/4",)
    answer(game, ("rummage", "elbow/4"))
    assert hand(game, 0) == ("elbow/1", "elbow/2")
    assert game.view(1).state.zones["hand:0"].cards == (None, None)
    assert b"elbow/1" not in looks(game, 1)[0]
    with pytest.raises(Refused, match="cards were turned up"):
        game.undo()


# ------------------------------------------------------------------------------------- paired states and planted leaks


def test_positions_that_differ_in_hidden_things_look_alike_and_go_on() -> None:
    assert check_pairs(RULES, DECK) > 40


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=4, seed=1, looks=8, where=f"{market.__name__}:RULESET")
    assert report.checks["leak"] > 100 and report.checks["hash seeds"] == 1


def whispered(game: Game, context: Any) -> Any:
    """A question to one player that names the other's cards."""
    yield choose(0, "look", (None,), cards=game.state.zones["hand:1"].cards)


def with_a_whisper() -> Any:
    spoiled = Insert(whispered, procedure="turn", before="refill")
    return RULESET.freeze([Extension(ruleset=RULESET.id, id="whisper", inserts=[spoiled])])


class CardNamed(Event, frozen=True):
    card: str


@trigger(CardsMoved, order_matters=False)
def name_drawn_card(game: Game, event: CardsMoved, source: None) -> CardNamed | None:
    return CardNamed(str(event.cards[0])) if event.origin == "deck" and event.target != "row" else None


def with_an_open_event() -> Ruleset:
    """The log tells everybody what was drawn unseen."""
    return replace(RULESET, triggers=[*RULESET.triggers, name_drawn_card])


@pytest.mark.parametrize("leaking", [with_a_whisper, with_an_open_event])
def test_a_planted_leak_is_caught(leaking: Callable[[], Any]) -> None:
    with pytest.raises(KitFailure) as failure:
        check_ruleset(leaking(), games=12, seed=1, looks=40)
    assert failure.value.check == "leak"


@pytest.mark.parametrize(("rules", "alike"), [(RULESET, True), (with_an_open_event(), False)])
def test_two_games_that_look_alike_go_on_alike_for_the_other_player(rules: Ruleset, alike: bool) -> None:
    """What player 0 draws unseen makes no difference to player 1, unless an event tells it."""
    game = new_game(rules, Scene(hands=(("taunt/1",), ()), known=True, row=ROW, deck=DECK[20:24]), seed=1)
    seen = [looks(answer(game.fork(), ("rummage", "taunt/1")), 1)]
    for number in range(5):
        seen.append(looks(answer(game.view(1).imagine(Random(number)), ("rummage", "taunt/1")), 1))
    assert all(other == seen[0] for other in seen) == alike
