"""Before the battle: formations, deployment with Infiltrators, and moves of Scouts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.before.scouts import scouts
from rulewright_wh40k.events.attached_units import Attached
from rulewright_wh40k.events.before import (
    AttackerSet,
    CannotDeploy,
    Deployed,
    FirstTurnSet,
    ObjectivePlaced,
    PutInReserves,
    Scouted,
)
from rulewright_wh40k.events.dice import RollOff
from rulewright_wh40k.events.transports import Embarked
from rulewright_wh40k.space.setting_up import Squeeze

from .before import CARRIER, before, carrier, off, places, pocket, within
from .table import FOES, MINE, battle, happened, invent, rule, sheet, unit

HALF = 32 / 25.4 / 2
FAR = unit(FOES, (55, 40))


def items(position: Scenario) -> Any:
    """What may be declared."""
    return position.game.requests[0].space.items


# Leaders ----------------------------------------------------------------------------------------------------

LED = invent(sheet("boss", leads=[MINE]), sheet("aide", leads=[MINE]), sheet("guard"))


@rule("core.ability-leader", 1)
@rule("core.attached-units", 1)
def test_a_leader_is_attached_to_a_unit_of_its_datasheet() -> None:
    position = before("attach", off("boss"), off(MINE, 5), off("guard", 5), FAR, rules=LED)
    assert items(position) == (("boss", MINE),)
    position.answer((("boss", MINE),))
    assert [(event.leader, event.unit) for event in happened(position, Attached)] == [("boss", MINE)]
    assert position.state.units[MINE].strength == 6
    assert {one.unit for one in position.state.models.values() if one.player == 0} == {MINE, "guard"}
    assert position.state.units["boss"].area == "attached"


@rule("core.ability-leader", 1, 2)
@rule("commentary.attached-unit-several-characters-limit")
def test_one_leader_leads_one_unit_and_each_unit_has_one_leader() -> None:
    things = [off("boss"), off("aide"), off(MINE, 5), off(MINE, 5, name="other")]
    position = before("attach", *things, FAR, rules=LED)
    with position.refused(rule="core.ability-leader"):
        position.answer((("boss", MINE), ("boss", "other")))
    with position.refused(rule="core.ability-leader"):
        position.answer((("boss", MINE), ("aide", MINE)))
    position.answer((("boss", MINE), ("aide", "other")))
    assert len(happened(position, Attached)) == 2


# Reserves and Transports ------------------------------------------------------------------------------------


@rule("core.transport-capacity")
@pytest.mark.parametrize(("counts", "legal"), [((6,), True), ((6, 4), True), ((6, 5), False)])
def test_units_start_within_a_transport_that_has_room(counts: tuple[int, ...], legal: bool) -> None:
    ours = [off(MINE, count, name=f"u{number}") for number, count in enumerate(counts)]
    position = before("embarked", off(CARRIER), *ours, FAR, rules=invent(carrier(10)))
    answer = tuple((f"u{number}", CARRIER) for number in range(len(counts)))
    if not legal:
        with position.refused(rule="core.transport-capacity"):
            position.answer(answer)
        return
    position.answer(answer)
    assert [event.unit for event in happened(position, Embarked)] == [f"u{n}" for n in range(len(counts))]
    assert position.asked != "deploy" or position.state.units["u0"].area == "embarked"


@rule("core.transport-capacity", 1)
@pytest.mark.parametrize(
    ("room", "keywords", "found"),
    [
        ({"only": ["Infantry"]}, ["Infantry"], True),
        ({"only": ["Infantry"]}, ["Beast"], False),
        ({"never": ["Bulky"]}, ["Infantry", "Bulky"], False),
        ({"slots": {"Bulky": 3}}, ["Infantry", "Bulky"], False),
        ({"slots": {"Bulky": 2}}, ["Infantry", "Bulky"], True),
    ],
)
def test_a_capacity_says_which_models_and_how_many(room: dict[str, Any], keywords: list[str], found: bool) -> None:
    rules = invent(carrier(10, transport=room), sheet(MINE, keywords=keywords))
    position = before("embarked", off(CARRIER), off(MINE, 5), FAR, rules=rules)
    asked = position.asked == "embarked"
    assert (asked and (MINE, CARRIER) in items(position)) is found


@rule("core.muster-dedicated-transports")
@pytest.mark.parametrize("filled", [False, True])
def test_an_empty_dedicated_transport_is_not_deployed(filled: bool) -> None:
    rules = invent(carrier(keywords=["Vehicle", "Transport", "Dedicated Transport"]))
    position = before("settle", off(CARRIER), *([within(MINE)] if filled else [off(MINE)]), FAR, rules=rules)
    assert [event.unit for event in happened(position, CannotDeploy)] == [CARRIER] * (not filled)
    assert (position.state.units[CARRIER].area == "destroyed") is not filled


@rule("core.aircraft-deployment", 1, 2)
@rule("faq.reserves.aircraft-do-not-count-to-limit")
def test_aircraft_start_in_reserves_whatever_they_cost() -> None:
    rules = invent(sheet("plane", keywords=["Vehicle", "Aircraft", "Fly"]))
    things = [off("plane", points=900), off(MINE, points=250)]
    position = before("reserve", *things, FAR, rules=rules)
    assert items(position) == ((MINE, "strategic reserves"),)
    position.answer(((MINE, "strategic reserves"),))
    found = [(event.unit, event.how) for event in happened(position, PutInReserves)]
    assert found == [(MINE, "strategic reserves"), ("plane", "strategic reserves")]


@rule("core.aircraft-deployment", 3)
@pytest.mark.parametrize(("points", "legal"), [(250, True), (251, False)])
def test_who_starts_within_an_aircraft_is_in_strategic_reserves_with_it(points: int, legal: bool) -> None:
    rules = invent(carrier(keywords=["Vehicle", "Aircraft", "Fly", "Transport"]))
    things = [off(CARRIER, points=300), off(MINE, points=points), off(MINE, points=10, name="other"), FAR]
    position = before("embarked", *things, rules=rules)
    if not legal:
        with position.refused(rule="core.aircraft-deployment"):
            position.answer(((MINE, CARRIER),))
        return
    position.answer(((MINE, CARRIER),))
    with position.refused(rule="core.strategic-reserves"):
        position.answer((("other", "strategic reserves"),))
    position.answer(())
    assert [event.unit for event in happened(position, PutInReserves)] == [CARRIER]


@rule("core.hover", 1, 2, 3)
def test_who_hovers_is_no_aircraft() -> None:
    rules = invent(sheet("plane", keywords=["Vehicle", "Aircraft", "Fly"], abilities=["hover"], move=50))
    position = before("hover", off("plane"), off(MINE), FAR, rules=rules)
    assert items(position) == ("plane",)
    position.answer(("plane",))
    assert ("plane", "strategic reserves") in items(position)
    assert position.game.number("move", "plane.1") == 20
    position.answer(())
    assert not happened(position, PutInReserves) and position.asked == "deploy_unit"


@rule("core.mission-sequence", 2)
@rule("core.only-war-deployment", 5)
@pytest.mark.parametrize("winner", [0, 1])
def test_roll_offs_make_the_attacker_and_the_first_turn(winner: int) -> None:
    faces = [(3, 3), (5, 2) if winner == 0 else (2, 5)]
    position = battle(unit(MINE, (5, 5)), FAR, rolls=[*faces, (2, 6), (1, 6)]).begin("game/set-up")
    for spot in ((15, 15), (45, 15), (15, 30), (45, 30)):
        position.answer(((f"objective#{len(happened(position, ObjectivePlaced)) + 1}", *spot),))
    assert [event.winner for event in happened(position, RollOff)] == [winner, 1, 1]
    assert [event.player for event in happened(position, AttackerSet)] == [winner]
    assert [event.player for event in happened(position, FirstTurnSet)] == [1]


# Objective markers ------------------------------------------------------------------------------------------


def marking(*rolls: tuple[int, int]) -> Scenario:
    """Objective markers are placed."""
    return battle(unit(MINE, (5, 5)), FAR, rolls=rolls).begin("game/set-up/begin_marking")


@rule("core.only-war-battlefield", 3)
@pytest.mark.parametrize(("faces", "order"), [((6, 1), [0, 1, 0, 1]), ((1, 6), [1, 0, 1, 0])])
def test_players_place_four_markers_in_turn(faces: tuple[int, int], order: list[int]) -> None:
    position = marking(faces)
    asked = []
    for number, spot in enumerate(((15, 15), (45, 15), (15, 30), (45, 30)), start=1):
        asked.append(position.player)
        position.answer(((f"objective#{number}", *spot),))
    assert asked == order == [event.player for event in happened(position, ObjectivePlaced)]
    assert len(position.state.objectives) == 4 and position.asked != "place_marker"


MARKER = 40 / 25.4 / 2


@rule("core.only-war-battlefield", 4)
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [
        (6.01 + MARKER, 20, True), (6 + MARKER, 20, False), (30, 44 - 6 - MARKER, False), (30, 37.9 - MARKER, True),
        (45 - 9.01 - 2 * MARKER, 15, True), (45 - 9 - 2 * MARKER, 15, False),
    ],
)  # fmt: skip
def test_markers_are_placed_far_from_edges_and_from_each_other(x: float, y: float, legal: bool) -> None:
    position = marking((6, 1)).answer((("objective#1", 45, 15),))
    if legal:
        assert position.answer((("objective#2", x, y),)).state.objectives["objective#2"].x == x
    else:
        with position.refused(rule="core.only-war-battlefield"):
            position.answer((("objective#2", x, y),))


# Deployment -------------------------------------------------------------------------------------------------


@rule("core.only-war-deployment", 1, 3)
def test_players_deploy_in_turn_and_then_the_one_who_has_units_left() -> None:
    things = [off(MINE), off(MINE, name="b"), off(MINE, name="c"), off(FOES)]
    position = before("deployment", *things)
    order = []
    while position.asked in ("deploy_unit", "deploy"):
        if position.asked == "deploy_unit":
            position.answer(position.options[0])
            continue
        order.append(position.player)
        position.answer(position.game.requests[0].space.sample(Random(1)))
    assert order == [0, 1, 0, 0] and len(happened(position, Deployed)) == 4


LATE = [sheet(id, abilities=["deploys last"]) for id in ("late", "later")]


def deployed_late(*things: Any, rolls: Any = ()) -> list[tuple[int | None, str]]:
    """Who deploys which unit, in order, until nobody has one left."""
    position = before("deployment", *things, rules=invent(*LATE), rolls=rolls)
    seen = []
    while position.asked in ("deploy", "deploy_unit"):
        if position.asked == "deploy_unit":
            position.answer(position.options[0])
        seen.append((position.player, str(position.game.request.about["unit"])))
        position.answer(position.game.request.space.sample(Random(1)))
    return seen


@rule("core.only-war-deployment", 4)
@pytest.mark.parametrize(("rolls", "first"), [([(6, 1)], 0), ([(1, 6)], 1), ([(2, 2), (1, 3)], 1)])
def test_units_that_deploy_last_are_set_up_in_turn_by_the_winner_of_a_roll_off(rolls: Any, first: int) -> None:
    late = [off("late", player=0), off("later", player=0), off("late", name="x", player=1)]
    seen = deployed_late(off(MINE), *late, off(FOES), off(FOES, name="other"), rolls=[*rolls, (6, 1)])
    assert [id for _, id in seen[:3]] == [MINE, FOES, "other"]
    assert [seat for seat, _ in seen[3:]] == ([0, 1, 0] if first == 0 else [1, 0, 0])
    assert {id for _, id in seen[3:]} == {"late", "later", "x"}


@rule("core.only-war-deployment", 4)
@pytest.mark.parametrize("player", [0, 1])
def test_nobody_rolls_off_where_one_player_alone_has_such_units(player: int) -> None:
    seen = deployed_late(off("late", player=player), off("later", player=player), off(MINE), off(FOES), rolls=[(6, 1)])
    assert [id for _, id in seen] == [MINE, FOES, "late", "later"]


@rule("core.only-war-deployment", 2)
@rule("commentary.deploying-units", 1, 2)
@rule("faq.movement.overhang-deployment-zone", 1)
@pytest.mark.parametrize(("x", "legal"), [(12 - HALF, True), (12.01 - HALF, False), (30, False), (50, False)])
def test_units_are_deployed_wholly_within_their_zone(x: float, legal: bool) -> None:
    position = before("deployment", off(MINE), FAR)
    if legal:
        position.answer(places((x, 20)))
        assert [event.unit for event in happened(position, Deployed)] == [MINE]
    else:
        with position.refused(rule="core.only-war-deployment"):
            position.answer(places((x, 20)))


@rule("commentary.deploying-units", 3)
@rule("faq.movement.overhang-deployment-zone", 2)
@pytest.mark.parametrize(("x", "legal"), [(320 / 25.4 / 2, True), (320 / 25.4 / 2 + 0.1, False), (30, False)])
def test_what_is_too_large_for_its_zone_touches_its_edge(x: float, legal: bool) -> None:
    position = before("deployment", off(MINE), FAR, rules=invent(sheet(MINE, base="320mm")))
    if legal:
        assert position.answer(places((x, 20))).state.units[MINE].area == "table"
    else:
        with position.refused(rule="commentary.deploying-units"):
            position.answer(places((x, 20)))


@rule("faq.movement.overhang-deployment-zone", 1)
@pytest.mark.parametrize(("x", "legal"), [(12 - 5, True), (12.01 - 5, False)])
def test_wings_that_fit_do_not_overhang_the_zone(x: float, legal: bool) -> None:
    """Wings of 10 inches in a zone of 12 inches; the base reaches 0.63 inches from its middle."""
    monster = sheet(MINE, keywords=["Monster"], hull="254x25.4mm rectangle")
    position = before("deployment", off(MINE), FAR, rules=invent(monster))
    assert (not position.game.requests[0].check(places((x, 20)))) is legal
    if legal:
        drawn = position.game.requests[0].space.sample(Random(1))
        assert position.answer(drawn).state.units[MINE].area == "table"


@rule("commentary.deploying-units", 5)
@pytest.mark.parametrize(("x", "legal"), [(12 - HALF, True), (12.01 - HALF, False)])
def test_wings_may_overhang_a_zone_where_they_do_not_fit(x: float, legal: bool) -> None:
    position = before("deployment", off(MINE), FAR, rules=invent(sheet(MINE, hull="400mm")))
    assert (not position.game.requests[0].check(places((x, 20)))) is legal


@rule("core.only-war-deployment", 3)
def test_a_unit_without_room_is_not_deployed() -> None:
    rules = invent(sheet(MINE, base="1200mm"))
    position = before("deployment", off(MINE), FAR, rules=rules)
    assert [event.unit for event in happened(position, CannotDeploy)] == [MINE]


@rule("core.only-war-deployment", 3)
@pytest.mark.parametrize(("side", "room"), [(4 * HALF + 0.01, True), (3.9 * HALF, False)])
def test_a_unit_is_deployed_wherever_there_is_room(side: float, room: bool) -> None:
    """Four bases of 32 mm fit into a square as wide as two of them, which nobody finds by chance."""
    position = before("deployment", off(MINE, 4), FAR, rules=invent(terrain=pocket(5, 20, side, 13)))
    assert [event.unit for event in happened(position, CannotDeploy)] == ([] if room else [MINE])
    assert not isinstance(position.game.requests[0].space, Squeeze)
    if room:
        drawn = position.game.requests[0].space.sample(Random(1))
        assert position.answer(drawn).state.units[MINE].area == "table"


@rule("faq.movement.no-room-to-set-up", 1)
def test_where_no_proof_says_that_there_is_no_room_the_player_says_so() -> None:
    """An oval base might fit at another angle than those that were tried."""
    rules = invent(sheet(MINE, base="105x70mm"), terrain=pocket(5, 20, 3.0, 13))
    position = before("deployment", off(MINE), FAR, rules=rules)
    space = position.game.requests[0].space
    assert (position.asked, type(space)) == ("deploy", Squeeze) and not happened(position, CannotDeploy)
    assert space.read("no room") == space.read("无处可放") == space.sample(Random(1)) == ()
    assert [event.unit for event in happened(position.answer(()), CannotDeploy)] == [MINE]


@rule("core.ability-infiltrators")
def test_infiltrators_without_room_in_their_zone_are_set_up_elsewhere() -> None:
    rules = invent(sheet(MINE, abilities=["infiltrators"]), terrain=pocket(5, 20, 1.0, 13))
    position = before("deployment", off(MINE), FAR, rules=rules)
    assert position.asked == "deploy" and position.answer(places((30, 20))).state.units[MINE].area == "table"


@rule("core.ability-infiltrators")
@pytest.mark.parametrize(
    ("spot", "legal"),
    [((30, 20), True), ((48 - 9.01 - HALF, 20), True), ((48 - 9 - HALF, 20), False), ((22, 40), False),
     ((20 - 9.01 - 2 * HALF, 40), True), ((55, 10), False)],
)  # fmt: skip
def test_infiltrators_are_set_up_far_from_the_enemy_and_its_zone(spot: Any, legal: bool) -> None:
    rules = invent(sheet(MINE, abilities=["infiltrators"]))
    position = before("deployment", off(MINE), unit(FOES, (20, 40)), rules=rules)
    assert (position.asked, position.options) == ("deploy_way", ["zone", "infiltrate"])
    position.answer("infiltrate")
    if legal:
        position.answer(places(spot))
        assert position.state.units[MINE].area == "table"
    else:
        with position.refused(rule="core.ability-infiltrators"):
            position.answer(places(spot))


@rule("core.ability-infiltrators")
def test_not_every_model_infiltrates() -> None:
    rules = invent(sheet(MINE, abilities=["infiltrators"]), sheet("boss"))
    boss = off("boss", area="attached")
    boss[1] = replace(boss[1], unit=MINE)
    position = before("deployment", off(MINE, leaders=("boss",)), boss, FAR, rules=rules)
    assert position.asked == "deploy"


# Scouts -----------------------------------------------------------------------------------------------------

SCOUTS = invent(sheet(MINE, abilities=["scouts 9"], move=4), sheet(FOES, abilities=["scouts 6"]))


@rule("errata.scouts", 1, 2)
@rule("core.ability-scouts")
@pytest.mark.parametrize(("x", "legal"), [(29.0, True), (29.01, False)])
def test_scouts_move_before_the_first_turn_as_far_as_their_ability_says(x: float, legal: bool) -> None:
    position = before("scouting", unit(MINE, (20, 20)), FAR, rules=SCOUTS).answer(MINE)
    if not legal:
        with position.refused(rule="errata.scouts"):
            position.answer((("mine.1", ((x, 20),)),))
        return
    position.answer((("mine.1", ((x, 20),)),))
    assert [event.unit for event in happened(position, Scouted)] == [MINE]
    assert position.state.models["mine.1"].x == x and position.state.units[MINE].done == ()


@rule("errata.scouts", 6)
@pytest.mark.parametrize(("apart", "legal"), [(9.01, True), (9.0, False), (5.0, False)])
def test_scouts_end_more_than_9_inches_from_enemies(apart: float, legal: bool) -> None:
    rules = invent(sheet(MINE, abilities=["scouts 9"]), sheet(FOES))
    foes = unit(FOES, (20 + 9 + 2 * HALF + apart, 20))
    position = before("scouting", unit(MINE, (20, 20)), foes, rules=rules).answer(MINE)
    answer = (("mine.1", ((29, 20),)),)
    if legal:
        assert position.answer(answer).state.models["mine.1"].x == 29
    else:
        with position.refused(rule="errata.scouts"):
            position.answer(answer)


@rule("errata.scouts", 6)
@pytest.mark.parametrize(("ground", "apart", "legal"), [(0.0, 8.9, False), (8.0, 8.9, False), (8.0, 9.1, True)])
def test_those_who_stay_behind_end_as_far_away_whatever_the_height(ground: float, apart: float, legal: bool) -> None:
    rules = invent(sheet(MINE, abilities=["scouts 9"]), sheet(FOES))
    of, foe = unit(FOES, (20 + 32 / 25.4 + apart, 20))
    two = unit(MINE, (20, 20), (18, 20))
    position = before("scouting", two, [of, replace(foe, ground=ground)], rules=rules).answer(MINE)
    assert (not position.game.request.space.check((("mine.2", ((18, 21),)),))) is legal


@rule("errata.scouts", 1)
@rule("errata.pivot-values", 2)
def test_each_model_of_scouts_moves_as_such_a_model_does() -> None:
    one = sheet(MINE, abilities=["scouts 6"])
    (plain,) = one["profiles"]
    rules = invent({**one, "profiles": [plain, {**plain, "id": "bike", "base": "60x35mm"}]})
    of, walker, bike = unit(MINE, (20, 20), (20, 22))
    position = before("scouting", [of, walker, replace(bike, profile=f"{MINE}/bike")], FAR, rules=rules).answer(MINE)
    for x, legal in ((25, True), (25.9, False)):
        answer = (("mine.1", ((26, 20), (90.0,))), ("mine.2", ((x, 22), (90.0,))))
        assert (not position.game.request.space.check(answer)) is legal


@rule("errata.scouts", 1)
def test_only_if_every_model_has_scouts() -> None:
    rules = invent(sheet(MINE, abilities=["scouts 9"]), sheet("boss"))
    ours = unit(MINE, (20, 20), (21.5, 20), leaders=("boss",))
    ours[2] = type(ours[2])("boss.1", MINE, "boss", 0, "boss/one", ours[2].weapons, 1, 21.5, 20.0)
    position = before("scouting", ours, off("boss", area="attached")[:1], FAR, rules=rules)
    assert not position.asked or position.asked != "scout"


@rule("commentary.scouts-different-distances")
def test_the_shortest_distance_counts() -> None:
    rules = invent(sheet(MINE, abilities=["scouts 9"]), sheet("boss", abilities=["scouts 6"]))
    ours = unit(MINE, (20, 20), (21.5, 20), leaders=("boss",))
    ours[2] = type(ours[2])("boss.1", MINE, "boss", 0, "boss/one", ours[2].weapons, 1, 21.5, 20.0)
    position = before("scouting", ours, off("boss", area="attached")[:1], FAR, rules=rules).answer(MINE)
    assert position.game.requests[0].about["inches"] == 6


@rule("errata.scouts", 7)
@rule("core.mission-sequence", 4)
@pytest.mark.parametrize("first", [0, 1])
def test_who_takes_the_first_turn_scouts_first(first: int) -> None:
    position = battle(unit(MINE, (10, 10)), unit(FOES, (50, 40)), rules=SCOUTS)
    if first:
        position.happen(FirstTurnSet(1))
    position.begin("game/set-up/scouting")
    order = []
    while position.asked == "scout":
        order.append(position.player)
        position.answer(None)
    assert order == [first, 1 - first]


@rule("errata.scouts", 3, 4)
@pytest.mark.parametrize(
    ("own", "inside", "keywords", "inches"),
    [
        ("scouts 5", [], ["Dedicated Transport"], 5),
        ("", ["scouts 7"], ["Dedicated Transport"], 7),
        ("", ["scouts 7", "scouts 6"], ["Dedicated Transport"], 6),
        ("", ["scouts 7", ""], ["Dedicated Transport"], 0),
        ("", ["scouts 7"], ["Transport"], 0),
        ("", [], ["Dedicated Transport"], 0),
    ],
)
def test_a_dedicated_transport_uses_the_scouts_of_all_within_it(
    own: str, inside: list[str], keywords: list[str], inches: int
) -> None:
    sheets = [sheet(f"u{n}", abilities=[one] if one else []) for n, one in enumerate(inside)]
    rules = invent(carrier(10, *([own] if own else []), keywords=["Vehicle", *keywords]), *sheets)
    truck = unit(CARRIER, (20, 20))
    position = before("scouting", truck, *[within(f"u{n}") for n in range(len(inside))], FAR, rules=rules)
    if not inches:
        assert position.asked != "scout"
        return
    position.answer(CARRIER)
    assert position.game.requests[0].about["inches"] == inches


@rule("commentary.duplicated-core-abilities", 3)
@rule("errata.scouts", 1)
def test_of_two_numbers_of_scouts_a_model_uses_the_larger_and_a_unit_the_least_of_its_models() -> None:
    rules = invent(sheet(MINE, abilities=["scouts 6", "scouts 9"]), sheet("slow", abilities=["scouts 5"]))
    assert scouts(battle(unit(MINE, (20, 20)), rules=rules).game, MINE) == 9
    one, *bodies = unit(MINE, (20, 20), leaders=("slow",))
    leader, head = unit("slow", (20, 21.6))
    both = [one, *bodies, replace(leader, area="attached"), replace(head, unit=MINE)]
    assert scouts(battle(both, rules=rules).game, MINE) == 5
