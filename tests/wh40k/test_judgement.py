"""What programs think of a battle: how good a position is, what they try, and that they beat who plays at random."""

from __future__ import annotations

from inspect import unwrap
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import Stops, new_game
from rulewright.bots import GreedyBot, RandomBot
from rulewright.testing import Scenario
from rulewright_wh40k.charge import CHARGE
from rulewright_wh40k.minds import matchup
from rulewright_wh40k.minds.ideas import suggest
from rulewright_wh40k.minds.judgement import commands_left, evaluate, is_bound
from rulewright_wh40k.minds.matchup import blows, exchange, harm, price, reaches, shots, standing, wounds
from rulewright_wh40k.minds.reactions import reactions

from .before import CARRIER, before, carrier, off, within
from .table import FOES, MINE, arm, army, battle, blade, invent, marker, offered, phase, sheet, unit


def worth(*things: Any, rules: Any = None, player: int = 0, **more: Any) -> float:
    """What a position is worth to a player in the Movement phase of player 0."""
    return evaluate(phase(battle(*things, rules=rules, **more), "movement phase").game.view(player), player)


def tried(position: Scenario) -> Any:
    """What is suggested for the question that is asked."""
    return suggest(position.game.view(position.game.request.player), position.game.request)


# What units do to each other --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "taken"),
    [
        (arm("a"), 2 / 3 * 1 / 2 * 1 / 2),
        (arm("a", ap=-1), 2 / 3 * 1 / 2 * 2 / 3),
        (arm("a", strength=8), 2 / 3 * 5 / 6 * 1 / 2),
        (arm("a", damage="3"), 2 / 3 * 1 / 2 * 1 / 2),  # a model has one wound
        (arm("a", "torrent", skill=None), 1 / 2 * 1 / 2),
        (arm("a", "twin-linked"), 2 / 3 * 3 / 4 * 1 / 2),
        (arm("a", "sustained hits 1"), (2 / 3 + 1 / 6) * 1 / 2 * 1 / 2),
        (arm("a", "lethal hits"), (1 / 2 * 1 / 2 + 1 / 6) * 1 / 2),
        (arm("a", "devastating wounds"), 2 / 3 * (1 / 6 + 1 / 3 * 1 / 2)),
        (arm("a", "anti-infantry 2+"), 2 / 3 * 5 / 6 * 1 / 2),
    ],
)
def test_what_a_weapon_takes_on_average(weapon: dict[str, Any], taken: float) -> None:
    rules = invent(sheet(MINE, weapon))
    assert harm(rules.content, f"{MINE}/a", f"{FOES}/one") == pytest.approx(taken)


def test_shots_count_the_weapons_in_range_and_the_profiles_of_one_weapon_once() -> None:
    two = [arm("aimed", profile_of="aimed"), arm("burst", profile_of="aimed", attacks="4"), arm("short", range=6)]
    weapons = tuple(f"{MINE}/{one['id']}" for one in two)
    things = unit(MINE, (20, 20), (20, 22), weapons=weapons), unit(FOES, (30, 20))
    game = battle(*things, rules=invent(sheet(MINE, *two))).game
    assert shots(game, MINE, FOES) == pytest.approx(2 * 4 * 1 / 6)
    assert shots(game, MINE, FOES, moved=5) == pytest.approx(2 * 5 * 1 / 6)


def test_a_model_strikes_with_one_weapon_and_with_those_of_extra_attacks() -> None:
    two = [blade("a"), blade("b", attacks="3"), blade("c", "extra attacks", attacks="2")]
    things = unit(MINE, (20, 20), weapons=tuple(f"{MINE}/{one['id']}" for one in two)), unit(FOES, (22, 20))
    assert blows(battle(*things, rules=invent(sheet(MINE, *two))).game, MINE, FOES) == pytest.approx(5 * 1 / 6)


def test_a_charge_is_as_likely_as_two_dice_bring_a_unit_within_engagement_range() -> None:
    assert reaches(3.0) == 1
    assert reaches(8.0) == pytest.approx(21 / 36)
    assert reaches(12.5) == 0


def test_wounds_cost_the_points_of_a_unit_and_no_more_than_it_has_left() -> None:
    game = battle(unit(MINE, (20, 20), (20, 22), points=100, strength=4)).game
    assert price(game, MINE, 1) == 25
    assert price(game, MINE, 9) == 50


# How good a position is -------------------------------------------------------------------------------------


