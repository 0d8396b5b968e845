"""Re-rolls: Command Re-roll, for which rolls, and what no roll ever is."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.dice.rolls import Throw
from rulewright_wh40k.effects.rolls import REROLLED
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
    assert position.asked == "reroll" and position.options == [(1,), (2,)]
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
    """Command Re-roll makes only that die again that Twin-linked has left."""
    rolls = [(4, 4), (1, 2), (1,), (1,)]
    foe = unit(FOES, (30, 20), wounds=9)
    position = attacks(foe, army(0, 2), rules=gun("twin-linked", attacks="2"), rolls=rolls)
    position.answer((1,))
    assert position.options == [(2,), None]
    position.answer(None)
    use(position, "command-re-roll", MINE)
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
    assert position.asked == "reroll" and position.options == ["failed", (1,), None]
    position.answer((1,))
    assert position.options == [(1,), None]
    position.answer((1,))
    assert [event.faces for event in happened(position, HitsRolled)] == [(5, 2, 6)]
    without = able("keen-eyed", attacks="2", rolls=[(2, 6), (1,)])
    assert [event.faces for event in happened(without, HitsRolled)] == [(2, 6)]


@rule("commentary.re-rolls", 6)
@pytest.mark.parametrize(
    ("answers", "faces"), [((None,), (2, 5, 1)), (((2,), None), (6, 5, 1)), (((2,), (1,)), (6, 5, 4))]
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
        (False, 1, ["failed", (1,), (2,), None]),
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


# What cannot help -------------------------------------------------------------------------------------------


def asked_about(position: Scenario) -> bool:
    """Whether someone is asked for a Command Re-roll now."""
    return position.asked == "react" and position.window == "rolled"


@rule("errata.stratagem-command-reroll", 3, 7)
@pytest.mark.parametrize(
    ("what", "faces", "needed", "asked"),
    [
        ("hit", (2, 5), 3, True), ("hit", (3, 5), 3, False), ("hit", (6, 6), 3, False),
        ("wound", (3, 4), 4, True), ("wound", (4, 6), 4, False),
        ("save", (3, 4), 4, True), ("save", (4, 6), 4, False),
    ],
)  # fmt: skip
def test_rolls_that_have_passed_are_not_offered(what: str, faces: Any, needed: int, asked: bool) -> None:
    """Nobody is asked about two dice that are both enough; else the roll that is not, and what is needed, is told."""
    before = {"hit": [], "wound": [(3, 3)], "save": [(3, 3), (4, 4)]}[what]
    after = {"hit": [(6, 6), (6, 6)], "wound": [(6, 6)], "save": []}[what]
    seat = 1 if what == "save" else 0
    position = attacks(unit(FOES, (30, 20), wounds=9), army(seat, 1), rules=gun(attacks="2"),
                       rolls=[*before, faces] if asked else [*before, faces, *after])  # fmt: skip
    assert asked_about(position) is asked
    if asked:
        throw = position.game.context(Throw)
        assert (throw.what, throw.faces, throw.needed, position.player) == (what, faces, needed, seat)


@rule("errata.stratagem-command-reroll", 3)
@pytest.mark.parametrize(
    ("what", "ability", "face", "asked"),
    [("hit", "lethal hits", 5, True), ("hit", "sustained hits 1", 5, True), ("hit", "lethal hits", 6, False),
     ("hit", "lance", 5, False), ("wound", "devastating wounds", 5, True), ("wound", "devastating wounds", 6, False),
     ("wound", "searing 1", 4, True), ("wound", "lance", 5, False)],
)  # fmt: skip
def test_a_roll_that_has_passed_may_still_become_a_critical_one(
    what: str, ability: str, face: int, asked: bool
) -> None:
    before = [] if what == "hit" else [(3,)]
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=gun(ability),
                       rolls=[*before, (face,), *([] if asked else [(6,), (6,), (6,)])])  # fmt: skip
    assert asked_about(position) is asked


@rule("errata.stratagem-command-reroll", 3)
@pytest.mark.parametrize(
    ("what", "printed", "face", "asked"),
    [("attacks", "D6", 6, False), ("attacks", "D6", 5, True), ("attacks", "D3", 5, False), ("attacks", "D3", 4, True),
     ("damage", "D6+2", 6, False), ("damage", "D6+2", 5, True), ("damage", "D3", 6, False), ("damage", "D3", 4, True)],
)  # fmt: skip
def test_amounts_that_are_the_highest_are_not_offered(what: str, printed: str, face: int, asked: bool) -> None:
    number = (face + 1) // 2 if "D3" in printed else face
    rolls = [(face,), *([] if asked else [(1,) * number])] if what == "attacks" else [(3,), (4,), (1,), (face,)]
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=gun(**{what: printed}), rolls=rolls)
    while asked_about(position) and position.game.context(Throw).what != what:
        position.answer(None)
    assert asked_about(position) is asked


@rule("errata.stratagem-command-reroll", 3)
def test_a_save_that_nothing_passes_is_not_offered() -> None:
    for ap, asked in ((-2, True), (-3, False)):
        position = attacks(unit(FOES, (30, 20), wounds=9), army(1, 1), rules=gun(ap=ap), rolls=[(3,), (4,), (2,)])
        assert asked_about(position) is asked


@rule("errata.stratagem-command-reroll", 2)
@pytest.mark.parametrize(
    ("distance", "faces", "needed", "asked"),
    [(9, (1, 6), 8, True), (9, (6, 6), 8, False), (6, (3, 4), 5, True), (11.9, (5, 5), 11, True)],
)
def test_a_charge_roll_is_told_with_what_is_needed(distance: float, faces: Any, needed: int, asked: bool) -> None:
    """More than is needed may lead to a better place; only the highest roll is not made again."""
    things = unit(MINE, (20, 20)), unit(FOES, (20 + GAP + distance, 20)), army(0, 1)
    position = phase(battle(*things, rolls=[faces]), "charge phase").answer((MINE, (FOES,)))
    assert asked_about(position) is asked
    if asked:
        assert position.game.context(Throw).needed == needed


@rule("errata.stratagem-command-reroll", 2)
@pytest.mark.parametrize(("what", "face", "asked"), [("hazardous", 1, True), ("hazardous", 2, False)])
def test_a_hazardous_test_that_is_passed_is_not_offered(what: str, face: int, asked: bool) -> None:
    position = attacks(army(0, 1), unit(FOES, (30, 20), wounds=9), rules=gun(what), rolls=[(1,), (face,)])
    position.answer(None)
    assert asked_about(position) is asked


@rule("errata.stratagem-command-reroll", 2)
@pytest.mark.parametrize(("face", "asked"), [(2, True), (3, False)])
def test_a_desperate_escape_test_that_is_passed_is_not_offered(face: int, asked: bool) -> None:
    from rulewright_wh40k.movement.move_units import MOVE

    things = unit(MINE, (20, 20)), unit(FOES, (21 + GAP * 0.5, 20)), army(0, 1)
    position = battle(*things, rolls=[(face,)]).begin(MOVE(player=0, unit=MINE, way="fall back"))
    position.answer(((f"{MINE}.1", ((26.0, 20.0),)),))
    assert asked_about(position) is asked


@rule("core.re-rolls", 1)
def test_a_roll_that_an_ability_allows_to_be_made_again_is_not_asked_about_either_once_it_passes() -> None:
    """Thorough re-rolls any Wound roll: of 2, 5 and 4 against 4+ only the first is asked about."""
    position = able("thorough", attacks="3", rolls=[(6, 6, 6), (2, 5, 4)])
    assert position.options == [(2,), None]


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "charge", "hit", "attacked"),
    [
        ("en", "Player 1: a Stratagem or an ability? (after the Charge roll: 1, 6, 8+ needed)",
         "mine, Hit roll 1, 2, 3+ needed: which roll is made again?",
         "Player 1: a Stratagem or an ability? (after the roll for the number of attacks: 2, the more the better)"),
        ("zh", "玩家 1：使用计谋或能力吗？（冲锋骰之后：1、6，需要 8+）",
         "mine，命中骰 1、2，需要 3+：重投哪次掷骰？",
         "玩家 1：使用计谋或能力吗？（攻击次数掷骰之后：2，越高越好）"),
    ],
)  # fmt: skip
def test_who_is_asked_sees_the_dice_and_what_is_needed(lang: str, charge: str, hit: str, attacked: str) -> None:
    def told(position: Scenario) -> str:
        return Narrator(position.game.rules, lang).question(position.game.view(0), position.game.request)

    things = unit(MINE, (20, 20)), unit(FOES, (20 + GAP + 9, 20)), army(0, 1)
    assert told(phase(battle(*things, rolls=[(1, 6)]), "charge phase").answer((MINE, (FOES,)))) == charge
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=gun(attacks="2"), rolls=[(1, 2)])
    assert told(use(position, "command-re-roll", MINE)) == hit
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=gun(attacks="D6"), rolls=[(2,)])
    assert told(position) == attacked


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_roll_that_is_made_again_has_a_name(lang: str) -> None:
    rules = invent()
    view = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules).game.view(0)
    names = {str(Narrator(rules, lang).fact(view, "roll", one)) for one in REROLLED}
    assert len(names) == len(REROLLED) and names.isdisjoint(REROLLED)


@rule("errata.stratagem-command-reroll", 3)
@pytest.mark.parametrize(("face", "asked"), [(5, True), (6, False)])
def test_the_farthest_advance_is_not_offered(face: int, asked: bool) -> None:
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (55, 40)), army(0, 1), rolls=[(face,)]), "movement phase")
    assert asked_about(position.answer((MINE, "advance"))) is asked
