"""What stands on stat cards and what it is good for: names, sides, attacks, superpowers, power."""

from __future__ import annotations

import pytest

from rulewright.geometry.plane.shapes import Circle
from rulewright.panels import Heading, Text
from rulewright.text import LANGUAGES, show
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.events.attacks import DiceRolled, Targeted
from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed
from rulewright_crisis_protocol.faces.look import stat_card
from rulewright_crisis_protocol.space.battlefield import TABLE
from rulewright_crisis_protocol.state import Character
from rulewright_crisis_protocol.superpowers.powers import carried
from rulewright_crisis_protocol.terms import attacks_of

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, phase, power, rule, rules, turn

POWER = {"do": "gain_power"}


@rule("stat-card.sides", 1)
@rule("stat-card.name")
@rule("stat-card.superpowers")
def test_a_stat_card_has_a_name_two_sides_and_what_the_character_can_do() -> None:
    content = rules().content
    kinds = set()
    for sheet in content.characters.values():
        assert set(sheet.name) == set(LANGUAGES) and all(sheet.name.values())
        for side in (sheet.healthy, sheet.injured):
            assert side.attacks and all(name in content.attacks for name in side.attacks)
            kinds |= {content.superpowers[name].kind for name in side.superpowers}
    assert kinds == {"active", "reactive", "innate"}


@rule("stat-card.name")
@rule("stat-card.alter-ego")
@rule("stat-card.size")
def test_a_stat_card_is_read_with_the_name_of_its_character_its_alter_ego_and_its_size() -> None:
    rules = invent({**card(HERO, alter_ego="Ann", size=3), "name": {"en": "Moth", "zh": "蛾"}})
    view = battle(at(HERO, 10, 10), rules=rules).game.view(0)
    head, facts, *_ = stat_card(view, view.content.pack["characters"][HERO])
    assert isinstance(head, Heading) and isinstance(facts, Text)
    assert [show(head.text, lang) for lang in ("en", "zh")] == ["Moth (Ann)", "蛾（Ann）"]
    assert "size 3," in show(facts.text, "en")


@rule("character.definition", 1, 2)
def test_each_character_in_play_is_one_miniature_on_a_base_whosever_it_is_and_no_other_is_one() -> None:
    rules = invent(card(VILLAIN, base=50))
    waits = Character("third", HERO, 0, 5.0, 5.0)
    things = at(HERO, 10, 10), at(HERO, 20, 10, name="second"), at(VILLAIN, 30, 10, 1), waits
    models = TABLE(battle(*things, rules=rules).game).models
    found = {id: (model.base, model.pose.centre) for id, model in models.items()}
    small, large = Circle(35), Circle(50)
    assert found == {HERO: (small, (10, 10)), "second": (small, (20, 10)), VILLAIN: (large, (30, 10))}


@rule("character.definition", 3)
def test_a_character_has_the_attacks_and_superpowers_of_its_own_stat_card_and_no_others() -> None:
    mine = card(HERO, attack("cut"), attack("jab"), superpowers=[power("luck", "active", POWER)])
    yours = card(VILLAIN, attack("chop"), superpowers=[power("rage", "active", POWER)])
    game = battle(at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), rules=invent(mine, yours)).game
    assert [attacks_of(game, id) for id in (HERO, VILLAIN)] == [("cut", "jab"), ("chop",)]
    assert [carried(game.content, game.state.characters[id]) for id in (HERO, VILLAIN)] == [("luck",), ("rage",)]


@rule("stat-card.sides", 3)
@rule("field.power-dazed")
def test_enough_damage_turns_a_card_over_by_way_of_being_dazed() -> None:
    rules = invent(card(VILLAIN, stamina=2))
    position = attacking(rules=rules, rolls=["HH-", "--"])
    assert one(position, VILLAIN).dazed and not one(position, VILLAIN).injured

    after = phase(battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1, damage=2, dazed=True), rules=rules), "cleanup")

    villain = one(after, VILLAIN)
    assert villain.injured and not villain.dazed and villain.damage == 0
    assert not any(character.dazed for character in after.state.characters.values())


@rule("terms.halving")
@pytest.mark.parametrize(("dice", "half"), [(5, 3), (4, 2), (1, 1)])
def test_halves_are_rounded_up(dice: int, half: int) -> None:
    tired = power("tired", "innate", does=[{"modifies": "attack dice", "halve": True}])
    rules = invent(card(HERO, attack("blast", strength=dice), superpowers=[tired]))

    position = attacking(attack="blast", rolls=["-" * half, "--"], rules=rules)

    assert position.last(DiceRolled).pool == "defense"


@rule("terms.duplicates")
@pytest.mark.parametrize(("second", "defense"), [("guide", 3), ("other", 4)])
def test_texts_of_one_name_count_once_however_many_have_them(second: str, defense: int) -> None:
    aura = {"modifies": "physical", "by": 1, "side": "allied", "range": 3}
    cards = [card(id, superpowers=[power(f"lead-{id}", "innate", does=[aura])]) for id in ("guide", "other")]
    friends = at("guide", 12, 10, name="one"), at(second, 10, 12, name="two")

    assert battle(at(HERO, 10, 10), *friends, rules=invent(*cards)).game.number("physical", HERO) == defense


