"""Page 12: refill, two actions, move, attack; corridors in between."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulewright import Round, rules_for
from rulewright.zones import CardsMoved, move
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.events.attacks import AttackBegan, AttackMissed
from rulewright_unmatched_nemesis.events.before import StartPlayerFound
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from rulewright_unmatched_nemesis.events.movement import Moved
from rulewright_unmatched_nemesis.events.rounds import RoundWon
from rulewright_unmatched_nemesis.events.turns import TurnBegan
from rulewright_unmatched_nemesis.space.arena import sheet_of
from rulewright_unmatched_nemesis.state import DECK, DISCARD, DISPLAY, HAND
from tests.interrupted import interrupted

from .table import (
    FAR,
    IDLE,
    acting,
    attack,
    by_either,
    closed,
    cubes,
    duel,
    fighter,
    filled_by,
    invent,
    kinds,
    rule,
    seated,
    space,
    special,
    turn,
)


@rule("turn.refill", 1)
@rule("setup.display")
@by_either
@pytest.mark.parametrize("lying", [0, 2, 3, 4])
def test_the_display_is_filled_to_four_at_the_start_of_a_turn(lying: int, player: int) -> None:
    """Also where the deck has just the cards for it."""
    cards = ("hook", "vault", "lunge", "taunt")
    position = turn(duel(display=cards[:lying], deck=(*cards[lying:], IDLE)), player)
    assert position.cards(DISPLAY) == [*cards]
    assert position.cards(DECK) == [IDLE]
    assert lying == 4 or filled_by(position) == "turn.refill"
    assert (position.asked, position.player) == ("action", player)

    assert turn(duel(display=cards[:lying], deck=cards[lying:]), player).cards(DISPLAY) == [*cards]


@rule("turn.refill", 1)
@rule("note.display-empty")
def test_a_display_that_cannot_be_filled_stays_as_it_is() -> None:
    position = turn(duel(display=("hook",), deck=("vault", "taunt"), active=(("iron-jaw",), ("merciless",))))

    assert not [event for event in position.events(CardsMoved) if event.rule == "turn.refill"]
    assert position.last(RoundWon).reason == "deck_out"


@rule("turn.refill", 2)
@rule("note.display-empty")
def test_the_second_attack_chooses_among_what_is_left() -> None:
    """Even where the deck could not fill the display: nothing is looked at before the next turn."""
    for deck in ((IDLE,) * 12, ()):
        position = acting(display=("vault", "hook", "taunt", "lunge"), deck=deck, spaces=FAR)
        position.answer(("attack", "vault"))
        assert position.offered("attack") == ["hook", "taunt", "lunge"]
        assert not position.events(RoundWon)


@rule("turn.actions", 1, 4)
@rule("turn.order")
@rule("corridor.not-after-second", 2)
@rule("note.actions")
@by_either
def test_a_turn_has_two_actions_no_more_and_no_fewer(player: int) -> None:
    position = turn(duel(spaces=seated(player, *FAR)), player)
    assert kinds(position) == {"attack", "move", "corridor"}
    assert position.game.request.about["number"] == 1
    position.answer(("move", "b2"))
    assert (position.player, position.game.request.about["number"]) == (player, 2)
    assert kinds(position) == {"attack", "move"}
    position.answer(("move", "b3"))

    assert position.player == 1 - player
    assert position.last(TurnBegan) == TurnBegan(1 - player, 2, rule="turn.order")


@rule("turn.order")
@rule("next-round.start-player", 1)
@rule("note.start-player-term")
@pytest.mark.parametrize("start", [0, 1])
def test_from_the_start_player_on_the_players_take_turns(start: int) -> None:
    position = duel(spaces=FAR).happen(StartPlayerFound(start)).begin("rounds/round/turn/begin_turn", Round(number=1))
    for _ in range(8):
        position.answer(("move", position.offered("move")[0]))

    assert [event.player for event in position.events(TurnBegan)] == [start, 1 - start, start, 1 - start, start]


@rule("turn.actions", 1, 2, 3)
@rule("turn.move")
@rule("note.actions")
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
    assert len(position.events(AttackBegan)) == order.count("attack") + order.count("special")
    moved = [event.rule for event in position.events(Moved) if event.rule in ("turn.move", "dash.pay")]
    assert moved == [{"move": "turn.move", "dash": "dash.pay"}[kind] for kind in order if kind in ("move", "dash")]


@rule("turn.move")
@by_either
def test_a_move_is_one_adjacent_space(player: int) -> None:
    """Of the player's own fighter; the other one stays where it is."""
    position = acting(player, spaces=seated(player, "b2", "b5"))
    assert set(position.offered("move")) == {"a2", "b1", "b3", "c2"}
    assert {*closed(position, "move"), *position.offered("move"), "b2"} == {*sheet_of(position.game).place.by_id}
    assert "b2" not in closed(position, "move")
    for there in ("a1", "b4", "c3"):
        with position.refused(rule="turn.move"):
            position.answer(("move", there))

    position.answer(("move", "a2"))
    assert (space(position, player), space(position, 1 - player)) == ("a2", "b5")
    assert position.last(Moved) == Moved(player, ("b2", "a2"), rule="turn.move")


