"""What players ask about damage in public threads, answered exactly, and each worked out by hand in fractions.

The threads are issues of ``toadchild/40kdice`` (by number) and articles of players; stat lines are as they give them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import pytest

from rulewright import Rules
from rulewright.odds import ask

from .table import FOES, MINE, arm, blade, invent, sheet

Law = Mapping[int, Fraction]
SIXTH: Final = Fraction(1, 6)
NO_SAVE: Final = 7


def repeated(one: Law, times: int) -> dict[int, Fraction]:
    """The law of the sum of several numbers of one law."""
    found = {0: Fraction(1)}
    for _ in range(times):
        longer: dict[int, Fraction] = {}
        for number, chance in found.items():
            for more, other in one.items():
                longer[number + more] = longer.get(number + more, Fraction(0)) + chance * other
        found = longer
    return found


def capped(law: Law, most: int) -> dict[int, Fraction]:
    """The law where no more than so many can be lost."""
    found: dict[int, Fraction] = {}
    for number, chance in law.items():
        found[min(number, most)] = found.get(min(number, most), Fraction(0)) + chance
    return found


def yes(chance: Fraction) -> dict[int, Fraction]:
    return {0: 1 - chance, 1: chance}


def slain_by(failed: Law, wounds: int, size: int) -> dict[int, Fraction]:
    """How many models fall to attacks of damage D6 that were not saved; what a model does not survive is lost."""
    found: dict[int, Fraction] = {}
    for attacks, chance in failed.items():
        standing = {(0, wounds): chance}
        for _ in range(attacks):
            after: dict[tuple[int, int], Fraction] = {}
            for (fallen, left), here in standing.items():
                for face in range(1, 7):
                    whole = (
                        (fallen, left)
                        if fallen == size
                        else (fallen + 1, wounds)
                        if face >= left
                        else (fallen, left - face)
                    )
                    after[whole] = after.get(whole, Fraction(0)) + here * SIXTH
            standing = after
        for (fallen, _), here in standing.items():
            found[fallen] = found.get(fallen, Fraction(0)) + here
    return found


def duel(*abilities: str, foe: Mapping[str, Any], melee: Any = False, **weapon: Any) -> Rules:
    """A weapon, and up to 40 models that are attacked with it."""
    used = (blade if melee else arm)("weapon", *abilities, **weapon)
    part = {"profile": "one", "least": 1, "most": 40, "weapons": ["gun"]}
    foes = sheet(FOES, arm(), **foe) | {"composition": [part], "points": {1: 10, 40: 400}}
    return invent(sheet(MINE, used), foes)


def asked(rules: Rules, **wishes: Any) -> dict[str, Any]:
    data = ask(rules, attacker=MINE, target=FOES, **wishes).data
    assert data
    return dict(data)


def same(found: Mapping[str, float], expected: Law) -> bool:
    """Whether two laws are one; what is too unlikely for a float to add may be left out."""
    return all(
        abs(found.get(str(number), 0.0) - float(expected.get(number, 0))) < 1e-12
        for number in {*expected, *map(int, found)}
    )


def test_haywire_against_a_tank() -> None:
    """Issue 16: eight shots on 4+, S3, damage 3, Anti-Vehicle 4+ and Devastating Wounds, at T11, 2+, W13."""
    tank = {"toughness": 11, "save": 2, "wounds": 13, "keywords": ["Vehicle"]}
    gun = {"attacks": "8", "skill": 4, "strength": 3, "ap": -1, "damage": "3"}
    found = asked(duel("anti-vehicle 4+", "devastating wounds", foe=tank, **gun), size=1)
    critical = repeated(yes(Fraction(1, 2) * Fraction(1, 2)), 8)
    assert same(found["wounds"], capped({3 * number: chance for number, chance in critical.items()}, 13))
    assert found["destroyed"] == pytest.approx(float(sum(chance for number, chance in critical.items() if number >= 5)))
    plain = asked(duel(foe=tank, **gun), size=1)
    assert same(
        plain["wounds"],
        capped({3 * n: c for n, c in repeated(yes(Fraction(1, 2) * SIXTH * Fraction(1, 3)), 8).items()}, 13),
    )


def test_lethal_hits_are_as_good_as_devastating_wounds_against_a_save_that_fails_as_often_as_a_wound_succeeds() -> None:
    """Issue 14: four attacks on 3+, S5, AP -1, damage 2 at T4, 4+, W2: why is it the same with either ability?"""
    foe, gun = {"wounds": 2}, {"attacks": "4", "strength": 5, "ap": -1, "damage": "2"}
    hit, wound, unsaved = Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)
    lethal = (SIXTH + (hit - SIXTH) * wound) * unsaved
    devastating = hit * (SIXTH + (wound - SIXTH) * unsaved)
    assert lethal == devastating
    for ability in ("lethal hits", "devastating wounds"):
        assert same(asked(duel(ability, foe=foe, **gun), size=10)["distribution"], repeated(yes(lethal), 4))


@pytest.mark.parametrize("wounds", [1, 2])
def test_a_devastating_wound_of_damage_2_slays_one_model_of_one_wound_as_of_two(wounds: int) -> None:
    """Issue 26: six attacks on 2+ with Sustained Hits 1 at models without a save; excess damage is lost."""
    foe, gun = {"save": NO_SAVE, "wounds": wounds}, {"attacks": "6", "skill": 2, "damage": "2"}
    of_attack = {0: SIXTH}
    for hits, chance in ((1, Fraction(4, 6)), (2, SIXTH)):
        for number, other in repeated(yes(Fraction(1, 2)), hits).items():
            of_attack[number] = of_attack.get(number, Fraction(0)) + chance * other
    found = asked(duel("sustained hits 1", "devastating wounds", foe=foe, **gun), size=40)
    assert same(found["distribution"], repeated(of_attack, 6))


def test_how_many_models_of_two_wounds_fall_to_damage_d6() -> None:
    """Issue 25: six attacks, 3+ and 3+ without a save: 2.67 failed saves, and 9.33 damage, but how many models?"""
    found = asked(duel(foe={"save": NO_SAVE, "wounds": 2}, attacks="6", strength=5, damage="D6"), size=10)
    (steps,) = found["weapons"]
    assert (steps["unsaved"], steps["damage"]) == pytest.approx((8 / 3, 28 / 3))
    assert same(found["distribution"], slain_by(repeated(yes(Fraction(4, 9)), 6), 2, 10))
    assert found["mean"]["slain"] == pytest.approx(2.27, abs=0.005)


def test_fishing_for_lethal_hits() -> None:
    """Issue 23: 36 attacks on 3+, S8 at T9, Lethal Hits: how many wounds where all but Critical Hits are re-rolled?"""
    gun = {"attacks": "36", "strength": 8}
    rules = duel("lethal hits", foe={"toughness": 9, "save": NO_SAVE}, **gun)
    critical = SIXTH + Fraction(5, 6) * SIXTH
    hit = Fraction(5, 6) * Fraction(1, 2)
    found = asked(rules, size=40, reroll_hits="uncritical")
    assert found["weapons"][0]["wounds"] == pytest.approx(16)
    assert same(found["distribution"], repeated(yes(critical + hit * Fraction(1, 3)), 36))
    failed = SIXTH + Fraction(1, 3) * SIXTH + (Fraction(1, 2) + Fraction(1, 3) * Fraction(1, 2)) * Fraction(1, 3)
    assert same(asked(rules, size=40, reroll_hits="failed")["distribution"], repeated(yes(failed), 36))


def test_additional_hits_do_not_wound_automatically_where_only_a_6_hits() -> None:
    """Issues 12 and 20: Lethal Hits and Sustained Hits 1 together, hitting on 6s, S4 at T8."""
    rules = duel("lethal hits", "sustained hits 1", foe={"toughness": 8, "save": NO_SAVE}, attacks="12", skill=6)
    of_attack = {0: Fraction(5, 6), 1: SIXTH * Fraction(5, 6), 2: SIXTH * SIXTH}
    assert same(asked(rules, size=40)["distribution"], repeated(of_attack, 12))


def test_mortal_wounds_are_among_the_wounds_of_claws_against_a_land_raider() -> None:
    """Issue 22: forty attacks on 2+ of S4, AP -2 with Devastating Wounds wound T12 only on 6s: all of it is mortal."""
    raider = {"toughness": 12, "save": 2, "wounds": 16, "keywords": ["Vehicle"]}
    rules = duel("devastating wounds", foe=raider, melee=True, attacks="40", skill=2, ap=-2)
    found = asked(rules, size=1, fight=True)
    assert found["weapons"][0]["wounds"] == pytest.approx(50 / 9)
    assert same(found["wounds"], capped(repeated(yes(Fraction(5, 6) * SIXTH), 40), 16))


@pytest.mark.parametrize(("foe", "wounds", "size"), [
    ({"toughness": 7, "save": 3, "wounds": 8, "keywords": ["Monster"]}, 8, 1),
    ({"toughness": 5, "save": 3, "wounds": 3}, 3, 3),
])  # fmt: skip
def test_six_lascannons_against_a_monster_and_against_heavy_infantry(
    foe: dict[str, Any], wounds: int, size: int
) -> None:
    """Hammer of Math, expected damage against expected kills: BS 3+, S9, AP -3, D6."""
    found = asked(duel(foe=foe, attacks="6", strength=9, ap=-3, damage="D6"), size=size)
    unsaved = Fraction(4, 6) * Fraction(4, 6) * Fraction(5, 6)
    assert same(found["distribution"], slain_by(repeated(yes(unsaved), 6), wounds, size))


def test_ten_lasguns_slay_at_most_one_guardsman_about_as_often_as_not() -> None:
    """Intro to Mathhammer (B4cchus): 4+, 4+, no save but 5+; the mean of 1.7 misleads."""
    rules = duel(foe={"toughness": 3, "save": 5}, attacks="10", skill=4, strength=3)
    law = repeated(yes(Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3)), 10)
    found = asked(rules, size=10)
    assert same(found["distribution"], law)
    assert sum(list(found["distribution"].values())[:2]) == pytest.approx(float(law[0] + law[1]))


def test_arc_rifles_that_re_roll_ones_against_six_wounds() -> None:
    """Truncation (B4cchus): eight shots on 5+, re-rolls of 1, S6, D6 at T5, W6: the usual mean counts what is lost."""
    rules = duel(foe={"toughness": 5, "save": NO_SAVE, "wounds": 6}, attacks="8", skill=5, strength=6, damage="D6")
    hit = Fraction(1, 3) + SIXTH * Fraction(1, 3)
    found = asked(rules, size=1, reroll_hits="ones")
    law = slain_by(repeated(yes(hit * Fraction(2, 3)), 8), 6, 1)
    assert found["destroyed"] == pytest.approx(float(law[1]))
    assert found["mean"]["wounds"] < found["weapons"][0]["damage"]
