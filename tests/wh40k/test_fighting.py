"""The Fight phase: who fights, when, and which of its models at whom."""

from __future__ import annotations

from typing import Any

from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled, Selected, TargetsDeclared

from .table import FOES, MINE, as_declared, attached, battle, blade, happened, invent, left, phase, rule, sheet, unit

BLADE = f"{MINE}/blade"
SIDE = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""


def fight(*things: Any, **more: Any) -> Scenario:
    """The Fight phase of player 0 with these units, in which nobody moves."""
    return stay(phase(battle(*things, **more), "fight phase"))


def stay(position: Scenario, *answers: Any) -> Scenario:
    """Give these answers, and move nobody."""
    waiting = list(answers)
    while not position.idle:
        if position.asked in ("pile_in", "consolidate"):
            position.answer(())
        elif waiting:
            position.answer(waiting.pop(0))
        else:
            break
    return position


def fought(position: Scenario) -> list[str]:
    """The units that were selected to fight, in order."""
    return [event.unit for event in happened(position, Selected)]


def pair(name: str, y: float, *done: str, **more: Any) -> list[Any]:
    """One of our units and an enemy, in base contact."""
    ours = unit(MINE, (20, y), name=name, done=done, **more)
    return [*ours, *unit(FOES, (20 + SIDE, y), name=f"foe of {name}")]


@rule("core.fight-phase-sequence", 1, 2, 5, 6)
@rule("core.remaining-combats", 1)
def test_the_other_player_begins_and_nobody_fights_twice() -> None:
    far = unit(MINE, (40, 40), name="far")
    position = fight(pair("a", 10), far, rolls=[(1,), (1,)])
    assert fought(position) == ["foe of a", "a"]


@rule("core.fight-phase-sequence", 1, 2, 3)
@rule("core.fights-first", 2)
@rule("core.charge-bonus")
@rule("commentary.charge-bonus", 1)
def test_a_unit_that_charged_fights_before_all_others() -> None:
    position = fight(pair("a", 10), pair("b", 30, "charge"), rolls=[(1,)] * 2)
    assert fought(position)[0] == "b"
    assert (position.asked, position.player) == ("fight", 1)
    assert set(position.options) == {"foe of a", "foe of b"}


@rule("core.fights-first", 1)
def test_fights_first_beats_the_order_of_players() -> None:
    rules = invent(sheet(MINE, abilities=["fights first"]))
    assert fought(fight(pair("a", 10), rules=rules, rolls=[(1,), (1,)])) == ["a", "foe of a"]


@rule("core.fights-first", 2)
@rule("errata.leader", 1)
def test_a_leader_whose_bodyguard_falls_still_fights_in_the_first_step() -> None:
    """Its Attached unit charged; the enemy that fights before it destroys the Bodyguard."""
    ours = attached(unit(MINE, (20, 20), done=("charge",)), unit("boss", (20, 20 + SIDE), player=0))
    killers = unit("killers", (20 + SIDE, 20), player=1, weapons=("killers/blade",))
    rules = invent(sheet("boss"), sheet("killers", blade(ap=-6), abilities=["fights first"]))
    position = fight(ours, killers, pair("friend", 30), rules=rules, rolls=[(6,), (6,), (1,), *[(1,)] * 3])
    assert fought(position) == ["killers", "boss", "foe of friend", "friend"]


@rule("core.fight-phase-sequence", 2, 3)
@rule("core.remaining-combats", 2, 3)
def test_nobody_goes_back_to_the_first_step() -> None:
    """A unit that could fight first loses its enemy to another one, and meets a new one in the second step."""
    strong = blade(attacks="6", strength=9, ap=-6, skill=2)
    rules = invent(
        sheet(MINE, strong), sheet("bait"), sheet("quick", abilities=["fights first"]),
        sheet("brute", strong, abilities=["fights first"]),
    )  # fmt: skip
    position = phase(battle(
        unit("bait", (20, 20), weapons=()), unit("quick", (20 + SIDE, 20), player=1, weapons=()),
        unit("brute", (20 - SIDE, 20), player=1, weapons=("brute/blade",)),
        unit(MINE, (26, 20), weapons=(BLADE,)), unit(FOES, (26 + SIDE, 20), weapons=()),
        unit(MINE, (40, 20), name="late", weapons=()), unit(FOES, (40 + SIDE, 20), name="other", weapons=()),
        rules=rules, rolls=[(6,) * 6, (6,) * 6, (1,) * 6] * 2,
    ), "fight phase")  # fmt: skip
    stay(position.answer("brute"), FOES)
    while position.asked != "consolidate":
        position.answer(() if position.asked == "pile_in" else MINE)
    position.answer((("mine.1", ((23.5, 20),)),))
    assert (position.asked, position.player, position.options) == ("fight", 1, ["quick", "other"])
    stay(position, "quick")
    assert fought(position) == ["brute", FOES, MINE, "quick", "late", "other"]


