"""Words that cards add to the rules: failures that count, cover anywhere, conditions that stay, pushes, keepsakes."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.objectives import secured_by

from . import table
from .effects_table import happens
from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, piece, place, power, rule, token

BONES = table.named({"id": "bones", "kind": "innate", "does": [{"modifies": "successes for failures", "by": 1}]})
REPLY = table.named(
    {"id": "reply", "kind": "innate", "does": [{"modifies": "successes for opposing failures", "by": 1}]}
)


def fought(rolls: tuple[str, str], hero: Any = (), villain: Any = ()) -> int:
    """The damage of the villain by an attack of the hero; each with these superpowers."""
    both = card(HERO, attack("blow"), superpowers=[*hero]), card(VILLAIN, superpowers=[*villain])
    return one(attacking(attack="blow", rules=invent(*both), rolls=rolls), VILLAIN).damage


# Failures ---------------------------------------------------------------------------------------------------


@rule("attack.step-11")
@pytest.mark.parametrize(("rolls", "damage"), [(("HF-", "--"), 2), (("H--", "F-"), 1), (("FFF", "BB"), 1)])
def test_failures_of_its_own_may_count_as_successes(rolls: tuple[str, str], damage: int) -> None:
    assert fought(rolls, hero=[BONES]) == damage


@rule("attack.step-11")
def test_failures_of_a_defender_may_count_as_its_successes() -> None:
    assert fought(("HHH", "F-"), villain=[BONES]) == 2
    assert fought(("HHF", "F-"), villain=[BONES]) == 1


@rule("attack.step-11")
@pytest.mark.parametrize(("rolls", "damage"), [(("H--", "F-"), 2), (("HF-", "--"), 1), (("H--", "FF"), 3)])
def test_failures_of_the_enemy_may_count_as_successes(rolls: tuple[str, str], damage: int) -> None:
    assert fought(rolls, hero=[REPLY]) == damage
    assert fought(("HHF", "--"), villain=[REPLY]) == 1


@rule("dodge.result")
@pytest.mark.parametrize(("roll", "damage"), [("F-", 1), ("--", 2), ("BF", 0)])
def test_failures_of_a_dodge_may_count_as_successes(roll: str, damage: int) -> None:
    push = {"do": "throw", "who": "chosen", "tool": "medium", "way": ""}
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 15, 10, 1)]
    cards = [card("friend", superpowers=[BONES]), card(VILLAIN, size=1)]
    position = happens(push, things=things, cards=cards, chosen=VILLAIN, rolls=[roll]).answer(0.0)
    assert one(position, "friend").damage == damage


# Cover, contesting, shaking ---------------------------------------------------------------------------------


@rule("cover.effect")
@pytest.mark.parametrize(("keywords", "gap"), [(["always in cover"], 15), (["always in cover"], 12), ([], 15)])
def test_who_is_always_in_cover_needs_no_terrain(keywords: list[str], gap: float) -> None:
    rules = invent(card(VILLAIN, keywords=keywords))
    position = attacking(at(VILLAIN, gap, 10, 1), rules=rules, rolls=("HHH", "--"))
    assert (position.asked == "react") is bool(keywords)
    if keywords:
        position.answer(next(option for option in position.options if option is not None))
        assert one(position, VILLAIN).damage == 2


@rule("terms.cannot-beats-can")
def test_who_cannot_benefit_from_cover_does_not() -> None:
    aimed = {"when": "targeted", "effects": [{"do": "forbid", "cannot": "cover", "who": "target", "until": "attack"}]}
    rules = invent(card(HERO, attack("blow", aimed)), card(VILLAIN, keywords=["always in cover"]))
    assert attacking(attack="blow", rules=rules, rolls=("HHH", "--")).idle


@rule("objective.contest")
@pytest.mark.parametrize(("keywords", "whose"), [(["never injured for tokens"], None), ([], 1)])
def test_the_injured_may_contest_like_the_healthy(keywords: list[str], whose: int | None) -> None:
    rules = invent(card(HERO, keywords=keywords))
    things = at(HERO, 18, 17, injured=True), at(VILLAIN, 18, 19, 1), token("relay", 18, 18)
    assert secured_by(battle(*things, rules=rules).game, "relay") == whose


GROUND = table.named(
    {"id": "ground", "kind": "innate", "does": [
        {"forbids": f"shake off {each}", "side": "enemy", "range": 3} for each in ("slow", "stagger")
    ]}
)  # fmt: skip


def shaking(x: float, *conditions: str) -> list[str]:
    """The conditions that the hero may shake off with an enemy there who keeps slow and stagger on it."""
    rules = invent(card(VILLAIN, superpowers=[GROUND]))
    position = battle(at(HERO, 10, 10, conditions=conditions), at(VILLAIN, x, 10, 1), rules=rules)
    position.begin(ACTIVATION(player=0, character=HERO))
    return [deed[1] for deed in position.options if deed[0] == "shake"]


@rule("action.shake")
def test_a_condition_that_an_enemy_holds_fast_cannot_be_shaken_off_near_it() -> None:
    assert shaking(13, "slow", "hex") == ["hex"]
    assert shaking(30, "slow", "hex") == ["slow", "hex"]


@rule("action.shake")
@pytest.mark.parametrize(("x", "left"), [(13, {"slow"}), (30, set())])
def test_a_shake_action_that_a_text_grants_removes_what_may_be_shaken_off(x: float, left: set[str]) -> None:
    things = at(HERO, 10, 10, conditions=("slow",)), at(VILLAIN, x, 10, 1)
    shake = {"do": "remove_condition", "shaken": True}
    assert {*one(happens(shake, things=things, cards=[card(VILLAIN, superpowers=[GROUND])]), HERO).conditions} == left


@rule("action.shake")
@rule("field.condition.stagger")
def test_the_staggered_who_cannot_shake_it_off_can_take_no_action() -> None:
    assert shaking(13, "stagger") == [] and shaking(30, "stagger") == ["stagger"]


# Moments ----------------------------------------------------------------------------------------------------


@rule("superpower.reactive")
@pytest.mark.parametrize(("effect", "asked"), [("push", True), ("place", False)])
def test_a_push_is_answered_and_no_other_move(effect: str, asked: bool) -> None:
    roll_with_it = power("ride", "reactive", {"do": "gain_power", "amount": 2}, when="pushed", cost=1)
    ways: dict[str, dict[str, Any]] = {
        "push": {"do": "push", "who": "chosen", "tool": "short", "way": "away"},
        "place": {"do": "place", "who": "chosen", "range": 1, "of": "itself"},
    }
    things = [at(VILLAIN, 15, 10, 1, power=1)]
    position = happens(ways[effect], things=things, cards=[card(VILLAIN, superpowers=[roll_with_it])], chosen=VILLAIN)
    position.answer(0.0 if effect == "push" else (15.0, 11.0, 0.0))
    assert position.last(Moved).how == effect
    assert (position.asked == "trigger") is asked
    if asked:
        position.answer(position.options[0])
        assert one(position, VILLAIN).power == 2


@rule("superpower.innate")
@rule("damage.ko")
@pytest.mark.parametrize(("who", "more"), [(VILLAIN, {}), ("friend", {}), (VILLAIN, {"injured": True})])
def test_whoever_is_dazed_or_knocked_out_leaves_a_keepsake(who: str, more: Any) -> None:
    keep = power(
        "keep", "innate", {"do": "gain_tokens", "who": "self", "token": "keepsake", "amount": 1, "most": 1},
        when="other dazed",
    )  # fmt: skip
    things = [at(HERO, 10, 10), at(VILLAIN, 15, 10, 1, **more), at("friend", 5, 10), at("foe", 30, 30, 1)]
    for each in (who, HERO):
        hurt = {"do": "damage", "who": "chosen", "amount": 9}
        position = happens(
            hurt, things=things, cards=[card(HERO, superpowers=[keep]), card("friend"), card("foe")], chosen=each
        )
        assert one(position, HERO).tokens.count("keepsake") == (each != HERO)


# What went before, and whom it may attack -------------------------------------------------------------------


def dice(position: Scenario, pool: str) -> list[int]:
    """How many dice were rolled in a pool so far."""
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == pool]


@rule("superpower.innate")
@rule("attack.step-5")
def test_a_defender_knows_that_its_attacker_attacked_it_before() -> None:
    test = {"has_attacked": "self", "by": "attacker"}
    wary = power("wary", "innate", {"do": "add_dice", "amount": 1}, when="defense pool", test=test)
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[wary]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("---", "--", "---", "---"))
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("attack", "blow"), ("attack", "blow"))
    assert dice(position, "defense") == [2, 3]


@rule("attack.step-4")
@pytest.mark.parametrize(("first", "rolled"), [("tap", 5), ("poke", 3)])
def test_it_may_matter_with_which_attack_it_attacked_before(first: str, rolled: int) -> None:
    test = {"has_attacked": "target", "using": ["tap"]}
    more = {"when": "attack pool", "test": test, "effects": [{"do": "add_dice", "amount": 2}]}
    rules = invent(card(HERO, attack("blow", more), attack("tap", strength=1), attack("poke", strength=1)))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("-", "--", "-" * rolled, "--"))
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("attack", first), ("attack", "blow"))
    assert dice(position, "attack") == [1, rolled]


@rule("action.granted")
@rule("attack.step-2")
@pytest.mark.parametrize(("unseen", "attacks"), [(True, 1), (False, 0)])
def test_a_granted_attack_may_need_no_line_of_sight(unseen: bool, attacks: int) -> None:
    again = {"do": "attack", "attack": "tap", "against": "chosen", "anywhere": True, "unseen": unseen}
    cards = [card(HERO, attack("tap", strength=1), size=1), card(VILLAIN, size=1)]
    things = [at(HERO, 10, 10), piece("house", 16, 10), at(VILLAIN, 22, 10, 1)]
    position = happens(again, things=things, cards=cards, chosen=VILLAIN, rolls=("-", "--"))
    assert len(dice(position, "attack")) == attacks


@rule("terms.objects")
@pytest.mark.parametrize("activated", [True, False])
def test_only_who_has_an_activated_token_may_be_chosen(activated: bool) -> None:
    push = {"do": "push", "who": "chosen", "tool": "short", "way": "away"}
    chosen = {"do": "choose_character", "side": "any", "range": 3, "activated": True, "then": [push]}
    position = happens(chosen, things=[at(VILLAIN, 14, 10, 1, activated=activated)])
    if activated:
        position.answer(0.0)
    assert position.idle and (place(position, VILLAIN) != (14.0, 10.0)) is activated
