"""Combos: what pays for a cost, what an asked or unasked question tells, and when corridors are free."""

from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from rulewright import Game, Refused, Scripted, new_game
from rulewright.testing.kit import check_ruleset

from . import combo
from .combo import RULES, RULESET, Positions, lacking
from .hands import DECK, symbol
from .paired import answer, check_pairs, hand, looks


def scene(*cards: str, other: tuple[str, ...] = (), **position: Any) -> Game:
    """Player 0 with these cards in hand is on turn; the last one was drawn just now."""
    deck = (cards[-1], *DECK[20:24])
    position = {"spaces": (6, 8), "deck": deck, **position}
    return new_game(RULES, Positions(hands=(cards[:-1], other), **position), chance=Scripted(()))


def window(game: Game) -> str:
    return game.request.about.get("window", "") if game.request.ask == "react" else ""


# ------------------------------------------------------------------------------------------------- paying from hand


@pytest.mark.parametrize(
    ("cards", "cost", "missing"),
    [
        (("elbow/1", "taunt/1"), ("fist", "?"), []),
        (("taunt/1", "elbow/1"), ("fist", "?"), []),
        (("elbow/1", "hook/1"), ("fist", "?"), []),
        (("elbow/1",), ("fist", "?"), ["?"]),
        (("taunt/1", "taunt/2"), ("fist", "?"), ["fist"]),
        (("elbow/1", "elbow/2"), ("fist", "eye"), ["eye"]),
        ((), ("fist", "?", "?"), ["fist", "?", "?"]),
        ((), (), []),
    ],
)
def test_a_wild_symbol_takes_any_card_that_is_left(cards: Any, cost: Any, missing: list[str]) -> None:
    """One card per symbol; the question mark may be paid with any symbol."""
    assert lacking(cards, cost) == missing


@pytest.mark.parametrize("cost", [("fist", "?"), ("?", "fist", "fist"), ("eye",), ("?", "?")])
def test_payment_is_as_if_each_card_were_laid_on_one_symbol(cost: tuple[str, ...]) -> None:
    """Against every way of laying the cards on the symbols, one by one."""
    for cards in product(("elbow/1", "taunt/1", "kick/1"), repeat=len(cost)):
        fits = any(
            all(wanted in ("?", symbol(card)) for card, wanted in zip(laid, cost, strict=True))
            for laid in permutations(cards)
        )
        assert (not lacking(cards, cost)) == fits, cards


def test_what_is_not_paid_is_refused_with_the_symbol_that_lacks() -> None:
    game = answer(scene("elbow/1", "taunt/1", "kick/1"), ("combo",), "aim")
    assert game.request.options() == [("elbow/1", "taunt/1"), ("elbow/1", "kick/1")]
    before = game.digest()
    with pytest.raises(Refused, match=r"the cost fist \? is not paid: fist is lacking \[special.pay\]"):
        game.answer(("taunt/1", "kick/1"))
    assert game.digest() == before
    answer(game, ("kick/1", "elbow/1"))
    assert hand(game, 0) == ("taunt/1",) and game.state.zones["discard"].cards == ("kick/1", "elbow/1")
    assert (game.state.fighters[1].heavy, game.state.fighters[1].light) == (1, 1)


def test_a_special_attack_that_cannot_be_paid_is_not_offered() -> None:
    game = answer(scene("taunt/1", "taunt/2"), ("combo",))
    assert game.request.space.values == ("order",)
    assert ("combo",) not in scene("guard/1").request.space.values


def test_a_special_attack_once_per_combo_a_dash_as_often_as_it_is_paid() -> None:
    game = answer(
        scene("taunt/1", "taunt/2", "kick/1", "kick/2", spaces=(5, 9)), None, ("combo",), "order", ("taunt/1",)
    )
    answer(game, ())
    assert "order" not in game.request.space.values
    answer(game, ("kick/1", 6), ("kick/2", 7))
    assert game.state.fighters[0].space == 7
    answer(game, None)
    assert window(game) == "free moment", "the second action begins"
    answer(game, None, ("combo",))
    assert "order" in game.request.space.values, "a second combo may use it again"


# ---------------------------------------------------------------------------------------------- nothing tells the hand


def test_who_can_pay_for_nothing_more_is_asked_all_the_same() -> None:
    """That a combo ends of itself would tell the hand, unless the hand is empty."""
    poor = answer(scene("kick/1", "guard/1"), ("combo",), ("kick/1", 7))
    assert poor.request.ask == "combo" and poor.request.space.values == (None,)
    assert answer(scene("kick/1"), ("combo",), ("kick/1", 11)).request.ask == "action", "an empty hand shows itself"


def ended_where_nothing_is_paid(game: Game, last: Any) -> Any:
    """A combo that goes on only while something can be paid."""
    link = combo.next_link(game, last)
    stuck = link is not None and last is not None and not combo.links(game, link.player, link.used)
    return None if stuck else link


