"""Armies and units, keywords, who decides first, and what is settled when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulewright import FOREVER, Extension, Power, begin_effect, new_game
from rulewright.narrator import Narrator
from rulewright.powers import Bearer, after
from rulewright_wh40k.attack import SUFFER
from rulewright_wh40k.charge import chargeable
from rulewright_wh40k.command import level
from rulewright_wh40k.events.battle_round import PhaseEnded
from rulewright_wh40k.events.command import Controlled, ShockTested
from rulewright_wh40k.state import Objective
from rulewright_wh40k.terms import has_keyword

from .table import FOES, MINE, army, battle, happened, invent, marker, offered, phase, plain, rule, sheet, unit
from .test_stratagems import own, stratagem

# Armies, units, keywords ------------------------------------------------------------------------------------


@rule("core.armies-and-units", 1, 2)
def test_armies_are_units_of_models_of_one_datasheet() -> None:
    game = new_game("wh40k", seed=1)
    state = game.state
    assert {int(one.player) for one in state.units.values()} == {0, 1} == set(state.armies)
    for one in state.units.values():
        models = [model for model in state.models.values() if model.unit == one.id]
        assert models and {model.profile.partition("/")[0] for model in models} == {one.sheet}
        assert {model.player for model in models} == {one.player}


@rule("core.armies-and-units", 3, 4)
def test_friends_are_those_of_the_same_army_and_all_others_are_enemies() -> None:
    near = unit(MINE, (20, 20)), unit(MINE, (23, 20), name="friend"), unit(FOES, (26, 20))
    bomb = sheet("bomb", abilities=["deadly demise 3"])
    things = *near, unit("bomb", (23, 22))
    position = battle(*things, rules=invent(bomb, sheet(MINE, wounds=5), sheet(FOES, wounds=5)), rolls=[(6,)])
    assert chargeable(position.game, MINE) == [FOES]
    assert set(chargeable(position.game, FOES)) == {MINE, "friend", "bomb"}
    position.begin(SUFFER(player=0, unit="bomb", damages=(1,)))
    assert not position.state.models


@rule("core.keywords", 1)
@rule("core.keywords", 2)
def test_keywords_of_the_faction_are_keywords_and_plurals_make_no_difference() -> None:
    game = battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), rules=invent(sheet(MINE, keywords=["Grenades"]))).game
    assert has_keyword(game, MINE, "A") and has_keyword(game, MINE, "Grenades")
    assert has_keyword(game, MINE, "Grenade") and not has_keyword(game, FOES, "Grenades")
    ours = stratagem("ours", target={"keywords": ["A", "Infantry"]})
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20))
    aliens = own(ours, sheets=[sheet(MINE, keywords=["Infantry"], faction="B")])
    assert offered(phase(battle(*things, army(0, 1, detachment="own"), rules=own(ours)), "shooting phase"))
    assert not offered(phase(battle(*things, army(0, 1, detachment="own"), rules=aliens), "shooting phase"))


# Who decides ------------------------------------------------------------------------------------------------


class Echo(Power, name="echo", rule="core.sequencing"):
    """When a phase ends, it tests its nerve."""

    @after(PhaseEnded)
    def echo(self, game: Any, me: Bearer, event: PhaseEnded) -> ShockTested:
        return ShockTested(me.id, (), 7, True)


@rule("core.sequencing", 1)
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("first", [MINE, FOES])
def test_the_active_player_orders_what_happens_at_the_same_time(active: int, first: str) -> None:
    base = invent()
    rules = replace(base.ruleset, content=lambda *_: base.content).freeze(
        [Extension(ruleset="wh40k", id="echo", powers=[Echo()])]
    )
    position = battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), rules=rules)
    for id in (MINE, FOES):
        position.happen(begin_effect(position.game, "stratagem", FOREVER, target=("units", id), data={"gives": "echo"}))
    phase(position, "movement phase", active).answer(None)
    assert position.asked == "trigger" and position.player == active
    position.answer(next(one for one in position.options if first in str(one)))
    assert happened(position, ShockTested)[0].unit == first
    assert {event.unit for event in happened(position, ShockTested)} == {MINE, FOES}


@pytest.mark.parametrize(("lang", "told"), [("en", "{}: Hold Fast"), ("zh", "{}：坚守")])
def test_what_happens_at_the_same_time_is_told_by_ability_and_unit(lang: str, told: str) -> None:
    rules = invent(sheet(MINE, abilities=["hold fast"]))
    position = battle(unit(MINE, (20, 20)), unit(MINE, (30, 20), name="second"), marker(21, 20), rules=rules)
    phase(position, "command phase")
    assert position.asked == "trigger"
    view, teller = position.game.view(0), Narrator(position.game.rules, lang)
    options = [teller.option(view, position.game.request, one) for one in position.options]
    assert options == [told.format(MINE), told.format("second")]


@rule("faq.timing.both-players-optional-rules", 1)
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_player_decides_first_whether_to_use_something(active: int) -> None:
    late = stratagem("late", when={"moment": "end of movement phase", "phases": ["movement"]})
    armies = army(0, 1, detachment="own"), army(1, 1, detachment="own")
    position = battle(unit(MINE, (20, 20)), unit(FOES, (50, 40)), *armies, rules=own(late))
    phase(position, "movement phase", active).until("react", declines=("move",))
    assert position.player == active
    position.answer(None)
    assert position.asked == "react" and position.player == 1 - active


# Objective markers ------------------------------------------------------------------------------------------


@rule("faq.timing.objectives-before-first-command-phase-ends")
@rule("commentary.contested", 2)
def test_nobody_controls_a_marker_before_the_first_command_phase_ends() -> None:
    ours = unit(MINE, (20, 20)), unit(FOES, (50, 40)), marker(21, 20)
    position = battle(*ours, army(0, 1, detachment="own"), rules=own(stratagem("now", when={"phases": ["command"]})))
    phase(position, "command phase")
    assert position.window == "command step"
    assert position.state.objectives["A"].controller is None and not happened(position, Controlled)
    position.answer(None)
    assert [event.player for event in happened(position, Controlled)] == [0]


@rule("faq.movement.oc-counts-for-several-objectives")
def test_a_model_counts_for_each_marker_in_range() -> None:
    things = unit(MINE, (20, 20)), unit(FOES, (50, 40)), marker(18, 20), marker(22, 20, name="B")
    position = battle(*things)
    assert [level(position.game, name, 0) for name in ("A", "B")] == [1, 1]


def held(*foes: tuple[float, float], abilities: tuple[str, ...] = ("hold fast",)) -> int | None:
    """Who controls a marker that our unit secured in its Command phase and has left, with foes where they are."""
    rules = invent(sheet(MINE, abilities=list(abilities)))
    things = unit(MINE, (20, 20)), unit(FOES, *foes), marker(21, 20)
    position = battle(*things, rules=rules)
    phase(position, "command phase")
    plain(position.answer((MINE, "normal"))).answer((("mine.1", ((20.0, 25.9),)),))
    plain(position)
    assert position.state.models["mine.1"].y > 25
    assert "movement" in {event.phase for event in happened(position, PhaseEnded)}
    controller: int | None = position.state.objectives["A"].controller
    return controller


@rule("commentary.objective-secured")
def test_a_secured_marker_is_kept_until_the_opponent_has_more() -> None:
    assert held((50, 40)) == 0
    assert held((50, 40), abilities=()) is None
    things = unit(MINE, (20, 30)), unit(FOES, (23, 20)), Objective("A", 21, 20, 0, 0)
    position = phase(battle(*things), "shooting phase")
    position.until("charge", declines=("shoot",)) if position.asked == "shoot" else None
    assert [event.player for event in happened(position, Controlled)] == [1]
    assert position.state.objectives["A"].secured is None


@rule("faq.timing.start-of-rules-first", 1)
def test_rules_of_the_start_of_a_phase_come_first() -> None:
    when = {"phases": ["shooting"], "turn": "yours"}
    first = stratagem("first", when={"moment": "shooting phase start", **when})
    later = stratagem("later", when={"moment": "select to shoot", **when})
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 2, detachment="own")
    position = phase(battle(*things, rules=own(first, later)), "shooting phase")
    assert offered(position) == [("first", MINE)]
    position.answer(None)
    assert offered(position) == [("later", MINE)]
