"""Aircraft: they fly straight ahead, leave the battlefield, and are met by others in ways of their own."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.movement import FlewOff, Moved
from rulewright_wh40k.state import Model

from .before import off
from .table import FOES, MINE, army, battle, happened, invent, offered, phase, rule, sheet, unit

JET = sheet("jet", keywords=["Vehicle", "Aircraft", "Fly"], base="60mm", move=20)
RULES = invent(JET)
HALF, LARGE = 32 / 25.4 / 2, 60 / 25.4 / 2
FAR = unit(FOES, (55, 40))


def jet(x: float, y: float, player: int = 0, **more: Any) -> list[Any]:
    """An Aircraft that faces to the right."""
    return unit("jet", (x, y), player=player, **more)


def moving(*things: Any, **more: Any) -> Scenario:
    """The Movement phase of player 0."""
    return phase(battle(*things, **{"rules": RULES, **more}), "movement phase")


def ways(position: Scenario, id: str) -> list[str]:
    """How a unit may move."""
    return [one[1] for one in position.options or () if one and one[0] == id]


@rule("core.aircraft-movement", 1)
@rule("commentary.minimum-move", 2)
def test_an_aircraft_must_make_a_normal_move() -> None:
    position = moving(jet(10, 20), unit(MINE, (5, 5)), FAR)
    assert ways(position, "jet") == ["normal"] and None not in position.options
    position.answer((MINE, "normal"), ())
    assert position.options == [("jet", "normal")]
    position.answer(("jet", "normal"))
    with position.refused(rule="core.aircraft-movement"):
        position.answer(())


@rule("core.aircraft-movement", 2)
def test_it_flies_on_though_enemies_are_near() -> None:
    position = moving(jet(10, 20), unit(FOES, (10 + LARGE + HALF + 0.5, 20)))
    assert ways(position, "jet") == ["normal"]
    position.answer(("jet", "normal"), ("ahead", 20.0, 0.0))
    assert [(event.unit, event.how) for event in happened(position, Moved)] == [("jet", "normal")]


@rule("core.aircraft-movement", 3, 4)
@rule("commentary.minimum-move", 1, 3)
@rule("errata.pivot-values", 5)
@pytest.mark.parametrize(
    ("legs", "legal"),
    [
        (((30, 20),), True), (((29.9, 20),), False), (((50, 20),), True), (((30, 21),), False),
        (((30, 20), (90,)), True), (((30, 20), (91,)), False), (((30, 20), (45,), (45,)), False),
        (((90,), (10, 40)), False),
    ],
)  # fmt: skip
def test_it_flies_straight_ahead_at_least_20_inches_and_turns_once(legs: Any, legal: bool) -> None:
    position = moving(jet(10, 20), FAR).answer(("jet", "normal"))
    answer = (("jet.1", legs),)
    if not legal:
        with position.refused(rule="core.aircraft-movement"):
            position.answer(answer)
        return
    position.answer(answer)
    one = position.state.models["jet.1"]
    assert (one.x, one.facing) == (legs[0][0], legs[1][0] if len(legs) > 1 else 0)


@rule("faq.movement.minimum-move-not-reduced")
@pytest.mark.parametrize("move", [6, 20])
def test_a_smaller_move_does_not_make_the_least_move_smaller(move: int) -> None:
    rules = invent({**JET, "profiles": [{**JET["profiles"][0], "move": move}]})
    position = moving(jet(10, 20), FAR, rules=rules).answer(("jet", "normal"))
    with position.refused(rule="core.aircraft-movement"):
        position.answer((("jet.1", ((29.9, 20),)),))
    assert position.answer((("jet.1", ((30, 20),)),)).state.models["jet.1"].x == 30


@rule("core.aircraft-movement", 5)
@pytest.mark.parametrize("start", [10.0, 45.0])
def test_over_the_edge_it_is_in_strategic_reserves(start: float) -> None:
    position = moving(jet(start, 20), FAR).answer(("jet", "normal"), (("jet.1", ((60, 20),)),))
    assert [event.unit for event in happened(position, FlewOff)] == ["jet"]
    one = position.state.units["jet"]
    assert (one.area, one.reserve) == ("reserves", "strategic reserves")
    assert position.asked != "arrive"


@rule("core.aircraft-movement", 3)
def test_what_programs_propose_is_legal() -> None:
    from random import Random

    position = moving(jet(10, 20), FAR).answer(("jet", "normal"))
    space = position.game.requests[0].space
    ideas = space.suggest(8, Random(1))
    assert len(ideas) == 8 and not any(space.check(one) for one in ideas)


@rule("core.aircraft-deployment", 2)
@pytest.mark.parametrize(("round", "able"), [(1, False), (2, True)])
def test_aircraft_arrive_as_strategic_reserves(round: int, able: bool) -> None:
    things = [off("jet", 1, "reserves", reserve="strategic reserves"), FAR]
    position = phase(battle(*things, rules=RULES, round=round), "movement phase/reinforcements")
    assert (position.asked == "arrive" and ("jet", "strategic reserves") in position.options) is able


@rule("core.aircraft-and-other-models", 1)
@rule("core.movement-phase", 4)
@pytest.mark.parametrize(("more", "found"), [([], ["normal", "advance"]), ([(18.4, 20)], ["fall back"])])
def test_who_is_near_aircraft_only_moves_freely(more: Any, found: list[str]) -> None:
    foes = unit(FOES, *more) if more else []
    position = moving(unit(MINE, (20, 20)), jet(20 + LARGE + HALF + 0.5, 20, player=1), foes)
    assert ways(position, MINE) == found


@rule("core.aircraft-and-other-models", 2)
@pytest.mark.parametrize(("x", "legal"), [(26.0, True), (23.0, False), (24.9, False)])
def test_others_move_over_aircraft_and_end_away_from_them(x: float, legal: bool) -> None:
    position = moving(unit(MINE, (20, 20)), jet(23, 20, player=1)).answer((MINE, "normal"))
    answer = (("mine.1", ((x, 20),)),)
    if legal:
        assert position.answer(answer).state.models["mine.1"].x == x
    else:
        with position.refused():
            position.answer(answer)


@rule("core.hover", 2)
def test_in_hover_mode_it_moves_like_others() -> None:
    position = moving(jet(10, 20, hovers=True), FAR)
    assert ways(position, "jet") == ["normal", "advance"] and None in position.options
    position.answer(("jet", "normal"), (("jet.1", ((12, 20),)),))
    assert position.state.models["jet.1"].x == 12


@rule("core.hover", 3)
def test_in_hover_mode_it_is_near_others_like_any_unit() -> None:
    stood = [Model("jet.1", "jet", "jet", 1, "jet/one", (), 1, 20 + LARGE + HALF + 0.5, 20.0)]
    hovering = [jet(0, 0, player=1, hovers=True)[0], *stood]
    assert ways(moving(unit(MINE, (20, 20)), hovering), MINE) == ["fall back"]


@rule("errata.stratagem-fire-overwatch", 2)
@rule("core.aircraft-movement", 1)
@pytest.mark.parametrize(
    ("foes", "answers", "window"),
    [((25, 30), [], "move starts"), ((50, 30), [("ahead", 20.0, 0.0)], "move ends")],
)
def test_overwatch_at_the_normal_move_of_an_aircraft(foes: Any, answers: Any, window: str) -> None:
    position = moving(jet(10, 20), unit(FOES, foes), army(1, 1)).answer(("jet", "normal"), *answers)
    assert (position.window, offered(position)) == (window, [("fire-overwatch", FOES)])


@rule("errata.stratagem-fire-overwatch", 3)
def test_an_aircraft_that_has_left_is_not_fired_at() -> None:
    position = moving(jet(45, 20), unit(FOES, (55, 30)), army(1, 1)).answer(("jet", "normal"))
    position.answer(None).answer((("jet.1", ((60, 20),)),))
    assert position.state.units["jet"].area == "reserves" and not offered(position)
