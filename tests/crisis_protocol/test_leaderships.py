"""What leaderships do for a character of the squad at a moment: whom it is about, and how often for the whole squad."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright.text import show
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.events.activation import ActivatedTokensRemoved
from rulewright_crisis_protocol.events.characters import DamageSuffered, Dazed, KnockedOut, TokensChanged
from rulewright_crisis_protocol.events.movement import TerrainDestroyed
from rulewright_crisis_protocol.events.rounds import Scored
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed
from rulewright_crisis_protocol.leaderships import lead

from .judge_table import use
from .table import HERO, VILLAIN, at, battle, card, invent, named, one, phase, piece, power, rule, token, turn

DRILL = {"id": "drill", "name": {"en": "Drill", "zh": "操练"}, "affiliation": "wardens"}
GAIN = {"do": "gain_power", "amount": 1}


def ability(id: str, *effects: Any, **more: Any) -> dict[str, Any]:
    return named({"id": id, "effects": list(effects), **more})


def led(*abilities: Any, things: tuple[Any, ...] = (), rolls: tuple[str, ...] = (), **more: Any) -> Scenario:
    """The hero, who can let a friend attack, and the boss who leads them, against the villain and a second one."""
    call = {"do": "choose_character", "side": "allied", "range": 2, "then": [{"do": "attack", "who": "chosen"}]}
    rules = invent(
        card("boss", leadership={**DRILL, "abilities": list(abilities)}), card("friend"), card("second"),
        *(card(id, superpowers=[power(f"{id}-call", "active", call)]) for id in (HERO, VILLAIN)),
    )  # fmt: skip
    names = {str(thing.id) for thing in things}
    all_ = (
        at(HERO, 10, 10), at("friend", 10, 13), at("boss", 20, 3), at(VILLAIN, 14, 10, 1), at("second", 14, 13, 1),
    )  # fmt: skip
    position = battle(*(one for one in all_ if str(one.id) not in names), *things, rules=rules, rolls=rolls, **more)
    return position.happen(*lead(position.game, 0, "boss"))


def strike(position: Scenario, attacker: str, target: str) -> Scenario:
    """An attack from its beginning to where somebody is asked, or its end."""
    player = one(position, attacker).player
    position.begin(ATTACK(player=player, attacker=attacker, attack=f"{attacker}-blow", target=target))
    return position.answer(target) if position.asked == "target" else position


def used(position: Scenario) -> list[tuple[str, str]]:
    return [(event.character, event.superpower) for event in position.events(SuperpowerUsed)]


# Whom it is about -------------------------------------------------------------------------------------------

SPOILS = ability("spoils", GAIN, when="after attack", test={"amount": "damage_dealt", "at_least": 1})


@rule("leadership.active", 2)
@pytest.mark.parametrize(("attacker", "gained"), [(HERO, 1), ("friend", 1), ("boss", 1), (VILLAIN, 0)])
def test_it_is_about_the_character_of_the_squad_that_does_it(attacker: str, gained: int) -> None:
    things = at("boss", 12, 8), at(VILLAIN, 14, 10, 1)
    target = VILLAIN if attacker != VILLAIN else HERO
    position = strike(led(SPOILS, things=things, rolls=("HH-", "--")), attacker, target)
    assert one(position, target).damage == 2
    assert one(position, attacker).power == gained
    assert used(position) == [(attacker, "spoils")] * gained


@rule("leadership.active", 2)
@rule("leadership.example")
@rule("field.ko-effects")
def test_nobody_has_it_when_the_leader_has_left() -> None:
    position = led(SPOILS, rolls=("HH-", "--")).happen(KnockedOut("boss", 0))
    assert used(strike(position, HERO, VILLAIN)) == []


@rule("leadership.active", 2)
def test_a_leader_that_is_dazed_still_leads() -> None:
    position = led(SPOILS, things=(at("boss", 20, 3, dazed=True),), rolls=("HH-", "--"))
    assert used(strike(position, HERO, VILLAIN)) == [(HERO, "spoils")]


@rule("leadership.active", 2)
@pytest.mark.parametrize("dazed", [True, False])
def test_tokens_of_a_leader_are_used_while_it_is_dazed_and_gained_by_its_ability(dazed: bool) -> None:
    there = {"every": "allied", "itself": True, "leads": "any", "or_dazed": True, "token": "stripe"}
    takes = {"do": "for_each", "side": "allied", "itself": True, "range": None, "leads": "any", "or_dazed": True,
             "then": [{"do": "lose_tokens", "token": "stripe", "who": "chosen"}]}  # fmt: skip
    spends = ability("spends", takes, {"do": "gain_power"}, when="attacks", test={"there_is": there})
    boss = at("boss", 20, 3, dazed=dazed, tokens=("stripe",))
    position = strike(led(spends, things=(boss,), rolls=("HH-", "--")), HERO, VILLAIN)
    assert position.state.characters["boss"].tokens == () and used(position) == [(HERO, "spends")]

    gains = ability("gains", {"do": "gain_tokens", "token": "stripe"}, when="anyone felled")
    position = with_own(gains, dazed=dazed).happen(Dazed("friend", VILLAIN))
    assert position.state.characters["boss"].tokens == ("stripe",)


# Once for the squad ------------------------------------------------------------------------------------------

TROPHY = ability("trophy", {"do": "score"}, when="enemy dazed", test={"state": "gone", "who": "chosen"})


def with_own(*own: Any, dazed: bool = False, things: tuple[Any, ...] = ()) -> Scenario:
    """The boss leads the hero and a friend, and alone has some abilities."""
    rules = invent(card("boss", leadership={**DRILL, "own": list(own)}), card("friend"), card("second"))
    squad = at(HERO, 10, 10), at("friend", 10, 13), at("boss", 20, 3, dazed=dazed)
    position = battle(*squad, at(VILLAIN, 14, 10, 1), at("second", 30, 30, 1), *things, rules=rules)
    return position.happen(*lead(position.game, 0, "boss"))


@rule("leadership.active")
@pytest.mark.parametrize(
    "effect", [{"do": "push", "tool": "short", "way": ""}, {"do": "place", "range": 1, "of": "itself"}]
)
def test_the_ability_of_a_dazed_leader_moves_others_too(effect: dict[str, Any]) -> None:
    helps = ability("helps", {**effect, "who": {"every": "allied", "named": ["friend"]}}, when="enemy dazed")
    position = with_own(helps, dazed=True).happen(Dazed(VILLAIN, HERO))
    assert position.asked == effect["do"]


@rule("leadership.active")
@pytest.mark.parametrize("dazed", [False, True])
def test_what_happens_once_for_the_squad_is_the_leaders_alone(dazed: bool) -> None:
    position = with_own(TROPHY, dazed=dazed).happen(KnockedOut(VILLAIN, 1))
    assert used(position) == [("boss", "trophy")]
    assert position.last(Scored).player == 0 and position.state.squads[0].points == 1


@rule("leadership.active", 2)
def test_it_is_over_when_the_leader_has_left() -> None:
    position = with_own(TROPHY).happen(KnockedOut("boss", 0), KnockedOut(VILLAIN, 1))
    assert used(position) == []


@rule("leadership.active")
def test_an_enemy_that_is_only_dazed_is_no_trophy() -> None:
    assert used(with_own(TROPHY).happen(Dazed(VILLAIN))) == []


@rule("leadership.active")
@pytest.mark.parametrize(("attacker", "asked"), [(HERO, True), ("friend", True), ("boss", False)])
def test_the_others_have_what_their_leader_has_not(attacker: str, asked: bool) -> None:
    """And what they do may be good for the leader, whom the text calls by name."""
    thanks = {"do": "gain_power", "who": {"every": "allied", "itself": True, "named": ["boss"]}}
    gift = ability("gift", {"do": "reroll"}, thanks, when="own dice", optional=True, cost=1)
    rules = invent(card("boss", leadership={**DRILL, "others": [gift]}), card("friend"))
    things = (
        at(HERO, 10, 10, power=1),
        at("friend", 10, 13, power=1),
        at("boss", 12, 8, power=1),
        at(VILLAIN, 13, 10, 1),
    )
    position = battle(*things, rules=rules, rolls=("---", "--", "-"))
    position = strike(position.happen(*lead(position.game, 0, "boss")), attacker, VILLAIN)
    assert (position.asked == "react") is asked
    if asked:
        position.answer(("gift", attacker), [0])
        assert (one(position, attacker).power, one(position, "boss").power) == (0, 2)


@rule("attack.step-9")
@rule("cover.effect")
@pytest.mark.parametrize(("dice", "cover"), [([0], False), ([], True)])
def test_what_depends_on_a_reroll_happens_only_if_a_die_was_rerolled(dice: list[int], cover: bool) -> None:
    done = {"all": [{"amount": "that_much", "at_least": 1}, {"near": 3, "who": "target"}]}
    bare = {"do": "if", "test": done, "then": [{"do": "forbid", "cannot": "cover", "who": "target", "until": "attack"}]}
    aim = ability("aim", {"do": "reroll"}, bare, when="own dice", optional=True, test={"rolls": ["attack"]})
    rules = invent(card("boss", leadership={**DRILL, "abilities": [aim]}), card(VILLAIN, keywords=["always in cover"]))
    things = at(HERO, 10, 10), at("boss", 20, 3), at(VILLAIN, 13, 10, 1)
    position = battle(*things, rules=rules, rolls=("---", "--", "-"))
    position = strike(position.happen(*lead(position.game, 0, "boss")), HERO, VILLAIN)
    position.answer(("aim", HERO), dice)
    assert (position.asked == "react" and position.player == 1) is cover


@rule("attack.step-9")
@pytest.mark.parametrize(("tokens", "asked"), [(("wing",), True), ((), False)])
def test_whoever_has_a_token_may_spend_it_for_dice(tokens: tuple[str, ...], asked: bool) -> None:
    has = {"amount": {"tokens": "wing", "who": "self"}, "at_least": 1}
    effects = {"do": "lose_tokens", "token": "wing"}, {"do": "reroll", "amount": 2}
    wing = ability("wing", *effects, when="own dice", optional=True, test=has)
    things = (at(HERO, 10, 10, tokens=tokens), at(VILLAIN, 14, 10, 1))
    position = strike(led(wing, things=things, rolls=("---", "--", "--")), HERO, VILLAIN)
    assert (position.asked == "react") is asked
    if asked:
        position.answer(("wing", HERO), [0, 1])
        assert one(position, HERO).tokens == ()


@rule("terrain.destroyed")
@rule("terms.after")
@pytest.mark.parametrize(("kind", "many"), [("lamp", 1), ("car", 2), ("truck", 3)])
def test_as_many_of_the_squad_as_the_destroyed_terrain_has_size(kind: str, many: int) -> None:
    choice = {"do": "choose_character", "side": "allied", "range": None, "itself": True, "up_to": "that_much"}
    ruins = ability("ruins", {**choice, "then": [{**GAIN, "who": "chosen"}]}, when="terrain destroyed")
    position = with_own(ruins, things=(piece(kind, 30, 5),)).happen(TerrainDestroyed(kind, kind))
    assert (position.asked, position.player) == ("characters", 0)
    assert max(map(len, position.options)) == many
    position.answer(["friend"])
    assert one(position, "friend").power == 1


@rule("leadership.active")
@rule("cleanup.activated")
def test_tokens_are_taken_back_at_the_end_of_the_round_and_hurt_whoever_has_one() -> None:
    hurt = {"do": "if", "test": {"amount": "that_much", "at_least": 1}, "then": [{"do": "damage", "who": "chosen"}]}
    lose = {"do": "lose_tokens", "token": "herb", "amount": 99, "who": "chosen"}
    each = {"do": "for_each", "side": "allied", "itself": True, "then": [lose, hurt]}
    position = with_own(ability("herbs", each, when="round ends"))
    position.happen(TokensChanged(HERO, "herb", 1), ActivatedTokensRemoved())
    assert [event.character for event in position.events(DamageSuffered)] == [HERO]
    assert one(position, HERO).tokens == ()


# How often --------------------------------------------------------------------------------------------------

BLOODY = {"amount": "damage_dealt", "at_least": 1}


OWN = ("attack", "hero-blow")
CALL = ("superpower", "hero-call")


def answers(position: Scenario, *deeds: Any) -> Scenario:
    """The deeds of an activation; every attack is made against the villain, and everything else left out."""
    for deed in deeds:
        position.answer(deed)
        while position.asked not in ("act", "turn"):
            position.answer(VILLAIN if position.asked == "target" else position.options[-1])
    return position


def twice(second: Any, rolls: tuple[str, ...], **how: Any) -> list[str]:
    """Who gains by the ability when the hero attacks, and then again or its friend, in one turn."""
    gain = ability("spoils", GAIN, when="after attack", test=BLOODY, **how)
    things = at("second", 30, 30, 1), at("friend", 10, 12)
    position = answers(turn(led(gain, things=things, rolls=rolls)), ("activate", HERO), OWN, second)
    assert not position.game.state.characters[HERO].dazed
    return [id for id, superpower in used(position) if superpower == "spoils"]


@rule("leadership.active", 2)
@pytest.mark.parametrize(
    ("how", "gained"),
    [
        ({}, [HERO, "friend"]), ({"once": "turn"}, [HERO]), ({"once": "round"}, [HERO]),
        ({"once": "turn", "each": True}, [HERO, "friend"]),
    ],
)  # fmt: skip
def test_a_limit_is_counted_for_the_squad_where_the_text_does_not_give_it_to_each(how: Any, gained: list[str]) -> None:
    assert twice(CALL, ("H--", "--", "H--", "--"), **how) == gained


@rule("leadership.active", 2)
def test_each_character_alone_is_counted_too() -> None:
    assert twice(OWN, ("H--", "--", "H--", "--"), once="turn", each=True) == [HERO]


@rule("leadership.active", 2)
def test_what_does_not_happen_uses_no_limit_up() -> None:
    """The first attack deals nothing: the ability is still there for the second."""
    assert twice(CALL, ("---", "--", "H--", "--"), once="turn") == ["friend"]


@rule("leadership.active", 2)
def test_squads_with_the_same_leadership_count_for_themselves() -> None:
    gain = ability("spoils", GAIN, when="after attack", test=BLOODY, once="round")
    things = at("boss", 20, 30, 1, name="boss2", activated=True), at("second", 30, 30, 1, activated=True)
    position = led(gain, things=things, rolls=("H--", "--", "H--", "--", "H--", "--"))
    phase(position.happen(*lead(position.game, 1, "boss2")), "activation phase")
    answers(position, ("activate", HERO), OWN, OWN, ("end",))
    position.answer(("activate", VILLAIN), ("attack", "villain-blow"), HERO)
    assert [id for id, _ in used(position)] == [HERO, VILLAIN]


# What is asked ----------------------------------------------------------------------------------------------

SECOND_LOOK = ability("look", {"do": "reroll"}, when="own dice", optional=True, cost=1, once="turn")


@rule("leadership.active", 2)
@rule("power.spend")
def test_a_character_that_attacks_may_pay_for_it_in_the_window_and_only_one_a_turn() -> None:
    things = at(HERO, 10, 10, power=2), at("friend", 10, 12, power=2)
    position = turn(led(SECOND_LOOK, things=things, rolls=("---", "--", "H", "---", "--")))
    position.answer(("activate", HERO), OWN, VILLAIN)
    use(position, "look")
    position.answer(*([(0,)] if position.asked == "reroll" else []))
    assert one(position, HERO).power == 1 and used(position) == [(HERO, "look")]
    assert one(position, VILLAIN).damage == 1
    position.answer(CALL)
    assert "react" not in asked_in_attack(position)
    assert one(position, "friend").power == 2


@rule("power.spend")
@rule("leadership.active", 2)
def test_who_cannot_pay_is_not_asked_and_who_declines_keeps_it_for_others() -> None:
    things = at(HERO, 10, 10), at("friend", 10, 12, power=1)
    position = turn(led(SECOND_LOOK, things=things, rolls=("---", "--", "---", "--")))
    position.answer(("activate", HERO), OWN)
    assert "react" not in asked_in_attack(position)
    position.answer(CALL)
    assert asked_in_attack(position) == ["target", "react"]
    assert [id for id, name in used(position) if name == "look"] == []


def asked_in_attack(position: Scenario) -> list[str]:
    """What is asked until the character acts again; nothing is used."""
    asked: list[str] = []
    while position.asked not in ("act", "turn"):
        asked.append(str(position.asked))
        position.answer(VILLAIN if VILLAIN in position.options else None)
    return asked


STEP = ability("step", {"do": "heal", "who": "self"}, optional=True, cost=1, once="turn")


@rule("leadership.active", 2)
@rule("timing.any-time")
def test_what_has_no_moment_is_used_in_an_activation_once_for_the_squad() -> None:
    things = at(HERO, 10, 10, power=3, damage=1, conditions=("root",)), at("friend", 10, 13, power=3)
    position = phase(led(STEP, things=things), "activation phase").answer(("activate", HERO))
    deed = ("superpower", "step")
    assert deed in position.options
    position.answer(deed)
    assert (one(position, HERO).power, one(position, HERO).damage) == (
        2,
        0,
    )  # root is about superpowers
    assert deed not in position.options
    answers(position, ("end",), ("activate", VILLAIN), ("end",), ("activate", "friend"))
    assert deed in position.options  # another turn


# Contested tokens -------------------------------------------------------------------------------------------


@rule("objective.contest")
@pytest.mark.parametrize(("y", "gained"), [(10.0, 2), (14.0, 1)])
def test_who_holds_or_contests_a_token_gains_power(y: float, gained: int) -> None:
    held = {"any": [{"state": "holding", "who": "self"}, {"state": "contesting", "who": "self"}]}
    gain = ability("claim", GAIN, when="power phase", test=held)
    position = phase(led(gain, things=(token("t", 10, y), at("friend", 25, 25), at(HERO, 10, 10))), "power")
    while position.asked == "trigger":
        position.answer(position.options[0])
    assert one(position, HERO).power == gained


@rule("objective.contest")
def test_who_holds_a_token_gains_as_well_and_a_dazed_one_contests_nothing() -> None:
    held = {"any": [{"state": "holding", "who": "self"}, {"state": "contesting", "who": "self"}]}
    gain = ability("claim", GAIN, when="power phase", test=held)
    dazed = at("friend", 20, 20, dazed=True)
    things = token("t", 10, 10, holder=HERO), token("u", 20, 20), dazed
    position = phase(led(gain, things=things), "power")
    while position.asked == "trigger":
        position.answer(position.options[0])
    assert used(position) == [(HERO, "claim")]


# Content ----------------------------------------------------------------------------------------------------


@rule("stat-card.leadership")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "has a moment"),
        ({"when": "power phase", "cost": 1}, "is optional"),
        ({"when": "power phase", "each": True}, "whose limit"),
        ({"when": "power phase", "range": 2}, "at these moments only"),
        ({"when": "after attack", "once": "attack"}, "in an attack"),
    ],
)
def test_an_ability_that_makes_no_sense_is_refused(more: Any, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        invent(card("boss", leadership={**DRILL, "abilities": [ability("odd", GAIN, **more)]}))


@rule("stat-card.leadership")
def test_the_name_is_told_in_both_languages() -> None:
    name = {"en": "Stand firm", "zh": "坚守"}
    rules = invent(card("boss", leadership={**DRILL, "abilities": [{**STEP, "name": name}]}))
    assert [show(rules.content.name_of("step"), lang) for lang in ("en", "zh")] == ["Stand firm", "坚守"]