@rule("attack-profile.name")
@pytest.mark.parametrize(("refers", "found"), [({"attack": "jab"}, ["jab"]), ({}, ["cut", "jab"])])
def test_the_name_of_an_attack_matters_only_where_a_text_refers_to_it(refers: dict[str, str], found: list[str]) -> None:
    """What lets a character attack lets it make that attack and no other, or any where it names none."""
    follow = power("follow", "active", {"do": "attack", "free": True, **refers})
    rules = invent(card(HERO, attack("cut"), attack("jab"), superpowers=[follow]))
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=rules, rolls=["HHH", "--"]))
    position.answer(("activate", HERO), ("superpower", "follow"))
    if len(found) > 1:
        assert position.options == found
        position.answer("jab")

    assert position.last(Targeted).attack == "jab" and one(position, VILLAIN).damage == 3


@rule("superpower.reactive-example")
def test_a_superpower_answers_to_each_damage_once() -> None:
    rage = power("rage", "reactive", POWER, when="damaged")
    twice = attack("cut", {"effects": [{"do": "damage"}]})
    rules = invent(card(HERO, twice), card(VILLAIN, superpowers=[rage], stamina=9))
    position = attacking(attack="cut", rules=rules, rolls=["H--", "--"])

    for _ in range(2):
        assert position.asked == "trigger"
        position.answer(next(option for option in position.options if option is not None))

    assert len([event for event in position.game.events() if isinstance(event, DamageSuffered)]) == 2
    assert len([event for event in position.game.events() if isinstance(event, SuperpowerUsed)]) == 2
    assert one(position, VILLAIN).power == 4


@rule("power.sources", 2)
def test_a_special_rule_gives_power() -> None:
    rules = invent(card(HERO, attack("cut", {"effects": [POWER]})))

    assert one(attacking(attack="cut", rules=rules, rolls=["---", "--"]), HERO).power == 1


@rule("attack.step-1", 3)
@pytest.mark.parametrize(("far", "open_"), [(7.3, True), (7.5, False)])
def test_the_range_of_the_chosen_attack_is_measured_from_the_attacker(far: float, open_: bool) -> None:
    position = battle(at(HERO, 10, 10), at(VILLAIN, 10 + far, 10, 1))
    assert bool(list(open_attacks(position.game, HERO))) is open_


@rule("attack.step-2", 3)
def test_what_triggers_on_being_targeted_begins_with_the_attacker() -> None:
    wary = power("wary", "reactive", {"do": "damage", "who": "attacker"}, when="targeted")
    rules = invent(
        card(HERO, attack("cut", {"when": "targeted", "effects": [POWER]})), card(VILLAIN, superpowers=[wary])
    )
    position = attacking(attack="cut", rules=rules, rolls=["---", "--"])

    assert (position.asked, position.player, one(position, HERO).power) == ("trigger", 1, 1)


@rule("attack.step-12")
def test_what_is_used_before_damage_goes_from_the_attacker_to_the_defender() -> None:
    both = [
        card(id, superpowers=[power(f"wit-{id}", "reactive", POWER, when="before damage")]) for id in (HERO, VILLAIN)
    ]
    position = attacking(rules=invent(*both), rolls=["HHH", "--"])

    asked: list[int | None] = []
    while position.game.request is not None and len(asked) < 2:
        assert one(position, VILLAIN).damage == 0
        asked.append(position.player)
        position.answer(next(option for option in position.options if option is not None))

    assert asked == [0, 1]


@rule("field.power", 2)
def test_nearly_every_character_has_an_attack_without_cost_that_builds_power() -> None:
    content = rules().content
    builders = [
        any(content.attacks[name].cost == 0 and content.attacks[name].specials for name in sheet.healthy.attacks)
        for sheet in content.characters.values()
    ]
    assert sum(builders) >= 0.9 * len(builders)


@rule("attack.step-3")
@rule("power.spend")
@pytest.mark.parametrize(("power_left", "rolled"), [(2, False), (3, True)])
def test_an_attack_whose_cost_can_no_longer_be_paid_is_not_made(power_left: int, rolled: bool) -> None:
    """What triggers on being targeted comes before the cost is paid."""
    drain = power("leech", "innate", {"do": "lose_power", "who": "attacker", "amount": 1}, when="targeted")
    rules = invent(card(HERO, attack("cut", cost=2)), card(VILLAIN, superpowers=[drain]))
    hero = at(HERO, 10, 10, power=power_left)
    position = attacking(hero, attack="cut", rules=rules, rolls=["---", "--"] if rolled else [])

    assert one(position, HERO).power == power_left - 1 - (2 if rolled else 0)
    assert any(isinstance(event, DiceRolled) for event in position.game.events()) is rolled
