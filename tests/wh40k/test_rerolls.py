"""Re-rolls: Command Re-roll, for which rolls, and what no roll ever is."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HazardTested, HitsRolled, SavesRolled, WoundsLost, WoundsRolled
from rulewright_wh40k.events.charge import ChargeRolled
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.events.dice import Rerolled
from rulewright_wh40k.events.movement import AdvanceRolled, EscapeTested
from rulewright_wh40k.events.stratagems import StratagemUsed
from rulewright_wh40k.state import Objective

from .table import (
    FOES,
    MINE,
    arm,
    army,
    battle,
    happened,
    invent,
    left,
    offered,
    phase,
    plain,
    rule,
    sheet,
    unit,
    use,
)
from .table import shooting as attacks

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
GRENADES: dict[str, Any] = {"keywords": ["Infantry", "Grenades"]}


def cites(position: Scenario, id: str) -> None:
    """The Stratagem that was used last cost 1 CP."""
    event = happened(position, StratagemUsed)[-1]
    assert (event.stratagem, event.cost) == (id, 1)


# Command Re-roll --------------------------------------------------------------------------------------------


def gun(*abilities: str, **more: Any) -> Any:
    """Rules in which our unit has such a gun, and foes have two wounds."""
    return invent(sheet(MINE, arm("gun", *abilities, **more)), sheet(FOES, wounds=9))


@rule("errata.stratagem-command-reroll", 3, 4, 5, 6, 7)
@rule("core.stratagem-command-re-roll", 1, 2)
@rule("commentary.fast-dice-and-single-reroll")
@rule("commentary.just-after", 1, 3)
@rule("commentary.after")
@rule("commentary.immediately")
def test_one_of_several_hit_rolls_is_made_again_before_anything_else() -> None:
    rolls = [(1, 2, 6), (5,), (4, 4), (6, 6)]
    foe = unit(FOES, (30, 20), wounds=9)
    position = attacks(foe, army(0, 1), rules=gun(attacks="3"), rolls=rolls)
    assert (position.window, offered(position), position.player) == ("rolled", [("command-re-roll", MINE)], 0)
    assert not happened(position, HitsRolled)
    use(position, "command-re-roll", MINE)
    assert position.asked == "reroll" and position.options == [(1,), (2,), (6,)]
    position.answer((2,))
    assert [event.faces for event in happened(position, HitsRolled)] == [(1, 5, 6)]
    cites(position, "command-re-roll")


@rule("errata.stratagem-command-reroll", 1)
def test_command_reroll_is_a_core_battle_tactic() -> None:
    assert set(invent().content.stratagems["command-re-roll"].labels) == {"core", "battle tactic"}


@rule("errata.stratagem-command-reroll", 3)
@rule("core.re-rolls", 4)
@pytest.mark.parametrize(
    ("what", "more", "rolls", "found"),
    [
        ("wound", {}, [(4,), (1,), (5,), (6,)], (WoundsRolled, "faces", (5,))),
        ("attacks", {"attacks": "D6"}, [(1,), (3,), (1, 1, 1)], (HitsRolled, "faces", (1, 1, 1))),
        ("damage", {"damage": "D6"}, [(4,), (4,), (1,), (1,), (5,)], (WoundsLost, "wounds", 5)),
    ],
)
def test_which_rolls_of_attacks_are_made_again(what: str, more: Any, rolls: Any, found: Any) -> None:
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=gun(**more), rolls=rolls)
    while position.asked == "react" and position.game.request.about:
        from rulewright_wh40k.dice.rolls import Throw

        if position.game.context(Throw).what == what:
            break
        position.answer(None)
    use(position, "command-re-roll", MINE)
    plain(position)
    kind, field, value = found
    assert [getattr(event, field) for event in happened(position, kind)] == [value]


@rule("errata.stratagem-command-reroll", 3, 5)
def test_a_saving_throw_is_made_again_by_its_player() -> None:
    position = attacks(unit(FOES, (30, 20), wounds=9), army(1, 1), rules=gun(), rolls=[(4,), (4,), (1,), (6,)])
    assert (position.player, offered(position)) == (1, [("command-re-roll", FOES)])
    use(position, "command-re-roll", FOES)
    assert [(event.faces, event.failed) for event in happened(position, SavesRolled)] == [((6,), 0)]


@rule("errata.stratagem-command-reroll", 2)
@rule("core.re-rolls", 3)
@rule("commentary.re-rolls", 2)
def test_a_charge_roll_is_made_again_with_both_dice() -> None:
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 1)
    position = phase(battle(*things, rolls=[(1, 6), (2, 3)]), "charge phase").answer((MINE, (FOES,)))
    use(position, "command-re-roll", MINE)
    assert [event.faces for event in happened(position, ChargeRolled)] == [(2, 3)]
    assert [(event.before, event.after) for event in happened(position, Rerolled)] == [((1, 6), (2, 3))]


@rule("errata.stratagem-command-reroll", 2)
def test_an_advance_roll_is_made_again() -> None:
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), army(0, 1), rolls=[(1,), (6,)]),
                     "movement phase").answer((MINE, "advance"))  # fmt: skip
    use(position, "command-re-roll", MINE)
    assert [event.inches for event in happened(position, AdvanceRolled)] == [6]


@rule("errata.stratagem-command-reroll", 2)
def test_a_hazardous_test_is_made_again() -> None:
    position = attacks(army(0, 1), unit(FOES, (30, 20), wounds=9), rules=gun("hazardous"), rolls=[(1,), (1,), (2,)])
    position.answer(None)
    use(position, "command-re-roll", MINE)
    assert [event.faces for event in happened(position, HazardTested)] == [(2,)]


@rule("errata.stratagem-command-reroll", 2)
def test_a_desperate_escape_test_is_made_again() -> None:
    from rulewright_wh40k.movement.move_units import MOVE

    crossed = unit(FOES, (21 + GAP * 0.5, 20))
    position = battle(unit(MINE, (20, 20), shocked=False), crossed, army(0, 1), rolls=[(1,), (3,)])
    position.begin(MOVE(player=0, unit=MINE, way="fall back"))
    position.answer(((f"{MINE}.1", ((26.0, 20.0),)),))
    use(position, "command-re-roll", MINE)
    assert [(event.face, event.passed) for event in happened(position, EscapeTested)] == [(3, True)]


@rule("errata.stratagem-command-reroll", 8)
@rule("core.roll-off", 3)
def test_other_rolls_are_not_made_again() -> None:
    tough = sheet(FOES, wounds=9, abilities=["feel no pain 5+"])
    rules = invent(sheet(MINE, arm("gun")), tough)
    position = attacks(unit(FOES, (30, 20), wounds=9), army(1, 1), rules=rules, rolls=[(4,), (4,), (1,), (2,)])
    plain(position)
    assert left(position) == [8] and not happened(position, Rerolled)
    windows = [event for event in position.game.events() if type(event).__name__ == "StratagemUsed"]
    assert not windows
    weak = battle(unit(MINE, (20, 20), strength=3), unit(FOES, (40, 20)), army(0, 2), rolls=[(1, 1)])
    phase(weak, "command phase").answer(None)
    assert [event.faces for event in happened(weak, ShockTested)] == [(1, 1)]


@rule("core.re-rolls", 1)
@rule("commentary.re-rolls", 1)
def test_no_die_is_rolled_a_third_time() -> None:
    """Twin-linked does not re-roll the die that Command Re-roll has re-rolled."""
    rolls = [(4, 4), (1, 2), (1,), (1,)]
    foe = unit(FOES, (30, 20), wounds=9)
    position = attacks(foe, army(0, 2), rules=gun("twin-linked", attacks="2"), rolls=rolls)
    position.answer(None)
    use(position, "command-re-roll", MINE)
    position.answer((2,))
    plain(position)
    assert [event.faces for event in happened(position, WoundsRolled)] == [(1, 1)]


@rule("core.re-rolls", 2)
@rule("commentary.re-rolls", 5, 7)
@rule("commentary.modifying-dice-rolls", 1)
def test_modifiers_come_after_rerolls_and_rerolls_trigger_what_dice_trigger() -> None:
    """A hit roll of 2 with +1 hits on 3+ only after the re-roll; a 6 that is re-rolled to is a Critical Hit."""
    rolls = [(1, 1), (6,), (1, 1, 1)]
    rules = gun("sustained hits 2", "heavy", attacks="2")
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=rules, rolls=rolls)
    use(position, "command-re-roll", MINE)
    assert [(event.faces, event.hits) for event in happened(position, HitsRolled)] == [((6, 1), 3)]


# Re-rolls by abilities --------------------------------------------------------------------------------------


def able(ability: str, *things: Any, rolls: Any, foe: tuple[float, float] = (30, 20), **weapon: Any) -> Scenario:
    """A unit with an ability attacks."""
    rules = invent(sheet(MINE, arm("gun", **weapon), abilities=[ability]), sheet(FOES, wounds=9))
    return attacks(unit(FOES, foe, wounds=9), *things, rules=rules, rolls=rolls)


@rule("commentary.re-rolls", 3)
def test_only_the_results_that_are_named_are_made_again() -> None:
    position = able("keen-eyed", attacks="3", rolls=[(1, 2, 1), (5,), (6,), (1, 1)])
    assert position.asked == "reroll" and position.options == [(1,), None]
    position.answer((1,))
    assert position.options == [(1,), None]
    position.answer((1,))
    assert [event.faces for event in happened(position, HitsRolled)] == [(5, 2, 6)]
    without = able("keen-eyed", attacks="2", rolls=[(2, 6), (1,)])
    assert [event.faces for event in happened(without, HitsRolled)] == [(2, 6)]


@rule("commentary.re-rolls", 6)
@pytest.mark.parametrize(
    ("answers", "faces"), [((None,), (2, 5, 1)), (((2,), None), (6, 5, 1)), (((2,), (1,), None), (6, 5, 4))]
)
def test_any_or_all_of_the_rolls_are_made_again(answers: Any, faces: tuple[int, ...]) -> None:
    again = [(face,) for face, answer in zip((6, 4), answers, strict=False) if answer]
    position = able(
        "thorough", attacks="3", rolls=[(6, 6, 6), (2, 5, 1), *again, (6,) * sum(face >= 4 for face in faces)]
    )
    position.answer(*answers)
    assert [event.faces for event in happened(position, WoundsRolled)] == [faces]


@rule("commentary.re-rolls", 4)
@pytest.mark.parametrize(("face", "again"), [(1, True), (2, True), (3, False), (6, False)])
def test_of_a_d3_the_halved_result_counts(face: int, again: bool) -> None:
    position = able("thorough", damage="D3", rolls=[(4,), (4,), (1,), (face,), (6,)])
    position.answer(None)
    assert (position.asked == "reroll") is again
    if again:
        assert position.options == [(face,), None]
        position.answer((face,))
        assert [event.wounds for event in happened(position, WoundsLost)] == [3]


@rule("commentary.re-rolls", 1)
@rule("core.re-rolls", 1, 5)
def test_what_an_ability_made_again_is_not_made_again_by_command() -> None:
    position = able("keen-eyed", army(0, 1), rolls=[(1,), (1,), (1,)])
    position.answer((1,))
    assert not offered(position) and [event.faces for event in happened(position, HitsRolled)] == [(1,)]


@rule("commentary.rules-with-several-conditions")
@pytest.mark.parametrize(
    ("near", "held", "options"),
    [
        (False, None, [(1,), None]),
        (False, 1, [(1,), (2,), None]),
        (False, 0, [(1,), None]),
        (True, 1, None),
        (True, None, None),
    ],
)
def test_the_better_effect_needs_both_conditions(near: bool, held: int | None, options: Any) -> None:
    marker = Objective("A", 31, 20, held)
    closer = [unit(FOES, (25, 26), name="closer", wounds=9)] if near else []
    position = able("hunter", marker, *closer, attacks="2", rolls=[(1, 2)])
    assert (position.options if position.asked == "reroll" else None) == options
