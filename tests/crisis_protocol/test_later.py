"""What texts let happen later in an attack, how a target defends otherwise, and dice changed one by one."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.events.attacks import DiceRolled

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, power, rule, turn

DEALT = {"amount": "damage_dealt", "at_least": 1}


def ready(*effects: Any, rolls: Any = (), more: Any = (), second: Any = None, **hero: Any) -> Any:
    """The hero, in its activation, has used a superpower that does this."""
    deed = power("deed", "active", *effects)
    blows = [attack("blow", range="5"), attack("poke", range="5", **(second or {}))]
    rules = invent(card(HERO, *blows, superpowers=[deed, *more], **hero))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), rules=rules, rolls=rolls)
    turn(position).answer(("activate", HERO))
    return position.answer(("superpower", "deed"))


def attacks_rolled(position: Any) -> list[int]:
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == "attack"]


@rule("terms.after")
def test_something_happens_after_the_next_attack_and_no_other() -> None:
    later = {"do": "later", "id": "deed-later", "when": "after attack", "effects": [{"do": "gain_power"}]}
    position = ready(later, rolls=["---", "--", "---", "--"])
    position.answer(("attack", "blow"))
    assert one(position, HERO).power == 1
    position.answer(("attack", "poke"))
    assert one(position, HERO).power == 1
    assert not position.state.effects


@rule("attack-profile.name")
@pytest.mark.parametrize(("first", "rolled"), [("poke", [3, 5]), ("blow", [5, 3])])
def test_the_next_of_some_attacks_waits_for_it(first: str, rolled: list[int]) -> None:
    """Another attack before it neither gets the dice nor ends the wait."""
    dice = {
        "do": "later", "id": "deed-later", "when": "attack pool", "attacks": ["blow"], "test": {"attack_by": ["blow"]},
        "effects": [{"do": "add_dice", "amount": 2}],
    }  # fmt: skip
    rolls = [roll for count in rolled for roll in ("-" * count, "--")]
    position = ready(dice, rolls=rolls)
    position.answer(("attack", first)).answer(("attack", "blow" if first == "poke" else "poke"))
    assert attacks_rolled(position) == rolled


def test_two_things_for_the_next_attack_both_count() -> None:
    dice = {"do": "change", "stat": "attack dice", "by": 1, "until": "next attack"}
    later = {
        "do": "later", "id": "deed-later", "when": "after attack", "test": DEALT,
        "effects": [{"do": "condition", "condition": "stun", "who": "target"}],
    }  # fmt: skip
    position = ready(dice, later, rolls=["HHH-", "--"])
    position.answer(("attack", "blow"))
    assert (attacks_rolled(position), one(position, VILLAIN).conditions) == ([4], ("stun",))


@pytest.mark.parametrize(("attack_roll", "conditions"), [("H--", ("stun",)), ("---", ())])
def test_a_granted_attack_alone_has_what_stands_besides(attack_roll: str, conditions: Any) -> None:
    stun = {
        "do": "later", "id": "deed-later", "when": "after attack", "test": DEALT,
        "effects": [{"do": "condition", "condition": "stun", "who": "target"}],
    }  # fmt: skip
    grant = {"do": "attack", "attack": "blow", "besides": [stun]}
    position = ready(grant, rolls=[attack_roll, "--", "HHH", "--"])
    assert one(position, VILLAIN).conditions == conditions
    position.answer(("attack", "poke"))
    assert one(position, VILLAIN).conditions == conditions
    assert not position.state.effects


TWO_DICE = {"do": "change", "stat": "attack dice", "by": 2, "until": "next attack"}


@pytest.mark.parametrize(
    "besides",
    [
        [{"do": "gain_power"}, TWO_DICE],
        [{"do": "if", "test": {"amount": 1, "at_least": 1}, "then": [TWO_DICE]}],
        [{"do": "choose_character", "side": "enemy", "then": [TWO_DICE]}],
    ],
)
def test_whatever_stands_besides_an_attack_is_done_before_it(besides: Any) -> None:
    position = ready({"do": "attack", "attack": "blow", "besides": besides}, rolls=["-----", "--", "---", "--"])
    position.answer(("attack", "poke"))
    assert attacks_rolled(position) == [5, 3]


def test_whoever_falls_by_what_stands_besides_its_attack_makes_none() -> None:
    grant = {"do": "attack", "attack": "blow", "besides": [{"do": "daze", "who": "self"}, TWO_DICE]}
    position = ready(grant)
    assert one(position, HERO).dazed
    assert not attacks_rolled(position) and not position.state.effects


def test_what_stands_besides_an_attack_that_cannot_be_made_is_gone() -> None:
    later = {"do": "later", "id": "deed-later", "when": "after attack", "effects": [{"do": "gain_power"}]}
    position = ready({"do": "attack", "attack": "poke", "besides": [later]}, second={"cost": 5}, rolls=["---", "--"])
    position.answer(("attack", "blow"))
    assert one(position, HERO).power == 0


def test_dice_are_rerolled_in_the_granted_attack() -> None:
    again = {
        "do": "later", "id": "deed-later", "when": "own dice", "test": {"rolls": ["attack"]},
        "effects": [{"do": "reroll", "amount": 2}],
    }  # fmt: skip
    position = ready({"do": "attack", "attack": "blow", "besides": [again]}, rolls=["---", "--", "HH"])
    position.answer(("deed-later", HERO), (0, 1))
    assert one(position, VILLAIN).damage == 2


def defended(*effects: Any, rolls: Any, test: Any = None, power_of: int = 0, **more: Any) -> Any:
    """The hero attacks the villain, who has an innate superpower for when it is targeted."""
    about = {} if test is None else {"test": test}
    guard = power("guard", "innate", *effects, when="targeted", **about)
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[guard], **more))
    hero = at(HERO, 10, 10, power=power_of)
    return attacking(hero, at(VILLAIN, 12, 10, 1), attack="blow", rules=rules, rolls=rolls)


def defense_dice(position: Any) -> list[int]:
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == "defense"]


@rule("attack.step-5")
def test_so_many_dice_are_rolled_instead_of_a_defense() -> None:
    riposte = {
        "do": "later", "id": "guard-later", "when": "after attacked", "until": "attack",
        "test": {"amount": "damage_dealt", "at_most": 0},
        "effects": [{"do": "damage", "amount": 2, "who": "attacker"}],
    }  # fmt: skip
    unhurt = defended({"do": "defend", "dice": 5}, riposte, rolls=["H--", "B----"])
    assert (defense_dice(unhurt), one(unhurt, HERO).damage) == ([5], 2)
    hurt = defended({"do": "defend", "dice": 5}, riposte, rolls=["HH-", "B----"])
    assert (one(hurt, VILLAIN).damage, one(hurt, HERO).damage) == (1, 0)


@rule("attack.step-3")
def test_what_comes_with_the_next_attack_hears_that_it_is_made() -> None:
    later = {"do": "later", "id": "deed-later", "when": "attacks", "effects": [{"do": "gain_power"}]}
    position = ready(later, rolls=["---", "--"]).answer(("attack", "blow"))
    assert one(position, HERO).power == 1
