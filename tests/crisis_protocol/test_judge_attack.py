"""Situations in the steps of an attack, decided from the rulebook: dice, targets, order, who falls in the middle."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.action import ATTACK_ACTION
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.events.attacks import AttackResolved, DiceAdded, DiceRolled
from rulewright_crisis_protocol.events.characters import Dazed, KnockedOut, PowerSpent
from rulewright_crisis_protocol.events.movement import Moved

from .judge_table import attacked, decline, gains, gives, harms, hurt, offered, rolls_of, use
from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, piece, power, rule, tactic, token

LUCK = {"do": "reroll", "amount": "any"}


def versus(*specials: Any, hero: Any = (), villain: Any = (), foe: Any = None, cards: Any = (), **facts: Any) -> Any:
    """Rules with a hero, who has one attack with these special rules, and a villain, each with superpowers."""
    blow = attack("hero-blow", *specials, **facts)
    return invent(card(HERO, blow, superpowers=list(hero)), card(VILLAIN, superpowers=list(villain), **(foe or {})),
                  card("friend"), card("second"), *cards)  # fmt: skip


def fight(rules: Any, *rolls: str, things: Any = (), **setup: Any) -> Scenario:
    """The hero attacks the villain."""
    return attacking(*things, rules=rules, rolls=rolls, **setup)


def reactive(id: str, when: str, *effects: Any, **more: Any) -> dict[str, Any]:
    return power(id, "reactive", *effects, when=when, **more)


def innate(id: str, when: str, *effects: Any, **more: Any) -> dict[str, Any]:
    return power(id, "innate", *effects, when=when, **more)


# Steps 1 to 3: attack, target, cost -------------------------------------------------------------------------


@rule("attack.step-2", 3)
def test_the_attacker_resolves_what_triggers_on_targeting_before_the_defender_does() -> None:
    rules = versus(hero=[reactive("aim", "attacks", gains())], villain=[reactive("duck", "targeted", gains())])
    position = fight(rules, "---", "--", mission={"priority": 1})

    assert position.player == 0 and offered(position, "aim") and not offered(position, "duck")
    position.answer(None)
    assert position.player == 1 and offered(position, "duck")


@rule("attack.step-2", 3)
@rule("attack.step-3")
def test_what_triggers_on_targeting_comes_before_the_cost_is_paid() -> None:
    """The power that the attacker gains when it targets someone comes too late: the attack may not be chosen."""
    rules = versus(hero=[innate("aim", "attacks", gains(2))], cost=2)
    poor = battle(at(HERO, 10, 10, power=1), at(VILLAIN, 13, 10, 1), rules=rules)
    assert not list(open_attacks(poor.game, HERO))

    position = fight(rules, "---", "--", things=[at(HERO, 10, 10, power=2)])
    assert one(position, HERO).power == 2


@rule("attack.step-3")
@rule("power.spend", 2)
def test_an_attacker_that_lost_its_power_in_step_2_does_not_pay_what_it_has_not() -> None:
    drain = innate("sap", "targeted", {"do": "lose_power", "who": "attacker", "amount": 9})
    position = fight(versus(villain=[drain], cost=2), "HHH", "--", things=[at(HERO, 10, 10, power=3)])

    assert one(position, HERO).power == 0 and not position.events(PowerSpent)
    assert one(position, VILLAIN).damage == 0


@rule("attack.range")
@pytest.mark.parametrize(("gap", "open"), [(6.0, True), (6.01, False)])
def test_range_3_is_6_inches_from_edge_to_edge_of_bases_of_any_size(gap: float, open: bool) -> None:
    rules = invent(card(HERO, base=50), card(VILLAIN, base=65))
    far = (50 + 65) / 25.4 / 2 + gap
    game = battle(at(HERO, 10, 10), at(VILLAIN, 10 + far, 10, 1), rules=rules).game
    assert bool(list(open_attacks(game, HERO))) is open


@rule("attack.target", 2)
@rule("attack.step-2", 2)
def test_with_nobody_in_reach_no_attack_action_is_made_and_nothing_is_paid() -> None:
    rules = versus(cost=1)
    position = battle(at(HERO, 10, 10, power=3), at(VILLAIN, 30, 10, 1), rules=rules)
    position.begin(ATTACK_ACTION(player=0, character=HERO))

    assert position.idle and not position.events(AttackResolved) and one(position, HERO).power == 3


@rule("damage.dazed-limits", 2)
def test_a_dazed_enemy_is_no_target() -> None:
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1, dazed=True, damage=5), at("second", 13, 13, 1),
                      rules=versus(), rolls=["---", "--"])  # fmt: skip
    assert attacked(position.begin(ATTACK(player=0, attacker=HERO, attack="hero-blow"))) == ["second"]


@rule("damage.dazed-limits", 2)
@rule("attack.step-3")
def test_a_target_that_is_dazed_in_step_2_is_attacked_no_more() -> None:
    rules = versus(hero=[innate("shove", "attacks", harms("target", 5))], cost=2)
    position = fight(rules, things=[at(HERO, 10, 10, power=2)])

    assert one(position, VILLAIN).dazed and one(position, VILLAIN).damage == 5
    assert not position.events(PowerSpent) and position.idle


# Step 2: another target -------------------------------------------------------------------------------------

BODYGUARD = power("bodyguard", "reactive", {"do": "redirect", "who": "self"}, when="ally targeted", range=2)


def guarded(*rolls: str, guard: Any = None, things: Any = (), **more: Any) -> Scenario:
    """An ally of the villain may become the target in its place."""
    rules = versus(cards=[card("guard", superpowers=[BODYGUARD], physical=1, **more)])
    where = guard or at("guard", 15, 12.6, 1)
    position = fight(rules, *rolls, things=[where, at(VILLAIN, 15, 10, 1), *things])
    return position.answer(VILLAIN) if position.asked == "target" else position


@rule("attack.step-2", 3)
@rule("attack.step-5", 1)
def test_who_steps_in_front_defends_with_its_own_dice_and_suffers_the_damage() -> None:
    position = use(guarded("HHH", "B"), "bodyguard")

    assert rolls_of(position, "defense") == [("block",)]
    assert hurt(position) == [("guard", 2)]
    assert one(position, "guard").power == 2


NO_COVER = {"do": "forbid", "cannot": "cover", "who": "target", "until": "attack"}
FIVE = {"do": "defend", "who": "self", "dice": 5}


@rule("attack.step-2", 3)
@rule("attack.target")
@pytest.mark.parametrize("of", ["attacker", "target"])
def test_what_the_attackers_side_says_of_the_target_is_about_the_new_one(of: str) -> None:
    """What the defender's side said of the old one is not."""
    hero = [innate("bare", "attacks", NO_COVER)] if of == "attacker" else []
    villain = [innate("bare", "targeted", {**NO_COVER, "who": "self"})] if of == "target" else []
    rules = versus(hero=hero, villain=villain, cards=[card("guard", superpowers=[BODYGUARD])])
    things = [at("guard", 15, 12.6, 1), at(VILLAIN, 15, 10, 1)]
    position = use(fight(rules, things=things).answer(VILLAIN), "bodyguard")

    assert position.game.may("cover", "guard") is (of == "target")
    assert position.game.may("cover", VILLAIN) is (of == "attacker")


