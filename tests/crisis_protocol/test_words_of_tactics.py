"""Words of team tactic cards: what others do, what comes in the cleanup, what is not rolled, and who is meant."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rulewright import Round
from rulewright.problems import ContentError
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.rounds import PriorityTaken
from rulewright_crisis_protocol.running import resolve

from .effects_table import happens
from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    invent,
    one,
    phase,
    piece,
    place,
    power,
    rule,
    tactic,
    token,
    turn,
)

Made = Mapping[str, Any]
GAIN = {"do": "gain_power", "who": "self"}
SPENT = {"tactics": ("shout",)}


def cards(*effects: Made, mine: Any = (), **more: Any) -> Any:
    """The rules with a card of that name, a friend, and a hero with a blow."""
    hero = card(HERO, attack("hero-blow", range="5"), attack("poke", range="5"))
    return invent(hero, card("friend"), *mine, tactics=[tactic("shout", *effects, **more)])


def shouted(*effects: Made, things: tuple[Any, ...] = (), rolls: tuple[str, ...] = (), **more: Any) -> Any:
    """The card played by the hero in the turn of its player."""
    here = things or (at(HERO, 10, 10, power=5), at(VILLAIN, 15, 10, 1))
    squads = more.pop("squads", {0: SPENT})
    rules = cards(*effects, by=[{"named": [HERO]}], **more)
    return turn(battle(*here, rules=rules, squads=squads, rolls=rolls)).answer(("card", "shout"))


def rolled(position: Any, pool: str) -> list[int]:
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == pool]


# What others do ---------------------------------------------------------------------------------------------


@rule("terms.effects")
def test_someone_else_does_what_a_text_lets_it_do_as_its_own_player_decides() -> None:
    gain = {"do": "may", "effects": [GAIN]}
    chosen = {"do": "let", "who": "chosen", "effects": [gain]}
    position = happens(chosen, chosen=VILLAIN)
    assert (position.asked, position.player) == ("may", 1)
    position.answer(True)
    assert (one(position, VILLAIN).power, one(position, HERO).power) == (1, 0)


def test_for_someone_else_the_one_whose_text_it_is_is_the_chosen_one() -> None:
    push = {"do": "push", "who": "chosen", "way": "away", "of": "self", "tool": "short"}
    position = happens({"do": "let", "who": "chosen", "effects": [push]}, things=[at("friend", 8, 10)],
                       cards=[card("friend")], chosen="friend")  # fmt: skip
    position.answer(0.0)
    assert place(position, HERO)[0] > 10 and place(position, "friend") == (8, 10)


def test_nobody_does_anything_for_who_is_dazed() -> None:
    things = [at("friend", 8, 10, dazed=True)]
    position = happens({"do": "let", "who": "chosen", "effects": [GAIN]}, things=things, cards=[card("friend")],
                       chosen="friend")  # fmt: skip
    assert one(position, "friend").power == 0


@pytest.mark.parametrize(("who", "power"), [(HERO, 1), ("friend", 1), (VILLAIN, 0)])
def test_everyone_of_a_sort_does_it(who: str, power: int) -> None:
    let = {"do": "let", "who": {"every": "allied", "itself": True}, "effects": [GAIN]}
    position = happens(let, things=[at("friend", 8, 10)], cards=[card("friend")])
    assert one(position, who).power == power


# In the next cleanup ----------------------------------------------------------------------------------------


def left(*effects: Made, things: tuple[Any, ...] = ()) -> Any:
    """What the card has left when it was played by the hero and the turn is over."""
    here = things or (at(HERO, 10, 10), at(VILLAIN, 15, 10, 1))
    rules = cards(*effects)
    call = resolve(0, HERO, "shout", rules.content.tactics["shout"].program)
    assert call is not None
    return battle(*here, rules=rules).begin(call)


@rule("cleanup.player-effects")
def test_what_a_card_leaves_for_the_cleanup_comes_there_once() -> None:
    position = left({"do": "in_cleanup", "effects": [{"do": "damage", "amount": 1, "who": "self"}]})
    assert one(position, HERO).damage == 0
    phase(position, "cleanup")
    assert one(position, HERO).damage == 1 and not position.state.effects


@rule("cleanup.player-effects")
def test_who_is_dazed_is_kod_in_the_cleanup_all_the_same() -> None:
    position = happens({"do": "in_cleanup", "effects": [{"do": "ko", "who": "self"}]}, {"do": "daze", "who": "self"})
    assert one(position, HERO).dazed
    phase(position, "cleanup")
    assert HERO not in position.state.characters


@rule("tactic-card.play")
def test_a_card_that_comes_back_can_be_played_again() -> None:
    position = shouted(GAIN, {"do": "return_card"})
    assert position.state.squads[0].tactics == ("shout",)
    position.answer(("card", "shout"))
    assert one(position, HERO).power == 7


def test_a_card_comes_back_whatever_becomes_of_who_played_it() -> None:
    things = at(HERO, 10, 10), at("friend", 8, 10), at(VILLAIN, 15, 10, 1)
    position = left(
        {"do": "in_cleanup", "effects": [{"do": "return_card"}]}, {"do": "ko", "who": "self"}, things=things
    )
    assert position.state.squads[0].tactics == () and HERO not in position.state.characters
    phase(position, "cleanup")
    assert position.state.squads[0].tactics == ("shout",)


@pytest.mark.parametrize("affiliation", ["wardens", ""])
def test_a_text_may_ask_for_the_affiliation_of_the_squad(affiliation: str) -> None:
    rules = cards(GAIN, test={"squad_uses": "wardens"})
    squads = {0: {**SPENT, "affiliation": affiliation}}
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=rules, squads=squads))
    assert (("card", "shout") in position.options) is bool(affiliation)


# Whom a text means ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("threats", "chosen"), [((3, 5), ["b"]), ((5, 3), ["a"]), ((4, 4), ["a", "b"])])
def test_the_one_with_the_highest_threat_is_meant_or_one_of_several(threats: Any, chosen: list[str]) -> None:
    foes = [card(id, threat=threat) for id, threat in zip("ab", threats, strict=True)]
    choose = {"do": "choose_character", "side": "enemy", "range": None, "highest": True,
              "then": [{"do": "damage", "who": "chosen", "amount": 1}]}  # fmt: skip
    things = [at("a", 15, 12, 1), at("b", 15, 18, 1), at(VILLAIN, 30, 30, 1)]
    position = happens(choose, things=things, cards=[*foes, card(VILLAIN, threat=1)])
    if len(chosen) > 1:
        assert position.asked == "character" and list(position.options) == chosen
        position.answer("a")
    assert one(position, chosen[0]).damage == 1


@pytest.mark.parametrize(("together", "gained"), [(True, 1), (False, 2)])
def test_what_follows_a_choice_of_several_happens_once_or_for_each(together: bool, gained: int) -> None:
    choose: dict[str, Any] = {"do": "choose_character", "side": "allied", "range": None, "up_to": 2, "then": [GAIN]}
    them = {"do": "for_each", "side": "allied", "range": None, "among": True,
            "then": [{"do": "heal", "who": "chosen", "amount": 1}]}  # fmt: skip
    if together:
        choose |= {"together": True, "then": [GAIN, them]}
    things = [at(id, 8, y, damage=2) for id, y in (("a", 8), ("b", 10), ("c", 12))]
    position = happens(choose, things=things, cards=[card(id) for id in "abc"])
    position.answer(("a", "c"))
    assert one(position, HERO).power == gained
    assert [one(position, id).damage for id in "abc"] == ([1, 2, 1] if together else [2, 2, 2])


@pytest.mark.parametrize(("near", "answers"), [(True, ((),)), (False, ())])
def test_what_follows_a_choice_of_several_together_happens_also_where_none_is_chosen(near: bool, answers: Any) -> None:
    choose = {"do": "choose_character", "side": "allied", "range": 2, "up_to": 2, "together": True, "then": [GAIN]}
    position = happens(choose, things=[at("a", 12 if near else 30, 10)], cards=[card("a")]).answer(*answers)
    assert one(position, HERO).power == 1


def test_only_several_are_chosen_together() -> None:
    choose = {"do": "choose_character", "together": True, "then": [GAIN]}
    with pytest.raises(ContentError, match="together, least, up_to"):
        invent(tactics=[tactic("shout", choose)])


def test_the_player_chooses_who_comes_next_where_a_text_says_so() -> None:
    each = {"do": "for_each", "side": "allied", "range": None, "ordered": True,
            "then": [{"do": "gain_power", "who": "chosen"}, {"do": "by_hand", "text": "-"}]}  # fmt: skip
    position = happens(each, things=[at("a", 8, 8), at("b", 8, 10)], cards=[card("a"), card("b")])
    assert position.asked == "character"
    position.answer("b")
    assert (one(position, "a").power, one(position, "b").power) == (0, 1)


@pytest.mark.parametrize(("name", "gained"), [("Villain", 1), ("nobody", 0)])
def test_a_condition_knows_who_is_called_so(name: str, gained: int) -> None:
    position = happens({"do": "if", "test": {"called": [name], "who": "chosen"}, "then": [GAIN]}, chosen=VILLAIN)
    assert one(position, HERO).power == gained


@rule("stat-card.sides")
@pytest.mark.parametrize("injured", [True, False])
def test_who_is_injured_may_flip_to_its_healthy_side(injured: bool) -> None:
    position = happens({"do": "flip_to_healthy", "who": "self"}, things=[at(HERO, 10, 10, injured=injured)])
    assert not one(position, HERO).injured


@rule("damage.tokens", 2)
@rule("damage.dazed")
@pytest.mark.parametrize(("damage", "left", "dazed"), [(3, 3, False), (4, 4, True), (6, 4, True)])
def test_whose_healthy_side_has_no_more_stamina_than_it_has_damage_is_dazed(
    damage: int, left: int, dazed: bool
) -> None:
    injured = card("other", stamina=7)["healthy"]
    cards = [card(HERO, stamina=4, injured=injured)]
    things = [at(HERO, 10, 10, injured=True, damage=damage)]
    position = happens({"do": "flip_to_healthy", "who": "self"}, things=things, cards=cards)
    hero = one(position, HERO)
    assert (hero.damage, hero.dazed, hero.injured) == (left, dazed, False)


# Attacks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "made"), [("Poke", True), ("poke", True), ("Shove", False)])
def test_an_attack_may_be_meant_by_its_name(name: str, made: bool) -> None:
    position = shouted({"do": "attack", "called": name}, rolls=("---", "--"))
    assert bool(rolled(position, "attack")) is made


@rule("attack.step-7")
@pytest.mark.parametrize(("test", "dice"), [({}, 0), ({"attack_is": ["mystic"]}, 2)])
def test_who_may_roll_no_defense_dice_rolls_none_not_even_those_added(test: Any, dice: int) -> None:
    bans = [{"forbids": "roll defense dice", **({"test": test} if test else {})}]
    more = power("more", "innate", {"do": "add_dice", "amount": 2}, when="defense pool")
    rules = invent(card(VILLAIN, superpowers=[power("open", "innate", does=bans), more]))
    position = attacking(rules=rules, rolls=("HH-", "-" * (dice + 2)) if dice else ("HH-",))
    assert rolled(position, "defense") == ([dice + 2] if dice else [])
    assert one(position, VILLAIN).damage == 2


@rule("attack.step-5")
@pytest.mark.parametrize(("barred", "dice"), [(True, 2), (False, 5)])
def test_who_may_not_add_defense_dice_rolls_those_of_its_defense(barred: bool, dice: int) -> None:
    """Neither those of numbers nor those that a text adds, nor those for criticals."""
    powers = [power("more", "innate", {"do": "add_dice", "amount": 2}, when="defense pool"),
              power("wary", "innate", does=[{"modifies": "defense dice", "by": 1}])]  # fmt: skip
    if barred:
        powers.append(power("stiff", "innate", does=[{"forbids": "add defense dice"}]))
    rolls = ["HHH", "C" + "-" * (dice - 1), *([] if barred else ["-"])]
    position = attacking(rules=invent(card(VILLAIN, superpowers=powers)), rolls=rolls)
    assert rolled(position, "defense") == [dice] and one(position, VILLAIN).damage == 2


@rule("attack.step-5")
def test_fewer_defense_dice_are_rolled_even_if_none_may_be_added() -> None:
    does = [{"forbids": "add defense dice"}, {"modifies": "defense dice", "by": -1}]
    position = attacking(rules=invent(card(VILLAIN, superpowers=[power("stiff", "innate", does=does)])),
                         rolls=("HHH", "-"))  # fmt: skip
    assert rolled(position, "defense") == [1]


@rule("superpower.keywords")
@pytest.mark.parametrize("barred", [True, False])
def test_stealth_is_no_use_to_who_cannot_benefit_from_it(barred: bool) -> None:
    does = [{"forbids": "benefit from stealth"}] if barred else [{"forbids": "hold"}]
    sneak = card(VILLAIN, keywords=["stealth"], superpowers=[power("seen", "innate", does=does)])
    rules = invent(card(HERO, attack("blow", range="5")), sneak)
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 20, 10, 1), rules=rules)).answer(("activate", HERO))
    assert (("attack", "blow") in position.options) is barred


@rule("attack.target")
@pytest.mark.parametrize("barred", [True, False])
def test_who_needs_no_sight_attacks_whom_it_does_not_see(barred: bool) -> None:
    does = [{"forbids": "need sight"}] if barred else [{"forbids": "hold"}]
    rules = invent(card(HERO, attack("blow", range="5"), superpowers=[power("feel", "innate", does=does)]))
    things = at(HERO, 10, 10), at(VILLAIN, 20, 10, 1), piece("house", 15, 10)
    position = turn(battle(*things, rules=rules)).answer(("activate", HERO))
    assert (("attack", "blow") in position.options) is barred


@rule("power.sources")
@pytest.mark.parametrize(("barred", "gained"), [(True, 0), (False, 1)])
def test_an_attack_may_be_kept_from_giving_its_attacker_power(barred: bool, gained: int) -> None:
    does = [{"forbids": "power by own attacks"}] if barred else [{"forbids": "hold"}]
    blow = attack("blow", {"effects": [GAIN, {"do": "gain_power", "who": "target"}]})
    rules = invent(card(HERO, blow, superpowers=[power("dull", "innate", does=does)]))
    position = attacking(attack="blow", rules=rules, rolls=("---", "--"))
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (gained, 1)


@rule("action.attack")
@pytest.mark.parametrize(("once", "again"), [(True, False), (False, True)])
def test_an_attack_is_lent_for_once_or_for_the_rest_of_the_game(once: bool, again: bool) -> None:
    lend = {"do": "lend_attack", "attack": "spark", "until": "game", "once": once}
    position = shouted(lend, attacks=[attack("spark", range="5")], rolls=("---", "--"))
    position.answer(("activate", HERO)).answer(("attack", "spark"))
    assert (("attack", "spark") in position.options) is again


@rule("terms.after")
@pytest.mark.parametrize(("until", "dice"), [("coming attack", 5), ("next attack", 3)])
def test_the_coming_attack_may_be_one_of_another_turn(until: str, dice: int) -> None:
    later = {"do": "later", "id": "shout-later", "when": "attack pool", "until": until,
             "effects": [{"do": "add_dice", "amount": 2}]}  # fmt: skip
    rules = cards(later)
    position = battle(at(HERO, 10, 10), at("friend", 8, 10), at(VILLAIN, 15, 10, 1), rules=rules, squads={0: SPENT},
                      rolls=("-" * dice, "--", "---", "--"))  # fmt: skip
    position.begin("rounds/round/activation phase", Round(number=1)).answer(("card", "shout")).answer(HERO)
    position.answer(("activate", "friend")).answer(("end",))
    while ("activate", HERO) not in position.options:
        position.answer(position.options[-1])
    position.answer(("activate", HERO)).answer(("attack", "poke")).answer(("attack", "poke"))
    assert rolled(position, "attack") == [dice, 3]


@rule("terms.after")
def test_something_may_come_after_an_attack_for_who_does_not_fight() -> None:
    later = {"do": "later", "id": "shout-later", "when": "attack resolved", "until": "attack", "effects": [GAIN]}
    rules = cards(later, when="ally targeted")
    things = at(HERO, 10, 10), at("friend", 12, 10), at(VILLAIN, 15, 10, 1)
    position = battle(*things, rules=rules, squads={0: SPENT}, rolls=("---", "--"))
    turn(position, 1).answer(("activate", VILLAIN)).answer(("attack", "villain-blow"))
    if position.asked == "target":
        position.answer("friend")
    position.answer(next(option for option in position.options if option is not None))
    assert one(position, HERO).power == 1


def test_something_may_come_at_the_end_of_the_activation() -> None:
    later = {"do": "later", "id": "shout-later", "when": "activation ends", "until": "activation",
             "effects": [{"do": "condition", "condition": "stun", "who": "self"}]}  # fmt: skip
    rules = cards(later, by=[{"active": True}])
    position = battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=rules, squads={0: SPENT})
    turn(position).answer(("activate", HERO)).answer(("card", "shout"))
    assert one(position, HERO).conditions == ()
    position.answer(("end",))
    assert one(position, HERO).conditions == ("stun",)


# Numbers and abilities ----------------------------------------------------------------------------------------


@rule("stat-card.defenses")
@pytest.mark.parametrize(("energy", "left"), [(4, 2), (2, 1), (1, 1)])
def test_a_defense_is_lowered_to_a_minimum(energy: int, left: int) -> None:
    lower = [{"do": "change", "stat": "energy", "by": -2, "until": "game"},
             {"do": "change", "stat": "energy", "least": 1, "until": "game"}]  # fmt: skip
    position = happens(*lower, cards=[card(HERO, energy=energy)])
    assert position.game.number("energy", HERO) == left


@rule("tactic-card.play")
def test_an_ability_that_a_card_gives_is_used_once_by_each() -> None:
    ability = {"id": "dash", "name": {"en": "dash", "zh": "dash"}, "once": "activation", "each": True,
               "optional": True, "effects": [GAIN]}  # fmt: skip
    give = {"do": "give", "power": "dash", "who": {"every": "allied", "itself": True}, "until": "round"}
    things = at(HERO, 10, 10), at("friend", 8, 10), at(VILLAIN, 30, 30, 1)
    rules = cards(give, abilities=[ability])
    position = battle(*things, rules=rules, squads={0: SPENT})
    phase(position, "activation phase")
    position.answer(("card", "shout"))
    if position.asked == "payer":
        position.answer(HERO)
    position.answer(("activate", "friend")).answer(("superpower", "dash"))
    assert one(position, "friend").power == 1 and ("superpower", "dash") not in position.options


# Measured from someone else, and numbers of several -----------------------------------------------------------


def lent(gap: float, friend: float, *, near: int = 0, range: str = "2", rolls: tuple[str, ...] = ()) -> Any:
    """The hero has, beside a friend, an attack that is measured from that one; the villain stands beyond both."""
    lend: dict[str, Any] = {"do": "lend_attack", "attack": "spark", "measured_from": "chosen",
                            **({"near": near} if near else {})}  # fmt: skip
    rules = cards(lend, attacks=[attack("spark", range=range)], by=[{"named": [HERO]}, {"named": ["friend"]}],
                  together=True)  # fmt: skip
    things = at(HERO, 10, 10), at("friend", friend, 10), at(VILLAIN, gap, 10, 1)
    position = turn(battle(*things, rules=rules, squads={0: SPENT}, rolls=rolls)).answer(("activate", HERO))
    return position.answer(("card", "shout"))


@rule("attack.range")
@pytest.mark.parametrize(("gap", "reached"), [(17, True), (22, False)])
def test_range_is_measured_from_whom_a_text_says(gap: float, reached: bool) -> None:
    position = lent(gap, 14)
    assert (("attack", "spark") in position.options) is reached
    if reached:
        position.answer(("attack", "spark"))
        assert position.asked == "attack roll"


@pytest.mark.parametrize(("near", "made"), [(3, True), (1, False)])
def test_an_attack_may_only_be_made_near_whom_it_is_measured_from(near: int, made: bool) -> None:
    assert (("attack", "spark") in lent(17, 14, near=near).options) is made


@rule("beam.definition")
def test_a_beam_is_laid_from_whom_a_text_says() -> None:
    position = lent(22, 18, range="B3", rolls=("HHH", "--"))
    position.answer(("attack", "spark"))
    assert one(position, VILLAIN).damage == 3 and one(position, "friend").damage == 0


@rule("cover.effect")
@pytest.mark.parametrize(("measured", "asked"), [("chosen", False), ("self", True)])
def test_cover_is_that_from_whom_sight_is_measured(measured: str, asked: bool) -> None:
    grant = {"do": "attack", "attack": "hero-blow", "against": {"every": "enemy"}, "measured_from": measured}
    things = [at(HERO, 5, 10), at("friend", 12, 17), at(VILLAIN, 12, 10, 1), piece("kiosk", 10, 11)]
    rules = [card(HERO, attack("hero-blow", range="5")), card("friend"), card(VILLAIN, size=2)]
    position = happens(grant, things=things, cards=rules, chosen="friend", rolls=("HHH", "--"))
    assert (position.asked == "react") is asked


@rule("attack.range")
@pytest.mark.parametrize(("slips", "ends"), [(False, False), (True, True)])
def test_who_is_in_reach_of_whom_the_attack_is_measured_from_is_attacked(slips: bool, ends: bool) -> None:
    grant = {"do": "attack", "attack": "hero-blow", "measured_from": "chosen"}
    away = [{"do": "place", "who": "self", "range": 5, "of": "itself"}] if slips else []
    leave = {"do": "if", "test": {"out_of_reach": "self"}, "then": [{"do": "end_attack"}]}
    villain = card(VILLAIN, superpowers=[power("away", "innate", *away, leave, when="targeted")])
    things = [at(HERO, 5, 10), at("friend", 18, 10), at(VILLAIN, 22, 10, 1)]
    rules = [card(HERO, attack("hero-blow", range="2")), card("friend"), villain]
    position = happens(grant, things=things, cards=rules, chosen="friend", rolls=() if ends else ("HHH", "--"))
    if slips:
        position.answer((32.0, 10.0, 0.0))
    assert bool(rolled(position, "attack")) is not ends


def test_dice_of_an_attack_that_is_granted_are_counted() -> None:
    grant = {"do": "attack", "attack": "hero-blow", "dice": {"stat": "energy", "who": "chosen"}}
    hero = card(HERO, attack("hero-blow", range="5"))
    position = happens(grant, cards=[hero, card(VILLAIN, energy=2)], chosen=VILLAIN, rolls=("-----", "--"))
    assert rolled(position, "attack") == [5]


@rule("attack.step-5")
@pytest.mark.parametrize(("type", "dice"), [("physical", 3), ("mystic", 5)])
def test_the_defense_of_another_one_is_that_against_the_attack(type: str, dice: int) -> None:
    together = {"do": "add_dice", "amount": {"total": "defense", "among": {"every": "allied", "range": 2}}}
    villain = card(VILLAIN, superpowers=[power("pair", "innate", together, when="defense pool")])
    rules = invent(card(HERO, attack("blow", type=type)), villain, card("friend", physical=1, mystic=3))
    position = attacking(at("friend", 17, 10, 1), attack="blow", rules=rules, rolls=("---", "-" * dice))
    position.answer(VILLAIN)
    assert rolled(position, "defense") == [dice]


# Priority, tokens, dice of enemies, ends of moves ---------------------------------------------------------------


@rule("priority.token")
@pytest.mark.parametrize("had", [0, 1])
def test_the_priority_token_is_taken(had: int) -> None:
    position = happens({"do": "take_priority"}, mission={"priority": had})
    assert position.state.mission[0].priority == 0
    assert len(position.events(PriorityTaken)) == had


@rule("objective.no-size")
def test_tokens_of_a_kind_that_lie_near_are_placed_one_after_the_other() -> None:
    move = {"do": "for_lying_tokens", "kind": "asset", "range": 2, "then": [{"do": "place_token", "range": 1}]}
    things = [token("a", 12, 10, "vials"), token("b", 10, 12, "vials"), token("far", 20, 10, "vials"),
              token("held", 10, 10, "vials", holder=HERO), token("other", 8, 10, "relays")]  # fmt: skip
    position = happens(move, things=things)
    kind = position.game.content["crises"]["vials"].token
    assert kind == "asset" and position.asked == "token" and list(position.options) == ["a", "b"]
    position.answer("b")
    assert position.asked == "place_token" and position.game.request.about["objective"] == "b"


@rule("attack.step-9")
@pytest.mark.parametrize(("gap", "faces"), [(15, "failure"), (22, "critical")])
def test_dice_of_an_enemy_near_are_changed(gap: float, faces: str) -> None:
    change = {"do": "change_die", "who": "chosen", "faces": ["critical"], "to": "failure", "amount": 99}
    fog = power("fog", "innate", change, when="enemy dice", range=2, does=[
        {"forbids": "critical dice", "side": "enemy", "range": 2},
    ])  # fmt: skip
    rules = invent(card(HERO, attack("blow")), card("witch", superpowers=[fog]))
    rolls = ("CC-", "--") if faces == "failure" else ("CC-", "--", "--")
    position = attacking(at("witch", 12, gap - 3, 1), attack="blow", rules=rules, rolls=rolls)
    assert one(position, VILLAIN).damage == (0 if faces == "failure" else 2)


@rule("action.move")
def test_something_happens_when_a_move_action_is_over_but_no_other_move() -> None:
    proud = power("proud", "innate", GAIN, when="move ends")
    dash = power("dash", "active", {"do": "move", "tool": "short"})
    rules = invent(card(HERO, superpowers=[proud, dash]))
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=rules)).answer(("activate", HERO))
    for deed, gained in ((("superpower", "dash"), 0), (("move",), 1)):
        position.answer(deed)
        while position.asked != "act":
            position.answer(position.game.request.space.for_program(Random(1)))
        assert one(position, HERO).power == gained


@rule("power.spend")
@pytest.mark.parametrize(("has", "left"), [(3, 0), (2, None)])
def test_a_card_may_cost_a_number_of_whoever_plays_it(has: int, left: int | None) -> None:
    rules = cards({"do": "heal", "amount": 1, "who": "self"}, costs="size", cost=1, by=[{"named": [HERO]}])
    position = turn(battle(at(HERO, 10, 10, power=has), at(VILLAIN, 15, 10, 1), rules=rules, squads={0: SPENT}))
    assert (("card", "shout") in position.options) is (left is not None)
    if left is not None:
        position.answer(("card", "shout"))
        assert one(position, HERO).power == left


@pytest.mark.parametrize(("marked", "points"), [(True, 2), (False, 0)])
def test_a_mark_is_known_of_who_has_just_been_kod(marked: bool, points: int) -> None:
    prize = power("prize", "innate", {"do": "score", "points": 2}, when="fells",
                  test={"marked": "prey", "who": "chosen"})  # fmt: skip
    mark = {"do": "mark", "mark": "prey", "who": "chosen" if marked else "self", "until": "game"}
    harm = {"do": "damage", "amount": 5, "who": "chosen"}
    things = [at(VILLAIN, 15, 10, 1, injured=True), at("friend", 20, 10, 1)]
    position = happens(mark, {"do": "give", "power": "prize", "until": "game"}, harm, things=things,
                       cards=[card("friend", superpowers=[prize])], chosen=VILLAIN)  # fmt: skip
    assert VILLAIN not in position.state.characters
    assert position.state.squads[0].points == points


@pytest.mark.parametrize("times", [0, 1, 2])
def test_the_attacks_against_someone_in_an_activation_are_counted(times: int) -> None:
    each = {"do": "for_each", "side": "enemy", "range": None, "attacked": True,
            "then": [{"do": "gain_power", "amount": {"times_attacked": "chosen"}, "who": "self"}]}  # fmt: skip
    rules = cards(each, by=[{"active": True}])
    things = at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), at("friend", 30, 30, 1)
    position = battle(*things, rules=rules, squads={0: SPENT}, rolls=("---", "--") * times)
    turn(position).answer(("activate", HERO))
    for _ in range(times):
        position.answer(("attack", "poke"))
    position.answer(("card", "shout"))
    assert one(position, HERO).power == times
