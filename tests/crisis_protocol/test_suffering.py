"""Damage that is reduced before it is suffered, tokens that are spent or pass on, and other ways to defend."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright_crisis_protocol.before.mission import affiliations_of
from rulewright_crisis_protocol.damage import damage

from .effects_table import happens
from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, power, rule, token, turn

TOUGH = power("tough", "reactive", {"do": "reduce_suffered", "amount": 1}, when="would suffer", cost=1)


def hit(amount: int, *powers: Any, **hero: Any) -> Any:
    """The hero is about to suffer damage by the villain."""
    rules = invent(card(HERO, superpowers=list(powers or [TOUGH])))
    position = battle(at(HERO, 10, 10, **hero), at(VILLAIN, 12, 10, 1), rules=rules)
    return position.happen(damage(position.game, HERO, amount, VILLAIN, rule="damage.tokens"))


@rule("damage.tokens")
@pytest.mark.parametrize(
    ("amount", "used", "damage_of", "power_of"),
    [(3, True, 2, 2 - 1 + 2), (3, False, 3, 2 + 3), (1, True, 0, 2 - 1)],
)
def test_damage_is_less_for_whoever_pays(amount: int, used: bool, damage_of: int, power_of: int) -> None:
    """It gives power for what is left, perhaps none; what is paid is gone even so."""
    position = hit(amount, power=2)
    position.answer(("tough", HERO) if used else None)
    assert (one(position, HERO).damage, one(position, HERO).power) == (damage_of, power_of)


def test_who_cannot_pay_is_not_asked() -> None:
    assert one(hit(2), HERO).damage == 2


@rule("damage.excess")
@pytest.mark.parametrize(("amount", "dazed"), [(2, True), (1, False)])
def test_excess_damage_is_reduced_first(amount: int, dazed: bool) -> None:
    """With 1 stamina left 2 damage less 1 still daze."""
    position = hit(amount, damage=4, power=1)
    position.answer(("tough", HERO))
    assert one(position, HERO).dazed is dazed


@rule("damage.ko")
def test_who_is_knocked_out_all_the_same_has_nothing_left_to_pay_with() -> None:
    rules = invent(card(HERO, superpowers=[TOUGH]), card("friend"))
    things = at(HERO, 10, 10, damage=4, power=1, injured=True), at("friend", 20, 20), at(VILLAIN, 12, 10, 1)
    position = battle(*things, rules=rules)
    position.happen(damage(position.game, HERO, 2, VILLAIN, rule="damage.tokens"))
    position.answer(("tough", HERO))
    assert HERO not in position.game.state.characters and position.game.result is None


def test_two_reductions_of_one_damage_are_both_paid() -> None:
    second = power("second", "reactive", {"do": "reduce_suffered", "amount": 1}, when="would suffer", cost=1)
    position = hit(3, TOUGH, second, power=1)
    position.answer(("tough", HERO))
    assert (one(position, HERO).damage, one(position, HERO).power) == (2, 2), "the power is enough for one of them"
    position = hit(3, TOUGH, second, power=2)
    position.answer(("tough", HERO)).answer(("second", HERO))
    assert (one(position, HERO).damage, one(position, HERO).power) == (1, 1)


def test_nothing_else_happens_before_damage() -> None:
    with pytest.raises(ContentError, match="there can only be less of it"):
        invent(card(HERO, superpowers=[power("odd", "reactive", {"do": "gain_power"}, when="would suffer")]))


# Tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spent", "left", "power_of"), [(0, 3, 0), (2, 1, 2)])
def test_tokens_of_its_own_are_spent(spent: int, left: int, power_of: int) -> None:
    effect = {
        "do": "spend_tokens",
        "token": "spark",
        "up_to": 99,
        "then": [{"do": "gain_power", "amount": "that_much"}],
    }
    position = happens(effect, things=[at(HERO, 10, 10, tokens=("spark", "spark", "spark", "ash"))])
    assert position.options == [0, 1, 2, 3]
    position.answer(spent)
    assert (one(position, HERO).tokens.count("spark"), one(position, HERO).power) == (left, power_of)
    assert one(position, HERO).tokens.count("ash") == 1


def test_who_has_too_few_tokens_is_not_asked() -> None:
    effect = {"do": "spend_tokens", "token": "spark", "least": 2, "up_to": 3, "then": [{"do": "gain_power"}]}
    assert happens(effect, things=[at(HERO, 10, 10, tokens=("spark",))]).idle


@rule("objective.hold")
def test_a_held_token_passes_on_once() -> None:
    """Whoever holds as many as the crisis allows takes none."""
    held = token("vials#1", 0, 0, "vials", holder=VILLAIN)
    position = happens({"do": "pass_token"}, things=[held], chosen=VILLAIN)
    assert position.state.objectives["vials#1"].holder == HERO
    own = token("vials#2", 0, 0, "vials", holder=HERO)
    position = happens({"do": "pass_token"}, things=[held, own], chosen=VILLAIN)
    assert position.state.objectives["vials#1"].holder == VILLAIN


@rule("objective.interact")
@pytest.mark.parametrize(("more", "open_"), [(0, False), (1, True)])
def test_an_interaction_may_reach_farther(more: int, open_: bool) -> None:
    arm = power("arm", "innate", does=[{"modifies": "interaction range", "by": 1}])
    rules = invent(card(HERO, superpowers=[arm] if more else []))
    things = [at(HERO, 10, 10, power=2), at(VILLAIN, 30, 30, 1), token("vials#1", 14, 10, "vials")]
    position = turn(battle(*things, rules=rules)).answer(("activate", HERO))
    assert (("interact", "vials#1") in position.options) is open_


@rule("affiliation.condition")
def test_one_rogue_agent_counts_as_a_member() -> None:
    rogue = {"keywords": ["rogue agent"]}
    rules = invent(
        card("member", affiliations=["crew"]), card("rogue", **rogue), card("second-rogue", **rogue), card("stranger")
    )
    book = rules.content
    assert affiliations_of(book, ["member", "rogue", "stranger"]) == ["crew"]
    assert affiliations_of(book, ["member", "rogue", "second-rogue", "stranger"]) == []
    assert affiliations_of(book, ["member", "stranger"]) == []


# Defending --------------------------------------------------------------------------------------------------


BY_MIND = {"do": "may", "effects": [{"do": "defend", "by": "mystic"}]}
MIND = power("mind", "innate", {"do": "unless_paid", "cost": 2, "then": [BY_MIND]}, when="targeted")


@rule("attack.step-5")
@pytest.mark.parametrize(("paid", "dice"), [(0, 4), (2, 2)])
def test_another_defense_unless_the_attacker_pays(paid: int, dice: int) -> None:
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[MIND], mystic=4))
    position = attacking(at(HERO, 10, 10, power=2), attack="blow", rules=rules, rolls=["HHH", "-" * dice])
    position.answer(paid)
    if not paid:
        position.answer(True)
    assert (one(position, VILLAIN).damage, one(position, HERO).power) == (3, 2 - paid)


def test_an_attacker_without_power_is_not_asked() -> None:
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[MIND], mystic=4))
    position = attacking(attack="blow", rules=rules, rolls=["HHH", "--"])
    assert position.asked == "may"
    position.answer(False)
    assert one(position, VILLAIN).damage == 3
