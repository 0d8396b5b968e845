"""Units that leave the battlefield by a rule and are set up again: what goes on for them, and what they make up for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.events.movement import Absent, Arrived, FlewOff, Moved, Surged, Withdrawn
from rulewright_wh40k.events.transports import Disembarked, Embarked
from rulewright_wh40k.running import Run
from rulewright_wh40k.state import Absence
from rulewright_wh40k.terms import did

from .before import CARRIER, carrier, off, places
from .table import FOES, MINE, arm, army, battle, blade, happened, invent, offered, phase, rule, sheet, unit, use
from .test_stratagems import own, stratagem
from .test_written_abilities import with_texts

LEAP = stratagem("leap", {"do": "reposition"}, when={"moment": "select to move"})
"""It is taken off the battlefield and set up again more than 9 inches from all enemies."""
FADE = stratagem("fade", {"do": "withdraw"}, when={"moment": "end of fight phase"})
"""It is placed into Strategic Reserves."""
HALF = 32 / 25.4 / 2


def leaping(*things: Any, sheets: Any = (), leap: Any = LEAP, where: str = "movement phase", **more: Any) -> Scenario:
    """A phase of player 0, who can reposition a unit."""
    rules = own(leap, sheets=sheets)
    position = phase(battle(*things, army(0, 3, detachment="own"), rules=rules, **more), where)
    return use(position, "leap", MINE)


# At once ----------------------------------------------------------------------------------------------------


@rule("commentary.repositioned-units", 1, 3)
@rule("faq.movement.fell-back-then-repositioned")
@pytest.mark.parametrize(
    ("done", "after"),
    [((), ("arrived", "normal")), (("arrived",), ("arrived", "normal")), (("normal",), ("normal", "arrived")),
     (("advance",), ("advance", "arrived")), (("fall back",), ("fall back", "arrived")),
     (("normal", "disembarked"), ("normal", "disembarked", "arrived"))],
)  # fmt: skip
def test_a_unit_that_has_moved_or_arrived_is_set_up_again(done: Any, after: Any) -> None:
    position = leaping(unit(MINE, (20, 20), done=done), unit(MINE, (5, 5), name="other"), unit(FOES, (30, 40)))
    assert (position.asked, position.player) == ("land", 0)
    position.answer(places((40, 20)))
    one = position.state.models["mine.1"]
    assert (one.x, one.away, position.state.units[MINE].area) == (40, False, "table")
    assert position.state.units[MINE].done == after
    assert position.options == [("other", "normal"), ("other", "advance"), None], "it moves no more in this phase"


@rule("commentary.repositioned-units", 5, 6)
@pytest.mark.parametrize(("done", "shoots"), [((), True), (("advance",), False), (("fall back",), False)])
def test_what_it_did_before_it_was_set_up_again_counts(done: Any, shoots: bool) -> None:
    position = leaping(unit(MINE, (20, 20), done=done), unit(FOES, (40, 30.5))).answer(places((40, 20)))
    assert ((position.asked, position.player) == ("shoot", 0)) is shoots


@rule("commentary.repositioned-units", 1)
@pytest.mark.parametrize(("apart", "legal"), [(9.01, True), (9.0, False)])
def test_it_is_set_up_more_than_9_inches_from_enemies(apart: float, legal: bool) -> None:
    position = leaping(unit(MINE, (20, 20)), unit(FOES, (40, 20)))
    answer = places((40 - apart - 2 * HALF, 20))
    if legal:
        assert position.answer(answer).state.models["mine.1"].x == answer[0][1]
    else:
        with position.refused(rule="core.reinforcements"):
            position.answer(answer)


@rule("commentary.repositioned-units", 1)
def test_the_place_that_it_leaves_is_free_for_it() -> None:
    position = leaping(unit(MINE, (20, 20), (21.5, 20)), unit(FOES, (40, 40)))
    position.answer(places((21.5, 20), (20.2, 20)))
    assert [one.x for one in position.state.models.values() if one.unit == MINE] == [21.5, 20.2]


def test_a_unit_without_a_place_stays() -> None:
    position = leaping(unit(MINE, (20, 20)), unit(FOES, (40, 40))).answer(())
    assert position.state.models["mine.1"].x == 20 and not happened(position, Arrived)
    assert (MINE, "normal") in position.options


@rule("commentary.repositioned-units", 1)
def test_a_leader_is_set_up_with_the_unit_that_it_leads() -> None:
    lead, head = unit("boss", (21.5, 20), player=0)
    joined = replace(lead, area="attached"), replace(head, unit=MINE)
    ours = unit(MINE, (20, 20), leaders=("boss",), strength=2)
    position = leaping([*ours, *joined], unit(FOES, (40, 40)), sheets=[sheet("boss")])
    with position.refused():
        position.answer(places((20, 5)))
    position.answer((("mine.1", 20.0, 5.0), ("boss.1", 22.0, 5.0)))
    assert position.state.models["boss.1"].y == 5 and position.state.units["boss"].area == "attached"


@rule("commentary.repositioned-units", 2)
def test_who_embarks_or_disembarks_is_not_repositioned() -> None:
    truck = unit(CARRIER, (20, 20), wounds=2, player=0)
    position = battle(truck, unit(MINE, (23, 20)), unit(FOES, (40, 40)), rules=invent(carrier()))
    position.happen(Embarked(MINE, CARRIER), Disembarked(MINE, CARRIER, (("mine.1", 23.0, 20.0, 0.0, 0.0),), ()))
    assert not position.state.absences and not did(position.game, MINE, "arrived", "normal")


@rule("commentary.repositioned-units", 4)
def test_what_is_done_to_units_that_arrive_is_done_to_it() -> None:
    watched = {"when": "set up", "whose": "opposing", "effects": [{"do": "suffer", "to": "acting"}]}
    foes = with_texts(FOES, watched)
    position = leaping(
        unit(MINE, (20, 20), wounds=3), unit(FOES, (40, 20)), army(1, 1), sheets=[sheet(MINE, wounds=3), foes]
    )
    position.answer(places((24, 20)))
    assert position.state.models["mine.1"].wounds == 2
    assert (position.window, offered(position)) == ("set up", [("fire-overwatch", FOES)])


@rule("commentary.repositioned-units", 8)
def test_its_losses_are_not_made_up_for() -> None:
    ours = unit(MINE, (20, 20), (21.5, 20), strength=4, wounds=1)
    position = leaping(ours, unit(FOES, (40, 40)), sheets=[sheet(MINE, wounds=3)])
    position.answer(places((20, 5), (22, 5)))
    assert [one.wounds for one in position.state.models.values() if one.unit == MINE] == [1, 1]
    assert position.state.units[MINE].strength == 4 and not happened(position, ShockTested)


@rule("commentary.repositioned-units", 9)
@pytest.mark.parametrize(("x", "leadership"), [(20.0, 6), (40.0, 7)])
def test_what_lasts_for_it_goes_on_and_an_aura_reaches_it_where_it_is(x: float, leadership: int) -> None:
    leap = {**LEAP, "does": [{"do": "give", "abilities": ["stealth"], "until": "turn"}, {"do": "reposition"}]}
    things = unit(MINE, (20, 20)), unit("lamp", (20, 24), player=0), unit(FOES, (58, 2))
    position = leaping(*things, sheets=[sheet("lamp", abilities=["beacon"])], leap=leap)
    assert position.game.number("leadership", "mine.1") == 6
    position.answer(places((x, 20.0)))
    assert position.game.number("leadership", "mine.1") == leadership
    assert [(one.target, one.data["gives"]) for one in position.state.effects.values()] == [(MINE, ("stealth",))]


# Into Strategic Reserves ------------------------------------------------------------------------------------


def fading(*things: Any, seat: int = 0, turn: int = 0, round: int = 1, **more: Any) -> Scenario:
    """The end of the Fight phase of a turn, when a player withdraws a unit."""
    position = battle(*things, army(seat, 1, detachment="own"), rules=own(FADE), round=round, **more)
    return use(phase(position, "fight phase", turn, round), "fade", MINE)


@rule("commentary.repositioned-units", 1, 7)
@pytest.mark.parametrize(("seat", "turn", "phases"), [(0, 0, 2), (0, 1, 2), (1, 0, 1), (1, 1, 2)])
def test_a_unit_is_withdrawn_and_its_command_phases_are_counted(seat: int, turn: int, phases: int) -> None:
    other = unit(FOES, (40, 20), player=1 - seat)
    position = fading(unit(MINE, (20, 20), player=seat), other, seat=seat, turn=turn, round=2)
    assert [event.unit for event in happened(position, Withdrawn)] == [MINE]
    assert [event.phases for event in happened(position, Absent)] == [phases]
    one = position.state.units[MINE]
    assert (one.area, one.reserve, position.state.models["mine.1"].away) == ("reserves", "strategic reserves", True)


def returning(count: int, *more: Any, missed: bool = True, round: int = 2, **unit_more: Any) -> Scenario:
    """A unit that stood on the battlefield arrives from Strategic Reserves, after a Command phase without it or not."""
    ours = off(MINE, count, "reserves", reserve="strategic reserves", strength=5, **unit_more)
    things = *ours, Absence(MINE, round - missed), *unit(FOES, (35, 15)), *more, army(1, 1)
    position = phase(battle(list(things), rolls=[(1, 1)], round=round), "movement phase/reinforcements", 0, round)
    return position.answer((MINE, "strategic reserves"))


@rule("commentary.repositioned-units", 7)
@pytest.mark.parametrize(
    ("count", "missed", "tested"), [(2, True, True), (3, True, False), (2, False, False), (3, False, False)]
)
def test_a_weak_unit_takes_the_test_of_the_command_phase_that_it_missed(
    count: int, missed: bool, tested: bool
) -> None:  # fmt: skip
    position = returning(count, missed=missed).answer(places(*[(20 + 2 * number, 1) for number in range(count)]))
    assert (position.window, [event.unit for event in happened(position, ShockTested)]) == ("set up", [MINE] * tested)
    assert position.state.units[MINE].shocked is tested
    assert not position.state.absences


@rule("commentary.repositioned-units", 7)
def test_a_unit_that_began_in_reserves_has_missed_no_test() -> None:
    ours = off(MINE, 2, "reserves", reserve="strategic reserves", strength=5)
    things = ours, unit(MINE, (5, 43), name="other"), unit(FOES, (30, 40))
    position = phase(battle(*things, round=2), "movement phase/reinforcements", 0, 2)
    position.answer((MINE, "strategic reserves"), places((20, 1), (22, 1)))
    assert position.state.units[MINE].area == "table" and not happened(position, ShockTested)
    assert position.state.units[MINE].done == ("arrived",)


@rule("commentary.repositioned-units", 6)
@rule("faq.movement.fell-back-then-repositioned", 1, 2)
@pytest.mark.parametrize(
    ("done", "after"), [((), ("arrived", "normal")), (("advance",), ("advance", "arrived")),
                        (("fall back",), ("fall back", "arrived"))],
)  # fmt: skip
def test_a_unit_that_comes_back_in_the_turn_has_made_the_move_that_it_made(done: Any, after: Any) -> None:
    position = returning(5, done=done).answer(places(*[(20 + 2 * number, 1) for number in range(5)]))
    assert position.state.units[MINE].done == after


@rule("commentary.repositioned-units", 8)
def test_wounds_and_models_stay_lost_in_reserves() -> None:
    position = fading(unit(MINE, (20, 20), (21.5, 20), strength=4), unit(FOES, (40, 20)))
    assert len([one for one in position.state.models.values() if one.unit == MINE]) == 2
    assert position.state.units[MINE].strength == 4


@rule("commentary.repositioned-units", 10)
@pytest.mark.parametrize("area", ["reserves", "embarked"])
@pytest.mark.parametrize(("turn", "shocked"), [(0, False), (1, True)])
def test_a_shocked_unit_stays_shocked_until_its_next_command_phase(area: str, turn: int, shocked: bool) -> None:
    where: Any = {"reserve": "strategic reserves"} if area == "reserves" else {"carrier": CARRIER}
    ours = off(MINE, 1, area, shocked=True, **where)
    truck = unit(CARRIER, (20, 20), wounds=2, player=0)
    things = *ours, *truck, Absence(MINE, 1), *unit(FOES, (55, 40))
    position = phase(battle(list(things), rules=invent(carrier()), round=2), "command phase", turn, 2)
    position.until("move")
    assert position.state.units[MINE].shocked is shocked


@rule("commentary.repositioned-units", 10)
def test_it_is_shocked_when_it_is_withdrawn_and_after_it() -> None:
    position = battle(unit(MINE, (20, 20)), unit(FOES, (40, 40)))
    position.happen(ShockTested(MINE, (1, 1), 7, False), Withdrawn(MINE))
    assert position.state.units[MINE].shocked


@rule("commentary.repositioned-units", 7)
@pytest.mark.parametrize(("wounds", "phases"), [(1, [1]), (2, [])])
def test_a_weak_aircraft_that_flies_off_may_miss_a_test(wounds: int, phases: list[int]) -> None:
    jet = sheet("jet", keywords=["Vehicle", "Aircraft", "Fly"], base="60mm", move=20, wounds=4)
    things = unit("jet", (50, 20), player=0, wounds=wounds), unit(FOES, (55, 40))
    position = phase(battle(*things, rules=invent(jet)), "movement phase").answer(("jet", "normal"))
    position.answer((("jet.1", ((60, 20),)),))
    assert happened(position, FlewOff) and [event.phases for event in happened(position, Absent)] == phases


@rule("faq.reserves.return-from-reserves-round", 1, 2)
@pytest.mark.parametrize(
    ("round", "early", "stood", "found"),
    [(1, False, True, []), (1, True, True, ["deep strike"]), (1, True, False, []),
     (2, False, True, ["deep strike", "strategic reserves"]), (2, True, True, ["deep strike", "strategic reserves"])],
)  # fmt: skip
def test_a_withdrawn_unit_returns_from_the_second_round_on_or_as_the_mission_says(
    round: int, early: bool, stood: bool, found: list[str]
) -> None:  # fmt: skip
    rules = invent(sheet(MINE, abilities=["deep strike"]))
    ours = off(MINE, 1, "reserves", reserve="strategic reserves"), [Absence(MINE, 1)] if stood else []
    position = battle(*ours, unit(FOES, (55, 40)), rules=rules, round=round, early_returns=early)
    phase(position, "movement phase/reinforcements", 0, round)
    options = position.options if position.asked == "arrive" else []
    assert [one[1] for one in options if one] == found


@rule("faq.reserves.return-from-reserves-round", 1)
def test_who_has_no_way_to_arrive_in_the_first_round_stays_in_reserves() -> None:
    ours = off(MINE, 1, "reserves", reserve="strategic reserves"), [Absence(MINE, 1)]
    position = battle(*ours, unit(FOES, (55, 40)), round=1, early_returns=True)
    assert phase(position, "movement phase/reinforcements", 0, 1).asked != "arrive"


# Where, and what next ---------------------------------------------------------------------------------------


@rule("commentary.precedence-reinforcements")
@rule("commentary.repositioned-units", 11)
@pytest.mark.parametrize(("apart", "legal"), [(12.01, True), (12.0, False), (9.5, False)])
@pytest.mark.parametrize("how", ["again", "deep strike", "strategic reserves"])
def test_an_enemy_that_forbids_it_keeps_reinforcements_farther_away(how: str, apart: float, legal: bool) -> None:
    wall = with_texts(FOES, {"modifies": "keeps off", "by": 12})
    things = unit(FOES, (40, 2)), unit("weak", (58, 43), player=1)
    sheets = wall, sheet("weak"), sheet(MINE, abilities=["deep strike"])
    if how == "again":
        position = leaping(unit(MINE, (5, 40)), *things, sheets=sheets)
    else:
        ours = off(MINE, 1, "reserves", reserve=how)
        position = phase(battle(ours, *things, rules=invent(*sheets), round=3), "movement phase/reinforcements", 0, 3)
        position.answer((MINE, how))
    answer = places((40 - apart - 2 * HALF, 2))
    if legal:
        assert position.answer(answer).state.models["mine.1"].x == answer[0][1]
    else:
        with position.refused(rule="core.reinforcements"):
            position.answer(answer)


@rule("commentary.precedence-reinforcements", 1)
def test_of_two_such_distances_the_larger_one_counts_and_friends_are_not_kept_off() -> None:
    walls = with_texts(FOES, {"modifies": "keeps off", "by": 12}, {"modifies": "keeps off", "by": 15})
    position = leaping(unit(MINE, (5, 40)), unit(FOES, (40, 2)), sheets=[walls])
    with position.refused(rule="core.reinforcements"):
        position.answer(places((40 - 15 - 2 * HALF, 2)))
    position.answer(places((40 - 15.01 - 2 * HALF, 2)))
    friendly = with_texts(MINE, {"modifies": "keeps off", "by": 12})
    things = unit(MINE, (5, 40)), unit(MINE, (20, 20), name="other"), unit(FOES, (55, 2))
    assert leaping(*things, sheets=[friendly]).answer(places((22, 20))).state.models["mine.1"].x == 22


@rule("faq.reserves.move-in-later-phases-after-arrival")
def test_who_has_arrived_moves_in_a_later_phase_by_an_ability_and_not_before() -> None:
    rules = invent(sheet(MINE, arm("gun", range=40), blade()), sheet(FOES, abilities=["surge", "deep strike"]))
    arrived = unit(FOES, (40, 20), (41.5, 20), done=("arrived",))
    position = battle(unit(MINE, (20, 20)), arrived, rules=rules, rolls=[(6,), (6,), (1,), (4,)])
    phase(position, "shooting phase").answer(MINE, FOES, "foes.2", FOES, (("foes.1", ((38, 20),)),))
    assert [event.unit for event in happened(position, Surged)] == [FOES]
    for done in ((), ("arrived",)):
        again = phase(battle(unit(MINE, (20, 20), done=done), unit(FOES, (40, 20))), "movement phase")
        assert (again.asked == "move" and again.player == 0) is (not done)
        assert not happened(again, Moved)


# In words ---------------------------------------------------------------------------------------------------


def test_such_texts_are_said_in_both_languages() -> None:
    effects = [LEXICON.effect({"do": name}) for name in ("reposition", "withdraw")]
    assert [Wording("en").effects([one]) for one in effects] == [
        "it is taken off the battlefield and set up again, more than 9 inches from all enemies",
        "it is taken off the battlefield and placed into Strategic Reserves",
    ]
    assert [Wording("zh").effects([one]) for one in effects] == [
        "该单位移出战场，并重新部署在距所有敌方模型 9 英寸外的位置", "该单位移出战场并放入战略预备队",
    ]  # fmt: skip


def test_nobody_leaves_while_a_unit_acts() -> None:
    amid = stratagem("amid", {"do": "withdraw"}, when={"moment": "targets selected"}, target={"who": "attacked"})
    with pytest.raises(ContentError, match="'withdraw' needs a moment at which no unit acts"):
        own(amid)


@pytest.mark.parametrize(
    ("verb", "who"), [("reposition", MINE), ("withdraw", MINE), ("replace", MINE), ("revive", "gone")]
)
@pytest.mark.parametrize("busy", [True, False])
def test_nor_by_what_is_said_by_hand(verb: str, who: str, busy: bool) -> None:
    """In the middle of attacks, as in a text that no program understands."""
    things = unit(MINE, (20, 20)), off(MINE, 0, "destroyed", name="gone"), unit(FOES, (30, 20))
    wait = stratagem(
        "wait", {"do": "gain_cp", "cp": 1}, when={"moment": "targets selected"}, target={"who": "attacked"}
    )
    position = phase(battle(*things, army(1, 1, detachment="own"), rules=own(wait)), "shooting phase")
    if busy:
        position.answer(MINE, FOES)
        assert position.window == "targets selected"
    run = Run(player=0, source="text", queue=(), units=(who,))
    assert LEXICON.effect({"do": verb}).can(position.game, run) is not busy
