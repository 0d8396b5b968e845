"""What was lost comes back: wounds, models that are not destroyed after all, whole units, and new ones."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import astuple, replace

from rulewright import FOREVER, ContentError, begin_effect, until_next
from rulewright.testing import Scenario
from rulewright_wh40k.attack import SUFFER
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.effects.renewing import new_unit
from rulewright_wh40k.events.army import UnitAdded, UnitReplaced, UnitReturned
from rulewright_wh40k.events.attached_units import UnitDestroyed
from rulewright_wh40k.events.attacks import (
    DemiseRolled,
    ModelDestroyed,
    ModelRemoved,
    Survived,
    WoundsRegained,
)
from rulewright_wh40k.events.battle_round import TurnEnded
from rulewright_wh40k.terms import below_start, units

from .before import CARRIER, carrier, off, within
from .table import (
    FOES,
    MINE,
    arm,
    army,
    attached,
    battle,
    happened,
    invent,
    left,
    named,
    offered,
    phase,
    rule,
    sheet,
    unit,
    use,
)
from .test_stratagems import own, stratagem
from .test_written_abilities import text, with_texts

HALF = 32 / 25.4 / 2
THERE = unit(FOES, (55, 40), name="there", player=1)


def used(*does: Any, things: Any, sheets: Any = (), who: str = "own", **more: Any) -> Scenario:
    """A Movement phase of player 0, who can use a Stratagem that does this."""
    text = stratagem("text", *does, when={"moment": "select to move"}, target={"who": who})
    position = battle(*things, THERE, army(0, 3, detachment="own"), rules=own(text, sheets=sheets), **more)
    return phase(position, "movement phase")


# Wounds -----------------------------------------------------------------------------------------------------


@rule("commentary.regain-wounds", 1, 2)
@pytest.mark.parametrize(("wounds", "by", "after"), [(1, 1, 2), (1, 3, 4), (1, 9, 4), (3, 2, 4), (2, 2, 4)])
def test_a_model_regains_at_most_what_it_has_lost(wounds: int, by: int, after: int) -> None:
    things = [unit(MINE, (20, 20), wounds=wounds)]
    position = used({"do": "heal", "wounds": by}, things=things, sheets=[sheet(MINE, wounds=4)])
    use(position, "text", MINE)
    assert left(position, MINE) == [after]
    assert [event.wounds for event in happened(position, WoundsRegained)] == [after - wounds]


@rule("commentary.regain-wounds", 2)
def test_who_has_lost_no_wounds_regains_none() -> None:
    things = [unit(MINE, (20, 20), wounds=4)]
    assert not offered(used({"do": "heal", "wounds": 1}, things=things, sheets=[sheet(MINE, wounds=4)]))


@rule("commentary.regain-wounds", 1)
def test_one_of_the_wounded_models_of_an_attached_unit_is_healed() -> None:
    boss, head = unit("boss", (21.5, 20), player=0, wounds=2)
    ours = unit(MINE, (20, 20), (20, 22), wounds=4, leaders=("boss",), strength=3)
    ours[1] = replace(ours[1], wounds=1)
    things = [*ours, replace(boss, area="attached"), replace(head, unit=MINE)]
    sheets = sheet(MINE, wounds=4), sheet("boss", wounds=3)
    position = use(used({"do": "heal", "wounds": 2}, things=[things], sheets=sheets), "text", MINE)
    assert (position.asked, position.options) == ("healed", ["mine.1", "boss.1"])
    position.answer("boss.1")
    assert position.state.models["boss.1"].wounds == 3 and left(position, MINE) == [1, 4, 3]


# Not destroyed after all ------------------------------------------------------------------------------------

STUBBORN: Any = {"permits": "survive"}


def struck(wounds: int, *, spent: tuple[str, ...] = (), texts: Any = (STUBBORN,)) -> Scenario:
    """A model of 3 wounds and Deadly Demise suffers damage, attack by attack."""
    foes = unit(FOES, (30, 20), wounds=3)
    foes[1] = replace(foes[1], spent=spent)
    rules = invent(with_texts(FOES, *texts, wounds=3, abilities=["deadly demise 1"]))
    position = battle(unit(MINE, (20, 20)), foes, rules=rules, rolls=[(1,)])
    return position.begin(SUFFER(player=1, unit=FOES, damages=(1,) * wounds, by=MINE))


@rule("faq.timing.destroyed-triggers-when-prevented", 1)
@pytest.mark.parametrize(("wounds", "after", "survived"), [(2, [1], 0), (3, [1], 1), (4, [], 1)])
def test_what_destruction_triggers_does_not_happen_where_it_is_prevented(
    wounds: int, after: list[int], survived: int
) -> None:  # fmt: skip
    position = struck(wounds)
    assert left(position) == after and len(happened(position, Survived)) == survived
    destroyed = 0 if after else 1
    assert [len(happened(position, kind)) for kind in (ModelDestroyed, DemiseRolled, UnitDestroyed)] == 3 * [destroyed]


@rule("faq.timing.destroyed-triggers-when-prevented", 1)
@pytest.mark.parametrize("damage", [3, 7])
def test_the_damage_of_one_attack_leaves_it_its_last_wound(damage: int) -> None:
    rules = invent(with_texts(FOES, STUBBORN, wounds=3))
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20), wounds=3), rules=rules)
    position.begin(SUFFER(player=1, unit=FOES, damages=(damage,), by=MINE))
    assert left(position) == [1]


@rule("faq.timing.destroyed-triggers-when-prevented", 1)
def test_who_has_survived_once_or_has_no_such_text_is_destroyed() -> None:
    for position in (struck(3, spent=("survival",)), struck(3, texts=({"modifies": "oc", "by": 1},))):
        assert left(position) == [] and happened(position, DemiseRolled) and not happened(position, Survived)


# Units that return ------------------------------------------------------------------------------------------


def fallen(*does: Any, count: int = 2, things: Any = (), sheets: Any = (), **more: Any) -> Scenario:
    """A unit of that many models is destroyed; its player can use a Stratagem on it."""
    lost = off(MINE, 0, "destroyed", strength=count, **more)
    return used(*does, things=[lost, *things], sheets=sheets, who="destroyed")


def placed(*spots: tuple[float, float], name: str = "mine/one") -> Any:
    """An answer: the models of a unit that is mustered anew."""
    return tuple((f"{name}.{number}", float(x), float(y)) for number, (x, y) in enumerate(spots, start=1))


@rule("faq.timing.persisting-effects-after-return", 1)
def test_a_destroyed_unit_returns_as_the_same_unit() -> None:
    position = use(fallen({"do": "revive"}, sheets=[sheet(MINE, wounds=2)]), "text", MINE)
    assert (position.asked, position.player) == ("renewed", 0)
    with position.refused(rule="core.unit-coherency"):
        position.answer(placed((20, 20), (30, 20)))
    with position.refused(rule="core.reinforcements"):
        position.answer(placed((50, 40), (50, 38)))
    position.answer(placed((20, 20), (22, 20)))
    assert [(event.unit, len(event.models)) for event in happened(position, UnitReturned)] == [(MINE, 2)]
    one = position.state.units[MINE]
    assert (one.area, one.strength, left(position, MINE)) == ("table", 2, [2, 2])
    assert not below_start(position.game, MINE)


@rule("commentary.returning-models-to-a-unit", 4)
def test_a_destroyed_leader_returns_to_the_unit_that_it_led_also_near_enemies() -> None:
    boss = unit("boss", (21.5, 20), player=0)
    things = attached(unit(MINE, (20, 20)), boss), unit(FOES, (24, 20)), army(0, 3, detachment="own")
    position = battle(*things, rules=own(REVIVE, sheets=[sheet("boss", wounds=2)]))
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model="boss.1", by=FOES))
    assert position.state.units["boss"].area == "destroyed" and position.state.units[MINE].strength == 1
    use(phase(position, "movement phase"), "text", "boss")
    with position.refused(rule="core.unit-coherency"):
        position.answer(placed((30, 10), name="boss/one"))
    position.answer(placed((18.5, 20), name="boss/one"))
    one = position.state.units[MINE]
    assert (one.leaders, one.strength, position.state.units["boss"].area) == (("boss",), 2, "attached")
    assert left(position, MINE) == [1, 2] and position.asked == "move"
    assert not position.state.led


@rule("commentary.returning-models-to-a-unit", 4)
@pytest.mark.parametrize("guarded", [True, False])
def test_only_a_leader_that_returns_by_itself_is_a_unit_that_was_set_up(guarded: bool) -> None:
    """An enemy that gains a CP when a unit is set up gains none for a model that joins one."""
    boss = unit("boss", (21.5, 20), player=0)
    things = attached(unit(MINE, (20, 20)), boss), unit("other", (5, 5), player=0), unit(FOES, (30, 20))
    greed = {"when": "set up", "whose": "opposing", "effects": [{"do": "gain_cp", "cp": 1}]}
    rules = own(REVIVE, sheets=[sheet("boss"), sheet("other"), with_texts(FOES, greed)])
    position = battle(*things, army(0, 3, detachment="own"), rules=rules)
    for one in ("boss.1",) if guarded else ("boss.1", "mine.1"):
        position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model=one, by=FOES))
    use(phase(position, "movement phase"), "text", "boss")
    position.answer(placed((18.5, 20), name="boss/one"))
    assert position.state.armies[1].cp == (0 if guarded else 1)


@rule("commentary.returning-models-to-a-unit", 4, 5)
def test_a_leader_returns_as_a_unit_of_its_own_if_its_bodyguard_is_gone() -> None:
    boss = unit("boss", (21.5, 20), player=0)
    things = attached(unit(MINE, (20, 20)), boss), unit("other", (5, 5), player=0), THERE
    rules = own(REVIVE, sheets=[sheet("boss"), sheet("other")])
    position = battle(*things, army(0, 3, detachment="own"), rules=rules)
    for one in ("boss.1", "mine.1"):
        position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model=one, by="there"))
    use(phase(position, "movement phase"), "text", "boss").answer(placed((30, 10), name="boss/one"))
    assert position.state.units["boss"].area == "table" and left(position, "boss") == [1]


@rule("commentary.returning-models-to-a-unit", 1, 4)
def test_a_leader_returns_with_the_enhancement_that_it_bore() -> None:
    gift = {**named("eye"), "points": 5, "texts": [text({"modifies": "toughness", "by": 1})]}
    detachment = {**named("own"), "faction": "A", "enhancements": [gift]}
    rules = invent(sheet("boss"), detachments=[detachment], stratagems=[{"detachment": "own", **REVIVE}])
    boss, head = unit("boss", (21.5, 20), player=0, enhancement="own/eye", bearer="boss/one.1")
    things = attached(unit(MINE, (20, 20)), [boss, type(head)("boss/one.1", *list(astuple(head))[1:])])
    position = battle(*things, THERE, army(0, 3, detachment="own"), rules=rules)
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model="boss/one.1", by="there"))
    use(phase(position, "movement phase"), "text", "boss").answer(placed((18.5, 20), name="boss/one"))
    assert [position.game.number("toughness", id) for id in ("mine.1", "boss/one.1")] == [4, 5]


def noted(position: Scenario) -> Any:
    """Something that lasts for the unit: 1 is subtracted from its Hit rolls."""
    aim = {"stat": "hit", "layer": "roll", "amount": -1}
    return begin_effect(position.game, "stratagem", FOREVER, target=("units", MINE), data=aim)


@rule("faq.timing.persisting-effects-after-return", 1)
def test_what_lasted_for_a_destroyed_unit_goes_on_when_it_returns() -> None:
    position = battle(unit(MINE, (20, 20)), THERE)
    position.happen(noted(position)).happen(ModelRemoved("mine.1", MINE))
    assert position.state.units[MINE].area == "destroyed" and len(position.state.effects) == 1
    anew = replace(unit(MINE, (20, 20))[1], away=True)
    position.happen(UnitReturned(MINE, (anew,), (("mine.1", 20.0, 20.0, 0.0, 0.0),)))
    assert position.game.number("hit", MINE) == -1


REVIVE = stratagem("text", {"do": "revive"}, when={"moment": "select to move"}, target={"who": "destroyed"})


def weakened(*fallen: str, detachment: str = "own") -> Scenario:
    """The Toughness of both models of a unit is changed; these are destroyed, and their player may have it return."""
    things = unit(MINE, (20, 20), (21.5, 20)), unit(MINE, (5, 5), name="other"), THERE
    position = battle(*things, army(0, 3, detachment=detachment), rules=own(REVIVE))
    worse = {"stat": "toughness", "layer": "changed", "amount": -1}
    for one in ("mine.1", "mine.2"):
        lasts = begin_effect(position.game, "stratagem", until_next("turn", 1), target=("models", one), data=worse)
        position.happen(lasts)
    for one in fallen:
        position.happen(ModelDestroyed(one, MINE)).happen(ModelRemoved(one, MINE))
    return position


@rule("faq.timing.persisting-effects-after-return", 1)
def test_what_lasted_for_its_models_goes_on_for_those_that_return() -> None:
    position = weakened("mine.1", "mine.2")
    (kept,) = position.state.effects.values()
    assert (kept.target, kept.until) == (MINE, "next turn"), "it ends when it would have ended"
    use(phase(position, "movement phase"), "text", MINE).answer(placed((20, 20), (22, 20)))
    assert [int(position.game.number("toughness", f"mine/one.{number}")) for number in (1, 2)] == [3, 3]
    assert {one.target_table for one in position.state.effects.values()} == {"models"}
    position.answer(None).until("move", declines=("shoot", "charge"))
    assert position.player == 1 and not position.state.effects


@rule("faq.timing.persisting-effects-after-return", 1)
def test_nothing_is_kept_while_a_model_is_left_or_for_who_cannot_return() -> None:
    assert [one.target for one in weakened("mine.1").state.effects.values()] == ["mine.2"]
    assert not weakened("mine.1", "mine.2", detachment="").state.effects


@rule("faq.timing.persisting-effects-after-return", 1)
def test_what_lasted_for_an_attached_unit_is_kept_for_a_leader_that_is_destroyed() -> None:
    boss, head = unit("boss", (21.5, 20), player=0)
    body = unit(MINE, (20, 20), leaders=("boss",), strength=2)
    things = [*body, replace(boss, area="attached"), replace(head, unit=MINE)], THERE, army(0, 3, detachment="own")
    position = battle(*things, rules=own(REVIVE, sheets=[sheet("boss")]))
    position.happen(noted(position)).happen(ModelDestroyed("boss.1", MINE))
    assert sorted(str(one.target) for one in position.state.effects.values()) == ["boss", MINE]


@rule("faq.timing.persisting-effects-after-return", 1)
@pytest.mark.parametrize(("turn", "shocked"), [(0, True), (1, False)])
def test_a_destroyed_unit_is_shocked_until_its_next_command_phase_would_begin(turn: int, shocked: bool) -> None:
    position = battle(off(MINE, 0, "destroyed", shocked=True), unit("other", (20, 20), player=0), THERE,
                      rules=invent(sheet("other")))  # fmt: skip
    position.happen(TurnEnded(turn))
    assert position.state.units[MINE].shocked is shocked


@rule("faq.timing.persisting-effects-after-return", 2)
@rule("commentary.army", 1)
def test_a_new_unit_has_nothing_that_lasted_for_the_one_like_it() -> None:
    position = fallen({"do": "add_unit"}, points=90)
    position = use(position, "text", MINE)
    (event,) = happened(position, UnitAdded)
    one = position.state.units[event.unit]
    assert (event.unit, one.player, one.sheet, one.strength, one.points) == ("mine#1", 0, MINE, 2, 90)
    assert (one.area, one.reserve, position.state.units[MINE].area) == ("reserves", "strategic reserves", "destroyed")
    assert left(position, "mine#1") == [1, 1] and left(position, MINE) == []
    position = battle(off(MINE, 1, "destroyed"), unit(MINE, (20, 20), name="mine#1"), THERE)
    position.happen(noted(position))
    assert position.game.number("hit", "mine#1") == 0


@rule("commentary.army", 1)
def test_an_army_is_what_the_roster_lists_and_what_joins_it() -> None:
    """A text for every friendly unit is about the new one as well as about the one that was there."""
    each = {"do": "for_each", "side": "friendly", "then": [{"do": "suffer", "to": "chosen"}]}
    text = stratagem("text", {"do": "add_unit"}, when={"moment": "select to move"}, target={"who": "destroyed"})
    hurt = stratagem("hurt", each, when={"moment": "end of movement phase"}, target={})
    things = off(MINE, 0, "destroyed", strength=1), unit("other", (5, 5), wounds=3, player=0), THERE
    rules = own(text, hurt, sheets=[sheet(MINE, wounds=3), sheet("other", wounds=3)])
    position = phase(battle(*things, army(0, 3, detachment="own"), rules=rules, round=2), "movement phase", 0, 2)
    assert units(position.game, 0) == ["other"]
    use(position, "text", MINE).answer(None, ("mine#1", "strategic reserves"), (("mine/one#1.1", 20.0, 1.0),))
    assert units(position.game, 0) == ["other", "mine#1"]
    use(position, "hurt", "other")
    assert (left(position, "other"), left(position, "mine#1"), left(position, "there")) == ([2], [2], [1])


# What was used, and whom a Leader led -----------------------------------------------------------------------


@rule("commentary.one-shot", 3)
def test_what_a_destroyed_model_has_shot_once_stays_shot_when_it_returns() -> None:
    """Of the two models of a unit that is destroyed, one has shot its missile."""
    missile = sheet(MINE, arm("missile", "one shot"))
    ours = unit(MINE, (20, 20), (21.5, 20), weapons=(f"{MINE}/missile",))
    ours[2] = replace(ours[2], spent=(f"{MINE}/missile",))
    position = battle(*[ours, THERE, army(0, 3, detachment="own")], rules=own(REVIVE, sheets=[missile]))
    position.happen(ModelRemoved("mine.1", MINE), ModelRemoved("mine.2", MINE))
    assert [one.spent for one in position.state.relics.values()] == [(f"{MINE}/missile",)]
    use(phase(position, "movement phase"), "text", MINE).answer(placed((20, 20), (22, 20)))
    spent = [one.spent for one in position.state.models.values() if one.unit == MINE]
    assert spent == [(f"{MINE}/missile",), ()] and not position.state.relics


@rule("commentary.one-shot", 3)
def test_so_it_does_for_a_single_model_that_returns_to_its_unit() -> None:
    back = stratagem("back", {"do": "return"}, when={"moment": "select to move"})
    ours = unit(MINE, (20, 20), (21.5, 20), weapons=(f"{MINE}/gun",))
    ours[2] = replace(ours[2], spent=(f"{MINE}/gun",))
    position = battle(ours, THERE, army(0, 3, detachment="own"), rules=own(back)).happen(ModelRemoved("mine.2", MINE))
    use(phase(position, "movement phase"), "back", MINE).answer((("mine/one.1", 22.0, 20.0),))
    assert position.state.models["mine/one.1"].spent == (f"{MINE}/gun",) and not position.state.relics


@rule("commentary.one-shot", 4)
def test_a_new_unit_has_used_nothing() -> None:
    ours = [replace(one, spent=(f"{MINE}/gun",)) if one.id == "mine.1" else one for one in unit(MINE, (20, 20))]
    text = stratagem("text", {"do": "add_unit"}, when={"moment": "select to move"}, target={"who": "destroyed"})
    position = battle(ours, THERE, army(0, 3, detachment="own"), rules=own(text)).happen(ModelRemoved("mine.1", MINE))
    use(phase(position, "movement phase"), "text", MINE)
    assert [one.spent for one in position.state.models.values() if one.unit == "mine#1"] == [()]


def widowed(*, body: bool = True) -> Scenario:
    """A Leader is destroyed, and its player has it return; its Bodyguard stands on the battlefield, or not."""
    boss, head = unit("boss", (21.5, 20), player=0)
    guards = unit(MINE, (20, 20), (18.5, 20), leaders=("boss",), strength=3)
    joined = [*guards, replace(boss, area="attached"), replace(head, unit=MINE)]
    rules = own(REVIVE, sheets=[sheet("boss"), sheet("other")])
    things = joined, unit("other", (5, 5), player=0), THERE, army(0, 3, detachment="own")
    position = battle(*things, rules=rules)
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model="boss.1", by="there"))
    for number in () if body else (1, 2):
        position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model=f"mine.{number}", by="there"))
    return use(phase(position, "movement phase"), "text", "boss")


@rule("commentary.returning-models-to-a-unit", 4)
def test_a_leader_that_returns_leads_its_bodyguard_again() -> None:
    position = widowed()
    with position.refused(rule="core.unit-coherency"):
        position.answer((("boss/one.1", 40.0, 5.0),))
    position.answer((("boss/one.1", 21.5, 20.0),))
    one, guards = position.state.units["boss"], position.state.units[MINE]
    assert (one.area, guards.leaders, guards.strength) == ("attached", ("boss",), 3)
    assert position.state.models["boss/one.1"].unit == MINE
    assert (MINE, "normal") in position.options and ("boss", "normal") not in position.options


@rule("commentary.returning-models-to-a-unit", 5)
def test_a_leader_whose_bodyguard_is_gone_is_a_unit_of_its_own() -> None:
    position = widowed(body=False).answer((("boss/one.1", 40.0, 5.0),))
    one = position.state.units["boss"]
    assert (one.area, one.strength, position.state.models["boss/one.1"].unit) == ("table", 1, "boss")


# Units that are replaced ------------------------------------------------------------------------------------


@rule("commentary.replacement-units", 1, 2)
@pytest.mark.parametrize("done", [(), ("arrived",), ("normal",), ("advance",)])
def test_a_new_unit_at_full_strength_is_set_up_in_place_of_another(done: Any) -> None:
    ours = unit(MINE, (20, 20), strength=3, wounds=1, done=done, shocked=False)
    things = ours, unit("other", (5, 5), player=0)
    position = used({"do": "replace"}, things=things, sheets=[sheet(MINE, wounds=2), sheet("other")])
    use(position, "text", MINE)
    spots = tuple((f"mine/one#1.{number}", 18.0 + 2 * number, 20.0) for number in (1, 2, 3))
    with position.refused():
        position.answer(spots[:2])
    position.answer(spots)
    assert [(event.unit, event.record.id) for event in happened(position, UnitReplaced)] == [(MINE, "mine#1")]
    one = position.state.units["mine#1"]
    assert (one.area, one.strength, one.done, left(position, "mine#1")) == (
        "table",
        3,
        ("arrived", "normal"),
        [2, 2, 2],
    )
    assert position.state.units[MINE].area == "destroyed" and left(position, MINE) == []
    assert not happened(position, UnitDestroyed, ModelDestroyed)
    assert position.options == [("other", "normal"), ("other", "advance"), None]


def test_a_unit_may_be_replaced_as_often_as_its_text_says() -> None:
    gone = [off(MINE, 0, "destroyed", name=f"mine#{number}") for number in range(1, 1201)]
    position = battle(unit(MINE, (20, 20)), *gone, unit(FOES, (50, 20)))
    assert new_unit(position.game, MINE).id == "mine#1201"


@rule("commentary.replacement-units", 3)
def test_what_is_done_to_units_that_arrive_is_done_to_the_new_unit() -> None:
    watched = {"when": "set up", "whose": "opposing", "effects": [{"do": "suffer", "to": "acting"}]}
    text = stratagem("text", {"do": "replace"}, when={"moment": "select to move"})
    rules = own(text, sheets=[sheet(MINE, wounds=3), with_texts(FOES, watched)])
    things = unit(MINE, (20, 20), wounds=1), unit(FOES, (40, 20)), army(0, 3, detachment="own"), army(1, 1)
    position = use(phase(battle(*things, rules=rules), "movement phase"), "text", MINE)
    position.answer((("mine/one#1.1", 24.0, 20.0),))
    assert left(position, "mine#1") == [2]
    assert (position.window, offered(position)) == ("set up", [("fire-overwatch", FOES)])


@rule("commentary.replacement-units", 1)
def test_a_unit_with_a_leader_or_passengers_is_not_replaced() -> None:
    boss, head = unit("boss", (21.5, 20), player=0)
    led = [
        *unit(MINE, (20, 20), leaders=("boss",), strength=2),
        replace(boss, area="attached"),
        replace(head, unit=MINE),
    ]
    assert not offered(used({"do": "replace"}, things=[led], sheets=[sheet("boss")]))
    truck = unit(CARRIER, (20, 20), wounds=2, player=0)
    assert not offered(used({"do": "replace"}, things=[truck, within(MINE)], sheets=[carrier()]))


def test_a_unit_that_finds_no_place_is_not_replaced() -> None:
    position = use(used({"do": "replace"}, things=[unit(MINE, (20, 20))]), "text", MINE).answer(())
    assert left(position, MINE) == [1] and not happened(position, UnitReplaced)


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("effect", "en", "zh"), [
    ({"do": "heal", "wounds": 2}, "a model of it regains lost wounds: 2", "该单位的一个模型回复失去的生命：2"),
    ({"do": "add_unit"}, "a new unit like it is added to your army, in Strategic Reserves",
     "将一个与其相同的新单位加入你的军队，放入战略预备队"),
])  # fmt: skip
def test_such_texts_are_said_in_both_languages(effect: Any, en: str, zh: str) -> None:
    told = [Wording(lang).effects([LEXICON.effect(effect)]) for lang in ("en", "zh")]
    assert told == [en, zh]


@pytest.mark.parametrize("verb", ["revive", "add_unit"])
def test_only_destroyed_units_return(verb: str) -> None:
    with pytest.raises(ContentError, match=f"{verb!r} needs a destroyed unit that the text is used on"):
        own(stratagem("text", {"do": verb}, when={"moment": "select to move"}))
