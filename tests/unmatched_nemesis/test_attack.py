"""Page 14: damage, effect, knockdown effect; the verbs of effects; responses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright.zones import CardsMoved
from rulewright_unmatched_nemesis.cards.models import Special
from rulewright_unmatched_nemesis.events.attacks import AttackBegan, AttackResolved
from rulewright_unmatched_nemesis.events.fighters import CubesDiscarded, DamageTaken, TokensChanged
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestCalled
from rulewright_unmatched_nemesis.events.movement import Moved
from rulewright_unmatched_nemesis.faces.cards import attack_text
from rulewright_unmatched_nemesis.state import DISCARD, HAND

from .table import (
    FAR,
    IDLE,
    acting,
    attack,
    attacking,
    by_either,
    closed,
    cubes,
    fighter,
    invent,
    rule,
    rules,
    seated,
    space,
    special,
)


@rule("attack.step-1", 1, 3)
@rule("attack-card.damage-slot")
@rule("icon.heavy")
@rule("icon.light")
@by_either
@pytest.mark.parametrize(
    ("card", "damage"),
    [("elbow", (1, 0)), ("low-kick", (0, 2)), ("uppercut", (1, 1)), ("body-blow", (0, 3)), ("vault", (0, 1))],
)
def test_the_damage_of_the_slot_is_recorded_in_cubes_of_its_kind(
    card: str, damage: tuple[int, int], player: int
) -> None:
    """On the fighter who took it, whatever its player holds and does not block with."""
    position = attacking(card, player, hands=seated(player, (), (IDLE,) * 4))

    assert cubes(position, 1 - player) == damage
    assert cubes(position, player) == (0, 0)
    assert position.last(AttackBegan) == AttackBegan(player, card, rule="attack.step-1")
    assert position.why(DamageTaken).rules == ("attack.step-1",)


@rule("attack.step-1", 1)
@rule("attack-card.damage-slot")
def test_an_attack_without_a_damage_slot_deals_nothing() -> None:
    assert not attacking("study").events(DamageTaken)


@rule("rule.cubes-run-out")
@by_either
def test_there_are_always_cubes(player: int) -> None:
    position = attacking("haymaker", player, heavy=seated(player, 0, 400), light=seated(player, 0, 300)).answer(True)

    assert cubes(position, 1 - player) == (402, 300)
    assert position.last(KnockdownTestCalled).cubes == position.state.fighters[1 - player].cubes == 702


@rule("attack.step-2", 1)
@by_either
def test_the_effect_comes_after_the_damage_and_before_the_knockdown_effect(player: int) -> None:
    position = attacking(attack("test", {"do": "move"}, light=1, knockdown=True), player)
    assert (position.asked, position.player) == ("move_to", player)
    assert cubes(position, 1 - player) == (0, 1)

    position.answer(None)
    assert (position.asked, position.player) == ("call_test", player)


@rule("attack.step-2", 2)
@pytest.mark.parametrize(
    ("effect", "found"),
    [
        ({"do": "damage", "heavy": 1}, {"cubes": (1, 1)}),
        ({"do": "damage", "light": 2, "to": "self"}, {"own": (0, 5)}),
        ({"do": "recover", "amount": 2}, {"own": (0, 1)}),
        ({"do": "recover", "amount": 9}, {"own": (0, 0)}),
        ({"do": "gain_tokens", "amount": 2}, {"tokens": 2}),
        ({"do": "draw", "amount": 2}, {"hand": 3, "other": 1}),
        ({"do": "discard", "amount": 3, "of": "opponent"}, {"hand": 1, "other": 0}),
        ({"do": "discard"}, {"hand": 0, "other": 1}),
    ],
)
def test_what_effects_do(effect: dict[str, Any], found: dict[str, Any]) -> None:
    position = attacking(attack("test", effect, type="ability", light=1), hands=((IDLE,), (IDLE,)), light=(3, 0))
    state = position.state.fighters[0]
    seen = {"own": cubes(position, 0), "cubes": cubes(position, 1), "tokens": state.tokens}
    seen |= {"hand": len(position.cards(HAND[0])), "other": len(position.cards(HAND[1]))}

    assert {name: seen[name] for name in found} == found


@rule("attack.step-2", 2)
def test_the_opponent_chooses_what_to_discard() -> None:
    position = attacking("feint", hands=((), ("hook", "vault")))
    assert (position.asked, position.player) == ("discard", 1)
    position.answer(("vault",))

    assert position.cards(DISCARD) == ["vault"]


@rule("attack.step-2", 2)
def test_a_move_may_be_declined_unless_it_must_be_made() -> None:
    free = attacking(attack("test", {"do": "move"}, type="ability"))
    assert set(free.options) == {None, "a2", "b1", "c2"}
    assert not free.answer(None).events(Moved)

    bound = attacking(attack("test", {"do": "move", "who": "opponent", "must": True}, type="ability"))
    assert None not in bound.options
    assert space(bound.answer("c3"), 1) == "c3"


@rule("panel.order", 1)
@rule("attack.step-2", 2)
@rule("move.backward")
def test_a_move_that_must_be_made_goes_as_far_as_it_can() -> None:
    push = {"do": "move", "who": "opponent", "way": "backward", "spaces": 2, "must": True}
    assert set(attacking(attack("test", push, type="ability"), spaces=("b1", "b2")).options) == {"a3", "b4", "c3"}
    assert set(attacking(attack("test", push, type="ability"), spaces=("b1", "b5")).options) == {"a5", "c5"}


def test_a_condition_is_looked_at_when_its_turn_comes() -> None:
    """Leg Sweep hurts more on a red space."""
    assert cubes(attacking("leg-sweep", spaces=("b2", "b3")), 1) == (1, 1)
    assert cubes(attacking("leg-sweep", spaces=("b3", "b2")), 1) == (0, 1)


@rule("attack.step-2", 2)
def test_tokens_may_be_spent_for_more() -> None:
    card = attack("test", {"do": "pay", "cost": {"tokens": 2}, "then": [{"do": "damage", "heavy": 1}]}, type="ability")
    position = attacking(card, tokens=(2, 0)).answer(True)
    assert (cubes(position, 1), position.state.fighters[0].tokens) == ((1, 0), 0)

    assert attacking(card, tokens=(2, 0)).answer(False).state.fighters[0].tokens == 2
    assert attacking(card, tokens=(1, 0)).idle


@rule("attack.step-2", 2)
def test_who_does_not_pay_gets_what_comes_otherwise() -> None:
    effect = {"do": "pay", "cost": {"tokens": 2}, "otherwise": [{"do": "damage", "heavy": 1, "to": "self"}]}
    card = attack("test", effect, type="ability")
    assert cubes(attacking(card, tokens=(2, 0)).answer(True), 0) == (0, 0)
    assert cubes(attacking(card, tokens=(2, 0)).answer(False), 0) == (1, 0)
    assert cubes(attacking(card, tokens=(1, 0)), 0) == (1, 0)


@rule("attack.step-2", 2)
def test_a_text_may_leave_a_choice() -> None:
    or_else = [{"effects": [{"do": "draw"}]}, {"effects": [{"do": "gain_tokens"}]}]
    position = attacking(attack("test", {"do": "choose", "options": or_else}, type="ability"))
    assert (position.asked, position.labels) == ("choose_option", ["draw 1 card from the deck", "gain 1 bullet"])
    assert position.answer(1).state.fighters[0].tokens == 1

    position = attacking(attack("test", {"do": "may", "effects": [{"do": "gain_tokens"}]}, type="ability"))
    assert (position.asked, position.labels) == ("may", ["gain 1 bullet", "No"])
    assert position.answer(False).state.fighters[0].tokens == 0


@pytest.mark.parametrize(
    ("amount", "dealt"),
    [
        ("distance", 2),
        ("own_cubes", 5),
        ("opponent_cubes", 1),
        ("own_tokens", 3),
        ("opponent_tokens", 4),
        ("own_hand", 2),
        ("opponent_hand", 1),
        ({"half": "own_cubes", "round": "down"}, 2),
        ({"value": "own_tokens", "times": 2, "plus": 1}, 7),
    ],
)
def test_amounts_are_counted_when_the_effect_happens(amount: Any, dealt: int) -> None:
    facts: Any = {"heavy": (2, 1), "light": (3, 0), "tokens": (3, 4), "hands": ((IDLE, IDLE), (IDLE,))}
    card = attack("test", {"do": "damage", "light": amount}, type="ability")

    assert cubes(attacking(card, spaces=("b1", "b3"), **facts), 1) == (1, dealt)


@rule("attack.step-2", 2)
@rule("panel.reload", 1)
def test_an_amount_of_nothing_asks_and_does_nothing() -> None:
    """Nobody is asked to choose none of their cards, and no damage is not told."""
    effects = [{"do": verb, "amount": "own_tokens"} for verb in ("draw", "gain_tokens", "recover")]
    effects += [{"do": "discard", "amount": "own_tokens", "of": "opponent"}, {"do": "damage", "light": "own_tokens"}]
    position = attacking(attack("test", *effects, type="ability"), hands=((), (IDLE, "hook")))

    assert position.idle
    for event in (DamageTaken, TokensChanged, CubesDiscarded, CardsMoved):
        assert not position.events(event)


@rule("attack.step-2", 2)
def test_damage_below_nothing_takes_no_cubes_away() -> None:
    less: Any = {"value": "own_tokens", "plus": -2}
    for other, dealt in ((0, (1, 1)), (2, (1, 3))):
        card = attack("test", {"do": "damage", "heavy": less, "light": other}, type="ability")
        assert cubes(attacking(card, heavy=(0, 1), light=(0, 1)), 1) == dealt


def test_the_opponent_may_be_made_to_draw() -> None:
    position = attacking(attack("test", {"do": "draw", "to": "opponent", "amount": 2}, type="ability"))

    assert (position.cards(HAND[0]), position.cards(HAND[1])) == ([], [IDLE, IDLE])


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ({"on_red": "self"}, False),
        ({"on_red": "opponent"}, True),
        ({"all": [{"on_red": "opponent"}, {"amount": "distance", "at_most": 1}]}, False),
        ({"any": [{"on_red": "self"}, {"amount": "distance", "more_than": 1}]}, True),
        ({"none": [{"on_red": "self"}]}, True),
    ],
)
def test_conditions_of_an_if(test: dict[str, Any], holds: bool) -> None:
    hurt = {"then": [{"do": "damage", "light": 1}], "otherwise": [{"do": "damage", "heavy": 1}]}
    position = attacking(attack("test", {"do": "if", "test": test, **hurt}, type="ability"), spaces=("a1", "b3"))

    assert cubes(position, 1) == ((0, 1) if holds else (1, 0))


@rule("attack.step-3")
@rule("attack-card.knockdown-effect")
@by_either
def test_only_with_the_knockdown_effect_the_attacker_may_call_for_a_test(player: int) -> None:
    position = attacking("hook", player)
    assert (position.asked, position.player) == ("call_test", player)
    assert position.options == [True, False]
    assert not position.answer(False).events(KnockdownTestCalled)
    assert position.last(AttackResolved).player == player

    called = attacking("hook", player, dice=[(6, 6, 6)]).answer(True)
    assert called.last(KnockdownTestCalled).player == 1 - player
    assert attacking("low-kick", player, heavy=(9, 9), light=(9, 9)).idle


@rule("attack-card.anatomy")
def test_an_attack_card_shows_its_symbol_name_damage_knockdown_effect_range_type_and_effect() -> None:
    full = attack("full", {"do": "draw"}, symbol="eye", heavy=1, range={"most": 2}, knockdown=True)
    book = invent(attacks=[full, attack("bare", type="ability", light=1)]).content

    assert attack_text(book, "full", "en") == (
        "full [eye]: assault, 1 heavy, range 1-2, KNOCKDOWN; draw 1 card from the deck"
    )
    assert attack_text(book, "bare", "en") == "bare [fist]: ability, 1 light, any range"


@rule("field.attack-deck", 2, 4, 5, 6, 7)
def test_the_attack_deck_of_the_box() -> None:
    deck = rules().content["attacks"].values()

    assert len(rules().content.deck("nemesis")) >= 40
    assert {card.type for card in deck} <= {"assault", "ability", "response"}
    assert {card.symbol for card in deck} == {"shield", "dash", "yin_yang", "fist", "eye", "wild"}
    assert all(card.name.en and card.name.zh for card in deck)
    for part in ("heavy", "light", "range", "knockdown", "effects"):
        assert {bool(getattr(card, part)) for card in deck} == {True, False}
    near = [card for card in deck if card.type == "assault" and card.range.most and card.range.most <= 2]
    assert len(near) > len(deck) / 2
    assert all(1 <= card.heavy + card.light <= 3 for card in near)
    assert sum(card.knockdown for card in deck) < len(deck) / 3


@pytest.mark.parametrize(
    ("kind", "entry"),
    [("attacks", attack("reload")), ("attacks", attack("iron-jaw")), ("fighters", fighter(special("hook")))],
)
def test_an_id_names_one_thing(kind: str, entry: dict[str, Any]) -> None:
    """Otherwise a fighter with a special attack of that id would resolve it in place of the attack card."""
    with pytest.raises(ContentError, match=rf"(?s)id: found .*an id of its own.*{kind}.json|{kind}.json.*its own"):
        invent(**{kind: [entry]})


def test_both_sides_of_a_panel_may_have_the_same_special_attack() -> None:
    assert invent(fighters=[fighter(special("jump"))])


@rule("attack-card.types")
@pytest.mark.parametrize("entry", [attack(type="trick"), {**attack(), "type": ["assault", "ability"]}])
def test_an_attack_has_one_of_three_types(entry: dict[str, Any]) -> None:
    for type in ("assault", "ability", "response"):
        assert invent(attacks=[attack(type=type)]).content.attacks["test"].type == type
    with pytest.raises(ContentError, match=r"attacks.json: test: type: .*'assault', 'ability' or 'response'"):
        invent(attacks=[entry])


@rule("attack-card.types")
@pytest.mark.parametrize(
    ("type", "answers", "allowed"),
    [
        ("assault", None, True),
        ("ability", None, True),
        ("response", "assault", True),
        ("response", None, False),
        ("assault", "assault", False),
        ("ability", "assault", False),
    ],
)
def test_a_special_attack_is_a_response_or_answers_nothing(type: str, answers: str | None, allowed: bool) -> None:
    entry = {**special("jab", type=type), "answers": answers}
    if allowed:
        assert Special.model_validate(entry).type == type
        return
    with pytest.raises(ValueError, match="a response says what it answers, and nothing else does"):
        Special.model_validate(entry)


# Responses --------------------------------------------------------------------------------------------------

RETURN = special("return", type="response", answers="assault", light=2, range={"most": 3}, cost=("eye",))


def struck(*held: str, card: str = "elbow", player: int = 0, own: Any = (RETURN,), **how: Any) -> Scenario:
    """A fighter with responses has been attacked by a player, and holds these cards."""
    here: Any = {"rules": invent(fighters=[fighter(*own)]), "fighters": seated(player, "katie", "tester")}
    hands = seated(player, (), held)
    return acting(player, hands=hands, display=(card, IDLE, IDLE, IDLE), **here, **how).answer(("attack", card))


@rule("note.response")
@rule("special.pay", 1)
@by_either
def test_a_response_is_paid_and_resolved_when_its_trigger_occurs_in_the_turn_of_the_opponent(player: int) -> None:
    position = struck("taunt", player=player)
    assert (position.window, position.player) == ("attack resolved", 1 - player)
    assert position.options == [None, ("respond", "return")]
    assert cubes(position, 1 - player) == (1, 0)
    position.answer(("respond", "return"))

    assert cubes(position, player) == (0, 2)
    assert position.cards(DISCARD) == ["taunt"]
    assert [event.player for event in position.events(AttackBegan)] == [player, 1 - player]
    assert position.player == player


@rule("note.response")
@rule("special.pay", 3)
@rule("attack.range-required", 2, 3)
@by_either
def test_a_response_that_cannot_be_used_says_why(player: int) -> None:
    """One that can be used, one that does not reach, one that is too dear."""
    near = {**RETURN, "id": "near", "range": {"most": 1}}
    dear = {**RETURN, "id": "dear", "cost": ["eye", "eye"]}
    here: Any = {"card": "snap-shot", "spaces": ("b1", "b3"), "player": player}
    position = struck("taunt", own=(RETURN, near, dear), **here)
    assert position.offered("respond") == ["return"]
    assert closed(position, "respond") == {"near": "attack.range-required", "dear": "special.pay"}

    both = struck("taunt", "study", own=(RETURN, near, dear), **here)
    assert both.offered("respond") == ["return", "dear"]


@rule("rule.golden")
@by_either
def test_what_the_text_of_an_attack_changes_does_not_count_in_the_response_to_it(player: int) -> None:
    """The opponent may hold one card while the attack is resolved; the response draws two."""
    blow = attack("blow", heavy=1, changes=[{"rule": "hand limit", "to": 1, "of": "opponent"}])
    draws = {**RETURN, "effects": [{"do": "draw", "amount": 2}]}
    here: Any = {"rules": invent(attacks=[blow], fighters=[fighter(draws)]), "display": ("blow", IDLE)}
    here |= {"hands": seated(player, (), ("taunt",)), "fighters": seated(player, "katie", "tester")}
    position = acting(player, **here).answer(("attack", "blow"), ("respond", "return"))

    assert position.cards(HAND[1 - player]) == [IDLE, IDLE]
    assert (position.asked, position.player) == ("action", player)


@rule("attack-card.block-by-type", 2)
@rule("block.only-assault", 2)
def test_a_response_is_not_blocked() -> None:
    here: dict[str, Any] = {"rules": invent(fighters=[fighter(RETURN)]), "fighters": ("katie", "tester")}
    hands = (("guard-jab", "guard-jab"), ("taunt",))
    position = acting(hands=hands, display=("elbow",), **here).answer(("attack", "elbow"), ("respond", "return"))

    assert cubes(position, 0) == (0, 2)


def test_a_response_can_be_declined_and_is_not_part_of_a_combo() -> None:
    position = struck("taunt").answer(None)
    assert cubes(position, 0) == (0, 0)

    here: dict[str, Any] = {"rules": invent(fighters=[fighter(RETURN)]), "fighters": ("tester", "katie")}
    assert not any(option[0] == "special" for option in acting(hands=(("taunt",), ()), **here).options)


@rule("note.response")
@rule("special.pay", 3)
@pytest.mark.parametrize(
    ("held", "how"),
    [
        ("taunt", {"card": "study"}),  # no assault
        ("taunt", {"card": "snap-shot", "spaces": FAR}),  # the response does not reach
        ("taunt", {"card": "uppercut", "spaces": FAR}),  # the attack does not
        ("hook", {}),  # the response cannot be paid
    ],
)
def test_there_is_no_response_to_what_is_no_assault_out_of_range_or_without_its_cost(held: str, how: Any) -> None:
    position = struck(held, **how)

    assert (position.asked, position.player) == ("action", 0)
    assert cubes(position, 0) == (0, 0)


@rule("note.response")
def test_a_response_answers_an_attack_once() -> None:
    position = struck("taunt", "taunt").answer(("respond", "return"))

    assert (position.asked, position.player) == ("action", 0)
    assert position.cards(HAND[1]) == ["taunt"]


@rule("field.hidden", 1)
def test_one_response_in_range_is_enough_to_be_asked() -> None:
    near = {**RETURN, "id": "near", "range": {"most": 1}}
    blow: Any = {"known": False, "card": "snap-shot", "spaces": ("b1", "b3")}
    for own, window in (((RETURN, near), "attack resolved"), ((near,), "")):
        position = struck("hook", own=own, **blow).answer(None)
        assert position.window == window


@pytest.mark.parametrize(
    ("held", "asked", "how"),
    [
        (("hook",), ["attack resolved"], {}),
        ((), [], {}),
        (("hook",), [], {"card": "snap-shot", "spaces": FAR}),
        (("hook",), [], {"asked": "whoever can"}),
    ],
)
@rule("field.hidden", 1)
def test_who_is_asked_to_respond_does_not_tell_a_hand_that_nobody_has_seen(
    held: Any, asked: list[str], how: Any
) -> None:
    """Asked is who has as many cards as a response in range costs, whatever they are."""
    position = struck(*held, known=False, **how)
    windows = []
    while position.player == 1:
        assert position.options == [None]
        windows.append(position.window)
        position.answer(None)

    assert [window for window in windows if window != "assault declared"] == asked


def test_damage_is_dealt_before_anyone_responds() -> None:
    assert [event.player for event in struck("taunt").answer(("respond", "return")).events(DamageTaken)] == [1, 0]
