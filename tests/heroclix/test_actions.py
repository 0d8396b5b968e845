"""Actions, commands and action tokens (chapter 7)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import FOREVER, begin_effect
from rulewright.testing import Scenario
from rulewright_heroclix.actions import ACTION, closed_actions, free_actions, open_actions
from rulewright_heroclix.events.attacks import Targeted
from rulewright_heroclix.events.damage import DamageDealt, KnockedOut
from rulewright_heroclix.events.movement import Moved
from rulewright_heroclix.events.turns import ActionGiven, ActionResolved, TokenGiven
from rulewright_heroclix.numbers import TYPES
from rulewright_heroclix.terms import Doing

from .table import FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn

FAR = (at(HERO, "A1"), at(FOE, "P16"))


def given(position: Scenario) -> set[tuple[str, str]]:
    """The actions that the hero can be given now."""
    return {(option[1], option[2]) for option in position.options if option is not None and option[0] == HERO}


def gift(*grants: str) -> dict[str, Any]:
    return {"id": "gift", "name": {"en": "Gift", "zh": "天赋"}, "grants": list(grants)}


@rule("7")
@rule("7.2", 5)
def test_actions_are_optional_and_for_the_player_whose_turn_it_is() -> None:
    position = turn(play(*FAR))

    assert position.player == 0 and None in position.options
    assert {option[0] for option in position.options if option is not None} == {HERO}
    position.answer((HERO, "move", "MOVE")).answer("stay")
    assert [(event.character, event.name) for event in happened(position, ActionGiven)] == [(HERO, "move")]

    idle = turn(play(*FAR)).answer(None)
    assert idle.player == 1 and not happened(idle, ActionGiven)


@rule("7.1")
@rule("7.3", 1, 2, 3, 4)
def test_there_are_basic_move_close_and_range_actions_but_no_other() -> None:
    beside = turn(play(at(HERO, "C3"), at(FOE, "D3")))
    away = turn(play(at(HERO, "C3"), at(FOE, "F3")))

    assert TYPES == ("MOVE", "CLOSE", "RANGE", "POWER", "FREE")
    assert given(beside) == {("move", "MOVE"), ("close", "CLOSE")}
    assert given(away) == {("move", "MOVE"), ("range", "RANGE")}


@rule("7.3", 1, 2, 3)
@pytest.mark.parametrize(
    ("action", "answers", "square", "hit"),
    [("move", ("E3",), (4, 2), False), ("close", (), (2, 2), True), ("range", (), (2, 2), True)],
)
def test_basic_actions_move_up_to_the_speed_value_or_make_an_attack(
    action: str, answers: tuple[str, ...], square: tuple[int, int], hit: bool
) -> None:
    position = turn(play(at(HERO, "C3"), at(FOE, {"close": "D3"}.get(action, "H3")), rolls=dice("56")))
    position.answer((HERO, action, {"move": "MOVE"}.get(action, action.upper())), *answers)

    assert one(position, HERO).squares == (square,) and bool(happened(position, DamageDealt)) is hit


@rule("7.2", 1, 2, 3, 4)
def test_a_command_belongs_to_an_action_and_is_none_itself() -> None:
    """Hypersonic Speed says "move", "make an attack", which is a close or a range attack, and "move" again."""
    rules = invent(clix(HERO, *("8 hypersonic-speed/10/17/3",) * 4, traits=[gift("improved-targeting-adjacent")]))
    position = turn(play(at(HERO, "C3"), at(FOE, "D4"), rules=rules, rolls=dice("6", "56", "6")))
    position.answer((HERO, "hypersonic-speed", "POWER")).answer("stay")

    assert set(position.options) == {"close", "range", None}
    position.answer("range").answer("stay")
    assert [event.name for event in happened(position, ActionGiven)] == ["hypersonic-speed"]
    assert len(happened(position, TokenGiven)) == 1


@rule("7.3a")
@rule("20.4", 5)
@pytest.mark.parametrize(("what", "action"), [("be given CLOSE actions", "close"), ("make close attacks", "close"),
                                              ("be given MOVE actions", "move"), ("move", "move")])  # fmt: skip
def test_an_effect_can_prevent_basic_actions(what: str, action: str) -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3"))
    cannot = {"stat": what, "layer": "cannot"}
    position.happen(begin_effect(position.game, "hindered", FOREVER, target=("characters", HERO), data=cannot))
    turn(position)

    assert action not in {name for name, _ in given(position)}


@rule("7.4", 2, 3)
def test_costed_actions_are_given_in_the_action_phase_while_nothing_resolves() -> None:
    runner = clix(HERO, *("8 running-shot/10/17/3",) * 4)
    position = turn(play(at(HERO, "C3", tokens=1), at(FOE, "H3"), rules=invent(runner), rolls=dice("12")))
    assert ("running-shot", "POWER") in given(position)
    position.answer((HERO, "running-shot", "POWER")).answer("E3")

    assert position.asked == "attack" and set(position.options) == {"range", None}


@rule("7.4", 1)
@pytest.mark.parametrize("action", [("move", "MOVE"), ("close", "CLOSE"), ("regeneration", "POWER")])
def test_move_close_range_and_power_actions_cost_a_token(action: tuple[str, str]) -> None:
    rules = invent(clix(HERO, *("8/10/17 regeneration/3",) * 4))
    rolls = {"move": "6", "close": "12", "regeneration": "1"}[action[0]]
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice(rolls))).answer((HERO, *action))
    if position.asked == "move":
        position.answer("stay")

    assert one(position, HERO).tokens == 1
    assert [type(event) for event in happened(position, TokenGiven, ActionResolved)] == [TokenGiven, ActionResolved]


@rule("7.5", 1, 3, 4, 5, 6, 8)
def test_free_actions_are_given_with_two_tokens_and_after_costed_ones_up_to_any_number() -> None:
    quick = clix(HERO, *("8 sidestep/10/17/3 perplex",) * 4)
    things = at(HERO, "C3", tokens=2), at(FOE, "P16"), at(HERO, "A16", name="other")
    position = turn(play(*things, rules=invent(quick), build_total=100))

    assert given(position) == {("sidestep", "FREE"), ("perplex", "FREE")}
    position.answer((HERO, "sidestep", "FREE")).answer("stay").answer((HERO, "perplex", "FREE"))
    position.answer(HERO).answer(("attack", 1))
    assert one(position, HERO).tokens == 2 and given(position) == set()


@rule("7.5", 5, 6)
def test_free_actions_are_given_after_all_actions_of_the_action_total() -> None:
    quick = clix(HERO, *("8 sidestep/10/17/3",) * 4)
    others = [at(HERO, square, name=square) for square in ("E1", "G1")]
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), *others, rules=invent(quick), build_total=100))
    for id in (HERO, "E1"):
        position.answer((id, "move", "MOVE")).answer("stay")

    assert set(position.options) == {(id, "sidestep", "FREE") for id in (HERO, "E1", "G1")} | {None}


@rule("7.5", 9, 10)
@rule("7.6", 3)
def test_an_effect_may_be_activated_free_and_as_another_action_in_one_turn() -> None:
    """Flurry as FREE by a Charge; the same Flurry is not given as FREE twice."""
    quick = clix(HERO, *("8 charge/10/17/3",) * 4, traits=[gift("flurry")])
    rules = invent(quick, clix(FOE, *("8/10/16/2",) * 12))
    things = at(HERO, "C3"), at(FOE, "E3"), at(HERO, "A16", name="other")
    position = turn(play(*things, rules=rules, rolls=dice("12", "12")))
    position.answer((HERO, "charge", "POWER")).answer("D3").answer("flurry").answer("yes")

    names = [(event.name, event.type) for event in happened(position, ActionGiven)]
    assert names == [("charge", "POWER"), ("flurry", "FREE")]
    assert set(one(position, HERO).done) >= {"costed", "flurry"}
    flurry = next(found for _, found in position.game.offers(ACTION, HERO) if found.name == "flurry")
    again = Doing(player=0, character=HERO, type="POWER", name="charge")
    assert flurry not in free_actions(position.game, again, "CLOSE")


@rule("7.7")
@rule("7.7")
def test_as_much_as_possible_of_an_action_is_carried_out() -> None:
    """A charge that ends beside nobody makes no attack, and resolves."""
    bull = clix(HERO, *("8 charge/10/17/3",) * 4)
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=invent(bull))).answer((HERO, "charge", "POWER"))
    position.answer("E3")

    assert happened(position, Moved) and happened(position, ActionResolved) and not happened(position, Targeted)
    assert len(happened(position, TokenGiven)) == 1


@rule("7.8", 3)
@rule("13.3", 1, 2, 4)
def test_a_character_never_has_more_than_two_action_tokens() -> None:
    position = play(at(HERO, "C3", tokens=1), at(FOE, "P16"))
    for _ in range(3):
        position.happen(TokenGiven(HERO))

    assert one(position, HERO).tokens == 2


@rule("7.8", 2)
def test_action_tokens_are_with_the_character_on_the_map() -> None:
    position = play(at(HERO, "C3", tokens=2), at(FOE, "P16"), at(HERO, "E3", name="other"))
    position.happen(KnockedOut(HERO))

    assert one(position, HERO).tokens == 0 and one(position, HERO).squares == ()


@rule("7.9", 1, 2, 5)
@pytest.mark.parametrize(("build", "total"), [(100, 2), (299, 2), (300, 3), (1000, 10), (1400, 10)])
def test_the_action_total_is_one_for_each_hundred_points_but_from_two_to_ten(build: int, total: int) -> None:
    assert play(*FAR, build_total=build).game.number("action total", 0) == total


@rule("7.9", 4, 5)
def test_effects_raise_and_lower_the_action_total() -> None:
    for amount, total in ((2, 5), (-9, 2), (9, 10)):
        position = play(at(HERO, "C3"), at(FOE, "P16"))
        data = {"stat": "action total", "layer": "increase", "amount": amount}
        position.happen(begin_effect(position.game, "rallied", FOREVER, target=("forces", 0), data=data))

        assert position.game.number("action total", 0) == total


@pytest.mark.parametrize(
    ("where", "name", "type", "reason"),
    [
        ("P16", "close", "CLOSE", "no opposing character that it can attack is in its reach [11.1]"),
        ("P16", "range", "RANGE", "no opposing character that it can attack is within range and line of fire [11.2]"),
        ("C4", "range", "RANGE", "it is adjacent to an opposing character [11.2a]"),
        ("C4", "terrain", "CLOSE", "it holds no terrain marker or object [17.11]"),
        ("P16", "destroy", "CLOSE", "no terrain that it can destroy is in reach [7.7]"),
    ],
)
def test_an_action_of_which_nothing_can_come_says_what_is_missing(
    where: str, name: str, type: str, reason: str
) -> None:
    game = turn(play(at(HERO, "C3"), at(FOE, where))).game
    closed = {answer: why.said_in(game.rules.texts).told() for answer, why in closed_actions(game, 0)}

    assert closed[HERO, name, type] == reason


@rule("7.4", 3, 6)
@rule("7.9", 3)
@pytest.mark.parametrize(
    ("facts", "given", "why"),
    [
        ({}, 0, None),
        ({"tokens": 1}, 2, None),
        ({"tokens": 2}, 0, "7.4"),
        ({"done": ("costed",)}, 1, "7.4"),
        ({}, 3, "7.9"),
    ],
)
def test_a_costed_action_is_closed_by_two_tokens_by_another_one_and_by_the_action_total(
    facts: dict[str, Any], given: int, why: str | None
) -> None:
    things = at(HERO, "C3", **facts), at(FOE, "P16"), at(HERO, name="waiting", area="sideline")
    game, move = play(*things, forces={0: {"actions": given}}).game, (HERO, "move", "MOVE")
    closed = dict(closed_actions(game, 0))

    assert {id for id, _, _ in closed} == {HERO}
    assert (move in open_actions(game, 0)) is (move not in closed) is (why is None)
    assert why is None or closed[move].rule == why


def test_what_the_game_has_not_is_not_told() -> None:
    game = turn(play(at(HERO, "C3"), at(FOE, "P16"))).game
    assert not {"pilot", "equip"} & {name for (_, name, _), _ in closed_actions(game, 0)}


@pytest.mark.parametrize(("where", "told"), [("C4", ", breaks away first on 4+"), ("P16", "")])
def test_the_option_to_move_says_that_it_must_break_away_first(where: str, told: str) -> None:
    position = turn(play(at(HERO, "C3"), at(FOE, where)))
    assert f"hero: Move (MOVE){told}" in position.labels


def test_an_attack_on_the_only_one_in_reach_names_it() -> None:
    foes = at(FOE, "C4"), at(FOE, "D4", name="other")
    assert "hero: Close attack (CLOSE): foe (hits on 7+, 58 %)" in turn(play(at(HERO, "C3"), foes[0])).labels
    assert "hero: Close attack (CLOSE)" in turn(play(at(HERO, "C3"), *foes)).labels
