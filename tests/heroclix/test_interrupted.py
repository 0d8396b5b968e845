"""Who leaves the map in the middle of a power is not met again by what goes on (12.5d, 15.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulewright import EffectBegan, Event
from rulewright_heroclix.events.attacks import Hit, Targeted
from rulewright_heroclix.events.damage import KnockedOut
from rulewright_heroclix.events.terrain import MarkerDestroyed, MarkerRemoved
from rulewright_heroclix.powers.reach import reached
from tests.interrupted import interrupted

from .table import FOE, HERO, at, clix, dice, happened, invent, marker, one, play, rule, turn

TOUGH = ("8/10/16/2",) * 9


def ko(id: str) -> Callable[[Any, Any], Event]:
    """A character is KO'd."""
    return lambda game, event: KnockedOut(id)


@rule("12.5d", 3)
@pytest.mark.parametrize(("gone", "targeted"), [(HERO, []), (FOE, ["far"]), ("far", [FOE])])
def test_a_pulse_wave_goes_on_for_those_who_stand(gone: str, targeted: list[str]) -> None:
    rules = invent(clix(HERO, "8/10/17/3 pulse-wave"), clix(FOE, *TOUGH))
    things = at(HERO, "C3"), at(FOE, "D3"), at(FOE, "E4", name="far", player=1), at(HERO, "P16", name="idle")
    position = turn(play(*things, rules=interrupted(rules, EffectBegan, ko(gone)), rolls=dice("15")))
    position.answer((HERO, "pulse-wave", "RANGE"))

    assert one(position, gone).area == "ko"
    assert [event.target for event in happened(position, Targeted)] == targeted


@rule("15.3", 5)
def test_who_is_off_the_map_reaches_nobody() -> None:
    position = play(at(HERO, area="aside"), at(FOE, "D3"))

    assert reached(position.game, HERO, "probability-control") == []


@rule("17.11", 2)
@pytest.mark.parametrize("on", [Targeted, Hit])
def test_an_object_that_is_gone_by_the_attack_with_it_is_not_destroyed_again(on: type[Event]) -> None:
    rules = interrupted(invent(clix(HERO, *("8/10/17/3",) * 4), clix(FOE, *TOUGH)), on, removed)
    things = at(HERO, "C3"), at(FOE, "D3"), marker("object", holder=HERO), at(HERO, "P16", name="idle")
    position = turn(play(*things, rules=rules, rolls=dice("56"))).answer((HERO, "terrain", "CLOSE"))

    assert "object" not in position.state.markers and not happened(position, MarkerDestroyed)
    assert position.asked == "action"


def removed(game: Any, event: Any) -> Event:
    """The object is gone."""
    return MarkerRemoved("object")


@rule("pac.telekinesis", 6)
def test_an_object_that_is_gone_when_it_is_thrown_does_no_damage() -> None:
    rules = interrupted(invent(clix(HERO, "8/10/17/3 telekinesis"), clix(FOE, *TOUGH)), Hit, removed)
    things = at(HERO, "C3"), at(FOE, "F3"), marker("object", "D5"), at(HERO, "P16", name="idle")
    position = turn(play(*things, rules=rules, rolls=dice("56"))).answer((HERO, "telekinetic-throw", "RANGE"))

    assert one(position, FOE).click == 1 and position.asked == "action"
