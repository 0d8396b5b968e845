"""Words of leaderships: what would be moved and stays, dice that have just fallen, failures, points, who pays."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.events.attacks import AttackResolved, DiceAdded, DiceRolled
from rulewright_crisis_protocol.events.characters import ConditionGained, Dazed, KnockedOut, PowerSpent
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.events.rounds import Scored, TurnBegan
from rulewright_crisis_protocol.leaderships import lead
from rulewright_crisis_protocol.objectives import secured_by

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
    named,
    one,
    piece,
    place,
    power,
    rule,
    token,
    turn,
)  # fmt: skip

POWER = {"do": "gain_power"}
PUSH = {"do": "push", "who": "chosen", "tool": "short", "way": "away"}
PLACE = {"do": "place", "who": "chosen", "range": 1, "of": "itself"}
THROW = {"do": "throw", "who": "chosen", "tool": "short", "way": "away"}
LEAD = {"do": "move", "who": "chosen", "tool": "short", "moved_by": "self"}


def keeper(id: str, *ways: str, **more: Any) -> dict[str, Any]:
    """A superpower by which someone stays that would be moved in one of these ways."""
    facts = {"when": "would be moved", "test": {"would_be": list(ways)}, **more}
    return power(id, "innate", {"do": "stay"}, **facts)


# What would be moved ----------------------------------------------------------------------------------------


@rule("terms.cannot-beats-can")
@rule("push.rules")
@pytest.mark.parametrize(
    ("effect", "way"), [(PUSH, "pushed"), (PLACE, "placed"), (THROW, "thrown"), (LEAD, "advanced")]
)
@pytest.mark.parametrize("kept", [True, False])
def test_who_would_be_moved_may_stay(effect: dict[str, Any], way: str, kept: bool) -> None:
    ways = {"pushed", "placed", "thrown", "advanced"}
    stays = keeper("heavy", *([way] if kept else sorted(ways - {way})))
    position = happens(effect, cards=[card(VILLAIN, superpowers=[stays])], chosen=VILLAIN)
    assert position.idle is kept and not position.events(Moved)


@rule("superpower.reactive")
@pytest.mark.parametrize(("x", "asked"), [(18, True), (33, False)])
def test_an_ally_that_is_near_is_kept_for_power(x: float, asked: bool) -> None:
    keep = power(
        "keep", "reactive", {"do": "stay"}, when="anyone would be moved", range=3, cost=2,
        test={"all": [{"would_be": ["pushed"]}, {"effect_of": ["superpower"], "by": "enemy"}]},
    )  # fmt: skip
    things = [at(VILLAIN, 15, 10, 1), at("friend", x, 10, 1, power=2)]
    position = happens(PUSH, things=things, cards=[card("friend", superpowers=[keep])], chosen=VILLAIN)
    assert (position.asked == "trigger") is asked
    if asked:
        position.answer(position.options[0])
        assert position.idle and place(position, VILLAIN) == (15, 10) and one(position, "friend").power == 0


@rule("superpower.reactive")
def test_who_does_not_use_it_is_moved() -> None:
    keep = power("keep", "reactive", {"do": "stay"}, when="would be moved")
    position = happens(PUSH, cards=[card(VILLAIN, superpowers=[keep])], chosen=VILLAIN)
    position.answer(None, 0.0)
    assert position.last(Moved).how == "push"


@rule("terms.enemy-effect")
@pytest.mark.parametrize(("mover", "moved"), [(HERO, False), ("friend", True)])
def test_only_effects_of_enemies_may_be_meant(mover: str, moved: bool) -> None:
    keep = keeper("rooted", "pushed", test={"effect_of": ["any"], "by": "enemy"})
    things = [at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), at("friend", 20, 10)]
    chosen = VILLAIN if mover == HERO else "friend"
    cards = [card(VILLAIN, superpowers=[keep]), card("friend", superpowers=[keep])]
    position = happens(PUSH, things=things, cards=cards, chosen=chosen)
    assert (position.asked == "push") is moved


@rule("terms.cannot-beats-can")
def test_nobody_stays_whom_nothing_moves() -> None:
    with pytest.raises(ContentError, match="'stay' needs a movement that an effect is about to force on someone"):
        invent(card(HERO, superpowers=[power("odd", "innate", {"do": "stay"}, when="targeted")]))


@rule("objective.contest")
@pytest.mark.parametrize(("crisis", "stays"), [("relays", True), ("vials", False)])
def test_what_is_contested_may_have_to_be_a_secure_objective(crisis: str, stays: bool) -> None:
    keep = keeper("rooted", "pushed", test={"state": "contesting secure", "who": "self"})
    things = [at(VILLAIN, 15, 10, 1), token("spot", 15, 11, crisis)]
    position = happens(PUSH, things=things, cards=[card(VILLAIN, superpowers=[keep])], chosen=VILLAIN)
    assert position.idle is stays


@rule("push.rules")
@pytest.mark.parametrize(("x", "damage"), [(20.0, 1), (32.0, 0)])
def test_who_is_pushed_into_terrain_may_suffer_for_it(x: float, damage: int) -> None:
    rough = power("rough", "innate", {"do": "damage", "who": "chosen"}, when="pushes into terrain")
    things = [at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), piece("house", x, 10)]
    position = happens(PUSH, things=things, cards=[card(HERO, superpowers=[rough])], chosen=VILLAIN).answer(0.0)
    assert one(position, VILLAIN).damage == damage


@rule("push.rules")
def test_nobody_suffers_for_an_ally_that_is_pushed_into_terrain() -> None:
    rough = power("rough", "innate", {"do": "damage", "who": "chosen"}, when="pushes into terrain")
    things = [at(HERO, 10, 10), at("friend", 15, 10), piece("house", 20, 10)]
    cards = [card(HERO, superpowers=[rough]), card("friend")]
    position = happens(PUSH, things=things, cards=cards, chosen="friend").answer(0.0)
    assert position.events(Moved) and one(position, "friend").damage == 0


# Dice that have just fallen ---------------------------------------------------------------------------------

TREAT = {"do": "treat_die", "faces": ["failure"], "to": "critical"}


@rule("attack.step-8")
def test_a_failure_that_counts_as_a_critical_adds_a_die() -> None:
    lucky = power("lucky", "reactive", {"do": "spend", "up_to": 3, "then": [{**TREAT, "amount": "power_spent"}]},
                  when="dice rolled")  # fmt: skip
    rules = invent(card(HERO, attack("blow"), superpowers=[lucky]))
    position = attacking(at(HERO, 10, 10, power=2), attack="blow", rules=rules, rolls=("FFF", "--", "H-"))
    assert position.asked == "react"
    position.answer(("lucky", HERO), 2)
    assert [event.faces for event in position.events(DiceAdded)] == [("hit", "blank")]
    assert one(position, VILLAIN).damage == 3 and one(position, HERO).power == 0


@rule("attack.step-8")
@rule("field.condition.hex")
def test_the_hexed_count_it_and_roll_no_more() -> None:
    lucky = power("lucky", "reactive", TREAT, when="dice rolled")
    rules = invent(card(HERO, attack("blow"), superpowers=[lucky]))
    things = at(HERO, 10, 10, conditions=("hex",))
    position = attacking(things, attack="blow", rules=rules, rolls=("F--", "--")).answer(("lucky", HERO))
    assert not position.events(DiceAdded) and one(position, VILLAIN).damage == 1


@rule("dodge.roll")
def test_it_counts_in_a_dodge_too() -> None:
    lucky = power("lucky", "reactive", TREAT, when="dice rolled")
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 15, 10, 1)]
    cards = [card("friend", superpowers=[lucky]), card(VILLAIN, size=1)]
    push = {"do": "throw", "who": "chosen", "tool": "medium", "way": ""}
    position = happens(push, things=things, cards=cards, chosen=VILLAIN, rolls=["F-", "B"]).answer(0.0)
    position.answer(("lucky", "friend"))
    assert one(position, "friend").damage == 0


@rule("attack.step-9")
@pytest.mark.parametrize(("modifies", "damage"), [(True, 0), (False, 1)])
def test_a_change_may_be_forbidden_and_what_only_counts_may_not(modifies: bool, damage: int) -> None:
    treat = {"do": "treat_die", "faces": ["blank"], "to": "wild", "modifies": modifies}
    quick = power("quick", "reactive", treat, when="dice rolled", test={"rolls": ["attack"]})
    still = {"do": "forbid", "cannot": "modify dice", "who": "attacker", "until": "attack"}
    wall = power("wall", "innate", still, when="targeted")
    rules = invent(card(HERO, attack("blow"), superpowers=[quick]), card(VILLAIN, superpowers=[wall]))
    position = attacking(attack="blow", rules=rules, rolls=("---", "--")).answer(("quick", HERO))
    assert one(position, VILLAIN).damage == damage


@rule("attack.step-8")
def test_which_of_several_faces_is_chosen() -> None:
    treat = {"do": "treat_die", "faces": ["blank", "block"], "to": "wild"}
    rules = invent(card(HERO, attack("blow"), superpowers=[power("quick", "reactive", treat, when="dice rolled")]))
    position = attacking(attack="blow", rules=rules, rolls=("-BH", "--")).answer(("quick", HERO))
    assert position.asked == "change_die"
    position.answer((0,))
    assert "block" in position.events(DiceRolled)[-1].faces or one(position, VILLAIN).damage == 2


@rule("attack.step-8")
def test_dice_are_treated_only_before_criticals() -> None:
    with pytest.raises(ContentError, match="'treat_die' needs dice whose criticals have not added any yet"):
        invent(card(HERO, superpowers=[power("odd", "innate", TREAT, when="own dice")]))


FREE = {"modifies": "modifiable failures", "by": 1}


@rule("dice.failure")
@pytest.mark.parametrize(("does", "dice"), [([FREE], 3), ([], 2)])
def test_who_may_modify_failures_rerolls_them_too(does: list[Any], dice: int) -> None:
    again = power("again", "innate", {"do": "reroll", "amount": "any"}, when="own dice", test={"rolls": ["attack"]})
    rules = invent(card(HERO, attack("blow"), superpowers=[again, named({"id": "eye", "kind": "innate", "does": does})]
                        if does else [again]))  # fmt: skip
    position = attacking(attack="blow", rules=rules, rolls=("F-H", "--")).answer(("again", HERO))
    assert position.asked == "reroll" and len(position.game.request.space.items) == dice


@rule("dice.failure")
def test_the_failures_of_another_one_stay_as_they_are() -> None:
    again = power("again", "innate", {"do": "reroll", "of": "opposing", "amount": "any"}, when="opposing dice",
                  test={"rolls": ["defense"]})  # fmt: skip
    eye = named({"id": "eye", "kind": "innate", "does": [FREE]})
    rules = invent(card(HERO, attack("blow"), superpowers=[eye]), card(VILLAIN, superpowers=[again]))
    assert attacking(attack="blow", rules=rules, rolls=("FFF", "--")).idle


# Leaderships ------------------------------------------------------------------------------------------------


def led(things: list[Any], cards: Any = (), **leadership: Any) -> Scenario:
    """The boss leads the hero and a friend against the villain and a second one."""
    named_ = {"id": "drill", "name": {"en": "Drill", "zh": "操练"}, "affiliation": "wardens", **leadership}
    ids = {one["id"] for one in cards}
    rest = [card(id) for id in ("friend", "second") if id not in ids]
    rules = invent(card("boss", leadership=named_), *rest, *cards)
    here = {str(one.id) for one in things}
    all_ = at(HERO, 10, 10), at("friend", 10, 13), at("boss", 20, 3), at(VILLAIN, 14, 10, 1), at("second", 30, 30, 1)
    position = battle(*(one for one in all_ if str(one.id) not in here), *things, rules=rules)
    return position.happen(*lead(position.game, 0, "boss"))


@rule("leadership.active")
@rule("win.sixteen")
@pytest.mark.parametrize(("points", "scored"), [(0, 1), (2, 0), (3, 0)])
def test_only_who_is_behind_scores_for_a_loss(points: int, scored: int) -> None:
    ability = named({"id": "stand", "when": "anyone felled", "test": {"behind": True},
                     "effects": [{"do": "score"}]})  # fmt: skip
    position = led([], own=[ability])
    position.happen(Scored(0, points), Scored(1, 2)).happen(Dazed("boss", VILLAIN))
    assert position.state.squads[0].points == points + scored


@rule("leadership.active", 2)
@rule("damage.dazed-limits")
def test_the_ability_of_a_leader_who_falls_in_its_own_activation_goes_on() -> None:
    ability = named({"id": "stand", "when": "anyone felled", "effects": [{"do": "score"}]})
    strike = power("strike", "active", {"do": "attack"})
    thorns = power("thorns", "innate", {"do": "damage", "who": "attacker", "amount": 9}, when="after attacked")
    boss = card(
        "boss", superpowers=[strike], leadership=named({"id": "drill", "affiliation": "wardens", "own": [ability]})
    )
    rules = invent(boss, card(VILLAIN, superpowers=[thorns]))
    position = battle(at("boss", 10, 10), at(VILLAIN, 13, 10, 1), rules=rules, rolls=["H--", "--"])
    position.happen(*lead(position.game, 0, "boss"))
    position.begin(ACTIVATION(player=0, character="boss")).answer(("superpower", "strike"))

    assert one(position, "boss").dazed and position.state.squads[0].points == 1


@rule("terms.enemy-effect")
@pytest.mark.parametrize("by", ["", "friend"])
def test_a_loss_by_no_enemy_scores_nothing(by: str) -> None:
    ability = named({"id": "stand", "when": "anyone felled", "effects": [{"do": "score"}]})
    position = led([], own=[ability]).happen(Dazed(HERO, by))
    assert position.state.squads[0].points == 0


@rule("stat-card.superpowers")
@pytest.mark.parametrize("gone", [True, False])
def test_what_a_card_says_counts_of_the_fallen_too(gone: bool) -> None:
    lowly = {"none": [{"prints": "crowd", "who": "chosen"}]}
    ability = named({"id": "stand", "when": "anyone felled", "test": lowly, "effects": [{"do": "score"}]})
    crowd = power("crowd", "innate", {"do": "gain_power"}, when="round ends")
    position = led([], [card("friend", superpowers=[crowd])], own=[ability])
    for id, points in (("friend", 0), (HERO, 1)):
        position.happen(KnockedOut(id, 0, VILLAIN) if gone else Dazed(id, VILLAIN))
        assert position.state.squads[0].points == points


@rule("power.spend")
@rule("superpower.active")
@pytest.mark.parametrize(("cost", "spends"), [(3, [2, 3]), (1, [1, 1]), (2, [1, 2])])
def test_the_first_superpower_of_each_in_a_turn_costs_less_but_not_nothing(cost: int, spends: list[int]) -> None:
    less = {"modifies": "superpower discount", "by": 1, "test": {"first_superpower": True}}
    song = power("song", "active", {"do": "gain_tokens", "token": "note"}, cost=cost)
    position = led([at(HERO, 10, 10, power=9)], [card(HERO, superpowers=[song])], does=[less])
    turn(position).answer(("activate", HERO), ("superpower", "song"), ("superpower", "song"))
    assert [event.amount for event in position.events(PowerSpent)] == spends


@rule("field.condition.root")
@rule("power.spend")
@pytest.mark.parametrize(("cost", "spends"), [(1, 2), (2, 2), (3, 3), (0, 1)])
def test_what_is_spent_besides_comes_on_top_of_a_cost_that_is_less(cost: int, spends: int) -> None:
    less = {"modifies": "superpower discount", "by": 1, "test": {"first_superpower": True}}
    song = power("song", "active", {"do": "gain_tokens", "token": "note"}, cost=cost)
    hero = at(HERO, 10, 10, power=9, conditions=("root",))
    position = led([hero], [card(HERO, superpowers=[song])], does=[less])
    turn(position).answer(("activate", HERO), ("superpower", "song"))
    assert [event.amount for event in position.events(PowerSpent)] == [spends]


@rule("superpower.innate")
def test_what_is_innate_is_not_used() -> None:
    less = {"modifies": "superpower discount", "by": 1, "test": {"first_superpower": True}}
    song = power("song", "active", {"do": "gain_tokens", "token": "note"}, cost=2)
    wakes = power("wakes", "innate", {"do": "gain_power"}, when="activation begins")
    position = led([at(HERO, 10, 10, power=5)], [card(HERO, superpowers=[song, wakes])], does=[less])
    turn(position).answer(("activate", HERO), ("superpower", "song"))
    assert [event.amount for event in position.events(PowerSpent)] == [1]


CREDIT = named({"id": "credit", "when": "superpower paid", "once": "turn", "optional": True, "effects": [
    {"do": "choose_character", "side": "allied", "range": None, "then": [{"do": "gain_power", "who": "chosen"}]},
]})  # fmt: skip


@rule("leadership.active")
@rule("power.spend")
@pytest.mark.parametrize(("cost", "asked"), [(1, True), (0, False)])
def test_who_spent_power_for_a_superpower_may_share_the_credit(cost: int, asked: bool) -> None:
    song = power("song", "active", {"do": "gain_tokens", "token": "note"}, cost=cost)
    position = led([at(HERO, 10, 10, power=2)], [card(HERO, superpowers=[song])], abilities=[CREDIT])
    turn(position).answer(("activate", HERO), ("superpower", "song"))
    assert (position.asked == "trigger") is asked
    if asked:
        position.answer(position.options[0], "friend")
        assert one(position, "friend").power == 1
        position.answer(("superpower", "song"))
        assert position.asked == "act"


@rule("power.spend")
@pytest.mark.parametrize(("amount", "asked"), [(2, True), (0, False)])
def test_what_its_text_lets_it_spend_is_spent_for_it(amount: int, asked: bool) -> None:
    song = power("song", "active", {"do": "spend", "up_to": 3, "then": [{"do": "gain_tokens", "token": "note"}]})
    position = led([at(HERO, 10, 10, power=2)], [card(HERO, superpowers=[song])], abilities=[CREDIT])
    turn(position).answer(("activate", HERO), ("superpower", "song"), amount)
    assert (position.asked == "trigger") is asked


@rule("leadership.active")
@rule("activation.alternate")
@pytest.mark.parametrize(("player", "asked"), [(0, True), (1, False)])
def test_one_of_the_squad_may_pay_when_a_turn_of_its_player_begins(player: int, asked: bool) -> None:
    pays = {"do": "spend", "who": "chosen", "must": True, "then": [{"do": "heal", "who": "chosen"}]}
    choice = {"do": "choose_character", "side": "allied", "range": None, "itself": True, "power": 1, "up_to": 1}
    ability = named({"id": "breath", "when": "turn begins", "effects": [{**choice, "then": [pays]}]})
    position = led([at(HERO, 10, 10, power=1, damage=2), at("friend", 10, 13, damage=1)], own=[ability])
    turn(position, player)
    assert (position.asked == "characters") is asked
    assert not asked or [*position.options] == [(), (HERO,)]
    if asked:
        position.answer([HERO])
        assert (one(position, HERO).power, one(position, HERO).damage) == (0, 1)
        assert [event.player for event in position.events(TurnBegan)] == [0]


@rule("objective.contest")
@pytest.mark.parametrize(("injured", "whose"), [(False, 0), (True, 1)])
def test_a_healthy_one_may_count_as_two_for_a_token(injured: bool, whose: int) -> None:
    more = {"modifies": "worth for tokens", "by": 1, "test": {"state": "healthy", "who": "self"}}
    things = [at(HERO, 18, 17, injured=injured), at(VILLAIN, 18, 19, 1), token("relay", 18, 18)]
    assert secured_by(led(things, does=[more]).game, "relay") == whose


# After an ally fell -----------------------------------------------------------------------------------------


@rule("terms.after")
@rule("attack.step-14")
def test_an_ally_that_fell_by_an_attack_is_avenged_after_it() -> None:
    """What the attack does afterwards comes before."""
    spoils = {"effects": [{"do": "gain_power", "amount": 4, "who": "self"}]}
    avenge = power("vengeful", "reactive", {"do": "attack", "against": "chosen"}, when="after ally felled")
    rules = invent(card(HERO, attack("blow", spoils)), card("second", superpowers=[avenge]))
    things = at(VILLAIN, 14, 10, 1, damage=4), at("second", 12, 12, 1)
    position = attacking(*things, attack="blow", rules=rules, rolls=("HH-", "--", "HHH", "--"))
    position.answer(VILLAIN)
    assert position.asked == "trigger" and one(position, HERO).power == 4
    position.answer(position.options[0])
    assert one(position, HERO).damage == 3


FALLS = {"enemy dazed": "helper", "fells": HERO, "ally dazed": "second", "anyone felled": "second"}
HURTS = {"enemy damaged": "helper", "ally damaged": "second", "damaged": "second"}


@rule("terms.after")
@pytest.mark.parametrize(
    ("when", "whose", "injured"),
    [
        *((*one, injured) for one in FALLS.items() for injured in (False, True)),
        *((*one, False) for one in HURTS.items()),
    ],
)
def test_what_comes_after_the_effect_waits_for_the_end_of_the_attack(when: str, whose: str, injured: bool) -> None:
    """Who is dazed or KO'd by an attack is so for these moments at its end, and once; the same holds for damage."""
    target = "second" if when == "damaged" else VILLAIN
    fallen = at(VILLAIN, 14, 10, 1, damage=4, injured=injured)
    things = fallen, at("second", 14, 13, 1), at("helper", 9, 12)
    for moment, after in ((when, False), (f"after {when}", True)):
        text = power("text", "innate", {"do": "condition", "condition": "hex", "who": "self"}, when=moment)
        made = [card(id, superpowers=[text] if id == whose else []) for id in ("second", "helper", VILLAIN)]
        hero = card(HERO, attack("blow"), superpowers=[text] if whose == HERO else [])
        position = attacking(*things, attack="blow", rules=invent(hero, *made), rolls=("HH-", "--")).answer(target)
        order = [type(event) for event in position.game.events() if isinstance(event, ConditionGained | AttackResolved)]
        assert order == ([AttackResolved, ConditionGained] if after else [ConditionGained, AttackResolved])


