"""Power, damage, conditions and tokens as effects, and whom they mean."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.effects import LEXICON
from rulewright_crisis_protocol.events.characters import ConditionGained, DamageSuffered, Dazed, KnockedOut, PowerGained

from .effects_table import happens, struck
from .table import HERO, VILLAIN, at, card, one, power, rule, token

FRIEND, SECOND = card("friend"), card("second", size=4, affiliations=["crew"])


def everyone(every: str, **more: Any) -> dict[str, Any]:
    return {"every": every, **more}


# Whom it means ----------------------------------------------------------------------------------------------


CROWD = [
    at("friend", 12, 10), at("second", 10, 13, 1, conditions=("poison",)), at(VILLAIN, 15, 10, 1),
    at("second", 30, 30, 1, name="far"), at("friend", 10, 8, 0, name="dazed", dazed=True),
]  # fmt: skip


@rule("character.ally-enemy")
@rule("damage.dazed-limits", 1)
@rule("measure.within")
@pytest.mark.parametrize(
    ("who", "meant"),
    [
        (everyone("enemy"), {"second", VILLAIN, "far"}),
        (everyone("enemy", range=2), {"second"}),
        (everyone("enemy", range=3), {"second", VILLAIN}),
        (everyone("enemy", range=3, size=3), {VILLAIN}),
        (everyone("enemy", has="poison"), {"second"}),
        (everyone("enemy", affiliation="crew"), {"second", "far"}),
        (everyone("enemy", range=3, other_than=["chosen"]), {VILLAIN}),
        (everyone("any", range=2, of="chosen", other_than=["chosen"]), {"friend"}),
        (everyone("allied"), {"friend"}),
        (everyone("allied", itself=True), {"friend", HERO}),
        (everyone("any", range=2), {"friend", "second"}),
        ("self", {HERO}),
        ("chosen", {"second"}),
    ],
)
def test_an_effect_means_a_role_or_everyone_of_a_sort(who: Any, meant: set[str]) -> None:
    position = happens(
        {"do": "gain_power", "who": who}, things=CROWD, cards=[FRIEND, SECOND], chosen="second"
    )  # fmt: skip

    assert {event.character for event in position.events(PowerGained)} == meant


def test_everyone_who_holds_a_token() -> None:
    held = token("relays#1", 0, 0, holder=VILLAIN)
    position = happens({"do": "gain_power", "who": everyone("enemy", holding=True)}, things=[*CROWD, held],
                       cards=[FRIEND, SECOND])  # fmt: skip
    assert [event.character for event in position.events(PowerGained)] == [VILLAIN]


def test_everyone_in_sight() -> None:
    from .table import piece

    things = [at(HERO, 9, 10), at(VILLAIN, 15, 10, 1), piece("truck", 12.5, 10, facing=90)]
    for sight, count in ((True, 0), (False, 1)):
        who = everyone("enemy", range=4, sight=sight)
        assert len(happens({"do": "gain_power", "who": who}, things=things).events(PowerGained)) == count


# Power ------------------------------------------------------------------------------------------------------


@rule("power.lose-more")
def test_power_that_is_lost_counts_as_that_much() -> None:
    position = happens(
        {"do": "lose_power", "who": everyone("enemy"), "amount": 2}, {"do": "gain_power", "amount": "that_much"},
        things=[at(VILLAIN, 15, 10, 1, power=1), at("second", 10, 13, 1, power=5)], cards=[SECOND],
    )  # fmt: skip

    assert (one(position, VILLAIN).power, one(position, "second").power) == (0, 3)
    assert one(position, HERO).power == 3


@rule("power.spend", 1)
def test_power_may_be_spent_for_more() -> None:
    effect = {"do": "spend", "up_to": 3, "then": [{"do": "damage", "who": "chosen", "amount": "power_spent"}]}
    position = happens(effect, things=[at(HERO, 10, 10, power=2)], chosen=VILLAIN)

    assert position.asked == "spend" and position.options == [0, 1, 2]
    position.answer(2)
    assert (one(position, HERO).power, one(position, VILLAIN).damage) == (0, 2)


def test_without_power_or_the_wish_nothing_is_spent() -> None:
    effect = {"do": "spend", "least": 2, "up_to": 3, "then": [{"do": "gain_power"}]}
    assert happens(effect, things=[at(HERO, 10, 10, power=1)]).idle
    position = happens(effect, things=[at(HERO, 10, 10, power=3)]).answer(0)
    assert one(position, HERO).power == 3


# Damage -----------------------------------------------------------------------------------------------------


@rule("damage.power", 1)
@pytest.mark.parametrize("power", [True, False])
def test_damage_gives_power_unless_the_text_says_otherwise(power: bool) -> None:
    position = happens({"do": "damage", "who": "chosen", "amount": 2, "power": power}, chosen=VILLAIN)

    assert one(position, VILLAIN).damage == 2
    assert one(position, VILLAIN).power == (2 if power else 0)


def test_no_damage_is_no_event() -> None:
    assert not happens({"do": "damage", "who": "chosen", "amount": 0}, chosen=VILLAIN).events(DamageSuffered)


@rule("damage.dazed")
@rule("damage.ko")
def test_an_effect_dazes_the_healthy_and_knocks_out_the_injured() -> None:
    assert happens({"do": "daze", "who": "chosen"}, chosen=VILLAIN).events(Dazed)
    things = [at(VILLAIN, 15, 10, 1, injured=True), at("second", 20, 10, 1)]
    position = happens({"do": "daze", "who": "chosen"}, chosen=VILLAIN, things=things, cards=[SECOND])
    assert position.events(KnockedOut) and not position.events(Dazed)


# Conditions -------------------------------------------------------------------------------------------------


@rule("condition.gain")
def test_several_conditions_are_gained_at_once() -> None:
    position = happens({"do": "condition", "condition": ["bleed", "slow"], "who": "chosen"}, chosen=VILLAIN)
    assert one(position, VILLAIN).conditions == ("bleed", "slow")


def test_of_some_conditions_the_player_chooses_among_those_that_can_be_gained() -> None:
    effect = {"do": "condition", "condition": ["bleed", "slow", "hex"], "some": 1, "who": "chosen"}
    position = happens(effect, things=[at(VILLAIN, 15, 10, 1, conditions=("hex",))], chosen=VILLAIN)

    assert position.options == [("bleed",), ("slow",)]
    assert one(position.answer(("slow",)), VILLAIN).conditions == ("hex", "slow")


@rule("keyword.immunity")
def test_of_some_conditions_one_that_is_immune_gains_another() -> None:
    effect = {"do": "condition", "condition": ["bleed", "slow"], "some": 1, "who": "chosen"}
    position = happens(effect, cards=[card(VILLAIN, keywords=["immunity:bleed"])], chosen=VILLAIN)
    assert [event.condition for event in position.events(ConditionGained)] == ["slow"]


@pytest.mark.parametrize(
    ("cure", "left"),
    [
        ({"amount": "all"}, ()),
        ({"condition": "hex"}, ("bleed", "slow")),
        ({"condition": ["hex", "bleed", "stun"]}, ("slow",)),
    ],
)
def test_conditions_are_removed_by_name_or_all(cure: Any, left: tuple[str, ...]) -> None:
    hero = at(HERO, 10, 10, conditions=("bleed", "hex", "slow"))
    assert one(happens({"do": "remove_condition", **cure}, things=[hero]), HERO).conditions == left


def test_of_more_conditions_than_are_removed_the_player_chooses() -> None:
    hero = at(HERO, 10, 10, conditions=("bleed", "hex", "slow"))
    position = happens({"do": "remove_condition", "amount": 2}, things=[hero]).answer("hex")
    assert position.options == ["bleed", "slow"]
    assert one(position.answer("slow"), HERO).conditions == ("bleed",)


# Tokens -----------------------------------------------------------------------------------------------------


@rule("activation.token")
def test_activated_tokens_are_placed_and_removed() -> None:
    assert one(happens({"do": "activated_token", "who": "chosen"}, chosen=VILLAIN), VILLAIN).activated
    hero = at(HERO, 10, 10, activated=True)
    position = happens({"do": "activated_token", "remove": True}, things=[hero])
    assert not one(position, HERO).activated
    assert not happens({"do": "activated_token"}, things=[hero]).news


@rule("terms.effects")
def test_tokens_of_a_name_are_gained_up_to_a_limit_counted_and_lost() -> None:
    gain = {"do": "gain_tokens", "token": "fury", "amount": 3, "most": 4}
    position = happens(gain, gain, {"do": "gain_tokens", "token": "calm"})
    assert one(position, HERO).tokens == ("fury",) * 4 + ("calm",)

    hero = at(HERO, 10, 10, tokens=("fury", "calm", "fury"))
    counting = {"do": "gain_power", "amount": {"tokens": "fury"}}
    position = happens(counting, {"do": "lose_tokens", "token": "fury", "amount": 5}, counting, things=[hero])
    assert one(position, HERO).power == 2
    assert one(position, HERO).tokens == ("calm",)


@rule("terms.effects")
def test_the_limit_of_a_token_counts_for_whatever_gives_it() -> None:
    lamp = power("stoke-up", "active", {"do": "gain_tokens", "token": "fury", "amount": 1, "most": 2})
    gain = {"do": "gain_tokens", "token": "fury", "amount": 3}
    position = happens(gain, {**gain, "token": "calm"}, cards=[card("keeper", superpowers=[lamp])])
    assert one(position, HERO).tokens == ("fury",) * 2 + ("calm",) * 3


@rule("terms.effects")
@rule("damage.dazed-limits")
def test_the_marker_of_a_card_is_taken_off_who_is_dazed_as_well() -> None:
    marked = at(VILLAIN, 15, 10, 1, tokens=("vendetta",), dazed=True)
    lose = {"do": "lose_tokens", "token": "vendetta", "who": "chosen"}
    position = happens(lose, {"do": "gain_power", "amount": "that_much"}, things=[marked], chosen=VILLAIN)
    assert one(position, VILLAIN).tokens == () and one(position, HERO).power == 1


@rule("objective.drop", 1)
def test_whoever_is_meant_drops_what_it_holds() -> None:
    held = token("relays#1", 0, 0, holder=VILLAIN)
    position = happens({"do": "drop", "who": "chosen"}, things=[held], chosen=VILLAIN)
    assert position.asked == "drop"


@rule("note.icon-recipient")
def test_in_an_attack_the_sides_are_meant() -> None:
    position = struck({"effects": [{"do": "condition", "condition": "stun"}, {"do": "gain_power", "who": "attacker"}]})
    assert one(position, VILLAIN).conditions == ("stun",)
    assert one(position, HERO).power == 1


@pytest.mark.parametrize(
    ("earlier", "present", "fields"),
    [("gain_token", "gain_tokens", {"token": "fury"}), ("lose_token", "lose_tokens", {"token": "fury"})],
)
def test_content_with_an_earlier_word_is_read(earlier: str, present: str, fields: dict[str, Any]) -> None:
    with pytest.warns(FutureWarning, match=f"^do = '{earlier}' in content is now '{present}'$"):
        read = LEXICON.effect({"do": earlier, **fields})

    assert read == LEXICON.effect({"do": present, **fields})
