"""Positions with the fixtures of the kit, as any author has them: hands, phases, dice and answers by name."""

from collections.abc import Callable
from typing import Any

import pytest

from rulewright import Turn
from rulewright.testing import Scenario
from rulewright_dice_throne.events.attack import AbilityActivated
from rulewright_dice_throne.events.cards import CardSold, CpGained
from rulewright_dice_throne.events.dice import DiceRolled
from rulewright_dice_throne.events.phases import PhaseBegan
from rulewright_dice_throne.state import DECK, DISCARD, HAND

from .table import rule

SetUp = Callable[..., Scenario]
HEROES = {"heroes": ("gunslinger", "barbarian"), "asked": "whoever can"}
EIGHT = ("samesies", "tip-it", "six-it", "so-wild", "vegas-baby", "double-up", "better-d", "transference")


@pytest.fixture
def gunslinger(set_up: SetUp) -> Callable[..., Scenario]:
    """The fourth turn, in which the Gunslinger holds these cards and has this many CP."""

    def sit(phase: str, *hand: str, cp: int = 2, **wishes: Any) -> Scenario:
        changes = {
            "round": {0: {"active": 0, "number": 4}},
            "heroes": {0: {"cp": cp}},
            "zones": {HAND[0]: {"cards": hand}, DECK[0]: {"cards": ("buh-bye", "double-up")}},
        }
        position = set_up("dice_throne", setup=HEROES, changes=changes, **wishes)
        return position.begin(f"turn/{phase}", Turn(player=0, number=4))

    return sit


@rule("3.8.limit", 1, 2)
@rule("3.8.discard")
def test_cards_are_sold_down_to_six_in_the_discard_phase(gunslinger: Any) -> None:
    position = gunslinger("discard", *EIGHT)
    assert (position.asked, position.player) == ("sell_down", 0)

    position.answer("Six-It!", "samesies")

    assert [sold.card for sold in position.events(CardSold)] == ["six-it", "samesies"]
    assert len(position.state.zones[HAND[0]].cards) == 6
    assert position.state.zones[DISCARD[0]].cards == ("samesies", "six-it")  # the latest on top
    assert position.asked != "sell_down"


@rule("3.8.limit", 1)
def test_no_card_is_kept_beyond_six(gunslinger: Any, refused: Callable[..., Any]) -> None:
    position = gunslinger("discard", *EIGHT)

    with refused(rule="3.8.limit", match="not among the options"):
        position.answer(None)


@rule("3.2.cap")
def test_who_has_fifteen_cp_draws_a_card_and_gains_nothing(gunslinger: Any) -> None:
    position = gunslinger("income", cp=15)

    assert position.events(CpGained) == []
    assert position.state.heroes[0].cp == 15
    assert position.state.zones[HAND[0]].cards == ("buh-bye",)


def test_dice_fall_as_they_are_scripted_and_abilities_are_announced_by_name(gunslinger: Any) -> None:
    position = gunslinger("rolls", dice={"offensive_roll": [(1, 1, 1, 1, 2)]})
    assert position.last(DiceRolled).faces == (1, 1, 1, 1, 2)
    assert position.asked == "keep_or_reroll"

    position.answer(())
    assert position.asked == "announce"
    ability = position.labels[0].split(":")[0]
    position.answer(ability)

    assert position.events(AbilityActivated)
    assert position.events(PhaseBegan)


def test_what_happens_out_of_the_blue_is_written_and_explained(set_up: SetUp) -> None:
    position = set_up("dice_throne", setup=HEROES).happen(CpGained(1, 3, rule="limits.cp"))

    assert position.state.heroes[1].cp == 5
    assert position.why(CpGained).rules == ("limits.cp",)
    assert position.idle
