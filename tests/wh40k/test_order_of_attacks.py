"""Who shoots or fights orders its attacks: all at one target and all with one weapon before others."""

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled

from .table import FOES, MINE, arm, battle, blade, happened, invent, left, phase, rule, sheet, unit
from .test_shooting import GUN, shoot

GAP = 32 / 25.4
ARMS = ("gun", "pike", "rifle")


def made(position: Scenario) -> list[tuple[str, int]]:
    """The targets of the attacks that were made, and how many dice were rolled."""
    return [(event.target, len(event.faces)) for event in happened(position, HitsRolled)]


def ours(*arms: str, places: Any = ((20, 20),)) -> list[Any]:
    return unit(MINE, *places, weapons=tuple(f"{MINE}/{one}" for one in arms or ARMS))


def shooting_at(*targets: str | None, rolls: Any = (), **more: Any) -> Scenario:
    """The gun makes one attack, the pike two and the rifle three, at these targets."""
    rules = invent(sheet(MINE, *(arm(id, attacks=str(count), ap=-count) for count, id in enumerate(ARMS, 1))))
    foes = unit(FOES, (30, 20), **more), unit(FOES, (30, 28), name="far", **more)
    return shoot(ours(), *foes, rules=rules, rolls=rolls).answer(MINE, *targets)


@rule("core.make-ranged-attacks", 2, 3)
def test_the_player_selects_the_weapon_that_is_resolved_first() -> None:
    position = shooting_at(FOES, FOES, FOES, rolls=[(1, 1), (1,), (1, 1, 1)])
    assert (position.asked, position.player) == ("next_attacks", 0)
    assert position.options == [None, *((FOES, f"{MINE}/{one}") for one in ARMS)]
    assert made(position) == []
    position.answer((FOES, f"{MINE}/pike"))
    assert made(position) == [(FOES, 2)]
    assert position.options == [None, (FOES, GUN), (FOES, f"{MINE}/rifle")]
    position.answer((FOES, GUN))
    assert made(position) == [(FOES, 2), (FOES, 1), (FOES, 3)], "the last weapon needs no question"


def test_who_leaves_the_order_as_it_is_is_asked_once() -> None:
    assert made(shooting_at(FOES, FOES, FOES, rolls=[(1,), (1, 1), (1, 1, 1)]).answer(None)) == [
        (FOES, 1), (FOES, 2), (FOES, 3),
    ]  # fmt: skip


@rule("core.make-ranged-attacks", 2)
def test_attacks_at_the_target_that_was_begun_come_before_those_at_another() -> None:
    position = shooting_at(FOES, "far", FOES, rolls=[(1, 1, 1), (1,), (1, 1)])
    assert position.options == [None, (FOES, GUN), (FOES, f"{MINE}/rifle"), ("far", f"{MINE}/pike")]
    position.answer((FOES, f"{MINE}/rifle"))
    assert made(position) == [(FOES, 3), (FOES, 1), ("far", 2)]


@rule("core.make-ranged-attacks", 2)
def test_the_target_that_was_declared_last_may_come_first() -> None:
    position = shooting_at(FOES, FOES, "far", rolls=[(1, 1, 1), (1, 1), (1,)]).answer(("far", f"{MINE}/rifle"))
    assert made(position) == [("far", 3)]
    position.answer((FOES, f"{MINE}/pike"))
    assert made(position) == [("far", 3), (FOES, 2), (FOES, 1)]


@rule("faq.timing.unresolved-attacks-after-target-destroyed", 1)
def test_attacks_at_what_is_destroyed_are_not_offered_any_more() -> None:
    position = shooting_at(FOES, FOES, "far", rolls=[(3,), (4,), (1,), (1, 1, 1)]).answer((FOES, GUN))
    assert made(position) == [(FOES, 1), ("far", 3)] and left(position) == []


@rule("core.make-ranged-attacks", 3)
def test_attacks_with_a_weapon_within_half_range_and_beyond_stay_together() -> None:
    """One gun is within half of its range: the two are resolved apart, but no other weapon between them."""
    rules = invent(sheet(MINE, arm("gun", "rapid fire 1", range=24), arm("rifle", ap=-2)))
    two = ours("gun", "rifle", places=((20, 20), (20, 22)))
    two[2] = replace(two[2], weapons=(GUN,))
    position = shoot(two, unit(FOES, (32.6, 17)), rules=rules, rolls=[(1, 1), (1,), (1,)]).answer(MINE, FOES, FOES)
    assert position.options == [None, (FOES, GUN), (FOES, f"{MINE}/rifle")]
    assert made(position.answer((FOES, GUN))) == [(FOES, 2), (FOES, 1), (FOES, 1)]


def test_one_weapon_at_one_target_needs_no_question() -> None:
    assert made(shooting_at(None, None, FOES, rolls=[(1, 1, 1)])) == [(FOES, 3)]


@rule("core.make-ranged-attacks", 3)
@pytest.mark.parametrize(
    ("other", "asked"),
    [({}, False), ({"skill": 5, "strength": 9, "attacks": "3"}, False), ({"ap": -1}, True), ({"damage": "2"}, True)],
)
def test_at_one_target_only_weapons_that_wound_otherwise_are_ordered(other: dict[str, Any], asked: bool) -> None:
    rules = invent(sheet(MINE, arm("gun", "rapid fire 1"), arm("rifle", **other)))
    position = shoot(
        ours("gun", "rifle"),
        unit(FOES, (44, 20)),
        rules=rules,
        rolls=[(1,)] if asked else [(1,), (1,) * int(other.get("attacks", 1))],
    )
    position.answer(MINE, FOES, FOES)
    assert (position.asked == "next_attacks") is asked


@pytest.mark.parametrize("ability", ["heavy", "lethal hits", "anti-infantry 4+", "precision", "psychic", "melta 1"])
def test_what_a_weapon_does_once_it_has_wounded_makes_a_difference(ability: str) -> None:
    asked = ability in ("precision", "psychic", "melta 1")
    rules = invent(sheet(MINE, arm("gun", ability), arm("rifle")))
    position = shoot(ours("gun", "rifle"), unit(FOES, (30, 20)), rules=rules, rolls=[] if asked else [(1,), (1,)])
    position.answer(MINE, FOES, FOES)
    assert (position.asked == "next_attacks") is asked


@rule("core.make-melee-attacks", 2)
@pytest.mark.parametrize("first", ["second", FOES])
def test_who_fights_selects_which_enemies_are_attacked_first(first: str) -> None:
    rules = invent(sheet(MINE, blade(), blade("claw", "extra attacks")))
    fighter = unit(MINE, (20, 20), done=("charge",), weapons=(f"{MINE}/blade", f"{MINE}/claw"))
    foes = unit(FOES, (20 + GAP, 20)), unit(FOES, (20 - GAP, 20), name="second")
    position = phase(battle(fighter, *foes, rules=rules, rolls=[(1,)] * 4), "fight phase").answer(FOES, "second")
    assert (position.asked, position.game.requests[0].rule) == ("next_attacks", "core.make-melee-attacks")
    position.answer((first, f"{MINE}/{'claw' if first == 'second' else 'blade'}"))
    assert made(position)[0][0] == first


def test_attacks_are_named_by_weapon_and_target() -> None:
    position = shooting_at(FOES, "far", None)
    view = position.game.view(0)
    told = [Narrator(view.rules, "en").option(view, view.request, one) for one in position.options]
    assert told == ["All in this order", "gun at foes", "pike at far"]
