"""What cards leave: for each time that something happens, until the end of the next turn, for whom one bets on; and
tokens, threat values and results of a roll that a text looks for."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.events.attacks import Targeted
from rulewright_crisis_protocol.events.characters import KnockedOut

from .effects_table import happens
from .table import HERO, VILLAIN, at, card, one, place, rule, token, turn
from .test_importing_tactics import card as read

GAIN = {"do": "gain_power", "who": "self"}


# Whenever something happens -----------------------------------------------------------------------------------


@rule("terms.effects")
@rule("terms.enemy-effect")
@pytest.mark.parametrize(
    ("whom", "by", "slow"),
    [(VILLAIN, HERO, True), (VILLAIN, "friend", True), (HERO, VILLAIN, False), ("friend", HERO, False),
     (VILLAIN, "", False)],
)  # fmt: skip
def test_each_enemy_that_an_ally_damages_is_meant(whom: str, by: str, slow: bool) -> None:
    watch = {"do": "whenever", "when": "enemy damaged", "until": "game",
             "effects": [{"do": "condition", "condition": "slow", "who": "chosen"}]}  # fmt: skip
    position = happens(watch, cards=[card("friend")], things=[at("friend", 10, 14)])
    for _ in range(2):
        position.happen(damage(position.game, whom, 1, by, rule="damage.tokens"))
    assert bool(one(position, whom).conditions) is slow


@rule("terms.effects")
def test_it_comes_also_when_the_one_who_played_the_card_is_gone() -> None:
    watch = {"do": "whenever", "when": "enemy damaged", "until": "game",
             "effects": [{"do": "condition", "condition": "slow", "who": "chosen"}]}  # fmt: skip
    position = happens(watch, cards=[card("friend")], things=[at("friend", 10, 14)])
    position.happen(KnockedOut(HERO, 0, VILLAIN, rule="damage.ko"))
    position.happen(damage(position.game, VILLAIN, 1, "friend", rule="damage.tokens"))
    assert one(position, VILLAIN).conditions == ("slow",)


@rule("terms.effects")
@rule("damage.ko")
@pytest.mark.parametrize(("whom", "player", "gains"), [("friend", 0, 1), (VILLAIN, 1, 0)])
def test_each_ally_that_is_ko_d_is_meant(whom: str, player: int, gains: int) -> None:
    watch = {"do": "whenever", "when": "ally KO'd", "until": "game", "effects": [GAIN]}
    things = at("friend", 10, 14), at("foe", 30, 30, 1)
    position = happens(watch, cards=[card("friend"), card("foe")], things=things)
    position.happen(KnockedOut(whom, player, "", rule="damage.ko"))
    assert one(position, HERO).power == gains


@rule("attack.step-14")
@pytest.mark.parametrize("whom", [HERO, "friend"])
@pytest.mark.parametrize("injured", [False, True])
def test_an_attack_against_it_is_answered_even_if_that_has_felled_it(whom: str, injured: bool) -> None:
    strike = {
        "do": "choose_character",
        "side": "allied",
        "range": None,
        "then": [{"do": "attack", "who": "chosen", "against": "attacker"}],
    }
    watch = {"do": "whenever", "when": "attacked", "until": "game", "effects": [{"do": "may", "effects": [strike]}]}
    things = at(HERO, 10, 10, damage=4, injured=injured), at("friend", 10, 14, damage=4, injured=injured)
    rolls = ["HHH", "--", "---", "--"] if whom == HERO else ["HHH", "--"]
    position = happens(watch, cards=[card("friend")], things=things, rolls=rolls)
    position.begin(ATTACK(player=1, attacker=VILLAIN, attack="villain-blow", target=whom))
    if whom == HERO:
        assert position.asked == "may" and (HERO in position.state.characters) is not injured
        position.answer(True)
    assert [event.attacker for event in position.events(Targeted)] == [VILLAIN, "friend"][: 1 + (whom == HERO)]


def test_an_ally_strikes_back_for_whoever_played_a_card() -> None:
    text = (
        "During the Power Phase, an allied Reeds character may spend 4 {PWR} to play this card.\nThis Round, after an "
    )
    text += "attack targeting this character is resolved, another allied character may make an attack targeting the "
    found = read(text + "attacking enemy character.", "Reactive")
    assert "played" not in found and [(one["do"], one["when"]) for one in found["effects"]] == [
        ("whenever", "attacked")
    ]


# To the end of a turn -----------------------------------------------------------------------------------------


@rule("activation.alternate")
@rule("terms.enemy-effect")
def test_no_enemy_effect_damages_someone_until_the_end_of_the_first_turn() -> None:
    safe = {"do": "forbid", "cannot": "be damaged by enemies", "until": "next turn"}
    position = happens(safe)
    position.happen(damage(position.game, HERO, 1, VILLAIN, rule="damage.tokens"))
    assert one(position, HERO).damage == 0
    turn(position)
    kinds = {effect.kind for effect in position.state.effects.values() if effect.data.get("stat") == safe["cannot"]}
    assert kinds == {"for a time"} and not position.game.may("be damaged by enemies", HERO)
    while (position.asked == "turn" and position.player == 0) or position.asked == "act":
        position.answer(position.options[-1])
    assert position.game.may("be damaged by enemies", HERO)


@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(("by", "suffers"), [(VILLAIN, 0), (HERO, 1), ("", 1)])
def test_who_cannot_be_damaged_by_enemies_suffers_nothing_from_them_alone(by: str, suffers: int) -> None:
    position = happens({"do": "forbid", "cannot": "be damaged by enemies", "until": "game"})
    position.happen(damage(position.game, HERO, 1, by, rule="damage.tokens"))
    assert one(position, HERO).damage == suffers


# Whom and what a text means -----------------------------------------------------------------------------------


@rule("stat-card.threat")
@pytest.mark.parametrize(("spent", "hit"), [(2, False), (3, True)])
def test_whom_power_buys_depends_on_the_threat_value(spent: int, hit: bool) -> None:
    choose = {"do": "choose_character", "range": None, "threat": "power_spent",
              "then": [{"do": "damage", "amount": 1, "who": "chosen"}]}  # fmt: skip
    assert bool(one(happens(choose, spent=spent), VILLAIN).damage) is hit


@rule("affiliation.condition")
def test_someone_may_have_to_be_of_no_such_affiliation() -> None:
    choose = {"do": "choose_character", "side": "allied", "itself": True, "not_affiliation": "reeds", "then": [
        {"do": "gain_power", "who": "chosen"},
    ]}  # fmt: skip
    cards = [card(HERO, affiliations=["reeds"]), card("friend")]
    position = happens(choose, cards=cards, things=[at("friend", 10, 13)])
    assert (one(position, HERO).power, one(position, "friend").power) == (0, 1)


@rule("objective.contest")
def test_a_character_is_placed_near_a_token_that_another_one_contests() -> None:
    choose = {"do": "choose_token", "contested_by": "chosen", "then": [{"do": "place", "range": 1, "of": "token"}]}
    things = at("friend", 20, 20), token("relays#1", 20, 21), token("relays#2", 30, 30)
    position = happens(choose, chosen="friend", cards=[card("friend")], things=things)
    assert position.asked == "place"
    with position.refused("place.range"):
        position.answer((30.0, 29.0))
    assert place(position.answer((22.0, 21.5)), HERO) == (22, 21.5)


def test_without_a_contested_token_nothing_happens() -> None:
    choose = {"do": "choose_token", "contested_by": "chosen", "then": [GAIN]}
    assert one(happens(choose, chosen=VILLAIN), HERO).power == 0


@rule("damage.dazed")
@pytest.mark.parametrize(("marked", "points"), [(True, 1), (False, 0)])
def test_points_are_for_whom_a_text_has_marked(marked: bool, points: int) -> None:
    mark = {"do": "mark", "mark": "quarry", "who": "chosen" if marked else "self", "until": "game"}
    bet = {"do": "later", "id": "bet", "when": "fells", "until": "game", "test": {"marked": "quarry", "who": "chosen"},
           "effects": [{"do": "score", "points": 1}]}  # fmt: skip
    position = happens(mark, bet, chosen=VILLAIN, cards=[card("foe")], things=[at("foe", 30, 30, 1)])
    position.happen(damage(position.game, VILLAIN, 5, HERO, rule="damage.tokens"))
    assert position.state.squads[0].points == points


@rule("terms.effects")
@pytest.mark.parametrize(("done", "gone", "power"), [("daze", False, 1), ("ko", False, 0), ("ko", True, 1)])
def test_anyone_who_is_marked_may_be_dazed_and_is_gone_only_where_it_says_so(done: str, gone: bool, power: int) -> None:
    mark = {"do": "mark", "mark": "quarry", "who": "chosen", "until": "game"}
    left = {"do": "if", "test": {"marked": "quarry", "who": "anyone", "gone": gone}, "then": [GAIN]}
    position = happens(mark, {"do": done, "who": "chosen"}, left, chosen=VILLAIN, cards=[card("foe")],
                       things=[at("foe", 30, 30, 1)])  # fmt: skip
    assert one(position, HERO).power == power


# Texts ------------------------------------------------------------------------------------------------------


def effects(text: str, type: str = "Active") -> Any:
    """What a card does whose text is understood."""
    found = read(text, type)
    assert found.get("played", "program") == "program", text
    return found["effects"]


def test_what_enemies_gain_near_listed_allies_is_a_choice() -> None:
    watch = effects(
        "During the Power Phase, an allied Reeds character may play this card.\nDuring this Round, each time an enemy "
        "character suffers {DMG} from an allied effect, choose up to one of the listed allied characters that "
        "is within "
        "{RNG} 2 of the enemy character. The enemy character gains the special condition shown below corresponding to "
        "the chosen allied character.\n- Quill: Slow special condition\n- Marsh: Hex special condition"
    )[0]
    options = watch["effects"][0]["effects"][0]["options"]
    assert [one["test"]["there_is"]["named"] for one in options] == [["Quill"], ["The Marsh", "Marsh"]]
    assert [one["effects"][0]["condition"] for one in options] == ["slow", "hex"]


def test_a_roll_gives_a_choice_of_what_all_its_results_allow() -> None:
    spend = effects(
        "During Quill's Activation, he may spend X {PWR} to play this card.\nChoose an enemy character within "
        "{RNG} 2 and "
        "with a Threat Value of X or less. Roll a number of dice equal to the chosen character's Threat Value. If the "
        "roll contains one of the following combinations of results, you may apply the corresponding effect.\n- "
        "{CRIT}: "
        "The chosen character gains the Slow special condition.\n- {CRIT} {FAIL}: The chosen character is KO'd."
    )[0]
    roll = spend["then"][0]["then"][0]
    first, second = roll["then"][0]["effects"][0]["options"]
    assert spend["then"][0]["threat"] == "power_spent" and roll["dice"] == {"stat": "threat", "who": "chosen"}
    assert first["test"]["amount"]["faces"] == "critical" and len(second["test"]["all"]) == 2


def test_the_price_may_be_the_threat_value_of_who_pays() -> None:
    found = read(
        "During the Power Phase, an allied Injured character may spend X {PWR} to play this card. X is equal to the "
        "allied character's Threat Value.\nThe character that played this card drops all Objective tokens it is "
        "holding."
    )
    assert found["costs"] == "threat" and found["by"] == [{"injured": True}]


def test_a_bet_is_lost_where_nobody_has_won_it() -> None:
    found = effects(
        "During an allied non-Reeds character's Activation, Quill may spend 4 {PWR} to play this card.\nChoose "
        "an allied "
        "non-Reeds character and an enemy character. The chosen allied character gains 5 {PWR}.\nThis "
        "Activation Phase, "
        "if the chosen allied character Dazes or KO's the chosen enemy character, gain 1 VP after the effect is "
        "resolved. "
        "If it did not, during the Cleanup Phase, the player controlling the chosen enemy character gains 1 VP, the "
        "chosen allied character loses all of its {PWR}, and Quill gains 1 {PWR} for each {PWR} lost this way."
    )
    _, power, won, lost = found[1]["then"]
    assert power["amount"] == 5 and won["when"] == "fells"
    assert [one["do"] for one in lost["effects"][0]["then"]] == ["score", "lose_power", "gain_power"]


def test_a_card_may_come_back_each_time_that_an_ally_is_ko_d() -> None:
    retype, watch = effects(
        "A Reeds character may spend 2 {PWR} during the Power Phase to play this card.\n\nThis round, when an enemy "
        "character targets an allied character with a {PHYS} attack, you may choose to change the attack's type to "
        "{MYST}.\n\nWhen an allied non-Grunt character is KO'd, after the effect is resolved, you may return "
        "this card to "
        "your available Team Tactic cards. This card may be played again this game."
    )
    assert retype["test"] == {"attack_is": ["physical"]} and watch["until"] == "game"
