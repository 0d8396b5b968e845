"""Team tactic cards that give leadership abilities, make others active, or say which affiliation a squad uses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.overview import question_of
from rulewright.testing import Scenario
from rulewright.text import LANGUAGES, show
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.book.wording import TEXTS
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.before import AffiliationUsed, LeaderAnnounced
from rulewright_crisis_protocol.events.characters import KnockedOut
from rulewright_crisis_protocol.importing.cards import printed_leadership
from rulewright_crisis_protocol.leaderships import active_of, lead

from .effects_table import happens
from .table import HERO, VILLAIN, at, attack, battle, card, invent, named, one, rule, tactic, token, turn
from .test_importing_tactics import card as read
from .test_opening import opening

WARD: Any = {"id": "ward", "name": {"en": "Ward", "zh": "Ward"}, "affiliation": "reeds",
             "does": [{"modifies": "attack dice", "by": 1}]}  # fmt: skip
DEPLOYED = {"when": "squads deployed", "leadership": WARD}
GAIN = {"do": "gain_power", "amount": 1}
GAINS = {"do": "gain_leadership", "leadership": "ward"}


def deployed(*cards: Any, affiliation: str = "reeds", tactics: Any = (), own: Any = None, **more: Any) -> Scenario:
    """The hero and a second one of the reeds, deployed, with these team tactic cards."""
    first = card(HERO, affiliations=["reeds"], **({"leadership": own} if own else {}), **more)
    rules = invent(first, card("second", affiliations=["reeds"]), *cards, tactics=list(tactics))
    squad = {"characters": [HERO, "second"], "affiliation": affiliation, "tactics": [one["id"] for one in tactics]}
    squads = (squad, {"characters": [VILLAIN]})
    return opening("HHH--", "-----", rules=rules, squads=squads).answer("north")


def to_the_end(position: Scenario) -> Scenario:
    position.answer(HERO).answer(((HERO, 10.0, 3.0),), ((VILLAIN, 10.0, 33.0),), (("second", 16.0, 3.0),))
    return position


# What a card gives ------------------------------------------------------------------------------------------


@rule("leadership.active")
def test_a_card_makes_its_leadership_ability_the_active_one() -> None:
    """Nobody is asked any longer which one is selected."""
    own = {**WARD, "id": "own"}
    position = deployed(own=own, tactics=[tactic("rally", {**GAINS, "active": True}, **DEPLOYED)])
    to_the_end(position).answer("rally").answer("second")
    assert [event.character for event in position.events(LeaderAnnounced)] == ["second"]
    assert position.game.has("ward", HERO) and not position.game.has("own", HERO)
    assert position.asked == "turn"


@rule("affiliation.leadership", 1, 2)
@pytest.mark.parametrize(("affiliation", "leads"), [("reeds", True), ("", False)])
def test_a_leadership_ability_that_a_card_gives_can_be_selected(affiliation: str, leads: bool) -> None:
    """As any other one: only if the squad uses its affiliation, and one of them."""
    position = deployed(affiliation=affiliation, tactics=[tactic("rally", GAINS, **DEPLOYED)])
    to_the_end(position).answer("rally").answer("second")
    assert position.game.has("ward", HERO) is leads
    assert position.asked == "turn"


@rule("affiliation.leadership", 2)
@pytest.mark.parametrize("ability", ["ward", "own"])
def test_of_two_leadership_abilities_of_a_character_one_is_selected(ability: str) -> None:
    position = deployed(own={**WARD, "id": "own"}, tactics=[tactic("rally", GAINS, **DEPLOYED)])
    to_the_end(position).answer("rally").answer(HERO)
    assert position.asked == "leadership"
    position.answer(ability)
    assert [id for id in ("ward", "own") if position.game.has(id, "second")] == [ability]


@rule("affiliation.condition")
@pytest.mark.parametrize(("affiliation", "asked"), [("", True), ("reeds", False)])
def test_a_card_says_which_affiliation_a_squad_uses(affiliation: str, asked: bool) -> None:
    """As the squads are revealed, before anyone is deployed."""
    uses = {"do": "use_affiliation", "affiliation": "ponds"}
    flag = tactic("flag", uses, GAINS, when="squads revealed", leadership=WARD, test={"squad_uses": "none"})
    position = deployed(affiliation=affiliation, tactics=[flag])
    assert (position.asked == "deploy") is not asked
    if asked:
        position.answer("flag").answer(HERO)
        assert position.last(AffiliationUsed).affiliation == position.state.squads[0].affiliation == "ponds"
        assert position.asked == "deploy"


@rule("superpower.reactive")
def test_who_is_not_deployed_yet_is_given_something_for_the_game() -> None:
    power = named({"id": "drill", "kind": "innate", "does": [{"modifies": "attack dice", "by": 1}]})
    give = tactic("lend", {"do": "give", "power": "drill", "until": "game"}, when="squads revealed",
                  superpowers=[power], by=[{"not_affiliation": "ponds", "threat": 2}])  # fmt: skip
    position = deployed(threat=2, tactics=[give]).answer("lend")
    assert to_the_end(position).game.has("drill", HERO) and not position.game.has("drill", "second")


# Which are active ---------------------------------------------------------------------------------------------


def led(*effects: Any, **more: Any) -> Scenario:
    """The hero leads with an ability by which it has changed something for the game; a second one could, too."""
    other = {**WARD, "id": "other"}
    cards = [
        card(HERO, affiliations=["reeds"], leadership=WARD),
        card("second", affiliations=["reeds"], leadership=other),
    ]
    rules = invent(*cards, tactics=[tactic("swap", *effects, **more)])
    things = at(HERO, 10, 10), at("second", 10, 14), at(VILLAIN, 30, 30, 1)
    position = battle(*things, rules=rules, squads={0: {"tactics": ("swap",), "affiliation": "reeds", "leader": HERO}})
    return position.happen(*lead(position.game, 0, HERO))


@rule("leadership.active")
@pytest.mark.parametrize("alone", [True, False])
def test_another_leadership_ability_becomes_active(alone: bool) -> None:
    choose = {"do": "choose_character", "side": "allied", "itself": True, "range": 5, "passive": "squad", "up_to": 1}
    position = turn(led({**choose, "then": [{"do": "lead", "alone": alone}]}, by=[{"leads": "any"}]))
    position.answer(("card", "swap"))
    assert position.asked == "characters"
    position.answer(("second",))
    assert position.game.has("other", HERO)
    assert position.game.has("ward", HERO) is not alone


@rule("leadership.active")
def test_what_the_ability_before_has_changed_is_over() -> None:
    bonus = {"do": "change", "stat": "attack dice", "by": 2, "until": "game"}
    each = {"do": "for_each", "side": "allied"}
    drill = named({"id": "drill", "optional": True, "effects": [bonus]})
    cards = [card(HERO, affiliations=["reeds"], leadership={**WARD, "does": [], "abilities": [drill]})]
    rules = invent(*cards, card("second", affiliations=["reeds"], leadership={**WARD, "id": "other", "does": []}),
                   tactics=[tactic("swap", {**each, "then": [{"do": "lead", "alone": True}]})])  # fmt: skip
    things = at(HERO, 10, 10), at("second", 10, 12), at(VILLAIN, 30, 30, 1)
    position = battle(*things, rules=rules, squads={0: {"tactics": ("swap",), "affiliation": "reeds"}})
    position.happen(*lead(position.game, 0, HERO)).begin(ACTIVATION(player=0, character=HERO))
    position.answer(("superpower", "drill"))
    assert position.game.number("attack dice", HERO) == 2
    position.answer(("card", "swap")).answer(HERO)
    assert position.game.number("attack dice", HERO) == 1


@rule("leadership.active")
@pytest.mark.parametrize(("who", "played"), [(HERO, True), ("second", False)])
def test_a_card_asks_who_led_the_squad_that_has_just_been_koed(who: str, played: bool) -> None:
    test = {"all": [{"state": "gone", "who": "chosen"}, {"state": "leader", "who": "chosen"}]}
    position = led({**GAIN, "who": {"every": "allied", "itself": True}}, when="ally dazed", test=test)
    position.happen(KnockedOut(who, 0))
    assert ("swap" in str(position.game.request)) is played


@pytest.mark.parametrize(
    ("affiliations", "leads"), [(["reeds"], ["ward"]), (["ponds"], []), (["ponds", "reeds"], ["ward"])]
)
def test_a_leadership_ability_of_named_affiliations_becomes_active(affiliations: list[str], leads: list[str]) -> None:
    effect = {"do": "lead", "who": "self", "affiliations": affiliations}
    position = happens(effect, cards=[card(HERO, leadership=WARD)])
    assert [id for id in ("ward",) if position.game.has(id, HERO)] == leads


# Whom it is about ---------------------------------------------------------------------------------------------


@rule("terms.objects")
@pytest.mark.parametrize(("there", "sizes"), [(3, {2}), (1, {1})])
def test_exactly_as_many_are_chosen_where_there_are(there: int, sizes: set[int]) -> None:
    friends = [at("friend", 9 + n, 12, name=f"friend#{n}") for n in range(there)]
    effect = {"do": "choose_character", "side": "allied", "least": 2, "up_to": 2, "then": [{**GAIN, "who": "chosen"}]}
    position = happens(effect, things=friends, cards=[card("friend")])
    space = position.game.request.space
    assert {space.least, space.most} == sizes


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"objective": True}, {"near"}), ({"objective": False}, {"far"}), ({"open_to": "hex"}, {"far"}),
        ({"token": "stripe"}, {"near"}), ({"not_affiliation": "reeds"}, {"far"}),
        ({"leadership": ["ponds", "reeds"]}, {"near"}), ({"passive": "any"}, {"near"}), ({"passive": "squad"}, set()),
    ],
)  # fmt: skip
def test_only_those_are_meant_for_whom_it_holds(asked: dict[str, Any], found: set[str]) -> None:
    cards = [card("near", affiliations=["reeds"], leadership=WARD), card("far")]
    near = at("near", 12, 10, conditions=("hex",), tokens=("stripe",))
    things = [near, at("far", 10, 14), token("r1", 13, 10), at(HERO, 7, 10)]
    position = happens({**GAIN, "who": {"every": "allied", **asked}}, things=things, cards=cards)
    assert {id for id in ("near", "far") if one(position, id).power} == found


@rule("activation.step-2")
@pytest.mark.parametrize(("who", "gains"), [("hero", 1), ("friend", 1), (VILLAIN, 0)])
def test_the_end_of_an_activation_of_anyone_of_the_squad_is_a_moment(who: str, gains: int) -> None:
    power = named({"id": "watch", "kind": "innate", "when": "allied activation ends", "effects": [GAIN]})
    rules = invent(card(HERO, attack("blow"), superpowers=[power]), card("friend"))
    position = battle(at(HERO, 10, 10), at("friend", 10, 14), at(VILLAIN, 30, 30, 1), rules=rules)
    player = int(who == VILLAIN)
    position.begin(ACTIVATION(player=player, character=who)).answer("end")
    assert one(position, HERO).power == gains


# In words -----------------------------------------------------------------------------------------------------


def test_a_leadership_ability_is_printed_on_a_card_up_to_who_plays_it() -> None:
    text = f"{CALL}Allied characters may reroll 1 defense die.\n\nMore.\n\nQuill may play this card."
    profile, rest = printed_leadership(text)
    assert profile is not None and profile.name == "CALL (AFFILIATION: REEDS)"
    assert profile.value("Rules").endswith("More.") and rest.strip() == "Quill may play this card."


CALL = "{LDR} CALL (AFFILIATION: REEDS)\n"
GIVES = "After deployment, Quill may play this card.\nQuill gains the following Leadership ability.\n\n"


@pytest.mark.parametrize(
    ("text", "field", "ability"),
    [
        (
            "When an allied Reeds character dazes or KO's an enemy character, all other allied Reeds characters gain "
            "1 {PWR}.",
            "abilities",
            {"when": "fells", "test": {"is_one": ["reeds"], "who": "self"},
             "effects": [{"do": "gain_power", "amount": 1, "who": {"every": "allied", "affiliation": "reeds"}}]},
        ),
        (
            "When an allied character is dazed or KO'd by an enemy effect, this character gains a Sand token. This "
            "character may have a maximum of 3 Sand tokens.",
            "own",
            {"when": "anyone felled",
             "effects": [{"do": "gain_tokens", "token": "sand", "amount": 1, "who": "self", "most": 3}]},
        ),
        (
            "Once per round, at the end of an allied character's Activation, Quill may use this Leadership ability. "
            "When he does, all other allied characters contesting or holding objective tokens gain 1 {PWR} and remove "
            "1 {DMG}.",
            "own",
            {"when": "allied activation ends", "once": "round", "optional": True,
             "effects": [{"do": do, "amount": 1, "who": {"every": "allied", "objective": True}}
                         for do in ("gain_power", "heal")]},
        ),
    ],
)  # fmt: skip
def test_a_leadership_ability_of_a_card_is_read(text: str, field: str, ability: dict[str, Any]) -> None:
    found = read(f"{GIVES}{CALL}{text}", "Reactive")
    assert found["effects"] == [{"do": "gain_leadership", "leadership": "call"}] and found["when"] == "squads deployed"
    (got,) = found["leadership"][field]
    assert {key: got[key] for key in got if key not in ("id", "name")} == ability


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "When this card is included in your Squad, if your Squad is Unaffiliated and includes Quill, you may play "
            "this card.\n\nYour Squad is now using the Reeds affiliation regardless of other affiliated characters. "
            f"Quill gains the following Leadership ability. It is your active Leadership.\n\n{CALL}Allied characters "
            "may reroll 1 "
            "defense die.",
            {"by": [{"named": ["Quill"]}], "when": "squads revealed", "test": {"squad_uses": "none"},
             "effects": [{"do": "use_affiliation", "affiliation": "reeds"},
                         {"do": "gain_leadership", "leadership": "call", "active": True}]},
        ),
        (
            "If your squad does not contain The Marsh, after deployment when you would normally select your Leadership "
            f"ability, Quill may play this card.\n\nQuill gains the following Leadership ability.\n\n{CALL}Allied "
            "characters may reroll 1 defense die.",
            {"when": "squads deployed",
             "test": {"none": [{"there_is": {"every": "allied", "named": ["The Marsh"], "itself": True}}]},
             "effects": [{"do": "gain_leadership", "leadership": "call"}]},
        ),
        (
            "When you include this card in your Squad, choose 1 non-Reeds-affiliated character with a Threat Value of "
            "3 or less in your Squad. When the chosen character is deployed, it gains the Hold Hands {INNATE} "
            "superpower.\nAfter all characters are deployed, discard this card.\n\n{INNATE} HOLD HANDS\nThis "
            "character adds 1 die to its attack rolls.",
            {"by": [{"threat": 3, "not_affiliation": "reeds"}], "when": "squads revealed",
             "effects": [{"do": "give", "who": "self", "power": "lights-out-hold-hands", "until": "game"}]},
        ),
        (
            "When an allied Reeds character with an active Leadership ability is KO'd, another allied character may "
            "play this card.\nChoose two allied characters with Reeds or Lamp Lighters Leadership abilities. Both "
            "chosen characters' Leadership abilities become active.",
            {"when": "ally dazed",
             "effects": [{"do": "choose_character", "side": "allied", "range": None, "itself": True,
                          "leadership": ["reeds", "lamp-lighters"], "least": 2, "up_to": 2,
                          "then": [{"do": "lead", "who": "chosen", "affiliations": ["reeds", "lamp-lighters"]}]}]},
        ),
    ],
)  # fmt: skip
def test_cards_about_leaderships_and_squads_are_read(text: str, fields: dict[str, Any]) -> None:
    found = read(text, "Reactive")
    assert "played" not in found
    assert {key: found[key] for key in fields} == fields


# Leadership abilities that are suspended ------------------------------------------------------------------------


@rule("leadership.active")
def test_a_leadership_ability_is_suspended_for_a_round() -> None:
    suspend = {"do": "suspend_leadership", "who": {"every": "allied", "itself": True}, "until": "round"}
    position = turn(led(suspend, by=[{"leads": "any"}])).answer(("card", "swap"))
    assert not position.game.has("ward", HERO) and not position.game.has("ward", "second")
    assert active_of(position.game, HERO) == set()
    (kept,) = {one.until for one in position.state.effects.values() if one.data.get("suspends")}
    assert kept == "scope"


@rule("dice.faces")
@pytest.mark.parametrize(
    ("rolls", "gains"), [(("CHW-", "CCBFF"), (0, 1)), (("H---", "CHHFF"), (1, 0)), (("CH--", "WWB--"), (0, 0))]
)
def test_two_roll_dice_and_something_happens_to_whoever_shows_fewer(
    rolls: tuple[str, ...], gains: tuple[int, int]
) -> None:
    """Each as many as its remaining stamina: the hero has suffered one damage; of equals it happens to nobody."""
    off = {"do": "roll_off", "icons": ["critical", "hit", "wild"], "then": [{**GAIN, "who": "chosen"}]}
    position = happens(off, things=[at(HERO, 10, 10, damage=1)], chosen=VILLAIN, rolls=rolls)
    assert (one(position, HERO).power, one(position, VILLAIN).power) == gains


@rule("leadership.active")
@pytest.mark.parametrize(("squad", "played"), [("reeds", True), ("", False)])
def test_a_card_is_played_when_leadership_abilities_are_selected(squad: str, played: bool) -> None:
    test = {"there_is": {"every": "allied", "itself": True, "leads": "reeds"}}
    guard = tactic("guard", {**GAIN, "who": {"every": "allied", "itself": True}}, when="leaders selected", test=test)
    position = to_the_end(deployed(affiliation=squad, own=WARD, tactics=[guard]))
    assert ("guard" in str(position.game.request)) is played


@pytest.mark.parametrize(("leads", "power"), [(True, 1), (False, 0)])
def test_a_text_asks_who_has_an_active_leadership_ability(leads: bool, power: int) -> None:
    asks = {"do": "if", "test": {"state": "leading", "who": "self"}, "then": [GAIN]}
    make = [{"do": "lead", "who": "self", "affiliations": ["reeds"]}] if leads else []
    assert one(happens(*make, asks, cards=[card(HERO, leadership=WARD)]), HERO).power == power


def test_a_trial_of_leaders_is_read() -> None:
    found = read(
        "An allied Reeds character with an active Leadership ability may play this card during its "
        "Activation.\nChoose an "
        "enemy character with an active Leadership ability within {RNG} 3 of the character that played this card. The "
        "chosen character and the character that played this card roll dice equal to their remaining Stamina.\nThe "
        "Leadership ability of the character that rolled fewer {CRIT}, {HIT}, and {WILD} results becomes inactive for "
        "the rest of the Round."
    )
    suspend = {"do": "suspend_leadership", "who": "chosen", "until": "round"}
    off = {"do": "roll_off", "against": "chosen", "dice": "stamina left", "icons": ["critical", "hit", "wild"]}
    choose = {"do": "choose_character", "side": "enemy", "leads": "any", "range": 3}
    assert found["effects"] == [{**choose, "then": [{**off, "then": [suspend]}]}]


def test_a_guard_of_leaders_is_read() -> None:
    found = read(
        "After you choose a Leadership ability, if that Leadership is Reeds, Lamp Lighters, or Reeds, Quill may play "
        "this "
        "card.\nQuill gains the Hold Fast {INNATE} superpower.\n\n{INNATE} HOLD FAST\nWhen an allied character with an "
        "active Leadership within {RNG} 2 of this character is targeted by an attack, the allied character gains "
        "Cover. "
        "After the attack is resolved, if the allied character was not Dazed or KO'd, this character may spend 2 "
        "{PWR}. If "
        "it does, it may immediately make an attack with a {PWR} cost of 0 targeting the attacking character.",
        "Reactive",
    )
    (power,) = found["superpowers"]
    attack_back = {"do": "attack", "who": "self", "most_cost": 0, "against": "attacker"}
    pays = {"do": "spend", "up_to": 2, "least": 2, "then": [{"do": "may", "effects": [attack_back]}]}
    assert (power["when"], power["range"], power["test"]) == ("ally targeted", 2, {"state": "leading", "who": "chosen"})
    cover, later = power["effects"]
    assert cover == {"do": "forbid", "cannot": "go without cover", "who": "target", "until": "attack"}
    assert (later["when"], later["effects"]) == ("attack resolved", [pays])
    assert found["when"] == "leaders selected"


@pytest.mark.parametrize("when", ["squads revealed", "squads deployed", "leaders selected"])
def test_the_question_for_a_card_says_at_which_moment(when: str) -> None:
    position = deployed(tactics=[tactic("shout", GAIN, when=when)])
    if when != "squads revealed":
        to_the_end(position)
    question = question_of(position.game.view(0), position.game.request)
    assert question is not None
    moments = [TEXTS.both(f"moment.{when}")[lang] for lang in LANGUAGES]
    assert all(moment in show(question.text, lang) for moment, lang in zip(moments, LANGUAGES, strict=True))


# Played as they are read ----------------------------------------------------------------------------------------


def led_by_the_hero(field: str, ability: Any, *things: Any, rolls: tuple[str, ...] = (), **hero: Any) -> Scenario:
    """The hero leads with one ability; a friend, a second friend and the villain are there."""
    ward = {**WARD, "does": [], field: [named({"id": "pledge", **ability})]}
    rules = invent(card(HERO, leadership=ward, **hero), card("friend"), card("second"))
    position = battle(*things, rules=rules, rolls=rolls)
    return position.happen(*lead(position.game, 0, HERO))


@rule("leadership.active")
@pytest.mark.parametrize("comes", [True, False])
def test_another_ally_pays_to_come_to_whom_an_enemy_has_attacked(comes: bool) -> None:
    text = (
        "If an allied character is targeted by an enemy attack, after the attack is resolved, another allied character "
        "within {RNG} 3 of it may spend 1 {PWR} to use this Leadership ability. Place the character that spent {PWR} "
        "within {RNG} 1 of the targeted character."
    )
    (ability,) = read(f"{GIVES}{CALL}{text}", "Reactive")["leadership"]["own"]
    things = at(HERO, 30, 30), at("friend", 10, 10), at("second", 10, 15, power=1), at(VILLAIN, 13, 10, 1)
    position = led_by_the_hero("own", ability, *things, rolls=("---", "--"))
    position.begin(ATTACK(player=1, attacker=VILLAIN, attack="villain-blow", target="friend"))
    if position.asked == "target":
        position.answer("friend")
    assert position.asked == "characters" and set(position.options) >= {("second",)}
    position.answer(("second",) if comes else ())
    if comes:
        position.answer((10.0, 12.2))
    assert (one(position, "second").y, one(position, "second").power) == ((12.2, 0) if comes else (15, 1))


@rule("leadership.active")
def test_who_is_targeted_takes_a_token_of_the_leader_for_two_dice() -> None:
    text = (
        "When an allied Reeds character is targeted by an attack, it may remove 1 Sand token from this character. If "
        "it does, it adds 2 dice to its defense roll."
    )
    (ability,) = read(f"{GIVES}{CALL}{text}", "Reactive")["leadership"]["abilities"]
    ability = {**ability, "test": ability["test"]["all"][1]}
    things = at(HERO, 30, 30, tokens=("sand", "sand")), at("friend", 10, 10), at(VILLAIN, 13, 10, 1)
    position = led_by_the_hero("abilities", ability, *things, rolls=("---", "----"))
    position.begin(ATTACK(player=1, attacker=VILLAIN, attack="villain-blow", target="friend"))
    if position.asked == "target":
        position.answer("friend")
    position.answer(("call-ability", "friend"))
    assert one(position, HERO).tokens == ("sand",)
    defense = next(event.faces for event in position.events(DiceRolled) if event.character == "friend")
    assert defense == ("blank",) * 4