@rule("attack.step-5", 1)
@pytest.mark.parametrize("first", ["parry", "bodyguard"])
def test_who_steps_in_front_does_not_defend_as_the_other_one_would_have(first: str) -> None:
    """Neither where that had said so before, nor where it says so only now."""
    parry = reactive("parry", "targeted", FIVE)
    rules = versus(villain=[parry], cards=[card("guard", superpowers=[BODYGUARD], physical=1)])
    things = [at("guard", 15, 12.6, 1), at(VILLAIN, 15, 10, 1)]
    position = fight(rules, "---", "-", things=things).answer(VILLAIN)
    second = {"parry": "bodyguard", "bodyguard": "parry"}[first]
    use(position, first, second)

    assert rolls_of(position, "defense") == [("blank",)]


@rule("superpower.reactive")
@rule("damage.dazed-limits", 6)
@pytest.mark.parametrize(("x", "more"), [(15 + 5.5, {}), (16.5, {"dazed": True})])
def test_who_is_too_far_or_dazed_does_not_step_in_front(x: float, more: Any) -> None:
    position = guarded("HHH", "--", guard=at("guard", x, 10, 1, **more))
    assert hurt(position) == [(VILLAIN, 3)]


@rule("cover.conditions")
@rule("attack.step-9", 1)
def test_cover_is_that_of_the_new_target() -> None:
    """The villain stands in the open, the guard behind a car."""
    car = piece("car", 13, 13.2, facing=90)
    assert hurt(fight(versus(), "HHH", "--", things=[car])) == [(VILLAIN, 3)]
    position = use(guarded("HHH", "-", things=[car]), "bodyguard")

    assert position.window == "modify own dice" and position.player == 1
    use(position, "take_cover")
    assert one(position, "guard").damage == 2


