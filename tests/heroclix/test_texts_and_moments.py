"""Texts of special powers: at a moment that has what they speak of, of whom is still there, if they can be done."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import AttackResolved, RollFinalized
from rulewright_heroclix.events.damage import Healed
from rulewright_heroclix.events.turns import TokenGiven

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, happened, invent, one, rule

COUNT: Final = {"do": "named_tokens", "token": "count"}


# What a word needs is there -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "place", "needs"),
    [
        (when("your turn begins", COUNT, whose="any"), "whose", "'any' needs a character whose moment it is"),
        (when("hits", COUNT, using="flurry"), "using", "'flurry' needs a power or ability that is being used"),
        (when("your turn ends", {"do": "damage", "to": "attacker"}), "effects[0].to", "'attacker' needs an attack"),
        (when("moved", {"do": "damage", "to": "other"}), "effects[0].to", "'other' needs another character"),
        (when("hit", {"do": "damage", "to": "attacker"}, after_resolutions=True), "effects[0].to",
         "'attacker' needs an attack"),
        (when("starts the game", {"do": "becomes", "value": "attack", "number": 9, "until": "attack"}),
         "effects[0].until", "'attack' needs an attack"),
        (act({"do": "damage", "to": "chosen"}), "effects[0].to", "'chosen' needs a character whom the text has chosen"),
        (act({"do": "heal", "amount": {"rolled": True}}), "effects[0].amount", "'rolled' needs a d6"),
        (act({"do": "if", "test": {"did": True}, "then": [COUNT]}), "effects[0].test", "'did' needs something"),
    ],
)  # fmt: skip
def test_a_word_without_what_it_speaks_of_is_refused_with_its_place(part: Any, place: str, needs: str) -> None:
    with pytest.raises(ContentError) as error:
        invent(clix(HERO, *("8/10/17/3",) * 3, traits=[special(part)]))
    (problem,) = error.value.problems
    assert problem.field == f"traits[0].does[0].{place}" and problem.found.startswith(needs)


@pytest.mark.parametrize(
    "part",
    [
        when("given an action", COUNT, using="flurry"),
        when("moved", {"do": "damage", "to": "other"}, whose="opposing"),
        when("hit", {"do": "damage", "to": "other"}, after_resolutions=True),
        when("hit", {"do": "becomes", "value": "attack", "number": 9, "to": "attacker", "until": "attack"}),
        act({"do": "roll", "results": [{"effects": [{"do": "heal", "amount": {"rolled": True}}]}]}),
        act({"do": "target", "then": [COUNT]}, {"do": "damage", "to": "chosen"}),
    ],
)
def test_a_word_with_what_it_speaks_of_is_read(part: Any) -> None:
    invent(clix(HERO, *("8/10/17/3",) * 3, traits=[special(part)]))


@rule("20.3", 1)
def test_an_effect_until_the_end_of_an_attack_does_not_begin_without_one() -> None:
    boost = {"do": "becomes", "value": "attack", "number": 12, "until": "attack"}
    position = acting(trait=special(when("moved", boost)))
    position.answer((HERO, "move", "MOVE")).answer("D3")

    assert position.asked == "action" and position.game.number("attack", HERO) == 10


# Who is gone is gone ------------------------------------------------------------------------------------------


def thorn(moment: str, *effects: Any) -> dict[str, Any]:
    """A foe whose trait does something to others at a moment of theirs."""
    return clix(FOE, *("8/10/12/2",) * 5, traits=[special(when(moment, *effects, whose="opposing"), id="thorn")])


KO_OTHER: Final = {"do": "ko", "who": "other"}


@rule("7.7", 1)
@pytest.mark.parametrize(("dial", "name"), [("8/10/17/3", "move"), ("8 charge/10/17/3", "charge")])
def test_an_action_of_who_lost_it_or_is_ko_d_when_it_was_given_does_nothing(dial: str, name: str) -> None:
    hero = clix(HERO, dial, *("8/10/17/3",) * 2 if name == "charge" else ())
    foe = thorn("given an action", {"do": "damage", "to": "other"})
    position = acting(cards=(hero, foe), rolls=())
    position.answer((HERO, name, "POWER" if name == "charge" else "MOVE"))

    assert position.asked == "action"
    assert one(position, HERO).area == ("map" if name == "charge" else "ko")
    assert [event.character for event in happened(position, TokenGiven)] == [HERO] * (name == "charge")


@rule("7.7", 1)
def test_an_action_whose_last_chance_went_when_it_was_given_comes_to_nothing() -> None:
    alone = {"do": "target", "among": "any", "named": "friend", "itself": True, "then": [{"do": "ko"}]}
    cards = clix(HERO, "8 support/10/17/3"), clix("friend"), thorn("given an action", alone)
    position = acting(at(HERO, "C3"), at("friend", "C4"), cards=cards, rolls=())
    position.answer((HERO, "support", "POWER"))

    assert one(position, "friend").area == "ko" and position.asked == "action"
    assert [event.character for event in happened(position, TokenGiven)] == [HERO]


@rule("pac.carry", 1)
def test_who_is_ko_d_at_the_end_of_its_move_puts_nobody_down() -> None:
    hero = clix(HERO, "8/10/17/3", size="giant")
    things = at(HERO, "C3"), at("friend", "C4"), at(FOE, "L12")
    position = acting(*things, cards=(hero, clix("friend"), thorn("moved", KO_OTHER)))
    position.answer((HERO, "move", "MOVE")).answer(("friend",)).answer("E3")

    assert one(position, HERO).area == "ko" and one(position, "friend").squares == ((2, 3),)
    assert position.asked == "action"


@rule("12.6g", 1)
@pytest.mark.parametrize("gone", [HERO, FOE])
def test_who_is_ko_d_between_two_knock_backs_neither_knocks_back_nor_is(gone: str) -> None:
    ko = {"do": "target", "among": "any", "named": gone, "itself": True, "then": [{"do": "ko"}]}
    far = clix("far", *("8/10/12/2",) * 4, traits=[special(when("knocked back", ko), id="thorn")])
    cards = clix(HERO, "8/10/17/2", bolts=2, range=6), clix(FOE, *("8/10/12/2",) * 4), far
    position = acting(at(HERO, "C3"), at(FOE, "E3"), at("far", "C8", player=1), cards=cards, rolls=("44",))
    position.answer((HERO, "range", "RANGE")).answer((FOE, "far")).answer((1, 1)).answer("yes")

    assert one(position, gone).area == "ko" and position.last(AttackResolved)
    assert one(position, "far").squares != ((2, 7),)
    if gone == HERO:
        assert one(position, FOE).squares == ((4, 2),)


@rule("12.1c", 1)
def test_an_energy_explosion_whose_target_is_gone_reaches_nobody_beside_it() -> None:
    gone = special(when("targeted", {"do": "take_off", "who": "self"}), id="thorn")
    cards = clix(HERO, "8/10 energy-explosion/17/2"), clix(FOE, *("8/10/12/2",) * 4, traits=[gone]), clix("near")
    position = acting(at(HERO, "C3"), at(FOE, "G3"), at("near", "H3", player=1), cards=cards, rolls=("34",))
    position.answer((HERO, "energy-explosion", "RANGE"))
    if position.asked == "target":
        position.answer(FOE)

    assert one(position, FOE).area == "aside" and not happened(position, RollFinalized)


@rule("21.12a", 2)
def test_who_replaces_a_character_in_its_action_is_given_the_token_of_it() -> None:
    swap = special(when("moved", {"do": "replace", "optional": False}))
    cards = clix(HERO, *("8 charge/10/17/3",) * 3, traits=[swap]), clix("shade", *("8/10/17/3",) * 3)
    position = acting(at(HERO, "C3"), at("shade", area="sideline"), cards=cards)
    position.answer((HERO, "charge", "POWER")).answer("D3")

    assert one(position, "shade").area == "map" and one(position, "shade").tokens == 1
    assert {"costed", "token"} <= set(one(position, "shade").done)


# Can it be done -----------------------------------------------------------------------------------------------


def spur(tokens: int) -> Scenario:
    """A hero with so many tokens who may remove one of them, and is healed if it does."""
    may = {"do": "may", "effects": [{"do": "remove_token"}], "if_done": [{"do": "heal", "amount": 3}]}
    hero = clix(HERO, *("8/10/17/3",) * 6, traits=[special(act(may, action=("FREE",)))])
    return use(acting(at(HERO, "C3", click=5, tokens=tokens), cards=(hero,)), "FREE")


@rule("20.9b")
def test_what_cannot_be_done_is_not_asked_and_not_done() -> None:
    without = spur(0)
    assert without.asked == "action" and one(without, HERO).click == 5 and not happened(without, Healed)

    with_one = spur(1)
    assert with_one.asked == "may"
    with_one.answer(True)
    assert (one(with_one, HERO).click, one(with_one, HERO).tokens) == (2, 0)


@rule("13.3", 3)
def test_nobody_is_chosen_to_be_given_a_token_who_has_two() -> None:
    push = special(act({"do": "target", "among": "friendly", "then": [{"do": "give_token"}, COUNT]}, action=("FREE",)))
    cards = clix(HERO, *("8/10/17/3",) * 3, traits=[push]), clix("tired"), clix("fresh")
    things = at(HERO, "C3"), at("tired", "E3", tokens=2), at("fresh", "G3", tokens=1)
    position = use(acting(*things, cards=cards), "FREE")

    assert position.asked == "target" and set(position.options) == {"fresh", "idle"}


@rule("20.9b")
def test_an_optional_choice_is_offered_where_one_of_those_who_can_be_chosen_is_there() -> None:
    hurt = {"do": "target", "among": "friendly", "then": [{"do": "remove_token", "who": "chosen"}]}
    may = special(act({"do": "may", "effects": [hurt], "if_done": [COUNT]}, action=("FREE",)))
    cards = clix(HERO, *("8/10/17/3",) * 3, traits=[may]), clix("friend")

    for tokens, asked in ((0, "action"), (1, "may")):
        things = at(HERO, "C3"), at("friend", "E3", tokens=tokens)
        assert use(acting(*things, cards=cards), "FREE").asked == asked
