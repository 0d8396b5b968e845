"""Standard attack powers (pac.*)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Hit, Missed, Targeted
from rulewright_heroclix.events.damage import DamageDealt, Healed
from rulewright_heroclix.events.movement import KnockedBack
from rulewright_heroclix.events.turns import TokenGiven

from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, one, play, rule, turn
from .test_attack import gift


def duel(*things: Any, hero: str = "", foe: str = "", rolls: tuple[str, ...] = (), **more: Any) -> Scenario:
    """The hero in C3 shows a power, a foe stands in D3 unless given; the hero's player acts."""
    cards = [clix(HERO, *(f"8/10/17/3 {hero}".rstrip(),) * 5, **more), clix(FOE, *(f"8/10/16/2 {foe}".rstrip(),) * 5)]
    names = {str(thing.id) for thing in things}
    hero_there = () if HERO in names else (at(HERO, "C3"),)
    foe_there = () if FOE in names else (at(FOE, "D3"),)
    return turn(play(*hero_there, *foe_there, *things, rules=invent(*cards), rolls=dice(*rolls)))


def dealt(position: Scenario) -> list[tuple[str, int]]:
    return [(event.character, event.taken) for event in happened(position, DamageDealt)]


# Blades/Claws/Fangs -----------------------------------------------------------------------------------------


@rule("pac.blades-claws-fangs", 1, 2)
@rule("12.4c", 1)
@pytest.mark.parametrize(("answer", "damage"), [("blades-claws-fangs", 5), (None, 3)])
def test_blades_may_deal_the_result_of_a_d6_instead_of_normal_damage(answer: str | None, damage: int) -> None:
    position = duel(hero="blades-claws-fangs", rolls=("56", "5") if answer else ("56",))

    position.answer((HERO, "close", "CLOSE")).answer(answer)

    assert dealt(position) == [(FOE, damage)]


@rule("pac.blades-claws-fangs", 3)
def test_blades_deal_at_least_the_printed_damage_less_one() -> None:
    position = duel(hero="blades-claws-fangs", rolls=("56", "1"))

    position.answer((HERO, "close", "CLOSE")).answer("blades-claws-fangs")

    assert dealt(position) == [(FOE, 2)]


@rule("pac.blades-claws-fangs", 1)
def test_blades_are_for_close_attacks_against_a_single_target() -> None:
    far = duel(at(FOE, "F3"), hero="blades-claws-fangs", rolls=("56",)).answer((HERO, "range", "RANGE"))
    two = duel(at(FOE, "C4", name="other", player=1), hero="blades-claws-fangs", bolts=2, rolls=("56",))
    two.answer((HERO, "close", "CLOSE")).answer((FOE, "other"))

    assert dealt(far) == [(FOE, 3)]
    assert two.asked == "divide"


# Energy Explosion -------------------------------------------------------------------------------------------


@rule("pac.energy-explosion")
@rule("12.1b", 1)
@rule("12.3d", 2)
def test_an_energy_explosion_targets_all_beside_its_target_and_deals_two_damage_to_each() -> None:
    position = duel(
        at(FOE, "F3"), at(FOE, "G4", name="beside", player=1), at(FOE, "F4", name="friend", player=0),
        at(FOE, "H3", name="apart", player=1), hero="energy-explosion", rolls=("56",),
    )  # fmt: skip

    position.answer((HERO, "energy-explosion", "RANGE"))

    assert [event.target for event in happened(position, Targeted)] == [FOE, "beside", "friend"]
    assert sorted(dealt(position)) == [("beside", 2), (FOE, 2), ("friend", 2)]


@rule("pac.energy-explosion", 2)
@rule("12.3d", 2)
def test_an_energy_explosion_beside_its_attacker_does_not_target_it() -> None:
    position = duel(at(FOE, "D3"), at(FOE, "D4", name="beside", player=1), hero="energy-explosion", size="giant",
                    rolls=("56",))  # fmt: skip
    position.answer((HERO, "energy-explosion", "RANGE")).answer(FOE)

    assert [event.target for event in happened(position, Targeted)] == [FOE, "beside"]


# Pulse Wave -------------------------------------------------------------------------------------------------


@rule("pac.pulse-wave", 1, 2, 3, 5, 8)
def test_a_pulse_wave_targets_all_others_within_four_squares_beside_foes_and_through_characters() -> None:
    position = duel(
        at(FOE, "E3", name="behind", player=1), at(HERO, "C5", name="friend"), at(FOE, "H3", name="far", player=1),
        hero="pulse-wave", rolls=("56",),
    )  # fmt: skip

    position.answer((HERO, "pulse-wave", "RANGE"))

    assert sorted(dealt(position)) == [("behind", 1), (FOE, 1), ("friend", 1)]


