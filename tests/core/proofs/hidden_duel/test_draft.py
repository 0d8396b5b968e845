"""A draft of skills: both choose in secret at the same time, and nobody learns more than he may."""

from fractions import Fraction
from itertools import permutations
from math import perm
from typing import Any

import pytest

from rulewright import Extension, Game, Insert, Refused, Scripted, Seeded, choose, new_game, odds
from rulewright.requests import CHANCE
from rulewright.testing.kit import KitFailure, check_ruleset

from . import draft
from .draft import RULES, RULESET, SKILLS
from .hands import DECK
from .paired import check_pairs, hand, looks

SKILL_ORDER = ("bold", "calm", "deft", "grim", "keen", "sly")
"""Player 0 is dealt bold, calm and deft."""

KEPT = (0, "bold"), (1, "keen"), (0, "grim"), (1, "calm")


def drafted(*answers: tuple[int, str]) -> Game:
    game = new_game(RULES, chance=Scripted([SKILL_ORDER], then=Seeded(1)))
    for player, skill in answers:
        game.answer(skill, player)
    return game


# ------------------------------------------------------------------------------------------- simultaneous choices


def test_both_choose_in_secret_at_the_same_time() -> None:
    """Each keeps one of three skills without seeing the opponent's choice, in whatever order they answer."""
    game = drafted((1, "keen"))
    assert [request.player for request in game.requests] == [0]
    assert game.events() == drafted().events(), "nothing happens before both have chosen"
    assert drafted((0, "bold"), (1, "keen")).digest() == drafted((1, "keen"), (0, "bold")).digest()


@pytest.mark.parametrize("kept", ["grim", "keen", "sly"])
def test_a_choice_that_waits_for_the_other_tells_nothing(kept: str) -> None:
    assert looks(drafted((1, kept)), 0) == looks(drafted((1, "grim")), 0)


def test_two_skills_are_passed_and_only_those() -> None:
    game = drafted((0, "bold"), (1, "keen"))
    assert [request.space.values for request in game.requests] == [("grim", "sly"), ("calm", "deft")]
    with pytest.raises(Refused, match="'keen' is not among"):
        game.answer("keen", 0)


# --------------------------------------------------------------------------------------------------- hidden zones


def test_who_passed_two_skills_does_not_learn_which_is_kept() -> None:
    """Of the two cards passed one is kept face down, the other leaves the game."""
    one = drafted(*KEPT)
    other = drafted(*KEPT[:3], (1, "deft"))
    assert looks(one, 0) == looks(other, 0)
    assert looks(one, 1) != looks(other, 1)
    assert one.view(0).state.zones["removed"].cards == (None, "sly"), "only the own discard is known"


def test_the_face_down_skill_stays_hidden_and_the_face_up_one_counts() -> None:
    """The higher initiative of the active skills begins: keen 6 against bold 7 lying face down."""
    game = drafted(*KEPT, (0, "grim"), (1, "keen"))
    assert draft.order(game) == [1, 0] and game.request.player == 1
    assert game.view(1).state.zones["kept:0"].cards == (None,)
    assert game.view(1).state.zones["active:0"].cards == ("grim",)
    assert game.view(0).state.zones["kept:0"].cards == ("bold",)


def test_first_hands_are_taken_one_two_one() -> None:
    """The start player takes one card, the other two, the start player the last; then the row is filled again."""
    game, takers = drafted(*KEPT, (0, "bold"), (1, "keen")), []
    while game.request is not None:
        takers.append((game.request.player, len(game.request.space.values)))
        game.answer(game.request.space.values[0])
    assert takers == [(0, 4), (1, 3), (1, 2), (0, 1)]
    assert [len(hand(game, player)) for player in (0, 1)] == [2, 2]
    assert len(game.state.zones["row"].cards) == 4
    assert game.result is not None and game.result.winners == (0,)


# ------------------------------------------------------------------------------------------------------------- odds


def test_odds_of_a_skill_deal() -> None:
    """How many of the two highest initiatives are dealt to player 0."""
    game = new_game(RULES, chance="manual")
    law = odds.distribution(game, lambda after: len({"bold", "keen"} & set(after.state.zones["dealt:0"].cards)))
    ways = list(permutations(SKILLS, 3))
    expected = {n: sum(len({"bold", "keen"} & set(way)) == n for way in ways) for n in (0, 1, 2)}
    assert law == {n: Fraction(count, perm(6, 3)) for n, count in expected.items()}


def test_every_card_and_rule_of_chance_came_from_a_request() -> None:
    assert [player for player, _ in new_game(RULES, seed=2).answers] == [CHANCE]


# ------------------------------------------------------------------------------------- paired states and planted leaks


def test_positions_that_differ_in_hidden_things_look_alike_and_go_on() -> None:
    assert check_pairs(RULES, (*DECK, *SKILLS)) > 15


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=4, seed=1, looks=8, where=f"{draft.__name__}:RULESET")
    assert report.checks["leak"] > 100 and report.checks["hash seeds"] == 1


def whispered(game: Game, context: Any) -> Any:
    """A question to one player that names what the other keeps."""
    yield choose(0, "look", (None,), kept=game.state.zones["kept:1"].cards)


def test_a_planted_leak_is_caught() -> None:
    spoiled = Insert(whispered, procedure="draft", before="first hands")
    rules = RULESET.freeze([Extension(ruleset=RULESET.id, id="whisper", inserts=[spoiled])])
    with pytest.raises(KitFailure) as failure:
        check_ruleset(rules, games=4, seed=1, looks=8)
    assert failure.value.check == "leak"
