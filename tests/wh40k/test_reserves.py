"""Reserves: how units get there before the battle, when and where they arrive, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Round
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled
from rulewright_wh40k.events.before import PutInReserves
from rulewright_wh40k.events.movement import Arrived, LeftOver, Moved
from rulewright_wh40k.movement.reinforcements import left_over
from rulewright_wh40k.shooting.eligible import can_shoot

from .before import CARRIER, before, carrier, off, places, within
from .table import FOES, MINE, attached, battle, blade, happened, invent, phase, rule, sheet, unit

DEEP = invent(sheet(MINE, abilities=["deep strike"]))
HALF = 32 / 25.4 / 2
"""The radius of a base of 32 mm, in inches."""
FAR = unit(FOES, (55, 40))


def arriving(*things: Any, round: int = 2, **more: Any) -> Scenario:
    """The Reinforcements step of player 0."""
    return phase(battle(*things, round=round, **more), "movement phase/reinforcements")


def landing(how: str, *things: Any, reserve: str = "", count: int = 1, **more: Any) -> Scenario:
    """A unit of player 0 is about to be set up."""
    return arriving(off(MINE, count, "reserves", reserve=reserve or how), *things, **more).answer((MINE, how))


def ways(position: Scenario, id: str = MINE) -> list[str]:
    """How a unit may arrive."""
    return [one[1] for one in position.options or () if one and one[0] == id] if position.asked == "arrive" else []


# Deep Strike ------------------------------------------------------------------------------------------------


@rule("core.ability-deep-strike", 1)
@rule("faq.reserves.deep-strike-needs-every-model")
@pytest.mark.parametrize("joined", [False, True])
def test_only_a_unit_whose_every_model_has_deep_strike_uses_it(joined: bool) -> None:
    rules = invent(sheet(MINE, abilities=["deep strike"]), sheet("boss"))
    boss = off("boss", area="attached" if joined else "waiting")
    ours = off(MINE, leaders=("boss",) if joined else ())
    if joined:
        boss[1] = type(boss[1])(boss[1].id, MINE, "boss", 0, "boss/one", boss[1].weapons, 1)
    position = before("reserve", boss, ours, FAR, rules=rules)
    items = position.game.requests[0].space.items
    assert ((MINE, "deep strike") in items) is not joined
    assert ("boss", "deep strike") not in items


@rule("core.ability-deep-strike", 1)
@rule("core.reinforcements", 1)
def test_what_is_put_in_reserves_is_not_deployed() -> None:
    position = before("reserve", off(MINE), FAR, rules=DEEP).answer(((MINE, "deep strike"),))
    assert [(event.unit, event.how) for event in happened(position, PutInReserves)] == [(MINE, "deep strike")]
    assert position.state.units[MINE].area == "reserves" and position.asked != "deploy"


@rule("core.ability-deep-strike", 2)
@rule("core.reinforcements", 1, 2)
@rule("commentary.horizontal-distance-and-deep-strike")
@rule("commentary.arrives")
@pytest.mark.parametrize("round", [1, 2])
@pytest.mark.parametrize(("apart", "legal"), [(9.01, True), (9.0, False), (4.0, False)])
def test_deep_strike_arrives_anywhere_more_than_9_inches_from_enemies(round: int, apart: float, legal: bool) -> None:
    position = landing("deep strike", unit(FOES, (40, 20)), rules=DEEP, round=round)
    answer = places((40 - apart - 2 * HALF, 20))
    if not legal:
        with position.refused(rule="core.reinforcements"):
            position.answer(answer)
        return
    position.answer(answer)
    assert [(event.unit, event.how) for event in happened(position, Arrived)] == [(MINE, "deep strike")]
    assert position.state.units[MINE].area == "table"


@rule("core.reinforcements", 2)
@rule("commentary.horizontal-distance-and-deep-strike", 1, 2)
@rule("commentary.horizontal-and-vertical-distance")
@pytest.mark.parametrize(("apart", "legal"), [(9.01, True), (9.0, False)])
def test_only_the_horizontal_distance_counts(apart: float, legal: bool) -> None:
    foes = unit(FOES, (40, 20))
    one = foes[1]
    foes[1] = type(one)(one.id, FOES, FOES, 1, one.profile, one.weapons, 1, 40.0, 20.0, 0.0, 20.0)
    position = landing("deep strike", foes, rules=DEEP)
    found = position.game.requests[0].check(places((40 - apart - 2 * HALF, 20)))
    assert (not found) is legal


@rule("errata.unit-coherency", 1)
@rule("commentary.set-up-on-the-battlefield", 1, 2)
def test_a_unit_that_cannot_stand_together_is_not_set_up() -> None:
    position = landing("deep strike", FAR, rules=DEEP, count=2)
    with position.refused(rule="core.unit-coherency"):
        position.answer(places((20, 20), (30, 20)))
    position.answer(places((20, 20), (22, 20)))
    assert position.state.units[MINE].area == "table"


@rule("errata.unit-coherency", 2)
def test_a_unit_of_which_one_model_has_no_place_is_not_set_up() -> None:
    """The second model would be within 9 inches of an enemy; without it the first would stand well."""
    foes = unit(FOES, (31, 20))
    assert not landing("deep strike", foes, rules=DEEP).game.requests[0].check(places((20, 20)))
    position = landing("deep strike", foes, rules=DEEP, count=2)
    for spots in ([(20, 20), (22, 20)], [(20, 20)]):
        with position.refused():
            position.answer(places(*spots))
    assert position.state.units[MINE].area == "reserves"


@rule("core.reinforcements", 1)
def test_units_arrive_one_at_a_time_if_their_player_wants() -> None:
    both = [*off(MINE, 1, "reserves", reserve="deep strike"),
            *off(MINE, 1, "reserves", reserve="deep strike", name="other")]  # fmt: skip
    position = arriving(both, FAR, rules=DEEP)
    assert position.options == [(MINE, "deep strike"), ("other", "deep strike"), None]
    position.answer((MINE, "deep strike"), ())
    assert position.options == [("other", "deep strike"), None]
    position.answer(None)
    assert not happened(position, Arrived) and position.state.units[MINE].area == "reserves"


@rule("core.reinforcements", 1)
def test_who_was_held_back_may_come_after_another_unit() -> None:
    rules = invent(sheet(MINE, abilities=["deep strike"]))
    two = [
        *off(MINE, 1, "reserves", reserve="deep strike"),
        *off(MINE, 1, "reserves", reserve="deep strike", name="other"),
    ]
    position = arriving(two, FAR, rules=rules).answer((MINE, "deep strike"), ())
    assert ways(position) == [] and ways(position, "other") == ["deep strike"]
    position.answer(("other", "deep strike"), places((20, 20), name="other"))
    assert ways(position) == ["deep strike"]
    assert ways(position.answer((MINE, "deep strike"), ())) == []


# Strategic Reserves -----------------------------------------------------------------------------------------


@rule("core.strategic-reserves", 1, 2)
@pytest.mark.parametrize(("size", "most"), [("incursion", 250), ("strike force", 500), ("onslaught", 750)])
def test_strategic_reserves_have_a_quarter_of_the_points(size: str, most: int) -> None:
    units = [off(MINE, points=most), off(MINE, points=1, name="other")]
    position = before("reserve", *units, FAR, size=size)
    with position.refused(rule="core.strategic-reserves"):
        position.answer(((MINE, "strategic reserves"), ("other", "strategic reserves")))
    position.answer(((MINE, "strategic reserves"),))
    assert position.state.units[MINE].reserve == "strategic reserves"


@rule("core.strategic-reserves", 1)
def test_fortifications_are_not_put_into_strategic_reserves() -> None:
    rules = invent(sheet("fort", keywords=["Fortification"]))
    position = before("reserve", off(MINE), off("fort"), FAR, rules=rules)
    assert position.game.requests[0].space.items == ((MINE, "strategic reserves"),)


@rule("core.strategic-reserves", 2)
@rule("commentary.points-total")
def test_who_is_embarked_counts_towards_the_points() -> None:
    rules = invent(carrier())
    truck, ours = off(CARRIER, points=200), within(MINE, points=60)
    position = before("reserve", truck, ours, FAR, rules=rules)
    with position.refused(rule="core.strategic-reserves"):
        position.answer(((CARRIER, "strategic reserves"),))


@rule("core.ability-deep-strike", 3)
def test_deep_strike_does_not_count_towards_the_points() -> None:
    units = [off(MINE, points=250), off(MINE, points=250, name="other")]
    position = before("reserve", *units, FAR, rules=DEEP)
    position.answer(((MINE, "deep strike"), ("other", "strategic reserves")))
    assert [event.how for event in happened(position, PutInReserves)] == ["deep strike", "strategic reserves"]


@rule("faq.reserves.limits-cover-strategic-reserves")
@pytest.mark.parametrize(("limit", "legal"), [(None, True), (30, True), (29, False), (0, False)])
def test_a_limit_for_all_reserves_is_about_strategic_reserves_too(limit: int | None, legal: bool) -> None:
    units = [off(MINE, points=200), off(MINE, points=100, name="other"), off(MINE, points=500, name="deployed")]
    position = before("reserve", *units, FAR, rules=DEEP, reserves_limit=limit)
    answer = ((MINE, "deep strike"), ("other", "strategic reserves"))
    if legal:
        assert position.answer(answer).state.units["other"].reserve == "strategic reserves"
    else:
        with position.refused(rule="faq.reserves.limits-cover-strategic-reserves"):
            position.answer(answer)


@rule("core.strategic-reserves", 3)
@pytest.mark.parametrize(("round", "able"), [(1, False), (2, True), (3, True), (5, True)])
def test_strategic_reserves_arrive_from_the_second_round_on(round: int, able: bool) -> None:
    position = arriving(off(MINE, 1, "reserves", reserve="strategic reserves"), FAR, round=round)
    assert ways(position) == ["strategic reserves"] * able


@rule("core.strategic-reserves", 4, 5, 6, 8)
@pytest.mark.parametrize(
    ("round", "x", "y", "legal"),
    [
        (2, 30.0, 6 - HALF, True),
        (2, 30.0, 6.01 - HALF, False),
        (2, 30.0, 44 - 6 + HALF, True),
        (2, HALF, 20.0, True),
        (2, 60 - HALF, 20.0, False),
        (3, 60 - HALF, 20.0, True),
        (2, 50.0, HALF, False),
        (3, 50.0, HALF, True),
        (3, 54.0, 30.0, False),
        (3, 55.0, 30.0, False),
    ],
)
def test_strategic_reserves_arrive_near_an_edge_and_late_in_the_enemys_zone(
    round: int, x: float, y: float, legal: bool
) -> None:  # fmt: skip
    position = landing("strategic reserves", FAR, round=round)
    if legal:
        position.answer(places((x, y)))
        assert position.state.units[MINE].area == "table"
    else:
        with position.refused():
            position.answer(places((x, y)))


@rule("faq.reserves.measure-from-one-edge")
@rule("core.strategic-reserves", 8)
@pytest.mark.parametrize(("spots", "legal"), [
    ([(7, 1), (5, 1), (3, 1), (1, 1)], True), ([(7, 1), (5, 1), (3, 1), (1, 1), (1, 3), (1, 5)], True),
    ([(7, 1), (5, 1), (3, 1), (1, 1), (1, 3), (1, 5), (1, 7)], False),
])  # fmt: skip
def test_the_whole_unit_is_near_one_and_the_same_edge(spots: Any, legal: bool) -> None:
    position = landing("strategic reserves", FAR, count=len(spots))
    if legal:
        assert position.answer(places(*spots)).state.units[MINE].area == "table"
    else:
        with position.refused(rule="core.strategic-reserves"):
            position.answer(places(*spots))


WIDE = 160 / 25.4 / 2
"""The radius of a base that is too large for 6 inches."""


@rule("faq.reserves.oversized-models", 1, 2)
@rule("commentary.deploying-units", 3)
@pytest.mark.parametrize(
    ("round", "spot", "legal"),
    [
        (2, (WIDE, 20), True),
        (2, (WIDE + 0.1, 20), False),
        (3, (30, WIDE), False),
        (3, (60 - WIDE, 20), False),
        (3, (WIDE, 38), False),
    ],
)
def test_what_is_too_large_touches_its_own_edge(round: int, spot: Any, legal: bool) -> None:
    rules = invent(sheet(MINE, base="160mm"))
    position = landing("strategic reserves", unit(FOES, (15, 40)), round=round, rules=rules)
    if legal:
        assert position.answer(places(spot)).state.units[MINE].area == "table"
    else:
        with position.refused():
            position.answer(places(spot))


@rule("faq.reserves.oversized-models", 3)
@rule("commentary.deploying-units", 4)
def test_what_is_too_large_neither_moves_nor_shoots_nor_charges_then() -> None:
    rules = invent(sheet(MINE, base="160mm"))
    position = landing("strategic reserves", unit(FOES, (17, 20)), rules=rules).answer(places((WIDE, 20)))
    noted = happened(position, Arrived)[0].noted
    assert noted == ("too large", "no charge") and position.asked == "move"
    for done in (("arrived",), ("arrived", *noted)):
        stood = unit(MINE, (WIDE, 20), done=done)
        for name, asked in (("shooting phase", "shoot"), ("charge phase", "charge")):
            again = phase(battle(stood, unit(FOES, (17, 20)), rules=rules), name)
            assert ((again.player, again.asked) == (0, asked)) is (len(done) == 1)


@rule("errata.deep-strike")
@rule("core.ability-deep-strike", 4)
@rule("commentary.deep-strike-and-strategic-reserves")
def test_who_has_deep_strike_arrives_from_strategic_reserves_either_way() -> None:
    ours = off(MINE, 1, "reserves", reserve="strategic reserves")
    position = arriving(ours, FAR, rules=DEEP)
    assert ways(position) == ["deep strike", "strategic reserves"]
    position.answer((MINE, "deep strike"), places((30, 20)))
    assert [event.how for event in happened(position, Arrived)] == ["deep strike"]
    assert ways(arriving(off(MINE, 1, "reserves", reserve="deep strike"), FAR, rules=DEEP)) == ["deep strike"]


# Afterwards -------------------------------------------------------------------------------------------------


@rule("core.reinforcements", 3, 4)
@rule("commentary.counts-as-normal-move", 1, 2, 3)
@rule("commentary.reserves-units", 2)
def test_who_arrived_moves_no_more_but_shoots_and_charges() -> None:
    rules = invent(sheet(MINE, abilities=["deep strike"]), sheet(FOES))
    position = landing("deep strike", unit(FOES, (30, 30)), rules=rules)
    position.answer(places((30, 19)))
    assert not happened(position, Moved)
    assert position.state.units[MINE].done == ("arrived",)
    assert (position.asked, position.options) == ("shoot", [MINE, None])
    assert position.answer(None).asked == "charge"
    again = phase(battle(unit(MINE, (20, 20), done=("arrived",)), FAR), "movement phase")
    assert (again.player, again.asked) == (1, "move")


@rule("commentary.counts-as-normal-move", 3)
@rule("core.weapon-heavy")
def test_who_arrived_has_not_remained_stationary() -> None:
    from .table import shooting

    rules = invent(sheet(MINE, {**blade("gun", "heavy"), "range": 24}))
    rolls = {done: [(3,), (6,), (1,)] for done in ("", "arrived")}
    hits = {}
    for done, faces in rolls.items():
        ours = unit(MINE, (20, 20), done=(done,) if done else (), weapons=(f"{MINE}/gun",))
        position = shooting(ours, rules=rules, rolls=[(2,)] if done else faces)
        hits[done] = [event.hits for event in happened(position, HitsRolled)]
    assert hits == {"": [1], "arrived": [0]}


@rule("core.reinforcements", 5)
@rule("core.strategic-reserves", 7)
@rule("commentary.reserves-units", 1, 3)
def test_who_never_arrived_counts_as_destroyed() -> None:
    rules = invent(carrier(), sheet(MINE))
    things = [off(CARRIER, 1, "reserves", reserve="strategic reserves"), within(MINE, 2), unit(FOES, (55, 40))]
    position = battle(*things, unit(MINE, (5, 5), name="other"), rules=rules, round=5)
    position.begin("game/round", Round(number=4)).until(declines=("move", "arrive", "shoot", "charge"))
    assert [event.units for event in happened(position, LeftOver)] == [(CARRIER, MINE)]
    assert {position.state.units[id].area for id in (CARRIER, MINE)} == {"destroyed"}


@rule("core.reinforcements", 5)
def test_with_an_attached_unit_that_never_arrived_its_leader_counts_as_destroyed() -> None:
    led = attached(off(MINE, 2, "reserves"), off("boss", 1, "reserves", player=0))
    position = battle(led, unit(FOES, (55, 40)), rules=invent(sheet("boss")))
    gone = left_over(position.game)
    assert gone is not None
    position.happen(gone)
    assert {position.state.units[id].area for id in (MINE, "boss")} == {"destroyed"}


@rule("core.reinforcements", 5)
@rule("core.only-war-battle-length", 2)
def test_an_army_that_never_arrived_has_lost() -> None:
    things = [off(MINE, 1, "reserves", reserve="strategic reserves"), unit(FOES, (55, 40))]
    position = battle(*things, round=5)
    position.begin("game/round", Round(number=4)).until(declines=("move", "arrive", "shoot", "charge"))
    assert position.game.result is not None
    assert (position.game.result.winners, position.game.result.reason) == ((1,), "destroyed")


@rule("faq.reserves.eligible-to-shoot-in-reserves")
def test_units_in_reserves_are_eligible_to_shoot_but_not_selected() -> None:
    position = phase(battle(off(MINE, 1, "reserves", reserve="deep strike"), FAR), "shooting phase")
    assert can_shoot(position.game, MINE)
    assert (position.player, position.asked) != (0, "shoot")


@rule("core.movement-phase", 1)
def test_reinforcements_come_after_all_moves() -> None:
    ours = [*unit(MINE, (20, 20)), *off(MINE, 1, "reserves", reserve="deep strike", name="other")]
    position = phase(battle(ours, FAR, rules=DEEP), "movement phase")
    assert position.asked == "move"
    position.answer(None)
    assert position.asked == "arrive"


@rule("commentary.deep-strike-and-strategic-reserves", 1)
@rule("core.strategic-reserves", 3)
@pytest.mark.parametrize(("reserve", "round", "found"), [
    ("strategic reserves", 1, []), ("strategic reserves", 2, ["deep strike", "strategic reserves"]),
    ("deep strike", 1, ["deep strike"]),
])  # fmt: skip
def test_strategic_reserves_arrive_in_no_way_in_the_first_round(reserve: str, round: int, found: list[str]) -> None:
    assert ways(arriving(off(MINE, 1, "reserves", reserve=reserve), FAR, rules=DEEP, round=round)) == found
