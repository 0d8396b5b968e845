"""What bots need: hidden cards made up, and a judgement of positions."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

from rulewright import new_game
from rulewright.bots import RandomBot
from rulewright_unmatched_nemesis.minds.judgement import ATTACK_PLACES, SKILL_PLACES, evaluate
from rulewright_unmatched_nemesis.state import ACTIVE, HAND, KEPT

from .table import FAR, NEAR, acting, duel, looks, rule, rules


@rule("field.hidden")
def test_an_imagined_match_has_the_cards_that_are_known_to_be_there() -> None:
    game, rng = new_game(rules(), seed=5), Random(5)
    for _ in range(80):
        assert game.request is not None
        game.answer(game.request.space.sample(rng), game.request.player)
    imagined = game.view(0).imagine(Random(1))

    zones = imagined.state.zones
    attacks = Counter(card for place in ATTACK_PLACES for card in zones[place].cards)
    skills = Counter(card for place in SKILL_PLACES for card in zones[place].cards)
    assert attacks == Counter(rules().content.deck("nemesis"))
    assert skills == Counter(rules().content.skill_set("nemesis"))
    assert zones[HAND[0]].cards == game.state.zones[HAND[0]].cards
    assert zones[KEPT[0]].cards == game.state.zones[KEPT[0]].cards
    assert zones[ACTIVE[1]].cards == game.state.zones[ACTIVE[1]].cards


@rule("field.hidden", 1)
def test_who_is_about_to_pay_can_pay_in_an_imagined_match() -> None:
    """James names Order with a card that nobody knows: whoever imagines the match gives him an eye."""
    cards = Counter(rules().content.deck("nemesis"))
    cards.subtract({"taunt": 1, "hook": 1})
    position = acting(hands=(("taunt", "hook"), ()), known=False, display=(), deck=[*cards.elements()])
    position.answer(("special", "order"))
    assert position.asked == "pay"

    for seed in range(8):
        held = position.game.view(1).imagine(Random(seed)).state.zones[HAND[0]].cards
        assert {rules().content.attacks[card].symbol for card in held} & {"eye", "wild"}


@rule("field.hidden")
def test_what_a_player_imagines_looks_like_the_match_and_can_be_played_on() -> None:
    """At every question both players can imagine a match: it looks the same to them, and bots go on with it."""
    game, bot, differed = new_game(rules(), seed=3), RandomBot(3), 0
    for number in range(60):
        request = game.request
        assert request is not None
        for player in game.players:
            imagined = game.view(player).imagine(Random(number))
            assert looks(imagined, player) == looks(game, player)
            differed += imagined.state.digest() != game.state.digest()
            for _ in range(4):
                if (asked := imagined.request) is not None:
                    imagined.answer(bot.choose(imagined.view(asked.player), asked), asked.player)
        game.answer(bot.choose(game.view(request.player), request), request.player)
    assert differed > 100


def worth(**how: Any) -> float:
    """What a position is worth to player 0."""
    return evaluate(duel(**how).game.view(0), 0)


def ahead(**how: Any) -> float:
    """How far ahead player 0 is in the last round of a match: the logarithm of the odds."""
    chance = worth(wins=(1, 1), **how) / 100
    return math.log(chance / (1 - chance))


def test_a_match_in_which_all_is_alike_is_almost_even() -> None:
    """Each would like to be nearer."""
    for wins, chance in (((0, 0), 50), ((1, 0), 75), ((0, 1), 25), ((1, 1), 50)):
        assert chance - 2 < worth(wins=wins, fighters=("james", "katie"), spaces=NEAR) < chance


def test_damage_cards_and_rounds_count() -> None:
    assert worth(heavy=(0, 1)) > worth(light=(0, 2)) > worth(light=(0, 1)) > worth() > worth(light=(1, 0))
    assert worth(wins=(1, 0)) > worth(wins=(1, 1)) > worth(wins=(0, 1))
    assert worth(heavy=(9, 0), wins=(1, 0)) > worth(wins=(0, 1))
    assert ahead(light=(0, 11)) - ahead(light=(0, 10)) > ahead(light=(0, 2)) - ahead(light=(0, 1))


def test_of_cards_shields_are_worth_most_and_what_pays_for_an_attack() -> None:
    assert worth(hands=(("elbow",), ())) > worth(hands=(("study",), ())) > worth()
    both = {"fighters": ("katie", "james"), "spaces": FAR}
    assert worth(hands=(("hook", "study"), ()), **both) > worth(hands=(("lunge", "study"), ()), **both)


def test_a_fighter_who_may_be_knocked_down_now_is_in_danger() -> None:
    """Katie's wrench swing reaches one space."""
    hands = (("hook", "study"), ())
    near, far = (ahead(fighters=("katie", "james"), hands=hands, spaces=at, light=(0, 11)) for at in (NEAR, FAR))
    few, away = (ahead(fighters=("katie", "james"), hands=hands, spaces=at, light=(0, 1)) for at in (NEAR, FAR))
    assert near - far > 2 * (few - away) > 0


def test_whoever_plays_wants_to_be_near() -> None:
    assert worth(spaces=NEAR) > worth(spaces=FAR)
