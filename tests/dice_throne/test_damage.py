"""Chapters 7, 10.1 and 10.3: types of damage, attack modifiers, prevention, the end of a phase."""

from typing import Any

import pytest

from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.damage.prevention import reduced
from rulewright_dice_throne.damage.types import TYPES
from rulewright_dice_throne.events.attack import AttackModified
from rulewright_dice_throne.events.damage import (
    AttackCounted,
    DamageDealt,
    DamageRedirected,
    Healed,
    PreventionGathered,
)

from .table import NOTHING, Table, card, defence, invent, offence, passive, rule, sit, status

HEROES = ("tester", "tester")
HALVE = {"do": "prevent", "fraction": "half"}
PLUS_4 = card("plus-4", {"do": "modify_attack", "add": 4}, kind="roll", attack_modifier=True)
LESS_2 = card("less-2", {"do": "prevent", "amount": 2, "to": {"choose": "player"}}, kind="instant")
CARDS = [PLUS_4, LESS_2]
CUT = offence("cut", {"do": "damage", "amount": 1})


def strike(type: str, **options: Any) -> Table:
    """A tester attacks a tester, whose defence halves, with 8 damage of a type; both have the two cards above."""
    rules = invent([offence("hit", {"do": "damage", "amount": 8, "type": type}), defence("shelter", HALVE)], CARDS)
    hand = {"hand": ("plus-4", "less-2")}
    return sit(hand, hand, rules=rules, heroes=HEROES, dice=[NOTHING, (1,)], **options).attack("hit")


# 7.1 and 7.3 ------------------------------------------------------------------------------------------------


@rule("7.3.table-normal")
@rule("7.3.table-undefendable")
@rule("7.3.table-pure")
@rule("7.3.table-collateral")
@rule("7.3.table-ultimate")
def test_the_table_of_damage_types() -> None:
    """Defendable, ignorable, enhanceable, special targeting."""
    assert {name: tuple(kind) for name, kind in TYPES.items()} == {
        "normal": (True, True, True, False),
        "undefendable": (False, True, True, False),
        "pure": (False, True, False, False),
        "collateral": (False, True, False, True),
        "ultimate": (False, False, True, False),
    }


@rule("7.3.table-normal")
@rule("7.1.normal", 3)
@rule("note.damage-glyph")
def test_normal_damage_lets_the_defender_roll() -> None:
    table = strike("normal").until("defence").answer("shelter").settle()

    assert table.health == (50, 46)


@rule("7.3.table-undefendable")
@rule("7.3.table-pure")
@rule("7.3.table-ultimate")
@rule("7.1.undefendable", 2)
@rule("7.1.pure", 2)
@rule("7.1.ultimate", 3, 4)
@pytest.mark.parametrize("type", ["undefendable", "pure", "ultimate"])
def test_other_damage_gives_no_defence(type: str) -> None:
    table = strike(type).settle_undefended()

    assert table.health == (50, 42)


@rule("7.1.normal", 4)
@rule("7.1.undefendable", 3)
@rule("7.1.pure", 4)
@rule("7.3.table-normal")
@rule("7.3.table-undefendable")
@rule("7.3.table-pure")
@rule("10.1.note-undefendable")
@rule("7.3.ignorable", 2)
@pytest.mark.parametrize("type", ["normal", "undefendable", "pure"])
def test_damage_that_can_be_ignored_can_be_lowered(type: str) -> None:
    table = strike(type).until(window="last chance", player=1) if type != "normal" else strike(type).defend(None)
    table.until(window="last chance", player=1).play("less-2").settle()

    assert table.health == (50, 44)


