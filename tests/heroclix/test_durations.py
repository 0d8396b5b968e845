"""What lasts without saying how long: for the attack, move or action that brings it, or else for the turn (20.3)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Hit, Missed
from rulewright_heroclix.events.movement import Moved
from rulewright_heroclix.events.turns import ActionResolved

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, happened, rule

MORE: Final = {"do": "modify", "values": ["attack"], "by": 1}


def totals(position: Scenario) -> list[int]:
    """The attack totals of the attacks that were made."""
    return [event.total for event in happened(position, Hit, Missed)]


def attack_value(position: Scenario) -> int:
    return int(position.game.number("attack", HERO))


@rule("20.3", 7)
@rule("6.9", 1)
@rule("6.9a", 1)
@pytest.mark.parametrize("moment", ["targets", "misses", "attack resolved"])
def test_what_an_attack_triggers_is_gone_in_the_next_attack(moment: str) -> None:
    fast = clix(HERO, *("8 flurry/10/17/3",) * 3, traits=[special(when(moment, MORE))])
    position = acting(at(FOE, "D3"), cards=(fast,), rolls=("12", "12"))
    position.answer((HERO, "flurry", "CLOSE")).answer("yes")

    in_the_first, lasts = moment == "targets", moment == "attack resolved"
    assert totals(position) == [13 + in_the_first, 13 + in_the_first + lasts] and attack_value(position) == 10


@rule("20.3", 7)
@rule("6.9a", 1)
def test_what_a_move_triggers_is_gone_when_it_has_ended() -> None:
    hero = clix(HERO, *("8 charge/10/17/3",) * 3, traits=[special(when("moved", MORE))])
    position = acting(cards=(hero,), rolls=("12",))
    position.answer((HERO, "charge", "POWER")).answer("E3").answer("close")

    assert totals(position) == [13] and happened(position, Moved)


@rule("20.3", 8)
@rule("6.9a", 1)
@pytest.mark.parametrize("moment", ["given an action", "given a token"])
def test_what_an_action_triggers_lasts_until_it_has_resolved(moment: str) -> None:
    position = acting(at(FOE, "D3"), trait=special(when(moment, MORE)), rolls=("12",))
    position.answer((HERO, "close", "CLOSE"))

    assert totals(position) == [13 + (moment == "given an action")] and attack_value(position) == 10


@rule("20.3", 8)
def test_what_an_action_grants_lasts_until_it_has_resolved() -> None:
    position = use(acting(at(FOE, "D3"), trait=special(act(MORE, {"do": "attack"})), rolls=("12",)))

    assert totals(position) == [14] and attack_value(position) == 10


@rule("20.3", 4)
@pytest.mark.parametrize("moment", ["your turn begins", "action resolved"])
def test_what_neither_brings_lasts_for_the_turn(moment: str) -> None:
    position = acting(trait=special(when(moment, MORE, once="turn")))
    if moment == "action resolved":
        position.answer((HERO, "move", "MOVE")).answer("D3")
        assert happened(position, ActionResolved)

    assert position.asked == "action" and attack_value(position) == 11
    position.answer(None)
    assert position.player == 1 and attack_value(position) == 10


@rule("20.3", 7, 8)
@pytest.mark.parametrize("late", [False, True])
def test_what_comes_after_resolutions_is_no_longer_part_of_them(late: bool) -> None:
    more: dict[str, Any] = {"after_resolutions": True} if late else {}
    position = acting(at(FOE, "D3"), trait=special(when("hits", MORE, **more)), rolls=("56",))
    position.answer((HERO, "close", "CLOSE"))

    assert attack_value(position) == 10 + late


@rule("20.3", 7, 8)
@pytest.mark.parametrize("late", [False, True])
def test_what_follows_a_reroll_lasts_for_the_attack_unless_it_comes_after_resolutions(late: bool) -> None:
    again = {"rerolls": True, "effects": [MORE], **({"after_resolutions": True} if late else {})}
    position = acting(at(FOE, "D3"), trait=special(again), rolls=("12", "13"))
    position.answer((HERO, "close", "CLOSE")).answer(("brawn.rerolls_0", HERO))

    assert attack_value(position) == 10 + late
