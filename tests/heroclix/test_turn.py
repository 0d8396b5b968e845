"""Turns, actions and action tokens (chapters 7 and 9)."""

from __future__ import annotations

import pytest

from rulewright.geometry.grid import square_of
from rulewright_heroclix.events.movement import BreakAwayFailed, BrokeAway, Carried, Moved
from rulewright_heroclix.events.turns import ActionResolved, TokenGiven, TokensCleared

from .table import FOE, HERO, at, clix, happened, invent, moving, one, play, rule, turn

FAR = (at(HERO, "A1"), at(FOE, "P16"))


@rule("7.4", 1, 7, 8)
def test_a_costed_action_gives_a_token_after_it_resolves_and_before_anything_else() -> None:
    position = turn(play(*FAR)).answer((HERO, "move", "MOVE")).answer("C3")

    order = happened(position, Moved, TokenGiven, ActionResolved)
    assert [type(event) for event in order] == [Moved, TokenGiven, ActionResolved]
    assert one(position, HERO).tokens == 1


@rule("7.4", 3)
@rule("13.3", 1)
def test_a_character_with_two_tokens_is_given_no_costed_action() -> None:
    position = turn(play(at(HERO, "A1", tokens=2), at(HERO, "C1", name="other"), at(FOE, "P16")))

    with position.refused(rule="7.4"):
        position.answer((HERO, "move", "MOVE"))


@rule("7.4", 6)
def test_a_character_is_given_one_costed_action_a_turn() -> None:
    position = turn(play(*FAR, at(HERO, "C1", name="other"))).answer((HERO, "move", "MOVE")).answer("stay")

    with position.refused(rule="7.4"):
        position.answer((HERO, "move", "MOVE"))


@rule("7.9", 2, 3)
@rule("7.4", 5)
def test_a_force_of_300_points_gives_three_costed_actions_a_turn() -> None:
    others = [at(HERO, f"{column}1", name=column) for column in "CEG"]
    position = turn(play(*FAR, *others))
    for id in (HERO, "C", "E"):
        position.answer((id, "move", "MOVE")).answer("stay")

    assert position.game.request is None or ("G", "move", "MOVE") not in position.game.request.space.options()


@rule("keyword.autonomous")
@rule("22.8")
@rule("7.9", 6)
@pytest.mark.parametrize("order", [("drone", HERO, "C", "E"), (HERO, "C", "E", "drone")])
def test_actions_of_an_autonomous_character_do_not_count(order: tuple[str, ...]) -> None:
    """Whether it acts first or last, three others act, and a fourth does not."""
    drone = clix("drone", symbols=["autonomous"])
    others = [at(HERO, f"{column}1", name=column) for column in "CEG"]
    position = turn(play(*FAR, *others, at("drone", "I1"), rules=invent(drone)))
    for id in order:
        position.answer((id, "move", "MOVE")).answer("stay")

    assert one(position, "drone").tokens == 1 and not one(position, "G").tokens
    assert not position.asked or ("G", "move", "MOVE") not in position.options


@rule("9.4", 1, 2, 3, 6)
def test_who_was_given_no_token_this_turn_clears() -> None:
    position = turn(play(at(HERO, "A1", tokens=1), at(HERO, "C1", name="rested", tokens=2), at(FOE, "P16", tokens=1)))
    position.answer((HERO, "move", "MOVE")).answer("stay")

    assert [event.characters for event in happened(position, TokensCleared)][:1] == [("rested",)]
    assert [one(position, id).tokens for id in (HERO, "rested", FOE)] == [2, 0, 1]


@rule("7.5", 1, 3, 5, 7)
def test_a_free_action_costs_nothing_and_is_given_once_a_turn() -> None:
    dodger = clix(HERO, "8 sidestep/10/17/3")
    position = turn(play(*FAR, rules=invent(dodger))).answer((HERO, "sidestep", "FREE")).answer("C3")

    assert one(position, HERO).tokens == 0 and one(position, HERO).squares == ((2, 2),)
    with position.refused(rule="7.5"):
        position.answer((HERO, "sidestep", "FREE"))


@rule("pac.charge", 2, 3, 5)
@rule("6.11")
def test_a_charge_goes_half_the_speed_value_and_ends_in_a_close_attack() -> None:
    bull = clix(HERO, "7 charge/10/17/3")
    position = turn(play(at(HERO, "A1"), at(FOE, "F1"), rules=invent(bull), rolls=[(6, 5)]))
    position.answer((HERO, "charge", "POWER"))

    assert position.game.request.about["squares"] == 4
    position.answer("E1").answer("close").answer(None)
    assert one(position, FOE).click == 4


@rule("10.8", 1, 2, 3, 4)
@rule("10.8a", 1, 2)
@pytest.mark.parametrize(("face", "goes"), [(4, True), (3, False)])
def test_breaking_away_takes_four_or_more(face: int, goes: bool) -> None:
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rolls=[(face,)])).answer((HERO, "move", "MOVE"))

    asked = position.game.request is not None and position.game.request.ask == "move"
    assert asked is goes
    assert one(position, HERO).tokens == (0 if goes else 1)


@rule("10.8", 2, 4)
@pytest.mark.parametrize(("others", "rolls", "goes"), [((), (6,), True), (("F5",), (6, 1), False)])
def test_who_has_broken_away_need_not_do_so_from_the_same_ones_again_in_that_action(
    others: tuple[str, ...], rolls: tuple[int, ...], goes: bool
) -> None:
    """It goes on beside the two from which it has broken away with one roll, and beside another one, too."""
    runner = clix(HERO, "8 hypersonic-speed/10/17/3")
    foes = [at(FOE, square, player=1, name=square) for square in ("D3", "D4", *others)]
    position = turn(play(at(HERO, "C3"), *foes, rules=invent(runner), rolls=[(face,) for face in rolls]))
    position.answer((HERO, "hypersonic-speed", "POWER")).answer("E4").answer(None)
    if goes:
        position.answer("A1")

    assert bool(happened(position, BreakAwayFailed)) is not goes and len(happened(position, BrokeAway)) == 1
    assert (one(position, HERO).squares == (square_of("A1"),)) is goes


@rule("22.1", 2)
def test_who_finds_no_square_beside_its_carrier_stays_and_was_not_carried() -> None:
    rows = (*("." * 16,), *("#" * 16,) * 15)
    truck = clix("truck", symbols=["flight"])
    friends = [at(HERO, square, name=square) for square in ("D1", "F1")]
    things = (at("truck", "B1"), at(HERO, "A1"), at(FOE, "P1"), *friends)
    position = play(*things, rules=invent(truck, rows=rows))
    moving(position, 4, "truck").answer((HERO,)).answer("E1")

    assert one(position, HERO).squares == ((0, 0),) and not happened(position, Carried)
