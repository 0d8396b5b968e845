"""Choices, repetitions, and what counts for a time."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed

from .effects_table import happens, struck
from .table import HERO, VILLAIN, at, attack, battle, card, invent, one, piece, power, rule, turn

SECOND = card("second")
CROWD = [at(VILLAIN, 15, 10, 1), at("second", 10, 14, 1)]
HIT = {"do": "damage", "who": "chosen"}


# Choices ----------------------------------------------------------------------------------------------------


@rule("terms.objects")
def test_some_of_several_are_chosen_and_it_happens_to_each() -> None:
    effect = {"do": "choose_character", "range": 4, "up_to": 2, "then": [HIT]}
    position = happens(effect, things=CROWD, cards=[SECOND])

    assert position.asked == "characters" and position.options[0] == ()
    position.answer((VILLAIN, "second"))
    assert [event.character for event in position.events(DamageSuffered)] == [VILLAIN, "second"]


def test_the_range_of_a_choice_may_be_measured_from_someone_else() -> None:
    inner = {"do": "choose_character", "range": 2, "of": "chosen", "other_than": ["chosen"], "then": [HIT]}
    position = happens(inner, things=CROWD, cards=[SECOND], chosen="second")
    assert not position.events(DamageSuffered)
    position = happens({**inner, "range": 4}, things=CROWD, cards=[SECOND], chosen="second")
    assert [event.character for event in position.events(DamageSuffered)] == [VILLAIN]


def test_a_character_or_a_terrain_feature_is_chosen_and_thrown() -> None:
    effect = {"do": "choose_character", "range": 4, "or_terrain": True, "size": 3,
              "then": [{"do": "throw", "who": "chosen", "way": "", "tool": "short"}]}  # fmt: skip
    things = [at(VILLAIN, 15, 10, 1), piece("car", 10, 13)]
    position = happens(effect, things=things)
    assert set(position.options) == {VILLAIN, "car"}
    assert position.answer(VILLAIN).asked == "throw"
    assert happens(effect, things=things).answer("car").asked == "throw_terrain"


def test_for_each_of_a_sort_something_happens_one_after_the_other() -> None:
    effect = {"do": "for_each", "side": "enemy", "range": 4, "then": [HIT, {"do": "push", "who": "chosen"}]}
    position = happens(effect, things=CROWD, cards=[SECOND])
    assert position.asked == "push" and len(position.events(DamageSuffered)) == 1


@pytest.mark.parametrize(("times", "power"), [(3, 3), (0, 0), ("power_spent", 2)])
def test_something_happens_several_times(times: Any, power: int) -> None:
    position = happens({"do": "repeat", "times": times, "then": [{"do": "gain_power"}]}, spent=2)
    assert one(position, HERO).power == power


@rule("terms.effects")
def test_something_happens_to_each_only_once_a_turn() -> None:
    effect = {"do": "for_each", "range": 4, "then": [{"do": "once_each", "then": [HIT]}]}
    position = happens(effect, effect, things=CROWD, cards=[SECOND])
    assert [event.character for event in position.events(DamageSuffered)] == [VILLAIN, "second"]


# Amounts and conditions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "count"),
    [
        ({"stat": "size"}, 2), ({"stat": "threat"}, 3), ({"stat": "stamina"}, 5), ({"stat": "mystic"}, 2),
        ({"stat": "power", "who": "chosen"}, 4), ({"stat": "damage", "who": "chosen"}, 1),
        ({"stat": "conditions", "who": "chosen"}, 2),
        ({"characters": {"every": "enemy"}}, 2), ({"characters": {"every": "enemy", "range": 1}}, 0),
        ({"value": "power_spent", "times": 2, "at_most": 3}, 3),
        ({"value": {"stat": "power", "who": "chosen"}, "at_most": 2}, 2),
        ({"value": {"stat": "power", "who": "chosen"}, "plus": -1}, 3),
        ({"value": {"characters": {"every": "enemy"}}, "times": 2, "at_least": 5}, 5),
    ],
)  # fmt: skip
def test_amounts(amount: Any, count: int) -> None:
    there = at(VILLAIN, 15, 10, 1, power=4, damage=1, conditions=("hex", "slow"))
    position = happens({"do": "gain_power", "amount": amount}, things=[there, CROWD[1]], cards=[SECOND],
                       chosen=VILLAIN, spent=2)  # fmt: skip
    assert one(position, HERO).power == count


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ({"state": "dazed", "who": "chosen"}, False), ({"state": "injured", "who": "chosen"}, True),
        ({"state": "healthy", "who": "chosen"}, False), ({"state": "activated", "who": "chosen"}, True),
        ({"state": "enemy", "who": "chosen"}, True), ({"state": "allied", "who": "chosen"}, False),
        ({"state": "holding", "who": "chosen"}, False), ({"state": "gone", "who": "chosen"}, False),
        ({"has": ["stun", "hex"], "who": "chosen"}, True), ({"has": "stun", "who": "chosen"}, False),
        ({"near": 3, "who": "chosen"}, True), ({"near": 2, "who": "chosen"}, False),
        ({"near": 1, "who": "chosen", "of": "chosen"}, True),
        ({"is_one": ["villain"], "who": "chosen"}, True), ({"is_one": ["crew"], "who": "chosen"}, True),
        ({"is_one": ["hero"], "who": "chosen"}, False),
        ({"there_is": {"every": "enemy", "range": 3}}, True), ({"there_is": {"every": "enemy", "range": 2}}, False),
        ({"size_at_most": 2, "who": "chosen"}, True), ({"size_at_most": 1, "who": "chosen"}, False),
    ],
)  # fmt: skip
def test_conditions(test: Any, holds: bool) -> None:
    there = at(VILLAIN, 15, 10, 1, injured=True, activated=True, conditions=("hex",))
    effect = {"do": "if", "test": test, "then": [{"do": "gain_power"}]}
    position = happens(effect, things=[there], cards=[card(VILLAIN, affiliations=["crew"])], chosen=VILLAIN)
    assert one(position, HERO).power == holds


def test_the_dazed_and_the_gone_can_be_told() -> None:
    for state, there in (("dazed", at(VILLAIN, 15, 10, 1, dazed=True)), ("gone", at("second", 15, 10, 1))):
        effect = {"do": "if", "test": {"state": state, "who": "chosen"}, "then": [{"do": "gain_power"}]}
        rules_of = {"things": [there], "cards": [SECOND], "chosen": VILLAIN if state == "dazed" else "nobody"}
        assert one(happens(effect, **rules_of), HERO).power == 1  # type: ignore[arg-type]


# For a time -------------------------------------------------------------------------------------------------


def in_turn(*effects: Any, rolls: Any = (), **more: Any) -> Any:
    """The hero, in its activation, uses a superpower that does this."""
    deed = power("deed", "active", *effects)
    rules = invent(card(HERO, attack("blow", range="5"), superpowers=[deed], **more))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), rules=rules, rolls=rolls)
    turn(position).answer(("activate", HERO))
    return position.answer(("superpower", "deed"))


def rolled(position: Any) -> list[int]:
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == "attack"]


@rule("terms.effects")
def test_dice_for_the_next_attack_of_the_turn() -> None:
    position = in_turn({"do": "change", "stat": "attack dice", "by": 2, "until": "next attack"},
                       rolls=["HH---", "--", "---", "--"])  # fmt: skip
    position.answer(("attack", "blow")).answer(("attack", "blow"))
    assert rolled(position) == [5, 3]


@rule("terms.effects")
def test_dice_for_all_attacks_of_the_turn() -> None:
    position = in_turn({"do": "change", "stat": "attack dice", "by": 1, "until": "turn"},
                       rolls=["----", "--", "----", "--"])  # fmt: skip
    position.answer(("attack", "blow")).answer(("attack", "blow"))
    assert rolled(position) == [4, 4]


@rule("terms.effects")
@pytest.mark.parametrize("until", ["activation", "turn", "round"])
def test_what_counts_for_a_time_ends_with_it(until: str) -> None:
    position = in_turn({"do": "change", "stat": "physical", "by": 1, "until": until})
    game = position.game
    assert game.number("physical", HERO) == 3
    position.answer(("end",))
    if until == "activation":
        assert position.game.number("physical", HERO) == 2


@rule("terms.effects")
def test_a_number_is_limited_or_halved_for_a_time() -> None:
    change = {"do": "change", "who": "chosen", "until": "attack"}
    special = {"when": "targeted", "effects": [{**change, "stat": "defense dice", "halve": True}]}
    position = struck(special, rolls=["HHH", "B"])
    assert one(position, VILLAIN).damage == 2
    with pytest.raises(ContentError, match="cannot be changed in this way"):
        struck({"effects": [{**change, "stat": "physical", "most": 1}]})
    with pytest.raises(ContentError, match="the name of a number"):
        struck({"effects": [{**change, "stat": "strenght", "by": 1}]})


@rule("terms.cannot-beats-can")
def test_something_is_forbidden_for_this_attack() -> None:
    ban = {"do": "forbid", "cannot": "power from damage", "who": "target", "until": "attack"}
    position = struck({"when": "targeted", "effects": [ban]})
    assert (one(position, VILLAIN).damage, one(position, VILLAIN).power) == (3, 0)
    assert not position.state.effects
    with pytest.raises(ContentError, match="the name of a permission"):
        struck({"effects": [{**ban, "cannot": "sing"}]})


def test_a_keyword_is_given_for_a_time() -> None:
    position = in_turn({"do": "give", "power": "immunity:hex", "until": "turn"},
                       {"do": "condition", "condition": "hex", "who": "self"})  # fmt: skip
    assert one(position, HERO).conditions == ()


def test_where_no_such_scope_runs_nothing_is_changed() -> None:
    tough = {"do": "change", "stat": "physical", "by": 1, "until": "attack"}
    villain = card(VILLAIN, superpowers=[power("tough", "innate", tough, when="damaged")])
    position = happens({"do": "damage", "who": "chosen"}, cards=[villain], chosen=VILLAIN)

    assert position.events(SuperpowerUsed) and not position.state.effects
