"""How far characteristics can be changed, and what a Damage of 0 means."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, WoundsRolled
from rulewright_wh40k.shooting.select_targets import range_of

from .changes import allowed, changed
from .table import FOES, MINE, arm, battle, blade, happened, invent, left, phase, rule, sheet, shooting, unit


def number(stat: str, by: int, layer: str = "changed", **traits: Any) -> int:
    """A characteristic of a model after a change."""
    rules = changed(stat, by, sheet(MINE, **traits), layer=layer)
    return int(battle(unit(MINE, (20, 20)), rules=rules).game.number(stat, "mine.1"))


@rule("errata.model-characteristics", 2, 3, 4, 7, 8)
@rule("commentary.modifying-by-improving-or-worsening", 1, 2, 3, 6)
@rule("core.datasheet", 4)
@rule("faq.general.save-not-one-plus")
@pytest.mark.parametrize(
    ("stat", "printed", "by", "found"),
    [("move", 6, -9, 1), ("move", 6, 2, 8), ("toughness", 4, -9, 1), ("save", 4, -9, 2), ("save", 4, 1, 5),
     ("save", 4, -1, 3), ("leadership", 7, -1, 6), ("leadership", 6, -9, 5),
     ("leadership", 7, 9, 8), ("oc", 2, -9, 0), ("oc", 2, 3, 5)],
)  # fmt: skip
def test_characteristics_of_models_have_limits(stat: str, printed: int, by: int, found: int) -> None:
    traits: dict[str, Any] = {stat: printed}
    assert number(stat, by, **traits) == found


@rule("errata.weapon-characteristics", 1)
def test_a_weapon_with_a_range_shoots_and_one_without_fights() -> None:
    rules = changed("move", 0, sheet(MINE, arm(), blade()))
    weapons = rules.content.weapons
    assert not weapons[f"{MINE}/gun"].melee and weapons[f"{MINE}/blade"].melee


@rule("errata.weapon-characteristics", 2)
@pytest.mark.parametrize(("by", "inches"), [(-40, 1.0), (-4, 20.0), (6, 30.0)])
def test_a_range_is_never_below_1(by: int, inches: float) -> None:
    position = battle(unit(MINE, (20, 20)), rules=changed("range", by))
    assert range_of(position.game, MINE, f"{MINE}/gun") == inches


@rule("errata.weapon-characteristics", 3)
@pytest.mark.parametrize(("by", "count"), [(-5, 1), (-1, 2), (2, 5)])
def test_a_weapon_makes_at_least_one_attack(by: int, count: int) -> None:
    rules = changed("attacks", by, sheet(MINE, arm("gun", attacks="3")))
    assert len(happened(shooting(rules=rules, rolls=[(1,) * count]), HitsRolled)[0].faces) == count


@rule("errata.weapon-characteristics", 4, 5)
@rule("commentary.modifying-by-improving-or-worsening", 1, 2, 3)
@pytest.mark.parametrize("melee", [False, True])
@pytest.mark.parametrize(("by", "face", "hits"), [(-5, 2, 1), (-5, 1, 0), (1, 3, 0), (-1, 2, 1)])
def test_a_skill_is_never_better_than_2(melee: bool, by: int, face: int, hits: int) -> None:
    used = f"{MINE}/{'blade' if melee else 'gun'}"
    position = shooting(unit(FOES, (22, 20)) if melee else unit(FOES, (30, 20)), rules=changed("skill", by),
                        weapon=used, melee=melee, rolls=[(face,), *([(1,)] * hits)])  # fmt: skip
    assert happened(position, HitsRolled)[0].hits == hits


@rule("errata.weapon-characteristics", 6)
@pytest.mark.parametrize(("by", "face", "wounds"), [(-9, 4, 1), (-9, 3, 0), (-2, 2, 1), (-2, 1, 0)])
def test_a_strength_is_never_below_1(by: int, face: int, wounds: int) -> None:
    """Strength 1 against Toughness 1 wounds on 4+, and Strength 2 on 2+."""
    rules = changed("strength", by, sheet(FOES, toughness=1))
    position = shooting(rules=rules, rolls=[(3,), (face,), *([(6,)] * wounds)])
    assert happened(position, WoundsRolled)[0].wounds == wounds


@rule("errata.weapon-characteristics", 7)
@rule("commentary.modifying-by-improving-or-worsening", 4, 5)
@pytest.mark.parametrize(("ap", "by", "need"), [(-1, 3, 4), (-1, -1, 6), (-1, 1, 4), (0, -1, 5), (0, 1, 4)])
def test_an_armour_penetration_is_never_worse_than_0(ap: int, by: int, need: int) -> None:
    rules = changed("ap", by, sheet(MINE, arm("gun", ap=ap)))
    assert happened(shooting(rules=rules, rolls=[(3,), (4,), (6,)]), SavesRolled)[0].needed == need


@rule("errata.weapon-characteristics", 8)
@pytest.mark.parametrize(("by", "lost"), [(-5, 1), (-1, 2), (1, 4)])
def test_damage_is_never_below_1(by: int, lost: int) -> None:
    rules = changed("damage", by, sheet(MINE, arm("gun", damage="3")), sheet(FOES, wounds=9))
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(3,), (4,), (1,)])
    assert left(position) == [9 - lost]


@rule("errata.weapon-characteristics", 8)
@rule("faq.general.damage-zero-vs-minimum-one")
@rule("faq.timing.damage-zero-then-additions")
@pytest.mark.parametrize(("abilities", "lost"), [((), 0), (("melta 2",), 2)])
def test_a_rule_can_change_damage_to_0(abilities: tuple[str, ...], lost: int) -> None:
    """No minimum of 1 helps then; what is added is added to 0."""
    foes = sheet(FOES, wounds=9)
    rules = allowed("damage of 0", sheet(MINE, arm("gun", *abilities, damage="3")), foes, unit=FOES)
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(3,), (4,), (1,)])
    assert left(position) == [9 - lost]


@rule("errata.model-characteristics", 1)
@pytest.mark.parametrize(("move", "able"), [(6, True), (0, False)])
def test_a_model_without_a_move_does_not_move(move: int, able: bool) -> None:
    """Neither in the Movement phase nor in a charge or a fight."""
    rules = invent(sheet(MINE, move=move))
    things = unit(MINE, (20, 20)), unit(FOES, (26, 20))
    moving = phase(battle(*things, rules=rules), "movement phase")
    assert (not moving.idle and moving.player == 0 and moving.asked == "move") is able
    charging = phase(battle(*things, rules=rules), "charge phase")
    assert (not charging.idle and charging.player == 0 and charging.asked == "charge") is able
    near = unit(MINE, (20, 20), weapons=()), unit(FOES, (22, 20), weapons=())
    fighting = phase(battle(*near, rules=rules), "fight phase")
    while not fighting.idle and fighting.player == 1 and fighting.asked in ("pile_in", "consolidate"):
        fighting.answer(())
    assert (not fighting.idle and fighting.asked == "pile_in" and fighting.player == 0) is able