@pytest.mark.parametrize("leaking", [False, True])
def test_the_end_of_a_combo_tells_nothing(leaking: bool, request: pytest.FixtureRequest) -> None:
    """Who has another arrow and who has none look alike; where a combo ends of itself they do not."""
    if leaking:
        kept = combo.COMBO.advance
        object.__setattr__(combo.COMBO, "advance", ended_where_nothing_is_paid)
        request.addfinalizer(lambda: object.__setattr__(combo.COMBO, "advance", kept))
    rules, seen = RULESET.freeze(), []
    for held in ("guard/1", "kick/2"):
        game = new_game(rules, Positions(hands=(("kick/1",), ()), spaces=(6, 8), deck=(held, *DECK[20:24])))
        answer(game, ("combo",), ("kick/1", 7))
        while game.request.ask == "combo":
            answer(game, None)
        seen.append(looks(game, 1))
    assert (seen[0] == seen[1]) != leaking


def test_an_order_shows_two_cards_of_the_holders_choice() -> None:
    """The opponent shows two cards; one of those is discarded, the other stays known."""
    game = answer(scene("taunt/1", other=("guard/1", "hook/1", "kick/1")), ("combo",), "order", ("taunt/1",))
    assert game.request.ask == "show" and game.request.player == 1
    answer(game, ("kick/1", "guard/1"))
    assert game.request.player == 0 and game.request.space.values == ("kick/1", "guard/1")
    assert game.view(0).state.zones["hand:1"].cards == ("guard/1", None, "kick/1")
    answer(game, "guard/1")
    assert game.view(0).state.zones["hand:1"].cards == (None, "kick/1")
    assert game.view(1).state.zones["hand:1"].cards == ("hook/1", "kick/1")


@pytest.mark.parametrize("held", [(), ("guard/1",)])
def test_an_order_to_a_short_hand_takes_what_there_is(held: tuple[str, ...]) -> None:
    game = answer(scene("taunt/1", other=held), ("combo",), "order", ("taunt/1",), held)
    answer(game, *held)
    assert hand(game, 1) == () and game.request.ask == "action"


# ------------------------------------------------------------------------------------------------------- free moves


def test_corridors_are_free_before_and_between_the_actions_and_never_after() -> None:
    """From red to red as often as one likes, but not during an action and not after the second."""
    game = scene("kick/1", "kick/2", spaces=(5, 14))
    assert window(game) == "free moment"
    assert game.request.space.values == (None, ("use_corridor", 7), ("use_corridor", 9))
    answer(game, ("use_corridor", 7), ("use_corridor", 5), ("use_corridor", 7))
    assert (game.state.fighters[0].heavy, game.state.fighters[0].light) == (1, 2)
    answer(game, None, ("combo",), ("kick/1", 6), ("kick/2", 7))
    assert window(game) == "free moment", "the combo ended with the hand; between its dashes there was no window"
    answer(game, None, ("move", 8))
    assert game.active == 1


def test_no_corridor_between_two_links_of_a_combo() -> None:
    game = answer(scene("kick/1", "kick/2", spaces=(6, 14)), ("combo",), ("kick/1", 5))
    assert game.request.ask == "combo" and game.state.fighters[0].space in combo.RED


def test_no_corridor_after_the_second_action() -> None:
    game = answer(scene("guard/1", spaces=(11, 14)), ("move", 10), ("move", 5))
    assert game.active == 1 and game.state.fighters[0].space == 5


def test_a_corridor_does_not_end_on_the_opponent() -> None:
    game = scene("guard/1", spaces=(5, 9))
    assert game.request.space.values == (None, ("use_corridor", 7))
    with pytest.raises(Refused):
        game.answer(("use_corridor", 9))


@pytest.mark.parametrize(("spaces", "free"), [((0, 1), (5,)), ((7, 8), (2, 6, 12)), ((14, 0), (9, 13))])
def test_no_step_out_of_the_arena_or_onto_the_opponent(spaces: tuple[int, int], free: tuple[int, ...]) -> None:
    game = scene("guard/1", spaces=spaces)
    if window(game):
        game.answer(None)
    assert tuple(what[1] for what in game.request.space.values if what[0] == "move") == free


@pytest.mark.parametrize(("aims", "winner"), [(True, 0), (False, 1)])
def test_an_empty_deck_ends_the_round_at_the_start_of_a_turn(aims: bool, winner: int) -> None:
    """Who has fewer wounds wins, else the player whose turn it is: here player 1."""
    game = scene("elbow/1", "guard/1", deck=("guard/1",))
    answer(game, *([("combo",), "aim", ("elbow/1", "guard/1")] if aims else [("move", 11)]), ("move", 1 if aims else 6))
    assert game.result is not None and game.result.winners == (winner,)


def test_a_hand_is_imagined_that_can_pay_for_what_was_named() -> None:
    """Naming a special attack tells that it can be paid; player 1 knows so much and no more."""
    game = answer(scene("elbow/1", "taunt/1", "kick/1"), ("combo",), "aim")
    hands = {game.view(1).imagine(Random(number)).state.zones["hand:0"].cards for number in range(12)}
    assert len(hands) > 3
    assert all(not lacking(cards, ("fist", "?")) for cards in hands)


# ------------------------------------------------------------------------------------- paired states and planted leaks


def test_positions_that_differ_in_hidden_things_look_alike_and_go_on() -> None:
    assert check_pairs(RULES, DECK) > 100


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=3, seed=1, looks=8, where=f"{combo.__name__}:RULESET")
    assert report.checks["leak"] > 50 and report.checks["hash seeds"] == 1
