"""Cards for a collision that is about to hurt someone, and for those who come along with a superpower that moves."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.running import resolve

from .table import HERO, VILLAIN, at, battle, card, invent, one, place, power, rule, tactic
from .test_importing_tactics import card as read

BRACE = tactic(
    "brace", {"do": "forbid", "cannot": "damage from collisions", "until": "collision",
              "who": {"every": "allied", "played": True, "itself": True}},
    when="would collide", most=10, cost=1,
)  # fmt: skip


def crash(times: int = 1, seat: int = 0, **hero: Any) -> Any:
    """The villain collides with the hero, by the effect of the hero's ally; a player has a card."""
    deed = power("deed", "active", *[{"do": "collide", "who": "chosen", "into": "self"}] * times)
    rules = invent(card(HERO, superpowers=[deed]), card("friend"), tactics=[BRACE])
    things = at(HERO, 10, 10, power=2), at("friend", 10, 13, power=2), at(VILLAIN, 12, 10, 1, power=2)
    rolls = ("--", "--")[:times]
    position = battle(*things, rules=rules, squads={seat: {"tactics": ("brace",)}}, rolls=rolls)
    call = resolve(0, HERO, "deed", rules.content.superpowers["deed"].program, VILLAIN)
    assert call is not None
    return position.begin(call)


def played(position: Any) -> Any:
    """The card is played."""
    assert position.asked == "trigger"
    position.answer(next(option for option in position.options if option is not None))
    assert position.asked == "payers" and all("friend" not in option for option in position.options)
    return position.answer(position.options[-1])


@rule("throw.collision-stop")
@pytest.mark.parametrize(("seat", "spared", "hurt"), [(0, HERO, VILLAIN), (1, VILLAIN, HERO)])
def test_who_pays_before_a_collision_suffers_nothing_from_it(seat: int, spared: str, hurt: str) -> None:
    position = played(crash(seat=seat))
    assert position.idle and one(position, spared).damage == 0 and one(position, hurt).damage > 0
    assert one(position, spared).power == 1 and not position.state.squads[seat].tactics


@rule("terms.effects")
def test_it_counts_for_that_collision_alone() -> None:
    once, twice = played(crash()), played(crash(times=2))
    assert one(once, HERO).damage == 0 and one(twice, HERO).damage == 3
    assert not [effect for effect in twice.state.effects.values() if effect.data.get("stat")]


def test_who_does_not_play_it_suffers_the_collision() -> None:
    assert one(crash().answer(None), HERO).damage == 3


# Those who come along -----------------------------------------------------------------------------------------


def charge(name: str) -> Any:
    """The hero uses a superpower by which it moves and gains power; its player has a card for one of that name."""
    later = {"do": "later", "id": "along", "when": "move ends", "until": "activation",
             "test": {"uses_superpower": ["charge"]}, "effects": [
                 {"do": "place", "who": {"every": "allied", "marked": "along"}, "range": 1, "of": "self"}]}  # fmt: skip
    mark = {"do": "mark", "mark": "along", "who": "chosen", "until": "game"}
    shout = tactic("shout", mark, later, when="buys superpower", by=[{"named": ["hero"]}, {"range": 2, "of": "chosen"}],
                   together=True, test={"uses_superpower": ["charge"]}, cost=1)  # fmt: skip
    moves = power(name, "active", {"do": "move"}, {"do": "gain_power", "amount": 5, "who": "self"}, cost=2)
    rules = invent(card(HERO, superpowers=[moves]), card("friend"), tactics=[shout])
    things = at(HERO, 10, 10, power=3), at("friend", 10, 12, power=1), at(VILLAIN, 30, 30, 1)
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}})
    return position.begin(ACTIVATION(player=0, character=HERO)).answer(("superpower", name))


@rule("superpower.active")
def test_someone_comes_along_when_the_move_of_the_superpower_ends_and_before_all_else() -> None:
    position = charge("charge")
    assert position.asked == "trigger" and one(position, HERO).power == 1
    position.answer(next(option for option in position.options if option is not None))
    while position.asked in ("payer", "way_to_move"):
        position.answer(position.options[0])
    position.answer(("spot", 13.0, 9.0))
    assert position.asked == "place" and one(position, HERO).power == 0
    position.answer((13.0, 11.0))
    assert place(position, "friend") == (13, 11) and one(position, HERO).power == 5


def test_another_superpower_is_not_meant() -> None:
    assert charge("dash").asked != "trigger"


# Texts ------------------------------------------------------------------------------------------------------


def test_those_who_would_collide_are_whoever_pays() -> None:
    found = read(
        "If one or more allied characters would suffer a collision, they may each spend 1 {PWR} to play this card.\n"
        "Characters that spent {PWR} do not suffer {DMG} from this collision.", "Reactive",
    )  # fmt: skip
    assert (found["when"], found["cost"], found["most"]) == ("would collide", 1, 10)
    assert found["effects"][0]["until"] == "collision"


def test_two_play_a_card_when_one_of_them_uses_a_superpower() -> None:
    found = read(
        "If Quill is within {RNG} 2 of an allied Warden when she uses the Charge {Active} superpower, they may each "
        "spend 1 {PWR} to play this card.\nAfter the Charge movement action is resolved but before making the attack "
        "action, you may place Warden within {RNG} 1 of Quill.", "Reactive",
    )  # fmt: skip
    assert found["when"] == "buys superpower" and found["test"] == {"uses_superpower": ["Charge"]}
    assert found["by"][1]["range"] == 2 and found["effects"][1]["when"] == "move ends"


@pytest.mark.parametrize(
    "text",
    [
        "If one or more allied characters would suffer a collision, they may each spend 1 {PWR} to play this card.\n"
        "Characters that spent {PWR} suffer half the {DMG} from this collision.",
        "If Quill is within {RNG} 2 of an allied Warden when she uses the Charge {Active} superpower, they may each "
        "spend 1 {PWR} to play this card.\nAfter the Charge attack is resolved, you may place Warden within {RNG} 1.",
    ],
)
def test_what_is_nearly_understood_stays_by_hand(text: str) -> None:
    assert read(text, "Reactive")["played"] != "program"
