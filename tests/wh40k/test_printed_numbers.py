"""What datasheets print beside characteristics: damaged models, saves against shooting, dice of abilities."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled

from .table import FOES, MINE, arm, battle, blade, happened, invent, phase, rule, sheet, shooting, unit

WORN: dict[str, Any] = {"damaged": {"wounds": 4, "oc": 3}, "wounds": 10, "oc": 5, "keywords": ["Vehicle"]}


@pytest.mark.parametrize(("wounds", "hits"), [(4, 0), (5, 1), (1, 0)])
def test_a_damaged_model_hits_worse(wounds: int, hits: int) -> None:
    """A roll of 3 hits on 3+, save with so few wounds left."""
    rules = invent({**sheet(MINE, **_but(WORN, "damaged")), "damaged": WORN["damaged"]})
    position = shooting(unit(MINE, (20, 20), wounds=wounds), rules=rules, rolls=[(3,), (1,)][: 1 + hits])
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


@pytest.mark.parametrize(("wounds", "oc"), [(4, 2), (5, 5)])
def test_a_damaged_model_controls_less(wounds: int, oc: int) -> None:
    rules = invent({**sheet(MINE, **_but(WORN, "damaged")), "damaged": WORN["damaged"]})
    position = battle(unit(MINE, (20, 20), wounds=wounds), unit(FOES, (40, 20)), rules=rules)
    assert position.game.number("oc", f"{MINE}.1") == oc
    assert position.game.number("oc", f"{FOES}.1") == 1


def _but(sheet: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in sheet.items() if key != name}


@rule("core.invulnerable-save", 1)
@pytest.mark.parametrize(("melee", "needed"), [(False, 5), (True, 7)])
def test_a_save_against_ranged_attacks_is_of_no_use_in_melee(melee: bool, needed: int) -> None:
    """Of a Save of 4+ an AP of -3 leaves 7."""
    rules = invent(sheet(FOES, ranged_invulnerable=5), sheet(MINE, arm(ap=-3), blade(ap=-3)))
    things = [unit(FOES, (21.5, 20))] if melee else []
    weapon = f"{MINE}/{'blade' if melee else 'gun'}"
    position = shooting(*things, rules=rules, weapon=weapon, melee=melee, rolls=[(3,), (4,), (4,)])
    (saves,) = happened(position, SavesRolled)
    assert saves.needed == needed


@rule("core.weapon-rapid-fire")
def test_rapid_fire_with_dice_is_rolled_for_each_weapon() -> None:
    """Within half range each of two guns makes D3 attacks more."""
    rules = invent(sheet(MINE, arm("gun", "rapid fire d3"), blade()))
    position = shooting(
        unit(MINE, (20, 20), (20, 22)), unit(FOES, (30, 20)), rules=rules, attackers=(f"{MINE}.1", f"{MINE}.2"),
        rolls=[(1, 6), (1, 1, 1, 1, 1, 1)],
    )  # fmt: skip
    (hits,) = happened(position, HitsRolled)
    assert len(hits.faces) == 2 + 1 + 3
    far = shooting(unit(MINE, (20, 20)), unit(FOES, (36, 20)), rules=rules, rolls=[(1,)])
    assert len(happened(far, HitsRolled)[0].faces) == 1


@rule("core.weapon-sustained-hits")
def test_sustained_hits_with_dice_are_rolled_for_each_critical_hit() -> None:
    rules = invent(sheet(MINE, arm("gun", "sustained hits d3", attacks="3"), blade()))
    position = shooting(rules=rules, rolls=[(6, 6, 3), (2, 5), (1, 1, 1, 1, 1, 1, 1)])
    (hits,) = happened(position, HitsRolled)
    assert hits.hits == 3 + 1 + 3


@rule("core.datasheet", 1)
@rule("core.fast-dice-rolling", 1)
def test_only_a_damaged_model_of_a_unit_hits_less() -> None:
    rules = invent({**sheet(MINE, arm(), blade(), **_but(WORN, "damaged")), "damaged": WORN["damaged"]})
    one, whole, worn = unit(MINE, (20, 20), (20, 24), wounds=10)
    things = [one, whole, replace(worn, wounds=4)], unit(FOES, (30, 20))
    position = phase(battle(*things, rules=rules, rolls=[(3,), (3,), (1,)]), "shooting phase").answer(MINE, FOES)
    assert sorted(event.hits for event in happened(position, HitsRolled)) == [0, 1]
