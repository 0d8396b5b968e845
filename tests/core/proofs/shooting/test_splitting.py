"""A unit that comes apart when all attacks are resolved."""

from __future__ import annotations

from typing import Any

from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import splitting
from .damage import WoundsLost
from .scripted import DEATH, Battle, battle
from .splitting import RULES, SETUP, UnitSplit
from .terms import Kind, Troop, Weapon

KINDS = {
    "shooter": Kind(("gun",)),
    "pinner": Kind(("gun",), shared=("pinning",)),
    "grunt": Kind(save=7),
    "captain": Kind(keywords=("character",), shared=("leader",), wounds=3, save=7),
    "sage": Kind(keywords=("character",), shared=("leader",), save=7),
}


def squad(dice: list[int], shooters: int, grunts: int = 1, **weapon: Any) -> Battle:
    """Shooters fire at an Attached unit: grunts, by default one, who guard a captain and a sage."""
    units = [Troop(0, 0, {"shooter": shooters}), Troop(1, 12, {"grunt": grunts, "captain": 1, "sage": 1})]
    return battle(RULES, units, KINDS, {"gun": Weapon(**weapon)}, dice).play(0)


def test_a_unit_splits_only_after_all_attacks_are_resolved() -> None:
    """When the last Bodyguard falls to an attack, the units are split after the attacking unit's last attack."""
    battle = squad([*DEATH, *DEATH, *DEATH], 3)
    captain = battle.models(1)[0]

    assert battle.asked == (1, "allocate")  # the rest may now go to the Characters, who still are one unit
    assert not battle.events(UnitSplit)
    battle.play(captain)
    assert battle.events(WoundsLost, UnitSplit) == [
        WoundsLost(3, 1),
        WoundsLost(captain, 1),
        WoundsLost(captain, 1),
        UnitSplit(1, {1: 1, 2: 2}),
    ]
    assert [(unit.id, unit.parts) for unit in battle.game.state.units.values()] == [(0, (3,)), (1, (1,)), (2, (1,))]
    assert (len(battle.models(1)), len(battle.models(2))) == (1, 1)
    assert battle.game.why(UnitSplit(1, {1: 1, 2: 2})).rules[0] == "errata.leader"


def test_a_set_aside_attack_still_finds_the_whole_unit() -> None:
    """The critical wound is resolved after the bodyguard has fallen, and before the unit splits."""
    battle = squad([4, 6, *DEATH], 2, abilities=("devastating wounds",))

    assert (battle.asked, battle.events(UnitSplit)) == ((1, "allocate"), [])
    battle.play(battle.models(1)[1])
    assert battle.events(WoundsLost, UnitSplit) == [WoundsLost(2, 1), WoundsLost(4, 1), UnitSplit(1, {1: 1})]
    assert battle.game.state.units[1].parts == (1,)


def test_a_unit_with_a_bodyguard_left_does_not_split() -> None:
    battle = squad([*DEATH], 1, grunts=2)

    assert len(battle.events(WoundsLost)) == 1
    assert not battle.events(UnitSplit)


def test_a_unit_that_is_wiped_out_does_not_split() -> None:
    """The bodyguard and both Characters fall to one unit's attacks: at the end nothing is left to split."""
    battle = squad([*DEATH, *DEATH, *DEATH], 3, damage=3)
    battle.play(battle.models(1)[0])

    assert not battle.events(UnitSplit)
    assert 1 not in battle.game.state.units


def test_a_part_of_a_unit_may_be_shot_at_on_its_own() -> None:
    """After the split the next attacking unit selects one of the two as its target."""
    units = [
        Troop(0, 0, {"shooter": 1}),
        Troop(0, 0, {"shooter": 1}),
        Troop(1, 12, {"grunt": 1, "captain": 1, "sage": 1}),
    ]
    shot = battle(RULES, units, KINDS, {"gun": Weapon()}, [*DEATH, 1]).play(0, 1)

    assert (shot.asked, shot.game.request.space.values) == ((0, "target"), (2, 3))
    assert shot.play(3).left == 0


def test_a_persisting_effect_stays_on_both_parts() -> None:
    """If a persisting effect applies to an Attached unit that splits, it goes on for every part."""
    units = [
        Troop(0, 0, {"pinner": 1}),
        Troop(0, 0, {"shooter": 1}),
        Troop(1, 12, {"grunt": 1, "captain": 1, "sage": 1}),
    ]
    shot = battle(RULES, [*units, Troop(0, 0, {"shooter": 1})], KINDS, {"gun": Weapon()}, [1, *DEATH]).play(0)

    assert [effect.target for effect in shot.game.state.effects.values()] == [2]
    shot.play(1)
    assert shot.events(UnitSplit) == [UnitSplit(2, {1: 2, 2: 4})]
    effects = shot.game.state.effects.values()
    assert [(effect.kind, effect.target) for effect in effects] == [("pinned", 2), ("pinned", 4)]
    assert [shot.game.number("move", unit) for unit in (2, 4)] == [4, 4]


def test_the_ruleset_conforms() -> None:
    where = f"{splitting.__name__}:RULES"

    check_ruleset(
        RULES, games=8, seed=1, setup=SETUP, looks=length(2, 6), where=where, must_exercise=True,
        excused=("reroll", "command_reroll", "roll/rolled"),
    )  # fmt: skip