@rule("turn.move-limits", 1, 2)
@by_either
def test_nobody_moves_into_the_space_of_the_opponent(player: int) -> None:
    position = acting(player, spaces=seated(player, "b2", "b3"))

    assert set(position.offered("move")) == {"a2", "b1", "c2"}
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


@rule("turn.move-limits", 2, 4)
@rule("attack.step-2", 2)
@pytest.mark.parametrize("way", ["any", "teleport"])
def test_a_fighter_shut_in_by_the_wall_and_the_opponent_cannot_move(way: str) -> None:
    spaces = [{"id": id, "row": "x", "column": n, "start": True} for n, id in enumerate("xy")]
    text = attack("shout", {"do": "by_hand", "text": {"en": "Run.", "zh": "跑。"}})
    more = invent(attacks=[text], arenas=[{"id": "cell", "spaces": spaces, "links": [["x", "y"]]}])
    position = duel(rules=more, arena="cell", spaces=("x", "y")).begin(ATTACK(player=0, name="shout"))

    with position.refused(rule="turn.move-limits"):
        position.answer((("move", ("way", way)),))


@rule("turn.attack-choose")
@rule("combo.hand-cards", 1)
@by_either
def test_an_attack_takes_a_card_of_the_display(player: int) -> None:
    """Any of them, also one of which the hand has another copy; and no card of the hand or the deck."""
    held = seated(player, ("headbutt", "hook"), ("elbow",))
    position = acting(player, display=("hook", "vault", "taunt", "lunge"), hands=held)
    assert position.offered("attack") == ["hook", "vault", "taunt", "lunge"]
    with position.refused(rule="combo.hand-cards"):
        position.answer(("attack", "headbutt"))
    for card in ("elbow", IDLE):
        with position.refused(rule="turn.actions"):
            position.answer(("attack", card))

    position.answer(("attack", "hook"))
    assert position.last(AttackBegan) == AttackBegan(player, "hook", rule="attack.step-1")


@rule("turn.attack-resolve")
@rule("turn.attack-take", 1)
@rule("field.hidden", 1)
@by_either
def test_the_attack_is_resolved_and_then_the_card_comes_into_the_hand(player: int) -> None:
    """After all of it: damage, effect and knockdown effect."""
    blow = attack("blow", {"do": "move"}, light=1, knockdown=True)
    more = invent(attacks=[blow])
    position = acting(player, rules=more, display=("blow", "vault", "taunt", "lunge"), dice=[(6, 6, 6)])
    for ask, answer in (("action", ("attack", "blow")), ("move_to", None), ("call_test", True)):
        assert (position.asked, position.cards(HAND[player])) == (ask, [])
        position.answer(answer)

    assert cubes(position, 1 - player) == (0, 1)
    assert position.cards(HAND[player]) == ["blow"]
    assert position.cards(DISPLAY) == ["vault", "taunt", "lunge"]
    assert position.game.view(1 - player).state.zones[HAND[player]].cards == ("blow",)


@rule("turn.attack-resolve")
@rule("turn.attack-take", 2)
@rule("attack.range-required", 1)
@rule("combo.hand-cards", 1)
@by_either
@pytest.mark.parametrize(("target", "hit"), [("b4", True), ("b5", False)])
def test_a_card_is_taken_even_where_the_opponent_is_not_in_range(target: str, hit: bool, player: int) -> None:
    display = ("throwing-knife", "vault", "taunt", "lunge")
    position = acting(player, display=display, spaces=seated(player, "b1", target)).answer(("attack", "throwing-knife"))

    assert position.cards(HAND[player]) == ["throwing-knife"]
    assert position.events(AttackMissed) == (
        [] if hit else [AttackMissed(player, "throwing-knife", rule="attack.range-required")]
    )
    assert bool(position.events(AttackBegan)) == bool(position.events(DamageTaken)) == hit


@rule("turn.attack-hand-limit")
@rule("rule.hand-limit")
@by_either
@pytest.mark.parametrize("gone", ["uppercut", "hook", "feint"])
def test_a_seventh_card_is_discarded_at_once_as_the_player_chooses(gone: str, player: int) -> None:
    """Any card, the new one or one held before; nothing else happens before."""
    held = ("hook", "vault", "taunt", "lunge", "elbow", "feint")
    position = acting(player, hands=seated(player, held, held), display=("uppercut", *(IDLE,) * 3), spaces=FAR)
    position.answer(("attack", "uppercut"))
    assert (position.asked, position.player) == ("hand_limit", player)
    assert set(position.options) == {*held, "uppercut"}

    position.answer(gone)
    assert sorted(position.cards(HAND[player])) == sorted({*held, "uppercut"} - {gone})
    assert position.cards(HAND[1 - player]) == list(held)
    assert position.cards(DISCARD) == [gone]
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


