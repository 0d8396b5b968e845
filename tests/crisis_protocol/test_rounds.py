"""The round: power, turns and activations, cleanup, and how a game is won."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import GameOver
from rulewright_crisis_protocol.activation import ACTIVATION, may_pass
from rulewright_crisis_protocol.events.activation import ActivatedTokensRemoved, Passed
from rulewright_crisis_protocol.events.characters import DamageSuffered, Dazed, KnockedOut, Recovered
from rulewright_crisis_protocol.events.rounds import PriorityTaken, RoundBegan, Scored
from rulewright_crisis_protocol.objectives import secured_by

from .table import HERO, VILLAIN, at, battle, card, invent, one, phase, power, rule, token, turn

BOTH = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)


def activation(*things: Any, **more: Any) -> Any:
    """The hero is activated."""
    return battle(*things, **more).begin(ACTIVATION(player=0, character=HERO))


def kinds(position: Any) -> set[str]:
    return {option[0] for option in position.options}


def winner_of(position: Any) -> int | None:
    """Who has won; None while the game goes on."""
    result = position.game.result
    return None if result is None else int(result.winners[0])


# Power phase ------------------------------------------------------------------------------------------------


@rule("power-phase.step-1")
@rule("power.tokens")
@rule("cleanup.next-round")
def test_a_round_begins_with_1_power_for_everyone() -> None:
    position = phase(battle(at(HERO, 10, 10, power=3), at(VILLAIN, 30, 30, 1)), "power", 2)

    assert position.last(RoundBegan).number == 2
    assert (one(position, HERO).power, one(position, VILLAIN).power) == (4, 1)


@rule("power.cap", 1, 2)
def test_power_beyond_10_is_lost() -> None:
    position = phase(battle(at(HERO, 10, 10, power=10), BOTH[1]), "power")
    assert one(position, HERO).power == 10


@rule("field.condition.poison")
@rule("power-phase.step-2")
def test_poison_takes_the_power_again() -> None:
    position = phase(battle(at(HERO, 10, 10, conditions=("poison",)), BOTH[1]), "power")
    assert one(position, HERO).power == 0


@rule("field.condition.stun")
def test_a_stunned_character_gains_at_most_1_power() -> None:
    rules = invent(card(VILLAIN, stamina=6))
    position = battle(at(VILLAIN, 10, 10, 1, conditions=("stun",)), at(HERO, 20, 20), rules=rules)
    position.happen(DamageSuffered(VILLAIN, 3, HERO, True))
    assert one(position, VILLAIN).power == 1


# Turns ------------------------------------------------------------------------------------------------------


@rule("activation.alternate", 3)
@rule("activation.step-2", 2)
@rule("activation.token", 2)
@rule("damage.dazed-limits", 9)
def test_only_who_has_no_token_can_be_activated() -> None:
    things = at(HERO, 10, 10), at("used", 12, 10, activated=True), at("out", 14, 10, dazed=True), BOTH[1]
    position = turn(battle(*things, rules=invent(card("used"), card("out"))))

    assert [option for option in position.options if option[0] == "activate"] == [("activate", HERO)]
    with position.refused(rule="activation.token"):
        position.answer(("activate", "used"))
    with position.refused(rule="damage.dazed-limits"):
        position.answer(("activate", "out"))


@rule("activation.alternate", 1, 4)
@rule("activation.step-2", 1)
def test_players_take_turns_until_nobody_is_left_to_activate() -> None:
    things = at(HERO, 10, 10), at("other", 12, 10), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=invent(card("other"))))
    order = []
    while not position.events(ActivatedTokensRemoved):
        option = next(each for each in position.options if each[0] in ("activate", "end"))
        if option[0] == "activate":
            order.append(position.player)
        position.answer(option)
    assert order == [0, 1, 0]


@rule("activation.pass", 1, 2)
@rule("note.pass-count")
def test_with_more_tokens_than_the_opponent_a_player_may_pass() -> None:
    things = at(HERO, 10, 10), at("used", 12, 10, activated=True), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=invent(card("used"))))
    position.answer(("pass",))

    assert position.events(Passed)[0].player == 0
    assert not one(position, HERO).activated


@rule("activation.pass", 1)
@rule("note.pass-count")
def test_with_as_many_tokens_nobody_passes_but_by_the_other_reading_who_has_fewer_left_does() -> None:
    names = [f"c{n}" for n in range(5)]
    mine = [at(name, 4 + 3 * n, 10, activated=n < 2) for n, name in enumerate(names[:3])]
    yours = [at(name, 4 + 3 * n, 30, 1, name=f"{name}#2", activated=n < 2) for n, name in enumerate(names)]
    rules = invent(*map(card, names))

    assert not may_pass(battle(*mine, *yours, rules=rules).game, 0)
    assert may_pass(battle(*mine, *yours, rules=rules, passing="fewer to activate").game, 0)


# Activations ------------------------------------------------------------------------------------------------


@rule("activation.two-actions")
@rule("action.attack")
def test_an_activation_has_two_actions_that_may_be_the_same() -> None:
    position = activation(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rolls=["---", "--", "---", "--"])
    position.answer(("attack", "hero-blow")).answer(("attack", "hero-blow"))

    assert one(position, HERO).activated


@rule("activation.two-actions")
def test_a_third_action_is_refused() -> None:
    wait = power("wait", "active", {"do": "gain_power"})
    rules = invent(card(HERO, superpowers=[wait]))
    position = activation(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=["---", "--", "---", "--"])
    position.answer(("attack", "hero-blow")).answer(("attack", "hero-blow"))

    with position.refused(rule="activation.two-actions"):
        position.answer(("move",))


@rule("action.shake")
def test_shaking_removes_one_condition() -> None:
    position = activation(at(HERO, 10, 10, conditions=("slow", "hex")), BOTH[1])
    position.answer(("shake", "hex"))

    assert one(position, HERO).conditions == ("slow",)


@rule("field.condition.stagger")
def test_a_staggered_character_shakes_that_off_first() -> None:
    position = activation(at(HERO, 10, 10, conditions=("stagger", "slow")), BOTH[1])

    with position.refused(rule="field.condition.stagger"):
        position.answer(("move",))
    position.answer(("shake", "stagger"))
    assert one(position, HERO).conditions == ("slow",) and ("move",) in position.options


@rule("field.condition.bleed")
@rule("condition.not-enemy")
@rule("field.power", 3)
def test_bleed_costs_1_at_the_end_of_an_activation_and_gives_no_power() -> None:
    position = activation(at(HERO, 10, 10, conditions=("bleed",)), BOTH[1]).answer(("end",))

    assert one(position, HERO).damage == 1 and one(position, HERO).power == 0


@rule("field.condition.removal", 2)
@rule("damage.dazed-limits", 8)
def test_who_is_dazed_by_bleed_stays_activated() -> None:
    position = activation(at(HERO, 10, 10, conditions=("bleed",), damage=4), BOTH[1]).answer(("end",))

    assert one(position, HERO).dazed and one(position, HERO).activated


@rule("damage.dazed-limits", 8)
def test_an_activation_ends_at_once_when_its_character_is_dazed() -> None:
    spite = power("grudge", "innate", {"do": "damage", "who": "chosen"}, when="after attacked")
    rules = invent(card(VILLAIN, superpowers=[spite]))
    things = at(HERO, 10, 10, damage=4), at(VILLAIN, 14, 10, 1)
    position = activation(*things, rules=rules, rolls=["---", "--"]).answer(("attack", "hero-blow"))

    assert one(position, HERO).dazed and position.idle


@rule("superpower.active", 1)
@rule("superpower.active-example")
@rule("field.once-per-turn")
def test_an_active_superpower_costs_power_and_no_action() -> None:
    heal = power("mend", "active", {"do": "heal"}, cost=2)
    rules = invent(card(HERO, superpowers=[heal]))
    position = activation(at(HERO, 10, 10, power=5, damage=3), BOTH[1], rules=rules)
    position.answer(("superpower", "mend")).answer(("superpower", "mend"))

    assert (one(position, HERO).power, one(position, HERO).damage) == (1, 1)
    assert ("superpower", "mend") not in position.options


@rule("superpower.active", 2)
@rule("action.superpower")
@rule("action.granted")
@rule("activation.granted-example")
def test_a_superpower_with_action_takes_one_and_what_it_grants_takes_none() -> None:
    charge = power("charge", "active", {"do": "move"}, {"do": "attack"}, cost=2, action=True)
    rules = invent(card(HERO, superpowers=[charge]))
    things = at(HERO, 10, 10, power=2), at(VILLAIN, 14, 10, 1)
    position = activation(*things, rules=rules, rolls=["---", "--", "---", "--"]).answer(("superpower", "charge"))
    position.answer(("climb", "short")).answer(())
    if position.asked == "attack":
        position.answer("hero-blow")

    assert ("attack", "hero-blow") in position.options
    position.answer(("attack", "hero-blow"))
    assert one(position, HERO).activated


@rule("field.once-per-turn")
def test_a_limit_of_a_superpower_counts() -> None:
    heal = power("mend", "active", {"do": "heal"}, once="activation")
    position = activation(at(HERO, 10, 10, damage=3), BOTH[1], rules=invent(card(HERO, superpowers=[heal])))
    position.answer(("superpower", "mend"))

    assert ("superpower", "mend") not in position.options


@rule("field.condition.root")
def test_a_rooted_character_pays_1_more_for_superpowers() -> None:
    heal = power("mend", "active", {"do": "heal"}, cost=1)
    rules = invent(card(HERO, superpowers=[heal]))
    position = activation(at(HERO, 10, 10, power=2, damage=1, conditions=("root",)), BOTH[1], rules=rules)
    position.answer(("superpower", "mend"))

    assert one(position, HERO).power == 0


@rule("terms.cannot-beats-can")
@rule("terms.cannot-example")
def test_who_holds_a_token_that_forbids_a_second_move_only_attacks_when_it_charges() -> None:
    charge = power("charge", "active", {"do": "move"}, {"do": "attack"}, action=True)
    rules = invent(card(HERO, superpowers=[charge]))
    things = at(HERO, 10, 10, power=3), at(VILLAIN, 14, 10, 1), token("vial", 10, 12, "vials")
    position = activation(*things, rules=rules, rolls=["---", "--"]).answer(("interact", "vial"))
    position.answer(("move",)).answer(("climb", "short")).answer(())
    with position.refused(rule="terms.cannot-example"):
        position.answer(("move",))
    position.answer(("superpower", "charge"))

    assert position.idle or position.asked != "way_to_move"


# Objectives -------------------------------------------------------------------------------------------------


@rule("objective.interact", 1, 2, 4)
@rule("interact.not-action")
@rule("objective.hold")
@rule("objective.hold-example")
def test_within_range_1_a_token_is_taken_for_1_power_and_no_action() -> None:
    things = at(HERO, 10, 10, power=2), BOTH[1], token("vial", 10, 11.9, "vials")
    position = activation(*things).answer(("interact", "vial"))

    assert position.state.objectives["vial"].holder == HERO
    assert one(position, HERO).power == 1
    assert kinds(position) >= {"move", "end"}


@rule("objective.interact", 2)
@pytest.mark.parametrize(("power", "y"), [(0, 11.9), (2, 13.5)])
def test_without_power_or_out_of_range_there_is_no_interaction(power: int, y: float) -> None:
    position = activation(at(HERO, 10, 10, power=power), BOTH[1], token("vial", 10, y, "vials"))
    assert "interact" not in kinds(position)


@rule("objective.interact", 3)
def test_a_character_interacts_once_with_the_same_token_but_with_several() -> None:
    things = token("a", 10, 11.9, "breakers"), token("b", 10, 8.1, "breakers")
    position = activation(at(HERO, 10, 10, power=5), BOTH[1], *things).answer(("interact", "a"))

    assert ("interact", "a") not in position.options
    position.answer(("interact", "b"))
    assert [position.state.objectives[id].control for id in "ab"] == [0, 0]


@rule("objective.control", 1, 2, 3, 4)
@rule("note.control-persists")
def test_control_stays_until_the_other_player_takes_it() -> None:
    things = at(HERO, 10, 10, power=2), at(VILLAIN, 12, 12, 1), token("a", 10, 11.9, "breakers", control=1)
    position = activation(*things).answer(("interact", "a"))

    assert position.state.objectives["a"].control == 0


@rule("objective.contest", 1, 2, 3, 4)
@rule("objective.contest-example")
@rule("note.interact-contest")
@pytest.mark.parametrize(
    ("mine", "yours", "holder"), [("h", "ii", 0), ("h", "h", None), ("i", "ii", 1), ("hh", "h", 0), ("", "", None)]
)
def test_the_most_healthy_characters_secure_a_token(mine: str, yours: str, holder: int | None) -> None:
    spots = iter([(16.0, 18.0), (20.0, 18.0), (18.0, 16.0), (18.0, 20.0)])
    names = iter("abcd")
    things = [
        at(next(names), *next(spots), player, injured=state == "i")
        for player, states in enumerate((mine, yours))
        for state in states
    ]
    position = battle(*things, token("t", 18, 18), rules=invent(*map(card, "abcd")))
    assert secured_by(position.game, "t") == holder


@rule("objective.contest", 5)
@rule("damage.dazed-limits", 7)
def test_a_dazed_character_does_not_contest() -> None:
    position = battle(at(HERO, 16, 18, dazed=True), at(VILLAIN, 20, 18, 1, injured=True), token("t", 18, 18))
    assert secured_by(position.game, "t") == 1


@rule("objective.drop", 2)
def test_who_is_dazed_drops_its_tokens_where_the_opponent_says() -> None:
    position = battle(*BOTH, token("vial", 0, 0, "vials", holder=HERO))
    position.happen(DamageSuffered(HERO, 5, VILLAIN, True))

    assert (position.asked, position.player) == ("drop", 1)
    with position.refused(rule="objective.drop"):
        position.answer((10.0, 15.0))
    position.answer((10.0, 13.0))
    found = position.state.objectives["vial"]
    assert (found.holder, found.x, found.y) == ("", 10.0, 13.0)


# Damage -----------------------------------------------------------------------------------------------------


@rule("damage.power")
@rule("damage.tokens", 1)
@rule("power.sources", 1)
@rule("terms.enemy-effect", 1)
def test_damage_from_an_enemy_gives_as_much_power() -> None:
    position = battle(*BOTH).happen(DamageSuffered(VILLAIN, 2, HERO, True))
    assert one(position, VILLAIN).power == 2


@rule("damage.dazed")
@rule("damage.tokens", 2)
@rule("stat-card.stamina")
@rule("note.injured-flip")
def test_at_full_damage_a_healthy_character_is_dazed() -> None:
    position = battle(*BOTH).happen(DamageSuffered(VILLAIN, 9, HERO, True))

    assert one(position, VILLAIN).damage == 5
    assert one(position, VILLAIN).dazed and not one(position, VILLAIN).injured
    assert position.events(Dazed)


@rule("damage.ko")
@rule("win.last-standing")
def test_at_full_damage_an_injured_one_is_ko_and_the_last_squad_wins() -> None:
    position = battle(BOTH[0], at(VILLAIN, 30, 30, 1, injured=True))
    position.happen(DamageSuffered(VILLAIN, 5, HERO, True))

    assert VILLAIN not in position.state.characters and position.events(KnockedOut)
    assert winner_of(position) == 0


# Cleanup ----------------------------------------------------------------------------------------------------


def cleanup(*things: Any, number: int = 1, **more: Any) -> Any:
    return phase(battle(*things, **more), "cleanup", number)


@rule("cleanup.vp")
@rule("scoring.simultaneous", 1)
def test_both_players_score_for_both_cards() -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("t", 10, 11.9), token("v", 0, 0, "vials", holder=VILLAIN)
    position = cleanup(*things)

    assert [position.state.squads[seat].points for seat in (0, 1)] == [1, 1]
    assert [(event.player, event.crisis) for event in position.events(Scored)] == [(0, "relays"), (1, "vials")]


@rule("mission.tracker")
@pytest.mark.parametrize("seat", [0, 1])
def test_everyone_sees_the_points_of_both_and_the_round(seat: int) -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("v", 0, 0, "vials", holder=VILLAIN)
    shown = cleanup(*things, number=2).game.view(seat).state

    assert ([shown.squads[player].points for player in (0, 1)], shown.mission[0].round) == ([0, 1], 3)


@rule("damage.dazed-limits", 7)
def test_a_dazed_holder_does_not_score() -> None:
    position = cleanup(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1, dazed=True), token("v", 0, 0, "vials", holder=VILLAIN))
    assert position.state.squads[1].points == 0


@rule("cleanup.dazed", 1, 2)
@rule("note.dazed-affected")
@rule("field.power", 4)
def test_the_dazed_recover_on_their_injured_side_and_keep_their_power() -> None:
    position = cleanup(at(HERO, 10, 10, dazed=True, damage=5, power=4, conditions=("slow",)), BOTH[1])
    found = one(position, HERO)

    assert position.events(Recovered)
    assert (found.dazed, found.injured, found.damage, found.conditions, found.power) == (False, True, 0, (), 4 + 1)


@rule("cleanup.priority", 1, 2)
@rule("note.priority-terms")
@pytest.mark.parametrize(("last", "priority"), [(0, 1), (1, 0)])
def test_who_activated_last_hands_priority_on(last: int, priority: int) -> None:
    position = cleanup(*BOTH, mission={"last": last})

    assert position.state.mission[0].priority == priority
    assert bool(position.events(PriorityTaken)) is (last == 0)


@rule("cleanup.activated")
def test_all_activated_tokens_go() -> None:
    position = cleanup(at(HERO, 10, 10, activated=True), BOTH[1])
    assert not one(position, HERO).activated and position.events(ActivatedTokensRemoved)


# Winning ----------------------------------------------------------------------------------------------------


@rule("win.sixteen", 1, 2, 3)
@rule("overview.win")
@rule("note.sixteen-and-simultaneous")
@pytest.mark.parametrize(
    ("before", "winner"), [((15, 3), 0), ((15, 15), None), ((16, 15), 0), ((14, 15), 1), ((14, 14), None)]
)
def test_sixteen_points_win_when_all_has_been_scored(before: tuple[int, int], winner: int | None) -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("t", 10, 11.9), token("v", 30, 28.1)
    position = cleanup(*things, squads={seat: {"points": points} for seat, points in enumerate(before)})

    assert winner_of(position) == winner


@rule("win.sixteen", 4)
def test_after_a_tie_the_next_point_wins_at_once() -> None:
    position = battle(*BOTH, squads={0: {"points": 17}, 1: {"points": 17}}).happen(Scored(1, 1))
    assert winner_of(position) == 1


@rule("win.round-six", 1, 2)
@rule("round.structure", 1)
@pytest.mark.parametrize(
    ("number", "points", "winner"), [(5, (3, 1), None), (6, (3, 1), 0), (6, (2, 2), None), (7, (2, 4), 1)]
)
def test_after_round_6_the_most_points_win(number: int, points: tuple[int, int], winner: int | None) -> None:
    squads = {seat: {"points": value} for seat, value in enumerate(points)}
    position = cleanup(*BOTH, number=number, squads=squads, mission={"round": number})

    assert winner_of(position) == winner


@rule("win.round-six", 2)
def test_on_a_tie_after_round_6_the_next_point_decides() -> None:
    position = battle(*BOTH, mission={"round": 7}, squads={0: {"points": 2}, 1: {"points": 2}}).happen(Scored(0, 1))
    assert [type(event) for event in position.news][-1] is GameOver
    assert winner_of(position) == 0