@rule("7.3.ignorable", 1)
@rule("7.1.normal", 4)
@rule("7.1.undefendable", 3)
@rule("7.1.pure", 4)
@pytest.mark.parametrize("type", ["normal", "undefendable", "pure"])
def test_a_successful_evasive_brings_it_down_to_0(type: str) -> None:
    rules = invent([offence("hit", {"do": "damage", "amount": 8, "type": type})])
    table = sit(second={"tokens": {"evasive": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING, (2,)]).attack("hit")
    if type == "normal":
        table.defend(None)
    table.until(window="last chance", player=1).spend("evasive").settle()

    assert table.health == (50, 50)
    assert table.events(DamageDealt)[-1].prevented == 8


@rule("7.3.table-ultimate")
@rule("7.3.ignorable", 2)
@rule("7.1.ultimate", 4, 5)
def test_ultimate_damage_cannot_be_lowered() -> None:
    assert reduced([("ultimate", 8)], 3, ("all",)) == 8
    assert reduced([("ultimate", 8), ("normal", 4)], 1, ("half up",)) == 9


@rule("7.1.normal", 5)
@rule("7.1.undefendable", 4)
@rule("7.1.ultimate", 6)
@rule("7.3.table-normal")
@rule("7.3.table-undefendable")
@rule("7.3.table-ultimate")
@rule("7.2.modifier")
@rule("7.2.modifier-type")
@pytest.mark.parametrize("type", ["normal", "undefendable", "ultimate"])
def test_what_a_modifier_adds_has_the_type_of_the_attack(type: str) -> None:
    table = strike(type).until(window="ability activated").play("plus-4").settle()

    assert [(event.type, event.amount) for event in table.events(AttackCounted)] == [(type, 12)]


@rule("7.2.modifier")
@pytest.mark.parametrize(("face", "events", "health"), [(6, 1, 45), (5, 0, 48)])
def test_a_modifier_of_nothing_changes_no_attack(face: int, events: int, health: int) -> None:
    more = {"do": "modify_attack", "add": {"per": "star", "times": 3, "dice": "attack"}}
    rules = invent([offence("hit", {"do": "damage", "amount": 2})], [card("more", more, kind="instant")])
    table = sit({"hand": ("more",)}, rules=rules, heroes=HEROES, dice=[(1, 1, 2, 4, face)]).attack("hit")
    table.play("more").settle()

    assert (len(table.events(AttackModified)), table.health[1]) == (events, health)


@rule("10.1.note-undefendable", 1)
@rule("7.1.undefendable", 2, 4)
@rule("7.2.modifier-type")
def test_what_is_added_to_an_attack_that_was_made_undefendable_is_undefendable_too() -> None:
    keen = passive("keen", {"when": "offensive_roll_end", "effects": [{"do": "undefendable"}]})
    rules = invent([offence("hit", {"do": "damage", "amount": 8}), keen], CARDS)
    table = sit({"hand": ("plus-4",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit")
    table.until(window="ability activated").play("plus-4").settle_undefended()

    assert [(event.type, event.amount) for event in table.events(AttackCounted)] == [("undefendable", 12)]


@rule("7.3.table-normal")
@rule("7.1.normal", 3)
@rule("3.6.step-2", 1)
def test_an_attack_of_which_a_part_is_normal_damage_is_defended_against() -> None:
    parts = [{"do": "damage", "amount": 5}, {"do": "damage", "amount": 3, "type": "undefendable"}]
    for text in (parts, parts[::-1]):
        rules = invent([offence("hit", *text), defence("shelter", HALVE)])
        table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("hit").defend("shelter").settle()
        assert table.health == (50, 46)


@rule("7.1.pure", 3)
def test_pure_damage_cannot_be_enhanced() -> None:
    table = strike("pure").until(phase="defensive_roll")

    assert "plus-4" in table.hand(0)
    while table.phase == "defensive_roll":
        assert "plus-4" not in table.offered("play")
        table.skip()


@rule("7.2.modifier-type")
@rule("7.3.enhanceable")
@rule("7.1.pure", 3)
@pytest.mark.parametrize(("types", "offered"), [(("pure", "normal"), False), (("normal", "pure"), True)])
def test_an_attack_of_two_types_is_enhanced_as_damage_of_the_first(types: tuple[str, str], offered: bool) -> None:
    parts = [{"do": "damage", "amount": 3, "type": type} for type in types]
    rules = invent([offence("hit", *parts)], [PLUS_4, card("wait", {"do": "draw"}, kind="instant")])
    table = sit({"hand": ("plus-4", "wait")}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit")
    assert ("plus-4" in table.offered("play")) is offered
    if offered:
        table.play("plus-4")
    table.settle()

    assert [event.amount for event in table.events(AttackCounted)] == [7 if offered else 3, 3]


@rule("7.1.normal", 2)
@rule("7.1.undefendable", 1)
@rule("7.1.pure", 1)
@rule("7.1.collateral", 1)
@rule("7.1.ultimate", 1)
@rule("note.damage-glyph")
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_text_says_in_words_which_damage_it_means(lang: str) -> None:
    """In the place of circles in two colours and of a burst; only normal damage has no word of its own."""
    words = {
        "en": ("damage", "undefendable damage", "pure damage", "collateral damage", "ultimate damage"),
        "zh": ("伤害", "不可防御伤害", "纯粹伤害", "附属伤害", "终极伤害"),
    }[lang]
    cards = [card(type, {"do": "damage", "amount": 3, "type": type, "to": "self"}) for type in TYPES]
    wording = Wording(invent([CUT], cards).content, lang)
    told = [wording.card("tester", type) for type in TYPES]

    assert all(word in text and "3" in text for word, text in zip(words, told, strict=True))
    assert not any(word in told[0] for word in words[1:])


@rule("7.1.ultimate", 2)
def test_ultimate_damage_comes_from_ultimates_only() -> None:
    from rulewright.vocabulary import walk
    from rulewright_dice_throne.effects.health import Damage

    from .table import packaged

    for hero in packaged().heroes.values():
        for ability in hero.abilities:
            kinds = {part.type for _, part in walk(ability) if isinstance(part, Damage)}
            assert ("ultimate" in kinds) is (ability.kind == "ultimate")


@rule("7.3.table-pure")
@rule("7.2.modifier")
@rule("7.1.pure", 3)
@rule("7.3.enhanceable")
@pytest.mark.parametrize(("type", "left"), [("normal", 40), ("undefendable", 40), ("pure", 42)])
def test_a_token_on_the_target_raises_what_can_be_enhanced_and_not_pure_damage(type: str, left: int) -> None:
    marked = status("marked", triggers=[{"when": "attacked", "effects": [{"do": "modify_attack", "add": 2}]}])
    rules = invent([offence("hit", {"do": "damage", "amount": 8, "type": type})], statuses=[marked])
    table = sit(second={"tokens": {"marked": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit").settle()

    assert table.health == (50, left)


# Collateral -------------------------------------------------------------------------------------------------

SIDES = ("attacking", "attacked")
SPRAY = offence("spray", {"do": "damage", "amount": 3, "type": "collateral", "to": "each_opponent"})


@rule("11.attack")
@rule("7.3.table-collateral")
@rule("7.1.collateral", 2, 3, 4, 5, 7)
@rule("7.3.special-targeting")
@rule("11.collateral")
@rule("7.2.modifier-use", 2)
@rule("note.collateral-target")
def test_collateral_damage_is_no_attack() -> None:
    """It hits whom the text names; there is no defence, no modifier can be played, and no Attack triggers anything."""
    sore = passive("sore", *({"when": when, "effects": [{"do": "gain_cp", "amount": 4}]} for when in SIDES))
    rules = invent([SPRAY, CUT, defence("shelter", HALVE), sore], [PLUS_4])
    table = sit({"hand": ("plus-4",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("spray")
    while table.phase != "main_2":
        assert "plus-4" not in table.offered("play")
        assert table.asked != "defence"
        table.skip()

    assert (table.health, table.cp) == ((50, 47), (3, 2))
    struck = sit({"hand": ("plus-4",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")
    assert "plus-4" in struck.offered("play")
    assert (struck.until("defence").player, struck.cp) == (1, (7, 6))


@rule("11.collateral", 2)
@rule("7.3.table-collateral")
@rule("7.1.collateral", 6)
def test_collateral_damage_can_be_ignored() -> None:
    """By 2 with the card, altogether with the token."""
    rules = invent([SPRAY], [LESS_2])
    seat = {"hand": ("less-2",), "tokens": {"evasive": 1}}
    table = sit(None, seat, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("spray").play("less-2").settle()
    assert table.health == (50, 49)

    table = sit(None, seat, rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("spray").spend("evasive").settle()
    assert table.health == (50, 50)


# 7.2 --------------------------------------------------------------------------------------------------------


@rule("7.2.attack")
@rule("7.2.modifier-use")
@rule("7.2.modifier")
@rule("11.attack")
def test_an_ability_without_damage_is_no_attack_and_no_modifier_can_be_used_on_it() -> None:
    rules = invent([offence("rest", {"do": "inflict", "status": "stun"})], [PLUS_4])
    table = sit({"hand": ("plus-4",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("rest")
    while table.phase != "main_2":
        assert "plus-4" not in table.offered("play")
        table.skip()


@rule("7.2.attack")
@rule("11.attack")
def test_damage_of_0_makes_no_attack() -> None:
    rules = invent([offence("wave", {"do": "damage", "amount": {"per": "star", "dice": "attack"}})], [PLUS_4])
    table = sit({"hand": ("plus-4",)}, rules=rules, heroes=HEROES, dice=[(1, 1, 1, 4, 4)]).attack("wave")
    assert table.offered("play") == []
    table.settle()

    assert table.phase == "main_2"
    assert table.health == (50, 50)


@rule("7.2.modifier-timing")
@pytest.mark.parametrize("window", ["ability activated", "effects inflicted", "defence rolled", "last chance"])
def test_modifiers_may_be_played_before_or_after_the_defence(window: str) -> None:
    table = strike("normal")
    if window in ("defence rolled", "last chance"):
        table.until("defence").answer("shelter")
    table.until(window=window, player=0).play("plus-4")
    if window not in ("defence rolled", "last chance"):
        table.until("defence").answer("shelter")
    table.settle()

    assert len(table.events(AttackModified)) == 1
    assert table.health == (50, 50 - 6)


@rule("7.2.modifier-use", 1)
def test_modifiers_are_for_the_attacker() -> None:
    table = strike("normal").defend(None)
    table.until(window="last chance", player=1)

    assert table.offered("play") == ["less-2"]
    with table.refused(rule="7.2.modifier-use"):
        table.answer(("play", "plus-4"))


@rule("10.1.reduce-last", 1)
@pytest.mark.parametrize(("stars", "left"), [(0, 42), (1, 43), (2, 44)])
def test_a_defence_prevents_as_much_as_its_dice_say_be_it_1_or_nothing(stars: int, left: int) -> None:
    guard = defence("shelter", {"do": "prevent", "amount": {"per": "star"}}, dice=2)
    rules = invent([offence("hit", {"do": "damage", "amount": 8}), guard])
    faces = (6,) * stars + (1,) * (2 - stars)
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, faces]).attack("hit").defend("shelter").settle()

    assert table.health == (50, left)
    assert len(table.events(PreventionGathered)) == (stars > 0)


# 7.1 output and 10.1 ----------------------------------------------------------------------------------------


@rule("7.1.output")
def test_output_damage_is_all_that_is_about_to_be_dealt_to_a_player() -> None:
    from rulewright_dice_throne.damage.prevention import output

    table = strike("normal").until(window="ability activated").play("plus-4").until("defence").answer(None)
    table.until(window="last chance")

    assert output(table.game, 1) == 12
    assert output(table.game, 0) == 0
    assert table.health == (50, 50)


@rule("10.1.example")
@rule("10.1.reduce-last")
@rule("10.1.order", 1, 2, 3)
def test_the_example_of_the_rulebook_8_halved_and_4_more() -> None:
    """8 damage, a defence that prevents one half, then a card that adds 4: 12, of which 6 are left."""
    table = strike("normal").until("defence").answer("shelter")
    table.until(window="last chance", player=0).play("plus-4").settle()

    dealt = table.events(DamageDealt)[-1]
    assert (dealt.amount, dealt.prevented) == (6, 6)
    assert table.health == (50, 44)


@rule("10.1.order", 4)
@pytest.mark.parametrize(("option", "left"), [("fraction first", 2), ("fixed first", 3)])
def test_the_fraction_is_taken_of_the_full_sum_before_fixed_amounts(option: str, left: int) -> None:
    """8 halved are 4, less 2 are 2; the other reading of the setup has 8 less 2, halved: 3."""
    table = strike("normal", prevention=option).until("defence").answer("shelter")
    table.until(window="last chance", player=1).play("less-2").settle()

    assert table.health == (50, 50 - left)


@rule("10.1.order", 4)
def test_prevention_stops_at_0() -> None:
    assert reduced([("normal", 3)], 6, ()) == 0
    assert reduced([("normal", 3)], 6, ("half up",)) == 0


@rule("7.3.ignorable", 2)
def test_the_other_reading_lets_pure_damage_be_ignored_but_not_lowered() -> None:
    assert reduced([("pure", 8)], 2, ()) == 6
    assert reduced([("pure", 8)], 2, (), ignore_only=True) == 8
    assert reduced([("pure", 8)], 0, ("all",), ignore_only=True) == 0
    assert reduced([("pure", 8), ("normal", 4), ("undefendable", 3)], 5, (), ignore_only=True) == 10


@pytest.mark.parametrize(("option", "left"), [("ignore and reduce", 44), ("ignore only", 42)])
def test_the_option_of_the_setup_says_whether_pure_damage_is_lowered(option: str, left: int) -> None:
    table = strike("pure", ignorable=option).until(window="last chance", player=1).play("less-2").settle()

    assert table.health == (50, left)


def test_an_attack_that_is_lowered_to_0_deals_nothing_and_nothing_is_told_of_it() -> None:
    dull = passive("dull", {"when": "attacked", "effects": [{"do": "modify_attack", "add": -9}]})
    rules = invent([offence("hit", {"do": "damage", "amount": 8}), dull])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit").defend(None).settle()

    assert table.health == (50, 50)
    assert not table.events(AttackCounted) and not table.events(DamageDealt)


@rule("10.1.reduce-last", 2)
def test_two_halves_prevent_three_quarters() -> None:
    halve = status(
        "halve", kind="spendable", polarity="positive", uses=[{"windows": ["damage_incoming"], "effects": [HALVE]}]
    )
    rules = invent([offence("hit", {"do": "damage", "amount": 12})], statuses=[halve])
    table = sit(second={"tokens": {"halve": 2}}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit").defend(None)
    for _ in range(2):
        table.until(window="last chance", player=1).spend("halve")

    assert table.settle().health == (50, 47)


@rule("field.rounding")
@pytest.mark.parametrize(("damage", "left"), [(7, 3), (8, 4), (1, 0)])
def test_halves_are_rounded_up(damage: int, left: int) -> None:
    """Of 7 damage 4 are prevented."""
    assert reduced([("normal", damage)], 0, ("half up",)) == left


@rule("10.1.note-undefendable", 2)
def test_undefendable_damage_is_reduced_like_any_other() -> None:
    rules = invent([offence("hit", {"do": "damage", "amount": 8, "type": "undefendable"})])
    table = sit(second={"hand": ("not-this-time",), "cp": 1}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit")
    table.until(window="last chance", player=1).play("not-this-time").settle()

    assert table.health == (50, 48)


# Health -----------------------------------------------------------------------------------------------------

MEND = card("mend", {"do": "heal", "amount": 9})


@rule("11.heal")
@rule("limits.health", 1, 2)
@rule("note.max-health")
@pytest.mark.parametrize(("before", "after"), [(40, 49), (50, 59), (55, 60), (59, 60), (60, 60)])
def test_healing_goes_up_to_starting_health_and_10_more(before: int, after: int) -> None:
    rules = invent([CUT], [MEND])
    table = sit({"health": before, "hand": ("mend",)}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("mend").until("keep_or_reroll")

    assert table.health[0] == after


@rule("note.max-health")
@rule("11.heal")
@rule("limits.health", 1)
def test_the_cap_is_counted_from_the_starting_health_of_the_hero() -> None:
    rules = invent([CUT], [MEND], health=35)
    table = sit({"health": 40, "hand": ("mend",)}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("mend").until("keep_or_reroll")

    assert table.health[0] == 45


@rule("limits.health", 3)
def test_a_text_that_states_another_number_wins_over_the_cap() -> None:
    rules = invent([CUT], [card("swell", {"do": "set_health", "amount": 70})])
    table = sit({"hand": ("swell",)}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("swell").until("keep_or_reroll")

    assert table.health[0] == 70


@rule("10.3.simultaneous")
def test_damage_of_a_main_phase_waits_for_its_end_too() -> None:
    zap = card("zap", {"do": "damage", "amount": 4, "to": {"choose": "opponent"}})
    rules = invent([CUT], [zap])
    table = sit({"hand": ("zap", "tip-it")}, rules=rules, heroes=HEROES).until(window="main actions").play("zap")
    assert table.health == (50, 50)
    table.until("keep_or_reroll")

    assert table.health == (50, 46)


@rule("limits.health", 1)
@rule("11.heal")
def test_healing_without_room_is_lost_with_the_phase() -> None:
    rules = invent([CUT], [MEND])
    table = sit({"health": 60, "hand": ("mend",)}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("mend").until("keep_or_reroll")

    assert not table.events(Healed)
    assert table.game.state.pending[0].healing == 0


@rule("7.1.output")
def test_damage_is_redirected_to_someone_else() -> None:
    """A mirror token sends what is about to be dealt to the other player."""
    mirror = status(
        "mirror", kind="spendable", polarity="positive",
        uses=[{"windows": ["damage_incoming"], "effects": [{"do": "redirect", "to": {"choose": "opponent"}}]}],
    )  # fmt: skip
    sting = passive("sting", {"when": "upkeep", "effects": [{"do": "damage", "amount": 5, "to": "self"}]})
    rules = invent([CUT, sting], statuses=[mirror])
    table = sit({"tokens": {"mirror": 1}}, rules=rules, heroes=("tester", "barbarian"))
    table.until(window="end of upkeep").spend("mirror").until(phase="main_1")

    assert table.health == (50, 45)


def test_where_no_damage_is_coming_nothing_is_redirected() -> None:
    away = passive("away", {"when": "upkeep", "effects": [{"do": "redirect", "to": {"choose": "opponent"}}]})
    table = sit(rules=invent([CUT, away]), heroes=("tester", "barbarian"), dice=[NOTHING]).settle()

    assert (table.health, table.events(DamageRedirected)) == ((50, 50), [])


@rule("7.1.output")
def test_of_an_attack_in_two_parts_as_much_is_redirected_as_the_text_says() -> None:
    send = {"do": "redirect", "amount": 6, "to": {"choose": "opponent"}}
    mirror = status(
        "mirror", kind="spendable", polarity="positive", uses=[{"windows": ["damage_incoming"], "effects": [send]}]
    )
    parts = [{"do": "damage", "amount": 5}, {"do": "damage", "amount": 3, "type": "undefendable"}]
    rules = invent([offence("hit", *parts)], statuses=[mirror])
    table = sit(None, {"tokens": {"mirror": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("hit").defend(None)
    table.until(window="last chance", player=1).spend("mirror").settle()

    assert table.health == (44, 48)
