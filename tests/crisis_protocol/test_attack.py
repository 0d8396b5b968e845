"""The attack in fourteen steps."""

import pytest

from rulewright_crisis_protocol.attack.choosing import closed_attacks, open_attacks
from rulewright_crisis_protocol.events.attacks import AttackResolved, DiceRolled, Targeted
from rulewright_crisis_protocol.events.characters import DamageSuffered, PowerSpent
from rulewright_crisis_protocol.terms import game_dice

from .table import (
    HERO,
    LETTERS,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    dice,
    invent,
    one,
    piece,
    power,
    rule,
)  # fmt: skip


def damage(position: object) -> int:
    return one(position, VILLAIN).damage  # type: ignore[arg-type]


@rule("attack.outline", 1, 2)
@rule("attack.step-4", 1)
@rule("attack.step-5", 1)
@rule("attack.step-6")
@rule("attack.step-7")
@rule("attack.step-11", 3, 4)
@rule("attack.step-13", 1)
def test_the_damage_is_by_how_much_the_attacker_has_more_successes() -> None:
    position = attacking(rolls=["HHH", "B-"])

    assert damage(position) == 2
    assert position.last(DamageSuffered).amount == 2


@rule("attack.outline", 3)
@rule("attack.step-11", 5)
@pytest.mark.parametrize("defense", ["BB", "B-"])
def test_as_many_successes_of_the_defender_stop_all_damage(defense: str) -> None:
    assert damage(attacking(rolls=["H--", defense])) == 0


@rule("attack.step-11", 1, 2)
@rule("dice.faces", 2, 3, 4, 5, 6, 7)
@pytest.mark.parametrize(
    ("own", "other", "dealt"),
    [("WHH", "--", 3), ("HH-", "BH", 1), ("BBB", "--", 0), ("HHH", "WF", 2), ("FF-", "--", 0), ("HHH", "HH", 3)],
)
def test_what_counts_as_a_success(own: str, other: str, dealt: int) -> None:
    assert damage(attacking(rolls=[own, other])) == dealt


@rule("attack.step-8", 1, 2)
@rule("dice.faces", 2)
def test_each_critical_of_the_first_roll_adds_a_die_and_those_add_none() -> None:
    position = attacking(rolls=["CC-", "C-", "CH", "-"])

    assert damage(position) == 4 - 1
    assert position.idle


@rule("attack.step-3")
@rule("attack-profile.cost")
@rule("power.spend", 1)
def test_the_cost_is_paid_after_the_target_was_declared() -> None:
    rules = invent(card(HERO, attack("dear", cost=2)))
    position = attacking(at(HERO, 10, 10, power=3), attack="dear", rules=rules, rolls=["---", "--"])

    kinds = [type(event) for event in position.news]
    assert kinds.index(Targeted) < kinds.index(PowerSpent)
    assert one(position, HERO).power == 1


@rule("attack.step-1", 1, 2)
@rule("power.spend", 2, 3)
@rule("stat-card.attacks")
def test_an_attack_that_cannot_be_paid_in_full_is_not_offered_and_says_why() -> None:
    rules = invent(card(HERO, attack("cheap"), attack("dear", cost=2)))
    game = battle(at(HERO, 10, 10, power=1), at(VILLAIN, 14, 10, 1), rules=rules).game

    assert list(open_attacks(game, HERO)) == ["cheap"]
    ((name, why),) = closed_attacks(game, HERO)
    assert (name, why.key, why.rule) == ("dear", "too_dear", "power.spend")


@rule("attack.range")
@rule("attack.step-2", 1, 2)
@rule("note.step-2-garbled")
@rule("attack.target", 1, 2)
def test_only_attacks_that_reach_someone_are_offered() -> None:
    rules = invent(card(HERO, attack("short", range="2"), attack("long", range="3")))
    game = battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=rules).game

    assert list(open_attacks(game, HERO)) == ["long"]
    assert [why.rule for _, why in closed_attacks(game, HERO)] == ["attack.range"]


@rule("measure.range-example")
@pytest.mark.parametrize(("gap", "open_"), [(0.5, True), (5.999, True), (6.001, False)])
def test_a_target_up_to_the_end_of_the_range_3_tool_is_in_range_and_none_beyond_it(gap: float, open_: bool) -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 10 + gap + 35 / 25.4, 10, 1)
    assert (list(open_attacks(battle(*things).game, HERO)) == ["hero-blow"]) is open_