@rule("core.which-models-fight", 1, 2)
@rule("commentary.base-contact", 1)
@rule("core.select-melee-targets", 2)
def test_models_behind_those_in_contact_fight_too() -> None:
    ours = unit(MINE, (20, 20), (20 - SIDE, 20), (20 - 2 * SIDE, 20), done=("charge",))
    position = fight(ours, unit(FOES, (20 + SIDE, 20)), rolls=[(1, 1), (1,)])
    assert happened(position, TargetsDeclared)[0].models == ("mine.1", "mine.2")


@rule("errata.extra-attacks", 1)
@rule("core.weapon-extra-attacks")
@rule("core.select-melee-weapon", 1, 2)
def test_extra_attacks_come_besides_the_chosen_weapon() -> None:
    rules = invent(sheet(MINE, blade("blade"), blade("claw"), blade("tail", "extra attacks")))
    arms = (BLADE, f"{MINE}/claw", f"{MINE}/tail")
    ours = unit(MINE, (20, 20), weapons=arms, done=("charge",))
    position = fight(ours, unit(FOES, (20 + SIDE, 20)), rules=rules, rolls=[(1,)] * 3)
    assert (position.asked, position.options) == ("melee_weapon", list(arms[:2]))
    stay(position, f"{MINE}/claw")
    used = [event.weapon for event in happened(position, TargetsDeclared) if event.unit == MINE]
    assert used == [f"{MINE}/claw", f"{MINE}/tail"]


@rule("core.select-melee-weapon", 1)
def test_each_model_may_choose_a_weapon_of_its_own() -> None:
    rules = invent(sheet(MINE, blade("blade"), blade("claw")))
    arms = (BLADE, f"{MINE}/claw")
    ours = unit(MINE, (20, 20), (20, 20 + SIDE), weapons=arms, done=("charge",))
    position = fight(ours, unit(FOES, (20 + SIDE, 20), (20 + SIDE, 20 + SIDE)), rules=rules, rolls=[(1,)] * 2)
    assert (position.asked, position.options) == ("melee_weapon", [*arms, "split"])
    told = Narrator(position.game.rules, "en").option(position.game.view(0), position.game.request, "split")
    assert told == "Each model by itself"
    stay(as_declared(position.answer("split", arms[1], arms[0])))
    made = {event.weapon: event.models for event in happened(position, TargetsDeclared) if event.unit == MINE}
    assert made == {BLADE: ("mine.2",), arms[1]: ("mine.1",)}


@rule("core.select-melee-weapon", 1)
@rule("errata.extra-attacks", 1)
def test_an_extra_weapon_is_used_with_one_of_its_profiles_and_each_copy_of_it_once() -> None:
    lash, sweep = (blade(one, "extra attacks", profile_of="tail") for one in ("lash", "sweep"))
    rules = invent(sheet(MINE, blade("blade"), lash, sweep, blade("horn", "extra attacks")))
    arms = tuple(f"{MINE}/{one}" for one in ("blade", "blade", "lash", "sweep", "horn", "horn"))
    ours = unit(MINE, (20, 20), weapons=arms, done=("charge",))
    position = fight(ours, unit(FOES, (20 + SIDE, 20)), rules=rules, rolls=[(1,), (1, 1), (1,)])
    assert (position.asked, position.options) == ("melee_weapon", list(arms[2:4]))
    stay(as_declared(position.answer(arms[3])))
    made = {event.weapon: event.models for event in happened(position, TargetsDeclared) if event.unit == MINE}
    assert made == {BLADE: ("mine.1",), arms[3]: ("mine.1",), arms[4]: ("mine.1", "mine.1")}


@rule("core.make-melee-attacks", 1, 2)
def test_models_of_a_unit_may_attack_different_units() -> None:
    ours = unit(MINE, (20, 20), (20, 20 + SIDE), done=("charge",))
    foes = [*unit(FOES, (20 + SIDE, 20)), *unit(FOES, (20 + SIDE, 20 + SIDE), name="more")]
    position = fight(ours, foes, rolls=[(1,), (1,), (1,), (1,)])
    assert "split" in position.options
    stay(position, "split", "more", FOES, "more", FOES)
    made = [(event.target, event.models) for event in happened(position, TargetsDeclared)][:2]
    assert made == [("more", ("mine.1",)), (FOES, ("mine.2",))]
    assert [event.target for event in happened(position, HitsRolled)][:2] == ["more", FOES]


@rule("core.make-melee-attacks", 3)
def test_declared_attacks_are_made_though_nobody_is_engaged_any_more() -> None:
    ours = unit(MINE, (20, 20), done=("charge",), weapons=(BLADE,))
    rules = invent(sheet(MINE, blade(attacks="2"), blade("claw")))
    foes = unit(FOES, (20 + SIDE, 20), (24.5, 20))
    position = fight(ours, foes, rules=rules, rolls=[(3, 3), (4, 4), (1, 1)])
    stay(position, "foes.1")
    assert not left(position)
