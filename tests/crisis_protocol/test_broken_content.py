"""Content that cannot be meant is refused with its place; nothing of a file is passed over."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.action import ATTACK_ACTION

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, named, one, power, rule

HEAL = {"do": "heal"}


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        (power("p", "innate", HEAL), "says when"),
        (power("p", "innate", when="power phase"), "says when"),
        (power("p", "reactive", HEAL), "a moment"),
        (power("p", "active", HEAL, range=2), "range: it counts at these moments only"),
        (power("p", "reactive", HEAL, when="own dice", range=2), "range: it counts at these moments only"),
        (power("p", "active", HEAL, once="attack"), "in an attack are these moments only"),
        (power("p", "innate", does=[{"modifies": "physical", "by": 1}], once="turn"), "test, once"),
        (power("p", "reactive", HEAL, when="damaged", action=True), "only an active superpower takes an action"),
    ],
)
def test_a_superpower_whose_fields_would_not_be_read_is_refused(entry: Any, wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        invent(card(HERO, superpowers=[entry]))


def test_immunity_to_what_is_no_condition_is_refused() -> None:
    with pytest.raises(ContentError, match="keywords"):
        invent(card(HERO, keywords=["immunity:slwo"]))


@pytest.mark.parametrize(
    "more", [{"score": "held"}, {"score": "controlled", "interaction": "take"}, {"score": "secured", "roll": 2}]
)
def test_a_crisis_whose_tokens_could_never_score_is_refused(more: Any) -> None:
    facts = {"type": "extract", "threat": 16, "token": "asset", "spots": [[18, 18]], **more}
    with pytest.raises(ContentError, match="interaction"):
        invent(crises=[named({"id": "odd", **facts})])


def test_two_different_attacks_of_one_id_are_refused_and_the_same_one_on_both_sides_is_not() -> None:
    with pytest.raises(ContentError, match=r"hero: healthy.attacks\[0\].id: found 'slash'"):
        invent(card(HERO, attack("slash")))
    side = {"stamina": 5, "physical": 2, "energy": 2, "mystic": 2, "attacks": [attack("same")]}
    invent(card(HERO, attack("same"), injured=side))


@pytest.mark.parametrize(
    ("effect", "wrong"),
    [
        ({"do": "attack", "attack": "hero-blov"}, "attack: found 'hero-blov'.*did you mean 'hero-blow'"),
        ({"do": "transform", "into": "villian"}, "into: found 'villian'.*did you mean 'villain'"),
        ({"do": "give", "power": "flihgt"}, "power: found 'flihgt'.*a keyword"),
        (
            {"do": "if", "test": {"is_one": ["villian"], "who": "self"}, "then": [HEAL]},
            "test.is_one: found 'villian'.*'villain'",
        ),
    ],
)
def test_an_effect_that_names_what_is_not_there_is_refused_with_the_nearest(effect: Any, wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        invent(card(HERO, superpowers=[power("p", "active", effect)]))


@pytest.mark.parametrize(
    ("outline", "wrong"),
    [
        ([[-1, 5], [-1, 3], [-1, 3]], "at least 3 different corners"),
        ([[0, 0], [2, 2], [2, 0], [0, 2]], "no simple polygon"),
    ],
)
def test_terrain_whose_outline_encloses_nothing_is_refused(outline: list[list[int]], wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        invent(terrain=[named({"id": "odd", "size": 2, "outline": outline})])


def test_a_layout_with_unknown_terrain_is_refused_with_the_nearest() -> None:
    with pytest.raises(ContentError, match=r"terrain\[0\].kind: found 'kisok'.*did you mean 'kiosk'"):
        invent(layouts=[named({"id": "odd", "terrain": [{"kind": "kisok", "at": [18, 18]}]})])


@rule("power.spend", 2, 3)
@rule("attack.target", 2)
@pytest.mark.parametrize(("x", "power"), [(14, 1), (30, 5)])
def test_a_granted_attack_that_cannot_be_paid_or_reaches_nobody_does_not_happen(x: float, power: int) -> None:
    rules = invent(card(HERO, attack("dear", cost=3)))
    things = at(HERO, 10, 10, power=power), at(VILLAIN, x, 10, 1)
    position = battle(*things, rules=rules).begin(ATTACK_ACTION(player=0, character=HERO, attack="dear"))

    assert position.idle and one(position, HERO).power == power


def test_a_superpower_after_the_attack_may_count_faces() -> None:
    count = power("count", "innate", {"do": "gain_power", "amount": {"faces": "wild"}}, when="after attack")
    position = attacking(rules=invent(card(HERO, superpowers=[count])), rolls=["WWH", "--"])

    assert one(position, HERO).power == 2


def test_a_character_may_be_called_like_an_edge() -> None:
    rules = invent(card("south"))
    position = battle(at("south", 10, 10), at(VILLAIN, 30, 30, 1), rules=rules)
    position.begin(ACTIVATION(player=0, character="south"))

    assert ("move",) in position.options