@rule("rule.hand-limit")
@by_either
def test_the_limit_holds_in_the_turn_of_the_opponent(player: int) -> None:
    gift = attack("gift", {"do": "draw", "to": "opponent"}, type="ability")
    held = ("hook", "vault", "taunt", "lunge", "elbow", "feint")
    position = acting(player, hands=seated(player, (), held), display=("gift",), rules=invent(attacks=[gift]))
    position.answer(("attack", "gift"))
    assert (position.asked, position.player) == ("hand_limit", 1 - player)

    position.answer("vault")
    assert "vault" not in position.cards(HAND[1 - player]) and len(position.cards(HAND[1 - player])) == 6
    assert position.cards(HAND[player]) == ["gift"]


# Corridors --------------------------------------------------------------------------------------------------


@rule("corridor.free")
@rule("corridor.not-after-second", 2)
@rule("turn.actions", 1)
@rule("note.actions")
@by_either
def test_a_corridor_is_no_action_and_may_be_used_again(player: int) -> None:
    """Before the first action and before the second: two actions are left and one."""
    position = acting(player, spaces=seated(player, "b1", "a5"))
    for number in (1, 2):
        for red in ("b3", "b5", "b1"):
            position.answer(("corridor", red))
            assert (position.player, position.game.request.about["number"]) == (player, number)
            assert space(position, player) == red
        position.answer(("attack", IDLE))

    assert position.player == 1 - player
    assert [event.player for event in position.events(Moved)] == [player] * 6


@rule("corridor.free")
@rule("corridor.not-after-second")
@by_either
def test_a_corridor_is_open_before_each_of_the_two_actions_and_not_after_the_second(player: int) -> None:
    """Nor in the turn of the opponent, who stands on no red space."""
    position = turn(duel(spaces=seated(player, "b1", "a5")), player)
    assert "corridor" in kinds(position)
    position.answer(("attack", IDLE))
    assert "corridor" in kinds(position)
    position.answer(("attack", IDLE))

    assert position.player == 1 - player
    assert "corridor" not in kinds(position)


@rule("corridor.not-during-action")
@by_either
@pytest.mark.parametrize("first", [("dash", "b3"), ("special", "jab")])
def test_a_corridor_is_closed_between_the_links_of_a_combo(first: tuple[str, str], player: int) -> None:
    more = invent(fighters=[fighter(special("jab"), special("poke"))])
    here: Any = {"rules": more, "fighters": seated(player, "tester", "katie")}
    hands = seated(player, ("sprint", "sprint", "hook", "hook"), ())
    position = acting(player, spaces=seated(player, "b3" if first[0] == "special" else "b2", "a5"), hands=hands, **here)
    position.answer(first)

    assert position.asked == "combo"
    assert position.offered("dash") and position.offered("special") and not position.offered("corridor")
    with position.refused():
        position.answer(("corridor", "b5"))
    position.answer(None)
    assert (position.asked, position.game.request.about["number"]) == ("action", 2)
    assert position.offered("corridor")


@rule("corridor.not-during-action")
def test_a_corridor_is_closed_while_an_attack_is_resolved() -> None:
    position = acting(spaces=("b3", "b2"), display=("sprint", *(IDLE,) * 3)).answer(("attack", "sprint"))

    assert position.asked == "move_to"
    assert "b1" not in position.options and "b5" in position.options
    position.answer(None)
    assert set(position.offered("corridor")) == {"b1", "b5"}


@rule("corridor.not-before-start")
@by_either
def test_a_corridor_is_closed_until_what_comes_at_the_start_of_the_turn_is_done(player: int) -> None:
    """The skill asks first, and there is no corridor among the answers."""
    effects = [{"do": "move"}, {"do": "gain_tokens"}]
    early = {"id": "early", "initiative": 9, "triggers": [{"when": "turn start", "effects": effects}]}
    here: Any = {"rules": invent(skills=[early]), "active": seated(player, ("early",), ())}
    position = turn(duel(spaces=seated(player, "b1", "a5"), **here), player)

    assert (position.asked, position.player) == ("move_to", player)
    assert set(position.options) == {None, "a1", "b2", "c1"}
    position.answer(None)
    assert position.state.fighters[player].tokens == 1
    assert position.offered("corridor") == ["b3", "b5"]


@rule("turn.attack-take", 1)
def test_a_card_that_has_left_the_display_by_its_attack_comes_into_no_hand() -> None:
    def swept(game: Any, event: DamageTaken) -> CardsMoved:
        return move(game, game.state.zones[DISPLAY].cards, DISPLAY, DISCARD)

    rules = interrupted(rules_for("unmatched_nemesis"), DamageTaken, swept)
    position = acting(display=("uppercut", "vault", "taunt", "lunge"), rules=rules).answer(("attack", "uppercut"))

    assert cubes(position, 1) == (1, 1) and position.cards(HAND[0]) == []