@rule("terms.after")
def test_who_falls_by_what_comes_after_the_attack_is_mourned_then() -> None:
    """It is no longer the attack that is waited for."""
    burns = {"effects": [{"do": "damage", "amount": 3, "who": "target"}]}
    mourn = power("mourn", "innate", POWER, when="after ally dazed")
    rules = invent(card(HERO, attack("blow", burns)), card("second", superpowers=[mourn]))
    things = at(VILLAIN, 14, 10, 1, damage=2), at("second", 12, 12, 1)
    position = attacking(*things, attack="blow", rules=rules, rolls=("H--", "--")).answer(VILLAIN)
    assert one(position, VILLAIN).dazed and one(position, "second").power == 1


@rule("damage.ko")
def test_an_attack_against_an_ally_is_answered_though_it_ko_d_it() -> None:
    answer = power("answer", "innate", POWER, when="ally attacked")
    rules = invent(card(HERO, attack("blow"), superpowers=[answer]), card("second", superpowers=[answer]))
    things = at(VILLAIN, 14, 10, 1, damage=4, injured=True), at("second", 12, 12, 1)
    position = attacking(*things, attack="blow", rules=rules, rolls=("HH-", "--")).answer(VILLAIN)
    assert VILLAIN not in position.state.characters
    assert (one(position, "second").power, one(position, HERO).power) == (1, 0)


