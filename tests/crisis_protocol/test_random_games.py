"""Random games keep what must always hold: where characters stand, power, damage, tokens; and replay alike."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulewright.journal import journal_of, rebuild
from rulewright.testing import Scenario
from rulewright_crisis_protocol.events.attacks import AttackResolved
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.state import Character, Objective
from tests.lengths import length

from . import many_games
from .many_games import Watch, counts, missing, play
from .table import HERO, VILLAIN, at, battle, card, invent, piece, power, rule, rules, token, turn


@rule("power.cap", 1)
@rule("damage.tokens", 2)
@rule("move.overlap", 2, 3)
@rule("move.battlefield-edge", 1)
@rule("condition.gain", 2)
@pytest.mark.parametrize("seed", length([1, 131], [0, 1, 102, 131]))
def test_a_random_game_keeps_what_must_hold_and_replays_alike(seed: int) -> None:
    game = play(seed)
    again = rebuild(rules(), game.setup, journal_of(game))
    assert again.digest() == game.digest()
    assert any(isinstance(event, AttackResolved) for event in game.events())


def test_games_are_played_and_replayed_in_processes_of_their_own() -> None:
    seeds = range(7, length(8, 9))
    found = many_games.run(seeds)
    assert found["games"] == len(seeds) and found == sum((counts(play(seed)) for seed in seeds), Counter[str]())
    assert {"crisis relays", "layout crossroads", "affiliation wardens", "another passing"} <= {*missing({})}
    assert not {*missing(found)} & {*found}


@pytest.mark.parametrize(
    "things",
    [
        [at(HERO, 10, 10), at(VILLAIN, 11, 10, 1)],
        [at(HERO, 10, 10), piece("car", 10, 11)],
        [at(HERO, 10, 10), piece("lamp", 10, 10)],
        [at(HERO, 10, 10, damage=5)],
        [at(HERO, 10, 10, power=11)],
        [at(HERO, 10, 10, conditions=("slow", "slow"))],
        [token("flag", 37, 10)],
        [token("flag", 30, 10, holder="nobody")],
        [at(HERO, 10, 10), *(Objective(name, "vials", 1, 1, holder=HERO) for name in ("one", "two"))],
    ],
)
def test_what_must_never_be_is_found_in_a_position(things: Any) -> None:
    Watch(
        battle(at(HERO, 10, 10, power=10), at(VILLAIN, 12, 10, 1), piece("car", 10, 13), token("flag", 10, 10)).game
    ).look()
    with pytest.raises(AssertionError):
        Watch(battle(*things).game).look()


def falling(*things: Character, injured: bool = False) -> Scenario:
    """Two have been hurt at once; asked is whether a third one reacts to the fall of the first of them."""
    burst = power("outburst", "active", {"do": "damage", "amount": 5, "who": {"every": "enemy", "range": 3}})
    gift = {"do": "choose_character", "side": "any", "range": 5, "sight": False, "then": [{"do": "gain_power"}]}
    grudge = power("grudge", "reactive", gift, when="ally felled")
    cards = card(HERO, superpowers=[burst]), card("other"), card("third", superpowers=[grudge])
    hurt = at(VILLAIN, 13, 10, 1, injured=injured), at("other", 10, 13, 1, injured=injured)
    position = battle(at(HERO, 10, 10), *hurt, at("third", 20, 10, 1), *things, rules=invent(*cards))
    turn(position).answer(("activate", HERO))
    return position.answer(("superpower", "outburst"))


@pytest.mark.parametrize("injured", [False, True])
def test_who_was_hurt_at_once_with_another_falls_after_what_the_fall_of_that_one_leads_to(injured: bool) -> None:
    position, asked = falling(injured=injured), []
    while position.asked in ("trigger", "character"):
        asked.append(position.asked)
        Watch(position.game).look()
        position.answer(position.options[0])
    assert asked == ["trigger", "character", "trigger"]
    Watch(position.game).look()


@pytest.mark.parametrize("answers", [0, 1])
def test_who_was_not_hurt_with_another_does_not_stand_at_its_fall_with_full_damage(answers: int) -> None:
    position = falling(at(HERO, 30, 30, 1, name="spare", damage=5))
    for _ in range(answers):
        position.answer(position.options[0])
    with pytest.raises(AssertionError):
        Watch(position.game).look()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([token("flag", 5, 5)], []),
        ([], [at(HERO, 10, 10)]),
        ([], [piece("car", 10, 10)]),
        ([piece("bastion", 10, 10)], []),
        ([at(HERO, 10, 10, dazed=True, damage=5)], [at(HERO, 12, 10, dazed=True, damage=5)]),
    ],
)
def test_what_must_never_become_is_found_between_positions(before: Any, after: Any) -> None:
    watch = Watch(battle(*before).game)
    watch.game = battle(*after).game
    with pytest.raises(AssertionError):
        watch.look()


@pytest.mark.parametrize("how", ["advance", "climb", "push", "throw", "place"])
def test_a_way_that_is_too_long_is_found(how: str) -> None:
    game = battle(at(HERO, 10, 30), at(VILLAIN, 30, 30, 1)).game
    watch = Watch(game)
    watch.look()
    game.log.events.append(Moved(HERO, how, 33.0, 5.0, HERO))
    with pytest.raises(AssertionError):
        watch.look()