@rule("pac.pulse-wave", 4, 7)
def test_nobody_within_a_pulse_wave_can_use_powers_and_printed_defense_counts() -> None:
    rules = invent(clix(HERO, "8/10/17/3 pulse-wave"), clix(FOE, *("8/10/16 impervious/2",) * 3))
    stealthy = play(
        at(HERO, "C3"), at(FOE, "D3"), at(FOE, "E4", name="shield", player=1), rules=rules, rolls=dice("15")
    )
    position = turn(stealthy).answer((HERO, "pulse-wave", "RANGE"))

    assert [(event.target, event.defense) for event in happened(position, Hit)] == [(FOE, 16), ("shield", 16)]
    assert sorted(dealt(position)) == [(FOE, 1), ("shield", 1)]
    assert position.game.has("impervious", FOE)


@rule("pac.pulse-wave", 7)
def test_the_printed_defense_value_is_neither_replaced_nor_modified() -> None:
    hedge = ("................",) * 2 + ("....h...........",) + ("................",) * 13
    rules = invent(clix(HERO, "8/10/17/3 pulse-wave"), clix(FOE, "8/10/16/2"), rows=hedge)
    position = turn(play(at(HERO, "C3"), at(FOE, "E3"), rules=rules, rolls=dice("15")))

    position.answer((HERO, "pulse-wave", "RANGE"))

    assert [event.defense for event in happened(position, Hit)] == [16]


@rule("pac.pulse-wave", 6)
def test_a_pulse_wave_needs_an_opposing_target() -> None:
    position = duel(at(FOE, "P16"), at(HERO, "C5", name="friend"), hero="pulse-wave")

    with position.refused(rule="11.2"):
        position.answer((HERO, "pulse-wave", "RANGE"))


@rule("pac.pulse-wave", 4)
@rule("keyword.protected-pulse-wave")
@rule("keyword.great-size", 6)
def test_what_is_protected_can_be_used_while_a_pulse_wave_resolves() -> None:
    rules = invent(clix(HERO, "8/10/17/3 pulse-wave"), clix(FOE, "8/10/16/2", size="giant"))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)).answer((HERO, "pulse-wave", "RANGE"))

    assert position.asked == "attack roll"
    assert position.game.has("great-size", FOE) and position.game.has("willpower", FOE)
    assert not position.game.has("close", FOE) and not position.game.has("giant-reach", FOE)


# Super Strength, Incapacitate, Psychic Blast, Precision Strike ----------------------------------------------


@rule("pac.super-strength", 1)
@rule("keyword.knockback")
def test_super_strength_knocks_back_without_doubles_in_close_attacks_only() -> None:
    close = duel(hero="super-strength", rolls=("56",)).answer((HERO, "close", "CLOSE")).answer("yes")
    far = duel(at(FOE, "F3"), hero="super-strength", rolls=("56",)).answer((HERO, "range", "RANGE"))

    assert happened(close, KnockedBack) and not happened(far, KnockedBack) and far.asked == "action"


@rule("pac.incapacitate", 1, 2)
@pytest.mark.parametrize("kind", ["close", "range"])
def test_incapacitate_may_give_each_hit_character_a_token_instead_of_damage(kind: str) -> None:
    position = duel(at(FOE, "D3" if kind == "close" else "F3"), hero="incapacitate", rolls=("56",))

    position.answer((HERO, kind, kind.upper())).answer("incapacitate")

    assert one(position, FOE).tokens == 1 and not dealt(position)
    assert [event.by for event in happened(position, TokenGiven)] == [HERO, ""]


@rule("pac.incapacitate", 1)
def test_incapacitate_is_the_choice_of_its_player() -> None:
    position = duel(hero="incapacitate", rolls=("56",)).answer((HERO, "close", "CLOSE")).answer(None)

    assert one(position, FOE).tokens == 0 and dealt(position) == [(FOE, 3)]


@rule("pac.incapacitate", 3)
@rule("13.3", 4)
def test_a_character_with_two_tokens_is_given_none_by_incapacitate() -> None:
    position = duel(at(FOE, "D3", tokens=2), hero="incapacitate", rolls=("56",))

    position.answer((HERO, "close", "CLOSE")).answer("incapacitate")

    assert [event.character for event in happened(position, TokenGiven)] == [HERO]


@rule("pac.penetrating-psychic-blast")
@rule("12.4d", 2)
@pytest.mark.parametrize(("kind", "taken"), [("range", 3), ("close", 2)])
def test_the_damage_of_a_psychic_blast_in_range_attacks_is_penetrating(kind: str, taken: int) -> None:
    tough = clix(FOE, *("8/10/16 toughness/2",) * 5)
    rules = invent(clix(HERO, "8/10 penetrating-psychic-blast/17/3"), tough)
    foe = at(FOE, "D3" if kind == "close" else "F3")

    assert dealt(attacking(foe, kind=kind, rules=rules, rolls=dice("56"))) == [(FOE, taken)]