@rule("measure.within")
def test_who_was_dazed_by_an_attack_is_still_measured_from() -> None:
    spreads = {"effects": [{"do": "damage", "who": {"every": "enemy", "range": 2, "of": "target"}}]}
    rules = invent(card(HERO, attack("blow", spreads)), card("second"))
    things = at(VILLAIN, 14, 10, 1, damage=4), at("second", 14, 12, 1)
    position = attacking(*things, attack="blow", rules=rules, rolls=("HH-", "--")).answer(VILLAIN)
    assert one(position, VILLAIN).dazed and one(position, "second").damage == 1


@rule("terms.after")
def test_one_that_fell_by_something_else_is_avenged_then() -> None:
    avenge = power("vengeful", "reactive", {"do": "attack", "against": "chosen"}, when="after ally felled")
    things = [at(HERO, 10, 10), at(VILLAIN, 14, 10, 1, damage=4), at("second", 12, 12, 1)]
    position = happens({"do": "damage", "who": "chosen"}, things=things, chosen=VILLAIN,
                       cards=[card("second", superpowers=[avenge])], rolls=("HHH", "--"))  # fmt: skip
    position.answer(position.options[0])
    assert one(position, HERO).damage == 3


@rule("terms.enemy-effect")
@rule("field.ko-effects")
def test_the_effect_of_who_is_gone_is_nobodys() -> None:
    ability = named({"id": "stand", "when": "anyone felled", "effects": [{"do": "score"}]})
    position = led([], own=[ability]).happen(KnockedOut(VILLAIN, 1)).happen(Dazed(HERO, VILLAIN))
    assert position.state.squads[0].points == 0


@rule("field.ko-effects")
def test_nobody_is_pushed_by_who_fell_before() -> None:
    spikes = power("spikes", "innate", {"do": "damage", "who": "chosen", "amount": 9}, when="would be moved")
    things = [at(HERO, 10, 10, injured=True), at("friend", 10, 13), at(VILLAIN, 15, 10, 1)]
    cards = [card(VILLAIN, superpowers=[spikes]), card("friend")]
    position = happens(PUSH, things=things, cards=cards, chosen=VILLAIN)
    assert position.idle and HERO not in position.state.characters and not position.events(Moved)
