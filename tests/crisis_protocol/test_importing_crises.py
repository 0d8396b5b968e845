"""Crisis cards in words: their tokens, what those score, interactions, and what happens at moments of the round."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.importing import read_xml
from rulewright_crisis_protocol.importing.catalogue import Catalogue
from rulewright_crisis_protocol.importing.crises import BY_EDGES, SPOTS

from .table import rule
from .test_importing import REAL, power, profile, read, real

HELD = "Players score 1 VP for each Lamp held by a character they control during the Cleanup Phase."
SECURED = "Players score 2 VPs for each Lamp they are Securing during the Cleanup Phase."
CONTROLLED = "Players score 1 VP for each Lamp they Control during the Cleanup Phase."
TAKE = "Interact (Lamp): Pick up this Lamp."
ONE = f"{TAKE} A character can hold only 1 Lamp at a time."
FLIP = "Interact (Lamp): If no enemy characters are Contesting this Lamp, this character's controlling player "
FLIP += "now Controls this Lamp."
PLACES = "Place 3 Lamp tokens (Point of Interest) as shown on Map C."
THINGS = "Place 3 Lamp tokens (Asset) as shown on Map C."


FAR = "Players score 1 VP for Securing their Close, 1 VP for the Mid, and 2 VPs for Securing their Far Lamp "
FAR += "during the Cleanup Phase."


def card(scoring: str, details: str, setup: str = PLACES, type: str = "Secure") -> Any:
    """A crisis card of a catalogue as content."""
    (found,) = read(
        profile("Crisis", "(17) LAMPS", Type=type, Threat=17, Setup=setup, Scoring=scoring, Details=details)
    ).crises
    return found


def secure(details: str = "", scoring: str = SECURED, setup: str = PLACES) -> Any:
    """One that is played by program."""
    found = card(scoring, details, setup)
    assert "played" not in found and found["printed"], found
    return found


def extract(details: str = ONE, scoring: str = HELD, setup: str = THINGS) -> Any:
    found = card(scoring, details, setup, "Extraction")
    assert "played" not in found and found["printed"], found
    return found


def by_hand(found: Any) -> bool:
    """Whether players say by hand what a card, or a part of it, does."""
    texts = [*found.get("effects", ()), *found.get("abilities", ()), found.get("interacting", {"effects": ()})]
    return any(one["do"] == "by_hand" for text in texts for one in text["effects"])


# Tokens and points ------------------------------------------------------------------------------------------


@rule("crisis-card.anatomy", 3)
@pytest.mark.parametrize(
    ("setup", "token", "many"),
    [
        ("Place 4 Lamp tokens (Asset) as shown on Map C.", "asset", 4),
        ("Place three Lamps (Civilian tokens) as indicated on map B.", "civilian", 3),
        ("Place 5 Lamps (Point of Interest) as shown on Map D.", "point of interest", 5),
        ("Place 2 Lamp tokens (Target of Opportunity) as shown on Map H.", "point of interest", 2),
        ("Place 1 Old Brass Lamp token (Civilian) as shown on Map H.", "civilian", 1),
    ],
)
def test_the_setup_says_how_many_tokens_of_which_sort(setup: str, token: str, many: int) -> None:
    found = secure(setup=setup)
    assert (found["token"], len(found["spots"])) == (token, many)


@rule("field.crisis-data", 2)
def test_tokens_lie_where_it_is_the_same_for_both_sides() -> None:
    for spots in (*SPOTS.values(), *BY_EDGES.values()):
        assert {(36 - x, 36 - y) for x, y in spots} == {*spots}
    assert {many: len(spots) for many, spots in SPOTS.items()} == {many: many for many in range(1, 7)}


@pytest.mark.parametrize(
    ("setup", "spots"),
    [
        ("Place 3 Lamps (Point of Interest) as shown on Map C.", SPOTS[3]),
        ("Place 3 Lamps (Point of Interest) as shown on Map E.", BY_EDGES[3]),
        (
            "Place two Lamps (Target of Opportunity) on the points near each board edge as shown on map C.",
            (SPOTS[3][0], SPOTS[3][2]),
        ),
        (
            "Place two Lamps (Target of Opportunity) on the points near each board edge as shown on map E.",
            (BY_EDGES[3][0], BY_EDGES[3][2]),
        ),
    ],
)
def test_tokens_of_one_map_lie_on_the_same_points_whatever_card_names_it(setup: str, spots: Any) -> None:
    assert secure(setup=setup)["spots"] == [list(spot) for spot in spots]


def test_the_notes_say_once_that_tokens_have_to_be_moved() -> None:
    one = profile("Crisis", "(17) LAMPS", Type="Secure", Threat=17, Setup=PLACES, Scoring=SECURED, Details="")
    assert sum("where tokens stand" in note for note in read(one, one.replace("LAMPS", "LANTERNS")).notes) == 1


@rule("crisis-card.anatomy", 4)
@pytest.mark.parametrize(
    ("scoring", "details", "score", "points"),
    [
        (SECURED, "", "secured", 2),
        ("Players score 1 VP for each Lamp they Secure during the Cleanup Phase.", "", "secured", 1),
        (CONTROLLED, FLIP, "controlled", 1),
        ("Players score 3 VPs for each Lamp they are Controlling during the Cleanup Phase.", FLIP, "controlled", 3),
    ],
)
def test_the_scoring_says_what_a_token_is_worth(scoring: str, details: str, score: str, points: int) -> None:
    found = secure(details, scoring)
    assert (found["score"], found["points"]) == (score, points)


@pytest.mark.parametrize(
    "scoring",
    [
        HELD,
        "Players score 1 VP for each Lamp a character they control is holding during the Cleanup Phase.",
        "Players score 1 VP for each character they control that is holding a Lamp during the Cleanup Phase.",
        "Players score 1 VP per character they control holding a Lamp during the Cleanup Phase.",
    ],
)
def test_tokens_that_are_held_score(scoring: str) -> None:
    assert extract(scoring=scoring)["score"] == "held"


def test_points_for_each_holder_are_points_for_each_token_only_where_nobody_holds_two() -> None:
    scoring = "Players score 1 VP per character they control holding a Lamp during the Cleanup Phase."
    assert by_hand(card(scoring, TAKE, THINGS, "Extraction"))


def test_without_a_limit_a_character_may_hold_them_all() -> None:
    assert (extract(TAKE)["most"], extract(ONE)["most"]) == (3, 1)


def test_another_number_for_the_far_token() -> None:
    scoring = "Players score 1 VP for Securing their Close, {} VP for the Mid, and 3 VPs for Securing their Far "
    scoring += "Lamp during the Cleanup Phase."
    details = "The Lamp closest to a player's battlefield edge is their Close Lamp. "
    details += "The Lamp farthest from a player's battlefield edge is their Far Lamp."
    by_edges = PLACES.replace("Map C", "Map E")
    assert by_hand(card(scoring.format(1), details))
    found = secure(details, scoring.format(1), by_edges)
    assert (found["points"], found["far"], found["spots"]) == (1, 3, [list(spot) for spot in BY_EDGES[3]])
    assert by_hand(card(scoring.format(2), details, by_edges))


BOTH = "Place 1 Lamp token (Civilian) and 2 Stair Head tokens (Asset) as shown on Map E."
BROUGHT = "A player scores 2 VPs if they are securing the Lamp during the Cleanup Phase. "
BROUGHT += "Then they score 1 additional VP if the Lamp is within {RNG} 1 of their Stair Head."


def test_a_token_is_to_be_brought_to_the_own_goal() -> None:
    text = "During the Power Phase, the Lamp may move. If a player is securing the Lamp, they may Place it "
    text += "within {RNG} 2 of its "
    text += "current location.\nThe Stair Head farthest from a player's battlefield edge is their Stair Head."
    found = secure(text, BROUGHT, BOTH)
    assert (found["points"], found["brought"], found["spots"], found["goals"]) == (
        2,
        1,
        [[18, 18]],
        [[18, 8], [18, 28]],
    )
    (effect,) = found["effects"]
    (each,) = effect["effects"]
    assert (effect["when"], effect["whom"], each["that"]) == ("power phase", "each side", "secured")
    assert each["then"] == [{"do": "may", "effects": [{"do": "place_token", "range": 2}]}]


def test_goals_that_score_nothing_and_points_without_goals_are_not_understood() -> None:
    assert by_hand(card("A player scores 2 VPs if they are securing the Lamp during the Cleanup Phase.", "", BOTH))
    assert by_hand(
        card(BROUGHT.replace("Stair Head", "Lamp"), "", BOTH.replace(" and 2 Stair Head tokens (Asset)", ""))
    )
    assert by_hand(card(BROUGHT, "", BOTH))
    own = "The Stair Head farthest from a player's battlefield edge is their Stair Head."
    assert not by_hand(card(BROUGHT, own, BOTH))
    assert by_hand(card(BROUGHT, own, BOTH.replace("1 Lamp token", "2 Lamp tokens")))


# Interactions and holders -----------------------------------------------------------------------------------

CONTROL = {"do": "control"}
ALONE = {"amount": {"contesting": "enemy"}, "at_most": 0}
GOOD = {"amount": {"faces": ["critical", "wild"], "of": "roll"}, "at_least": 1}


def test_an_interaction_with_a_condition_and_a_roll_otherwise() -> None:
    more = " Otherwise roll 1 die. If the result is a {CRIT} or {WILD}, this character's controlling player now "
    more += "Controls this Lamp."
    found = secure(FLIP + more, CONTROLLED)
    roll = {"do": "roll", "dice": 1, "then": [{"do": "if", "test": GOOD, "then": [CONTROL]}]}
    assert found["interaction"] == "other"
    assert found["interacting"]["effects"] == [{"do": "if", "test": ALONE, "then": [CONTROL], "otherwise": [roll]}]


def test_dice_against_the_healthy_enemies_and_what_a_failure_does() -> None:
    text = "Interact (Lamp): Roll dice equal to this character's {MYST} Defense. If the roll contains more "
    text += "{CRIT} and {HIT} results than the "
    text += "number of Healthy enemy characters Contesting this Lamp, this character's controlling player now "
    text += "Controls this Lamp. "
    text += "If the roll contains at least 1 {FAIL}, this character is Placed within {RNG} 2 of its current position. "
    (roll,) = secure(text + "The opposing player resolves this Place.", CONTROLLED)["interacting"]["effects"]
    first, second = roll["then"]
    assert roll["dice"] == {"stat": "mystic", "who": "self"}
    assert first["test"]["more_than"] == {"contesting": "enemy", "healthy": True} and first["then"] == [CONTROL]
    (placed,) = second["then"]
    assert (placed["do"], placed["who"], placed["decided_by"]) == ("place", "self", "opponent")


def test_what_is_picked_up_may_resist() -> None:
    text = " Then roll dice equal to this character's {PHYS} defense. If the result does not contain one or more "
    text += "{CRIT} or {WILD} results, "
    found = extract(ONE + text + "the opposing player Pushes this character {S}.")
    (roll,) = found["interacting"]["effects"]
    assert found["interaction"] == "take" and roll["then"][0]["test"]["at_most"] == 0
    assert roll["then"][0]["then"][0] == {
        "do": "push",
        "who": "self",
        "way": "",
        "tool": "short",
        "decided_by": "opponent",
    }


def test_a_portal_leads_to_another_token() -> None:
    text = "Interact (Lamp): This character drops all objective tokens it is holding. Then roll 1 die. If the "
    text += "result is a {CRIT}, {WILD}, or "
    text += "{BLOCK}, Place this character within {RNG} 1 of another Lamp. "
    found = secure(text + "Otherwise, the opposing player Places this character within {RNG} 1 of another Lamp.")
    drop, roll = found["interacting"]["effects"]
    (test,) = roll["then"]
    assert drop == {"do": "drop", "who": "self"}
    assert (test["then"][0]["of"], test["otherwise"][0]["decided_by"]) == ("another token", "opponent")


@pytest.mark.parametrize(
    ("sentence", "field", "value"),
    [
        (
            "A character holding a Lamp can make only 1 move action per turn.",
            "holder",
            [{"modifies": "move actions", "most": 1}],
        ),
        (
            "A character holding a Lamp cannot perform more than one move action per turn.",
            "holder",
            [{"modifies": "move actions", "most": 1}],
        ),
    ],
)
def test_what_holders_cannot_do(sentence: str, field: str, value: Any) -> None:
    (found,) = extract(f"{ONE}\n{sentence}")[field]
    assert (found["kind"], found["does"]) == ("innate", value)


def test_what_happens_to_whoever_picks_one_up() -> None:
    text = "When a character picks up a Lamp, if there is not another allied character within {RNG} 3 of it, it "
    text += "suffers 2 {DMG}."
    found = extract(f"{ONE}\n{text}")["taken"]
    assert found["test"] == {"none": [{"there_is": {"every": "allied", "range": 3}}]}
    assert found["effects"] == [{"do": "damage", "who": "self", "amount": 2}]


def test_what_a_holder_may_do_in_its_activation() -> None:
    text = "During its activation, a character holding a Lamp may evacuate the Lamp by spending 5 {PWR}. The "
    text += "character's controlling "
    text += "player immediately scores 3 VPs and removes the Lamp held by that character from the game."
    (found,) = extract(f"{ONE}\n{text}")["abilities"]
    assert (found["cost"], found["optional"]) == (5, True)
    assert found["effects"] == [{"do": "score", "points": 3}, {"do": "remove_token", "who": "self"}]


def test_cover_of_those_who_contest() -> None:
    assert (
        secure("Characters Contesting a Lamp have Cover from characters not Contesting the same Lamp.")["cover"] is True
    )


# At moments of the round ------------------------------------------------------------------------------------

WOUND = {"do": "damage", "who": "self", "amount": 1}


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("During the Power Phase, characters Contesting a Lamp gain 1 {PWR}.",
         {"when": "power phase", "whom": "each contesting",
          "effects": [{"do": "gain_power", "who": "self", "amount": 1}]}),
        ("During the Power Phase, characters within {RNG} 1 of a Lamp gain the Slow special condition.",
         {"when": "power phase", "whom": "each near",
          "effects": [{"do": "condition", "who": "self", "condition": "slow"}]}),
        ("During the Cleanup Phase, each character that is not within {RNG} 3 of a Lamp suffers 1 {DMG}.",
         {"when": "cleanup", "whom": "each character", "test": {"none": [{"near_token": 3}]}, "effects": [WOUND]}),
    ],
)  # fmt: skip
def test_a_secure_card_does_something_at_a_moment(text: str, effect: Any) -> None:
    assert secure(text)["effects"] == [effect]


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("During the Cleanup Phase, each character suffers 1 {DMG} for each Lamp it is holding. "
         "Characters gain 1 {PWR} for each {DMG} they suffered this way.",
         {"when": "cleanup", "whom": "each holder", "effects": [
             {"do": "damage", "who": "self", "amount": {"value": {"holds": "self"}, "times": 1}},
             {"do": "gain_power", "who": "self", "amount": {"value": "that_much", "times": 1}}]}),
        ("During the Cleanup Phase, if one or more characters holding a Lamp are within {RNG} 2 of another "
         "allied character, "
         "those characters' controlling player scores 1 VP.",
         {"when": "cleanup", "whom": "each side",
          "test": {"there_is": {"every": "allied", "itself": True, "holding": True, "beside": 2}},
          "effects": [{"do": "score", "points": 1}]}),
        ("During the Cleanup Phase, each character with 3 or more {PWR} holding a Lamp rolls 3 dice. For each "
         "{FAIL} and {WILD} in the "
         "result, the character holding the Lamp and all characters within {RNG} 2 of it suffer 1 {DMG}.",
         {"when": "cleanup", "whom": "each holder", "test": {"amount": {"stat": "power", "who": "self"}, "at_least": 3},
          "effects": [{"do": "roll", "dice": 3, "then": [
              {"do": "damage", "who": {"every": "any", "itself": True, "range": 2},
               "amount": {"faces": ["failure", "wild"], "of": "roll"}}]}]}),
        ("During the Power Phase, starting with the player with Priority, players roll 1 die for each character "
         "they control holding a "
         "Lamp. If the result is a {CRIT} or {WILD}, that character Advances {S} before rolling for the next "
          "character. "
         "The opposing player resolves this Advance.",
         {"when": "power phase", "whom": "each holder", "in_turn": True, "effects": [{"do": "roll", "dice": 1, "then": [
             {"do": "if", "test": GOOD, "then": [
                 {"do": "move", "who": "self", "tool": "short", "moved_by": "opponent"}]}]}]}),
    ],
)  # fmt: skip
def test_an_extract_card_does_something_at_a_moment(text: str, effect: Any) -> None:
    assert extract(f"{ONE}\n{text}")["effects"] == [effect]


def test_dice_for_everyone_near_a_token_and_the_opponent_pushes() -> None:
    text = "During the Power Phase, starting with the player with Priority, players roll 1 die for each "
    text += "character they control within "
    text += "{RNG} 1 of a Lamp. If the result is a {CRIT} or {WILD}, that character gains 2 {PWR} and is Pushed {S}. "
    (effect,) = secure(text + "The opposing player resolves this Push.")["effects"]
    assert (effect["whom"], effect["in_turn"]) == ("each near", True)
    gain, push = effect["effects"][0]["then"][0]["then"]
    assert gain == {"do": "gain_power", "who": "self", "amount": 2}
    assert push == {"do": "push", "who": "self", "way": "", "tool": "short", "decided_by": "opponent"}


MOVES = (
    "During the Cleanup Phase, each of the Lamps may move. Starting with the player with priority, each player "
    "Places all Lamps Secured by "
    "their opponent within {RNG} 2 of their current position. Each Lamp may be Placed this way only once per Round."
)
PLACED = {
    "do": "for_tokens",
    "that": "secured",
    "by": "opponent",
    "once": "round",
    "then": [{"do": "place_token", "range": 2}],
}


def test_tokens_that_move_and_what_follows() -> None:
    first, second = secure(
        f"{MOVES} Then each character within {{RNG}} 1 of a Lamp suffers 1 {{DMG}} and gains the Hex special condition."
    )["effects"]
    assert first == {"when": "cleanup", "whom": "each side", "in_turn": True, "effects": [PLACED]}
    hex = {"do": "condition", "who": "self", "condition": "hex"}
    assert second == {"when": "cleanup", "whom": "each near", "follows": True, "effects": [WOUND, hex]}


def test_tokens_that_move_and_hurt_each_when_it_is_placed() -> None:
    (first,) = secure(
        f"{MOVES}\nAfter a Lamp is Placed, each character within {{RNG}} 1 of it suffers 1 {{DMG}} and gains the "
        f"Hex special condition."
    )["effects"]
    near = {"every": "any", "itself": True, "range": 1, "of": "token"}
    assert [(one["do"], one.get("who")) for one in first["effects"][0]["then"]] == [
        ("place_token", None), ("damage", near), ("condition", near),
    ]  # fmt: skip


def test_an_enemy_near_each_token_that_is_controlled() -> None:
    text = "\nDuring the Cleanup Phase, each player Controlling a Lamp chooses an enemy character within {RNG} 2 "
    text += "of each Lamp they Control. "
    text += "The chosen character suffers 1 {DMG} and gains 1 {PWR}. Resolve each Lamp completely before "
    text += "resolving the next."
    (effect,) = secure(FLIP + text, CONTROLLED)["effects"]
    (each,) = effect["effects"]
    (choice,) = each["then"]
    assert (effect["whom"], each["do"], choice["of"], choice["range"]) == ("each side", "for_tokens", "token", 2)
    assert [(one["do"], one["who"]) for one in choice["then"]] == [("damage", "chosen"), ("gain_power", "chosen")]


def test_whoever_controls_more_may_have_an_enemy_pushed() -> None:
    text = "\nDuring the Power Phase, if a player Controls more Lamps than their opponent, they may choose an "
    text += "enemy character. "
    text += "The chosen character is Pushed {S}. The opposing player resolves this Push."
    (effect,) = secure(FLIP + text, CONTROLLED)["effects"]
    assert effect["test"] == {"amount": {"controlled": "allied"}, "more_than": {"controlled": "enemy"}}
    (choice,) = effect["effects"]
    assert (choice["side"], choice["range"], choice["up_to"]) == ("enemy", None, 1)
    assert choice["then"][0]["who"] == "chosen"


# What is not understood -------------------------------------------------------------------------------------


HAND = [{"do": "by_hand"}]


def parts_by_hand(scoring: str, details: str, setup: str) -> Any:
    """A card of which players play a part by hand: what else is known of it, and the part without its text."""
    found = card(scoring, details, setup, "Extraction" if setup == THINGS else "Secure")
    assert found["played"] == "partly"
    for text in (*found.get("effects", ()), *found.get("abilities", ()), found.get("interacting", {})):
        for one in text.get("effects", ()):
            assert one.pop("text") == f"{setup}\n{scoring}\n{details}"
    return found


def test_an_interaction_is_asked_for_by_hand_when_someone_interacts() -> None:
    found = parts_by_hand(CONTROLLED, "Interact (Lamp): Sing with this character.", PLACES)
    assert (found["interaction"], found["interacting"]["effects"], found["effects"]) == ("control", HAND, [])
    found = parts_by_hand(HELD, f"{TAKE} Whoever does must sing.", THINGS)
    assert (found["interaction"], found["interacting"]["effects"], found["most"]) == ("take", HAND, 3)
    found = parts_by_hand(SECURED, "Interact (Lamp): Sing with this character.", PLACES)
    assert (found["interaction"], found["score"], found["points"]) == ("other", "secured", 2)


def test_what_a_holder_may_do_is_said_by_hand_in_its_activation() -> None:
    found = parts_by_hand(HELD, f"{ONE}\nA character holding a Lamp may sing.", THINGS)
    (ability,) = found["abilities"]
    assert (ability["optional"], ability["effects"]) == (True, HAND) and "effects" not in found


@pytest.mark.parametrize(
    "details", ["Everyone sings.", "During the Cleanup Phase, a character holding all Lamps sings."]
)
def test_anything_else_is_said_by_hand_in_the_cleanup_phase(details: str) -> None:
    (effect,) = parts_by_hand(HELD, f"{ONE}\n{details}", THINGS)["effects"]
    assert (effect["when"], effect["whom"], effect["effects"]) == ("cleanup", "each player", HAND)


@pytest.mark.parametrize(
    ("scoring", "details", "setup"),
    [
        (SECURED, "", "Place 3 Lamp tokens (Asset) and 2 Rope tokens (Asset) as shown on Map C."),
        (SECURED, "", "Place 7 Lamp tokens (Asset) as shown on Map C."),
        (SECURED, "", "Place 3 Lamp tokens as shown on Map C."),
        ("Players score 2 VPs for each Lamp they are Securing.", "", PLACES),
        ("Players score 2 VPs for each Lamp they are Securing during the Power Phase.", "", PLACES),
        (CONTROLLED, "", PLACES),
        (CONTROLLED, "Interact (Lamp): Remove 1 {DMG} from this character.", PLACES),
        (SECURED, "Characters within {RNG} 1 of a Lamp gain the Slow special condition.", PLACES),
        (SECURED, "During the Power Phase, characters within {RNG} 2 of a Lamp gain 1 {PWR}.", PLACES),
        (SECURED, "During the Power Phase, characters within {RNG} 1 of a Rope gain 1 {PWR}.", PLACES),
        (SECURED, "During the Power Phase, characters Contesting a Lamp sing.", PLACES),
        ("", "", PLACES),
        (SECURED, "Interact (Lamp): When this character attacks, it gains 1 {PWR}.", PLACES),
        (SECURED, "Interact (Lamp): During the Power Phase, this character gains 1 {PWR}.", PLACES),
        (FAR, "", PLACES),
        (SECURED, "Otherwise, this character suffers 1 {DMG}.", PLACES),
        (SECURED, "Then each character within {RNG} 1 of a Lamp suffers 1 {DMG}.", PLACES),
        (HELD, f"{ONE} A character can hold only 2 Lamps at a time.", THINGS),
        (HELD, f"{ONE}\nDuring the Power Phase, each character holding a Lamp gains 1 {{PWR}} and sings.", THINGS),
        (HELD, "A character can hold only 1 Lamp at a time.", THINGS),
    ],
)  # fmt: skip
def test_what_is_not_wholly_understood_stays_by_hand(scoring: str, details: str, setup: str) -> None:
    found = card(scoring, details, setup, "Extraction" if setup == THINGS else "Secure")
    assert by_hand(found)


def test_what_only_crises_say_is_not_read_in_superpowers() -> None:
    text = "At the start of this character's activation, this character's controlling player now controls this token."
    (grade,) = (one for one in read(power("Innate", "SONG", text)).grades if one.kind == "innate")
    assert grade.played != "program"


@real
def test_the_program_plays_most_of_the_real_crises() -> None:
    grades = [one for one in Catalogue(read_xml(REAL.read_bytes())).grades if one.kind == "crisis"]
    assert sum(one.played == "program" for one in grades) >= 20
