"""Situations of superpowers, team tactic cards and leaderships, decided from the rulebook: when and how often."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.events.characters import DamageSuffered as Damaged
from rulewright_crisis_protocol.events.characters import KnockedOut
from rulewright_crisis_protocol.events.movement import Collided
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed, TacticPlayed
from rulewright_crisis_protocol.leaderships import lead

from .effects_table import happens
from .judge_table import attacked, decline, gains, harms, hurt, offered, rolls_of, use
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
    power,
    rule,
    tactic,
    turn,
)

LUCK = {"do": "reroll", "amount": 1}
BOTH = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)


def activation(*things: Any, player: int = 0, who: str = HERO, **more: Any) -> Scenario:
    """A character is activated."""
    return battle(*things, **more).begin(ACTIVATION(player=player, character=who))


def with_powers(*powers: Any, villain: Any = (), cards: Any = (), **more: Any) -> Any:
    own = [card(HERO, superpowers=list(powers)), card(VILLAIN, superpowers=list(villain))]
    return invent(*own, card("friend"), *cards, **more)


# Active ones ------------------------------------------------------------------------------------------------


@rule("superpower.active", 1)
def test_an_active_superpower_is_for_its_own_activation() -> None:
    mend = power("mend", "active", {"do": "heal"})
    rules = invent(card(HERO, superpowers=[mend]), card(VILLAIN), card("friend"))
    things = at(HERO, 10, 10, damage=2), at("friend", 12, 10), BOTH[1]
    assert not offered(turn(battle(*things, rules=rules)), "mend")
    assert not offered(activation(*things, rules=rules, who="friend"), "mend")
    assert offered(activation(*things, rules=rules), "mend")


@rule("superpower.active", 2)
@rule("action.superpower")
@rule("activation.two-actions")
def test_with_no_action_left_only_what_takes_none_is_offered() -> None:
    shout = power("shout", "active", gains(), action=True)
    hum = power("hum", "active", gains())
    position = activation(*BOTH, rules=with_powers(shout, hum))
    position.answer(("superpower", "shout"), ("superpower", "shout"))

    assert not offered(position, "shout") and offered(position, "hum")
    assert one(position.answer(("superpower", "hum")), HERO).power == 3


@rule("power.spend", 3)
@rule("superpower.active")
@pytest.mark.parametrize(("power_", "open"), [(3, True), (2, False)])
def test_the_cost_has_to_be_there_in_full(power_: int, open: bool) -> None:
    dear = power("dear", "active", gains(), cost=3)
    assert offered(activation(at(HERO, 10, 10, power=power_), BOTH[1], rules=with_powers(dear)), "dear") is open


@rule("field.once-per-turn")
@rule("superpower.active")
def test_once_a_turn_is_once_for_each_character_that_has_it_and_again_in_the_next() -> None:
    mend = power("mend", "active", gains(), once="turn")
    rules = invent(card(HERO, superpowers=[mend]), card(VILLAIN))
    things = at(HERO, 10, 10), at(HERO, 14, 10, name="twin"), *BOTH[1:], at(VILLAIN, 30, 20, 1, name="other")
    position = turn(battle(*things, rules=rules)).answer(("activate", HERO), ("superpower", "mend"))
    assert not offered(position, "mend")

    position.answer(("end",), ("activate", VILLAIN), ("end",), ("activate", "twin"), ("superpower", "mend"))
    assert (one(position, HERO).power, one(position, "twin").power) == (1, 1)


@rule("timing.any-time")
@rule("damage.dazed-limits", 8)
def test_a_superpower_that_dazes_its_own_character_goes_no_further() -> None:
    burn = power("burn", "active", harms("self", 9), {"do": "damage", "who": {"every": "enemy"}, "amount": 2})
    things = at(HERO, 10, 10), at("friend", 20, 10), at(VILLAIN, 13, 10, 1)
    position = activation(*things, rules=with_powers(burn)).answer(("superpower", "burn"))

    assert one(position, HERO).dazed and one(position, VILLAIN).damage == 0 and position.idle


@rule("damage.dazed-limits", 8)
@rule("damage.ko")
def test_who_knocks_itself_out_in_its_activation_leaves_no_trace() -> None:
    burn = power("burn", "active", harms("self", 9))
    things = at(HERO, 10, 10, injured=True, conditions=("bleed",)), at("friend", 20, 10), at(VILLAIN, 13, 10, 1)
    position = activation(*things, rules=with_powers(burn)).answer(("superpower", "burn"))

    assert position.events(KnockedOut) and position.idle
    assert position.state.mission[0].last == 0


@rule("damage.dazed-limits", 8)
def test_who_dazes_somebody_else_goes_on() -> None:
    crush = power("crush", "active", harms({"every": "enemy", "range": 5}, 9))
    position = activation(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), rules=with_powers(crush))
    position.answer(("superpower", "crush"))
    assert one(position, VILLAIN).dazed and ("move",) in position.options


@rule("terms.effects")
@rule("terms.cannot-beats-can")
def test_what_concerns_an_opponent_concerns_the_two_who_fight() -> None:
    """Nobody whom the bearer does not fight is forbidden anything."""
    quiet = power("quiet", "innate", does=[{"forbids": "modify dice", "side": "opposing"}])
    luck = power("luck", "innate", {"do": "reroll", "amount": "all"}, when="own dice")
    rules = invent(card(HERO, superpowers=[luck]), card("third", superpowers=[quiet]))
    position = attacking(at("third", 25, 25, 1), rules=rules, rolls=["---", "--", "HHH"])
    assert one(position, VILLAIN).damage == 3


@rule("damage.power")
@rule("field.power", 3)
def test_damage_of_its_own_superpower_gives_no_power() -> None:
    position = happens(harms("self", 2))
    assert (one(position, HERO).damage, one(position, HERO).power) == (2, 0)


# Reactive ones ----------------------------------------------------------------------------------------------


@rule("superpower.reactive")
def test_a_reactive_superpower_is_used_once_for_an_event() -> None:
    luck = power("luck", "reactive", LUCK, when="own dice")
    position = use(attacking(rules=with_powers(luck), rolls=["---", "--", "-"]), "luck").answer((0,))
    assert position.idle


@rule("superpower.reactive")
@rule("dodge.modify")
@rule("superpower.reactive-example")
def test_a_dodge_after_the_attack_is_another_event_than_the_attack() -> None:
    """The defender rerolls a die of its defense; then a friend of the attacker is thrown at it, and it dodges."""
    luck = power("luck", "reactive", LUCK, when="own dice")
    toss = {"effects": [{"do": "choose_character", "side": "enemy", "range": 5, "other_than": ["target"], "then": [
        {"do": "throw", "who": "chosen", "way": "", "tool": "long"}]}]}  # fmt: skip
    rules = invent(card(HERO, attack("hero-blow", toss)), card(VILLAIN, superpowers=[luck]), card("second", size=1))
    things = at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), at("second", 15, 13, 1)
    position = attacking(*things, rules=rules, rolls=["H--", "--", "B", "--", "B"])
    if position.asked == "target":
        position.answer(VILLAIN)
    use(position, "luck").answer((0,))
    assert position.asked == "throw"
    position.answer(270.0)

    assert position.events(Collided) and offered(position, "luck")
    use(position, "luck").answer((0,))
    assert sorted(hurt(position)) == [("second", 1), (VILLAIN, 1)]


@rule("superpower.reactive")
@rule("terms.after")
def test_a_counter_attack_inside_an_attack_is_an_event_of_its_own() -> None:
    """The hero has rerolled as the attacker, and may do so again as the defender of the counter attack."""
    luck = power("luck", "reactive", LUCK, when="own dice")
    counter = power("counter", "reactive", {"do": "attack"}, when="after attacked")
    position = attacking(rules=with_powers(luck, villain=[counter]), rolls=["---", "--", "-", "HHH", "--", "B"])
    use(position, "luck").answer((0,))
    use(position, "counter")

    assert position.player == 0 and offered(position, "luck")
    use(position, "luck").answer((0,))
    assert hurt(position) == [(HERO, 2)]


@rule("superpower.reactive")
@rule("attack.step-9", 1)
def test_a_bystander_has_no_part_in_the_dice_of_others() -> None:
    luck = power("luck", "reactive", LUCK, when="own dice")
    rules = invent(card("friend", superpowers=[luck]))
    position = attacking(at("friend", 10, 12), rules=rules, rolls=["---", "--"])
    assert position.idle and not position.events(SuperpowerUsed)


@rule("power.spend", 2, 3)
@rule("superpower.reactive")
@rule("attack.effect-order")
def test_the_power_for_two_answers_to_one_event_has_to_be_there_for_both() -> None:
    """Of two answers that cost 1 a character with 1 power makes one."""
    answers = [power(id, "reactive", harms("attacker"), when="after attacked", cost=1) for id in ("slap", "kick")]
    rules = with_powers(villain=answers)
    position = attacking(at(VILLAIN, 15, 10, 1, power=1), rules=rules, rolls=["---", "--"])
    use(position, "slap")

    assert position.idle and one(position, VILLAIN).power == 0 and one(position, HERO).damage == 1


@rule("power.spend", 2, 3)
@rule("tactic-card.play", 1)
@pytest.mark.parametrize("first", ["slap", "revenge"])
def test_a_superpower_and_a_card_are_not_paid_with_the_same_power(first: str) -> None:
    slap = power("slap", "reactive", harms("attacker"), when="after attacked", cost=1)
    revenge = tactic("revenge", harms("attacker"), when="after attacked", cost=1)
    rules = with_powers(villain=[slap], tactics=[revenge])
    position = attacking(at(VILLAIN, 15, 10, 1, power=1), rules=rules, rolls=["---", "--"],
                         squads={1: {"tactics": ("revenge",)}})  # fmt: skip
    use(position, first)

    assert decline(position).idle and one(position, VILLAIN).power == 0 and one(position, HERO).damage == 1


@rule("superpower.reactive")
@rule("measure.within")
@pytest.mark.parametrize(("x", "near"), [(17.37, True), (17.39, False)])
def test_the_range_of_an_answer_is_measured_from_base_to_base(x: float, near: bool) -> None:
    grudge = power("grudge", "reactive", gains(), when="after attacked", range=3)
    rules = invent(card(HERO, attack("hero-blow", range="5")), card(VILLAIN, superpowers=[grudge]))
    assert offered(attacking(at(VILLAIN, x, 10, 1), rules=rules, rolls=["---", "--"]), "grudge") is near


@rule("terms.cannot-beats-can")
def test_who_cannot_use_superpowers_keeps_what_is_innate() -> None:
    quiet = power("quiet", "innate", does=[{"forbids": "superpowers", "side": "opposing"}])
    luck = power("luck", "reactive", LUCK, when="own dice")
    tough = power("tough", "innate", does=[{"modifies": "physical", "by": 1}])
    rules = invent(card(HERO, superpowers=[quiet]), card(VILLAIN, superpowers=[luck, tough]))
    position = attacking(rules=rules, rolls=["HHH", "---"])
    assert position.idle and rolls_of(position, "defense") == [("blank",) * 3]


@rule("terms.cannot-beats-can")
@rule("cover.effect", 1)
def test_who_cannot_benefit_from_cover_is_not_asked() -> None:
    exposed = power("exposed", "innate", does=[{"forbids": "cover", "side": "opposing"}])
    position = attacking(piece("car", 13, 10, facing=90), rules=with_powers(exposed), rolls=["HHH", "--"])
    assert position.idle and one(position, VILLAIN).damage == 3


# Innate ones ------------------------------------------------------------------------------------------------


@rule("superpower.innate", 1, 2)
@rule("field.condition.root")
def test_what_is_innate_happens_unasked_and_without_power() -> None:
    balm = power("balm", "innate", {"do": "heal"}, when="after attacked")
    position = attacking(at(VILLAIN, 15, 10, 1, conditions=("root",)), rules=with_powers(villain=[balm]),
                         rolls=["HH-", "--"])  # fmt: skip
    assert position.idle and one(position, VILLAIN).damage == 1


@rule("superpower.innate", 3)
@rule("damage.dazed-limits", 6)
@rule("terms.duplicates")
def test_the_aura_of_a_dazed_character_is_gone() -> None:
    banner = power("banner", "innate", does=[{"modifies": "physical", "by": 1, "side": "allied", "range": 3}])
    rules = invent(card("guard", superpowers=[banner]))
    for dazed, dice in ((False, 3), (True, 2)):
        game = battle(at(HERO, 10, 10), at("guard", 12, 10, dazed=dazed), BOTH[1], rules=rules).game
        assert game.number("physical", HERO) == dice


@rule("terms.duplicates")
def test_two_characters_with_an_aura_of_one_name_help_once_whatever_the_files_call_it() -> None:
    name = {"en": "Banner", "zh": "旗帜"}
    change = {"modifies": "physical", "by": 1, "side": "allied", "range": 3}
    guards = [card(f"guard{n}", superpowers=[power(f"banner{n}", "innate", does=[change], name=name)]) for n in (1, 2)]
    things = at(HERO, 10, 10), at("guard1", 12, 10), at("guard2", 10, 12), BOTH[1]
    assert battle(*things, rules=invent(*guards)).game.number("physical", HERO) == 3


@rule("terms.halving")
@rule("stat-card.defenses")
def test_half_of_3_and_one_die_more_are_3() -> None:
    """Halved and rounded up first; what adds is added then."""
    powers = [power("frail", "innate", does=[{"modifies": "physical", "halve": True}]),
              power("tough", "innate", does=[{"modifies": "physical", "by": 1}])]  # fmt: skip
    rules = invent(card(HERO, physical=3, superpowers=powers))
    assert battle(at(HERO, 10, 10), rules=rules).game.number("physical", HERO) == 3


@rule("stat-card.sides")
@rule("superpower.innate")
def test_the_injured_side_has_its_own_superpowers_and_attacks() -> None:
    hurt_side = {"stamina": 4, "physical": 4, "energy": 1, "mystic": 1, "attacks": [attack("last-blow", strength=5)]}
    mend = power("mend", "active", {"do": "heal"})
    rules = invent(card(HERO, injured=hurt_side, superpowers=[mend]))
    position = activation(at(HERO, 10, 10, injured=True), at(VILLAIN, 13, 10, 1), rules=rules)

    assert not offered(position, "mend") and offered(position, "last-blow") and not offered(position, "hero-blow")
    assert position.game.number("physical", HERO) == 4


# Team tactic cards ------------------------------------------------------------------------------------------


@rule("tactic-card.active")
def test_an_active_card_is_not_played_in_the_turn_of_the_opponent() -> None:
    rules = invent(tactics=[tactic("rest", {"do": "heal"})])
    position = turn(battle(*BOTH, rules=rules, squads={1: {"tactics": ("rest",)}}))
    assert position.player == 0 and not offered(position, "rest")


@rule("tactic-card.active")
@rule("timing.any-time")
def test_an_active_card_does_not_interrupt_an_attack() -> None:
    rules = with_powers(power("luck", "reactive", LUCK, when="own dice"), tactics=[tactic("rest", {"do": "heal"})])
    position = attacking(rules=rules, rolls=["---", "--"], squads={0: {"tactics": ("rest",)}})
    assert offered(position, "luck") and not offered(position, "rest")


@rule("tactic-card.reactive")
@rule("tactic-card.play", 2)
def test_two_reactive_cards_may_answer_one_event_and_each_is_discarded() -> None:
    cards = [tactic(id, harms("attacker"), when="after attacked") for id in ("scorn", "spit")]
    position = attacking(rules=invent(tactics=cards), rolls=["---", "--"], squads={1: {"tactics": ("scorn", "spit")}})
    use(position, "scorn")
    if not position.idle:
        use(position, "spit")
    assert one(position, HERO).damage == 2 and position.state.squads[1].tactics == ()


@rule("tactic-card.reactive")
def test_a_card_is_not_played_twice_in_a_series_of_events() -> None:
    scorn = tactic("scorn", harms("attacker"), when="after attacked")
    rules = invent(card(HERO, attack("hero-blow", range="A2")), card("second"), tactics=[scorn])
    things = at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = battle(*things, rules=rules, rolls=["---", "--"] * 2, squads={1: {"tactics": ("scorn",)}})
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("attack", "hero-blow"), VILLAIN)
    use(position, "scorn")

    assert len(position.events(TacticPlayed)) == 1 and attacked(position) == [VILLAIN, "second"]


@rule("tactic-card.play", 1)
@rule("field.condition.root")
def test_root_makes_superpowers_dearer_and_no_cards() -> None:
    rules = invent(tactics=[tactic("rest", {"do": "heal"}, cost=1)])
    things = at(HERO, 10, 10, power=1, damage=1, conditions=("root",)), BOTH[1]
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}})).answer(("card", "rest"))
    assert (one(position, HERO).power, one(position, HERO).damage) == (0, 0)


@rule("tactic-card.active")
@rule("activation.alternate", 2)
def test_the_last_card_may_follow_the_activation_in_the_same_turn() -> None:
    rules = invent(card("friend"), tactics=[tactic("rest", {"do": "heal"})])
    things = at(HERO, 10, 10, damage=1), at("friend", 12, 10), BOTH[1]
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}}))
    position.answer(("activate", HERO), ("end",))

    assert position.player == 0 and position.options == [("card", "rest"), ("end",)]


@rule("damage.dazed-limits", 5, 8)
@rule("tactic-card.play", 1)
def test_the_turn_goes_on_with_cards_when_the_activation_ended_by_dazing() -> None:
    """The activation ends; the turn of its player does not, and somebody else pays for the card."""
    burn = power("burn", "active", harms("self", 9))
    rules = with_powers(burn, tactics=[tactic("rest", gains(), cost=1)])
    things = at(HERO, 10, 10, power=5), at("friend", 12, 10, power=1), BOTH[1]
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}}))
    position.answer(("activate", HERO), ("superpower", "burn"))

    assert position.player == 0 and position.options == [("card", "rest"), ("end",)]
    assert one(position.answer(("card", "rest")), "friend").power == 1


# Leaderships ------------------------------------------------------------------------------------------------

DRILL = {"id": "drill", "name": {"en": "Drill", "zh": "操练"}, "affiliation": "wardens"}


def led(*things: Any, **ability: Any) -> Scenario:
    """The squad of the hero is led by a character with this ability."""
    rules = invent(card("boss", leadership={**DRILL, **ability}))
    position = battle(at("boss", 20, 3), *things, rules=rules)
    return position.happen(*lead(position.game, 0, "boss"))


@rule("leadership.active", 1, 2)
@rule("stat-card.leadership", 2)
def test_a_leadership_is_for_its_squad_alone_and_for_the_leader_too() -> None:
    game = led(*BOTH, does=[{"modifies": "mystic", "by": 1}]).game
    assert [game.number("mystic", id) for id in (HERO, "boss", VILLAIN)] == [3, 3, 2]


@rule("leadership.active", 2)
@rule("superpower.innate", 3)
@rule("damage.dazed-limits", 6)
def test_a_superpower_of_the_leadership_is_each_characters_own_and_the_dazed_have_none() -> None:
    gift = power("drilled", "innate", gains(), when="power phase")
    things = at(HERO, 10, 10), at("boss", 12, 10, name="boss2", dazed=True), BOTH[1]
    position = phase(led(*things, superpowers=[gift]), "power")
    while position.asked == "trigger":
        position.answer(position.options[0])
    assert one(position, HERO).power == 2 and one(position, VILLAIN).power == 1
    assert one(position, "boss2").power == 1


@rule("leadership.active", 2)
@rule("field.ko-effects")
def test_the_leader_that_is_knocked_out_in_an_attack_helps_nobody_in_the_next() -> None:
    position = led(*BOTH, does=[{"modifies": "physical", "by": 1}])
    assert position.game.number("physical", HERO) == 3
    position.happen(Damaged("boss", 9, VILLAIN, True))
    assert position.game.number("physical", HERO) == 3  # dazed, but on the battlefield
    position.happen(KnockedOut("boss", 0))
    assert position.game.number("physical", HERO) == 2


# Innate ones at moments of the dice -------------------------------------------------------------------------


@rule("superpower.innate", 1)
@rule("superpower.innate-example")
@pytest.mark.parametrize(
    ("who", "when", "effect", "dealt"),
    [
        (HERO, "attack pool", {"do": "add_dice"}, 3),
        (VILLAIN, "attack pool", {"do": "add_dice"}, 2),
        (VILLAIN, "defense pool", {"do": "add_dice"}, 1),
        (HERO, "defense pool", {"do": "add_dice"}, 2),
        (HERO, "own dice", {"do": "change_die", "faces": ["blank"], "to": "hit"}, 3),
        (VILLAIN, "own dice", {"do": "change_die", "faces": ["blank"], "to": "block"}, 1),
        (HERO, "opposing dice", {"do": "change_die", "faces": ["blank"], "to": "block", "of": "opposing"}, 1),
        (VILLAIN, "opposing dice", {"do": "change_die", "faces": ["hit"], "to": "blank", "of": "opposing"}, 1),
        (VILLAIN, "before damage", {"do": "reduce_damage"}, 1),
    ],
)
def test_what_is_innate_changes_dice_and_damage_unasked(who: str, when: str, effect: Any, dealt: int) -> None:
    gift = power("gift", "innate", effect, when=when)
    rules = invent(*(card(id, superpowers=[gift] if id == who else []) for id in (HERO, VILLAIN)), card("friend"))
    more = dealt > 2 and when == "attack pool", dealt < 2 and when == "defense pool"
    rolls = ["HHH-"[: 3 + more[0]] if more[0] else "HH-", "--B" if more[1] else "--"]
    position = attacking(at("friend", 10, 12), rules=rules, rolls=rolls)
    assert position.idle and one(position, VILLAIN).damage == dealt


@rule("superpower.innate", 1)
@rule("dodge.modify")
def test_what_is_innate_changes_the_dice_of_its_own_dodge() -> None:
    gift = power("gift", "innate", {"do": "change_die", "faces": ["blank"], "to": "block"}, when="own dice")
    hurl = {"do": "throw_terrain", "tool": "medium", "size": 3, "range": 2}
    for who, damage in ((VILLAIN, 2), (HERO, 3)):
        cards = [card(who, superpowers=[gift])]
        position = happens(hurl, cards=cards, things=[at(VILLAIN, 13, 10, 1), piece("car", 10, 13)], rolls=["--"])
        assert one(position.answer(0.0), VILLAIN).damage == damage


@rule("superpower.innate", 1)
@rule("superpower.reactive")
def test_a_bystander_s_innate_superpower_has_no_part_in_the_dice_of_others() -> None:
    gift = power("gift", "innate", {"do": "reroll", "amount": "all"}, when="own dice")
    rules = invent(card("friend", superpowers=[gift]))
    assert attacking(at("friend", 10, 12), rules=rules, rolls=["---", "--"]).idle