@rule("cover.conditions", 4)
@rule("attack.step-9", 1)
def test_cover_is_looked_at_when_dice_are_modified_and_not_when_the_target_was_declared() -> None:
    """Close behind the car there is cover; who is pushed away from it has none any more."""
    away = {"do": "push", "who": "target", "way": "away", "tool": "short"}
    car, villain = piece("car", 12.5, 10, facing=90), at(VILLAIN, 14.9, 10, 1)
    assert offered(fight(versus(range="5"), "HHH", "--", things=[car, villain]), "take_cover")

    rules = versus(hero=[innate("gust", "attacks", away)], range="5")
    position = fight(rules, "HHH", "--", things=[car, villain]).answer(0.0)
    assert position.last(Moved).how == "push" and one(position, VILLAIN).damage == 3


# Steps 4 to 8: pools and dice -------------------------------------------------------------------------------


@rule("attack.step-4", 2, 3)
@rule("attack.step-5", 2, 3)
@rule("terms.halving")
def test_halves_are_rounded_up_and_of_a_die_one_is_left() -> None:
    halves = {"do": "change", "stat": "attack dice", "halve": True, "until": "attack", "who": "attacker"}
    for strength, dice in ((5, 3), (1, 1)):
        rules = versus(villain=[innate("damp", "targeted", halves)], strength=strength)
        assert len(rolls_of(fight(rules, "-" * dice, "--"), "attack")[0]) == dice


@rule("attack.step-5", 3)
def test_a_defense_of_nothing_rolls_one_die() -> None:
    assert rolls_of(fight(versus(foe={"physical": 0}), "HHH", "B"), "defense") == [("block",)]


@rule("attack.step-8", 1, 2)
def test_dice_for_criticals_are_rolled_after_both_first_rolls_the_attackers_first() -> None:
    position = fight(versus(), "C--", "CC", "C", "CC")

    fallen = [entry.event for entry in position.game.log if isinstance(entry.event, DiceRolled | DiceAdded)]
    rolled = [(event.pool, len(event.faces)) for event in fallen]
    assert rolled == [("attack", 3), ("defense", 2), ("attack", 1), ("defense", 2)]
    assert position.last(AttackResolved).dealt == 0


@rule("attack.step-9", 2)
@rule("attack.step-10", 2)
@rule("attack.step-8", 2)
def test_a_die_that_was_added_may_be_rerolled_and_adds_nothing() -> None:
    rules = versus(hero=[reactive("luck", "own dice", LUCK)])
    position = use(fight(rules, "C--", "--", "-", "C"), "luck")

    assert (3,) in position.options
    position.answer((3,))
    assert one(position, VILLAIN).damage == 2


@rule("attack.step-9", 2)
@rule("attack.step-10", 2)
def test_a_critical_that_the_opponent_makes_one_reroll_adds_no_die() -> None:
    jinx = reactive("jinx", "opposing dice", {"do": "reroll", "amount": 1, "of": "opposing"})
    position = use(fight(versus(hero=[jinx]), "HHH", "BB", "C"), "jinx").answer((0,))

    assert rolls_of(position, "defense")[-1] == ("critical", "block")
    assert one(position, VILLAIN).damage == 1


# Rerolls and changes ----------------------------------------------------------------------------------------


