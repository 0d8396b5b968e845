"""Cards that are played near an enemy or a terrain feature, and what they do to a move, a keyword, a roll."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.movement.moves import MOVE

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
    piece,
    power,
    rule,
    tactic,
    turn,
)
from .test_importing_tactics import card as read

GAIN = {"do": "gain_power", "who": "self"}
HURT = {"do": "damage", "who": "chosen", "amount": 1}
TWO: dict[str, Any] = {"by": [{}, {}], "together": True, "cost": 1}
NEAR_FOE = {"every": "enemy", "range": 3}


def near(*things: Any, effects: tuple[Any, ...] = (HURT,), **more: Any) -> Any:
    """A turn of the first player, who has a card."""
    rules = invent(card("friend"), card("foe"), tactics=[tactic("shout", *effects, **more)])
    return turn(battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}))


def offered(position: Any) -> bool:
    """Whether the card can be played."""
    return ("card", "shout") in position.options


# Near the same one ------------------------------------------------------------------------------------------


@rule("tactic-card.play")
@pytest.mark.parametrize(("x", "may"), [(16, True), (30, False)])
def test_two_play_a_card_only_near_the_same_enemy(x: float, may: bool) -> None:
    things = (at(HERO, 10, 10, power=2), at("friend", x, 10, power=2), at(VILLAIN, 13, 10, 1), at("foe", x + 3, 12, 1))
    position = near(*things, around=NEAR_FOE, **TWO)
    assert offered(position) is may


@rule("tactic-card.play")
def test_the_enemy_near_both_is_chosen_and_both_pay() -> None:
    things = (at(HERO, 10, 10, power=2), at("friend", 16, 10, power=2), at(VILLAIN, 13, 10, 1), at("foe", 13, 14, 1))
    position = near(*things, around=NEAR_FOE, **TWO).answer(("card", "shout"))
    position.answer(HERO)
    assert position.asked == "character" and set(position.options) == {VILLAIN, "foe"}
    position.answer("foe")
    assert [one(position, id).power for id in (HERO, "friend")] == [1, 1]
    assert (one(position, "foe").damage, one(position, VILLAIN).damage) == (1, 0)


@rule("tactic-card.play")
@pytest.mark.parametrize(("name", "may"), [("Twin", False), ("Other", True)])
def test_two_who_play_a_card_may_need_different_names(name: str, may: bool) -> None:
    names = {"named": ["Twin", "Other"]}
    called = (("a", "Twin"), ("b", name))
    cards = [{**card(id), "name": {"en": each, "zh": each}} for id, each in called]
    by = [names, {**names, "another_name": True}]
    rules = invent(*cards, tactics=[tactic("shout", GAIN, by=by, together=True)])
    things = (at("a", 10, 10), at("b", 13, 10), at(VILLAIN, 30, 30, 1))
    assert offered(turn(battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}))) is may


@rule("tactic-card.play")
@pytest.mark.parametrize("injured", [False, True])
def test_the_enemy_may_have_to_be_injured(injured: bool) -> None:
    things = (at(HERO, 10, 10, power=2), at("friend", 16, 10, power=2), at(VILLAIN, 13, 10, 1, injured=injured))
    assert offered(near(*things, around={**NEAR_FOE, "injured": True}, **TWO)) is injured


@rule("tactic-card.play")
@pytest.mark.parametrize(("kind", "size", "may"), [("car", 2, True), ("car", 1, False), ("car", 6, True)])
def test_a_card_may_ask_for_a_terrain_feature_of_a_size(kind: str, size: int, may: bool) -> None:
    things = (at(HERO, 10, 10, power=2), at("friend", 16, 10, power=2), at(VILLAIN, 30, 30, 1), piece(kind, 13, 13))
    throws = {"do": "throw", "who": "chosen", "tool": "medium", "way": ""}
    position = near(*things, effects=(throws,), around={"terrain": size, "range": 3}, **TWO)
    assert offered(position) is may
    if may:
        position.answer(("card", "shout")).answer("friend")
        assert position.asked == "throw_terrain" and position.game.request.about["by"] == "friend"


@rule("tactic-card.play")
@pytest.mark.parametrize(("size", "may"), [(2, False), (3, True)])
def test_terrain_may_have_to_be_smaller_than_who_plays_the_card(size: int, may: bool) -> None:
    more = {"do": "change", "stat": "attack dice", "by": {"stat": "size", "who": "chosen"}, "until": "turn"}
    rules = invent(card(HERO, size=size), tactics=[
        tactic("shout", more, {"do": "destroy_terrain"}, around={"terrain": 6, "range": 1, "smaller": True})
    ])  # fmt: skip
    things = (at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), piece("car", 13, 10))
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}))
    assert offered(position) is may
    if may:
        position.answer(("card", "shout"))
        assert not position.state.terrain
        assert position.game.number("attack dice", HERO) == 2


def test_a_card_is_not_near_something_where_several_may_play_it_each() -> None:
    for more in ({"most": 3}, {"when": "own dice"}):
        with pytest.raises(ContentError):
            invent(tactics=[tactic("shout", GAIN, around=NEAR_FOE, **more)])


@rule("power.spend")
def test_several_may_spend_and_all_of_it_counts() -> None:
    lose = {"do": "lose_power", "amount": "power_spent", "who": "chosen"}
    spend = {"do": "spend", "up_to": 3, "who": {"every": "allied", "itself": True}, "then": [lose]}
    things = [at(HERO, 10, 10, power=5), at("friend", 10, 14, power=1), at(VILLAIN, 15, 10, 1, power=9)]
    position = happens(spend, things=things, cards=[card("friend")], chosen=VILLAIN)
    assert position.options == [0, 1, 2, 3]
    position.answer(2)
    assert position.options == [0, 1]
    position.answer(1)
    assert [one(position, id).power for id in (HERO, "friend", VILLAIN)] == [3, 0, 6]


@rule("power.spend")
def test_nothing_follows_if_nobody_spends() -> None:
    spend = {"do": "spend", "up_to": 3, "who": {"every": "allied", "itself": True}, "then": [GAIN]}
    things = [at(HERO, 10, 10, power=5), at("friend", 10, 14, power=1)]
    position = happens(spend, things=things, cards=[card("friend")]).answer(0).answer(0)
    assert one(position, HERO).power == 5


# Moves ------------------------------------------------------------------------------------------------------

LONG = {"do": "move_with", "tool": "long"}
SHORT = {"do": "move_with", "tool": "short", "at": "most"}


def moving(*effects: Any, things: tuple[Any, ...] = (), whose: int = 0, **more: Any) -> Any:
    """A move action of the hero, with a card in the hand of a player."""
    rules = invent(card("friend"), tactics=[tactic("shout", *effects, **more)])
    here = things or (at(HERO, 10, 10, power=3), at(VILLAIN, 12, 10, 1, power=3))
    position = battle(*here, rules=rules, squads={whose: {"tactics": ("shout",)}})
    return position.begin(ACTIVATION(player=0, character=HERO)).answer(("move",))


@rule("action.move")
@pytest.mark.parametrize(("conditions", "longest"), [((), "long"), (("slow",), "short")])
def test_a_move_may_use_a_longer_tool_for_once_unless_it_is_slow(conditions: Any, longest: str) -> None:
    things = (at(HERO, 10, 10, power=3, conditions=conditions), at(VILLAIN, 30, 30, 1))
    position = moving(LONG, when="move begins", cost=2, things=things)
    position.answer(position.options[0])
    assert position.asked == "way_to_move" and position.options[0] == ("advance", longest)
    assert one(position, HERO).power == 1


@rule("action.move")
def test_it_is_for_that_move_alone() -> None:
    things = (at(HERO, 10, 10), at(VILLAIN, 30, 30, 1))
    position = moving(LONG, when="move begins", things=things)
    position.answer(position.options[0]).answer(("climb", "short")).answer(())
    position.answer(("move",))
    assert position.options[0] == ("advance", "medium")


@rule("action.move")
@pytest.mark.parametrize(("pays", "longest"), [(3, "medium"), (0, "short")])
def test_an_enemy_pays_or_moves_with_the_short_tool(pays: int, longest: str) -> None:
    unless = {"do": "unless_paid", "who": "chosen", "cost": 3, "then": [SHORT]}
    position = moving(unless, when="enemy move begins", range=1, whose=1)
    assert position.player == 1
    position.answer(position.options[0])
    assert position.asked == "spend" and position.player == 0
    position.answer(pays)
    assert position.options[0] == ("advance", longest)


@rule("tactic-card.reactive")
def test_nobody_answers_to_a_move_of_an_ally_or_from_afar() -> None:
    assert moving(SHORT, when="enemy move begins", range=1).asked == "way_to_move"
    far = (at(HERO, 10, 10), at(VILLAIN, 30, 30, 1))
    assert moving(SHORT, when="enemy move begins", range=1, whose=1, things=far).asked == "way_to_move"


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("answer", "answered"), [(True, True), (False, False)])
def test_another_one_that_advanced_is_answered(answer: bool, answered: bool) -> None:
    """Who stays where it was, climbs or moves away is not."""
    rules = invent(tactics=[tactic("shout", GAIN, when="other moves", range=2)])
    things = (at(HERO, 10, 10), at(VILLAIN, 14, 10, 1))
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}})
    position.begin(MOVE(player=1, character=VILLAIN)).answer(("advance", "short"))
    position.answer(("spot", 12.5, 10.0) if answer else ())
    assert (position.asked == "trigger") is answered


# Keywords and dice that someone has no longer ----------------------------------------------------------------


@rule("superpower.keywords")
def test_a_keyword_is_taken_away_for_a_time_and_does_not_come_back() -> None:
    away = {"do": "take_away", "power": "stealth", "who": "chosen", "until": "game"}
    again = {"do": "give", "power": "stealth", "who": "chosen", "until": "game"}
    foe = card(VILLAIN, keywords=["stealth"])
    assert happens(GAIN, cards=[foe]).game.has("stealth", VILLAIN)
    assert not happens(away, again, cards=[foe], chosen=VILLAIN).game.has("stealth", VILLAIN)


def test_what_is_taken_away_has_to_be_something() -> None:
    with pytest.raises(ContentError):
        invent(tactics=[tactic("shout", {"do": "take_away", "power": "steelth", "until": "game"})])


@rule("attack.step-9")
@pytest.mark.parametrize("barred", [False, True])
def test_who_cannot_modify_its_defense_dice_does_not(barred: bool) -> None:
    """It may change the dice of the attacker even so."""
    ban = [power("dull", "innate", does=[{"forbids": "modify defense dice"}])] if barred else []
    worse = {"do": "change_die", "of": "opposing", "faces": ["hit"], "to": "blank"}
    better = {"do": "change_die", "faces": ["blank"], "to": "block"}
    rules = invent(
        card(HERO, attack("blow")),
        card(VILLAIN, superpowers=[
            *ban,
            power("block", "innate", better, when="own dice"),
            power("worse", "innate", worse, when="opposing dice"),
        ]),
    )  # fmt: skip
    position = attacking(attack="blow", rules=rules, rolls=("HHH", "--"))
    assert one(position, VILLAIN).damage == (2 if barred else 1)


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "When two allied characters are within {RNG} 3 of the same injured enemy character, they may each spend 1 "
            "{PWR} to play this card.",
            {"by": [{}, {}], "together": True, "cost": 1,
             "around": {"every": "enemy", "range": 3, "injured": True}},
        ),
        (
            "Two allied characters that are within {RNG} 4 of the same enemy character may spend 2 {PWR} each to play "
            "this card.",
            {"by": [{}, {}], "together": True, "cost": 2, "around": {"every": "enemy", "range": 4}},
        ),
        (
            "If Quill and Warden are within {RNG} 2 of the same interactive terrain feature of size 4 or less, they "
            "may spend 1 {PWR} each to play this card.",
            {"by": [{"named": ["Quill", "Warden, Lord Of Lamps"]}] * 2, "together": True,
             "around": {"terrain": 4, "range": 2}},
        ),
        (
            "If the active character is within {RNG} 1 of an interactive terrain feature that is a smaller size than "
            "they are, they may spend 2 {PWR} to play this card.",
            {"by": [{"active": True}], "cost": 2, "around": {"terrain": 6, "range": 1, "smaller": True}},
        ),
    ],
)  # fmt: skip
def test_near_what_a_card_is_played_is_read(text: str, fields: dict[str, Any]) -> None:
    found = read(f"{text}\nThis character gains 2 {{PWR}}.")
    assert found["effects"] == [{"do": "gain_power", "amount": 2, "who": "self"}]
    assert {key: found.get(key) for key in fields} == fields


@pytest.mark.parametrize(
    ("text", "when", "effects"),
    [
        (
            "When a character begins a move action during its activation, it may spend 1 {PWR} to play this card. If "
            "the active character advances, it may use the {L} movement tool during this movement.",
            "move begins", [LONG],
        ),
        (
            "When an enemy character declares a move action while within {RNG} 2 of an allied Quill, Quill may play "
            "this card. The enemy character may spend 2 {PWR}. If they do not, they can only use the {S} movement tool "
            "when resolving this move action.",
            "enemy move begins", [{"do": "unless_paid", "who": "chosen", "cost": 2, "then": [SHORT]}],
        ),
        (
            "When any character ends an Advance or is Placed within {RNG} 2 of an allied Quill, after the effect is "
            "resolved, Quill may play this card. Quill advances his speed away from the character that triggered this "
            "effect. He may not contest objective tokens this Round.",
            "other moves",
            [{"do": "move", "tool": "speed", "who": "self", "way": "away", "of": "chosen"},
             {"do": "forbid", "cannot": "contest", "who": "self", "until": "round"}],
        ),
    ],
)  # fmt: skip
def test_what_a_card_does_to_moves_is_read(text: str, when: str, effects: list[Any]) -> None:
    found = read(text, "Reactive")
    assert "played" not in found, found
    assert (found["when"], found["effects"]) == (when, effects)


@pytest.mark.parametrize(
    ("sentence", "effects"),
    [
        (
            "The enemy character rolls two fewer dice on all attacks this round, to a minimum of 1.",
            [{"do": "change", "stat": "attack dice", "by": -2, "who": "chosen", "until": "round"}],
        ),
        (
            "This round, the enemy character loses and cannot gain Stealth, its speed becomes {S}, and it cannot "
            "modify or reroll its defense dice.",
            [{"do": "take_away", "power": "stealth", "who": "chosen", "until": "round"},
             {"do": "change", "stat": "speed", "most": 1, "who": "chosen", "until": "round"},
             {"do": "forbid", "cannot": "modify defense dice", "who": "chosen", "until": "round"}],
        ),
    ],
)  # fmt: skip
def test_what_happens_to_the_enemy_near_both_is_read(sentence: str, effects: list[Any]) -> None:
    first = "Two allied characters that are within {RNG} 3 of the same enemy character may each play this card."
    assert read(f"{first}\n{sentence}")["effects"] == effects
