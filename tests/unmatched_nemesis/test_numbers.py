"""The golden rule: what the text of a card may change, with where it comes from, and what a text may cost."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.describe import describe
from rulewright.narrator import Narrator
from rulewright.problems import ContentError
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestCalled
from rulewright_unmatched_nemesis.faces.cards import attack_text, skill_text
from rulewright_unmatched_nemesis.state import HAND

from .table import (
    FAR,
    IDLE,
    acting,
    attack,
    attacking,
    by_either,
    cubes,
    duel,
    fighter,
    invent,
    kinds,
    rule,
    rules,
    seated,
    special,
    turn,
)

SHIELD = "guard-jab"


def skill(*changes: Any, id: str = "grit") -> dict[str, Any]:
    return {"id": id, "initiative": 9, "changes": list(changes)}


def having(*changes: Any, of: int = 0, **how: Any) -> dict[str, Any]:
    """The table of a player who has such a skill."""
    active = (("grit",), ()) if of == 0 else ((), ("grit",))
    return {"rules": invent(skills=[skill(*changes)]), "active": active, **how}


def of_attack(*changes: Any, **more: Any) -> dict[str, Any]:
    return attack("test", {"do": "draw"}, light=2, changes=list(changes), **more)


@rule("rule.golden")
@pytest.mark.parametrize(("change", "limit"), [({"to": 8}, 8), ({"by": -1}, 5), ({"to": 8, "of": "opponent"}, 6)])
def test_a_hand_limit_is_what_a_skill_says(change: dict[str, Any], limit: int) -> None:
    """Study draws a card, then comes into the hand itself: the second card is one too many."""
    position = acting(hands=((IDLE,) * (limit - 1), ()), **having({"rule": "hand limit", **change}))
    position.answer(("attack", IDLE))
    assert (position.asked, len(position.cards(HAND[0]))) == ("hand_limit", limit + 1)


@rule("rule.hand-limit")
def test_a_hand_above_a_limit_that_has_fallen_is_discarded_from_at_once() -> None:
    """While the attack is resolved there may be eight cards; and on a red space one more than elsewhere."""
    hands = ((IDLE,) * 6, ())
    card = attack("test", {"do": "draw", "amount": 2}, changes=[{"rule": "hand limit", "to": 8}])
    position = attacking(card, hands=hands)
    for held in (8, 7):
        assert (position.asked, position.player, len(position.cards(HAND[0]))) == ("hand_limit", 0, held)
        position.answer(IDLE)
    assert len(position.cards(HAND[0])) == 6

    strict = attack("test", changes=[{"rule": "hand limit", "to": 1, "of": "opponent"}])
    position = attacking(strict, hands=((), (IDLE,) * 2))
    assert (position.asked, position.player) == ("hand_limit", 1)

    how = having({"rule": "hand limit", "by": 1, "test": {"on_red": "self"}}, of=1)
    position = acting(player=1, hands=((), (IDLE,) * 7), spaces=("b1", "b3"), **how)
    position.answer(("move", "a3"))
    assert (position.asked, position.player) == ("hand_limit", 1)
    assert len(position.answer(IDLE).cards(HAND[1])) == 6


@rule("rule.golden")
def test_questions_say_the_limit_and_the_actions_that_a_skill_makes_of_them() -> None:
    how = having({"rule": "hand limit", "to": 8}, {"rule": "actions", "by": 1})
    position = acting(hands=((IDLE,) * 8, ()), number=3, **how)

    def question(lang: str) -> str:
        return Narrator(position.game.rules, lang).question(position.game.view(0), position.game.request)

    assert "action 3 of 3" in question("en")
    position.answer(("attack", IDLE))
    assert "more than 8 cards" in question("en")
    assert "手牌超过 8 张" in question("zh")


@rule("corridor.damage", 1)
def test_the_damage_of_a_corridor_says_what_changed_it() -> None:
    def taken(**how: Any) -> list[list[str]]:
        position = acting(spaces=("b1", "b4"), **how).answer(("corridor", "b3"))
        return [number.explain() for number in position.why(DamageTaken).chain[0].numbers]

    assert taken() == []
    (lines,) = taken(**having({"number": "corridor", "light": 2}))
    assert lines == ["base 0 [corridor.damage]", "+1 printed", "+2 grit [skill-card.active]", "result: 3"]


@rule("knockdown.dice-roll", 1)
@pytest.mark.parametrize(("change", "dice"), [({"by": 999}, 10), ({"by": -9}, 1), ({"to": 0}, 1), ({"by": 1}, 4)])
def test_a_test_has_one_to_ten_dice(change: dict[str, int], dice: int) -> None:
    game = duel(**having({"rule": "test dice", **change})).game
    assert (game.number("test dice", 0), game.number("test dice", 1)) == (dice, 3)


@rule("rule.golden")
def test_a_number_says_where_it_comes_from() -> None:
    changes = ({"rule": "hand limit", "to": 8}, {"number": "assault taken", "soften": 1})
    game = duel(**having(*changes)).game
    value = game.value("hand limit", 0)
    assert [(line.op, line.amount, line.name, line.source) for line in value.trace] == [("set", 8, "grit", "active:0")]
    assert value.explain()[0] == "base 6 [rule.hand-limit]"
    assert game.view(1).number("hand limit", 1) == 6
    assert [line.name for line in game.value("assault taken softened", 0).trace] == ["grit"]


@rule("rule.golden")
def test_a_turn_has_as_many_actions_as_a_skill_says() -> None:
    position = turn(duel(**having({"rule": "actions", "by": 1})))
    for _ in range(3):
        assert position.player == 0
        position.answer(("attack", IDLE))
    assert position.player == 1


@rule("turn.actions", 1)
@pytest.mark.parametrize(("change", "left"), [({"to": 0}, 1), ({"by": -5}, 1), ({"to": 3}, 3)])
def test_a_turn_has_at_least_one_action(change: dict[str, int], left: int) -> None:
    assert duel(**having({"rule": "actions", **change})).game.number("actions", 0) == left


@rule("rule.golden")
def test_attacks_reach_farther_than_is_printed() -> None:
    """Uppercut reaches 1 space; here the fighters stand two apart."""
    for change, hurt in (({"by": 1}, True), ({"by": 1, "of": "opponent"}, False)):
        position = acting(display=("uppercut",) * 4, spaces=("b2", "b4"), **having({"rule": "range", **change}))
        position.answer(("attack", "uppercut"))
        assert (cubes(position, 1) != (0, 0)) == hurt


@rule("rule.golden")
def test_a_test_has_as_many_dice_as_a_skill_says() -> None:
    how = having({"rule": "test dice", "by": 1}, of=1)
    position = acting(display=("last-word",) * 4, light=(0, 8), dice=[(3, 3, 3, 1)], **how)
    position.answer(("attack", "last-word"), True)
    assert cubes(position, 1) == (0, 5)


@rule("rule.golden")
@rule("block.use", 1)
@by_either
@pytest.mark.parametrize(("ban", "asked"), [({"of": "opponent"}, False), ({}, True)])
def test_an_attack_that_cannot_be_blocked(ban: dict[str, Any], asked: bool, player: int) -> None:
    """As its own text says, and only while it is being resolved."""
    position = attacking(of_attack({"cannot": "block", **ban}), player, hands=seated(player, (), (SHIELD,)))
    assert (position.asked == "react") == asked
    if not asked:
        assert cubes(position, 1 - player) == (0, 2)
        assert position.game.may("block", 1 - player)
        assert not position.state.effects


@rule("rule.golden")
def test_whoever_cannot_block_says_so_in_a_trace() -> None:
    how = having({"cannot": "block", "of": "opponent"}, display=("uppercut",) * 4, hands=((), (SHIELD,)))
    position = acting(**how)
    verdict = position.game.verdict("block", 1)
    assert (verdict.allowed, [line.name for line in verdict.trace]) == (False, ["grit"])
    position.answer(("attack", "uppercut"))
    assert cubes(position, 1) != (0, 0)


@rule("rule.golden")
def test_a_condition_of_an_attack_is_looked_at_while_it_is_resolved() -> None:
    near = {"amount": "distance", "at_most": 1}
    for spaces, hurt in ((("b2", "b3"), 4), (FAR, 2)):
        position = attacking(of_attack({"number": "assault dealt", "light": 2, "test": near}), spaces=spaces)
        assert cubes(position, 1) == (0, hurt)


@rule("rule.golden")
@pytest.mark.parametrize(("banned", "kind"), [("dash", "dash"), ("corridor", "corridor")])
def test_what_a_fighter_cannot_do_is_not_offered(banned: str, kind: str) -> None:
    def offered(**how: Any) -> bool:
        return kind in kinds(acting(hands=(("vault",), ()), spaces=("b1", "b4"), **how))

    assert offered()
    assert not offered(**having({"cannot": banned}))


@rule("rule.golden")
def test_who_cannot_be_tested_is_not() -> None:
    position = acting(display=("last-word",) * 4, light=(0, 9), **having({"cannot": "be tested"}, of=1))
    assert position.answer(("attack", "last-word")).asked == "action"
    assert not position.events(KnockdownTestCalled)


@rule("rule.golden")
@rule("field.hidden", 1)
@by_either
@pytest.mark.parametrize("held", ["uppercut", IDLE])
def test_who_cannot_respond_is_not_asked(held: str, player: int) -> None:
    """Whether the hand would pay for it or only might, for all that the opponent knows."""
    answer = special("answer", type="response", cost=["fist"], light=1, answers="assault")
    for change, asked in ((), True), (({"cannot": "respond", "of": "opponent"},), False):
        content = {
            "fighters": [fighter(answer)],
            "attacks": [of_attack({"cannot": "block", "of": "opponent"}, *change)],
        }
        here: Any = {"rules": invent(**content), "fighters": seated(player, "james", "tester"), "known": False}
        position = duel(hands=seated(player, (), (held,)), **here).begin(ATTACK(player=player, name="test"))
        assert (position.window == "attack resolved") == asked


@rule("special.pay", 1)
def test_a_special_attack_may_cost_nothing() -> None:
    free = special("freebie", {"do": "gain_tokens"}, cost=[])
    content = invent(fighters=[fighter(free)])
    position = acting(rules=content, fighters=("tester", "james"), hands=((IDLE, IDLE), ()), known=False)
    assert position.offered("special") == ["freebie"]
    position.answer(("special", "freebie"))
    assert position.asked == "combo"
    assert (position.state.fighters[0].tokens, len(position.cards(HAND[0]))) == (1, 2)
    assert attack_text(content.content, "freebie", "en").startswith("freebie (costs nothing)")


@rule("attack.step-2", 2)
def test_cards_and_health_may_be_paid_for_an_effect() -> None:
    cost = {"tokens": 1, "cards": 1, "heavy": 1, "light": 2}
    card = attack("test", {"do": "pay", "cost": cost, "then": [{"do": "recover"}], "otherwise": [{"do": "draw"}]})
    here: Any = {"tokens": (1, 0), "hands": ((IDLE,), ())}
    position = attacking(card, **here)
    assert (position.asked, position.labels) == ("spend", ["Yes", "No"])
    position.answer(True)
    assert (position.state.fighters[0].tokens, position.cards(HAND[0]), cubes(position, 0)) == (0, [], (1, 1))
    assert attacking(card, tokens=(1, 0)).cards(HAND[0]) == [IDLE]
    text = attack_text(invent(attacks=[card]).content, "test", "en")
    assert "you may discard 1 token, discard 1 card, take 1 heavy + 2 light: discard 1 light cube; else draw" in text


def test_texts_say_what_they_change() -> None:
    changes = (
        {"rule": "hand limit", "to": 8}, {"rule": "range", "by": -1, "of": "opponent"}, {"cannot": "be tested"},
    )  # fmt: skip
    book = invent(skills=[skill(*changes)], attacks=[of_attack({"cannot": "block", "of": "opponent"})]).content
    assert skill_text(book, "grit", "en").endswith(
        "your hand limit: exactly 8; the range of the opponent's attacks: -1; "
        "you cannot be made to take a knockdown test"
    )
    assert "你的手牌上限：恰为 8" in skill_text(book, "grit", "zh")
    assert attack_text(book, "test", "en").endswith("; the opponent cannot block")


def test_describe_lists_what_may_be_changed() -> None:
    data = describe(rules())
    assert {"hand limit", "actions", "range", "test dice"} <= {stat["name"] for stat in data["stats"]}
    assert "block" in {one["name"] for one in data["permissions"]}
    assert {power["name"] for power in data["powers"]} == set(rules().content.skills)


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ({"skills": [skill({"rule": "hand limit", "by": 1, "to": 8})]}, "by, to: a number changes by"),
        ({"skills": [skill({"rule": "range", "to": 8})]}, "each attack has a range of its own"),
        ({"skills": [skill({"cannot": "blok"})]}, "block"),
        ({"skills": [skill({"forbids": "block"})]}, "a change with one of the keys number, rule, cannot"),
        ({"attacks": [of_attack({"rule": "actions", "by": 1})]}, "'actions' does not count then"),
        ({"attacks": [attack("test", {"do": "pay", "cost": {}, "then": [{"do": "draw"}]})]}, "a cost has at least one"),
    ],
)
def test_changes_that_cannot_be_are_refused(content: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        invent(**content)