@rule("attack.reroll-limit", 1, 2)
def test_one_ability_rerolls_each_die_once_even_where_it_comes_from_two_sources() -> None:
    """An ability is known by its name, whatever the files call it."""
    name = {"en": "Luck", "zh": "好运"}
    twins = [reactive(id, "own dice", {"do": "reroll", "amount": 1}, name=name) for id in ("luck", "lent")]
    position = use(fight(versus(hero=twins), "---", "--", "-", "H"), "luck").answer((0,))
    use(position, "lent")

    assert position.asked == "reroll" and position.options == [(), (1,), (2,)]


@rule("attack.reroll-limit", 1, 2)
def test_another_ability_rerolls_the_same_die_again() -> None:
    rules = versus(hero=[reactive("luck", "own dice", LUCK), reactive("focus", "own dice", LUCK)])
    position = use(fight(rules, "---", "--", "--", "H"), "luck").answer((0, 1))
    use(position, "focus").answer((0,))

    assert one(position, VILLAIN).damage == 1


@rule("attack.reroll-limit", 1)
def test_a_reroll_of_both_players_may_concern_the_same_die() -> None:
    jinx = reactive("jinx", "opposing dice", {"do": "reroll", "amount": 1, "of": "opposing"})
    rules = versus(hero=[reactive("luck", "own dice", {"do": "reroll", "amount": 1})], villain=[jinx])
    position = use(fight(rules, "-HH", "--", "H", "-"), "luck").answer((0,))

    use(position, "jinx").answer((0,))
    assert one(position, VILLAIN).damage == 2


@rule("dice.failure")
@rule("attack.step-9", 1)
@rule("attack.step-10", 1)
def test_a_failure_is_beyond_everyone() -> None:
    """Nothing of a roll of failures alone can be rerolled or changed, by its owner, by the opponent, or by cover."""
    jinx = reactive("jinx", "opposing dice", {"do": "reroll", "amount": 2, "of": "opposing"})
    twist = reactive("twist", "own dice", {"do": "change_die", "faces": ["failure", "blank"], "to": "hit"})
    rules = versus(hero=[twist, jinx])
    position = fight(rules, "FFF", "FF", things=[piece("car", 13, 10, facing=90)])
    while not position.idle:
        assert not offered(position, "take_cover")
        option = next((one for one in position.options if one is not None), None)
        position.answer(option)
    assert rolls_of(position, "attack")[-1] == ("failure",) * 3
    assert rolls_of(position, "defense")[-1] == ("failure",) * 2


@rule("attack.icon-rules", 1)
@rule("attack.icon-example")
@pytest.mark.parametrize(("roll", "again", "bleeds"), [("W--", "-", False), ("H--", "W", True)])
def test_icons_count_as_they_lie_when_all_rerolls_are_done(roll: str, again: str, bleeds: bool) -> None:
    cut = {"icons": ["wild"], "effects": [gives("bleed")]}
    rules = versus(cut, hero=[reactive("luck", "own dice", LUCK)])
    position = use(fight(rules, roll, "--", again), "luck").answer((0,))

    assert ("bleed" in one(position, VILLAIN).conditions) is bleeds


@rule("attack.icon-rules", 1)
@rule("attack.step-10", 1)
def test_the_defender_may_take_the_wild_of_a_special_rule_away() -> None:
    cut = {"icons": ["wild"], "effects": [gives("bleed")]}
    wipe = reactive("wipe", "opposing dice", {"do": "change_die", "faces": ["wild"], "to": "blank", "of": "opposing"})
    position = decline(use(fight(versus(cut, villain=[wipe]), "WH-", "--"), "wipe"))

    assert one(position, VILLAIN).conditions == () and one(position, VILLAIN).damage == 1


@rule("attack.icon-rules", 1)
@rule("attack.step-8", 1)
def test_an_icon_on_a_die_that_a_critical_added_counts() -> None:
    cut = {"icons": ["wild", "critical"], "effects": [gives("bleed")]}
    assert one(fight(versus(cut), "C--", "--", "W"), VILLAIN).conditions == ("bleed",)


