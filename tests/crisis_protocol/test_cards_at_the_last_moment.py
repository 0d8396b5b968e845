"""What cards do at the last moment: before someone falls, before points are scored, when a token is gained or dropped;
and interactions without power, cards that are discarded, and terrain that is destroyed for dice."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.events.activation import ActivatedTokenPlaced
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed
from rulewright_crisis_protocol.importing.cards import titled
from rulewright_crisis_protocol.objectives import secured_by
from rulewright_crisis_protocol.space.tools import inches

from .effects_table import happens
from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    battle,
    card,
    invent,
    one,
    phase,
    piece,
    power,
    rule,
    tactic,
    token,
)
from .test_importing_tactics import card as read

GAIN = {"do": "gain_power", "who": "self"}


def dealt(power: Any, amount: int = 5, **hero: Any) -> Any:
    """The hero, who has a power, is about to suffer damage."""
    rules = invent(card(HERO, superpowers=[power]), card("friend"))
    things = at(HERO, 10, 10, **hero), at("friend", 30, 30), at(VILLAIN, 12, 10, 1)
    position = battle(*things, rules=rules)
    return position.happen(damage(position.game, HERO, amount, VILLAIN, rule="damage.tokens"))


# Falls ------------------------------------------------------------------------------------------------------

SPARED = power("last", "innate", {"do": "heal", "amount": 2, "who": "self"}, {"do": "prevent"}, when="would be KO'd")


@rule("terms.effects")
@rule("damage.ko")
def test_a_superpower_keeps_its_character_from_being_ko_d() -> None:
    position = dealt(SPARED, injured=True)
    assert position.idle and one(position, HERO).damage == 3


@rule("damage.dazed")
def test_who_is_healthy_is_dazed_all_the_same() -> None:
    assert one(dealt(SPARED), HERO).dazed


@pytest.mark.parametrize("injured", [False, True])
def test_something_happens_before_anyone_falls_and_it_falls_then(injured: bool) -> None:
    hurts = {"do": "damage", "amount": 1, "who": {"every": "enemy", "range": 2}}
    position = dealt(power("last", "innate", hurts, when="would fall"), injured=injured)
    assert one(position, VILLAIN).damage == 1
    assert HERO not in position.state.characters if injured else one(position, HERO).dazed


@rule("superpower.reactive")
def test_only_what_is_innate_comes_before_a_fall() -> None:
    with pytest.raises(ContentError, match="only an innate superpower"):
        invent(card(HERO, superpowers=[power("last", "reactive", {"do": "prevent"}, when="would be KO'd")]))


def last_blow(special: Any, by: str = VILLAIN) -> Any:
    """The hero would be dazed, and its player has a card by which it attacks before that."""
    lasts = {"do": "later", "id": "healed", "when": "heals itself", "until": "game", "effects": [
        {"do": "mark", "mark": "healed", "who": "self", "until": "game"},
    ]}  # fmt: skip
    spared = {"do": "if", "test": {"marked": "healed", "who": "self"}, "then": [{"do": "prevent"}]}
    shout = tactic(
        "shout", lasts, {"do": "attack"}, spared, when="would be dazed", test={"state": "enemy", "who": "chosen"}
    )
    rules = invent(card(HERO, attack("blow", special)), card("friend"), tactics=[shout])
    things = at(HERO, 10, 10), at("friend", 10, 14), at(VILLAIN, 12, 10, 1)
    position = battle(*things, rules=rules, rolls=("HHH", "--"), squads={0: {"tactics": ("shout",)}})
    return position.happen(damage(position.game, HERO, 5, by, rule="damage.tokens"))


@rule("damage.dazed")
@pytest.mark.parametrize(("heals", "dazed"), [(1, False), (0, True)])
def test_who_heals_by_the_last_blow_is_not_dazed(heals: int, dazed: bool) -> None:
    heal = {"effects": [{"do": "heal", "amount": 1, "who": "self"} if heals else GAIN]}
    position = last_blow(heal)
    position.answer(next(option for option in position.options if option is not None))
    while not position.idle and position.asked in ("act", "target", "attack", "react"):
        position.answer(position.options[0])
    assert one(position, VILLAIN).damage == 3
    assert one(position, HERO).dazed is dazed


# Tokens -----------------------------------------------------------------------------------------------------


@rule("activation.token")
def test_something_comes_only_the_first_time_that_a_token_is_gained() -> None:
    once = {"do": "later", "id": "pulled", "when": "gains activated token", "who": "chosen", "until": "game",
            "once": True, "effects": [{"do": "damage", "amount": 1, "who": "self"}]}  # fmt: skip
    position = happens(once, chosen=VILLAIN)
    for _ in range(2):
        position.happen(ActivatedTokenPlaced(VILLAIN, rule="activation.token"))
    assert one(position, VILLAIN).damage == 1


@rule("objective.drop")
def test_a_player_places_the_tokens_of_its_own_character_farther_away() -> None:
    own = {"do": "give", "power": "drops its own tokens", "until": "game"}
    more = {"do": "change", "stat": "drop range", "by": 1, "until": "game"}
    held, far = token("vials#1", 10, 10, "vials", holder=HERO), 10 + inches(3)
    for effects, player, reach in (((), 1, 2), ((own, more), 0, 3)):
        position = happens(GAIN, *effects, things=[held])
        position.happen(damage(position.game, HERO, 5, VILLAIN, rule="damage.tokens"))
        assert (position.asked, position.player) == ("drop", player)
        if reach == 2:
            with position.refused("objective.drop"):
                position.answer((far, 10.0))
        else:
            assert position.answer((far, 10.0)).state.objectives["vials#1"].x == far


@rule("objective.contest")
def test_a_turncoat_contests_secure_tokens_for_the_other_side() -> None:
    turned = {"do": "give", "who": "chosen", "power": "contests for the enemy:secure", "until": "game"}
    relay = token("relays#1", 15, 10)
    for effects, side in (((GAIN,), 1), ((turned,), 0)):
        assert secured_by(happens(*effects, chosen=VILLAIN, things=[relay]).game, "relays#1") == side


@rule("cleanup.vp")
def test_a_card_before_points_are_scored_turns_whoever_contests_a_secure_token() -> None:
    turncoat = {"do": "choose_character", "range": 5, "contests": "secure", "then": [
        {"do": "give", "who": "chosen", "power": "contests for the enemy:secure", "until": "round"},
    ]}  # fmt: skip
    rules = invent(card("second"), tactics=[tactic("shout", turncoat, when="before scoring")])
    things = at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("second", 14, 14, 1), token("relays#1", 12, 10)
    position = phase(battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}), "cleanup")
    assert position.asked == "trigger"
    position.answer(next(option for option in position.options if option is not None))
    assert [position.state.squads[seat].points for seat in (0, 1)] == [1, 0]


# Interactions -----------------------------------------------------------------------------------------------

BREAKERS = tuple(token(f"breakers#{n}", x, y, "breakers") for n, x, y in ((1, 10, 11), (2, 10, 9), (3, 30, 30)))


@rule("objective.interact")
def test_someone_interacts_with_any_number_of_tokens_near_it_without_power() -> None:
    position = happens({"do": "interact"}, things=BREAKERS)
    assert position.asked == "tokens" and ("breakers#1", "breakers#2") in position.options
    assert not any("breakers#3" in option for option in position.options)
    position.answer(("breakers#1", "breakers#2"))
    assert position.idle and [position.state.objectives[f"breakers#{n}"].control for n in (1, 2, 3)] == [0, 0, None]


@rule("objective.interact")
def test_the_next_interaction_is_free_and_no_more() -> None:
    shout = tactic("shout", {"do": "give", "power": "free interaction:next", "until": "game"}, by=[{"active": True}])
    things = at(HERO, 10, 10, power=1), at(VILLAIN, 30, 30, 1), *BREAKERS
    position = battle(*things, rules=invent(tactics=[shout]), squads={0: {"tactics": ("shout",)}})
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("card", "shout"))
    position.answer(("interact", "breakers#1"))
    assert one(position, HERO).power == 1
    assert one(position.answer(("interact", "breakers#2")), HERO).power == 0


# Cards ------------------------------------------------------------------------------------------------------


@rule("tactic-card.play")
@pytest.mark.parametrize(("others", "back"), [((), False), (("a", "b"), True), (("a", "b", "c"), True)])
def test_a_card_comes_back_for_others_that_are_discarded(others: tuple[str, ...], back: bool) -> None:
    again = {"do": "may", "effects": [{"do": "discard_cards", "amount": 2, "then": [{"do": "return_card"}]}]}
    cards = [tactic("shout", again, when="cleanup"), *(tactic(id, GAIN, cost=9) for id in others)]
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)
    position = battle(*things, rules=invent(tactics=cards), squads={0: {"tactics": ("shout", *others)}})
    phase(position, "cleanup")
    while position.asked in ("may", "discard", "trigger"):
        wanted = [option for option in position.options if option not in (None, False)]
        position.answer(("a", "b") if position.asked == "discard" else wanted[0])
    left = {"shout", *others} - {"a", "b"} if back else set()
    assert {*position.state.squads[0].tactics} == left


# Attacks ----------------------------------------------------------------------------------------------------


@rule("terrain.destroyed")
def test_terrain_near_the_target_is_destroyed_for_dice() -> None:
    add = {"do": "add_dice", "amount": {"stat": "size", "who": "chosen"}}
    then = [add, {"do": "destroy_terrain"}]
    choose = {"do": "choose_terrain", "range": 2, "size": 3, "of": "target", "up_to": 9, "then": then}
    crush = {"when": "attack pool", "effects": [choose]}
    rules = invent(card(HERO, attack("blow", crush)))
    things = at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), piece("crate", 15, 12, "c1"), piece("crate", 15, 8, "c2")
    position = battle(*things, piece("crate", 3, 3, "far"), rules=rules, rolls=("HHHHH", "--"))
    position.begin(ATTACK(player=0, attacker=HERO, attack="blow"))
    assert position.asked == "terrains" and not any("far" in option for option in position.options)
    position.answer(("c1", "c2"))
    assert {*position.state.terrain} == {"far"} and one(position, VILLAIN).damage == 5


@rule("terms.objects")
def test_who_has_a_mark_is_not_chosen_where_the_text_says_so() -> None:
    mark = {"do": "mark", "mark": "hit", "who": "chosen", "until": "game"}
    choose = {"do": "choose_character", "range": None, "not_marked": "hit",
              "then": [{"do": "damage", "amount": 1, "who": "chosen"}]}  # fmt: skip
    position = happens(mark, choose, chosen=VILLAIN, cards=[card("second")], things=[at("second", 12, 12, 1)])
    assert (one(position, VILLAIN).damage, one(position, "second").damage) == (0, 1)


@rule("cleanup.activated")
def test_what_is_left_for_the_end_of_the_round_comes_then() -> None:
    later = {"do": "later", "id": "back", "when": "round ends", "until": "round", "effects": [GAIN]}
    shout = tactic("shout", later, when="cleanup")
    position = battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=invent(tactics=[shout]),
                      squads={0: {"tactics": ("shout",)}})  # fmt: skip
    position = phase(position, "cleanup")
    position.answer(next(option for option in position.options if option is not None))
    assert [event.superpower for event in position.game.events() if isinstance(event, SuperpowerUsed)] == ["back"]


# Texts ------------------------------------------------------------------------------------------------------


def effects(text: str, type: str = "Active") -> Any:
    """What a card does whose text is understood."""
    found = read(text, type)
    assert found.get("played", "program") == "program", text
    return found["effects"]


OUT = {"out_of_reach": "target"}


@pytest.mark.parametrize("who", ["the targeted character", "the character"])
def test_the_attack_ends_behind_all_else_that_a_text_does(who: str) -> None:
    found = effects(
        "When an allied character is targeted by an attack, Quill may spend 1 {PWR} to play this card.\nThe targeted "
        f"character makes a {{S}} advance. If at the end of the advance {who} is outside of the attack's "
        f"{{RNG}} or the "
        "attacker's LOS, the attack ends. If your squad is using the Reeds affiliation, return this card to your "
        "available Team Tactic cards during the Cleanup Phase.", "Reactive",
    )  # fmt: skip
    assert [one["do"] for one in found] == ["move", "if", "if"]
    assert found[1]["then"][0]["do"] == "in_cleanup"
    assert found[2] == {"do": "if", "test": OUT, "then": [{"do": "end_attack"}]}


def test_who_pays_second_may_be_the_one_of_whom_the_moment_speaks() -> None:
    found = read(
        "After an allied Warden deals {DMG} with an attack, an allied Quill and Warden may each spend 1 {PWR} to play "
        "this card.\nQuill may Advance {S} and make a Strike attack.", "Reactive",
    )  # fmt: skip
    assert [one["named"] for one in found["by"]] == [["Warden, Lord Of Lamps"], ["Quill"]]


def test_any_other_result_is_what_no_sentence_before_has_named() -> None:
    found = effects(
        "An allied character may play this card.\nThe character gains the Flight {INNATE} superpower this "
        "round. At the "
        "end of the round, roll 1 die. If the result is a {HIT}, the character gains the Stun special "
        "condition. If it is a {BLOCK}, the character gains the Slow special condition. On any "
        "other result, the character may advance {S}."
    )  # fmt: skip
    rolled = found[1]["effects"][0]["then"]
    assert [one["test"]["amount"]["faces"] for one in rolled] == [
        ["hit"], ["block"], ["critical", "wild", "blank", "failure"],
    ]  # fmt: skip


def test_an_attack_of_a_card_speaks_of_itself_by_its_name() -> None:
    found = read(
        "{PHYS} LAMP OIL {RNG} 3 {STR} 5 {COST} 0\n- {WILD} Spill: Choose an enemy character within {RNG} 2 of "
        "the target "
        "character that has not been targeted by Lamp Oil this turn. This character makes a Lamp Oil attack "
        "targeting the "
        "chosen character.\n\nQuill may spend 3 {PWR} to play this card.\nQuill makes the attack shown above."
    )  # fmt: skip
    oil = found["attacks"][0]
    assert oil["name"]["en"] == titled("LAMP OIL")
    assert oil["specials"][0]["effects"][1]["then"] == [{"do": "attack", "attack": oil["id"], "against": "chosen"}]
    assert oil["specials"][0]["effects"][1]["not_marked"] == oil["specials"][0]["effects"][0]["mark"]


def test_each_who_is_as_near_as_power_was_spent_may_add_a_die() -> None:
    found = read(
        "During the Power Phase, Quill may spend X {PWR} to play this card. X must be at least 1 and no more than 5.\n"
        "This Round, Quill and other allied characters within {RNG} X of him may add 1 die to their attack rolls."
    )
    near = [one["test"]["any"][0]["there_is"] for one in found["superpowers"]]
    assert [one["range"] for one in near] == [5, 4, 3, 2, 1]
    assert {one["effects"][0]["do"] for one in found["superpowers"]} == {"may"}


def test_a_chosen_one_and_two_who_are_near_it_play_a_card() -> None:
    found = read(
        "Choose a Reeds character. The chosen character and two other characters within {RNG} 3 of it may spend "
        "2 {PWR} "
        "each to play this card.\nRemove the Activated token from the chosen character.\nDuring the Cleanup "
        "Phase, you may "
        "discard two Team Tactic cards. If you do, return this card to your available Team Tactic cards. This "
        "card may be "
        "played again this game."
    )
    near = {"range": 3, "of": "chosen"}
    assert found["by"] == [{"affiliation": "reeds"}, near, near] and found["together"] and found["cost"] == 2
    assert found["effects"][0] == {"do": "activated_token", "who": "self", "remove": True}


@pytest.mark.parametrize(
    "text",
    [
        # the next time of all
        "Quill may play this card.\nChoose an enemy character. Each time the chosen character gains an "
        "Activated token, "
        "remove an Activated token from Quill.",
        # who is spoken of besides
        "Quill may play this card.\nChoose an enemy character. The character glows.",
        # another place
        "During the Cleanup Phase, after Victory Points are scored, Quill may play this card.\nQuill gains 1 {PWR}.",
    ],
)
def test_what_is_nearly_understood_stays_by_hand(text: str) -> None:
    assert read(text, "Reactive")["played"] != "program"
