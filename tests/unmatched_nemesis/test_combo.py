"""Pages 12 and 13: combos, paying with symbols, dashes; James's special attacks."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import pytest

from rulewright import Event
from rulewright.testing import Scenario
from rulewright.zones import CardsMoved, Revealed, move
from rulewright_unmatched_nemesis.events.attacks import AttackBegan, AttackMissed, Blocked
from rulewright_unmatched_nemesis.events.fighters import DamageTaken, TokensChanged
from rulewright_unmatched_nemesis.events.movement import Moved
from rulewright_unmatched_nemesis.faces.cards import attack_text
from rulewright_unmatched_nemesis.hands import can_pay, shows
from rulewright_unmatched_nemesis.state import DISCARD, HAND
from tests.interrupted import interrupted

from .table import (
    IDLE,
    NEAR,
    acting,
    attack,
    attacking,
    by_either,
    closed,
    cubes,
    fighter,
    invent,
    kinds,
    looks,
    rule,
    rules,
    seated,
    space,
    special,
)

FIST, OTHER_FIST, ARROW, OTHER_ARROW = "hook", "body-blow", "sprint", "vault"
EYE, OTHER_EYE, YIN, SHIELD, WILD = "taunt", "study", "palm-wave", "guard-jab", "headbutt"


def specials(*hand_: str, **how: Any) -> set[str]:
    """The special attacks that are offered as an action."""
    return set(acting(hands=(hand_, ()), **how).offered("special"))


def combo(first: tuple[str, str], *hand_: str, **how: Any) -> Scenario:
    """A combo after its first link."""
    return acting(hands=(hand_, how.pop("other", ())), **how).answer(first)


def with_specials(*own: Any) -> Any:
    """Rules and setup with a fighter that has these special attacks."""
    return {"rules": invent(fighters=[fighter(*own)]), "fighters": ("tester", "katie")}


HIT = {"do": "damage", "light": 1}
PUNCH = special("punch", HIT)
STARE = special("stare", HIT, cost=("eye",))

# Contents and end -------------------------------------------------------------------------------------------


@rule("combo.contents", 1, 4)
@rule("dash.pay", 1, 2)
@rule("special.pay", 1)
@rule("special.resolve")
@rule("note.empty-combo")
@pytest.mark.parametrize("order", [*permutations(("punch", "stare", "a2", "a3"))])
def test_special_attacks_and_dashes_mix_in_any_order(order: tuple[str, ...]) -> None:
    """The fighter dashes to a2 and on to a3, or the other way round from the row above it."""
    start = "b2" if order.index("a2") < order.index("a3") else "a4"
    links = [("special" if name in ("punch", "stare") else "dash", name) for name in order]
    held = (ARROW, FIST, ARROW, EYE)
    position = combo(links[0], *held, spaces=(start, "b5"), **with_specials(PUNCH, STARE))
    for count, link in enumerate(links[1:], 1):
        assert (position.asked, len(position.cards(HAND[0]))) == ("combo", 4 - count)
        assert None in position.options
        position.answer(link)

    assert (space(position, 0), position.cards(HAND[0])) == (next(n for n in order[::-1] if n in ("a2", "a3")), [])
    assert cubes(position, 1) == (0, 2)
    assert (position.asked, position.game.request.about["number"]) == ("action", 2)


@rule("combo.contents", 1)
def test_only_the_special_attacks_of_the_own_panel_are_used() -> None:
    """Neither those of the other side, nor those of the opponent, nor responses."""
    position = acting(hands=((FIST, EYE, YIN, "uppercut", WILD, SHIELD), ()), fighters=("james", "katie"), spaces=NEAR)

    assert set(position.offered("special")) == {"aim-for-the-head", "suppressing-fire", "order", "reload"}


@rule("combo.contents", 2)
@rule("special.once", 1)
def test_each_special_attack_is_used_once_in_a_combo() -> None:
    position = combo(("special", "punch"), FIST, FIST, EYE, ARROW, **with_specials(PUNCH, STARE))
    assert position.offered("special") == ["stare"]
    assert closed(position, "special") == {"punch": "special.once"}

    position.answer(("dash", "a2"))
    assert position.offered("special") == ["stare"], "nor after something else"
    position.answer(("special", "stare"))
    assert position.asked == "action"


@rule("special.once", 1)
@rule("special.pay", 3)
@rule("attack.range-required", 2, 3)
@rule("dash.pay", 1, 3)
@rule("combo.end")
def test_what_cannot_be_done_next_in_a_combo_says_why() -> None:
    """One special attack was used, one does not reach, one is too dear, one is open; the arrows are used up."""
    near = special("near", HIT, cost=("eye",), range={"most": 1})
    dear = special("dear", HIT, cost=("eye", "eye", "eye"))
    here: Any = with_specials(PUNCH, STARE, near, dear)
    position = combo(("special", "punch"), FIST, EYE, ARROW, spaces=("b2", "b4"), **here)
    assert position.offered("special") == ["stare"]
    assert closed(position, "special") == {
        "punch": "special.once", "near": "attack.range-required", "dear": "special.pay"
    }  # fmt: skip
    assert set(position.offered("dash")) == {"a2", "b1", "b3", "c2"}
    assert closed(position, "dash") == dict.fromkeys(
        ("a1", "a3", "a4", "a5", "b5", "c1", "c3", "c4", "c5"), "dash.pay"
    ) | {"b4": "turn.move-limits"}

    position.answer(("dash", "b3"))
    assert position.offered("special") == ["stare", "near"]
    assert set(closed(position, "dash").values()) == {"dash.pay", "turn.move-limits"}
    assert closed(position, "dash")["b2"] == "dash.pay"


@rule("special.once", 2)
def test_in_a_second_combo_of_the_turn_it_may_be_used_again() -> None:
    position = combo(("special", "punch"), FIST, FIST, **with_specials(PUNCH))
    assert position.asked == "action"
    position.answer(("special", "punch"))

    assert cubes(position, 1) == (0, 2)
    assert position.player == 1


@rule("dash.pay", 1)
@rule("combo.contents", 3)
def test_dashes_repeat_as_long_as_arrows_pay() -> None:
    position = combo(("dash", "a2"), ARROW, ARROW, ARROW, spaces=("b2", "b5"))
    position.answer(("dash", "a3"), ("dash", "a4"))

    assert space(position, 0) == "a4"
    assert position.asked == "action"


@rule("combo.end")
@rule("combo.contents", 4)
def test_a_combo_ends_when_the_player_stops() -> None:
    """Although there is more to do."""
    position = combo(("special", "punch"), FIST, EYE, ARROW, **with_specials(PUNCH, STARE))
    assert {"special", "dash"} == {option[0] for option in position.options if option}
    position.answer(None)

    assert (position.asked, position.game.request.about["number"]) == ("action", 2)
    assert position.cards(HAND[0]) == [EYE, ARROW]


@rule("combo.end")
@rule("note.combo-end")
@pytest.mark.parametrize(("left", "asked"), [(SHIELD, "action"), (FIST, "action"), (EYE, "combo"), (ARROW, "combo")])
def test_a_combo_ends_when_nothing_can_be_paid_any_more(left: str, asked: str) -> None:
    """Every special attack was used or cannot be paid, and no dash can."""
    assert combo(("special", "punch"), FIST, left, **with_specials(PUNCH, STARE)).asked == asked


@rule("combo.end")
@rule("combo.contents", 4)
@rule("note.combo-end")
def test_by_the_letter_who_has_unknown_cards_can_only_end_a_combo_without_special_attacks() -> None:
    here: Any = with_specials(PUNCH)
    position = combo(("special", "punch"), FIST, ARROW, known=False, combo_end="specials over", **here).answer((FIST,))

    assert (position.asked, position.options) == ("combo", [None])
    assert position.answer(None).asked == "action"


@rule("combo.end")
@rule("combo.contents", 4)
@rule("note.combo-end")
def test_by_the_letter_a_combo_ends_with_the_last_special_attack() -> None:
    here: Any = with_specials(PUNCH)
    assert combo(("special", "punch"), FIST, ARROW, **here).asked == "combo"
    assert combo(("special", "punch"), FIST, ARROW, combo_end="specials over", **here).asked == "action"


@rule("combo.end")
@rule("dash.pay", 1)
@rule("note.combo-end")
def test_by_the_letter_dashes_are_open_as_long_as_a_special_attack_can_be_paid() -> None:
    here: Any = {"combo_end": "specials over", **with_specials(PUNCH, STARE)}
    position = combo(("special", "punch"), FIST, EYE, ARROW, **here)
    assert position.offered("dash") == ["a2", "b1", "c2"]
    assert {*closed(position, "dash")}.isdisjoint(position.offered("dash"))

    without = combo(("special", "punch"), FIST, EYE, **here)
    assert set(closed(without, "dash").values()) == {"dash.pay", "turn.move-limits"}


@rule("combo.end")
@rule("combo.contents", 4)
@rule("note.combo-end")
def test_by_the_letter_a_special_attack_that_can_be_paid_keeps_a_combo_going_even_out_of_range() -> None:
    here: Any = with_specials(special("swing", type="assault", light=1, range={"most": 1}))
    position = combo(("dash", "b2"), ARROW, ARROW, FIST, spaces=("b1", "b4"), combo_end="specials over", **here)
    assert position.asked == "combo"
    assert not position.offered("special")

    position.answer(("dash", "b3"), ("special", "swing"))
    assert cubes(position, 1) == (0, 1)


@rule("note.empty-combo")
@rule("note.combo-end")
@rule("combo.contents", 1)
@rule("combo.end")
@rule("dash.pay", 1)
@pytest.mark.parametrize("reading", ["nothing possible", "specials over"])
def test_there_is_no_combo_with_nothing_in_it(reading: str) -> None:
    """Whoever can only dash can begin one, by either reading of its end."""
    position = acting(hands=((SHIELD,), ()), spaces=("a1", "b5"), combo_end=reading)
    assert kinds(position) == {"attack", "move"}
    assert set(closed(position, "dash").values()) == {"dash.pay", "turn.move-limits"}
    assert kinds(acting(hands=((ARROW,), ()), spaces=("a1", "b5"), combo_end=reading)) == {"attack", "move", "dash"}


@rule("field.hidden", 1)
@rule("combo.end")
@rule("dash.pay", 1)
def test_a_player_with_a_card_that_nobody_knows_is_asked_for_the_next_link_all_the_same() -> None:
    here: Any = with_specials(PUNCH)
    asked = combo(("special", "punch"), FIST, SHIELD, known=False, **here)
    assert asked.answer((FIST,)).asked == "combo"
    assert asked.options == [None]
    assert set(closed(asked, "dash").values()) == {"dash.pay", "turn.move-limits"}
    assert closed(asked, "special") == {"punch": "special.once"}

    assert combo(("special", "punch"), FIST, SHIELD, known=False, asked="whoever can", **here).asked == "action"


@pytest.mark.parametrize(("asked", "alike"), [("whoever might", True), ("whoever can", False)])
def test_the_end_of_a_combo_tells_nothing_of_the_cards_that_are_left(asked: str, alike: bool) -> None:
    """Who has another arrow and stops looks like who has none."""
    games = []
    for left in (SHIELD, ARROW):
        position = acting(hands=((ARROW, left), ()), spaces=("b2", "b5"), known=False, asked=asked)
        position.answer(("dash", "a2"))
        while position.asked == "pay":
            position.answer((ARROW,))
        if position.asked == "combo":
            position.answer(None)
        games.append(position.game)
    assert (looks(games[0], 1) == looks(games[1], 1)) == alike


# What a panel shows -----------------------------------------------------------------------------------------

FULL = special("full", {"do": "gain_tokens"}, type="assault", heavy=1, light=2, range={"most": 1}, knockdown=True)
BARE = special("bare", type="assault")
ANSWER = special("answer", type="response", answers="assault", light=1)


@rule("panel.anatomy", 2)
def test_a_special_attack_shows_its_name_type_cost_damage_range_effect_and_knockdown_effect() -> None:
    book = invent(fighters=[fighter(FULL, BARE, ANSWER)]).content

    assert attack_text(book, "full", "en") == (
        "full (costs fist): assault, 1 heavy + 2 light, range 1, KNOCKDOWN; gain 1 token"
    )
    assert attack_text(book, "bare", "en") == "bare (costs fist): assault, any range"
    assert attack_text(book, "answer", "en") == "answer (costs fist): response, 1 light, any range, answers an assault"


@rule("panel.anatomy", 3)
@rule("attack-card.damage-slot")
@rule("range.none")
def test_a_special_attack_has_the_damage_range_and_knockdown_effect_that_it_shows_and_no_other() -> None:
    here: Any = with_specials(FULL, BARE, ANSWER)
    assert specials(FIST, spaces=NEAR, **here) == {"full", "bare"}
    full = combo(("special", "full"), FIST, spaces=NEAR, **here)
    assert (cubes(full, 1), full.asked) == ((1, 2), "call_test")

    assert specials(FIST, spaces=("a1", "c5"), **here) == {"bare"}
    bare = combo(("special", "bare"), FIST, spaces=("a1", "c5"), **here)
    assert (cubes(bare, 1), bare.asked) == ((0, 0), "action")
    assert bare.events(AttackBegan)


@rule("panel.anatomy", 2)
def test_a_response_of_a_panel_is_none_of_the_special_attacks_of_a_combo() -> None:
    answering: Any = {"rules": invent(fighters=[fighter(FULL, ANSWER)]), "fighters": ("katie", "tester")}
    position = acting(hands=((), (FIST,)), display=("elbow",) * 4, **answering).answer(("attack", "elbow"))

    assert position.options == [None, ("respond", "answer")]


# Paying -----------------------------------------------------------------------------------------------------


@rule("special.pay", 1, 3)
def test_a_special_attack_costs_one_card_for_each_of_its_symbols() -> None:
    here: Any = with_specials(special("both", HIT, cost=("fist", "eye")))
    assert specials(FIST, **here) == set()
    assert specials(FIST, YIN, **here) == set()
    position = combo(("special", "both"), FIST, YIN, EYE, **here)

    assert sorted(position.cards(DISCARD)) == sorted([FIST, EYE])
    assert position.cards(HAND[0]) == [YIN]


@rule("special.pay", 1, 2)
@pytest.mark.parametrize("cost", [("fist", "wild"), ("wild", "fist", "fist"), ("eye",), ("wild", "wild")])
def test_a_payment_is_one_card_laid_on_each_symbol(cost: tuple[str, ...]) -> None:
    """Against every way of laying the cards on the symbols."""
    game = acting().game
    for cards in product((FIST, EYE, ARROW, WILD), repeat=len(cost)):
        fits = any(
            all(symbol == "wild" or shows(game, card, symbol) for card, symbol in zip(laid, cost, strict=True))
            for laid in permutations(cards)
        )
        assert can_pay(game, cards, cost) == fits, cards


@rule("special.pay", 2)
@rule("icon.wild", 1)
def test_any_card_pays_a_question_mark() -> None:
    here: Any = with_specials(special("any", HIT, cost=("fist", "wild")))

    assert specials(FIST, SHIELD, **here) == {"any"}
    assert specials(FIST, **here) == set()
    assert specials(SHIELD, YIN, **here) == set()


@rule("icon.wild", 2)
@rule("combo.hand-cards", 3)
def test_a_card_with_a_question_mark_stands_for_any_symbol() -> None:
    here: Any = with_specials(PUNCH)
    assert specials(WILD, **here) == {"punch"}
    assert acting(hands=((WILD,), ())).offered("dash")
    assert specials(WILD, wild="costs only", **here) == set()
    assert not acting(hands=((WILD,), ()), wild="costs only").offered("dash")


@rule("special.pay", 1)
def test_the_player_chooses_what_to_pay_with() -> None:
    position = combo(("special", "punch"), FIST, OTHER_FIST, WILD, **with_specials(PUNCH))

    assert position.asked == "pay"
    assert set(position.options) == {(FIST,), (OTHER_FIST,), (WILD,)}
    assert position.answer((OTHER_FIST,)).cards(HAND[0]) == [FIST, WILD]


@rule("special.resolve")
@rule("special.pay", 1)
@by_either
def test_a_special_attack_is_paid_and_then_goes_through_the_attack_procedure(player: int) -> None:
    """Damage, then the effect, then the knockdown effect."""
    swing = special("swing", {"do": "move"}, type="assault", light=1, knockdown=True)
    here: Any = {"rules": invent(fighters=[fighter(swing)]), "fighters": seated(player, "tester", "katie")}
    position = acting(player, hands=seated(player, (FIST,), ()), **here).answer(("special", "swing"))

    assert position.cards(DISCARD) == [FIST]
    assert cubes(position, 1 - player) == (0, 1)
    for ask, answer in (("move_to", None), ("call_test", False)):
        assert (position.asked, position.player) == (ask, player)
        position.answer(answer)
    told = [event for event in position.events(Event) if isinstance(event, CardsMoved | AttackBegan | DamageTaken)]
    assert [type(event).__name__ for event in told] == ["CardsMoved", "AttackBegan", "DamageTaken"]


@rule("attack.range-required", 2, 3)
@rule("note.empty-combo")
@rule("special.resolve")
@by_either
@pytest.mark.parametrize(("target", "reached"), [("b3", True), ("b4", False)])
def test_a_special_attack_is_paid_for_only_in_range(target: str, reached: bool, player: int) -> None:
    swing = special("swing", type="assault", light=1, range={"most": 2})
    here: Any = {"rules": invent(fighters=[fighter(swing)]), "fighters": seated(player, "tester", "katie")}
    hands, spaces = seated(player, (FIST,), ()), seated(player, "b1", target)
    position = acting(player, hands=hands, spaces=spaces, **here)
    assert position.offered("special") == (["swing"] if reached else [])
    assert closed(position, "special") == ({} if reached else {"swing": "attack.range-required"})

    wasted = acting(player, hands=hands, spaces=spaces, out_of_range="wasted", **here).answer(("special", "swing"))
    assert wasted.cards(DISCARD) == [FIST]
    assert bool(wasted.events(AttackMissed)) != reached
    assert cubes(wasted, 1 - player) == (0, int(reached))


@rule("attack-card.block-by-type", 3)
@rule("special.resolve")
def test_an_assault_of_a_panel_is_blocked_like_one_of_a_card() -> None:
    here: Any = with_specials(special("swing", type="assault", light=1, range={"most": 1}))
    position = combo(("special", "swing"), FIST, other=(SHIELD, SHIELD), **here)

    assert position.window == "assault declared"
    assert position.answer(("block", ("reduce", SHIELD))).events(Blocked)
    assert cubes(position, 1) == (0, 0)


# Dashes -----------------------------------------------------------------------------------------------------


@rule("dash.pay", 1, 2)
@rule("icon.dash")
def test_each_arrow_pays_for_a_dash_of_one_space() -> None:
    position = acting(hands=((ARROW, SHIELD), ()), spaces=("b2", "b5"))
    assert set(position.offered("dash")) == {"a2", "b1", "b3", "c2"}
    position.answer(("dash", "b3"))

    assert (space(position, 0), position.cards(HAND[0])) == ("b3", [SHIELD])
    assert position.last(CardsMoved).rule == "dash.pay"
    assert "dash" not in kinds(position)


@rule("dash.pay", 2)
@rule("special.pay", 1)
@by_either
def test_a_dash_costs_one_arrow_whichever_the_player_likes(player: int) -> None:
    hands = seated(player, (ARROW, OTHER_ARROW, FIST), ())
    position = acting(player, hands=hands, spaces=seated(player, "b2", "b5")).answer(("dash", "a2"))
    assert (position.asked, position.player) == ("pay", player)
    assert set(position.options) == {(ARROW,), (OTHER_ARROW,)}
    position.answer((OTHER_ARROW,))

    assert position.cards(HAND[player]) == [ARROW, FIST]
    assert position.last(Moved) == Moved(player, ("b2", "a2"), rule="dash.pay")


@rule("dash.pay", 3)
@by_either
@pytest.mark.parametrize("spaces", [("a1", "a2"), ("b2", "b3"), ("c5", "a1")])
def test_a_dash_is_bound_like_a_move(spaces: tuple[str, str], player: int) -> None:
    position = acting(player, hands=seated(player, (ARROW,), ()), spaces=seated(player, *spaces))

    assert position.offered("dash") == position.offered("move") != []
    assert {*closed(position, "dash")} == {*closed(position, "move")}
    assert closed(position, "dash")[spaces[1]] == ("turn.move-limits")


@rule("combo.hand-cards")
@rule("turn.attack-choose")
@by_either
def test_cards_in_hand_are_paid_with_and_never_attack(player: int) -> None:
    """A dash and a special attack with cards whose own attacks would hurt."""
    rules = invent(fighters=[fighter(special("aim", cost=("fist",)))])
    here: Any = {"rules": rules, "fighters": seated(player, "tester", "katie")}
    hands = seated(player, ("uppercut", ARROW), ("low-kick", IDLE))
    position = acting(player, hands=hands, display=("elbow", IDLE), **here)
    assert position.offered("attack") == ["elbow", IDLE]
    assert closed(position, "attack") == dict.fromkeys(("uppercut", ARROW), "combo.hand-cards")
    position.answer(("dash", "a2" if player == 0 else "a3"), ("special", "aim"))
    assert position.events(AttackBegan) == [AttackBegan(player, "aim", rule="attack.step-1")]
    assert position.cards(HAND[player]) == []

    position.answer(("move", "b2" if player == 0 else "b3"))
    while position.player != player:
        position.answer(next(option for option in position.options if option[0] == "move"))
    assert cubes(position, 0) == cubes(position, 1) == (0, 0)


@rule("combo.hand-cards", 3)
@pytest.mark.parametrize(("card", "cost"), [(card, cost) for card in (FIST, EYE, YIN) for cost in ("fist", "eye")])
def test_a_card_in_hand_counts_for_its_symbol(card: str, cost: str) -> None:
    symbol = rules().content.attacks[card].symbol

    assert (specials(card, **with_specials(special("test", cost=(cost,)))) == {"test"}) == (symbol == cost)


# James ------------------------------------------------------------------------------------------------------


@rule("panel.example-fighter", 1)
@rule("panel.aim-for-the-head", 2)
def test_james_has_the_four_special_attacks_that_the_rulebook_prints() -> None:
    james = rules().content["fighters"]["james"]

    assert (james.name.en, james.fighter_class.en) == ("James", "Captain")
    assert [(one.name.en, one.type) for one in james.a.specials] == [
        ("Aim for the Head", "assault"),
        ("Suppressing Fire", "ability"),
        ("Order", "ability"),
        ("Reload", "ability"),
    ]
    aim, fire, order, _ = james.a.specials
    assert (len(aim.cost), aim.heavy, aim.light, aim.range.most, aim.knockdown) == (3, 1, 1, 3, True)
    for one in (fire, order):
        assert (one.heavy, one.light, one.range, one.knockdown) == (0, 0, None, False)
        assert one.effects


@rule("panel.aim-for-the-head", 1)
@rule("attack-card.block-by-type", 3)
@pytest.mark.parametrize("name", ["aim-for-the-head", "suppressing-fire", "order", "reload"])
def test_of_the_special_attacks_of_james_only_aim_for_the_head_can_be_blocked(name: str) -> None:
    position = combo(("special", name), FIST, EYE, YIN, tokens=(1, 0), other=(SHIELD, SHIELD))

    assert (position.window == "assault declared") == (name == "aim-for-the-head")


@rule("panel.suppressing-fire", 1)
def test_suppressing_fire_moves_a_space_for_each_bullet() -> None:
    position = combo(("special", "suppressing-fire"), FIST, tokens=(2, 0), spaces=("b1", "b5"))
    assert position.asked == "spend_to_move"
    assert {"b2", "b3", "a2", None} <= set(position.options)
    assert "b4" not in position.options

    position.answer("b3")
    assert space(position, 0) == "b3"
    assert position.state.fighters[0].tokens == 0
    assert "spend_to_move" in {effect.word for effect in rules().content["fighters"]["james"].a.specials[1].effects}


@rule("panel.suppressing-fire", 1)
def test_fewer_bullets_may_be_spent() -> None:
    position = combo(("special", "suppressing-fire"), FIST, tokens=(2, 0), spaces=("b1", "b5")).answer("b2")

    assert position.state.fighters[0].tokens == 1


@rule("panel.order", 1, 2)
@by_either
def test_order_first_moves_the_opponent_one_space_then_takes_a_card(player: int) -> None:
    """James sits on either side of the table; the move is his to choose, and has to be made."""
    sides: Any = {"fighters": seated(player, "james", "katie"), "spaces": seated(player, "b2", "b3")}
    position = acting(player, hands=seated(player, (EYE,), (SHIELD, FIST, YIN)), **sides).answer(("special", "order"))
    assert (position.asked, position.player) == ("move_to", player)
    assert set(position.options) == {"a3", "b4", "c3"}

    position.answer("c3")
    assert (space(position, player), space(position, 1 - player)) == ("b2", "c3")
    assert (position.asked, position.player) == ("show", 1 - player)
    assert set(map(frozenset, position.options)) == {frozenset(pair) for pair in combinations((SHIELD, FIST, YIN), 2)}

    position.answer((FIST, YIN), FIST)
    assert (position.cards(HAND[1 - player]), position.cards(DISCARD)[0]) == ([SHIELD, YIN], FIST)


@rule("panel.order", 2)
def test_order_then_takes_one_of_two_cards_that_the_opponent_shows() -> None:
    position = combo(("special", "order"), EYE, other=(SHIELD, FIST, YIN), known=False).answer((EYE,), "c3")
    assert (position.asked, position.player) == ("show", 1)
    position.answer((SHIELD, YIN))
    assert (position.asked, position.player, set(position.options)) == ("discard_shown", 0, {SHIELD, YIN})
    assert position.game.view(0).state.zones[HAND[1]].cards == (SHIELD, None, YIN)
    position.answer(YIN)

    assert position.cards(HAND[1]) == [SHIELD, FIST]
    assert position.game.view(0).state.zones[HAND[1]].cards == (SHIELD, None), "the card that was left stays known"
    assert position.cards(DISCARD) == [YIN, EYE]


@rule("panel.order", 2)
def test_two_cards_are_shown_where_a_text_does_not_say_how_many() -> None:
    position = attacking(attack("test", {"do": "show_and_discard"}, type="ability"), hands=((), (SHIELD, FIST, YIN)))

    assert {len(cards) for cards in position.options} == {2}


@rule("panel.order", 3)
def test_a_short_hand_is_shown_whole() -> None:
    position = combo(("special", "order"), EYE, other=(SHIELD,)).answer("c3")
    assert position.last(Revealed).cards == (SHIELD,)
    assert position.options == [SHIELD]
    position.answer(SHIELD)
    assert position.cards(HAND[1]) == []

    assert combo(("special", "order"), EYE).answer("c3").asked == "action"


@rule("panel.order", 2)
@pytest.mark.parametrize("all_of_them", [False, True])
def test_what_has_left_the_hand_after_it_was_shown_is_not_discarded(all_of_them: bool) -> None:
    """A trigger takes the second card that was shown, or both."""

    def taken(game: Any, event: Revealed) -> Any:
        return move(game, event.cards[0 if all_of_them else 1 :], HAND[1], DISCARD, rule="panel.order")

    known = {"rules": interrupted(rules(), Revealed, taken), "known": False}
    position = combo(("special", "order"), EYE, other=(SHIELD, FIST, YIN), **known).answer((EYE,), "c3")
    position.answer((SHIELD, YIN))
    if all_of_them:
        assert position.asked == "action" and position.cards(HAND[1]) == [FIST]
    else:
        assert (position.asked, position.options) == ("discard_shown", [SHIELD])


@rule("panel.reload")
def test_reload_brings_a_bullet_and_one_for_each_yin_yang_card() -> None:
    position = combo(("special", "reload"), YIN, YIN, "focus-breath", FIST)
    position.answer((YIN,))
    assert position.asked == "trade"
    assert (YIN, "focus-breath") in position.options and () in position.options
    position.answer((YIN, "focus-breath"))

    assert [event.by for event in position.events(TokensChanged)] == [1, 2]
    assert position.state.fighters[0].tokens == 3
    assert position.cards(HAND[0]) == [FIST]


@rule("panel.reload", 2)
def test_who_is_asked_to_trade_does_not_tell_a_hand_that_nobody_has_seen() -> None:
    assert combo(("special", "reload"), YIN, SHIELD).asked == "action"
    position = combo(("special", "reload"), YIN, SHIELD, known=False).answer((YIN,))

    assert (position.asked, position.options) == ("trade", [()])


@rule("panel.reload", 2)
@pytest.mark.parametrize("card", [FIST, SHIELD])
def test_reload_trades_no_other_symbol(card: str) -> None:
    position = combo(("special", "reload"), YIN, card)

    assert position.state.fighters[0].tokens == 1
    assert position.asked != "trade"
    assert card in position.cards(HAND[0])

    more = combo(("special", "reload"), YIN, YIN, card)
    assert more.options == [(), (YIN,)]
    more.answer(())
    assert (more.state.fighters[0].tokens, more.cards(HAND[0])) == (1, [YIN, card])
