"""Hits and wounds, their keywords, and the order in which the attacks of a unit are resolved."""

from __future__ import annotations

import pytest

from rulewright import Refused
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import attack
from .attack import RULES, SETUP
from .damage import WoundsLost
from .scripted import DEATH, UNHURT, Battle, battle
from .terms import Kind, Troop, Weapon


def duel(
    dice: list[int],
    weapon: Weapon,
    kind: Kind | None = None,
    shooters: int = 1,
    targets: int = 1,
    cp: tuple[int, int] = (0, 0),
) -> Battle:
    """Some shooters fire at some targets, who do not save if nothing else is said."""
    units = [Troop(0, 0, {"shooter": shooters}), Troop(1, 12, {"target": targets})]
    kinds = {"shooter": Kind(("gun",)), "target": kind or Kind(wounds=UNHURT, save=7)}
    return battle(RULES, units, kinds, {"gun": weapon}, dice, cp).play(0)


def lost(battle: Battle) -> list[int]:
    return [event.wounds for event in battle.events(WoundsLost)]


# -------------------------------------------------------------------------------------------------------- to hit


@pytest.mark.parametrize(("weapon", "target", "needed"), [(0, 0, 4), (2, 0, 3), (0, -2, 5), (2, -1, 3), (3, -3, 4)])
def test_modifiers_of_both_sides_are_added_up_and_then_limited(weapon: int, target: int, needed: int) -> None:
    """A Hit roll can never be modified by more than -1 or +1, and a Wound roll neither."""
    for stat, before in (("hit roll", []), ("wound roll", [4])):
        gun = Weapon(modifiers={stat: weapon})
        hard = (f"hard to {stat.removesuffix(' roll')}:{-target}",) if target else ()
        kind = Kind(wounds=UNHURT, save=7, shared=hard)
        rest = [4, 1] if stat == "hit roll" else [1]

        assert lost(duel([*before, needed, *rest], gun, kind)) == [1]
        assert lost(duel([*before, needed - 1], gun, kind)) == []


def test_an_unmodified_six_always_hits_and_a_one_never_does() -> None:
    assert duel([6, 1], Weapon(skill=6, modifiers={"hit roll": -1})).left == 0
    assert duel([5], Weapon(skill=6, modifiers={"hit roll": -1})).left == 0
    assert duel([1], Weapon(skill=2, modifiers={"hit roll": 1})).left == 0


def test_the_attacker_may_re_roll_hit_wound_and_damage() -> None:
    """Each just after it was made; the saving throw is the other player's, who has no command point."""
    battle = duel([4, 4, 1, 5], Weapon(damage=0, die=3), cp=(1, 0))
    seen = []
    while battle.offered:
        assert battle.game.request.player == 0
        seen.append(battle.rolled)
        battle.play(None)

    assert seen == ["hit", "wound", "damage"]
    assert lost(battle) == [3]


# ------------------------------------------------------------------------------------------- critical hits, wounds


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [(8, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (3, 4, 5), (3, 5, 5), (2, 4, 6), (2, 5, 6)],
)
def test_the_wound_roll_compares_strength_and_toughness(strength: int, toughness: int, needed: int) -> None:
    kind = Kind(wounds=UNHURT, save=7, toughness=toughness)

    assert lost(duel([4, needed, 1], Weapon(strength=strength), kind)) == [1]
    assert lost(duel([4, needed - 1], Weapon(strength=strength), kind)) == []


def test_an_attached_unit_has_the_toughness_of_its_bodyguard() -> None:
    """Strength 4 against a bodyguard of Toughness 3 wounds on a 3, however tough its leader is."""
    units = [Troop(0, 0, {"shooter": 1}), Troop(1, 12, {"grunt": 1, "captain": 1})]
    grunt, captain = Kind(toughness=3, save=7), Kind(toughness=9, keywords=("character",))
    kinds = {"shooter": Kind(("gun",)), "grunt": grunt, "captain": captain}

    assert lost(battle(RULES, units, kinds, {"gun": Weapon()}, [4, 3, 1]).play(0)) == [1]


def test_sustained_hits_score_additional_hits_on_a_critical_hit() -> None:
    """[SUSTAINED HITS 2] scores three hits in total on a Critical Hit, and one on any other."""
    gun = Weapon(sustained=2)

    assert lost(duel([6, 4, 1, 4, 1, 4, 1], gun)) == [1, 1, 1]
    assert lost(duel([5, 4, 1], gun)) == [1]


def test_a_lethal_hit_wounds_once_and_its_additional_hit_rolls_to_wound() -> None:
    """A Critical Hit of [SUSTAINED HITS 1] and [LETHAL HITS] wounds once by itself; the additional hit must roll."""
    battle = duel([6, 1, 3], Weapon(sustained=1, abilities=("lethal hits",)))

    assert (lost(battle), battle.left) == ([1], 0)


def test_only_a_critical_hit_is_lethal() -> None:
    assert duel([5, 3], Weapon(abilities=("lethal hits",))).left == 0


