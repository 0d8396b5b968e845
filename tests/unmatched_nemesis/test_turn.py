"""Page 12: refill, two actions, move, attack; corridors in between."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulewright import Round, rules_for
from rulewright.zones import CardsMoved, move
from rulewright_unmatched_nemesis.events.attacks import AttackBegan, AttackMissed
from rulewright_unmatched_nemesis.events.before import StartPlayerFound
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from rulewright_unmatched_nemesis.events.movement import Moved
from rulewright_unmatched_nemesis.events.turns import TurnBegan
from rulewright_unmatched_nemesis.state import DECK, DISCARD, DISPLAY, HAND
from tests.interrupted import interrupted

from .table import FAR, IDLE, acting, attack, cubes, duel, invent, kinds, rule, space, turn


@rule("turn.refill", 1)
def test_the_display_is_filled_to_four_at_the_start_of_a_turn() -> None:
    position = turn(duel(display=("hook", "vault"), deck=("lunge", "taunt", IDLE)))

    assert position.cards(DISPLAY) == ["hook", "vault", "lunge", "taunt"]
    assert position.cards(DECK) == [IDLE]


@rule("turn.refill", 2)
def test_the_second_attack_chooses_among_what_is_left() -> None:
    position = acting(display=("vault", "hook", "taunt", "lunge"), spaces=FAR).answer(("attack", "vault"))

    assert position.offered("attack") == ["hook", "taunt", "lunge"]


@rule("turn.actions", 1, 4)
def test_a_turn_has_two_actions_no_more_and_no_fewer() -> None:
    position = acting(spaces=FAR)
    assert None not in position.options
    position.answer(("move", "b2"))
    assert (position.player, position.game.request.about["number"]) == (0, 2)
    position.answer(("move", "b3"))

    assert position.player == 1
    assert position.last(TurnBegan).player == 1


@rule("turn.order")
@pytest.mark.parametrize("start", [0, 1])
def test_from_the_start_player_on_the_players_take_turns(start: int) -> None:
    position = duel(spaces=FAR).happen(StartPlayerFound(start)).begin("rounds/round/turn/begin_turn", Round(number=1))
    for _ in range(8):
        position.answer(("move", position.offered("move")[0]))

    assert [event.player for event in position.events(TurnBegan)] == [start, 1 - start, start, 1 - start, start]


@rule("turn.actions", 1, 2, 3)
@pytest.mark.parametrize("order", [*product(("move", "attack", "special", "dash"), repeat=2)])
def test_the_two_actions_are_moves_attacks_and_combos_alike_or_not_in_any_order(order: tuple[str, str]) -> None:
    """A combo is begun with a special attack or a dash."""
    position = acting(spaces=("b1", "b4"), hands=(("sprint", "sprint", "palm-wave", "palm-wave"), ()))
    for kind in order:
        assert position.player == 0
        position.answer(next(option for option in position.options if option[0] == kind))
        while position.asked != "action":
            position.answer(position.options[0])
    assert position.player == 1


@rule("turn.move")
def test_a_move_is_one_adjacent_space() -> None:
    position = acting(spaces=("b2", "b5"))
    assert set(position.offered("move")) == {"a2", "b1", "b3", "c2"}

    position.answer(("move", "a2"))
    assert space(position, 0) == "a2"


@rule("turn.move-limits", 1, 2)
def test_nobody_moves_into_the_space_of_the_opponent() -> None:
    position = acting(spaces=("b2", "b3"))

    assert "b3" not in position.offered("move")
    with position.refused(rule="turn.move-limits"):
        position.answer(("move", "b3"))
    with position.refused(rule="turn.move"):
        position.answer(("move", "b4"))


@rule("turn.move-limits", 3)
def test_nobody_moves_through_the_space_of_the_opponent() -> None:
    """Suppressing Fire with two bullets leads round the opponent, not behind."""
    position = acting(spaces=("a1", "a2"), tokens=(2, 0), hands=(("hook",), ())).answer(("special", "suppressing-fire"))

    assert set(position.options) == {None, "b1", "b2", "c1"}


@rule("turn.move-limits", 4)
def test_nobody_moves_out_of_the_arena() -> None:
    assert set(acting(spaces=("a1", "b5")).offered("move")) == {"a2", "b1"}


@rule("turn.attack-choose")
def test_an_attack_takes_a_card_of_the_display() -> None:
    position = acting(display=("hook", "vault", "taunt", "lunge"))
    assert position.offered("attack") == ["hook", "vault", "taunt", "lunge"]

    with position.refused(rule="turn.actions"):
        position.answer(("attack", "headbutt"))


@rule("turn.attack-resolve")
@rule("turn.attack-take", 1)
@rule("field.hidden", 1)
def test_the_attack_is_resolved_and_then_the_card_comes_into_the_hand() -> None:
    position = acting(display=("uppercut", "vault", "taunt", "lunge")).answer(("attack", "uppercut"))

    assert cubes(position, 1) == (1, 1)
    order = [type(entry.event).__name__ for entry in position.game.log]
    assert order.index("DamageTaken") < order.index("CardsMoved")
    assert position.cards(HAND[0]) == ["uppercut"]
    assert position.game.view(1).state.zones["hand:0"].cards == ("uppercut",)


@rule("turn.attack-resolve")
@rule("turn.attack-take", 2)
@rule("attack.range-required", 1)
@rule("note.display-empty")
def test_a_card_is_taken_even_where_the_opponent_is_not_in_range() -> None:
    position = acting(display=("uppercut", "vault", "taunt", "lunge"), spaces=FAR).answer(("attack", "uppercut"))

    assert position.cards(HAND[0]) == ["uppercut"]
    assert position.events(AttackMissed)
    assert not position.events(AttackBegan) and not position.events(DamageTaken)


@rule("turn.attack-hand-limit")
@rule("rule.hand-limit")
def test_a_seventh_card_is_discarded_at_once_as_the_player_chooses() -> None:
    held = ("hook", "vault", "taunt", "lunge", "elbow", "feint")
    position = acting(hands=(held, ()), display=("uppercut", IDLE, IDLE, IDLE), spaces=FAR)
    position.answer(("attack", "uppercut"))
    assert (position.asked, position.player) == ("hand_limit", 0)
    assert set(position.options) == {*held, "uppercut"}

    position.answer("uppercut")
    assert position.cards(HAND[0]) == list(held)
    assert position.cards(DISCARD) == ["uppercut"]
    assert position.asked == "action"


@rule("turn.attack-hand-limit")
@rule("rule.hand-limit", 1)
def test_six_cards_may_be_held() -> None:
    held = ("hook", "vault", "taunt", "lunge", "elbow")
    position = acting(hands=(held, ()), display=("uppercut", IDLE, IDLE, IDLE), spaces=FAR)
    position.answer(("attack", "uppercut"))

    assert position.asked == "action"
    assert position.cards(HAND[0]) == [*held, "uppercut"]


@rule("rule.hand-limit", 1)
def test_the_limit_holds_for_cards_that_an_effect_draws() -> None:
    more = invent(attacks=[attack("study-hard", {"do": "draw", "amount": 2}, type="ability")])
    held = ("hook", "vault", "taunt", "lunge", "elbow", "feint")
    position = acting(hands=(held, ()), display=("study-hard",), rules=more).answer(("attack", "study-hard"))

    assert position.asked == "hand_limit"
    for card in ("hook", "vault", "study-hard"):
        assert (position.asked, len(position.cards(HAND[0]))) == ("hand_limit", 7)
        position.answer(card)
    assert len(position.cards(HAND[0])) == 6


# Corridors --------------------------------------------------------------------------------------------------


@rule("corridor.free")
def test_a_corridor_is_no_action_and_may_be_used_again() -> None:
    position = acting(spaces=("b1", "a5"))
    position.answer(("corridor", "b3"))
    position.answer(("corridor", "b5"))
    position.answer(("corridor", "b1"))

    assert (position.player, position.game.request.about["number"]) == (0, 1)
    assert space(position, 0) == "b1"


@rule("corridor.not-after-second")
def test_a_corridor_is_open_before_each_of_the_two_actions_and_not_after_the_second() -> None:
    position = acting(spaces=("b1", "a5"))
    assert "corridor" in kinds(position)
    position.answer(("attack", IDLE))
    assert "corridor" in kinds(position)
    position.answer(("attack", IDLE))

    assert position.player == 1


@rule("corridor.not-during-action")
def test_a_corridor_is_closed_between_the_links_of_a_combo() -> None:
    position = acting(spaces=("b2", "a5"), hands=(("sprint", "sprint"), ())).answer(("dash", "b3"))

    assert position.asked == "combo"
    assert position.offered("dash") and not position.offered("corridor")


@rule("corridor.not-before-start")
def test_a_corridor_is_closed_until_what_comes_at_the_start_of_the_turn_is_done() -> None:
    """Second Wind is resolved before the first thing that the player is asked."""
    position = turn(duel(spaces=("b1", "a5"), light=(3, 0), active=(("second-wind",), ())))

    assert cubes(position, 0) == (0, 2)
    assert "corridor" in kinds(position)
    assert not position.events(Moved)


@rule("turn.attack-take", 1)
def test_a_card_that_has_left_the_display_by_its_attack_comes_into_no_hand() -> None:
    def swept(game: Any, event: DamageTaken) -> CardsMoved:
        return move(game, game.state.zones[DISPLAY].cards, DISPLAY, DISCARD)

    rules = interrupted(rules_for("unmatched_nemesis"), DamageTaken, swept)
    position = acting(display=("uppercut", "vault", "taunt", "lunge"), rules=rules).answer(("attack", "uppercut"))

    assert cubes(position, 1) == (1, 1) and position.cards(HAND[0]) == []