def test_what_is_good_for_one_player_is_bad_for_the_other() -> None:
    things = unit(MINE, (20, 20), points=100), unit(FOES, (40, 20), points=100)
    for better in (army(0, victory=3), marker(20, 20)):
        assert worth(*things, better) > worth(*things)
        assert worth(*things, better, player=1) < worth(*things, player=1)


def test_wounds_and_models_are_worth_their_points() -> None:
    rules = invent(sheet(MINE, wounds=4))
    whole, hurt = unit(MINE, (20, 20), points=100, wounds=4), unit(MINE, (20, 20), points=100, wounds=1)
    assert worth(whole, unit(FOES, (58, 40)), rules=rules) > worth(hurt, unit(FOES, (58, 40)), rules=rules)


def test_a_unit_is_better_near_a_marker_that_is_not_held() -> None:
    foes = unit(FOES, (58, 40))
    assert worth(unit(MINE, (20, 20)), foes, marker(30, 20)) > worth(unit(MINE, (10, 20)), foes, marker(30, 20))


def test_what_is_remembered_of_units_is_what_is_worked_out_anew() -> None:
    """Every number, at every decision of a random game."""
    game, rng, looks = new_game("wh40k", SKIRMISH, seed=4), Random(4), 0
    while (request := game.request) is not None:
        game.answer(request.space.for_program(rng), request.player)
        for id, foe in product(standing(game, 0), standing(game, 1)):
            looks += 1
            assert wounds(game, id) == unwrap(wounds)(game, id)
            assert matchup._arms(game, foe) == unwrap(matchup._arms)(game, foe)
            assert blows(game, id, foe) == unwrap(blows)(game, id, foe)
    assert looks > 20


def test_a_unit_without_oc_is_drawn_to_no_marker() -> None:
    """It would hold nothing there; the marker still draws those that can."""
    rules = invent(sheet(MINE, oc=0))
    foes = unit(FOES, (58, 40))

    def at(x: float, **more: Any) -> float:
        return worth(unit(MINE, (x, 20)), foes, marker(30, 20), **more)

    assert at(26, rules=rules) - at(24, rules=rules) < at(26) - at(24)


def test_a_unit_that_holds_a_marker_alone_is_not_drawn_to_another_one() -> None:
    markers = marker(10, 20, "held"), marker(30, 20, "open")
    holding, other = unit(MINE, (10, 20)), unit(FOES, (58, 40))

    def with_friend(x: float) -> float:
        return worth(holding, unit(MINE, (x, 40), name="friend"), other, *markers)

    assert with_friend(28) - with_friend(22) > 0
    game = phase(battle(holding, other, *markers), "movement phase").game
    assert is_bound(game.view(0), MINE)
    pair = phase(battle(holding, unit(MINE, (10, 22), name="friend"), other, *markers), "movement phase").game
    assert not is_bound(pair.view(0), MINE)


def test_a_shocked_unit_holds_nothing() -> None:
    foes, at = unit(FOES, (58, 40)), marker(20, 20)
    assert worth(unit(MINE, (20, 20)), foes, at) > worth(unit(MINE, (20, 20), shocked=True), foes, at)


@pytest.mark.parametrize(("round", "own", "theirs"), [(1, 4, 4), (2, 3, 4), (5, 0, 1)])
def test_markers_score_in_the_command_phases_to_come(round: int, own: int, theirs: int) -> None:
    game = phase(battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), round=round), "movement phase").game
    assert [commands_left(game.view(seat), seat) for seat in (0, 1)] == [own, theirs]


# What is tried ----------------------------------------------------------------------------------------------


def test_a_unit_advances_to_a_marker_that_is_worth_more_than_its_shots() -> None:
    for foe, at, way in ((58, 30, "advance"), (30, 50, "normal"), (30, 17, "advance"), (58, 13, "normal")):
        things = unit(MINE, (5, 20)), unit(FOES, (foe, 20), points=100), marker(at, 20)
        assert tried(phase(battle(*things), "movement phase")) == [(MINE, way)]


@pytest.mark.parametrize(("strong", "answer"), [(MINE, None), (FOES, (MINE, "fall back"))])
def test_a_unit_falls_back_from_who_would_win(strong: str, answer: Any) -> None:
    rules = invent(sheet(strong, blade(attacks="20")))
    things = (unit(id, (x, 20), points=100, weapons=(f"{id}/blade",)) for id, x in ((MINE, 20), (FOES, 22)))
    assert tried(phase(battle(*things, rules=rules), "movement phase")) == [answer]