@rule("attack.step-11", 5)
@rule("attack.icon-rules", 1)
def test_a_defender_that_suffers_nothing_still_bleeds() -> None:
    cut = {"icons": ["wild"], "effects": [gives("bleed")]}
    position = fight(versus(cut), "W--", "BB")
    assert (one(position, VILLAIN).damage, one(position, VILLAIN).conditions) == (0, ("bleed",))


@rule("attack-profile.special-rules")
@rule("attack.effect-order")
@pytest.mark.parametrize("does", [True, False])
def test_the_attacker_may_leave_out_what_a_special_rule_lets_it_do(does: bool) -> None:
    position = fight(versus({"optional": True, "effects": [gives("bleed")]}), "---", "--")
    assert (position.asked, position.player, position.options) == ("special", 0, [True, False])
    assert (one(position.answer(does), VILLAIN).conditions == ("bleed",)) is does


@rule("attack-profile.special-rules")
@pytest.mark.parametrize("hexed", [True, False])
def test_a_special_rule_with_a_condition_waits_for_it(hexed: bool) -> None:
    rules = versus({"test": {"has": "hex", "who": "target"}, "effects": [gains()]})
    villain = at(VILLAIN, 15, 10, 1, conditions=("hex",) if hexed else ())
    assert one(fight(rules, "---", "--", things=[villain]), HERO).power == hexed


# Cover ------------------------------------------------------------------------------------------------------


def covered(defense: str, *answers: str, things: Any = (), foe: Any = None, **more: Any) -> Scenario:
    """The villain defends behind a car of size 2."""
    car = piece("car", 13, 10, facing=90)
    rules = versus(foe=foe, **more)
    return use(fight(rules, "HHH", defense, things=[car, *things]), *answers)


@rule("cover.effect", 1, 2)
def test_cover_changes_one_die_even_behind_two_cars() -> None:
    position = covered("--", things=[piece("car", 13, 11, "other", facing=90)])
    position.answer(("take_cover", 0))

    assert position.idle and one(position, VILLAIN).damage == 2


@rule("cover.effect", 1)
def test_cover_may_be_left_unused() -> None:
    assert one(decline(covered("--")), VILLAIN).damage == 3


@rule("cover.effect", 3)
@pytest.mark.parametrize("type", ["physical", "energy", "mystic"])
def test_cover_works_against_every_type(type: str) -> None:
    assert offered(covered("--", type=type), "take_cover")


@rule("cover.conditions", 2)
@rule("los.rule", 3, 4)
@pytest.mark.parametrize(("size", "open", "covers"), [(1, False, False), (2, True, True), (3, True, False)])
def test_terrain_of_the_same_size_covers_and_larger_terrain_hides_and_smaller_does_nothing(
    size: int, open: bool, covers: bool
) -> None:
    rules = invent(card(VILLAIN, size=size))
    things = piece("car", 13, 10, facing=90), at(VILLAIN, 15.2, 10, 1)
    hero = at(HERO, 10, 10)
    assert bool(list(open_attacks(battle(hero, *things, rules=rules).game, HERO))) is open
    if open:
        assert offered(fight(rules, "HHH", "--", things=things), "take_cover") is covers


@rule("cover.effect", 4)
@rule("dice.failure")
def test_cover_changes_the_blank_and_not_the_failure() -> None:
    position = covered("F-")
    assert position.options == [None, ("take_cover", 1)]
    position.answer(("take_cover", 1))
    assert rolls_of(position, "defense")[-1] == ("failure", "block")


@rule("cover.effect", 1, 4)
def test_cover_may_take_any_die_also_one_that_is_a_success() -> None:
    position = covered("WF")
    assert position.options == [None, ("take_cover", 0)]
    position.answer(("take_cover", 0))
    assert rolls_of(position, "defense")[-1] == ("block", "failure")
    assert covered("B-").options == [None, ("take_cover", 1)], "a block is one already"


@rule("cover.effect", 1)
@rule("attack.effect-order")
@rule("attack.step-9", 1)
def test_a_defender_rerolls_and_takes_cover_in_the_order_that_it_likes() -> None:
    luck = reactive("luck", "own dice", LUCK)
    position = covered("--", villain=[luck]).answer(("take_cover", 0), ("luck", VILLAIN))
    assert position.asked == "reroll" and (1,) in position.options

    position = covered("--", villain=[luck]).answer(("luck", VILLAIN), (), ("take_cover", 1))
    assert one(position, VILLAIN).damage == 2


