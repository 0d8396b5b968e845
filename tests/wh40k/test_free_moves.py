"""Normal moves that texts allow in any phase, and targets that move away before they are attacked."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import AttacksFinished, HitsRolled, TargetsDeclared
from rulewright_wh40k.events.movement import MovedFreely
from rulewright_wh40k.terms import did

from .table import FOES, MINE, arm, army, battle, blade, happened, invent, offered, phase, rule, sheet, unit, use
from .test_written_abilities import with_texts

FADE: Any = {
    "when": "targets selected", "whose": "opposing", "may": True, "test": {"unit": "target", "attacked": True},
    "effects": [{"do": "move", "inches": 6}],
}  # fmt: skip
"""Just after an enemy unit has selected this unit as a target, it can make a Normal move of up to 6 inches."""


def march(inches: Any = 6, *rolls: Any, when: str = "shooting phase start", at: float = 20.0, **more: Any) -> Scenario:
    """The Shooting phase of our unit, whose text lets it move at its start."""
    ours = with_texts(MINE, {"when": when, "effects": [{"do": "move", "inches": inches}]}, **more)
    things = unit(MINE, (at, 20), (at, 21.5)), unit(FOES, (30, 20))
    return phase(battle(*things, rules=invent(ours), rolls=rolls), "shooting phase")


@rule("errata.out-of-phase")
@rule("core.normal-move")
@pytest.mark.parametrize(("inches", "rolls", "far"), [(6, [], 6), ("D6", [(4,)], 4), (3, [], 3)])
def test_a_text_lets_a_unit_move_so_far_in_any_phase(inches: Any, rolls: Any, far: float) -> None:
    position = march(inches, *rolls)
    assert (position.asked, position.player) == ("free_move", 0)
    told = Narrator(position.game.rules).question(position.game.view(0), position.game.request)
    assert told.startswith(f"Where does mine move? (up to {far} inches)")
    with position.refused():
        position.answer((("mine.1", ((20.0, 20 - far - 0.01),)), ("mine.2", ((20.0, 21.5 - far),))))
    position.answer((("mine.1", ((20.0, 20 - far),)), ("mine.2", ((20.0, 21.5 - far),))))
    assert position.state.models["mine.1"].y == 20 - far
    assert did(position.game, MINE, "moved") and not did(position.game, MINE, "normal")


@rule("core.normal-move")
def test_it_may_stay_and_has_not_moved_then() -> None:
    position = march().answer(())
    assert happened(position, MovedFreely) and not did(position.game, MINE, "moved")


@rule("core.normal-move")
@pytest.mark.parametrize(("at", "able"), [(28.0, False), (20.0, True)])
def test_who_is_within_engagement_range_makes_no_normal_move(at: float, able: bool) -> None:
    assert (march(at=at).asked == "free_move") is able


@rule("core.normal-move")
@pytest.mark.parametrize(("more", "able"), [({"move": 0}, False), ({"keywords": ["Vehicle", "Aircraft"]}, False)])
def test_who_cannot_move_at_all_does_not(more: Any, able: bool) -> None:
    assert (march(**more).asked == "free_move") is able


@rule("core.weapon-heavy")
@pytest.mark.parametrize("goes", [True, False])
def test_who_has_moved_so_has_not_remained_stationary(goes: bool) -> None:
    ours = with_texts(MINE, {"when": "shooting phase start", "effects": [{"do": "move", "inches": 6}]})
    ours["weapons"] = [arm("gun", "heavy"), blade()]
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    position = phase(battle(*things, rules=invent(ours), rolls=[(2,), *([] if goes else [(1,)])]), "shooting phase")
    position.answer((("mine.1", ((20.0, 18.0),)),) if goes else ()).answer(MINE, FOES)
    assert [event.hits for event in happened(position, HitsRolled)] == [0 if goes else 1]


@rule("errata.stratagem-fire-overwatch")
def test_it_can_be_fired_at_as_it_moves_in_its_movement_phase() -> None:
    ours = with_texts(MINE, {"when": "movement phase start", "effects": [{"do": "move", "inches": 6}]})
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(1, 1)
    position = phase(battle(*things, rules=invent(ours)), "movement phase")
    assert (position.window, offered(position)) == ("move starts", [("fire-overwatch", FOES)])


@pytest.mark.parametrize("when", ["rolled", "mortal wounds", "move starts", "unit destroyed"])
def test_units_do_not_move_in_the_middle_of_something(when: str) -> None:
    with pytest.raises(ContentError, match=f"'move' needs a moment at which units may move, and at '{when}' there is"):
        march(when=when)


# Targets that move away -------------------------------------------------------------------------------------


def faded(to: Any, *others: Any, rolls: Any = ()) -> Scenario:
    """Our two models with guns of range 12 shoot at a unit 10 inches away, which goes somewhere or stays."""
    ours = sheet(MINE, arm(range=12), blade())
    things = unit(MINE, (20, 20), (20, 21.5), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20)), *others
    position = phase(battle(*things, rules=invent(ours, with_texts(FOES, FADE)), rolls=rolls), "shooting phase")
    position.answer(MINE, FOES)
    assert (position.window, position.player) == ("targets selected", 1)
    assert len(position.options) == 2  # the other unit is not attacked
    return position.answer(position.options[-1]).answer((("foes.1", (to,)),) if to else ())


OTHER = unit(FOES, (20, 30), name="other", player=1)


@rule("commentary.eligible-target-no-longer", 1)
@pytest.mark.parametrize("instead", ["other", None])
def test_who_shoots_selects_another_target_when_its_own_has_gone_out_of_range(instead: str | None) -> None:
    position = faded((36.0, 20.0), OTHER, rolls=[(1, 1)] if instead else [])
    assert (position.asked, position.player, position.options) == ("ranged_target", 0, ["other", None])
    assert position.game.requests[0].rule == "commentary.eligible-target-no-longer"
    position.answer(instead)
    if instead:
        assert position.window == "targets selected"  # the other unit is attacked now, and may go, too
        position.answer(None)
    assert [event.target for event in happened(position, HitsRolled)] == ([instead] if instead else [])
    assert [event.target for event in happened(position, TargetsDeclared)] == [FOES, *([instead] if instead else [])]


@rule("commentary.eligible-target-no-longer", 1)
@pytest.mark.parametrize("to", [None, (31.0, 20.0), (30.0, 24.0)])
def test_who_can_still_shoot_at_it_selects_nothing_again(to: Any) -> None:
    position = faded(to, OTHER, rolls=[(1, 1)])
    assert [(event.target, len(event.faces)) for event in happened(position, HitsRolled)] == [(FOES, 2)]


@rule("commentary.eligible-target-no-longer", 1)
def test_only_the_models_that_cannot_shoot_at_it_any_more_select_another_one() -> None:
    """It goes to where the first model has it within 12 inches, and the second one has not."""
    position = faded((20 + 12 + 32 / 25.4 - 0.3, 18.0), OTHER, rolls=[(1,), (1,)])
    assert (position.asked, position.options) == ("ranged_target", ["other", None])
    position.answer("other", None)
    while position.asked == "next_attacks":
        position.answer(None)
    found = sorted((event.target, len(event.faces)) for event in happened(position, HitsRolled))
    assert found == [(FOES, 1), ("other", 1)]


@rule("commentary.eligible-target-no-longer", 1)
def test_where_there_is_no_other_target_the_attacks_are_lost() -> None:
    position = faded((36.0, 20.0))
    assert not happened(position, HitsRolled) and happened(position, AttacksFinished)


@rule("commentary.eligible-target-no-longer", 1)
@rule("errata.stratagem-fire-overwatch")
def test_who_fires_overwatch_selects_no_other_target() -> None:
    ours, guns = with_texts(MINE, FADE), sheet(FOES, arm(range=12), blade())
    other = unit(MINE, (30, 26), name="other")
    things = unit(MINE, (20, 20)), other, unit(FOES, (30, 20)), army(1, 1)
    position = phase(battle(*things, rules=invent(ours, guns)), "movement phase").answer((MINE, "normal"))
    use(position, "fire-overwatch", FOES).answer(MINE)
    assert position.window == "targets selected"
    position.answer(next(one for one in position.options if one and one[1] == MINE))
    position.answer((("mine.1", ((14.5, 20.0),)),))
    assert not happened(position, HitsRolled) and position.asked != "ranged_target"