@rule("dice.type")
@pytest.mark.parametrize(("attacks", "defends"), [("CWHB-F", "--"), ("HHHHHH", "CWHB-F")])
def test_an_attack_and_a_defense_are_rolled_with_eight_sided_dice_of_six_symbols(attacks: str, defends: str) -> None:
    """Each die of a roll is one of these; two of the symbols are on two sides each."""
    assert [(die.faces, sum(die.weights)) for die in game_dice(2)] == 2 * [(tuple(LETTERS.values()), 8)]
    rules = invent(card(HERO, attack("blow", strength=6)), card(VILLAIN, physical=len(defends)))
    position = attacking(attack="blow", rules=rules, rolls=[attacks, defends, "-"])
    assert [event.faces for event in position.events(DiceRolled)][:2] == [dice(attacks), dice(defends)]


@rule("attack.target", 3)
@rule("character.ally-enemy", 1, 2)
def test_an_ally_is_never_a_target() -> None:
    friend = at(VILLAIN, 12, 10, 0)
    assert list(open_attacks(battle(at(HERO, 10, 10), friend).game, HERO)) == []


@rule("attack.range")
@rule("los.rule", 1, 3)
def test_who_is_not_seen_is_no_target() -> None:
    truck = piece("truck", 12.5, 10, facing=90)
    assert list(open_attacks(battle(at(HERO, 9, 10), at(VILLAIN, 15, 10, 1), truck).game, HERO)) == []


@rule("attack.step-2", 1)
def test_of_several_targets_the_attacker_chooses() -> None:
    position = attacking(at(VILLAIN, 15, 10, 1, name="second"), at(VILLAIN, 13, 10, 1), rolls=["HHH", "--"])

    assert position.asked == "target"
    assert position.answer("second").last(AttackResolved).target == "second"


@rule("attack.step-4", 3)
@rule("attack.step-5", 3)
@rule("field.condition.shock")
@rule("field.condition.incinerate")
def test_a_pool_never_has_less_than_one_die() -> None:
    rules = invent(card(HERO, attack("weak", strength=1)), card(VILLAIN, physical=1))
    hero, villain = at(HERO, 10, 10, conditions=("shock",)), at(VILLAIN, 14, 10, 1, conditions=("incinerate",))
    position = attacking(hero, villain, attack="weak", rules=rules, rolls=["H", "-"])

    assert damage(position) == 1


@rule("attack.step-4", 2)
@rule("attack.step-5", 2)
@rule("field.condition.shock")
@rule("field.condition.incinerate")
def test_conditions_take_dice_from_the_pools() -> None:
    hero, villain = at(HERO, 10, 10, conditions=("shock",)), at(VILLAIN, 14, 10, 1, conditions=("incinerate",))

    assert damage(attacking(hero, villain, rolls=["HH", "-"])) == 2


@rule("attack-profile.type")
@rule("stat-card.defenses")
@rule("attack-profile.strength")
@pytest.mark.parametrize(("type", "count"), [("physical", 1), ("energy", 2), ("mystic", 3)])
def test_each_type_of_attack_meets_its_own_defense(type: str, count: int) -> None:
    rules = invent(card(HERO, attack("ray", type=type, strength=4)), card(VILLAIN, physical=1, energy=2, mystic=3))
    position = attacking(attack="ray", rules=rules, rolls=["HHHH", "B" * count])

    assert damage(position) == 4 - count


@rule("attack.icon-rules", 1, 2)
@rule("attack.icon-example")
@rule("attack-profile.special-rules")
@rule("note.icon-recipient")
@pytest.mark.parametrize(("roll", "bleeds"), [("W--", True), ("HH-", False)])
def test_an_icon_rule_happens_where_the_final_roll_shows_the_icon(roll: str, bleeds: bool) -> None:
    wild = {"icons": ["wild"], "effects": [{"do": "condition", "condition": "bleed"}]}
    rules = invent(card(HERO, attack("cut", wild)))
    position = attacking(attack="cut", rules=rules, rolls=[roll, "--"])

    assert ("bleed" in one(position, VILLAIN).conditions) is bleeds


@rule("attack.icon-rules", 2)
@pytest.mark.parametrize(("roll", "power"), [("W--", 0), ("WW-", 1), ("WH-", 0)])
def test_each_icon_of_a_rule_needs_a_die_of_its_own(roll: str, power: int) -> None:
    both = {"icons": ["wild", "wild"], "effects": [{"do": "gain_power"}]}
    rules = invent(card(HERO, attack("cut", both)))

    assert one(attacking(attack="cut", rules=rules, rolls=[roll, "--"]), HERO).power == power


@rule("attack.icon-rules", 3)
def test_one_die_serves_several_rules_and_each_says_whom_it_means() -> None:
    gain = {"icons": ["wild"], "effects": [{"do": "gain_power", "amount": 2}]}
    stun = {"icons": ["wild"], "effects": [{"do": "condition", "condition": "stun"}]}
    rules = invent(card(HERO, attack("cut", gain, stun)))
    position = attacking(attack="cut", rules=rules, rolls=["W--", "BB"])
    position.answer(position.options[0])

    assert one(position, HERO).power == 2
    assert one(position, VILLAIN).conditions == ("stun",)


