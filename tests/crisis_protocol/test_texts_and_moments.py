"""Texts of cards: at a moment that has what they speak of; dice of pools not yet rolled; names that count once."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_crisis_protocol.events.attacks import DiceRolled

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, power, rule, tactic, turn

MORE: Final = {"do": "change", "stat": "attack dice", "by": 1}
LATE: Final = {"do": "add_dice"}


def thrown(position: Scenario, pool: str = "attack") -> list[int]:
    """How many dice were rolled in each pool of that kind."""
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == pool]


# What a word needs is there ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "when", "effect", "wrong"),
    [
        ("reactive", "own dice", LATE, "'add_dice' needs an attack pool that has not been rolled, and at 'own dice'"),
        (
            "reactive",
            "attack pool",
            {**LATE, "who": "target"},
            "'target' needs a defense pool that has not",
        ),
        ("reactive", "before damage", {"do": "reroll"}, "'reroll' needs dice that lie on the table"),
        ("reactive", "own dice", {"do": "defend", "by": "energy"}, "'defend' needs an attack whose dice have not"),
        ("innate", "after attack", {"do": "reduce_damage"}, "'reduce_damage' needs damage that the attack is about to"),
        ("innate", "damaged", {"do": "reduce_suffered"}, "'reduce_suffered' needs damage that is about to be suffered"),
        ("innate", "activation ends", {"do": "after_move", "then": [MORE]}, "'after_move' needs a move action"),
        ("innate", "power phase", {**MORE, "until": "activation"}, "'activation' needs an activation"),
        ("innate", "activation begins", {**MORE, "until": "attack"}, "'attack' needs an attack that is being made"),
        ("innate", "activation begins", {"do": "damage", "who": "attacker"}, "'attacker' needs an attack"),
        ("innate", "activation begins", {"do": "damage", "who": "chosen"}, "'chosen' needs someone of whom the text"),
        ("active", None, {"do": "end_attack"}, "'end_attack' needs an attack"),
        ("active", None, {"do": "gain_power", "amount": "damage_dealt"}, "'damage_dealt' needs damage"),
        ("active", None, {"do": "gain_power", "amount": "that_much"}, "'that_much' needs something that comes to"),
        ("active", None, {"do": "gain_power", "amount": {"faces": "wild", "of": "roll"}}, "'roll' needs dice that the"),
    ],
)
def test_a_word_without_what_it_speaks_of_is_refused(kind: str, when: str | None, effect: Any, wrong: str) -> None:
    with pytest.raises(ContentError) as error:
        invent(card(HERO, superpowers=[power("mind", kind, effect, when=when)]))
    (problem,) = error.value.problems
    assert problem.field.startswith("healthy.superpowers[0].effects[0]") and problem.found.startswith(wrong)


@pytest.mark.parametrize(
    ("kind", "when", "effects"),
    [
        ("reactive", "defense pool", [{**LATE, "who": "self"}, {"do": "defend", "dice": 4}]),
        ("reactive", "own dice", [{"do": "change_die", "faces": ["hit"], "to": "wild"},
                                  {"do": "gain_power", "amount": "that_much"}]),
        ("active", None, [{"do": "roll", "then": [{"do": "heal", "amount": {"faces": "wild", "of": "roll"}}]}]),
        ("active", None, [{"do": "choose_character", "then": [{"do": "damage", "who": "chosen"}]}]),
        ("active", None, [{"do": "later", "id": "x", "when": "own dice", "effects": [{"do": "reroll"}]}]),
    ],
)  # fmt: skip
def test_a_word_with_what_it_speaks_of_is_read(kind: str, when: str | None, effects: list[Any]) -> None:
    invent(card(HERO, superpowers=[power("mind", kind, *effects, when=when)]))


def test_cards_and_rules_of_attacks_are_looked_at_too() -> None:
    late = {"icons": ["wild"], "when": "own dice", "effects": [LATE]}
    with pytest.raises(ContentError, match=r"specials\[0\]\.effects\[0\]: 'add_dice' needs an attack pool"):
        invent(card(HERO, attack("blow", late)))
    with pytest.raises(ContentError, match=r"effects\[0\]: 'reroll' needs dice that lie on the table"):
        invent(tactics=[tactic("again", {"do": "reroll"}, when="damaged")])


def test_what_comes_later_is_looked_at_at_its_own_moment() -> None:
    later = {"do": "later", "id": "x", "when": "after attack", "effects": [{"do": "reroll"}]}
    with pytest.raises(ContentError, match=r"effects\[0\]\.effects\[0\]: 'reroll' needs dice.*at 'after attack'"):
        invent(card(HERO, superpowers=[power("mind", "reactive", later, when="own dice")]))


# Pools that have not been rolled ----------------------------------------------------------------------------


@rule("attack.step-4")
def test_dice_gained_for_an_attack_when_its_pool_has_been_built_are_rolled() -> None:
    more = power("more", "reactive", {**MORE, "by": 2, "until": "attack"}, when="attack pool")
    position = attacking(rules=invent(card(HERO, superpowers=[more])), rolls=("H----", "--"))
    position.answer(("more", HERO))

    assert thrown(position) == [5] and not position.state.effects


@rule("attack.step-5")
@pytest.mark.parametrize(("defense", "dice"), [({"by": "mystic"}, 5), ({"dice": 4}, 4), ({"by": "energy"}, 1)])
def test_another_defense_counts_when_the_pool_has_been_built_beside_what_was_added(defense: Any, dice: int) -> None:
    mind = power("mind", "reactive", {**LATE, "amount": 1}, {"do": "defend", **defense}, when="defense pool")
    rules = invent(card(VILLAIN, physical=2, energy=0, mystic=5, superpowers=[mind]))
    position = attacking(rules=rules, rolls=("HHH", "-" * (dice + 1)))
    position.answer(("mind", VILLAIN))

    assert thrown(position, "defense") == [dice + 1]


@rule("attack.step-4")
def test_dice_gained_when_they_have_fallen_change_nothing_that_lies_there() -> None:
    more = power("more", "reactive", {**MORE, "until": "turn"}, when="own dice")
    position = attacking(rules=invent(card(HERO, superpowers=[more])), rolls=("HH-", "--"))
    position.answer(("more", HERO))

    assert thrown(position) == [3] and position.state.characters[VILLAIN].damage == 2


# The next attack action, and names --------------------------------------------------------------------------


@rule("attack.step-14")
def test_dice_for_the_next_attack_action_are_rolled_in_each_attack_of_a_beam_and_then_no_more() -> None:
    friday = power("friday", "active", {**MORE, "by": 2, "until": "next attack action"}, cost=1)
    rules = invent(card(HERO, attack("wave", range="A2", strength=4), superpowers=[friday]), card("second"))
    position = battle(
        at(HERO, 18, 18, power=5), at(VILLAIN, 20, 18, 1), at("second", 18, 20, 1),
        rules=rules, rolls=("-" * 6, "--") * 2,
    )  # fmt: skip
    turn(position).answer(("activate", HERO)).answer(("superpower", "friday")).answer(("attack", "wave"))
    position.answer(position.options[0])

    assert thrown(position) == [6, 6] and not position.state.effects


@rule("attack.step-14")
@pytest.mark.parametrize(("hurt", "threat", "gained"), [(4, 4, 4), (4, 2, 2), (0, 4, 0)])
def test_whoever_dazes_in_its_next_attack_action_gains_as_much_power_as_the_threat_of_that_target(
    hurt: int, threat: int, gained: int
) -> None:
    """2 dice more for each attack of it; the second target is hit as hard as the first, and is not dazed."""
    threat_of = {"value": {"stat": "threat", "who": "target"}}
    feast = {"do": "later", "id": "feast", "when": "after attack", "test": {"state": "dazed", "who": "target"},
             "effects": [{"do": "gain_power", "amount": threat_of}]}  # fmt: skip
    hunt = power("hunt", "active", {**MORE, "by": 2, "until": "next attack action"}, feast, cost=1)
    rules = invent(
        card(HERO, attack("wave", range="A2", strength=4), superpowers=[hunt]),
        card(VILLAIN, threat=threat), card("second", threat=5),
    )  # fmt: skip
    position = battle(
        at(HERO, 18, 18, power=1), at(VILLAIN, 20, 18, 1, damage=hurt), at("second", 18, 20, 1),
        rules=rules, rolls=("HH----", "--") * 2,
    )  # fmt: skip
    turn(position).answer(("activate", HERO)).answer(("superpower", "hunt")).answer(("attack", "wave"))
    position.answer(position.options[0])

    assert thrown(position) == [6, 6] and not position.state.effects
    assert position.state.characters[HERO].power == gained


@rule("attack.step-14")
@rule("beam.resolve")
def test_dice_for_the_next_attack_are_rolled_in_the_first_attack_of_a_beam_only() -> None:
    focus = power("focus", "active", {**MORE, "by": 2, "until": "next attack"}, cost=1)
    rules = invent(card(HERO, attack("wave", range="A2", strength=4), superpowers=[focus]), card("second"))
    position = battle(
        at(HERO, 18, 18, power=5), at(VILLAIN, 20, 18, 1), at("second", 18, 20, 1),
        rules=rules, rolls=("-" * 6, "--", "-" * 4, "--"),
    )  # fmt: skip
    turn(position).answer(("activate", HERO)).answer(("superpower", "focus")).answer(("attack", "wave"))
    position.answer(position.options[0])

    assert thrown(position) == [6, 4] and not position.state.effects


def test_an_effect_that_waits_for_an_attack_waits_for_one() -> None:
    later = {"do": "later", "id": "x", "when": "after attack", "until": "next attack action", "effects": [MORE]}
    with pytest.raises(ContentError, match="an effect waits for one attack; 'next attack' is the first one"):
        invent(card(HERO, superpowers=[power("hunt", "active", later)]))


@rule("terms.duplicates")
@pytest.mark.parametrize("first", ["next attack", "next attack action"])
def test_what_is_so_already_is_not_paid_for_again(first: str) -> None:
    focus = power("focus", "active", {**MORE, "until": first}, cost=1)
    other = power("other", "active", {**MORE, "until": first}, cost=1)
    position = battle(
        at(HERO, 10, 10, power=4), at(VILLAIN, 13, 10, 1), rules=invent(card(HERO, superpowers=[focus, other])),
        rolls=("-----", "--"),
    )  # fmt: skip
    turn(position).answer(("activate", HERO)).answer(("superpower", "focus"))
    assert ("superpower", "focus") not in position.options
    with position.refused("damage.dazed-limits"):
        position.answer(("superpower", "focus"))
    position.answer(("superpower", "other")).answer(("attack", "hero-blow"))

    assert thrown(position) == [5] and position.state.characters[HERO].power == 2
    assert ("superpower", "focus") in position.options


@rule("terms.duplicates")
def test_the_same_effect_twice_counts_once() -> None:
    twice = {"do": "repeat", "times": 2, "then": [{**MORE, "until": "next attack"}]}
    rules = invent(card(HERO, superpowers=[power("focus", "active", twice)]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), rules=rules, rolls=("----", "--"))
    turn(position).answer(("activate", HERO)).answer(("superpower", "focus"))
    assert len(position.state.effects) == 2
    position.answer(("attack", "hero-blow"))

    assert thrown(position) == [4]


@rule("terms.duplicates")
@pytest.mark.parametrize(("names", "dice"), [(("Rally", "Rally"), 4), (("Rally", "Charge"), 5)])
def test_effects_of_one_name_from_two_allies_count_once_and_of_two_names_twice(names: Any, dice: int) -> None:
    up = {**MORE, "who": "attacker", "until": "attack"}
    one, two = (
        power(f"rally-{number}", "innate", up, when="ally attacks", range=3, name={"en": name, "zh": name})
        for number, name in enumerate(names)
    )
    rules = invent(card("friend", superpowers=[one]), card("second", superpowers=[two]))
    position = attacking(at("friend", 10, 12), at("second", 10, 8), rules=rules, rolls=("-" * dice, "--"))
    while position.asked == "trigger":
        position.answer(position.options[0])

    assert thrown(position) == [dice]


@rule("terms.duplicates")
@pytest.mark.parametrize(("lent", "damage"), [("Thick skin", 2), ("Lucky charm", 1)])
def test_what_others_lend_does_not_add_to_ones_own_of_the_same_name(lent: str, damage: int) -> None:
    less = {"modifies": "damage from enemies", "by": -1}
    own = {"id": "own", "name": {"en": "Thick skin", "zh": "皮厚"}, "kind": "innate", "does": [less]}
    aura = {"id": "aura", "name": {"en": lent, "zh": lent}, "kind": "innate", "does": [{**less, "side": "allied"}]}
    rules = invent(card(VILLAIN, superpowers=[own]), card("friend", superpowers=[aura]))
    position = attacking(at("friend", 20, 20, 1), rules=rules, rolls=("HHH", "--"))
    assert position.state.characters[VILLAIN].damage == damage


# What texts do to the rules of dice and damage --------------------------------------------------------------


@rule("cover.effect")
@pytest.mark.parametrize(
    ("forbidden", "damage"),
    [("critical successes", [1, 2, 1]), ("wild successes", [2, 1, 1]), (None, [1, 1, 0])],
)
def test_cover_saves_a_die_that_a_text_keeps_from_counting(forbidden: str | None, damage: list[int]) -> None:
    bans = [{"forbids": forbidden, "side": "opposing"}] if forbidden else []
    flicker = power("flicks", "innate", does=[{"modifies": "speed", "by": 1}, *bans])
    rules = invent(card(HERO, superpowers=[flicker]), card(VILLAIN, keywords=["always in cover"], physical=3))

    def dealt(die: int) -> int:
        position = attacking(rules=rules, rolls=("HHH", "CW-", "F"))
        assert position.options == [None, *(("take_cover", number) for number in range(3))]
        return int(position.answer(("take_cover", die)).state.characters[VILLAIN].damage)

    assert [dealt(die) for die in range(3)] == damage


@rule("damage.dazed", 1)
@pytest.mark.parametrize(("hurt", "dazed"), [(2, False), (3, True), (4, True)])
def test_who_takes_a_form_with_no_more_stamina_than_it_has_damage_is_dazed(hurt: int, dazed: bool) -> None:
    slim = power("slim", "active", {"do": "transform", "into": "slim-form"})
    rules = invent(card(HERO, superpowers=[slim]), card("slim-form", stamina=3))
    position = turn(battle(at(HERO, 10, 10, damage=hurt, power=2), at(VILLAIN, 30, 10, 1), rules=rules))
    position.answer(("activate", HERO)).answer(("superpower", "slim"))

    assert position.state.characters[HERO].dazed is dazed
