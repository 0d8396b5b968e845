"""Tokens of team tactic cards on the battlefield, and objective tokens that a card keeps everyone from."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.crises import interactions
from rulewright_crisis_protocol.events.objectives import CardTokenRemoved, ControlLost
from rulewright_crisis_protocol.objectives import SEALED, contests
from rulewright_crisis_protocol.space.battlefield import tokens_around
from rulewright_crisis_protocol.state import CardToken
from rulewright_crisis_protocol.terms import Activation

from .effects_table import happens
from .table import HERO, VILLAIN, at, battle, card, invent, named, one, piece, place, rule, tactic, token, turn
from .test_importing_tactics import card as read

GAIN = {"do": "gain_power", "amount": 1, "who": "self"}


def stone(n: int, x: float, y: float) -> CardToken:
    return CardToken(f"gate#{n}", "stone", 0, x, y)


# Where they are laid ------------------------------------------------------------------------------------------


@rule("terms.objects")
def test_tokens_of_a_card_are_laid_near_its_character() -> None:
    position = happens({"do": "lay_token", "token": "stone", "range": 2})
    assert position.asked == "lay_token"
    with position.refused():
        position.answer((20.0, 10.0))
    position.answer((13.0, 10.0))
    (laid,) = position.state.card_tokens.values()
    assert (laid.kind, laid.player, laid.x, laid.y) == ("stone", 0, 13.0, 10.0)


def test_each_token_has_a_number_of_its_own() -> None:
    lay = {"do": "lay_token", "token": "stone", "range": 2}
    position = happens(lay, lay).answer((13.0, 10.0)).answer((7.0, 10.0))
    assert len(position.state.card_tokens) == 2


@rule("objective.contest")
def test_a_token_of_a_card_is_no_objective_token() -> None:
    position = battle(at(HERO, 10, 10), stone(1, 12, 10), token("r1", 8, 10))
    assert tokens_around(position.game, HERO, 3) == {"r1"}


# Who is near them ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "gains"), [(12.1, 1), (12.3, 0)])
def test_a_text_asks_who_is_near_a_token(x: float, gains: int) -> None:
    """A base of 35 mm and a token of an inch: 1 inch is between them at 2.19 inches."""
    near = {"do": "if", "test": {"near_card_token": "stone", "range": 1}, "then": [GAIN]}
    assert one(happens(near, things=[stone(1, x, 10)]), HERO).power == gains


def gates(*stones: CardToken) -> Scenario:
    """The hero is active, and all may pass from one stone to another."""
    choose = {"do": "choose_card_token", "token": "stone", "another": 1}
    ability = named({"id": "pass", "optional": True, "once": "turn", "test": {"near_card_token": "stone", "range": 1},
                     "effects": [{**choose, "then": [{"do": "place", "of": "card token", "range": 1}]}]})  # fmt: skip
    give = {"do": "give", "power": "pass", "who": {"every": "any", "itself": True}, "until": "game"}
    rules = invent(tactics=[tactic("gate", give, abilities=[ability])])
    things = at(HERO, 10, 10), at(VILLAIN, 10, 14, 1), *stones
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("gate",)}})).answer(("card", "gate"), HERO)
    return position


@rule("place.range")
def test_who_is_near_one_token_is_placed_near_another_one() -> None:
    position = gates(stone(1, 12, 10), stone(2, 30, 10)).answer(("superpower", "pass"))
    assert position.asked == "place"
    with position.refused():
        position.answer((12.0, 12.0))
    assert place(position.answer((28.5, 10.0)), HERO) == (28.5, 10)
    assert ("superpower", "pass") not in position.options


@pytest.mark.parametrize(("second", "others"), [((13.0, 12.0), {"gate#1", "gate#2"}), ((30.0, 10.0), {"gate#2"})])
def test_another_token_is_another_one_than_one_that_is_near(second: tuple[float, float], others: set[str]) -> None:
    from rulewright_crisis_protocol.cards.loading import lexicon
    from rulewright_crisis_protocol.cards.models import Tactic
    from rulewright_crisis_protocol.running import Run

    choose = {"do": "choose_card_token", "token": "stone", "another": 1, "then": [{"do": "place", "of": "card token"}]}
    verb: Any = lexicon().read(Tactic, tactic("gate", choose)).effects[0]
    position = battle(at(HERO, 11.5, 10.5), stone(1, 12, 10), stone(2, *second))
    run = Run(player=0, source="gate", queue=(), character=HERO)
    assert set(verb.candidates(position.game, run)) == others


@rule("superpower.active")
def test_what_any_character_may_do_enemies_may_do_too() -> None:
    position = gates(stone(1, 12, 10), stone(2, 30, 10))
    assert position.game.has("pass", VILLAIN)


# What happens there -------------------------------------------------------------------------------------------


@rule("terrain.destroyed")
def test_something_happens_at_each_token_and_it_goes() -> None:
    effect = {"do": "for_card_tokens", "token": "stone", "then": [
        {"do": "damage", "amount": 2, "who": {"every": "any", "itself": True, "range": 2, "of": "card token"}},
        {"do": "destroy_near", "size": 3, "range": 2},
        {"do": "lift_token"},
    ]}  # fmt: skip
    things = [stone(1, 12, 10), piece("crate", 12, 13, "near"), piece("crate", 30, 30, "far"), at(VILLAIN, 30, 10, 1)]
    position = happens(effect, things=things)
    assert (one(position, HERO).damage, one(position, VILLAIN).damage) == (2, 0)
    assert "near" not in position.state.terrain and "far" in position.state.terrain
    assert len(position.events(CardTokenRemoved)) == 1 and not position.state.card_tokens


@rule("terrain.destroyed")
@pytest.mark.parametrize(("size", "left"), [(1, True), (6, False)])
def test_only_terrain_of_that_size_is_destroyed(size: int, left: bool) -> None:
    effect = {"do": "for_card_tokens", "token": "stone", "then": [{"do": "destroy_near", "size": size, "range": 2}]}
    position = happens(effect, things=[stone(1, 12, 10), piece("truck", 12, 14, "it")])
    assert ("it" in position.state.terrain) is left


# Objective tokens that nobody may use ---------------------------------------------------------------------------


def sealed(**more: Any) -> Scenario:
    seal = {"do": "choose_objective", "range": 3, **more, "then": [{"do": "seal"}]}
    rules = invent(tactics=[tactic("ward", seal)])
    relay = token("r1", 12, 10, control=1)
    things = at(HERO, 10, 10, power=3), at(VILLAIN, 14, 10, 1, power=3), relay, token("v1", 10, 12, "vials")
    return turn(battle(*things, rules=rules, squads={0: {"tactics": ("ward",)}})).answer(("card", "ward"))


@rule("terms.cannot-beats-can")
def test_nobody_contests_controls_or_interacts_with_a_token_that_is_kept() -> None:
    position = sealed(type="secure")
    assert not contests(position.game, VILLAIN)
    assert position.last(ControlLost).objective == "r1" and position.state.objectives["r1"].control is None
    activation = Activation(player=0, character=HERO)
    assert "r1" not in interactions(position.game, activation)
    assert contests(position.game, HERO)


@rule("terms.objects")
@pytest.mark.parametrize(("type", "found"), [("any", {"r1", "v1"}), ("secure", set()), ("extract", set())])
def test_a_token_of_a_sort_is_chosen(type: str, found: set[str]) -> None:
    """Where there is only one nobody is asked."""
    position = sealed(type=type)
    assert set(position.options if position.asked == "token" else ()) == found


@rule("cleanup.next-round")
def test_a_token_is_kept_until_the_end_of_the_round() -> None:
    (kept,) = (one for one in sealed(type="secure").state.effects.values() if one.kind == SEALED.name)
    assert kept.until == "scope" and kept.until_uid


# In words -----------------------------------------------------------------------------------------------------

PLAYED = "During the Power Phase, Quill may spend 3 {PWR} to play this card.\n"
LAID = [{"do": "lay_token", "token": "odd gate", "range": 1}, {"do": "lay_token", "token": "odd gate", "range": 5}]
PASS = {"do": "choose_card_token", "token": "odd gate", "another": 1,
        "then": [{"do": "place", "who": "self", "range": 2, "of": "card token"}]}  # fmt: skip
GATES = "Place an Odd Gate token within {RNG} 1 of Quill, then place another Odd Gate token within {RNG} 5 of Quill. "


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        (
            "Once per turn, during a character's activation, while within {RNG} 1 of an Odd Gate token, it may "
            "suffer 1 "
            "{DMG} to be placed within {RNG} 2 of another Odd Gate token.",
            {"once": "turn", "effects": [{"do": "damage", "amount": 1, "who": "self"}, PASS]},
        ),
        (
            "At any time during a character's activation, while within {RNG} 1 of an Odd Gate, it may spend 1 {PWR} "
            "once "
            "per turn to be placed within {RNG} 2 of another Odd Gate.",
            {"once": "turn", "each": True, "cost": 1, "effects": [PASS]},
        ),
    ],
)
def test_gates_are_read(text: str, ability: dict[str, Any]) -> None:
    found = read(f"{PLAYED}{GATES}{text}", "Reactive")
    (got,) = found["abilities"]
    near = {"near_card_token": "odd gate", "range": 1}
    assert {key: got[key] for key in got if key not in ("id", "name")} == {**ability, "test": near, "optional": True}
    give = {"do": "give", "power": got["id"], "who": {"every": "any", "itself": True}, "until": "game"}
    assert (found["when"], found["cost"], found["effects"]) == ("power phase", 3, [*LAID, give])


def test_a_token_that_does_something_in_the_cleanup_phase_is_read() -> None:
    found = read(
        "At the start of the Activation Phase, Quill may spend 2 {PWR} to play this card.\nPlace an Odd Keg token "
        "within "
        "{RNG} 3 of this character. During the next Cleanup Phase, all characters within {RNG} 2 of the Odd Keg "
        "token gain "
        "the Stun special condition and then suffer 2 {DMG}. Destroy all terrain features of size 3 or less within "
        "{RNG} 2 "
        "of the Odd Keg token, then remove the token from the battlefield.",
        "Reactive",
    )
    near = {"every": "any", "itself": True, "range": 2, "of": "card token"}
    then = [
        {"do": "condition", "condition": "stun", "who": near}, {"do": "damage", "amount": 2, "who": near},
        {"do": "destroy_near", "size": 3, "range": 2}, {"do": "lift_token"},
    ]  # fmt: skip
    each = {"do": "for_card_tokens", "token": "odd keg", "then": then}
    lay = {"do": "lay_token", "token": "odd keg", "range": 3}
    assert found["effects"] == [lay, {"do": "in_cleanup", "effects": [each]}]


def test_an_objective_token_that_is_kept_is_read() -> None:
    found = read(
        "A Reeds character may spend 2 {PWR} to play this card.\nChoose an objective token within {RNG} 3 of this "
        "character "
        "and place an Odd Ward token on it. The marked objective token cannot be Interacted with, contested, or "
        "controlled "
        "this Round. If a player is currently controlling the objective token, they are no longer controlling it. "
        "Remove "
        "this token during the next Power Phase."
    )
    assert found["effects"] == [{"do": "choose_objective", "range": 3, "then": [{"do": "seal"}]}]


@rule("measure.within")
@pytest.mark.parametrize(("x", "laid"), [(18.9, False), (19.1, True)])
def test_a_token_may_have_to_keep_apart_from_others(x: float, laid: bool) -> None:
    """Anywhere else on the battlefield: range 3 ends six inches from the edge of the other token, an inch wide."""
    position = happens({"do": "lay_token", "token": "stone", "away": 3}, things=[stone(1, 12, 10)])
    assert position.asked == "lay_token_anywhere"
    answer = ((position.game.request.space.models[0].id, x, 10.0),)
    assert bool(position.game.request.space.check(answer)) is not laid


@rule("terms.enemy-effect")
@pytest.mark.parametrize(("target", "gains"), [(VILLAIN, 1), ("friend", 0)])
def test_damage_that_an_effect_does_to_an_enemy_is_a_moment(target: str, gains: int) -> None:
    """Also where it KO's the enemy."""
    power = named({"id": "fanfare", "kind": "innate", "when": "deals damage", "effects": [GAIN]})
    cards = [card(HERO, superpowers=[power]), card("friend"), card("second")]
    things = [at("friend", 10, 13), at("second", 30, 30, 1), at(VILLAIN, 15, 10, 1, injured=True, damage=4)]
    position = happens({"do": "damage", "amount": 1, "who": "chosen"}, things=things, cards=cards, chosen=target)
    assert one(position, HERO).power == gains


def test_tokens_that_watch_are_read() -> None:
    found = read(
        "During the Power Phase, up to three allied Reeds characters may spend 1 {PWR} each to play this card.\nFor "
        "each "
        "character that played this card, place a Lens token onto the battlefield not within {RNG} 3 of another Lens.\n"
        "While within {RNG} 3 of a Lens token, allied characters gain 1 additional {PWR} when they deal {DMG} to an "
        "enemy "
        "character with an attack or superpower.\nRemove all Lens tokens from the battlefield during the next "
        "Cleanup Phase.",
        "Reactive",
    )
    (power,) = found["superpowers"]
    near = {"near_card_token": "lens", "range": 3}
    assert (power["when"], power["test"]) == ("deals damage", {"all": [near, {"effect_of": ["attack", "superpower"]}]})
    each, give, cleanup = found["effects"]
    assert each["times"] == {"characters": {"every": "allied", "played": True, "itself": True}}
    assert each["then"] == [{"do": "lay_token", "token": "lens", "away": 3}]
    assert give["who"] == {"every": "allied", "itself": True} and cleanup["do"] == "in_cleanup"