@rule("attack.step-13", 2)
@rule("damage.excess")
def test_no_more_damage_than_stamina_is_left() -> None:
    rules = invent(card(HERO, attack("blast", strength=5)), card(VILLAIN, stamina=5))
    position = attacking(at(VILLAIN, 15, 10, 1, damage=2), attack="blast", rules=rules, rolls=["HHHHH", "--"])

    assert position.last(DamageSuffered).amount == 3
    assert position.last(AttackResolved).dealt == 3
    assert one(position, VILLAIN).power == 3


@rule("attack.step-14")
@rule("terms.after")
@rule("terms.after-example")
def test_a_counter_attack_waits_until_all_of_the_attack_is_done() -> None:
    push = {"when": "after attack", "effects": [{"do": "gain_power"}]}
    spite = power("grudge", "reactive", {"do": "damage", "who": "chosen"}, when="after attacked", range=3)
    rules = invent(card(HERO, attack("cut", push)), card(VILLAIN, superpowers=[spite]))
    position = attacking(attack="cut", rules=rules, rolls=["H--", "--"])

    assert position.asked == "trigger" and position.player == 1
    assert one(position, HERO).power == 1 and one(position, VILLAIN).damage == 1
    position.answer(position.options[0] or position.options[1])
    assert one(position, HERO).damage == 1


@rule("terms.after-example")
@pytest.mark.parametrize(("gap", "may"), [(5.999, True), (6.001, False)])
def test_a_counter_attack_within_range_3_may_be_made_only_if_the_attacker_is_as_near(gap: float, may: bool) -> None:
    spite = power("grudge", "reactive", {"do": "damage", "who": "chosen"}, when="after attacked", range=3)
    rules = invent(card(HERO, attack("shot", range="5")), card(VILLAIN, superpowers=[spite]))
    foe = at(VILLAIN, 10 + gap + 35 / 25.4, 10, 1)
    position = attacking(foe, attack="shot", rules=rules, rolls=["---", "--"])
    assert (position.asked == "trigger") is may


@rule("attack.step-9", 1)
@rule("attack.step-10", 1)
@rule("superpower.reactive")
def test_own_dice_are_changed_before_those_of_the_opponent_and_the_attacker_goes_first() -> None:
    own = power("luck", "reactive", {"do": "reroll", "amount": 1}, when="own dice")
    jinx = power("jinx", "reactive", {"do": "change_die", "faces": ["hit"], "to": "blank", "of": "opposing"},
                 when="opposing dice")  # fmt: skip
    mine, yours = [own, jinx], [{**own, "id": "luck-2"}, {**jinx, "id": "jinx-2"}]
    rules = invent(card(HERO, superpowers=mine), card(VILLAIN, superpowers=yours))
    position = attacking(rules=rules, rolls=["HHH", "HB"])

    seen = []
    while not position.idle:
        seen.append((position.window, position.player))
        position.answer(None)
    assert seen == [
        ("modify own dice", 0),
        ("modify own dice", 1),
        ("modify opposing dice", 0),
        ("modify opposing dice", 1),
    ]


@rule("attack.reroll-limit")
@rule("dice.failure")
def test_one_ability_rerolls_a_die_once_and_never_a_failure() -> None:
    luck = power("luck", "reactive", {"do": "reroll", "amount": 3}, when="own dice")
    again = power("focus", "reactive", {"do": "reroll", "amount": 3}, when="own dice")
    rules = invent(card(HERO, superpowers=[luck, again]))
    position = attacking(rules=rules, rolls=["F--", "--", "-H", "H"])

    position.answer(("luck", HERO))
    position.answer((1, 2))
    position.answer(("focus", HERO)).answer((1,))
    assert one(position, VILLAIN).damage == 2


@rule("attack.step-9", 2)
def test_criticals_of_rerolled_dice_add_no_dice() -> None:
    luck = power("luck", "reactive", {"do": "reroll", "amount": 1}, when="own dice")
    rules = invent(card(HERO, superpowers=[luck]))
    position = attacking(rules=rules, rolls=["---", "--", "C"]).answer(("luck", HERO)).answer((0,))

    assert position.idle and one(position, VILLAIN).damage == 1


@rule("field.condition.hex")
def test_a_hexed_character_rolls_no_dice_for_criticals() -> None:
    position = attacking(at(HERO, 10, 10, conditions=("hex",)), rolls=["CC-", "--"])

    assert damage(position) == 2