@rule("attack.step-9", 1)
@rule("attack.effect-order")
def test_what_is_innate_and_may_be_left_comes_in_the_order_of_those_who_roll_and_of_their_effects() -> None:
    turn_it = {"do": "change_die", "faces": ["blank"], "to": "hit", "amount": {"faces": "wild"}, "optional": True}
    hero = [innate("turn", "own dice", turn_it), reactive("luck", "own dice", {"do": "reroll", "amount": 2})]
    calm = innate("calm", "own dice", {"do": "reroll", "amount": "any"})
    position = fight(versus(hero=hero, villain=[calm], strength=5), "W---F", "--", "W-")
    assert position.player == 0, "the attacker is done first"
    position.answer(("luck", HERO), (1, 2)).answer(("turn", HERO), 2, 3)
    assert position.player == 1
    assert one(position.answer(None), VILLAIN).damage == 4, "a hit for each wild that lies there then"


@rule("attack.step-9", 1)
@pytest.mark.parametrize(("amount", "asked"), [("any", "react"), ("all", "idle")])
def test_what_must_happen_is_not_asked(amount: str, asked: str) -> None:
    calm = innate("calm", "own dice", {"do": "reroll", "amount": amount})
    position = fight(versus(villain=[calm]), "HHH", "--", "BB")
    assert ("idle" if position.idle else position.asked) == asked


@rule("attack.step-9", 1)
def test_what_can_take_no_die_is_not_offered() -> None:
    position = fight(versus(villain=[innate("calm", "own dice", {"do": "reroll", "amount": "any"})]), "HHH", "FF")
    assert position.idle


# Steps 11 to 13: damage -------------------------------------------------------------------------------------


@rule("attack.step-13", 1, 2)
@rule("damage.power")
@rule("power.cap")
def test_power_from_damage_stops_at_10() -> None:
    position = fight(versus(), "HHH", "--", things=[at(VILLAIN, 15, 10, 1, power=8)])
    assert one(position, VILLAIN).power == 10


@rule("attack.step-12")
@rule("attack.step-13", 1)
def test_before_damage_the_attackers_effects_come_first() -> None:
    less = {"do": "reduce_damage", "amount": 1}
    rules = versus(hero=[reactive("mercy", "before damage", less)], villain=[reactive("guard", "before damage", less)])
    position = fight(rules, "HHH", "--", mission={"priority": 1})

    assert position.player == 0
    use(position, "mercy")
    assert position.player == 1
    assert one(use(position, "guard"), VILLAIN).damage == 1


@rule("attack.step-13", 1)
@rule("damage.power")
def test_damage_that_was_reduced_to_nothing_gives_no_power_and_triggers_nothing() -> None:
    shell = innate("shell", "before damage", {"do": "reduce_damage", "amount": 9})
    grudge = innate("grudge", "damaged", harms("attacker", 2))
    position = fight(versus({"effects": [gains("damage_dealt")]}, villain=[shell, grudge]), "HHH", "--")

    assert hurt(position) == [] and one(position, VILLAIN).power == 0 and one(position, HERO).power == 0


@rule("damage.excess")
@rule("attack.step-13", 2)
@rule("field.power", 2)
def test_power_for_damage_dealt_does_not_count_the_excess() -> None:
    rules = versus({"effects": [gains("damage_dealt")]})
    position = fight(rules, "HHH", "--", things=[at(VILLAIN, 15, 10, 1, damage=4)])
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (1, 1)


@rule("superpower.reactive")
@rule("superpower.reactive-example")
@rule("damage.dazed-limits", 6)
@pytest.mark.parametrize(("damage", "answers"), [(0, True), (2, False)])
def test_who_is_dazed_by_the_damage_does_not_answer_it(damage: int, answers: bool) -> None:
    grudge = reactive("grudge", "damaged", gains(3))
    rules = versus(villain=[grudge])
    position = fight(rules, "HHH", "--", things=[at(VILLAIN, 15, 10, 1, damage=damage)])
    assert offered(position, "grudge") is answers


