"""Each rule by itself: a small position, known dice, one thing done, one fact.

The mark names the rule, and the assert of it, that a test proves; `pytest --rule-report rules.json` and
`rulewright coverage brawl --report rules.json` show what is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from rulewright import Game, Refused, Scripted, new_game, odds

from rulewright_brawl.cards import deck_list, load_cards
from rulewright_brawl.state import deck, hand

MISS = (1, 2, 3)


def begin(*dice: Sequence[int], mine: Sequence[str] = (), theirs: Sequence[str] = (), **setup: int) -> Game:
    """A game in which these cards lie on top of the decks, and these dice fall."""
    return new_game("brawl", setup, chance=Scripted([stacked(mine), stacked(theirs), *dice]))


def stacked(top: Sequence[str]) -> tuple[str, ...]:
    """A shuffled deck with these cards on top."""
    rest = list(deck_list(load_cards()))
    for card in top:
        rest.remove(card)
    return (*top, *rest)


def attack(game: Game, *cards: str) -> None:
    """The player whose turn it is attacks; both pass, unless one of these cards may be played."""
    game.answer("attack")
    left = list(cards)
    while game.request is not None and game.request.ask == "react":
        answer = ("react", left[0]) if left else None
        playable = answer in (game.request.space.options() or ())
        game.answer(answer if playable else None)
        if playable:
            left.pop(0)
    assert not left, f"never played: {left}"


def health(game: Game) -> list[int]:
    """What both fighters have left."""
    return [fighter.health for fighter in game.state.fighters.values()]


def in_hand(game: Game, player: int) -> tuple[str, ...]:
    """The cards in a hand."""
    cards: tuple[str, ...] = game.state.zones[hand(player)].cards
    return cards


# 1 Preparation


@pytest.mark.rule("brawl:1.1")
def test_both_have_the_health_of_the_setup_and_the_same_cards() -> None:
    game = begin(health=7)

    assert health(game) == [7, 7]
    whole = [sorted(game.state.zones[deck(player)].cards + in_hand(game, player)) for player in (0, 1)]
    assert whole[0] == whole[1] == sorted(deck_list(load_cards()))


@pytest.mark.rule("brawl:1.2")
def test_three_cards_are_drawn_from_the_shuffled_deck() -> None:
    game = begin(theirs=["parry", "rage", "feint"])

    assert in_hand(game, 1) == ("parry", "rage", "feint")


# 2 The turn


@pytest.mark.rule("brawl:2.1")
def test_a_turn_begins_with_a_card() -> None:
    game = begin(mine=["rage"], cards=0)

    assert in_hand(game, 0) == ("rage",)


@pytest.mark.rule("brawl:2.2")
def test_who_can_not_draw_tires() -> None:
    turns = 2 * len(deck_list(load_cards()))
    game = begin(*[MISS] * turns, cards=0)

    for _ in range(turns):
        attack(game)

    assert health(game) == [9, 10]


@pytest.mark.rule("brawl:2.3", 1)
def test_any_number_of_cards_may_be_played_before_the_attack() -> None:
    game = begin(mine=["potion", "potion", "rage"])

    for card in ("potion", "potion", "rage"):
        game.answer(card)

    assert health(game) == [14, 10]
    assert game.number("strength", 0) == 5


@pytest.mark.rule("brawl:2.3", 2)
def test_a_card_for_a_roll_is_refused_before_the_attack() -> None:
    game = begin(mine=["parry"])
    before = game.digest()

    with pytest.raises(Refused) as refused:
        game.answer("parry")

    assert refused.value.rule == "2.3"
    assert game.digest() == before


# 3 The attack


@pytest.mark.rule("brawl:3.1")
@pytest.mark.rule("brawl:3.3")
@pytest.mark.parametrize(("faces", "wounds"), [(MISS, 0), ((1, 3, 4), 1), ((5, 6, 2), 2), ((4, 4, 6), 3)])
def test_three_dice_hit_on_four_or_more_and_each_hit_wounds(faces: tuple[int, ...], wounds: int) -> None:
    game = begin(faces)

    attack(game)

    assert health(game) == [10, 10 - wounds]


@pytest.mark.rule("brawl:3.2")
def test_both_react_to_the_roll_until_both_pass() -> None:
    game = begin((6, 1, 1), (4, 4), mine=["feint", "rage", "rage"], theirs=["parry", "parry", "rage"])

    game.answer("attack")
    asked = []
    for answer in (("react", "feint"), None, ("react", "parry"), None, ("react", "parry"), None, None):
        assert game.request is not None
        asked.append(game.request.player)
        game.answer(answer)

    assert asked == [0, 0, 1, 0, 1, 0, 1]
    assert health(game) == [10, 10]


def test_the_odds_of_an_attack_are_those_of_three_coins() -> None:
    """
    The odds come from the rules themselves: nobody had to write them down a second time.
    """
    game = begin(cards=0)

    law = odds.distribution(game, lambda then: health(then)[1], answers=["attack"], until="attack", policy=_pass)

    assert law == {7: Fraction(1, 8), 8: Fraction(3, 8), 9: Fraction(3, 8), 10: Fraction(1, 8)}


def _pass(game: Game, request: object) -> None:
    """The answer of somebody who never reacts."""


# 4 Grit, 5 the end


@pytest.mark.rule("brawl:4.1")
@pytest.mark.parametrize(("faces", "drawn"), [((4, 4, 1), 0), ((4, 4, 4), 1)])
def test_three_wounds_at_once_bring_a_card(faces: tuple[int, ...], drawn: int) -> None:
    game = begin(faces)

    attack(game)

    assert len(in_hand(game, 1)) == 3 + 1 + drawn  # one for the turn that has begun


@pytest.mark.rule("brawl:5.1")
def test_the_other_player_wins_at_once() -> None:
    game = begin((6, 6, 6), theirs=["riposte"], health=1)

    attack(game, "riposte")

    assert game.result is not None
    assert game.result.winners == (1,)
    assert health(game) == [0, 1]


# 6 The effects of cards


@pytest.mark.rule("brawl:6.1")
def test_a_potion_heals_two() -> None:
    game = begin((6, 6, 6), theirs=["potion"])
    attack(game)

    game.answer("potion")

    assert health(game) == [10, 9]


@pytest.mark.rule("brawl:6.2")
def test_rage_lasts_for_one_turn() -> None:
    game = begin((1, 1, 1, 1, 1), MISS, mine=["rage"])

    game.answer("rage")
    attack(game)
    attack(game)

    assert game.number("strength", 0) == 3


@pytest.mark.rule("brawl:6.3")
def test_parry_cancels_two_hits_and_never_more_than_there_are() -> None:
    game = begin((6, 6, 6), theirs=["parry", "parry"])

    attack(game, "parry", "parry")

    assert health(game) == [10, 10]


@pytest.mark.rule("brawl:6.4")
def test_feint_rolls_two_missed_dice_again() -> None:
    game = begin((1, 1, 1), (6, 2), mine=["feint"])

    attack(game, "feint")

    assert health(game) == [10, 9]


@pytest.mark.rule("brawl:6.5")
def test_riposte_hurts_the_attacker() -> None:
    game = begin(MISS, theirs=["riposte"])

    attack(game, "riposte")

    assert health(game) == [9, 10]
