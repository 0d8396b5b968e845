"""Allocation, saves, damage, feel no pain, on single wounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright import Refused, odds
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import damage
from .damage import RULES, SETUP, ModelDestroyed, ModelRemoved, WoundsLost
from .scripted import UNHURT, Battle, battle
from .terms import Kind, Troop, Weapon


def bombarded(dice: list[int], weapon: Weapon, cp: tuple[int, int] = (0, 0), guns: int = 1, **kinds: Kind) -> Battle:
    """This many guns are about to inflict a wound each on a unit that has two models of each of these kinds."""
    units = [Troop(1, 1, dict.fromkeys(kinds, 2)), *[Troop(0, 0, {"gun": 1})] * guns]
    return battle(RULES, units, {"gun": Kind(("gun",)), **kinds}, {"gun": weapon}, dice, cp)


def wounded(dice: list[int], weapon: Weapon, kind: Kind, cp: tuple[int, int] = (0, 0)) -> Battle:
    return bombarded(dice, weapon, cp, target=kind).play(1, 0)


def lost(battle: Battle) -> list[int]:
    return [event.wounds for event in battle.events(WoundsLost)]


# ------------------------------------------------------------------------------------------------------ allocation

GRUNT, BRUTE = Kind(save=5), Kind(save=5, wounds=3)


def hurt(battle: Battle) -> list[int]:
    return [event.model for event in battle.events(WoundsLost)]


def test_the_owner_allocates_and_a_wounded_model_goes_on_suffering() -> None:
    """A model that has lost wounds must be allocated the next attack; grunts are models 0 and 1, brutes 2 and 3."""
    battle = bombarded([1, 1], Weapon(), guns=2, grunt=GRUNT, brute=BRUTE).play(1, 0)

    assert battle.asked == (1, "allocate")
    assert battle.game.request.space.values == (0, 2)
    assert hurt(battle.play(2, 2, 0)) == [2, 2]


def test_a_model_that_saved_an_attack_must_take_the_next_one() -> None:
    """If a model has already had attacks allocated to it this phase, the attack must be allocated to it."""
    assert hurt(bombarded([6, 1], Weapon(), guns=2, grunt=GRUNT, brute=BRUTE).play(1, 0, 2, 2, 0)) == [2]


def test_after_the_allocated_model_is_destroyed_the_owner_chooses_again() -> None:
    battle = bombarded([1], Weapon(), guns=2, grunt=GRUNT, brute=BRUTE).play(1, 0, 0, 2, 0)

    assert battle.asked == (1, "allocate")
    assert battle.game.request.space.values == (1, 2)


def test_nobody_is_asked_where_all_models_are_alike() -> None:
    assert hurt(wounded([1], Weapon(), GRUNT)) == [0]


def test_an_attack_cannot_be_allocated_past_the_bodyguard() -> None:
    """Attacks cannot be allocated to Characters while any Bodyguard model remains; the refusal changes nothing."""
    captain = Kind(keywords=("character",))
    battle = bombarded([], Weapon(), grunt=GRUNT, brute=BRUTE, captain=captain).play(1, 0)
    before = battle.game.digest()

    assert battle.game.request.space.values == (0, 2)
    with pytest.raises(Refused):
        battle.game.answer(4)
    assert battle.game.digest() == before


# ----------------------------------------------------------------------------------------------------------- saves


@pytest.mark.parametrize(
    ("save", "ap", "invulnerable", "needed"), [(3, 0, 7, 3), (3, 1, 7, 4), (3, 3, 4, 4), (2, 0, 4, 2), (6, 0, 5, 5)]
)
def test_the_better_save_is_used_and_ap_does_not_touch_an_invulnerable_one(
    save: int, ap: int, invulnerable: int, needed: int
) -> None:
    kind = Kind(wounds=UNHURT, save=save, invulnerable=invulnerable)

    assert lost(wounded([needed], Weapon(ap=ap), kind)) == []
    assert lost(wounded([needed - 1], Weapon(ap=ap), kind)) == [1]


def test_a_save_is_re_rolled_by_its_owner() -> None:
    """The defender's command point; a Feel No Pain roll after it is not offered."""
    battle = wounded([1, 1, 1], Weapon(), Kind(wounds=UNHURT, feel_no_pain=5), cp=(0, 2))

    assert (battle.rolled, battle.asked) == ("save", (1, "react"))
    assert lost(battle.play(("command_reroll", 0))) == [1]


# ---------------------------------------------------------------------------------------------------------- damage


def test_excess_damage_is_lost() -> None:
    battle = wounded([1], Weapon(damage=3), Kind(wounds=2))

    assert lost(battle) == [2]
    assert battle.models(0) == [1]


def test_a_destroyed_model_is_removed() -> None:
    assert wounded([1], Weapon(), GRUNT).events(ModelDestroyed, ModelRemoved) == [
        ModelDestroyed(0, 0),
        ModelRemoved(0, 0),
    ]


@pytest.mark.parametrize(("die", "face", "damage"), [(3, 1, 1), (3, 2, 1), (3, 3, 2), (3, 6, 3), (6, 6, 6), (6, 2, 2)])
def test_random_damage_is_rolled(die: int, face: int, damage: int) -> None:
    """A D3 is a D6 halved, rounding up; D3+1 has its 1 in the characteristic."""
    assert lost(wounded([1, face], Weapon(damage=0, die=die), Kind(wounds=UNHURT))) == [damage]
    assert lost(wounded([1, face], Weapon(damage=1, die=die), Kind(wounds=UNHURT))) == [damage + 1]


def test_a_damage_roll_is_re_rolled_by_its_halved_result() -> None:
    weapon = Weapon(damage=0, die=3, again={"damage": (1,)})

    assert wounded([1, 2], weapon, BRUTE).offered == ["reroll"]
    assert wounded([1, 3], weapon, BRUTE).offered == []


def test_odds_of_a_d3_whose_ones_are_re_rolled() -> None:
    """One ninth stays a 1; the two other results share the rest."""
    weapon = Weapon(damage=0, die=3, again={"damage": (1,)})
    game = bombarded([], weapon, target=Kind(wounds=UNHURT, save=7)).play(1).game

    def policy(then: Any, request: Any) -> Any:
        return ("reroll", 0)

    law = odds.distribution(
        game, lambda then: UNHURT - then.state.models[0].wounds, answers=[0], policy=policy, until="inflict"
    )

    assert law == {1: Fraction(1, 9), 2: Fraction(4, 9), 3: Fraction(4, 9)}


# ----------------------------------------------------------------------------------------------------- feel no pain


def test_feel_no_pain_is_rolled_for_every_wound() -> None:
    """A failed save against Damage 2 with Feel No Pain 5+ leads to two rolls; with 1 and 6 one wound is lost."""
    battle = wounded([1, 1, 6], Weapon(damage=2), Kind(wounds=UNHURT, feel_no_pain=5))

    assert (lost(battle), battle.left) == ([1], 0)


def test_feel_no_pain_ends_with_the_model() -> None:
    """The model is destroyed by the second point; for the third nobody rolls."""
    battle = wounded([1, 6, 1], Weapon(damage=3), Kind(feel_no_pain=5))

    assert (lost(battle), battle.left) == ([1], 0)
    assert battle.models(0) == [1]


def test_the_ruleset_conforms() -> None:
    where = f"{damage.__name__}:RULES"
    check_ruleset(RULES, games=6, seed=1, setup=SETUP, looks=length(2, 8), where=where, must_exercise=True)