# Step 14 and who falls in the middle ------------------------------------------------------------------------


@rule("damage.dazed-limits", 3)
@rule("attack.step-14")
def test_a_target_that_was_dazed_gains_no_condition_and_is_not_pushed() -> None:
    push = {"do": "push", "who": "target", "way": "away", "tool": "short"}
    rules = versus({"effects": [gives("bleed"), push, gains("damage_dealt")]})
    position = decline(fight(rules, "HHH", "--", things=[at(VILLAIN, 15, 10, 1, damage=2)]))

    found = one(position, VILLAIN)
    assert (found.dazed, found.conditions, found.x) == (True, (), 15)
    assert one(position, HERO).power == 3


@rule("attack.step-14")
@rule("damage.ko")
def test_a_target_that_is_gone_leaves_the_attacker_its_reward() -> None:
    rules = versus({"effects": [gives("bleed"), gains("damage_dealt")]})
    things = at(VILLAIN, 15, 10, 1, damage=3, injured=True), at("second", 30, 30, 1)
    position = fight(rules, "HHH", "--", things=things)

    assert position.events(KnockedOut) and one(position, HERO).power == 2


@rule("damage.dazed-limits", 4)
@rule("attack.step-13", 1)
def test_an_attacker_that_is_dazed_before_the_damage_deals_none() -> None:
    thorns = reactive("thorns", "before damage", harms("attacker", 9))
    rules = versus({"effects": [gives("bleed")]}, villain=[thorns])
    position = use(fight(rules, "HHH", "--", things=[at("friend", 30, 30)]), "thorns")

    assert one(position, HERO).dazed and one(position, VILLAIN).damage == 0
    assert one(position, VILLAIN).conditions == ()


@rule("attack.step-14")
@rule("terms.after")
def test_the_attackers_effects_after_the_attack_come_first_whoever_has_priority() -> None:
    rules = versus({"effects": [gains()]}, villain=[reactive("counter", "after attacked", harms("attacker", 2))])
    position = fight(rules, "---", "--", mission={"priority": 1})

    assert one(position, HERO).power == 1 and position.player == 1 and offered(position, "counter")


@rule("terms.after-example")
@rule("attack.step-14")
def test_a_counter_attack_measures_when_it_is_used() -> None:
    """At range 3 it may be made; but the attack pushes its target away first."""
    push = {"do": "push", "who": "target", "way": "away", "tool": "long"}
    rules = versus({"effects": [push]}, villain=[reactive("counter", "after attacked", {"do": "attack"}, range=3)])
    position = fight(rules, "---", "--")
    assert position.asked == "push"
    position.answer(0.0)
    assert position.idle and not offered(position, "counter")


@rule("attack.step-14")
@rule("damage.dazed-limits", 4)
def test_who_is_dazed_by_the_counter_attack_does_not_go_on_with_a_granted_attack() -> None:
    charge = power("flurry", "active", {"do": "attack"}, {"do": "attack"})
    thorns = innate("thorns", "after attacked", harms("attacker", 9))
    rules = versus(hero=[charge], villain=[thorns])
    position = battle(at(HERO, 10, 10), at("friend", 30, 30), at(VILLAIN, 13, 10, 1), rules=rules, rolls=["H--", "--"])
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("superpower", "flurry"))

    assert attacked(position) == [VILLAIN] and one(position, HERO).dazed and position.idle


@rule("win.last-standing")
@rule("damage.ko")
def test_the_last_enemy_ends_the_game_before_anything_after_the_attack() -> None:
    rules = versus({"effects": [gains(3)]})
    position = fight(rules, "HHH", "--", things=[at(VILLAIN, 15, 10, 1, damage=3, injured=True)])

    assert position.game.result is not None and position.game.result.winners == (0,)