def test_a_unit_thinks_of_markers_enemies_and_staying() -> None:
    things = unit(MINE, (5, 20)), unit(FOES, (40, 40)), marker(30, 20)
    position = phase(battle(*things), "movement phase").answer((MINE, "normal"))
    ways = tried(position)
    assert ways[-1] == () and len(ways) == 3
    assert all(not position.game.request.check(way) for way in ways)


def test_a_unit_that_advances_does_not_stay() -> None:
    things = unit(MINE, (5, 20)), unit(FOES, (58, 40), points=100), marker(30, 20)
    position = phase(battle(*things, rolls=[(4,)]), "movement phase").answer((MINE, "advance"))
    ways = tried(position)
    assert ways and () not in ways
    assert all(not position.game.request.check(way) for way in ways)


def test_a_unit_that_fights_goes_where_it_can_charge_next() -> None:
    rules = invent(sheet(MINE, blade(attacks="20")), sheet(FOES, blade()))

    def at(x: float) -> float:
        foes = unit(FOES, (58, 20), points=100, weapons=(f"{FOES}/blade",))
        return worth(unit(MINE, (x, 20), weapons=(f"{MINE}/blade",)), foes, rules=rules)

    assert at(40) - at(36) > at(30) - at(26) + 1


def test_a_dedicated_transport_starts_with_whoever_shoots_least_far_within() -> None:
    boat = carrier(4, keywords=["Vehicle", "Transport", "Dedicated Transport"])
    near, far = sheet("near", arm(range=12)), sheet("far", arm(range=36))
    rules = invent(boat, near, far)
    things = off(CARRIER, player=0, weapons=()), off("far", player=0), off("near", player=0), unit(FOES, (50, 20))
    position = before("embarked", *things, rules=rules)
    assert tried(position) == [(("near", CARRIER),)]


@pytest.mark.parametrize(("x", "out"), [(18, True), (50, False)])
def test_a_unit_leaves_its_transport_for_a_marker_that_it_can_reach(x: float, out: bool) -> None:
    rules = invent(carrier())
    things = unit(CARRIER, (8, 20), weapons=()), within(MINE, 2), unit(FOES, (58, 42)), marker(x, 20)
    position = phase(battle(*things, rules=rules), "movement phase")
    assert (tried(position) == [(MINE, "disembark")]) is out


def test_a_unit_is_deployed_at_the_front_and_away_from_others() -> None:
    things = off(MINE, name="one"), off(MINE, name="other"), unit(FOES, (50, 20))
    position = before("deployment", *things, marker(20, 8, "low"), marker(20, 36, "high"))
    placed = []
    while position.asked in ("deploy_unit", "deploy"):
        (answer,) = tried(position)
        if position.asked == "deploy":
            placed += [(x, y) for _, x, y, *_ in answer]
        position.answer(answer)
    assert all(x > 10 for x, _ in placed)
    assert sorted(y for _, y in placed) == pytest.approx([8, 36], abs=2)


@pytest.mark.parametrize(("attacks", "answer"), [("20", (MINE, (FOES,))), ("1", None)])
def test_only_charges_that_pay_are_declared(attacks: str, answer: Any) -> None:
    mine, foes = sheet(MINE, blade(attacks=attacks)), sheet(FOES, blade(attacks="10"))
    things = (unit(id, (x, 20), points=100, weapons=(f"{id}/blade",)) for id, x in ((MINE, 20), (FOES, 26)))
    position = phase(battle(*things, rules=invent(mine, foes)), "charge phase")
    assert (exchange(position.game, MINE, FOES) > 0) is (answer is not None)
    assert tried(position) == [answer]


def test_a_weapon_is_shot_at_the_enemy_from_whom_it_takes_most() -> None:
    dear, cheap = unit(FOES, (40, 20), points=200), unit(FOES, (38, 30), name="cheap", points=10)
    position = phase(battle(unit(MINE, (20, 20)), dear, cheap), "shooting phase").answer(MINE)
    assert position.asked == "ranged_target"
    assert tried(position) == [FOES]


def test_the_model_that_does_least_is_lost_first() -> None:
    rules = invent(sheet(FOES, arm(), arm("cannon", attacks="6"), blade()))
    one, first, second = unit(FOES, (30, 20), (30, 22), points=100)
    foes = [one, replace(first, weapons=(f"{FOES}/cannon",)), second]
    position = phase(battle(unit(MINE, (20, 20)), foes, rules=rules, rolls=[(6,), (6,), (1,)]), "shooting phase")
    position.answer(MINE).answer(FOES)
    assert position.asked == "allocate"
    assert tried(position) == [f"{FOES}.2"]


