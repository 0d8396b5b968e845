"""Rapid Ingress, what may be fired at as it is set up, and what lasts for units that come and go."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import FOREVER, begin_effect
from rulewright.testing import Scenario
from rulewright_wh40k.events.attached_units import Separated
from rulewright_wh40k.events.attacks import ModelRemoved
from rulewright_wh40k.events.movement import Arrived
from rulewright_wh40k.events.stratagems import StratagemUsed
from rulewright_wh40k.events.transports import Disembarked, Embarked

from .before import CARRIER, carrier, off, places, within
from .table import FOES, MINE, army, battle, happened, invent, offered, phase, rule, sheet, unit, use

DEEP = invent(sheet(FOES, abilities=["deep strike"]))


def ingress(*, reserve: str = "strategic reserves", round: int = 2, cp: int = 1, **more: Any) -> Scenario:
    """The end of the Movement phase of player 0; player 1 has a unit in Reserves."""
    things = unit(MINE, (20, 20)), off(FOES, area="reserves", reserve=reserve), unit(FOES, (55, 40), name="there")
    position = battle(*things, army(1, cp), round=round, **more)
    return phase(position, "movement phase", number=round).until("react", declines=("move",))


@rule("errata.stratagem-rapid-ingress", 2, 3, 4)
@rule("core.stratagem-rapid-ingress")
def test_a_unit_arrives_at_the_end_of_the_opponents_movement_phase() -> None:
    position = ingress()
    assert (position.window, position.player) == ("end of movement phase", 1)
    assert offered(position) == [("rapid-ingress", FOES)]
    use(position, "rapid-ingress", FOES).answer(places((50, 1), name=FOES))
    assert [(event.unit, event.how) for event in happened(position, Arrived)] == [(FOES, "strategic reserves")]
    assert position.state.units[FOES].area == "table"
    assert [event.cost for event in happened(position, StratagemUsed)] == [1]


@rule("errata.stratagem-rapid-ingress", 5)
def test_who_has_deep_strike_arrives_by_it() -> None:
    position = ingress(reserve="deep strike", rules=DEEP)
    use(position, "rapid-ingress", FOES).answer(places((40, 30), name=FOES))
    assert [event.how for event in happened(position, Arrived)] == ["deep strike"]


@rule("faq.movement.no-disembark-after-rapid-ingress")
def test_nobody_disembarks_from_a_transport_that_has_arrived_so() -> None:
    things = unit(MINE, (20, 20)), off(CARRIER, 1, "reserves", reserve="strategic reserves", player=1), within(FOES)
    battlefield = battle(*things, unit(FOES, (55, 40), name="there"), army(1, 1), round=2, rules=invent(carrier()))
    position = phase(battlefield, "movement phase", number=2).until("react", declines=("move",))
    use(position, "rapid-ingress", CARRIER).answer(places((50, 2.4), name=CARRIER))
    assert position.state.units[CARRIER].area == "table"
    assert (position.asked, position.player) == ("move", 1), "the next question is that of its own turn"
    assert happened(position, Disembarked) == [] and position.state.units[FOES].area == "embarked"


@rule("faq.movement.no-disembark-after-rapid-ingress")
def test_who_is_within_a_transport_that_arrives_in_its_own_step_disembarks() -> None:
    things = off(CARRIER, 1, "reserves", reserve="strategic reserves", player=0), within(MINE), unit(FOES, (55, 40))
    position = phase(battle(*things, round=2, rules=invent(carrier())), "movement phase/reinforcements", 0, 2)
    assert position.options == [(CARRIER, "strategic reserves"), None]
    position.answer((CARRIER, "strategic reserves"), places((20, 2.4), name=CARRIER))
    assert position.options == [(MINE, "disembark"), None]


@rule("errata.stratagem-rapid-ingress", 6)
@pytest.mark.parametrize(("round", "able"), [(1, False), (2, True)])
def test_nobody_arrives_in_a_round_in_which_that_is_not_allowed(round: int, able: bool) -> None:
    things = (
        unit(MINE, (20, 20)),
        off(FOES, area="reserves", reserve="strategic reserves"),
        unit(FOES, (55, 40), name="x"),
    )
    position = phase(battle(*things, army(1, 1), round=round), "movement phase", number=round).answer(None)
    assert (offered(position) == [("rapid-ingress", FOES)]) is able


@rule("errata.stratagem-rapid-ingress", 1, 2)
def test_rapid_ingress_is_a_strategic_ploy_for_the_other_players_turn() -> None:
    assert set(invent().content.stratagems["rapid-ingress"].labels) == {"core", "strategic ploy"}
    things = (
        unit(MINE, (20, 20)),
        off(MINE, area="reserves", name="away", reserve="strategic reserves"),
        unit(FOES, (55, 40)),
    )
    position = phase(battle(*things, army(0, 1), round=2), "movement phase", number=2).answer(None)
    while position.asked == "arrive":
        position.answer(None)
    assert not offered(position)


@rule("errata.stratagem-fire-overwatch", 2)
def test_overwatch_at_who_is_set_up() -> None:
    things = unit(FOES, (30, 20)), off(MINE, area="reserves", reserve="strategic reserves"), army(1, 1)
    position = phase(
        battle(*things, unit(MINE, (1, 43), name="other"), round=2, rolls=[(1,)]), "movement phase", number=2
    )
    position.answer(None, (MINE, "strategic reserves"), places((20, 1)))
    assert (position.window, offered(position)) == ("set up", [("fire-overwatch", FOES)])
    use(position, "fire-overwatch", FOES).answer(MINE)
    assert position.state.units[MINE].area == "table"


@rule("faq.transports.overwatch-on-disembarked-unit", 1)
def test_overwatch_at_who_disembarks() -> None:
    truck = unit(CARRIER, (20, 20), wounds=2, player=0)
    position = battle(truck, within(MINE), unit(FOES, (32, 20)), army(1, 1), rules=invent(carrier()), rolls=[(1,)])
    phase(position, "movement phase").answer((MINE, "disembark"), places((22.2, 20)))
    assert happened(position, Disembarked) and position.window == "set up"
    assert offered(position) == [("fire-overwatch", FOES)]


@rule("faq.movement.reaction-to-move-after-disembark", 1, 2)
@pytest.mark.parametrize("way", ["normal", "advance"])
def test_the_end_of_the_move_after_disembarking_is_reacted_to(way: str) -> None:
    truck = unit(CARRIER, (20, 20), wounds=2, player=0)
    rolls = [(1,), (1,)] if way == "advance" else [(1,)]
    position = battle(truck, within(MINE), unit(FOES, (32, 20)), army(1, 1), rules=invent(carrier()), rolls=rolls)
    phase(position, "movement phase").answer((MINE, "disembark"), places((22.2, 20)), None, (MINE, way))
    assert position.window == "move starts"
    position.answer(None, (("mine.1", ((23, 20),)),))
    assert (position.window, offered(position)) == ("move ends", [("fire-overwatch", FOES)])


# Persisting effects -----------------------------------------------------------------------------------------


def aimed(position: Scenario, id: str = MINE) -> int:
    """What is added to the Hit rolls of a unit."""
    return int(position.game.number("hit", id))


@rule("errata.persisting-effects", 2, 3)
def test_what_lasts_goes_on_within_a_transport_and_after_it() -> None:
    position = battle(unit(CARRIER, (20, 20), wounds=2, player=0), unit(MINE, (23, 20)), rules=invent(carrier()))
    aim = {"stat": "hit", "layer": "roll", "amount": 1}
    position.happen(begin_effect(position.game, "stratagem", FOREVER, target=("units", MINE), data=aim))
    position.happen(Embarked(MINE, CARRIER))
    (effect,) = position.state.effects.values()
    assert position.state.units[MINE].area == "embarked" and (effect.target, effect.until) == (MINE, "game")
    position.happen(Disembarked(MINE, CARRIER, (("mine.1", 23.0, 20.0, 0.0, 0.0),), ()))
    assert position.state.units[MINE].area == "table" and aimed(position) == 1


@rule("errata.persisting-effects", 4)
@pytest.mark.parametrize("lost", ["body", "head"])
def test_what_lasts_goes_on_for_who_is_left_of_an_attached_unit(lost: str) -> None:
    body = unit(MINE, (20, 20), strength=2, leaders=("hero",))
    lead, head = unit("hero", (21.5, 20), player=0)
    joined = [replace(lead, area="attached"), replace(head, unit=MINE)]
    position = battle([*body, *joined], rules=invent(sheet("hero")))
    aim = {"stat": "hit", "layer": "roll", "amount": 1}
    position.happen(begin_effect(position.game, "stratagem", FOREVER, target=("units", MINE), data=aim))
    assert aimed(position, MINE) == 1 and aimed(position, "hero") == 0
    position.happen(ModelRemoved("hero.1" if lost == "head" else "mine.1", MINE), Separated("hero", MINE))
    assert aimed(position, MINE if lost == "head" else "hero") == 1


# In the first battle round ----------------------------------------------------------------------------------


@rule("faq.reserves.rapid-ingress-first-round", 1, 2)
@pytest.mark.parametrize(
    ("ability", "own", "theirs"),
    [("arrives early", True, True), ("arrives early in its own turn", True, False), ("stealth", False, False)],
)
def test_who_arrives_in_the_first_battle_round_arrives_by_rapid_ingress_too(
    ability: str, own: bool, theirs: bool
) -> None:
    things = unit(MINE, (20, 20)), off(FOES, area="reserves", reserve="strategic reserves"), army(1, 1)
    rules = invent(sheet(FOES, abilities=[ability]))
    there = unit(FOES, (55, 40), name="there")
    position = phase(battle(*things, there, rules=rules), "movement phase").answer(None)
    assert (offered(position) == [("rapid-ingress", FOES)]) is theirs
    position = phase(battle(*things, there, rules=rules), "movement phase/reinforcements", 1)
    assert ((FOES, "strategic reserves") in (position.options or ())) is own


@rule("faq.reserves.rapid-ingress-first-round", 1)
def test_every_model_of_the_unit_arrives_early_or_none() -> None:
    body, soldier = off(FOES, area="reserves", reserve="strategic reserves")
    boss, head = off("boss", area="attached", player=1)
    led = [replace(body, leaders=("boss",), strength=2), soldier, boss, replace(head, unit=FOES)]
    for heads in (["arrives early"], []):
        rules = invent(sheet(FOES, abilities=["arrives early"]), sheet("boss", abilities=heads))
        position = phase(battle(led, unit(MINE, (20, 20)), rules=rules), "movement phase/reinforcements", 1)
        assert ((FOES, "strategic reserves") in (position.options or ())) is bool(heads)


@rule("core.strategic-reserves")
@pytest.mark.parametrize(("x", "allowed"), [(10, False), (20, True)])
def test_in_the_first_battle_round_nobody_is_set_up_in_the_zone_of_the_enemy_either(x: float, allowed: bool) -> None:
    rules = invent(sheet(FOES, abilities=["arrives early"]))
    things = off(FOES, area="reserves", reserve="strategic reserves"), unit(MINE, (50, 40))
    position = phase(battle(*things, rules=rules), "movement phase/reinforcements", 1)
    position.answer((FOES, "strategic reserves"))
    if allowed:
        position.answer(places((x, 1), name=FOES))
        assert position.state.units[FOES].area == "table"
    else:
        with position.refused(rule="core.strategic-reserves"):
            position.answer(places((x, 1), name=FOES))