def test_an_automatic_wound_is_no_critical_wound() -> None:
    """After a lethal hit rules triggered by Critical Wounds do not apply: the attack may be saved."""
    battle = duel([6, 4], Weapon(abilities=("lethal hits", "devastating wounds")), Kind(save=4))

    assert (lost(battle), battle.left) == ([], 0)


def test_an_additional_hit_may_score_a_critical_wound() -> None:
    """The lethal hit is saved; the additional one wounds critically, waits, and cannot be saved."""
    gun = Weapon(sustained=1, abilities=("lethal hits", "devastating wounds"))

    battle = duel([6, 6, 6], gun, Kind(save=2, wounds=2))

    assert (lost(battle), battle.left) == ([1], 0)


# ---------------------------------------------------------------------------------------------- devastating wounds

DEVASTATING = Weapon(damage=2, abilities=("devastating wounds",))


def test_devastating_wounds_come_after_all_other_attacks() -> None:
    """Such an attack is allocated only after all the other attacks have been allocated and resolved."""
    gun = Weapon(damage=0, die=3, abilities=("devastating wounds",))

    battle = duel([4, 6, *DEATH, 5, 1], gun, shooters=2)

    assert (lost(battle), battle.left) == ([3, 1], 0)


def test_devastating_wounds_cannot_be_saved_but_felt() -> None:
    """No saving throw of any kind; Feel No Pain can be used against mortal wounds."""
    assert lost(duel([4, 6], DEVASTATING, Kind(save=2, wounds=3))) == [2]
    assert lost(duel([4, 6, 5, 4], DEVASTATING, Kind(save=2, wounds=3, feel_no_pain=5))) == [1]


def test_mortal_wounds_of_a_critical_wound_do_not_carry_over() -> None:
    """When the model is destroyed by them, the remaining mortal wounds of that attack are lost."""
    battle = duel([4, 6], DEVASTATING, Kind(), targets=3)

    assert lost(battle) == [1]
    assert len(battle.models(1)) == 2


def test_attacks_set_aside_are_not_resolved_when_the_unit_is_destroyed() -> None:
    battle = duel([4, 6, *DEATH], DEVASTATING, Kind(), shooters=2)

    assert (lost(battle), battle.left) == ([1], 0)
    assert battle.game.result is not None


# ---------------------------------------------------------------------------------------------------- two profiles


def two_profiles(dice: list[int]) -> Battle:
    """Eight rifles and two cannons face two units; the cannons reach further."""
    units = [Troop(0, 0, {"rifle": 8, "cannon": 2}), Troop(1, 12, {"near": 1}), Troop(1, 30, {"far": 1})]
    kinds = {name: Kind((name,)) for name in ("rifle", "cannon")}
    kinds |= {name: Kind(wounds=UNHURT, save=7) for name in ("near", "far")}
    return battle(RULES, units, kinds, {"rifle": Weapon(), "cannon": Weapon(36, damage=3)}, dice).play(0)


def test_targets_are_selected_before_any_attack_is_resolved() -> None:
    """Only the cannons have a choice; it is asked while no die has fallen, and one's own unit is refused."""
    battle = two_profiles([1] * 10)

    assert battle.asked == (0, "target")
    assert battle.game.request.about == {"weapon": "cannon"}
    assert battle.left == 10
    with pytest.raises(Refused):
        battle.game.answer(0)
    assert battle.play(2).left == 0


def test_all_attacks_of_a_profile_are_resolved_before_those_of_another() -> None:
    """Ten attacks, one by one: eight rifles for 1, then two cannons for 3."""
    assert lost(two_profiles([*DEATH] * 10).play(1)) == [1] * 8 + [2]
    assert lost(two_profiles([*DEATH] * 10).play(2)) == [1] * 8 + [3, 3]


def test_all_attacks_at_a_target_are_resolved_before_those_at_another() -> None:
    """Three profiles: the first and the last at the right, the other at the left."""
    units = [Troop(0, 10, {"one": 1, "two": 1, "three": 1}), Troop(1, 0, {"left": 1}), Troop(1, 20, {"right": 1})]
    kinds = {"one": Kind(("a",)), "two": Kind(("b",)), "three": Kind(("c",))}
    kinds |= {name: Kind(wounds=UNHURT, save=7) for name in ("left", "right")}
    weapons = {name: Weapon(damage=damage) for name, damage in (("a", 1), ("b", 2), ("c", 3))}
    shot = battle(RULES, units, kinds, weapons, [*DEATH] * 3).play(0, 2, 1, 2)

    assert [(event.model, event.wounds) for event in shot.events(WoundsLost)] == [(4, 1), (4, 3), (3, 2)]


def test_the_ruleset_conforms() -> None:
    where = f"{attack.__name__}:RULES"
    check_ruleset(RULES, games=8, seed=1, setup=SETUP, looks=length(2, 8), where=where, must_exercise=True)