@pytest.mark.parametrize(("faces", "again"), [((1, 1), True), ((3, 4), False)])
def test_a_command_re_roll_is_for_a_charge_that_failed_and_never_for_one_that_is_far_enough(
    faces: tuple[int, int], again: bool
) -> None:
    rules = invent(sheet(MINE, blade(attacks="20")))
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/blade",)), unit(FOES, (27, 20), points=100), army(0, 3)
    position = battle(*things, rules=rules, rolls=[faces]).begin(CHARGE(player=0, unit=MINE, targets=(FOES,)))
    assert position.window == "rolled"
    (answer,) = reactions(position.game.view(0), position.game.request)
    assert (answer is not None) is again
    assert Stops(0).asks(position.game, position.game.request) is again  # a person is not asked either


@pytest.mark.parametrize(("points", "attacks", "used"), [(200, "6", True), (20, "1", False), (5, "6", False)])
def test_overwatch_is_for_shots_that_are_worth_a_command_point(points: int, attacks: str, used: bool) -> None:
    rules = invent(sheet(FOES, arm(attacks=attacks), blade()))
    things = unit(MINE, (30, 20), points=points), unit(FOES, (40, 20)), army(1, 3)
    position = phase(battle(*things, rules=rules), "movement phase").answer((MINE, "normal"))
    while position.window != "move ends":
        position.answer(None if position.asked == "react" else ())
    assert ("fire-overwatch", FOES) in offered(position)
    (answer,) = tried(position)
    assert (answer is not None) is used
    asked = Stops(1).asks(position.game, position.game.request)
    assert asked or not used  # a person decides earlier than a bot that it is worth it


@pytest.mark.parametrize("held", [True, False])
def test_insane_bravery_is_for_a_unit_that_holds_a_marker(held: bool) -> None:
    things = unit(MINE, (20, 20), strength=4), unit(FOES, (40, 20)), army(0, 3), marker(20 if held else 30, 20)
    position = phase(battle(*things), "command phase")
    while position.window != "battle-shock test":
        position.answer(None)
    (answer,) = tried(position)
    assert (answer is not None) is held


def test_two_weapons_of_a_unit_do_not_both_shoot_at_who_falls_to_one() -> None:
    guns = [arm(id, attacks="6", damage="6", strength=12, ap=-3) for id in ("cannon", "mortar")]
    mine = unit(MINE, (20, 20), weapons=tuple(f"{MINE}/{one['id']}" for one in guns))
    foes = unit(FOES, (30, 18), points=100), unit(FOES, (30, 24), points=90, name="others")
    position = phase(battle(mine, *foes, rules=invent(sheet(MINE, *guns))), "shooting phase").answer(MINE)
    chosen = []
    while position.asked == "ranged_target":
        (answer,) = tried(position)
        chosen.append(answer)
        position.answer(answer)
    assert chosen == [FOES, "others"]


def test_models_shoot_a_weapon_at_several_enemies_of_which_each_falls_to_one() -> None:
    cannon = arm("cannon", attacks="6", damage="6", strength=12, ap=-3)
    mine = unit(MINE, (20, 20), (20, 22), weapons=(f"{MINE}/cannon",))
    foes = unit(FOES, (30, 18), points=100), unit(FOES, (30, 24), points=90, name="others")
    position = phase(battle(mine, *foes, rules=invent(sheet(MINE, cannon))), "shooting phase").answer(MINE)
    chosen = []
    while position.asked == "ranged_target":
        (answer,) = tried(position)
        chosen.append(answer)
        position.answer(answer)
    assert chosen == ["split", FOES, "others"]


# Playing ----------------------------------------------------------------------------------------------------

PATROL = {
    "faction": "Saltborn",
    "units": [{"sheet": "reef-guard", "models": 5}, {"sheet": "reef-guard", "models": 5}, {"sheet": "tide-speaker"}],
}
SKIRMISH = {"battle_rounds": 2, "open_play": True, "battlefield": "crossroads", "armies": [PATROL, PATROL]}
"""A small battle: each player scores once."""


@pytest.mark.parametrize("seed", range(1, 5))
def test_greedy_beats_random_by_points_for_markers(seed: int) -> None:
    game, own = new_game("wh40k", setup=SKIRMISH, seed=seed), seed % 2
    bots = [GreedyBot(seed) if seat == own else RandomBot(seed) for seat in (0, 1)]
    while (request := game.request) is not None:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
    assert game.result is not None and game.result.winners == (own,)
    assert game.state.armies[own].victory > 0