@rule("damage.ko")
@rule("damage.dazed-limits", 2)
@pytest.mark.parametrize("when", ["targeted", "attack pool", "own dice", "opposing dice", "before damage"])
def test_a_target_that_is_knocked_out_in_the_middle_ends_the_attack(when: str) -> None:
    """Its cover, its dice and what would befall it are gone with it."""
    crush = {"when": when, "effects": [harms("target", 9)]}
    things = at(VILLAIN, 15, 10, 1, injured=True), at("second", 30, 30, 1), piece("car", 13, 10, facing=90)
    position = decline(fight(versus(crush, {"effects": [gains()]}), "HHH", "--", things=things))

    assert position.events(KnockedOut) and not position.events(AttackResolved)
    assert one(position, HERO).power == 0


@rule("damage.ko")
@rule("damage.dazed-limits", 4)
@pytest.mark.parametrize("when", ["targeted", "defense pool", "own dice", "opposing dice", "before damage"])
@pytest.mark.parametrize("injured", [False, True])
def test_an_attacker_that_falls_in_the_middle_ends_the_attack(when: str, injured: bool) -> None:
    thorns = reactive("thorns", when, harms("attacker", 9))
    things = at(HERO, 10, 10, injured=injured), at("friend", 30, 30), piece("car", 13, 10, facing=90)
    position = fight(versus(villain=[thorns]), "HHH", "--", things=things)
    while not offered(position, "thorns"):
        position.answer(None)
    decline(use(position, "thorns"))

    assert one(position, VILLAIN).damage == 0 and not position.events(AttackResolved)


@rule("damage.dazed-limits", 8)
@rule("timing.any-time")
@rule("terms.after")
def test_a_counter_attack_that_dazes_is_finished_before_the_activation_ends() -> None:
    """The counter attack brings its own rewards; the hero, dazed, does nothing more and gets no activated token."""
    counter = reactive("counter", "after attacked", {"do": "attack"})
    reward = {"effects": [gains("damage_dealt")]}
    blow = attack("villain-blow", reward, strength=5)
    rules = invent(card(HERO), card(VILLAIN, blow, superpowers=[counter]), card("friend"))
    things = at(HERO, 10, 10, damage=3), at("friend", 30, 30), at(VILLAIN, 13, 10, 1)
    position = battle(*things, rules=rules, rolls=["---", "--", "HH---", "--"])
    use(position.begin(ACTIVATION(player=0, character=HERO)).answer(("attack", "hero-blow")), "counter")

    assert one(position, HERO).dazed and not one(position, HERO).activated
    assert one(position, VILLAIN).power == 2
    assert position.idle and attacked(position) == [VILLAIN, HERO]


@rule("attack.step-14")
@rule("action.granted")
@rule("terms.after")
def test_an_attack_granted_after_an_attack_is_finished_before_the_counter_to_the_first() -> None:
    again = {"name": {"en": "Again", "zh": "再来"}, "effects": [{"do": "attack", "without": ["Again"]}]}
    rules = versus(again, villain=[reactive("counter", "after attacked", gains())])
    position = fight(rules, "H--", "--", "H--", "--")

    assert position.player == 1 and offered(position, "counter")
    assert attacked(position) == [VILLAIN, VILLAIN]
    use(position, "counter")
    assert not position.idle and offered(position, "counter")
    use(position, "counter")
    assert one(position, VILLAIN).power == 4


@rule("damage.dazed")
@rule("objective.drop")
def test_who_is_dazed_by_an_attack_drops_its_token_at_once() -> None:
    rules = versus({"effects": [gains()]})
    held = token("vial", 0, 0, "vials", holder=VILLAIN)
    position = fight(rules, "HHH", "--", things=[at(VILLAIN, 15, 10, 1, damage=2), held])

    assert position.events(Dazed)
    assert (position.asked, position.player) == ("drop", 0)
    assert one(position, HERO).power == 0
    position.answer((15.0, 12.0))
    assert one(position, HERO).power == 1


@rule("tactic-card.reactive")
@rule("damage.dazed-limits", 5)
def test_a_card_after_the_attack_needs_someone_who_is_able() -> None:
    card_of = tactic("revenge", harms("attacker", 2), when="after attacked")
    rules = invent(tactics=[card_of])
    things = at(VILLAIN, 15, 10, 1, damage=2), at("hero", 10, 10)
    position = fight(rules, "HHH", "--", things=things, squads={1: {"tactics": ("revenge",)}})
    assert one(position, VILLAIN).dazed and position.idle
