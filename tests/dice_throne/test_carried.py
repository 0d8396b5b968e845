"""What heroes carry, and the numbers and permissions that texts may change, with where they come from."""

from __future__ import annotations

from random import Random

from rulewright import Modifier, new_game
from rulewright.describe import describe
from rulewright.powers.index import scanned
from rulewright_dice_throne.carried import CARRIERS
from rulewright_dice_throne.ruleset import RULESET

from .table import invent, passive, sit, status

CURSE = status("curse", limit=3, forbids=["selling", "cards"])


def test_a_token_forbids_what_its_text_says_and_the_trace_names_it() -> None:
    game = sit({"tokens": {"curse": 1}}, rules=invent(statuses=[CURSE])).game

    verdict = game.verdict("selling", 0)
    assert [(line.name, line.source) for line in verdict.trace] == [("curse", 0)]
    assert not game.may("cards", 0)
    assert [game.may("defence", 0), game.may("selling", 1)] == [True, True]
    assert not game.view(1).may("selling", 0)


def test_what_a_hero_carries_can_be_asked() -> None:
    wage = passive("wage", {"when": "upkeep", "effects": [{"do": "gain_cp", "amount": 2}]})
    rules = invent([wage], statuses=[CURSE])
    game = sit({"tokens": {"curse": 2}}, rules=rules, heroes=("tester", "barbarian")).game

    assert game.has("curse", 0)
    assert not game.has("curse", 1)
    assert game.bearers("curse") == [0]
    assert [item.name for item in game.carried(0)] == ["curse", "tester.wage:1"]


def test_numbers_of_the_rules_are_registered_with_their_trace() -> None:
    game = sit().game
    assert [game.number(name, 0) for name in ("hand limit", "attempts", "cp limit")] == [6, 3, 15]
    value = game.value("hand limit", 0, Modifier("hand limit", "instead", 8, "a card"))
    assert (value.number, [line.name for line in value.trace]) == (8, ["a card"])

    data = describe(RULESET.freeze())
    assert {"hand limit", "attempts", "cp limit"} <= {stat["name"] for stat in data["stats"]}
    assert "selling" in {permission["name"] for permission in data["permissions"]}


def test_the_index_says_what_a_look_at_every_hero_says() -> None:
    game, rng = new_game(RULESET.freeze(), seed=5), Random(5)
    for _ in range(300):
        if game.request is None:
            break
        game.answer(game.request.space.sample(rng), game.request.player)
        index = game.rules.powers.index(game)
        names = dict(scanned(CARRIERS, game.state, game.content))
        assert {seat: index.names(seat) for seat in game.state.heroes} == names