@rule("pac.precision-strike", 1)
@pytest.mark.parametrize(("power", "taken"), [("precision-strike", 1), ("", 0)])
def test_damage_of_a_precision_strike_is_not_reduced_below_one(power: str, taken: int) -> None:
    rules = invent(clix(HERO, f"8/10 {power}/17/2".replace(" /", "/")), clix(FOE, *("8/10/16 invulnerability/2",) * 5))

    assert dealt(attacking(rules=rules, rolls=dice("56"))) == [(FOE, taken)]


@rule("pac.precision-strike", 2)
@rule("6.4", 3, 4)
@pytest.mark.parametrize(("face", "evades"), [("5", False), ("6", True)])
def test_opposing_super_senses_come_out_one_lower_against_a_precision_strike(face: str, evades: bool) -> None:
    rules = invent(clix(HERO, "8/10 precision-strike/17/3"), clix(FOE, *("8/10/16 super-senses/2",) * 5))
    position = attacking(rules=rules, rolls=dice("56", face)).answer(("super-senses", FOE))

    assert [event.evaded for event in happened(position, Missed)] == [True] * evades
    assert len(happened(position, Hit)) == (not evades)


@rule("pac.precision-strike", 2)
def test_super_senses_of_friends_come_out_as_they_are() -> None:
    keen = "8/10/16 super-senses/2"
    cards = clix(HERO, "8/10 energy-explosion/17/3", traits=[gift("precision-strike")]), clix(FOE, *(keen,) * 5)
    things = at(HERO, "C3"), at(FOE, "F3"), at("mate", "F4")
    position = turn(play(*things, rules=invent(*cards, clix("mate", *(keen,) * 5)), rolls=dice("56", "5", "5")))
    position.answer((HERO, "energy-explosion", "RANGE"))
    for id in ("mate", FOE):
        position.answer(("super-senses", id))

    assert [event.target for event in happened(position, Hit)] == [FOE]
    assert [event.target for event in happened(position, Missed)] == ["mate"]


@rule("pac.precision-strike", 2)
def test_super_senses_come_out_as_they_are_when_another_one_attacks() -> None:
    cards = clix("sharp", "8/10 precision-strike/17/3"), clix(FOE, *("8/10/16 super-senses/2",) * 5)
    position = attacking(at("sharp", "B3"), rules=invent(*cards), rolls=dice("56", "5")).answer(("super-senses", FOE))

    assert [event.target for event in happened(position, Missed)] == [FOE] and not happened(position, Hit)


# Poison, Steal Energy ---------------------------------------------------------------------------------------


@rule("pac.poison", 1, 3)
def test_poison_deals_one_damage_to_each_adjacent_opposing_character() -> None:
    position = duel(
        at(FOE, "C4", name="other", player=1), at(HERO, "B2", name="friend"), at(FOE, "F3", name="far", player=1),
        hero="poison",
    )  # fmt: skip
    position.answer((HERO, "poison", "FREE"))

    assert sorted(dealt(position)) == [(FOE, 1), ("other", 1)]
    assert one(position, HERO).tokens == 0


@rule("pac.poison", 2)
@pytest.mark.parametrize("done", ["moved", "placed"])
def test_poison_is_not_for_who_has_moved_or_been_placed_this_turn(done: str) -> None:
    position = duel(at(HERO, "C3", done=(done,)), hero="poison")

    with position.refused():
        position.answer((HERO, "poison", "FREE"))


@rule("pac.steal-energy")
def test_steal_energy_heals_one_click_per_close_attack_after_resolutions() -> None:
    position = duel(
        at(HERO, "C3", click=3), at(FOE, "C4", name="other", player=1), hero="steal-energy", bolts=2, rolls=("56",)
    )
    position.answer((HERO, "close", "CLOSE")).answer((FOE, "other")).answer((2, 1))

    assert one(position, HERO).click == 2
    order = happened(position, TokenGiven, Healed)
    assert [type(event) for event in order] == [TokenGiven, Healed]


@rule("pac.steal-energy", 1)
@pytest.mark.parametrize(("kind", "roll"), [("range", "56"), ("close", "11")])
def test_steal_energy_heals_nothing_from_afar_or_without_damage(kind: str, roll: str) -> None:
    position = duel(
        at(HERO, "C3", click=3), at(FOE, "D3" if kind == "close" else "F3"), hero="steal-energy", rolls=(roll,)
    )
    position.answer((HERO, kind, kind.upper()))

    assert not happened(position, Healed)
