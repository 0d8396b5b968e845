"""Cards that are played before something happens: before damage, a push or throw, a fall."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.running import resolve

from .table import HERO, VILLAIN, at, battle, card, invent, one, place, power, rule, tactic
from .test_importing_tactics import card as read

ENEMY = {"state": "enemy", "who": "chosen"}
GAIN = {"do": "gain_power", "who": "self"}


def hurt(amount: int, *effects: Any, whom: str = HERO, by: str = VILLAIN, hero: Any = (), **more: Any) -> Any:
    """Someone is about to suffer damage, and the first player has a card."""
    rules = invent(card("friend"), card("second"), tactics=[tactic("shout", *effects, **more)])
    allies = at("friend", 10, 13, power=3), at("second", 10, 16, power=3)
    things = at(HERO, 10, 10, **{"power": 3, **dict(hero)}), *allies, at(VILLAIN, 12, 10, 1)
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}})
    return position.happen(damage(position.game, whom, amount, by, rule="damage.tokens"))


def play(position: Any) -> Any:
    """The card is played."""
    assert position.asked == "trigger" and position.player == 0
    return position.answer(next(option for option in position.options if option is not None))


# Damage -----------------------------------------------------------------------------------------------------

ONE = {"do": "reduce_suffered", "most": 1}
LESS = {"do": "reduce_suffered", "amount": "power_spent"}


@rule("tactic-card.reactive")
@rule("damage.tokens")
@pytest.mark.parametrize("amount", [1, 2, 4])
def test_a_card_leaves_one_of_any_damage(amount: int) -> None:
    position = play(hurt(amount, ONE, when="would suffer", cost=3))
    assert (one(position, HERO).damage, one(position, HERO).power) == (1, 3 - 3 + 1)
    assert not position.state.squads[0].tactics


def test_who_does_not_play_it_suffers_all() -> None:
    position = hurt(4, ONE, when="would suffer", cost=3).answer(None)
    assert one(position, HERO).damage == 4 and position.state.squads[0].tactics


@rule("terms.enemy-effect")
@pytest.mark.parametrize(("by", "asked"), [(VILLAIN, True), ("friend", False), ("", False)])
def test_a_card_against_enemy_effects_is_of_no_use_against_others(by: str, asked: bool) -> None:
    position = hurt(2, ONE, when="would suffer", test=ENEMY, by=by)
    assert (position.asked == "trigger") is asked


@rule("damage.excess")
def test_less_is_taken_off_what_the_effect_deals_and_not_off_what_is_left_of_stamina() -> None:
    """With 1 stamina left 3 damage less 2 still daze, 2 less 2 do not."""
    less = {"do": "reduce_suffered", "amount": 2}
    rules = invent(tactics=[tactic("shout", less, when="would suffer")])
    for amount, dazed in ((3, True), (2, False)):
        position = battle(at(HERO, 10, 10, damage=4), at(VILLAIN, 12, 10, 1), rules=rules,
                          squads={0: {"tactics": ("shout",)}})  # fmt: skip
        play(position.happen(damage(position.game, HERO, amount, VILLAIN, rule="damage.tokens")))
        assert one(position, HERO).dazed is dazed


@rule("tactic-card.play")
@pytest.mark.parametrize(("payers", "left"), [((HERO,), 2), ((HERO, "friend"), 1)])
def test_others_pay_for_less_damage_of_an_ally(payers: tuple[str, ...], left: int) -> None:
    position = play(hurt(3, LESS, when="ally would suffer", most=3, cost=1, whom="second"))
    position.answer(payers)
    assert one(position, "second").damage == left
    assert [one(position, id).power for id in payers] == [2] * len(payers)
    assert one(position, "second").power == 3 + left


def test_nobody_pays_for_an_enemy_and_the_one_who_suffers_is_no_other() -> None:
    assert hurt(2, LESS, when="ally would suffer", most=3, cost=1, whom=VILLAIN, by=HERO).idle
    assert (HERO,) not in play(hurt(2, LESS, when="ally would suffer", most=3, cost=1)).options


def test_a_superpower_takes_only_a_number_off() -> None:
    with pytest.raises(ContentError):
        invent(card(HERO, superpowers=[power("odd", "reactive", LESS, when="would suffer")]))
    with pytest.raises(ContentError):
        invent(tactics=[tactic("odd", {**ONE, "amount": 2}, when="would suffer")])


# Pushes and throws ------------------------------------------------------------------------------------------

STAY = {"do": "stay"}
FORCED = {"all": [ENEMY, {"would_be": ["thrown", "pushed"]}]}


def pushed(by: str = VILLAIN, verb: str = "push", **more: Any) -> Any:
    """The hero is about to be pushed or thrown, and its player has a card."""
    deed = power("deed", "active", {"do": verb, "who": "chosen", "tool": "short", "way": ""})
    rules = invent(card("friend"), card(VILLAIN, superpowers=[deed]), tactics=[tactic("shout", STAY, **more)])
    things = (at(HERO, 10, 10, power=3), at("friend", 10, 14), at(VILLAIN, 14, 10, 1))
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}})
    call = resolve(int(by == VILLAIN), by, "deed", rules.content.superpowers["deed"].program, HERO)
    assert call is not None
    return position.begin(call)


@rule("push.rules")
@pytest.mark.parametrize("verb", ["push", "throw"])
def test_a_card_keeps_someone_where_it_is(verb: str) -> None:
    position = play(pushed(verb=verb, when="would be moved", test=FORCED, cost=2))
    assert position.idle and place(position, HERO) == (10, 10) and one(position, HERO).power == 1


def test_who_does_not_play_it_is_pushed() -> None:
    position = pushed(when="would be moved", test=FORCED, cost=2).answer(None)
    assert position.asked == "push"


def test_an_ally_is_not_kept_from_pushing() -> None:
    assert pushed(by="friend", when="would be moved", test=FORCED).asked == "push"


# Falls ------------------------------------------------------------------------------------------------------

PREVENT = {"do": "prevent"}
SAVE = ({"do": "heal", "amount": 1, "who": "chosen"}, PREVENT)
WEAK: dict[str, Any] = {"damage": 4, "injured": True}


@rule("damage.ko")
def test_an_ally_that_would_be_kod_is_saved() -> None:
    rules = invent(card("friend"), tactics=[tactic("shout", *SAVE, when="ally would be KO'd", range=3, cost=1)])
    things = (at(HERO, 10, 10, power=2), at("friend", 10, 13, **WEAK), at(VILLAIN, 12, 10, 1))
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}})
    play(position.happen(damage(position.game, "friend", 3, VILLAIN, rule="damage.tokens")))
    assert (one(position, "friend").damage, one(position, HERO).power) == (4, 1)
    position.happen(damage(position.game, "friend", 3, VILLAIN, rule="damage.tokens"))
    assert "friend" not in position.state.characters, "once only"


@pytest.mark.parametrize(
    ("friend", "by", "asked"),
    [(WEAK, VILLAIN, True), ({"damage": 4}, VILLAIN, False), (WEAK, HERO, False), (WEAK, "", False)],
)
def test_only_an_enemy_that_would_ko_an_injured_one_is_answered(friend: Any, by: str, asked: bool) -> None:
    """A healthy one is dazed."""
    rules = invent(card("friend"), tactics=[tactic("shout", *SAVE, when="ally would be KO'd")])
    things = (at(HERO, 10, 10), at("friend", 10, 13, **friend), at(VILLAIN, 12, 10, 1))
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}})
    position.happen(damage(position.game, "friend", 3, by, rule="damage.tokens"))
    assert (position.asked == "trigger") is asked


@rule("damage.ko")
def test_who_is_kod_does_something_before_it_goes() -> None:
    strike = {"do": "damage", "amount": 2, "who": {"every": "any", "range": 2}}
    position = hurt(3, strike, when="would be KO'd", cost=2, hero=WEAK)
    play(position)
    assert HERO not in position.state.characters
    assert [one(position, id).damage for id in ("friend", VILLAIN, "second")] == [2, 2, 0]


def test_what_prevents_something_stands_only_before_it() -> None:
    for when in ("damaged", "would suffer", "would be moved"):
        with pytest.raises(ContentError):
            invent(tactics=[tactic("odd", PREVENT, when=when)])


# Of whom a text speaks ---------------------------------------------------------------------------------------


@rule("stat-card.alter-ego")
@pytest.mark.parametrize(
    ("test", "gains"),
    [
        ({"called": ["Ada Stone"], "who": "chosen"}, 1), ({"called": ["FRIEND"], "who": "chosen"}, 1),
        ({"called": ["Bo Stone"], "who": "chosen"}, 0), ({"is_one": ["reeds"], "who": "chosen"}, 1),
        ({"is_one": ["ponds"], "who": "chosen"}, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", [{"damage": 4}, WEAK])
def test_a_text_knows_who_has_fallen_dazed_or_gone(test: Any, gains: int, more: Any) -> None:
    rules = invent(
        card("friend", alter_ego="Ada Stone", affiliations=["reeds"]), card("other", affiliations=["ponds"]),
        card(HERO, superpowers=[power("mourn", "innate", GAIN, when="ally dazed", test=test)]),
    )  # fmt: skip
    things = (at(HERO, 10, 10), at("friend", 10, 13, **more), at(VILLAIN, 12, 10, 1))
    position = battle(*things, rules=rules)
    position.happen(damage(position.game, "friend", 3, VILLAIN, rule="damage.tokens"))
    assert one(position, HERO).power == gains


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "When an allied Reeds character would be damaged by an enemy effect they may spend 3 {PWR} to play this "
            "card. Reduce the amount of damage suffered to one.",
            {"by": [{"affiliation": "reeds"}], "when": "would suffer", "test": ENEMY, "cost": 3, "effects": [ONE]},
        ),
        (
            "When an allied character would suffer {DMG}, any number of other allied characters may each spend 1 "
            "{PWR} to play this card. For each {PWR} spent to play this card, reduce the amount of {DMG} the allied "
            "character would suffer by 1.",
            {"when": "ally would suffer", "most": 10, "cost": 1, "effects": [LESS]},
        ),
        (
            "When an allied character would be thrown or pushed by an enemy effect, it may spend 1 {PWR} to play this "
            "card. The allied character is not thrown or pushed.",
            {"when": "would be moved", "test": FORCED, "cost": 1, "effects": [STAY]},
        ),
        (
            "When another allied character within {RNG} 2 of an allied Quill would be KO'd by an enemy effect, Quill "
            "may spend 2 {PWR} to play this card. The allied character removes 1 {DMG}, is not KO'd, and is placed "
            "within {RNG} 1 of Quill.",
            {"by": [{"named": ["Quill"]}], "when": "ally would be KO'd", "range": 2,
             "effects": [*SAVE, {"do": "place", "who": "chosen", "range": 1, "of": "self"}]},
        ),
        (
            "When an allied Reeds character would be KO'd, it may spend 1 {PWR} to play this card. Roll 3 dice. For "
            "each {HIT} and {CRIT} result, all other characters within {RNG} 2 of the character that played this card "
            "suffer 1 {DMG}. The character that played this card is then KO'd.",
            {"when": "would be KO'd", "effects": [{"do": "roll", "dice": 3, "then": [
                {"do": "damage", "amount": {"faces": ["hit", "critical"], "of": "roll"},
                 "who": {"every": "any", "range": 2}},
            ]}]},
        ),
        (
            "When an allied Reeds character is Dazed or KO'd, another allied Reeds character may play this card. It "
            "gains 1 {PWR}.",
            {"by": [{"affiliation": "reeds"}], "when": "ally dazed", "test": {"is_one": ["reeds"], "who": "chosen"}},
        ),
        (
            "When an allied Peter Reed is Dazed or KO'd, after the effect is resolved, an allied Warden may play this "
            "card. The character that played this card may immediately perform an attack.",
            {"when": "after ally dazed", "test": {"called": ["Peter Reed"], "who": "chosen"},
             "effects": [{"do": "may", "effects": [{"do": "attack"}]}]},
        ),
    ],
)  # fmt: skip
def test_what_a_card_does_before_it_happens_is_read(text: str, fields: dict[str, Any]) -> None:
    found = read(text, "Reactive")
    assert "played" not in found, found
    assert {key: found.get(key) for key in fields} == fields


def test_who_is_then_kod_is_no_reminder_where_it_would_not_be() -> None:
    assert read("Quill may play this card. Roll 3 dice. The character that played this card is then KO'd.")["played"]
